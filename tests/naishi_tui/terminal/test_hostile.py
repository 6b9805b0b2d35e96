"""Names and texts without power over the terminal: local_driver, new_game, saved_games."""

from __future__ import annotations

import json
import random
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

import naishi
from naishi.saves import Saves
from naishi.saves.document import checksum
from naishi_tui.pictures.protocols import QUESTION
from tests.fuzzing import long_seeds, seeds
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, Program, a_game
from tests.naishi_tui.terminal.mash import STAY

OURS = re.compile(
    re.escape(QUESTION)
    + r"|\x1b\[[\d;]*[mH]|\x1b\[\?\d+(?:;\d+)*[hl]|\x1b\[\?\d+\$p|\x1b\[[<>]\d*u|\x1b\]22;\w*\x07|\x07|\r\n|\n"
)
"""All that is sent besides letters: the question about pictures, and Textual's colours, cursor, modes, the shape of the
mouse pointer, the bell."""

PIECES = (
    "\x1b[2J", "\x1b[5n", "\x1b]0;owned\x07", "\x1b]52;c;b3duZWQ=\x07", "\x1bP+q544e\x1b\\", "\x1b[?1049l", "\x1bc",
    "\x9b5n", "\x90owned\x9c", "\x08", "\x07", "\x00", "\r", "\n", "\t", "\x7f", "\x85", "\u2028", "\u2029",
    "\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200b", "\u200d", "\ufeff", "\u00ad", "\ufe0f", "\ue000",
    "\U000e0041", "\ud800", "\udfff", "\u0301", "\u20dd", "[red]", "[/]", "[/red]", "[@click=app.quit]", "[b", "\\[",
    "[link=x]", "$primary", "{name}", "{0.__class__}", "%s", "%(name)s", "`id`", "\"", "'", "<", "&", "A", "b", " ",
    "é", "ß", "Ł", "日", "本", "한", "א", "ب", "😀", "👩‍👩‍👧", "❤️", "ﷺ", "𝕏", "ﬃ",
)  # fmt: skip


def hostile(chance: random.Random) -> str:
    return "".join(chance.choice(PIECES) for _piece in range(chance.randrange(1, 9)))


def assert_obedient(program: Program) -> None:
    """Nothing but our own sequences was written, and of all letters none that hides or turns others."""
    raw = bytes(program.written).decode()
    raw = raw[raw.index("\x1b[?1049h") : raw.index("\x1b[?1049l")]  # before and after, the terminal itself writes keys
    rest = OURS.sub("", raw)
    foreign = {repr(letter) for letter in rest if unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}}
    assert not foreign
    assert "\x1b[5n" not in raw


def put_names(path: Path, *names: str) -> bool:
    """Give the players of a saved game other names, as a file from elsewhere may; tell whether it can be a save."""
    data: dict[str, Any] = json.loads(path.read_text())
    for player, name in zip(data["players"], names, strict=True):
        player["name"] = name
    data["checksum"] = checksum(data)
    path.write_text(json.dumps(data))
    try:
        naishi.GameRecord.model_validate({name: data[name] for name in naishi.GameRecord.model_fields if name in data})
    except ValueError:
        return False
    return True


@pytest.mark.ci
@pytest.mark.parametrize("seed", seeds(1, 40))
def test_a_list_of_games_with_hostile_names_is_a_list(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    good = [put_names(a_game(tmp_path).path, hostile(chance), hostile(chance)) for _game in range(24)]
    assert sum(good) > 12
    with Program(tmp_path, size=(100, 120)) as program:  # room for two lines a game
        program.wait_for("Saved games")
        program.press("l")
        program.wait_for("saved games")
        program.settle()
        assert sum("round 1" in line for line in program.screen.display) == sum(good)
        program.press("x")
        program.wait_for("Delete the game of")
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert_obedient(program)
        assert program.modes == AS_IT_WAS


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_a_game_of_hostile_names_is_played(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = a_game(tmp_path).path
    while not put_names(path, hostile(chance) + "Aiko", hostile(chance) + "Bruno"):
        pass
    with Program(tmp_path, "resume") as program:
        program.to_table()
        for key in ("enter", "e", "g", "escape", "f1", "escape", "?", "escape"):
            program.press(key)
        program.settle()
        program.press("escape")
        program.wait_for("again: leave")
        program.press("escape")
        program.wait_for("Continue")
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert_obedient(program)


def test_names_that_are_typed_or_pasted_are_letters_only(tmp_path: Path) -> None:
    with Program(tmp_path, "new") as program:
        program.wait_for("Player 1")
        program.press("\x15")
        program.press("\x1b[200~[red]\u202e\x9b5n\x07\x08Ai[/red]ko\ufeff\x1b[201~")
        program.press("\x13")
        program.settle()
        program.press("ctrl+q", wait=False)
        program.wait(IN_TIME)
        assert_obedient(program)
    for game in Saves(tmp_path / "saves").list():
        assert all(name.isprintable() for name in getattr(game, "names", ()))


@pytest.mark.parametrize("seed", [7, 8])
def test_names_on_the_command_line_are_letters_only(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    texts = [re.sub("[\0\ud800-\udfff]", "", hostile(chance)) for _text in range(3)]  # no argument can hold these
    names = texts[0][:12] + "Aiko", texts[1][:12] + "Bruno"  # longer ones are refused
    with Program(tmp_path, "new", "--seed", texts[2], "--names", *names) as program:
        program.settle()
        program.press("ctrl+q", wait=False)
        program.wait(IN_TIME)
        assert_obedient(program)


@pytest.mark.parametrize(
    ("seed", "bursts"), [(0, 5), *(pytest.param(seed, 25, marks=pytest.mark.slow) for seed in long_seeds(0, 60))]
)
def test_keys_hammered_on_any_screen_break_nothing(tmp_path: Path, seed: int, bursts: int) -> None:
    """Typed ahead of the screens, with clicks and resizes in between: no mistake, no sequence out of place."""
    chance = random.Random(seed)
    a_game(tmp_path)
    keys = [*"\r\r\r\t usdbirfegmn?12345hjklxcqyn\x1b\x12\x10", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOP"]
    with Program(tmp_path, "resume", before=STAY) as program:
        program.wait_for("Show my cards")
        for _burst in range(bursts):
            burst = []
            for _key in range(chance.randrange(1, 12)):
                key = chance.choice(keys)
                if chance.random() < 0.1:
                    key = f"\x1b[<0;{chance.randrange(1, 81)};{chance.randrange(1, 25)}"
                    key = f"{key}M{key}m"
                burst.append(key)
            program.press(*burst)
            if chance.random() < 0.1:
                program.resize(*chance.choice([(80, 24), (40, 10), (120, 50), (60, 20)]))
        program.settle()  # an Esc that came last and the key after it would be read as one
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0, program.text + "".join(
            path.read_text() for path in tmp_path.glob(".local/state/naishi/mistake*")
        )
        assert program.modes == AS_IT_WAS
        assert_obedient(program)
    assert not [each for each in program.saves.list() if isinstance(each, naishi.saves.Problem)]
