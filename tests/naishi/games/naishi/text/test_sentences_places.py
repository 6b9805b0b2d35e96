"""Places and actions as people read and type them."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

import pytest

from naishi.common import i18n
from naishi.common.i18n import noun
from naishi.games.naishi.game.view import Event
from naishi.games.naishi.rules.actions import BASE_ACTIONS, Action
from naishi.games.naishi.rules.cards import Card, Cell
from naishi.games.naishi.text.card_words import places
from naishi.games.naishi.text.sentences import in_short
from naishi.plain.console import commands
from naishi.plain.naishi.answers import typed as as_typed
from naishi.plain.naishi.parsing import action_of, find_place

T = TypeVar("T")


def spoken(language: str, say: Callable[[], T]) -> T:
    def run() -> T:
        i18n.use(i18n.load(language))
        return say()

    return copy_context().run(run)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "L1 L3 H2"), ("fr", "L1 L3 M2"), ("pl", "rząd 1 3 ręka\N{NO-BREAK SPACE}2"), ("de", "Reihe 1 3 Hand 2")],
)
def test_places_are_listed_in_few_words(language: str, said: str) -> None:
    listed = spoken(language, lambda: places([Cell.H2, Cell.L1, Cell.L3]))
    assert listed.replace("\N{NO-BREAK SPACE}", " ") == said.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "L1 L3 H2"), ("fr", "L1 L3 M2"), ("pl", "rząd 1, 3, ręka 2"), ("de", "Reihe 1, 3, Hand 2")],
)
def test_words_for_places_have_commas_in_a_sentence(language: str, said: str) -> None:
    listed = spoken(language, lambda: places([Cell.H2, Cell.L1, Cell.L3], commas=True))
    assert listed.replace("\N{NO-BREAK SPACE}", " ") == said


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", ["H4", "hand 4"]),
        ("fr", ["M4", "m4", "main 4", "H4"]),
        ("pl", ["ręka 4", "reka4", "H4", "hand 4"]),
        ("de", ["Hand 4", "hand4", "H4"]),
    ],
)
def test_a_place_is_understood_in_the_language_and_in_english(language: str, typed: list[str]) -> None:
    assert {spoken(language, lambda text=text: find_place(text.split())) for text in typed} == {Cell.H4}  # type: ignore[misc]
    assert spoken(language, lambda: find_place(["Q4"])) is None


@pytest.mark.parametrize("language", sorted(i18n.OWN_NAMES))
def test_an_action_as_a_hint_writes_it_is_understood(language: str) -> None:
    def read(action: Action) -> Action:
        word, *rest = as_typed(action).split(" ")
        verb = next(id_ for id_, command in commands().items() if command.word == word)
        return action_of(verb, rest)

    for action in BASE_ACTIONS:
        assert spoken(language, lambda action=action: read(action)) == action  # type: ignore[misc]


def test_two_cards_alike_are_said_once() -> None:
    event = Event(seat=0, round=1, action=Action.from_text("discard R1 R2"), cards=(Card.TORII, Card.TORII))
    assert spoken("fr", lambda: in_short(event)) == "défausse (deux torii)"
    assert spoken("pl", lambda: in_short(event)) == "odrzucenie (dwie torii)"
    assert spoken("de", lambda: in_short(event)) == "Abwurf (zwei Torii)"
    assert spoken("pl", lambda: f"{noun('cards', 'banner'):with}") == "ze sztandarem"
