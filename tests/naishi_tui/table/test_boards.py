"""Words about who is awaited at any game."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from naishi_tui.table.boards import waiting, who_is_awaited

NAMES = ("Aiko", "Bruno", "Chie")


@pytest.mark.parametrize(
    ("awaited", "reader", "said"),
    [
        ((), None, "game over"),
        ((), 0, "game over"),
        ((1,), None, "waiting for Bruno"),
        ((1,), 1, "your turn"),
        ((1,), 0, "waiting for Bruno"),
        ((0, 2), None, "waiting for Aiko and Chie"),
        ((0, 2), 2, "waiting for you and Aiko"),
    ],
)
def test_a_reader_at_an_awaited_seat_is_addressed(awaited: tuple[int, ...], reader: int | None, said: str) -> None:
    assert waiting(SimpleNamespace(names=NAMES, awaited=awaited), reader) == said


def test_a_sentence_about_who_is_awaited_begins_with_a_capital() -> None:
    assert who_is_awaited(SimpleNamespace(names=NAMES, awaited=(1,))) == "Waiting for Bruno"
