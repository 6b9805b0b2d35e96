"""Wide characters: nothing cropped or displaced."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from naishi.games.naishi.text.sentences import sentences
from naishi_tui.drawing import cells
from tests.fuzzing import some
from tests.naishi_tui.desk import ROOMY, desk, game_after

SENTENCE = "藤原道長は皇居の門の前に大きな砦を建て、そして山を捨てました。 Then the turn ended."


@pytest.mark.parametrize("width", some(range(4, 60), 4))
@pytest.mark.parametrize("hanging", [0, 1, 2])
def test_wrapping_loses_nothing_and_fits(width: int, hanging: int) -> None:
    first, *rest = cells.wrap(SENTENCE, width, hanging)
    assert "".join((first, *rest)).replace(" ", "") == SENTENCE.replace(" ", "")
    assert cell_len(first) <= width
    assert all(cell_len(line) <= width - hanging for line in rest)


@pytest.mark.parametrize("width", range(12, 30))
def test_no_line_breaks_at_a_no_break_space(width: int) -> None:
    lines = cells.wrap("Copie un personnage\xa0: sa couleur\xa0! Et «\xa0rien\xa0» de plus\xa0?", width)
    assert all(cell_len(line) <= width for line in lines)
    assert [line for line in lines if line[0] in ":!?»" or line[-1] == "«"] == []


@pytest.mark.parametrize("width", range(1, 12))
def test_centred_texts_are_as_wide_as_asked_for(width: int) -> None:
    assert cell_len(cells.center("山の名", width, "▒")) == width
    assert cells.center("Fort", width, ".") == "Fort"[:width].center(width, ".")


async def test_the_log_shows_whole_sentences_with_wide_names(folder: Path) -> None:
    players = ("藤原道長と源頼朝の長い名前", "平清盛")
    game = game_after("develop L1", "end", "develop L1", "end", "develop L2", "end", players=players)
    async with desk(folder, game, size=ROOMY) as at:
        told = next(
            each for each in sentences(at.table.view, at.table.view.events) if "placed" in each and players[0] in each
        )
        assert "".join(told.split()) in "".join(at.text_of("#log").split())


def test_a_space_that_keeps_words_together_is_no_place_to_wrap() -> None:
    assert cells.wrap(f"1. Aiko 12, 2.{cells.NO_BREAK}Bruno 9", 15) == ("1. Aiko 12,", "2. Bruno 9")
