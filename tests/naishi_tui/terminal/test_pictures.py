"""Graphics in a real terminal: protocols, terminal_pictures, local_driver."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from naishi_tui.pictures.protocols import PLACEHOLDER, QUESTION
from tests.fuzzing import some
from tests.naishi_tui.pictures.shared import images
from tests.naishi_tui.terminal.app import AS_IT_WAS, Program, a_game
from tests.naishi_tui.terminal.shared import FORGOTTEN, ITERM, KITTY, SIXEL, pictured

NO = b"\x1b[?62;22c"


class Answering(Program):
    """A terminal that answers the question, or doesn't."""

    def __init__(self, home: Path, answers: bytes, *, before: str = "", **environment: str) -> None:
        self.answers = answers
        a_game(home)
        super().__init__(home, "resume", before=before, env={"COLORTERM": "truecolor", **environment})

    def read(self, timeout: float = 10.0, quiet: float = 0.15) -> bytes:
        got = super().read(timeout, quiet)
        if self.answers and self.asked:
            answers, self.answers = self.answers, b""
            os.write(self.fd, answers)
        return got

    @property
    def asked(self) -> bool:
        """Whether it was asked for pictures."""
        return QUESTION.encode() in self.written

    @property
    def sent(self) -> str:
        """All that it was sent."""
        return self.written.decode()

    def explain(self, *keys: str) -> str:
        """Have a card explained, go on to others, and return what was sent meanwhile."""
        self.to_table()
        start = len(self.written)
        for key in ("?", *keys):
            self.press(key)
        self.wait_for("Arrows or ?: other cards")
        return self.written[start:].decode()

    def leave(self) -> str:
        """Quit, and return what was sent from then on."""
        start = len(self.written)
        self.press("ctrl+q", wait=False)
        assert self.wait(60) == 0
        assert self.modes == AS_IT_WAS
        return self.written[start:].decode()


@pytest.mark.ci
def test_a_terminal_with_kitty_graphics_gets_each_picture_once_and_forgets_all_in_the_end(tmp_path: Path) -> None:
    with Answering(tmp_path, KITTY) as terminal:
        sent = terminal.explain("up", "right", "left", "right", "escape", "?")
        ids = [*images(sent)]
        assert sent.count("\x1b_Ga=T") == len(ids) > 1
        assert sent.count(PLACEHOLDER) >= 7 * 7 * 23
        left = terminal.leave()
        assert sorted(FORGOTTEN.findall(left)) == sorted(ids)
        assert left.index("\x1b_Ga=d") < left.index("\x1b[?1049l")


@pytest.mark.parametrize(("answers", "begin"), [(ITERM, "\x1b]1337;"), (SIXEL, "\x1bP0;1q")], ids=["iterm", "sixel"])
def test_a_terminal_with_another_protocol_gets_a_slice_for_each_row(answers: bytes, begin: str, tmp_path: Path) -> None:
    with Answering(tmp_path, answers) as terminal:
        slices = terminal.explain().count(begin)
        assert slices > 0
        assert slices % 7 == 0
        start = len(terminal.written)
        terminal.press("escape")
        assert not pictured(terminal.written[start:].decode()), "the cells of the table erase it"
        assert not pictured(terminal.leave())


@pytest.mark.parametrize("answers", [NO, b"", KITTY[:-1]], ids=["no", "nothing", "not to the end"])
def test_a_terminal_that_does_not_say_yes_gets_cells(answers: bytes, tmp_path: Path) -> None:
    with Answering(tmp_path, answers) as terminal:
        sent = terminal.explain()
        assert terminal.asked
        assert not pictured(terminal.sent)
        assert sent.count("▀") + sent.count("▄") > 50
        assert not pictured(terminal.leave())


@pytest.mark.parametrize(
    "environment",
    some(
        [
            {"TMUX": "/run/tmux,1,0"},
            {"STY": "1.host"},
            {"TERM": "screen-256color"},
            {"TERM": "tmux-256color"},
            {"NO_COLOR": "1"},
            {"NAISHI_PICTURES": "false"},
            {"NAISHI_ASCII": "true"},
        ],
        3,
    ),
    ids=lambda each: "=".join(next(iter(each.items()))),
)
def test_a_terminal_is_not_even_asked_where_pictures_are_out_of_place(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with Answering(tmp_path, KITTY, **environment) as terminal:
        terminal.explain()
        assert not terminal.asked
        assert not pictured(terminal.sent)


def test_answers_are_no_keys_at_any_time(tmp_path: Path) -> None:
    """Not on the cover, which any key might lift, and not at the table, where letters are commands."""
    with Answering(tmp_path, KITTY) as terminal:
        terminal.wait_for("Show my cards")
        terminal.settle()
        assert terminal.covered
        terminal.to_table()
        before = terminal.text
        for answers in (KITTY, ITERM, SIXEL, NO):
            os.write(terminal.fd, answers)
        terminal.settle()
        assert terminal.text == before


def test_a_terminal_forgets_pictures_also_where_a_signal_ends_the_program(tmp_path: Path) -> None:
    with Answering(tmp_path, KITTY) as terminal:
        ids = images(terminal.explain())
        start = len(terminal.written)
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.wait(60)
        assert {*FORGOTTEN.findall(terminal.written[start:].decode())} == {*ids}
        assert terminal.modes == AS_IT_WAS


HANGS = """
import time
from naishi_tui.games.naishi.reading import Explain
on_key = Explain.on_key
Explain.on_key = lambda self, event: time.sleep(1000) if event.key == "x" else on_key(self, event)
"""


def test_a_terminal_forgets_pictures_also_where_the_program_hangs(tmp_path: Path) -> None:
    with Answering(tmp_path, KITTY, before=HANGS) as terminal:
        ids = images(terminal.explain())
        start = len(terminal.written)
        terminal.press("x", wait=False)
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.wait(60)
        assert {*FORGOTTEN.findall(terminal.written[start:].decode())} == {*ids}
        assert terminal.modes == AS_IT_WAS
