"""The command `naishi arena` with a league."""

from __future__ import annotations

from pathlib import Path

from naishi.bots.arena.tournament import Tournament, read
from naishi.cli.arena import table
from naishi.games.naishi.game.bot_names import RATINGS
from tests import forked
from tests.naishi.bots.arena.shared import TWO, made_up


def test_the_command_goes_on_where_it_was_and_says_what_the_table_means(tmp_path: Path) -> None:
    command = ["arena", *TWO, "--workers", "1", "--league", str(tmp_path / "league")]
    first = forked.run(*command, "--games", "2")
    games = (tmp_path / "league").read_bytes()
    more = forked.run(*command, "--games", "4")
    assert (first.returncode, more.returncode) == (0, 0), first.stderr + more.stderr
    assert (tmp_path / "league").read_bytes().startswith(games)
    assert len(read(tmp_path / "league")) == 4
    assert f"The Elo scale is set so that beginner has its usual {RATINGS['beginner']:,}." in more.stdout.decode()
    again = forked.run(*command, "--games", "4")
    assert again.stdout == more.stdout


def test_columns_stay_in_place_beside_long_names() -> None:
    tournament = Tournament(("random", "naishi.games.naishi.bots.players.learned:RandomBot"), 2)
    tournament.take(map(made_up, tournament.pairings))
    head, *rows = table(tournament)[:3]
    assert [row[: head.index("95%")].split() for row in rows] == [[bot, "1500"] for bot in tournament.bots]


def test_a_test_is_no_league() -> None:
    result = forked.run("arena", *TWO, "--sprt", "--league", "league")
    assert result.returncode == 2
    assert b"--sprt and --league don't go together" in result.stderr
