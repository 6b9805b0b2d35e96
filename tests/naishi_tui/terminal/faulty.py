"""Saving session with one failing or final system call.

`python -m tests.naishi_tui.terminal.faulty FOLDER [STEP]` prints a line for each session that went
wrong, and at last how many faults there were; with a step of 7, every seventh call fails.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import naishi
from naishi.common.i18n import NaishiError
from naishi.saves import OpenGame, Saves
from tests.naishi.saving import play, redo, undo

CALLS = (
    "open", "read", "write", "fsync", "close", "replace", "rename", "unlink", "mkdir", "stat", "fstat", "lstat",
    "scandir",
)  # fmt: skip
"""The functions of `os` that may fail, and `fcntl.flock`."""
FAULTS = ("ENOSPC", "EIO", "EROFS from here on", "dies before", "dies after", "dies half-way")
DIED = 9

State = tuple[tuple[str, ...], int]
"""The actions of a record and its cursor."""
WHOLE = ("give 1", "give 2", "develop L1", "end")
"""What the session plays."""


class Faults:
    """Stands between the program and the system, and counts."""

    def __init__(self, fault: str, at: int) -> None:
        self.fault = fault
        self.at = at
        self.calls = 0

    def between(self, module: Any, name: str) -> None:
        works = getattr(module, name)

        def call(*arguments: Any, **options: Any) -> Any:
            self.calls += 1
            broken = self.calls >= self.at if self.fault.endswith("on") else self.calls == self.at
            return self.happens(name, works, arguments, options) if broken else works(*arguments, **options)

        setattr(module, name, call)

    def happens(self, name: str, works: Callable[..., Any], arguments: Any, options: Any) -> Any:
        if self.fault.startswith("E"):
            if name == "close":  # the system closes, and tells of a fault all the same
                works(*arguments, **options)
            code = getattr(errno, self.fault.split()[0])
            raise OSError(code, os.strerror(code))
        if self.fault == "dies half-way" and name == "write":
            works(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
        elif self.fault == "dies after":
            works(*arguments, **options)
        os._exit(DIED)


def state(opened: OpenGame) -> State:
    record = opened.game.record
    return tuple(str(action) for action in record.actions), record.cursor


def session(saves: Saves, says: Callable[[str, State], object]) -> None:
    """Begin, play, take back, do again, leave, go on, delete and restore; say what is tried and what is done."""

    def step(act: Callable[[], object]) -> None:
        act()
        says("tried", state(opened))
        if opened.unsaved is None:
            says("done", state(opened))

    opened = saves.create(naishi.Game.new(seed=7))
    step(lambda: None)
    for action in WHOLE[:3]:
        step(lambda action=action: play(opened, action))  # type: ignore[misc]
    step(lambda: undo(opened))
    step(lambda: redo(opened))
    step(opened.close)
    opened = saves.open(opened.id)
    step(lambda: play(opened, WHOLE[3]))
    step(opened.close)
    if opened.unsaved is None:
        saves.delete(opened.id)
        saves.restore(opened.id)


def one(folder: Path, fault: str, at: int) -> tuple[bool, str]:
    """Play a session in a process of its own; tell whether the fault came, and what went wrong."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        say = os.write
        faults = Faults(fault, at)
        end = os._exit
        for name in CALLS:
            faults.between(os, name)
        faults.between(fcntl, "flock")
        try:
            session(Saves(folder), lambda word, state: say(writes, f"{word}|{json.dumps(state)}\n".encode()))
        except (NaishiError, OSError):
            pass
        except BaseException as error:
            say(writes, f"mistake|{error!r}\n".encode())
        end(0 if faults.calls < at else 1)
    os.close(writes)
    said = []
    with os.fdopen(reads) as pipe:
        said = [line.rstrip("\n").split("|", 1) for line in pipe]
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code != 0, wrong(Saves(folder), said)


def wrong(saves: Saves, said: list[list[str]]) -> str:
    """Compare what is in the folder with what was said."""
    tried = [as_state(what) for word, what in said if word == "tried"]
    done = [place for place, (word, _state) in enumerate(said) if word == "done"]
    mistakes = [what for word, what in said if word == "mistake"]
    if mistakes:
        return f"a mistake in the program: {mistakes[0]}"
    entries = [*saves.list(), *saves.trash.list()]
    if not done:
        return "" if len(entries) <= 1 else f"{len(entries)} files"
    if len(entries) != 1:
        return f"{len(entries)} files for one game"
    with suppress(NaishiError):
        saves.restore(entries[0].id)
    try:
        with saves.open(entries[0].id) as opened:
            found = state(opened)
            if opened.game.turn is not None:
                play(opened, opened.game.legal_actions()[0])
            if opened.unsaved is not None:
                return f"not playable on: {opened.unsaved}"
    except NaishiError as error:
        return f"not to be opened: {error}"
    acknowledged = sum(word == "tried" for word, _what in said[: done[-1]])
    later = {*tried[acknowledged - 1 :], *following(tried[-1])}  # one that died may have written what it didn't tell
    return "" if found in later else f"{found} is none of {later}"


def as_state(text: str) -> State:
    actions, cursor = json.loads(text)
    return tuple(actions), cursor


def following(state: State) -> set[State]:
    """The states that one step of the session leads to."""
    actions, cursor = state
    plays = {(WHOLE[: cursor + 1], cursor + 1)} if cursor < len(WHOLE) else set()
    return plays | {(actions, cursor - 1), (actions, cursor + 1)}


def main() -> None:
    base = Path(sys.argv[1])
    step = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    faults = bad = 0
    for number, fault in enumerate(FAULTS):
        at = number % step - step + 1  # not the same calls for every fault
        came = True
        while came:
            at += step
            folder = base / f"{fault.split()[-1]}-{at}"
            came, what = one(folder, fault, at)
            faults += came
            if what:
                bad += 1
                print(f"{fault} at call {at}: {what}")
    print(f"{faults} faults, {bad} wrong")


if __name__ == "__main__":
    main()
