"""The rules of Naishi in our own words."""

from __future__ import annotations

from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.text.rules_help import rules


def test_the_rules_begin_with_the_game_and_end_with_the_expansion() -> None:
    titles = [section.title for section in rules()]
    assert titles[0] == "The game"
    assert titles[-4:] == ["The expansion: Legends & Travellers", "Travellers", "The Ryokan", "Legends"]


def test_every_card_of_the_base_game_is_named() -> None:
    text = " ".join(paragraph for section in rules() for paragraph in section.paragraphs).casefold()
    assert [card.noun for card in BASE_CARDS if card.noun.casefold() not in text] == []
    assert "{" not in text
