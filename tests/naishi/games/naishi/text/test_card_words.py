from __future__ import annotations

import pytest

from naishi import Card
from naishi.common import i18n
from naishi.games.naishi.rules.cards import Cell
from naishi.games.naishi.text.card_words import explanation, places
from tests.naishi.games.naishi.text.shared import spoken


@pytest.mark.parametrize("language", i18n.languages())
def test_every_card_has_its_rule(language: str) -> None:
    i18n.use(i18n.load(language))
    rules = [explanation(card) for card in Card]
    assert all(rule.endswith(".") for rule in rules)
    assert len({*rules}) == len(rules)


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
