"""Words of cards: room, points, letters."""

from __future__ import annotations

from contextvars import copy_context

import pytest
from rich.cells import cell_len

from naishi.common import i18n
from naishi.games.naishi.rules.cards import Card
from naishi_tui.drawing.cells import wrap
from naishi_tui.games.naishi.cards import card_text


@pytest.mark.parametrize("language", i18n.OWN_NAMES)
@pytest.mark.parametrize("card", Card)
def test_the_words_of_a_card_have_room(card: Card, language: str) -> None:
    copy_context().run(check_words, card, language)


def check_words(card: Card, language: str) -> None:
    i18n.use(i18n.load(language))
    assert cell_len(card_text.name(card)) <= 8
    assert all(cell_len(line) <= 9 for line in card_text.rule(card))
    assert cell_len(card_text.rule_line(card)) <= 16
    for width, most in ((13, 5), (15, 4), (21, 3)):
        lines = wrap(card_text.short(card), width)
        assert len(lines) <= most
        assert max(map(cell_len, lines)) <= width
    assert all(cell_len(line) <= 52 for line in card_text.diagram(card))


def test_one_point_is_counted_as_one() -> None:
    assert [card_text.points(number) for number in (1, 0, 2, -5)] == [
        "1 point",
        "0 points",
        "2 points",
        "-5 points",
    ]


def test_the_letters_of_the_ronins_example_are_explained() -> None:
    letters = card_text.letters(Card.RONIN)
    assert letters.startswith("A Advisor, S Sentinel, K Monk, H Horseman, N Naishi, F Fort")
    assert card_text.letters(Card.FORT) == ""
