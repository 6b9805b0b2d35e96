"""Sample round of Ninjato, claims and places pointed at: table.sample, board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from naishi.games.ninjato.kind import NINJATO
from naishi.sessions.replay import SampleRun
from naishi_tui.dialogs.screens import AskName
from naishi_tui.games.ninjato.board import NinjatoBoard
from naishi_tui.home.home import Home
from naishi_tui.table.sample import SampleScreen
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, SilentBots, desk


def test_what_the_comments_say_is_so() -> None:
    run = SampleRun(NINJATO.sample())
    moments = {}
    for place, comment in enumerate(run.comments):
        run.go_to(place)
        moments[comment.text] = run.view.table

    def at(beginning: str) -> Any:
        return next(table for text, table in moments.items() if text.startswith(beginning))

    hand = at("This is your hand")
    assert hand.players[0].hand == ("1", "2", "3", "5")
    assert at("House 5 has gold").houses[4].sentry == "2"
    assert at("The sentry is beaten").raid.shuriken == ("v",)
    alarm = at("Banzai! A 2 comes")
    assert alarm.raid.card == "2!"
    assert any(token.endswith("*") for token in alarm.houses[4].loot)
    assert at("Two vases won").players[0].hand == ("5",)
    assert [*at("Bruno raids house 3").houses[2].loot] == ["v*"]
    elite = at("The elite guard counts 3")
    assert elite.players[1].elite == ("3/1",)
    assert len(elite.raid.shuriken) == 4
    assert at("He chose").houses[2].clan == "M8"
    over = at("Bruno wins an envoy")
    assert (over.round, over.order) == (2, (1, 0))
    assert over.players[0].honour == 8
    assert not over.players[0].hand


@pytest.mark.parametrize("size", [(60, 15), (80, 19), (120, 29)])
def test_what_a_comment_is_about_is_on_the_board(size: tuple[int, int]) -> None:
    run, board = SampleRun(NINJATO.sample()), NinjatoBoard("ninjato")
    for place, comment in enumerate(run.comments):
        run.go_to(place)
        drawing = board.draw(run.view, *size, comment.about)
        if comment.about:
            assert any(each.words == comment.about for each in drawing.places), comment


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY])
async def test_the_sample_leads_from_home_to_a_first_game(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, size=size, bots=SilentBots()) as at:
        while at.screen(Home).game != "ninjato":
            await at.press("g")
        await at.press("t")
        screen = at.screen(SampleScreen)
        while not screen.participant.at_end:
            assert at.text_of("#prompt").split()[0] in screen.comment
            await at.press("enter")
        await at.press("enter")
        at.screen(AskName)
        await at.type("Aiko")
        await at.press("enter")
        at.screen(GameTable)
        assert [player.kind for player in at.any_game.players].count("beginner") == 1
