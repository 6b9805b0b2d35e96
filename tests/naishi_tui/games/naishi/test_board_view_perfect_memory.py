"""Memory aid: certain knowledge of the other Hand."""

from __future__ import annotations

from naishi.games.naishi.rules.cards import Card
from naishi_tui.games.naishi.board_view import PerfectMemory
from naishi_tui.games.naishi.cards import card_text
from tests.naishi_tui.desk import game_after


def test_a_card_given_as_a_gift_is_known_to_be_somewhere_in_the_hand() -> None:
    game = game_after("develop H1")
    gift = game.deal.gifts[1][0]
    words = "\n".join(paragraph.plain for paragraph in PerfectMemory(game.view(0)).paragraphs)
    somewhere = words.split("Also in your Hand, position unknown to Bruno\n")[1].splitlines()[0]
    assert f"1 × {card_text.name(gift)}" in somewhere
    assert f"× {card_text.name(Card.MOUNTAIN)}" in somewhere
