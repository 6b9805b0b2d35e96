"""Cost of the program in a terminal: `python benchmarks/terminal.py [--rounds N] [--size 160x48]`.

It drives the real program in a pty of 80 × 24 with TERM=xterm-256color, as over SSH, and sets its start beside that
of a bare Textual app measured in the same rounds. The bounds are those of 80 × 24, whatever size is asked for.
Linux only: CPU time and memory are read from /proc.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from naishi import Game
from naishi.saves import Saves
from tests.terminal import NAISHI, Terminal

PROJECT = Path(__file__).resolve().parent.parent

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("New game")

Bare().run()
"""
"""A Textual app with nothing in it."""

FIRST_WORDS = "New game"
"""What the first frame of both says."""

ASKS_FOR_FRAMES, YES_FRAMES = b"\x1b[?2026$p", b"\x1b[?2026;1$y"
"""How an app asks a terminal for synchronized output, and how one says that it has it."""
FRAME = b"\x1b[?2026h"

CURSOR_KEYS = (
    ["left", "left", "right", "right"] * 3 + ["up", "left", "down", "right"] * 3 + ["1", "5", "tab", "3"]
) * 2
ACTIONS = {
    "develop H4": ["down", "4", "enter"],
    "undo": ["u"],
    "redo": ["ctrl+r"],
    "undo again": ["u"],
    "swap L1 L2": ["s", "up", "1", "enter", "2", "enter"],
    "undo the swap": ["u"],
    "discard R1 R2": ["d", "up", "1", "enter", "2", "enter"],
    "undo the discard": ["u"],
}
"""Keys of a turn; each last key does something to the game."""


SEEDS = range(1, 8)
"""Of random games whose last turn is shown."""


