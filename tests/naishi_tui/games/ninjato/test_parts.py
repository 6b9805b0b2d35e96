"""Treasures, prices and tiles in as many columns as there are."""

from __future__ import annotations

import pytest

from naishi_tui.games.ninjato import parts
from tests.naishi_tui.games.ninjato.playing import ninjato


@pytest.mark.parametrize(("width", "text"), [(5, "large"), (4, "mid"), (3, "mid"), (2, "s"), (0, "s")])
def test_the_first_text_with_room_is_written_else_the_last(width: int, text: str) -> None:
    assert parts.fitting(width, "large", "mid", "s") == text


def test_treasures_are_counted_by_kind_in_one_order() -> None:
    assert parts.letters(("v", "f*", "f", "g")) == "f2 v1 g1"
    assert parts.letters(()) == "-"


def test_treasures_have_names_where_these_have_room_and_letters_elsewhere() -> None:
    loot = ("f", "v", "v", "v", "v")
    texts = [parts.loot_text(loot, width) for width in (40, 9, 6, 4)]
    assert texts == ["fan vase vase vase vase", "f v v v v", "f1 v4", "f1v4"]


@pytest.mark.parametrize(
    ("price", "short", "paid"),
    [
        ("same1-4", "1-4 alike", "f"),
        ("any+same3", "any + 3 alike", "f f f f"),
        ("??", "any two", "f f"),
        ("f v", "fan + vase", "f v"),
    ],
)
def test_a_price_in_short_and_what_pays_it(price: str, short: str, paid: str) -> None:
    assert parts.short_price(price) == short
    assert parts.cheapest(price) == paid


def test_a_price_of_two_treasures_is_in_letters_where_the_names_have_no_room() -> None:
    assert [parts.price_text("f v", width) for width in (12, 10, 5)] == ["fan and vase", "fan + vase", "f + v"]
    assert parts.price_text("??", 3) == "any two"


def test_used_tiles_are_in_brackets_and_those_without_room_counted() -> None:
    game = ninjato("Aiko", "Bruno")
    player = game.view(0).table.players[0]
    player.ready, player.used = ("choho", "kenjutsu"), ("boryaku",)
    assert parts.tiles_in_full(player) == "Choho Kenjutsu (Boryaku)"
    assert [parts.tiles_text(player, width) for width in (24, 13, 10, 6, 2)] == [
        "Choho Kenjutsu (Boryaku)",
        "Cho Ken (Bor)",
        "Cho Ken +1",
        "Cho +2",
        "+3",
    ]


def test_a_tile_of_a_known_style_is_learned_without_a_card() -> None:
    view = ninjato("Aiko", "Bruno").view(0)
    assert parts.lesson(view.table, 0, "choho").startswith("learn choho ")
    view.table.players[0].ready = ("choho",)
    assert parts.lesson(view.table, 0, "choho") == "learn choho"
