"""Line mode, read by its lines alone."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple

import pytest

from naishi import Game, NaishiError, Player, PlayerView
from naishi.common import i18n
from naishi.plain.console import Console, commands, folded, handing_over, spectating, to_ascii, watching
from naishi.plain.home import PlainHome, at_home
from naishi.plain.json_console import JsonConsole
from naishi.plain.local import StandardLines
from naishi.plain.naishi.editor import editing, replaying
from naishi.plain.naishi.lessons import learning
from naishi.plain.naishi.match import playing, watching_match
from naishi.plain.naishi.study import exercising, walking
from naishi.plain.server.commands import in_account, in_lobby
from naishi.saves import Saves
from naishi.settings.schema import Layers
from tests import forked
from tests.naishi.plain.shared import SEQUENCE
from tests.naishi.saving import play
from tests.terminal import NAISHI, Terminal


def run(folder: Path, text: str | io.StringIO, *, json_lines: bool = False, **settings: object) -> str:
    """Run line mode as a script does, and return what it wrote."""
    out = io.StringIO()
    stdin = io.StringIO(text) if isinstance(text, str) else text
    console = (JsonConsole if json_lines else Console)(StandardLines(stdin, out))
    home = PlainHome(Saves(folder), console, Layers(flags=settings))
    asyncio.run(home.run())
    return out.getvalue()


def saved(folder: Path, *actions: str, kinds: tuple[str, str] = ("human", "human")) -> str:
    players = tuple(Player(name=name, kind=kind) for name, kind in zip(("Aiko", "Bruno"), kinds, strict=True))
    with Saves(folder).create(Game.new(7, players)) as opened:
        for action in actions:
            play(opened, action)
    return opened.id


def test_an_action_is_read_in_words_and_as_action_text(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    run(tmp_path, f"resume {id_}\nswap line 5 line 1\ndev hand 2\n")
    assert [str(action) for action in Saves(tmp_path).load(id_).actions[2:]] == ["swap L1 L5", "develop H2"]


def test_wide_digits_and_those_of_other_scripts_are_digits(tmp_path: Path) -> None:
    id_ = saved(tmp_path)
    said = run(tmp_path, f"resume {id_}\ngive １\nGIVE ٢\ncolumn ３\ndevelop hand ４\n")
    assert "Line 3" in said
    assert [str(each) for each in Saves(tmp_path).load(id_).actions] == ["give 1", "give 2", "develop H4"]


@pytest.mark.parametrize(
    ("language", "lines", "actions"),
    [
        ("fr", "inverser ligne 5 ligne 1\ndeveloppe m2", ["swap L1 L5", "develop H2"]),
        ("fr", "inv l1 l5\ndevelop h2\npourquoi une mont", ["swap L1 L5", "develop H2"]),
        ("pl", "zamień rząd 1 rząd 5\nrozwin reka 2\ndlaczego pole ryżowe", ["swap L1 L5", "develop H2"]),
        ("pl", "SWAP L1 L5\nroz H2\ndisc", ["swap L1 L5", "develop H2"]),
        ("de", "tauschen Reihe 1 Reihe 5\nentw hand 2\nwarum reisfeld", ["swap L1 L5", "develop H2"]),
        ("de", "TAUSCH L1 L5\ndev H2\nabwerfen", ["swap L1 L5", "develop H2"]),
    ],
)
def test_commands_are_understood_in_the_language_and_in_english(
    tmp_path: Path, language: str, lines: str, actions: list[str]
) -> None:
    """With or without accents, by their beginnings; the last word of all is refused, having too little after it."""
    id_ = saved(tmp_path, "give 1", "give 1")
    spoken = copy_context()
    spoken.run(i18n.use, i18n.load(language))
    with contextlib.suppress(NaishiError):
        spoken.run(run, tmp_path, f"resume {id_}\n{lines}\n")
    assert [str(action) for action in Saves(tmp_path).load(id_).actions[2:]] == actions


@pytest.mark.parametrize("language", i18n.languages())
def test_no_command_of_a_language_is_another_one_in_english(language: str) -> None:
    spoken = copy_context()
    spoken.run(i18n.use, i18n.load(language))
    of_a_server = (in_lobby, in_account, playing, watching_match)
    at_a_keyboard = (
        commands, learning, watching, spectating, handing_over, at_home, replaying, walking, editing, exercising,
    )  # fmt: skip
    for known in (spoken.run(room) for room in (*at_a_keyboard, *of_a_server)):
        assert not [command.word for command in known.values() if " " in command.word]
        words = {id_: to_ascii(command.word).casefold() for id_, command in known.items()}
        assert len({*words.values()}) == len(words)
        assert [(id_, word) for id_, word in words.items() if word in known and word != id_] == []


def test_who_sits_down_hears_what_was_done_and_what_the_river_shows_now(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    text = run(tmp_path, f"resume {id_}\ndevelop L4\nend\n")
    view: PlayerView = Saves(tmp_path).load(id_).view(1)
    greeting = text[text.index("Aiko placed") :]
    assert f"River 4: {view.river[3].top.noun}, 5 cards left." in greeting  # type: ignore[union-attr]


def test_points_for_one_reason_are_said_once(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    text = run(tmp_path, f"resume {id_}\nwhy mountain\n")
    assert re.search(r"^Mountain at .+: minus 5 points, more than one mountain\.$", text, re.MULTILINE)


def test_a_script_that_asks_for_the_impossible_ends_there(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    with pytest.raises(NaishiError, match="no emissary"):
        run(tmp_path, f"resume {id_}\nrecall\ndevelop L4\n")
    assert len(Saves(tmp_path).load(id_).actions) == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("developp L4", "Did you mean develop?"),
        ("l", "could be: line, last, log"),
        ("xyzzy", "is not a command"),
        ("column 7", "column 1 to column 5"),
        ("why tree", "no card called 'tree'"),
        ("develop river 9", "Write it like this: develop line 4"),
        ("copy hand 3 tree", "no card called 'tree'"),
    ],
)
def test_wrong_input_gets_one_line_that_helps(tmp_path: Path, typed: str, said: str) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    with pytest.raises(NaishiError, match=re.escape(said)) as error:
        run(tmp_path, f"resume {id_}\n{typed}\n")
    assert "\n" not in str(error.value)


def test_nothing_of_a_hand_is_written_for_the_other_player(tmp_path: Path) -> None:
    """Two deals that differ in the Hand of the first player only are read alike by the second."""
    questions = "hand\nline\nriver\ncourt\ntheirs\npile\nscore\nlog\nlast\nwhat\ncolumn 3\n"
    heard = []
    for gift in ("give 1", "give 2"):
        game = Game.new(7, ("Aiko", "Bruno"))
        deal = game.deal
        if gift == "give 2":
            first, second = deal.gifts[0]
            deal = deal.model_copy(update={"gifts": ((second, first), deal.gifts[1])})
        folder = tmp_path / gift
        with Saves(folder).create(Game.new(players=("Aiko", "Bruno"), deal=deal)) as opened:
            play(opened, gift)
        text = run(folder, f"resume {opened.id}\n{questions}")
        heard.append(text)
    assert heard[0] == heard[1]


def test_ascii_alone_where_nothing_else_can_be_written() -> None:
    assert to_ascii("Łódź – “œuvre” ×2 … 五") == 'Lodz - "oeuvre" x2 ... ?'
    assert to_ascii("„góra” ou « Œuf »") == '"gora" ou " OEuf "'


def test_a_language_may_have_its_own_way_to_write_ascii() -> None:
    i18n.use(i18n.load("de"))
    assert to_ascii("„Übung“ für größere Mönche") == '"Uebung" fuer groessere Moenche'
    assert folded("AENDERN") == folded("ändern") == folded("a\N{COMBINING DIAERESIS}ndern")


def test_settings_change_in_the_middle_of_a_game(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    with pytest.raises(NaishiError, match="memory aid is off"):
        run(tmp_path, f"resume {id_}\nmemory\n")
    text = run(tmp_path, f"resume {id_}\nset memory_aid on\nmemory\nsettings\n")
    assert "Their Hand 1: unknown." in text
    assert "memory aid: on." in text


class Done(NamedTuple):
    """What line mode leaves, run as a program."""

    returncode: int
    stdout: str
    stderr: str


def command(folder: Path, *arguments: str, typed: str) -> Done:
    result = forked.run("--saves", str(folder), *arguments, typed=typed.encode())
    return Done(result.returncode, result.stdout.decode(), result.stderr.decode())


def test_a_script_is_told_which_line_was_wrong(tmp_path: Path) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    done = command(tmp_path, "--plain", "resume", id_, typed="develop L4\nend\nrecall\n")
    assert done.returncode == 1
    assert done.stderr.startswith("naishi: line 3: You have no emissary")
    assert [str(action) for action in Saves(tmp_path).load(id_).actions[2:]] == ["develop L4", "end"]


@pytest.mark.parametrize("arguments", [("--plain", "resume"), ("resume", "--json"), ("--json", "resume")])
def test_line_mode_needs_no_terminal(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    saved(tmp_path, "give 1", "give 1")
    done = command(tmp_path, *arguments, typed="develop L4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(json.loads(line) for line in done.stdout.splitlines() if "--json" in arguments)


def test_a_dumb_terminal_gets_line_mode_and_no_sequence(tmp_path: Path) -> None:
    saved(tmp_path, "give 1", "give 1")
    with Terminal([*NAISHI, "--saves", str(tmp_path), "resume"], env={"TERM": "dumb"}) as terminal:
        terminal.wait_for("Press Enter when you are alone.")
        terminal.press("\r")
        terminal.wait_for("Round 1. Your turn, Aiko.")
        terminal.press("quit\r")
        assert terminal.wait() == 0
    assert not SEQUENCE.search(terminal.written.decode().replace("\r", ""))


def test_the_first_line_of_a_file_from_windows_is_understood(tmp_path: Path) -> None:
    assert "learn" in run(tmp_path, "\ufeffhelp\n")
