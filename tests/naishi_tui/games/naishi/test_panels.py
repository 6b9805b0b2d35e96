"""Side panels and the top line: panels, board, table.widgets."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi_tui.games.naishi.board import KnownHand
from naishi_tui.games.naishi.panels import Header
from naishi_tui.table.widgets import TableHeader
from tests.naishi_tui.desk import GRAND, LARGEST, STANDARD, desk, still
from tests.naishi_tui.games import midgame


@pytest.mark.ci
@pytest.mark.parametrize("size", [STANDARD, GRAND])
async def test_the_last_turn_is_said_once(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, midgame(), size=size) as at:
        assert "Bruno placed Torii at L1, discarding Mountain." in at.text_of("#last-turn")
        assert "Torii" not in at.text_of("#log")
        assert "You swapped Naishi" in " ".join(at.text_of("#log").split())


@pytest.mark.ci
async def test_the_other_hand_is_shown_with_the_memory_aid_alone(folder: Path) -> None:
    async with desk(folder, midgame(), size=LARGEST) as at:
        assert not at.app.screen.query_one(KnownHand).rows
    async with desk(folder, midgame(), size=LARGEST, settings=still(memory_aid=True)) as at:
        words = at.text_of("#known-hand").replace("\xa0", " ")
        assert "Bruno's Hand" in words
        assert "H1 ?  H2 ?  H3 ?  H4 ?  H5 Fort" in words


async def test_a_long_note_is_whole_in_the_top_line(folder: Path) -> None:
    note = "n" * (STANDARD[0] - 2)
    async with desk(folder, midgame(), size=STANDARD) as at:
        header = at.app.screen.query_one(Header)
        header.show(at.table.view, note)
        ((said,),) = header.rows
        assert said.text == f" {note} "


PHRASE = "Bruno says: Good luck, and have fun! Bruno offers a draw. x: answer."
LONG = "Bruno offers a draw. x: answer. Bruno says: I have to go. Let's play on later, or tomorrow."
CLOCK = "Aiko 9:51, Bruno 10:00", "9:51 left"


@pytest.mark.parametrize(("note", "whole"), [(PHRASE, True), (LONG, False)])
@pytest.mark.parametrize("any_game", [False, True])
async def test_a_note_yields_to_the_clocks_in_the_top_line(
    folder: Path, note: str, *, whole: bool, any_game: bool
) -> None:
    async with desk(folder, midgame(), size=STANDARD) as at:
        shown, view = at.app.screen.query_one(Header), at.table.view
        if any_game:
            table = TableHeader()
            await at.app.screen.mount(table, before=0)
            table.styles.width = STANDARD[0]
            await at.pilot.pause()
            table.show("Ninjato", view, note, "round 3", "Aiko's turn", CLOCK)
            (row,) = table.fitted()
        else:
            shown.show(view, note, clock=CLOCK)
            (row,) = shown.rows
        text = "".join(span.text for span in row if not span.fill)
        assert note[:20] in text
        assert ("…" not in text) is (note in text) is whole
        assert (table if any_game else shown).cuts_note(STANDARD[0]) is not whole
        assert text.rstrip().endswith(CLOCK[1] if whole else f"turn · {CLOCK[0]}")
        assert len(text) <= STANDARD[0]
