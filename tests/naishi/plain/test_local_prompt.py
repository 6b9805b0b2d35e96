"""Readline history, and the terminal afterwards."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from naishi import Game, Player
from naishi.saves import Saves
from naishi.tabletop.pins import hash_pin
from tests.naishi.plain.prompt import Prompt

UP, CUT_LINE, PUT_BACK = "\x1b[A", "\x15", "\x19"
ALONE = "Press Enter when you are alone. "


@pytest.fixture
def game(tmp_path: Path) -> str:
    with Saves(tmp_path).create(Game.new(7, ("Aiko", "Bruno"))) as opened:
        return opened.id


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT, signal.SIGINT])
def test_a_signal_at_a_prompt_leaves_the_terminal_as_it_was(tmp_path: Path, game: str, number: signal.Signals) -> None:
    with Prompt(tmp_path, "resume", game) as prompt:
        prompt.wait_for(ALONE)
        assert prompt.reads_until(lambda: not prompt.shows_what_is_typed)
        os.kill(prompt.pid, number)
        assert prompt.wait() == 128 + number
        assert prompt.shows_what_is_typed
        assert "Traceback" not in prompt.text
    Saves(tmp_path).open(game).close()  # nobody holds it


def test_a_question_that_fills_the_line_is_a_line_of_its_own(tmp_path: Path) -> None:
    with Prompt(tmp_path) as prompt:
        prompt.wait_for("naishi> ")
        prompt.type("new", until="intermediate, strong, master:\r\n")
        prompt.type("Aiko", until="A name, or a bot's level: ")


def test_whoever_watches_is_asked_again_after_each_answer(tmp_path: Path, game: str) -> None:
    with Saves(tmp_path).open(game), Prompt(tmp_path) as prompt:
        prompt.wait_for("naishi> ")
        prompt.type(f"watch {game}", until="you hear what happens there.\r\n> ")
        prompt.type("log", until="Nothing has happened yet.\r\n> ")
        prompt.type("quit", until="naishi> ")


def test_who_leaves_by_ctrl_c_hears_that_the_game_is_saved(tmp_path: Path, game: str) -> None:
    with Prompt(tmp_path, "resume", game) as prompt:
        prompt.wait_for(ALONE)
        os.kill(prompt.pid, signal.SIGINT)
        prompt.wait_for("Saved. naishi --plain --saves ")
        prompt.wait_for(f"resume {game} continues it.")
        assert prompt.wait() == 130


def test_a_signal_while_a_pin_is_typed_does_too(tmp_path: Path) -> None:
    aiko = Player(name="Aiko", pin=hash_pin("1234"))
    with Saves(tmp_path).create(Game.new(7, (aiko, Player(name="Strong bot", kind="strong")))) as opened:
        pass
    with Prompt(tmp_path, "resume", opened.id) as prompt:
        prompt.wait_for("Aiko's PIN: ")
        assert prompt.reads_until(lambda: not prompt.shows_what_is_typed)
        os.kill(prompt.pid, signal.SIGTERM)
        assert prompt.wait() == 143
        assert prompt.shows_what_is_typed


def test_a_terminal_that_goes_away_ends_it(tmp_path: Path, game: str) -> None:
    with Prompt(tmp_path, "resume", game) as prompt:
        prompt.wait_for(ALONE)
        prompt.hang_up()
        assert prompt.wait(reading=False) == 129
    Saves(tmp_path).open(game).close()


def test_a_hang_up_that_is_ignored_stays_ignored(tmp_path: Path, game: str) -> None:
    before = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    with Prompt(tmp_path, "resume", game, before=before) as prompt:
        prompt.wait_for(ALONE)
        os.kill(prompt.pid, signal.SIGHUP)
        prompt.type("", "Dealt 2")
        prompt.type("quit", "Saved.")
        assert prompt.wait() == 0


def test_nobody_finds_what_another_person_has_typed(tmp_path: Path, game: str) -> None:
    with Prompt(tmp_path, "resume", game) as prompt:
        prompt.wait_for(ALONE)
        prompt.type("", "Dealt 2")
        prompt.type("river", "River 5")
        assert prompt.after(f"secret{CUT_LINE}") == ""
        prompt.type("give 1", f"The keyboard is Bruno's. {ALONE}")
        assert (prompt.after(UP), prompt.after(PUT_BACK)) == ("", "")
        prompt.type("hasty", "Press Enter alone to go on. undo: undo the last action. ")
        prompt.type("", "Dealt 2")
        assert (prompt.after(UP), prompt.after(PUT_BACK)) == ("", "")
        prompt.type("court", "emissar")
        prompt.type("give 1", f"The keyboard is Aiko's. {ALONE}")
        assert prompt.after(UP) == ""


def test_who_is_back_at_the_keyboard_finds_what_they_typed(tmp_path: Path, game: str) -> None:
    with Prompt(tmp_path, "resume", game) as prompt:
        prompt.wait_for(ALONE)
        prompt.type("", "Dealt 2")
        prompt.type("give 1", ALONE)
        prompt.type("", "Dealt 2")
        prompt.type("give 2", ALONE)
        prompt.type("", "Your turn, Aiko.")
        assert prompt.after(UP) == "give 1"


def test_after_the_game_the_prompt_at_home_has_its_own_lines(tmp_path: Path, game: str) -> None:
    with Prompt(tmp_path) as prompt:
        prompt.wait_for("naishi>")
        prompt.type(f"resume {game}", ALONE)
        prompt.type("", "Dealt 2")
        prompt.type("river", "River 5")
        prompt.type("quit", "naishi>")
        assert prompt.after(UP) == f"resume {game}"
