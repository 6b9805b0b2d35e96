"""Second program on one game, spectating, then taking over: navigator, naishi_tui.routes, home_picture."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from pathlib import Path

import pytest

import naishi
from naishi.games.naishi.text.sentences import sentence
from naishi_tui.games.naishi.cards.home_picture import SHOWN
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, Program, a_game
from tests.naishi_tui.terminal.shared import SEQUENCE


def look_on(second: Program) -> None:
    """Accept to look at the game, which is open elsewhere."""
    second.wait_for("Watch it instead?")
    second.press("y")
    second.wait_for("It is open elsewhere: ")


def secrets(game: naishi.Game) -> set[str]:
    """The names of cards in a Hand that lie open nowhere, and that the log doesn't tell."""
    view = game.view()
    told = " ".join(sentence(event, view.names) for event in view.events)
    seen = {str(card) for side in view.sides for card in side.line} | {str(pile.top) for pile in view.river}
    hands = [{str(card) for card in game.view(seat).mine.hand if card is not None} for seat in (0, 1)]
    seen |= {str(card) for card in SHOWN}  # at home
    return {name for name in hands[0] | hands[1] if name not in seen and name not in told}


def assert_public(second: Program, start: int, game: naishi.Game) -> None:
    """Nothing of either Hand is in what was written since: no card, no place, no title, nothing for a clipboard."""
    raw = bytes(second.written[start:]).decode()
    assert not set(re.findall(r"\x1b\](\d*)", raw)) - {"22"}, "only the shape of the mouse pointer"
    text = SEQUENCE.sub("", raw) + second.text
    assert secrets(game)
    for name in secrets(game):
        assert name not in text.lower()
    assert not re.search(r"\bH[1-5]\b", text)


@pytest.mark.ci
def test_the_second_program_looks_on_follows_and_takes_over_from_a_killed_one(tmp_path: Path) -> None:
    game = a_game(tmp_path, seed=2)
    with contextlib.ExitStack() as both:
        first = both.enter_context(Program(tmp_path, "resume"))
        first.to_table()
        second = both.enter_context(Program(tmp_path, "resume"))
        second.wait_for("Watch it instead?")
        second.press("n")
        second.wait_for("Continue")
        start = len(second.written)
        second.press("c")
        look_on(second)
        assert f"process {first.pid}." in second.text
        stamp = game.path.stat().st_mtime_ns
        for key in ("enter", "space", "e", "u", "ctrl+r", "s", "d", "i", "r", "f", "m", "a"):
            second.press(key)
        assert game.path.stat().st_mtime_ns == stamp
        first.press("enter")
        first.wait_for("You placed")
        second.wait_for(" placed")
        for size in ((120, 40), (60, 20), (40, 10), (80, 24)):
            second.resize(*size)
            second.settle()
        assert_public(second, start, second.saves.load(game.id))
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        second.wait_for("This game is no longer open elsewhere.")
        second.press("enter")
        second.wait_for("Aiko, it is your turn.")
        second.uncover()
        second.wait_for("─ River")
        second.press("e")
        second.wait_for("pass the keyboard")
        second.press("ctrl+q", wait=False)
        assert second.wait(IN_TIME) == 0
        assert second.modes == AS_IT_WAS
    assert [str(action) for action in second.saves.load(game.id).actions[2:]] == ["develop L3", "end"]


def test_nothing_is_written_to_the_terminal_of_one_who_looks_on_while_nothing_happens(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as first:
        first.to_table()
        before = "from naishi.sessions import participant; participant.INTERVAL = 0.1"  # seconds between two looks
        with Program(tmp_path, "resume", before=before) as second:
            look_on(second)
            second.settle()
            assert second.read(1.0, 1.0) == b""
            os.kill(second.pid, signal.SIGTERM)
            assert second.wait(IN_TIME) == 143
            assert second.modes == AS_IT_WAS
        first.press("enter")
        first.wait_for("You placed")
