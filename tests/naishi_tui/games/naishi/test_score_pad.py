"""Score pad with the expansion: rows, clicks, explanations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi import Phase
from naishi.games.naishi.rules.cards import Card, Cell
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.score import Score
from tests.fuzzing import some
from tests.naishi_tui.desk import Desk, desk, still
from tests.naishi_tui.games import over_with_legends
from tests.naishi_tui.games.naishi.shared import begun

SAMURAI = "WMMM/MMM/MMM/MMM/- OMMMB/MNMAM MMMMM/SMMTM 000:000 0 - - - -"
"""A develop of L1 brings the Samurai."""


async def test_the_pad_counts_legends_with_their_cards_and_the_ryokan_by_itself(folder: Path) -> None:
    game = over_with_legends()
    assert game.outcome is not None
    async with desk(folder, game) as at:
        pad = [line.split() for line in at.text_of("#pad").splitlines()]
        first, second = game.outcome.sheets
        rows = {line[0].lstrip("▸"): line[1:] for line in pad if len(line) == 3}
        for name, card in (("Naishi", Card.NAISHI), ("Ronin", Card.RONIN), ("Monk", Card.MONK)):
            assert rows[name] == [str(sheet.points.get(card, "·")) for sheet in (first, second)]
        assert rows["Ryokan"] == ["7", "·"]
        assert rows["Total"] == [str(first.total), str(second.total)]
        await at.click_card("#line-0", 0)
        assert "Legendary Naishi L1: at L1 +10." in at.prompt


@pytest.mark.ci
@pytest.mark.parametrize("mouse", [False, True])
async def test_the_row_of_the_ryokan_is_explained(folder: Path, mouse: bool) -> None:
    game = begun(SAMURAI, "develop L1", "end", "declare")
    while game.phase is not Phase.OVER:
        game.play(game.legal_actions()[-1])
    async with desk(folder, game, size=(120, 36)) as at:
        score = at.screen(Score)
        score.points.territories.point_at(1, Cell.H2)
        if mouse:
            await click_row(at, "Ryokan")
        else:
            await at.press("down")
        assert "▸Ryokan" in at.text_of("#pad")
        assert "Ryokan: the samurai brought it in round 1 +7." in at.prompt
        assert "▐" not in at.text_of("#territories")
        await at.press("?")
        explained = at.screen(Explain)
        assert "The Ryokan" in at.text_of("#title")
        assert "Worth 4 or 7 to its owner." in at.text
        assert not explained.query_one("#picture").display
        await at.press("up")
        assert explained.query_one("#picture").display
        await at.press("x")
        assert "▸Ryokan" not in at.text_of("#pad")
        assert score.points.territories.pointed == (1, Cell.H2)


@pytest.mark.ci
@pytest.mark.parametrize("size", some([(60, 20), (80, 24), (120, 36), (200, 60)], 2))
async def test_a_click_on_a_row_of_the_pad_explains_what_stands_there(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, over_with_legends(), size=size) as at:
        for row, column, said in (
            ("Naishi", 1, "Legendary Naishi L1: at L1 +10."),
            ("Monk", 2, "Monk H1: "),
            ("Monk", 2, "Legendary Monk H2: "),
            ("Monk", 1, "Aiko: no card in this row."),
            ("Torii", 0, "Torii H2 H4: 2"),
            ("Torii", 1, "Torii H2: "),
            ("Torii", 2, "Torii H2 H4: 2"),
            ("Ninja", 2, "A ninja's points are in the row of the card it copies."),
            ("Ryokan", 2, "Ryokan: Aiko has it, worth 7."),
            ("Monk", 2, "Monk H1: "),
        ):
            await click_row(at, row, column)
            assert said in " ".join(at.prompt.split())
            if "+" in said:
                assert f"▸{row}" in at.text_of("#pad")
        assert "▸Monk" in at.text_of("#pad")


async def test_what_is_not_counted_yet_is_not_explained(folder: Path) -> None:
    async with desk(folder, over_with_legends(), settings=still(animations=True)) as at:
        score = at.screen(Score)
        pointed = score.points.territories.pointed
        assert score.points.counting
        await click_row(at, "Banner")
        assert not score.points.counting
        assert score.points.territories.pointed == pointed


async def click_row(at: Desk, name: str, column: int = 0) -> None:
    """Click a row of the score pad: on its label, or in a column."""
    lines = at.text_of("#pad").splitlines()
    y = next(y for y, line in enumerate(lines) if name in line)
    x = lines[y].index(name)
    if column:
        entries = re.compile(r"-?\d+|·").finditer(lines[y], x)
        x = [entry.start() for entry in entries][column - 1]
    await at.click("#pad", (x, y))
