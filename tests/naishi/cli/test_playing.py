"""Playing commands: alone, `new`, `resume`, `replay`."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import Any

import pytest

import naishi
from naishi.saves import Saves
from tests import forked
from tests.naishi.cli.conftest import Run, one_line


def test_without_a_command_the_app_opens(run: Run, app: list[Any], saves: Saves) -> None:
    assert run().exit_code == 0
    ((where, how),) = app
    assert where == saves.folder
    assert how == {"resume": None, "replay": None, "game": None, "show": None}


def test_new_starts_a_game_with_clean_names_and_a_seed(run: Run, app: list[Any]) -> None:
    assert run("new", "--names", " Aiko\x1b[31m ", "Bruno", "--seed", "7").exit_code == 0
    players = naishi.Player(name="Aiko[31m"), naishi.Player(name="Bruno")
    game = app[0][1]["game"]
    assert (game.players, game.deal, game.module) == (players, naishi.Game.new("7").deal, None)


@pytest.mark.parametrize("names", [("A", "A"), ("Aiko", "aiko"), ("Zo\u00eb", "Zoe\u0308")])
@pytest.mark.parametrize("game", [(), ("--game", "ninjato")])
def test_two_players_of_one_name_are_refused(
    run: Run, app: list[Any], names: tuple[str, str], game: tuple[str, ...]
) -> None:
    """Statistics and series would take them for one person."""
    refused = run("new", "--names", *names, *game)
    assert f"{'All' if game else 'The two'} players need different names." in refused.stderr
    assert not app
    if not game:
        lines = forked.run("--plain", "new", typed="\n".join([*names, ""]).encode())
        assert b"different names" in lines.stderr


def test_new_starts_a_game_with_the_expansion(run: Run, app: list[Any]) -> None:
    assert run("new", "--names", "Aiko", "Bruno", "--seed", "7", "--expansion").exit_code == 0
    assert app[0][1]["game"].module == "legends-travellers"


def test_in_lines_a_new_game_asks_for_the_players(saves: Saves) -> None:
    for flags, answers, module in (
        ((), b"Aiko\nBruno\n", None),
        (("--expansion",), b"Chiyo\nDai\n", "legends-travellers"),
    ):
        result = forked.run("--plain", "new", *flags, typed=answers)
        assert (result.returncode, result.stderr) == (0, b"")
        games = [saves.load(each.id) for each in saves.list()]
        assert (answers.decode().split(), module) in [([p.name for p in game.players], game.module) for game in games]


def test_every_level_plays_the_expansion(run: Run, app: list[Any]) -> None:
    for level in ("beginner", "intermediate", "strong", "master"):
        assert run("new", "--bot", level, "--expansion").exit_code == 0
    assert len(app) == 4


def test_new_against_a_bot(run: Run, app: list[Any], saves: Saves) -> None:
    saves.create(naishi.Game.new(1, ("Chiyo", "Emi"))).close()
    assert run("new", "--bot", "strong", "--first").exit_code == 0
    person, bot = app[0][1]["game"].players
    assert (person.name, person.kind) == ("Chiyo", "human")
    assert (bot.name, bot.kind) == ("Murasaki", "strong")


def test_new_against_a_bot_has_the_app_ask_a_stranger_for_a_name(run: Run, app: list[Any]) -> None:
    assert run("new", "--bot", "strong", "--first", "--seed", "7").exit_code == 0
    how = app[0][1]
    assert how["game"] is None
    assert (how["show"].level, how["show"].seed, how["show"].person_first) == ("strong", "7", True)


def test_new_against_a_bot_with_names(run: Run, app: list[Any]) -> None:
    assert run("new", "--bot", "strong", "--first", "--names", "Aiko", "Bruno").exit_code == 0
    person, bot = app[0][1]["game"].players
    assert ((person.name, person.kind), (bot.name, bot.kind)) == (("Aiko", "human"), ("Bruno", "strong"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--bot", "stron"), "choose one of these: beginner, apprentice, improver, intermediate, strong, master"),
        (("--first",), "--first needs --bot"),
    ],
)
def test_new_says_what_does_not_fit(run: Run, app: list[Any], arguments: tuple[str, ...], says: str) -> None:
    result = run("new", *arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert app == []


def test_new_refuses_a_player_without_a_name(run: Run, app: list[Any]) -> None:
    one_line(run("new", "--names", "Aiko", "\x07"), "needs a name")
    assert not app


def test_resume_opens_the_game_played_last_or_the_one_named(
    run: Run, app: list[Any], saves: Saves, save_id: str
) -> None:
    with saves.create(naishi.Game.new(seed=1)) as newer:
        pass
    assert run("resume").exit_code == run("resume", save_id[:5]).exit_code == 0
    assert [how["resume"] for _saves, how in app] == [newer.id, save_id]


def test_resume_without_a_game_says_so_before_a_screen_opens(run: Run, app: list[Any], finished_id: str) -> None:
    one_line(run("resume"), "no unfinished game")
    one_line(run("resume", "zzz"), "'zzz'")
    one_line(run("resume", "../../etc/passwd"), "no saved game")
    assert not app


def test_resume_of_a_damaged_game_says_so(run: Run, app: list[Any], saves: Saves, save_id: str) -> None:
    with saves.open(save_id) as opened:
        assert run("resume").exit_code == 0, "the app offers to look at a game that is open in another window"
    assert app.pop()[1]["resume"] == save_id
    opened.path.write_bytes(opened.path.read_bytes()[:-30])
    one_line(run("resume", save_id), "cut off")
    assert not app


@pytest.mark.parametrize("arguments", ["", "new", "resume"])
def test_without_a_terminal_the_app_does_not_open(save_id: str, arguments: str) -> None:
    result = forked.run(*arguments.split())
    assert result.returncode == 2
    assert result.stdout == b""
    assert b"needs a terminal" in result.stderr
    assert result.stderr.count(b"\n") == 1


@pytest.mark.ci
def test_with_closed_standard_streams_the_app_does_not_open(save_id: str) -> None:
    result = subprocess.run(["sh", "-c", f"{shlex.quote(sys.executable)} -m naishi <&- >&-"], check=False, timeout=60)
    assert result.returncode == 2


def test_in_line_mode_a_replay_begins_at_the_first_action(run: Run, finished_id: str) -> None:
    result = run("replay", finished_id, "--plain")
    assert result.output.splitlines()[1] == "You see what Aiko sees."


def test_a_replay_of_nothing_says_so(run: Run) -> None:
    result = run("replay", "nosuch", "--plain")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert "There is no saved game" in result.output