@dataclass
class Start:
    """What a start cost."""

    cpu: float
    """Seconds of processor time until the first frame had come."""
    rss: float
    """MiB of memory once it stands still."""


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=7, help="starts of each program, 0 for none (default: 7)")
    parser.add_argument("--size", default="80x24", help="of the terminal for the table (default: 80x24)")
    arguments = parser.parse_args()
    rounds, (columns, lines) = arguments.rounds, map(int, arguments.size.split("x"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ |= {"HOME": name, "XDG_CONFIG_HOME": name}  # no settings of the person who measures
        shutil.copy(PROJECT / "saves" / "examples" / "midgame.naishi.json", folder)
        if rounds:
            print_starts(measure_starts(folder, rounds))
        opening, idle, cursor, actions = measure_table(folder, (columns, lines))
        shown = [bytes_to_show(folder, seed, (columns, lines)) for seed in SEEDS]
    print(f"\n{'':34}{'median':>10}{'largest':>10}{'frames':>8}{'bound':>13}")
    line("bytes a cursor key", cursor, "600 / 900")
    line("bytes an action with its repaint", actions, "6000")
    print(f"{'bytes to show an action':34}{statistics.median(shown):10.0f}{max(shown):10}{'':8}{'6000':>13}")
    line("bytes to open the table", [opening], "20000")
    line("bytes while nobody acts, in 3 s", [idle], "0")


def print_starts(starts: dict[str, list[Start]]) -> None:
    """Print what starts cost, set beside the bare app's."""
    print(f"{'':44}{'naishi':>10}{'bare':>10}{'ratio':>8}{'bound':>8}")
    for what, scale, title, bound in (
        ("cpu", 1000, "CPU to the first frame, ms", 1.7),
        ("rss", 1, "memory once it stands, MiB", 1.5),
    ):
        for case, ours in starts.items():
            for word, best in (("best", min), ("median", statistics.median)):
                a, b = (best(getattr(start, what) * scale for start in each) for each in (ours, starts[BARE]))
                if case != BARE:
                    name, most = f"{title}, {case}, {word}", bound if word == "best" else ""
                    print(f"{name:44}{a:10.1f}{b:10.1f}{a / b:8.2f}{most:>8}")


def bytes_to_show(folder: Path, seed: int, size: tuple[int, int]) -> int:
    """Bytes by which a table costs more that shows the last turn card by card, for each action of that turn."""
    game, draw = Game.new(seed, ("Aiko", "Bruno")), random.Random(seed)
    while len(game.actions) < 20 or not actions_to_show(game):
        game.play(draw.choice([action for action in game.legal_actions() if action.text != "declare"]))
    with Saves(folder).create(game) as opened:
        name = opened.id
    at_once, by_card = (opened_table(folder, name, size, animations) for animations in ("false", "true"))
    return (by_card - at_once) // actions_to_show(game)


def actions_to_show(game: Game) -> int:
    """How many actions of the last turn of the other player have moved cards."""
    turn = takewhile(lambda event: event.seat != game.turn, reversed(game.events(game.turn)))
    return sum(event.cards != () for event in turn)


def opened_table(folder: Path, name: str, size: tuple[int, int], animations: str) -> int:
    """Bytes to open a table after the cover, until nothing moves any more."""
    environment = AS_NEW | {"NAISHI_ANIMATIONS": animations}
    with Terminal([*NAISHI, "resume", name, "--saves", str(folder)], size, environment) as terminal:
        terminal.wait_for("Show my cards")
        terminal.read(timeout=2, quiet=1)  # one has to look away first
        before = len(terminal.written)
        terminal.press("enter", wait=False)
        terminal.wait_for("Imperial court")
        terminal.read(timeout=9, quiet=1)
        return len(terminal.written) - before


def line(title: str, answers: Iterable[bytes], bound: str) -> None:
    """Print how many bytes and frames some answers had."""
    answers = list(answers)
    sizes = [len(each) for each in answers]
    frames = max(each.count(FRAME) for each in answers)
    print(f"{title:34}{statistics.median(sizes):10.0f}{max(sizes):10}{frames:8}{bound:>13}")


def measure_starts(folder: Path, rounds: int) -> dict[str, list[Start]]:
    """Start the bare app and ours in turn: as it comes, and with a setting from each place where one can stand."""
    naishi = [*NAISHI, "--saves", str(folder)]
    configured = folder / "config"
    (configured / "naishi").mkdir(parents=True)
    (configured / "naishi" / "settings.toml").write_text('theme = "light"\nhints = false\n', "utf-8")
    cases: dict[str, tuple[list[str], dict[str, str]]] = {
        BARE: ([sys.executable, "-c", BARE], {}),
        "as new": (naishi, {}),
        "file": (naishi, {"XDG_CONFIG_HOME": str(configured)}),
        "variable": (naishi, {"NAISHI_THEME": "light"}),
        "flag": ([*naishi, "--theme", "light"], {}),
    }
    starts: dict[str, list[Start]] = {name: [] for name in cases}
    for _round in range(rounds):
        for name, (command, environment) in cases.items():
            starts[name].append(start(command, environment))
    return starts


def start(command: list[str], environment: dict[str, str]) -> Start:
    """Start a program, and look at it when its first frame has come and when it stands still."""
    with Terminal(command, env=AS_NEW | environment) as terminal:
        while FIRST_WORDS not in terminal.text:
            terminal.read(timeout=0.05, quiet=0.005)
        cpu = cpu_of(terminal.pid)
        terminal.read(timeout=2, quiet=0.5)
        return Start(cpu, rss_of(terminal.pid))


def cpu_of(pid: int) -> float:
    """Seconds that all threads of a process have run."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def rss_of(pid: int) -> float:
    """MiB of memory that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def measure_table(folder: Path, size: tuple[int, int]) -> tuple[bytes, bytes, list[bytes], list[bytes]]:
    """Open a table, do nothing, move, act."""
    with Terminal([*NAISHI, "resume", "midgame", "--saves", str(folder)], size, ENVIRONMENT) as terminal:
        while ASKS_FOR_FRAMES not in terminal.written:
            terminal.read(timeout=0.1)
        os.write(terminal.fd, YES_FRAMES)
        terminal.wait_for("Show my cards")
        terminal.read(timeout=2, quiet=1)  # one has to look away first
        before = len(terminal.written)
        terminal.press("enter", wait=False)
        terminal.wait_for("Imperial court")
        terminal.read(timeout=3, quiet=1)
        opening = bytes(terminal.written[before:])
        idle = terminal.read(timeout=3, quiet=3)
        terminal.press("u")  # the develop too: a whole turn lies ahead
        terminal.read(timeout=3, quiet=1)
        cursor = [answer(terminal, key) for key in CURSOR_KEYS]
        actions = list(acted(terminal))
    return opening, idle, cursor, actions


def acted(terminal: Terminal) -> Iterator[bytes]:
    """What was written in answer to each last key of an action."""
    for keys in ACTIONS.values():
        for key in keys[:-1]:
            answer(terminal, key)
        yield answer(terminal, keys[-1])


def answer(terminal: Terminal, key: str) -> bytes:
    """What was written in answer to a key; nothing is late, nothing is left over."""
    terminal.press(key, wait=False)
    return terminal.read(timeout=5, quiet=0.5)


AS_NEW = {"PYTHONPATH": str(PROJECT)}
"""Nothing is set, as for most people."""
ENVIRONMENT = AS_NEW | {"NAISHI_ANIMATIONS": "false"}

if __name__ == "__main__":
    main()
