"""Finished games in lines and as objects: lists, objects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from naishi.cli import commands
from naishi.games.naishi.analysis.exercises import AnalysisRun
from naishi.saves import Saves
from naishi.saves.document import lines_with_saves, read
from naishi.saves.listing import Summary
from naishi.server import Lobby, Match
from tests.naishi.games.naishi.analysis.analysed import made_up
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.server.conftest import Table, player
from tests.naishi.server.past import finished, game_of


@pytest.fixture
def analysed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each analysis find at once what nobody has computed."""

    async def steps(_run: AnalysisRun) -> AsyncIterator[float]:
        yield 1.0

    monkeypatch.setattr(AnalysisRun, "steps", steps)
    monkeypatch.setattr(AnalysisRun, "analysis", property(lambda run: made_up(run.game)))


async def over(lobby: Lobby, **how: int) -> Match:
    return await finished(lobby, [await player(lobby, name) for name in ("Aiko", "Bruno")], **how)  # type: ignore[arg-type]


@pytest.mark.ci
async def test_finished_games_are_told_a_page_at_a_time(lobby: Lobby, aiko: Reader) -> None:
    await aiko.says("history", "No game of yours is over yet.")
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    for _number in range(21):
        await finished(lobby, people, resigned=1)
    heard = await aiko.says("history", "Type history more for older ones.")
    assert heard.count("you won by resignation") == 20
    heard = await aiko.says("history more", "Game 21 with Bruno")
    assert heard.count("you won by resignation") == 1
    await aiko.says("history more", "There are no older games.")


async def test_a_game_is_replayed_by_its_number_and_left_for_the_lobby(lobby: Lobby, aiko: Reader) -> None:
    await over(lobby)
    await aiko.says("replay", "Aiko and Bruno", "You see what Aiko sees.")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("history", "Game 1 with Bruno")
    await aiko.says("replay 1", "Aiko and Bruno", "You see what Aiko sees.")
    await aiko.says("next", "Action 1 of")
    await aiko.says("both", "Aiko's Hand:", "Bruno's Hand:")
    await aiko.says("play strong", "Not on a server.")
    assert "play" not in await aiko.says("help", "Look:")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("replay 7", "There is no finished game of yours with this number.")


