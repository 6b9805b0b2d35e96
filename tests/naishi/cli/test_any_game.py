"""Commands with other kinds of game, on the toy: commands, files, playing, naishi.study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import naishi
from naishi.games.naishi.game import game as finished
from naishi.saves import Saves, Summary
from naishi.tabletop.kinds import Level, OptionRow, kind_of
from naishi_tui.messages import ShowSample
from tests.naishi.cli.conftest import Run, one_line
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _register() -> None:
    unison.register()


def game(*numbers: int) -> Any:
    begun = kind_of("unison").new(("Aiko", "Bruno", "Chika"), {}, "7")
    for number in numbers:
        begun.play(str(number), begun.awaited[0])
    return begun


@pytest.fixture
def toy_id(saves: Saves) -> str:
    """A saved game of the toy in its second round, in which the first player has chosen in secret."""
    with saves.create(game(3, 2, 2, 1)) as opened:
        pass
    return opened.id


def test_a_save_of_another_game_is_listed_shown_checked_exported_and_imported(
    run: Run, saves: Saves, toy_id: str, tmp_path: Path
) -> None:
    assert f"{toy_id}  Unison  Aiko – Bruno – Chika  round 2 of 3" in run("saves").stdout
    assert f"{toy_id}: Unison, Aiko, Bruno and Chika, round 2 of 3" in run("saves", "--plain").stdout
    assert run("check").stdout == f"{toy_id}: intact, 4 actions\n"
    exported = run("export", toy_id).stdout_bytes
    assert exported == saves.path(toy_id).read_bytes()
    (file := tmp_path / "file").write_bytes(exported)
    assert run("import", file, "--saves", tmp_path / "elsewhere").stdout.startswith(f"Imported as {toy_id}")
    assert Saves(tmp_path / "elsewhere").load(toy_id).document() == saves.load(toy_id).document()


@pytest.mark.parametrize("flags", [(), ("--plain",)])
def test_show_says_what_everybody_knows_and_nothing_of_a_secret_choice(
    run: Run, saves: Saves, flags: Sequence[str]
) -> None:
    texts = []
    for number in (1, 2):
        with saves.create(game(3, 2, 2, number)) as opened:
            pass
        texts.append(run("show", opened.id, *flags).stdout)
    assert texts[0] == texts[1]
    lines = texts[0].splitlines()
    assert lines[0] == "Unison: Aiko, Bruno and Chika, round 2 of 3."
    assert "round 1 of 3: Aiko has chosen 3." in lines
    assert lines[-1] == "round 2 of 3: Aiko has chosen."


def test_show_says_how_it_ended(run: Run, saves: Saves) -> None:
    with saves.create(game(3, 2, 2, 1, 1, 1, 2, 3, 3)) as opened:
        pass
    assert run("show", opened.id).stdout.splitlines()[-3:] == [
        f"{name}: {points}" for name, points in zip(("Aiko", "Bruno", "Chika"), opened.game.result.points, strict=True)
    ]


def test_a_damaged_one_is_repaired(run: Run, saves: Saves, toy_id: str) -> None:
    path = saves.path(toy_id)
    path.write_bytes(path.read_bytes()[:-95])
    assert "4 actions kept." in run("check", "--repair").stdout
    (repaired,) = (entry for entry in saves.list() if entry.id != toy_id)
    assert saves.load(repaired.id).document()["actions"] == game(3, 2, 2, 1).document()["actions"]


@pytest.mark.parametrize("command", ["analyse", "verify", "record"])
def test_what_only_the_card_game_has_is_refused_in_one_line(
    run: Run, app: list[Any], toy_id: str, command: str
) -> None:
    one_line(run(command, toy_id), "This is a game of Unison; that works only with games of Naishi so far.")
    assert app == []


def test_line_mode_goes_on_with_it_and_begins_a_new_one(run: Run, saves: Saves, toy_id: str) -> None:
    resumed, objects = run("--plain", "resume", toy_id), run("resume", toy_id, "--json")
    assert (resumed.exit_code, objects.exit_code) == (0, 0)
    assert "Round 2: choose a number" in resumed.stdout
    assert '"type": "table"' in objects.stdout
    begun = run("new", "--plain", "--game", "unison", "--players", "3", "--bot", "highest", "--player", "Aiko")
    assert begun.exit_code == 0
    assert "Hiro 2 has chosen.\nRound 1: choose a number" in begun.stdout
    assert {each.names for each in saves.list() if isinstance(each, Summary)} >= {("Aiko", "Hiro", "Hiro 2")}


def test_its_sample_is_shown(run: Run, app: list[Any]) -> None:
    assert run("learn", "--game", "unison").exit_code == 0
    ((_folder, how),) = app
    assert how["show"] == ShowSample("unison")
    assert "You are Bruno." in run("learn", "--game", "unison", "--plain").stdout
    one_line(run("learn", "--game", "chess"), "There is no game called 'chess'.")


def test_line_mode_replays_it(run: Run, toy_id: str) -> None:
    heard = run("--plain", "replay", toy_id)
    assert heard.exit_code == 0
    assert "Type next, or help." in heard.stdout
    assert '"type": "table"' in run("replay", toy_id, "--json").stdout


def test_statistics_are_of_the_card_game_and_nothing_is_wrong_with_the_others(
    run: Run, saves: Saves, toy_id: str, finished_id: str
) -> None:
    del toy_id
    with saves.create(game(3, 2, 2, 1, 1, 1, 2, 3, 3)):
        pass
    for _look in range(2):
        shown = run("stats", "--name", "Aiko")
        assert (shown.exit_code, shown.stderr) == (0, "")
        assert '"games": 1' in run("stats", "--name", "Aiko", "--json").stdout
    assert saves.load(finished_id).result is not None


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, app: list[Any]) -> list[Any]:
    """The games that an app that can play them all was started with."""
    monkeypatch.setattr(finished, "of_naishi", lambda game: game)
    return app


def seated(run: Run, begun: list[Any], *arguments: str) -> list[tuple[str, str]]:
    result = run("new", "--game", "unison", *arguments)
    assert result.exit_code == 0, result.stderr
    return [(player.name, player.kind) for player in begun.pop()[1]["game"].players]


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        ((), "Player 1, Player 2"),
        (("--players", "4"), "Player 1, Player 2, Player 3, Player 4"),
        (("--player", "Aiko", "--players", "3"), "Aiko, Player 2, Player 3"),
        (("--names", "Aiko", "Bruno", "--player", "Chika"), "Aiko, Bruno, Chika"),
        (("--bot", "highest"), "Player 1, Hiro*"),
        (("--bot", "STEADY", "--players", "4"), "Player 1, Hiro*, Hiro 2*, Hiro 3*"),
        (("--bot", "highest", "--player", "Aiko", "--player", "Bruno"), "Aiko, Bruno, Hiro*"),
        (("--bot", "highest", "--bot", "highest", "--player", "Hiro"), "Hiro, Hiro 2*, Hiro 3*"),
    ],
)
def test_new_seats_people_then_bots(run: Run, begun: list[Any], arguments: Sequence[str], players: str) -> None:
    found = seated(run, begun, *arguments)
    assert ", ".join(name + ("" if kind == "human" else "*") for name, kind in found) == players


def test_the_person_who_plays_bots_here_plays_them_again(run: Run, begun: list[Any], saves: Saves) -> None:
    seats = [naishi.Player(name="Aiko"), naishi.Player(name="Hiro", kind="highest")]
    saves.create(kind_of("unison").new(seats)).close()
    assert seated(run, begun, "--bot", "highest")[0] == ("Aiko", "human")


def test_new_takes_a_seed_and_the_options_of_the_game(
    run: Run, begun: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", "--game", "unison", "--seed", "9", "--option", "undo=off")
    game = begun.pop()[1]["game"]
    assert game.options.undo == "off"
    assert game.position_text() == kind_of("unison").new(("A", "B"), {}, "9").position_text()
    rows = (OptionRow("cards", "cards", (("few", "few"), ("many", "many"))),)
    monkeypatch.setattr(unison.UnisonKind, "option_rows", lambda _kind: rows)
    for text, says in (("cards=some", "few, many"), ("dragons=1", "cards=few|many"), ("cards", "cards=few|many")):
        result = run("new", "--game", "unison", "--option", text)
        assert result.exit_code == 2
        assert says in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--game", "go"), "no game called 'go'"),
        (("--game", "unison", "--players", "6"), "2 to 5 players"),
        (("--game", "unison", "--players", "1"), "2 to 5 players"),
        (("--game", "unison", "--player", "\x07"), "needs a name"),
        (("--players", "3"), "two players"),
    ],
)
def test_new_says_in_one_line_what_does_not_fit(
    run: Run, begun: list[Any], arguments: Sequence[str], says: str
) -> None:
    one_line(run("new", *arguments), says)
    assert begun == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--game", "unison", "--players", "2", "--names", "A", "B", "--bot", "highest"), "than there are seats"),
        (("--game", "unison", "--bot", "dragon"), "choose one of these: steady"),
        (("--game", "unison", "--first"), "--first"),
        (("--game", "unison", "--expansion"), "--expansion"),
        (("--bot", "strong", "--bot", "master"), "than there are seats"),
    ],
)
def test_new_says_how_it_is_used(run: Run, begun: list[Any], arguments: Sequence[str], says: str) -> None:
    result = run("new", *arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.stderr.split())
    assert begun == []


def test_new_and_resume_open_any_game_on_its_screens(run: Run, app: list[Any], toy_id: str) -> None:
    assert run("new", "--game", "unison", "--player", "Aiko", "--player", "Bruno").exit_code == 0
    game = app.pop()[1]["game"]
    assert (game.key, [player.name for player in game.players]) == ("unison", ["Aiko", "Bruno"])
    assert run("resume", toy_id).exit_code == 0
    assert app.pop()[1]["resume"] == toy_id


def test_the_card_game_can_be_asked_for_in_the_same_way(run: Run, app: list[Any]) -> None:
    arguments = ("--player", "Aiko", "--bot", "strong", "--option", "expansion=legends-travellers", "--seed", "7")
    assert run("new", "--game", "naishi", *arguments).exit_code == 0
    game = app.pop()[1]["game"]
    assert [(player.name, player.kind) for player in game.players] == [("Aiko", "human"), ("Murasaki", "strong")]
    assert game.module == "legends-travellers"


def test_levels_are_of_the_game(run: Run, begun: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    levels = (Level("low", "easy", "Iko"), Level("high", "hard", "Ura"))
    monkeypatch.setattr(unison.UnisonKind, "levels", lambda _kind: levels)
    assert [kind for _name, kind in seated(run, begun, "--bot", "hard", "--bot", "low")] == ["human", "high", "low"]
