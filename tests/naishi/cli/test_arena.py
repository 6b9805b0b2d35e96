"""The command `naishi arena`: tables, JSON, refusals, leagues."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from naishi.bots.arena.games import Pairing, play, schedule
from naishi.bots.arena.tournament import Tournament
from naishi.cli.arena import kept_in, table
from naishi.games.naishi.game.game import check_finished
from naishi.saves import Saves
from tests import forked
from tests.naishi.bots.arena.shared import FAULTY, Lowest
from tests.naishi.tabletop import unison

pytestmark = pytest.mark.ci


def test_the_command_says_why_a_bot_forfeited_and_where() -> None:
    result = forked.run("arena", f"{FAULTY}:Raises", "random", "--games", "4", "--workers", "1")
    said = result.stdout.decode()
    assert re.search(r"4 error\n", said)
    assert said.count("no idea") == 1
    assert re.search(
        rf"\n{FAULTY}:Raises, first in game 0: error, RuntimeError: no idea \(faulty\.py, line \d+\)\n", said
    )


def test_the_command_shows_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    command = ["arena", "beginner", "random", "--games", "6", "--workers", "1", "--json", str(file)]
    result = forked.run(*command)
    assert b"beginner beats random" in result.stdout, result.stderr
    assert b"Elo" in result.stdout
    told = json.loads(file.read_text())
    assert (told["format"], len(told["games"]), told["standings"][0]["games"]) == ("naishi-arena", 6, 6)


def test_the_command_wants_two_different_bots() -> None:
    result = forked.run("arena", "random")
    assert result.returncode == 2
    assert b"Name at least two bots, each only once" in result.stderr


def test_the_command_stops_when_it_is_clear(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    result = forked.run("arena", "greedy", "random", "--sprt", "--games", "400", "--elo1", "200", "--json", str(file))
    assert b"greedy is stronger than random: 200 Elo fit the results of" in result.stdout
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["sprt"]["verdict"] == "stronger"
    assert len(document["games"]) < 100


def test_a_table_of_four_is_shown_with_the_fair_share() -> None:
    unison.register()
    tournament = Tournament(("highest", f"{Lowest.__module__}:Lowest"), 4, game="unison", seats=4)
    assert [*tournament.play(lambda pairings: iter([play(pairing, 60) for pairing in pairings]))]
    lines = table(tournament)
    assert "fair" in lines[0]
    assert all("25%" in line for line in lines[1:3])


def test_games_are_kept_so_that_they_can_be_replayed_and_analysed(tmp_path: Path) -> None:
    results = [play(pairing, 10) for pairing in schedule(("random", f"{FAULTY}:Raises"), 2, seed=1)]
    results.append(play(Pairing(7, "arena/1/0", ("random", "random")), 10))
    lines = [*kept_in(tmp_path, results)]
    assert [line.split()[0] for line in lines] == ["0", "1", "7"]
    assert "error, " in lines[0]
    saves = Saves(tmp_path)
    game = saves.load(saves.find(lines[2].split()[1]))
    check_finished(game)
    assert [player.name for player in game.players] == ["random 1", "random 2"]
