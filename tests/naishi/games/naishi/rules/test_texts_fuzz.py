"""Arbitrary texts as actions, positions and territories: actions, notation, cards."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Game, NaishiError, Position, score
from naishi.games.naishi.rules.actions import Action
from tests.fuzzing import examples
from tests.naishi.playing import random_game

many = settings(max_examples=examples(150, 500), deadline=1000)

PIECES = st.sampled_from([
    *"LHR123450/- :.", "develop", "swap", "discard", "decree", "copy", "give", "end", "advisor", "FTRAKB", "MMMMM",
    "000:000", "\x1b[2J", "\x9b5n", "\u202e", "\u0661", "²", "\0", "\n", "１", "NaN", "-1", "9" * 5000, "X" * 100,
])  # fmt: skip
TEXTS = st.text(max_size=60) | st.lists(PIECES, max_size=12).map("".join) | st.lists(PIECES, max_size=12).map(" ".join)


@st.composite
def nearly(draw: st.DrawFn, whole: st.SearchStrategy[str]) -> str:
    """A right text with something changed, put in or left out."""
    text = draw(whole)
    for _change in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 4)))
        text = text[:start] + draw(st.text(max_size=3) | PIECES) + text[end:]
    return text


ACTIONS = st.integers(0, 30).map(lambda seed: random.Random(seed).choice(random_game(seed, 6).legal_actions()).text)
POSITIONS = st.integers(0, 30).map(lambda seed: random_game(seed, seed).position.to_text())
TERRITORIES = st.integers(0, 30).map(lambda seed: random_game(seed).position.territory(0).to_text())


def refusal(read: Callable[[str], object], text: str) -> str | None:
    """What is said where a text is refused; nothing but a `NaishiError` may come."""
    try:
        read(text)
    except NaishiError as error:
        return str(error)
    return None


def one_line(read: Callable[[str], object], text: str) -> None:
    said = refusal(read, text)
    assert said is None or (said.isprintable() and 0 < len(said) < 400)


@many
@given(TEXTS | nearly(ACTIONS))
def test_any_text_as_an_action(text: str) -> None:
    one_line(Action.from_text, text)
    game = Game.new(seed=7)
    one_line(game.play, text)


@many
@given(TEXTS | nearly(POSITIONS))
def test_any_text_as_a_position(text: str) -> None:
    one_line(lambda each: Position.from_text(each).legal_actions(), text)


@many
@given(TEXTS | nearly(TERRITORIES))
def test_any_text_as_a_territory(text: str) -> None:
    one_line(score, text)


@pytest.mark.parametrize("read", [Action.from_text, Position.from_text, score])
@pytest.mark.parametrize("text", ["x" * 10_000_000, "/" * 1_000_000, "M " * 1_000_000, "9" * 100_000])
def test_a_text_of_megabytes(read: Callable[[str], object], text: str) -> None:
    one_line(read, text)
