"""Finished games at a screen, listed, replayed, analysed: history, visit_routes, analysis."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from naishi.games.naishi.analysis.exercises import AnalysisRun
from naishi_tui.lobby import history
from tests.naishi.games.naishi.analysis.analysed import made_up
from tests.naishi.server.past import finished
from tests.naishi_tui.ssh.conftest import Server, meet, named, new_keys

pytestmark = pytest.mark.ci


@pytest.fixture
def made_up_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find at once what nobody has computed."""

    async def steps(_run: AnalysisRun) -> AsyncGenerator[float, None]:
        yield 1.0

    monkeypatch.setattr(AnalysisRun, "steps", steps)
    monkeypatch.setattr(AnalysisRun, "analysis", property(lambda run: made_up(run.game)))


@pytest.mark.usefixtures("made_up_analyses")
async def test_finished_games_are_listed_replayed_and_analysed(server: Server) -> None:
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    await finished(server.lobby, people, resigned=1)
    client = await server.visit(keys[0])
    await client.see("Your games")
    await client.press_and_see("h", "finished games")
    await client.see("Bruno: you won by resignation")
    await client.press_and_see("a", "ended before all was played")
    await client.press_and_see("enter", "replay: what Aiko knows")
    await client.see("Bruno resigned; Aiko wins.")
    await client.press_and_see("escape", "finished games")
    match = await finished(server.lobby, people)
    server.lobby.match_changed(match)
    await client.until(lambda: client.text.count("Bruno:") == 2, "the game that has just ended")
    await client.press_and_see("k", "finished games")
    await client.press_and_see("a", "Aiko: accuracy")
    await client.press_and_see("m", "exercise 1 of")
    await client.press_and_see("a", "The answer:")
    for _screen in ("exercise", "analysis"):
        client.press("escape")
    await client.see("finished games")
    await client.press_and_see("s", "all games")


@pytest.mark.usefixtures("made_up_analyses")
async def test_the_score_of_a_match_leads_to_its_worst_move(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play_to_the_end()
    client = await server.visit(keys[1], command=f"join {table.match.id}")
    await client.see("w worst move")
    client.press("w")
    found = ("Your worst move.", "No mistakes here.")  # it depends on the game, which is another one each time
    await client.until(lambda: any(words in client.text for words in found), "the worst move")


async def test_the_last_row_brings_older_games(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 3)
    monkeypatch.setattr("naishi_tui.visit.routes.PAGE", 3)
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    for _number in range(4):
        await finished(server.lobby, people, resigned=1)
    client = await server.visit(keys[0])
    await client.see("Your games")
    await client.press_and_see("h", "Older games")
    assert client.text.count("by resignation") == 3
    client.press("k")  # from the first row to the last
    client.press("enter")
    await client.until(lambda: client.text.count("by resignation") == 4, "the older game")
    assert "Older games" not in client.text
