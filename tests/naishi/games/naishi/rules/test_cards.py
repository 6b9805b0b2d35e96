from __future__ import annotations

from collections import Counter

import pytest

from naishi import Card, Colour, InvalidPositionError, Kind
from naishi.games.naishi.rules.cards import BASE_CARDS, COPYABLE, DECK, counted

# RULES.md, components: card, kind, copies, colour, letter.
TABLE = """
mountain  mountain   16 white      M
naishi    character   2 pink       N
advisor   character   4 purple     A
sentinel  character   4 green      S
monk      character   3 orange     K
horseman  character   2 dark_blue  H
ronin     character   2 turquoise  O
ninja     character   2 black      X
fort      province    4 brown      F
torii     province    4 red        T
rice      province    5 yellow     R
banner    province    2 light_blue B
"""
ROWS = [row.split() for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize(("name", "kind", "copies", "colour", "letter"), ROWS, ids=[row[0] for row in ROWS])
def test_a_card_is_as_the_rulebook_prints_it(name: str, kind: str, copies: str, colour: str, letter: str) -> None:
    card = Card.from_text(name)
    printed = (card.kind, card.copies, card.colour, card.letter)
    assert printed == (Kind(kind), int(copies), Colour(colour.replace("_", " ")), letter)


def test_the_table_has_every_card() -> None:
    assert [str(card) for card in BASE_CARDS] == [row[0] for row in ROWS]


def test_the_base_game_has_fifty_cards() -> None:
    assert sum(card.copies for card in BASE_CARDS) == 50


def test_no_two_cards_of_the_base_game_share_a_colour() -> None:
    assert len({card.colour for card in BASE_CARDS}) == len(BASE_CARDS)


def test_the_deck_is_the_34_development_cards() -> None:
    assert (len(DECK), Counter(DECK)) == (34, {card: card.copies for card in BASE_CARDS if card is not Card.MOUNTAIN})


def test_of_the_deck_19_are_characters_and_15_provinces() -> None:
    assert Counter(card.kind for card in DECK) == {Kind.CHARACTER: 19, Kind.PROVINCE: 15}


def test_a_ninja_may_copy_every_character_but_a_ninja() -> None:
    assert [str(card) for card in COPYABLE] == ["naishi", "advisor", "sentinel", "monk", "horseman", "ronin"]


@pytest.mark.parametrize("text", ["fort", "FORT", "Fort", "F"])
def test_a_card_is_read_by_name_in_any_case_or_by_letter(text: str) -> None:
    assert Card.from_text(text) is Card.FORT


@pytest.mark.parametrize("text", ["", "Z", "dragon", "\x1b[2J"])
def test_another_text_is_no_card(text: str) -> None:
    with pytest.raises(InvalidPositionError, match=r"There is no card called .* `naishi rules` names them all"):
        Card.from_text(text)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("forts", "fort"),
        ("f", "fort"),
        ("old man", "old_man"),
        ("samuray", "samurai"),
        ("legendary_monks", "legendary_naishi"),
    ],
)
def test_a_name_that_is_nearly_a_card_is_told_which(text: str, near: str) -> None:
    with pytest.raises(InvalidPositionError, match=f"Is it one of these: {near}") as refused:
        Card.from_text(text)
    assert len(str(refused.value)) < 200


def test_foreign_text_is_quoted_harmlessly() -> None:
    with pytest.raises(InvalidPositionError) as error:
        Card.from_text("\x1b[2J" + "x" * 1000)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 250


def test_counted_is_in_card_order() -> None:
    assert list(counted([Card.RICE, Card.FORT, Card.RICE]).items()) == [(Card.FORT, 1), (Card.RICE, 2)]
