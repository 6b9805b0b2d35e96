"""Ctrl+C at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from textwrap import dedent

import pytest

import naishi
from naishi.saves import Saves
from tests import forked
from tests.naishi.saving import play

KILL = "import os, signal\ndef ctrl_c(*_any, **_named): os.kill(os.getpid(), signal.SIGINT)\n"
MAIN = "from naishi.cli import main; "
AT_AN_IMPORT = """
    class Finder:
        def find_spec(name, path=None, target=None):
            if name == {name!r}:
                ctrl_c()

    sys.meta_path.insert(0, Finder)
    from naishi.cli import main
    main(["--version"])
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"import sys\n{KILL}{dedent(code)}"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["naishi.cli.program", "naishi.common.i18n", "click"])
def test_while_the_program_starts(name: str) -> None:
    result = python(AT_AN_IMPORT.format(name=name))
    assert (result.returncode, result.stdout, result.stderr.strip()) == (130, "", "")


def test_while_a_command_runs(saves: Saves) -> None:
    os.makedirs(saves.folder)
    result = forked.run("saves", before=f"{KILL}import naishi.saves; naishi.saves.Saves.list = ctrl_c")
    assert (result.returncode, result.stderr.strip()) == (128 + signal.SIGINT, b"")


def test_in_a_callback_that_python_lets_nothing_out_of(saves: Saves) -> None:
    """Each import has one; the program would go on as if nobody had pressed a key."""
    os.makedirs(saves.folder)
    code = f"""
    import time, weakref
    from naishi.saves import Saves

    class Thing:
        pass

    def listing(*_any):
        thing = Thing()
        kept = weakref.ref(thing, ctrl_c)
        del thing
        time.sleep(30)

    Saves.list = listing
    {MAIN}main(['saves'])
    """
    result = python(code)
    assert (result.returncode, result.stderr.strip()) == (130, "")


@pytest.mark.ci
@pytest.mark.parametrize("ending", ["import atexit; atexit.register(ctrl_c)", "sys.stdout.flush = ctrl_c"])
def test_and_again_while_the_program_ends(saves: Saves, ending: str) -> None:
    os.makedirs(saves.folder)
    result = python(f"{ending}\nfrom naishi.saves import Saves; Saves.list = ctrl_c\n{MAIN}main(['saves'])")
    assert (result.returncode, result.stderr.strip()) == (130, "")


@pytest.mark.ci
def test_at_the_very_end_it_changes_nothing() -> None:
    result = python(f"import atexit; atexit.register(ctrl_c)\n{MAIN}main(['--version'])")
    assert (result.returncode, result.stderr) == (0, "")


def test_while_a_game_is_saved_after_the_first_one(saves: Saves) -> None:
    """In line mode, at the prompt, and then while the game is closed."""
    twice = """
        from naishi.plain.console import Console
        from naishi.saves import OpenGame, open_save
        close = OpenGame.close
        def closing(self):
            write = open_save.disk.write_atomically
            def interrupted(path, data):
                ctrl_c()
                write(path, data)
            open_save.disk.write_atomically = interrupted
            os.unlink(self.path)
            close(self)
        OpenGame.close = closing
        Console.read = ctrl_c
    """
    with saves.create(naishi.Game.new(7)) as opened:
        play(opened, "give 1")
    result = forked.run("--plain", "resume", before=KILL + dedent(twice))
    assert (result.returncode, b"Traceback" in result.stderr) == (130, False)
    assert saves.load(opened.id).record == opened.game.record


@pytest.mark.ci
def test_where_it_is_ignored_it_stays_ignored() -> None:
    """As in a job that a script has put into the background."""
    result = python("""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        from naishi.cli import main
        ctrl_c()
        main(["--version"])
    """)
    assert (result.returncode, result.stderr) == (0, "")


def test_long_after_the_first_one_it_ends_a_program_that_hangs() -> None:
    result = python("""
        from naishi.cli import program
        program.PATIENCE = 0
        import naishi.cli.group
        naishi.cli.group.speak = ctrl_c
        def hang():
            while True: ctrl_c()
        sys.stdout.flush = hang
        from naishi.cli import main; main([])
    """)
    assert (result.returncode, result.stderr) == (130, "")