@pytest.mark.ci
async def test_what_happens_meanwhile_is_told_in_a_replay(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await over(lobby)
    await aiko.says("new", "is yours and waits.")
    await bruno.hears("Aiko is waiting")
    await aiko.says("replay", "You see what Aiko sees.")
    await bruno.says("join Aiko", "Your game with Aiko.")
    await aiko.hears("Bruno has joined your table.")


@pytest.mark.ci
@pytest.mark.usefixtures("analysed_at_once")
async def test_an_analysis_tells_the_mistakes_which_become_exercises(lobby: Lobby, aiko: Reader) -> None:
    await over(lobby)
    await aiko.says("exercises", "No exercise is due today.")
    await aiko.says("replay", "You see what Aiko sees.")
    await aiko.says("exercises", "Type analyse first")
    await aiko.says("analyse", "Aiko: accuracy", "Bruno: accuracy", "Mistake 1")
    await aiko.says("analyse deep", "analysed less deeply here")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("exercises", "Exercise 1 of", "You played:")
    await aiko.says("answer", "The answer:", "What you played cost")


async def test_an_analysis_is_stopped_by_enter_and_by_the_end(
    lobby: Lobby, aiko: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()

    async def steps(_run: AnalysisRun) -> AsyncIterator[float]:
        try:
            yield 0.3
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(AnalysisRun, "steps", steps)
    await over(lobby)
    await aiko.says("analyse", "Analysing.", "25 percent")
    await aiko.says("", "Stopped.", "You see what Aiko sees.")
    assert ended.is_set()
    ended.clear()
    await aiko.says("analyse", "25 percent")
    lobby.leave(aiko.visitor)
    await aiko.hears("The analysis was stopped.")
    assert ended.is_set()


async def test_one_waits_in_the_queue_and_is_told_the_place(lobby: Lobby, aiko: Reader) -> None:
    await over(lobby)
    async with lobby.analyses.turn(-99, None):
        await aiko.says("analyse", "Waiting: 1 analysis before yours.")
        await aiko.says("", "Stopped.")


async def test_a_match_is_looked_at_from_its_own_room(lobby: Lobby, table: Table) -> None:
    await table.play_to_the_end()
    reader = Reader(table.people[0], first=f"join {table.match.id}")
    await reader.hears("Type rematch")
    await reader.says("replay", "You see what")
    await reader.says("quit", "Your game with")
    await reader.says("quit", "You are in the lobby.")
    await reader.leave()


async def test_a_program_is_sent_the_finished_games(lobby: Lobby, program: Program) -> None:
    people = [program.visitor, await player(lobby, "Bruno")]
    match = await finished(lobby, people)
    reply = await program.ask("history", 7)
    assert (reply["type"], reply["tag"]) == ("reply", 7)
    (history,) = program.of_type("history")
    (past,) = history["games"]
    assert match.result is not None
    assert match.result.points is not None
    assert (past["id"], past["seat"], tuple(past["points"])) == (match.id, 0, match.result.points)
    assert not history["more"]
    replies = len(program.of_type("reply"))
    await program.ask(f"replay {match.id}")
    assert len(program.of_type("reply")) == replies + 1


@pytest.mark.ci
async def test_finished_games_are_exported_for_home(lobby: Lobby, aiko: Reader, tmp_path: Path) -> None:
    people = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    games = [game_of("Aiko", "Bruno", seed=seed) for seed in range(3)]
    for game in games:
        await finished(lobby, people, game=game)
    heard = await aiko.says("export", "\nlobby> ")
    (line,) = lines_with_saves(heard.encode())
    assert read(line).game.record == games[-1].record
    (file := tmp_path / "games").write_text(await aiko.says("export all", "\nlobby> "))
    result = CliRunner().invoke(commands.naishi, ["import", "--saves", str(tmp_path / "saves"), str(file)])
    assert result.output.count("Imported as") == 3
    saves = Saves(tmp_path / "saves")
    imported = [saves.load(entry.id).record for entry in saves.list()]
    assert sorted(record.model_dump_json() for record in imported) == sorted(
        game.record.model_dump_json() for game in games
    )


@pytest.mark.ci
async def test_a_game_that_was_resigned_is_finished_at_home(lobby: Lobby, aiko: Reader, tmp_path: Path) -> None:
    await over(lobby, resigned=1)
    (file := tmp_path / "games").write_text(await aiko.says("export all", "\nlobby> "))
    result = CliRunner().invoke(commands.naishi, ["import", "--saves", str(tmp_path / "saves"), str(file)])
    assert result.output.count("Imported as") == 1
    result = CliRunner().invoke(commands.naishi, ["saves", "--saves", str(tmp_path / "saves")])
    assert "Bruno has resigned" in result.output
    (entry,) = Saves(tmp_path / "saves").list()
    assert isinstance(entry, Summary)
    assert (entry.finished, entry.early_end and entry.early_end.winner) == (True, entry.names.index("Aiko"))


@pytest.mark.ci
async def test_an_export_ends_with_the_terminal(lobby: Lobby, aiko: Reader) -> None:
    for _number in range(3):
        await over(lobby)
    lobby.leave(aiko.visitor)
    heard = await aiko.says("export all", "\nlobby> ")
    assert len(lines_with_saves(heard.encode())) == 1


async def test_only_finished_games_are_exported(table: Table) -> None:
    reader = Reader(table.people[0])
    await reader.hears("lobby> ")
    await reader.says(f"export {table.match.id}", "There is no finished game of yours")
    await reader.says("export", "No game of yours is over yet.")
    await reader.leave()


async def test_statistics_are_told(lobby: Lobby, aiko: Reader) -> None:
    await aiko.says("statistics", "No game of yours is over yet.")
    await over(lobby, resigned=1)
    await aiko.says("statistics", "all games: played 1, won 1, drawn 0, lost 0", "against Bruno: played 1")
