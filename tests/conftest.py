"""Plain surroundings for every test."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from naishi.common import i18n
from naishi.common.numpy_threads import ONE_THREAD
from tests import fuzzing

_CHANGES_WHAT_IS_WRITTEN = {
    *("NO_COLOR", "FORCE_COLOR", "COLORTERM", "ACCESSIBLE"),
    *("PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8"),
}

for _name in [*os.environ]:
    if _name == "TEXTUAL_SNAPSHOT_TEMPDIR":
        continue  # where pytest-textual-snapshot keeps its report
    if _name in _CHANGES_WHAT_IS_WRITTEN or _name.startswith(("TEXTUAL_", "NAISHI_", "XDG_")):
        del os.environ[_name]

# What is compiled for the tests, the many programs that they start need not compile again, whatever the shell says.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The program is on the path, as where it is installed: what it says of how to call it depends on that.
os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))

_TESTS = Path(__file__).parent
_MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux has a disk that is memory; pytest makes folders there that are its own
_ROOM = 1_000_000_000
"""Bytes, many times what all tests have at once: what a test leaves is deleted, unless it fails."""

if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:  # else tests wait half their time for disks
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

for _name in ONE_THREAD:  # as in the program; read when numpy is first imported
    os.environ[_name] = "1"

# A shell that runs the tests in the background ignores these, and so would every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # by nohup: the tests go on, but the programs must hear it
    signal.signal(signal.SIGHUP, lambda *_arguments: None)

gc.disable()  # until all tests are collected: hardly anything that is made until then goes away again

settings.register_profile("naishi", max_examples=25, derandomize=True, deadline=None, database=None)
settings.register_profile("by number", derandomize=False, deadline=None, database=None)
settings.load_profile("naishi")


def pytest_configure(config: pytest.Config) -> None:
    """Draw other examples and seeds with each `--hypothesis-seed`, where there is one."""
    number = config.getoption("--hypothesis-seed")
    if number is not None:
        settings.load_profile("by number")
        fuzzing.number = int(number)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Two processes more than there are cores: many tests wait for the programs that they start."""
    return (yield) + 2


_NOTHING_TO_RUN: dict[str, Callable[[str], object]] = {
    "ci and not slow": lambda text: "mark.ci" not in text,
    "not ci and not slow": re.compile(r"^pytestmark = .*\bmark\.(ci|slow)\b", re.MULTILINE).search,
}
"""What tells by the text of a file that `-m` leaves out each of its tests; `test_code.py` checks where marks stand."""


def _has_nothing_to_run(path: Path, config: pytest.Config) -> bool:
    """Whether all tests of a file would be deselected: to import it and make its tests takes time in each process.

    A file that was named on the command line is always collected.
    """
    left_out = _NOTHING_TO_RUN.get(config.getoption("-m"))
    if left_out is None or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return False
    return bool(left_out(path.read_text(encoding="utf-8")))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files that have nothing to run."""
    is_tests = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    return True if is_tests and _has_nothing_to_run(collection_path, config) else None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where all tests are collected, have each process import other files first.

    In a fresh clone each file is compiled by the first who imports it, and read by all others: side by side, each
    process would compile every file.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    files = sorted(path for path in _TESTS.rglob("test_*.py") if not _has_nothing_to_run(path, session.config))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in (*files[first:], *files[:first]):
        with contextlib.suppress(Exception, pytest.skip.Exception):  # which is told where the file is collected
            import_module(".".join(path.relative_to(_TESTS.parent).with_suffix("").parts))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name no test after a long text: workers send the names of all tests, and some texts have megabytes."""
    return f"{argname} of {len(val)}" if isinstance(val, str | bytes) and len(val) > 200 else None


_LONGEST = "test_the_code_passes", "test_every_link_of_the_site", "test_an_announced_stop_ends"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process is left with it in the end."""
    items.sort(key=lambda item: not any(name in item.nodeid for name in _LONGEST))


def pytest_collection_finish() -> None:
    """Leave what stays to the end out of garbage collection, and collect seldom: it took half the time of an app."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Collect once what is left: pytest would look through all of it five times."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_language_of_another_test() -> None:
    """A test that isn't asynchronous leaves the language that it has used to those after it."""
    i18n.use(i18n.load(i18n.ENGLISH))


_places = count()


@pytest.fixture
def unused_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where a test may make a folder: most need none. What is there is deleted, unless the test fails."""
    path = tmp_path_factory.getbasetemp() / f"{request.function.__name__[:30]}{next(_places)}"
    failed = request.session.testsfailed
    yield path
    if request.session.testsfailed == failed and path.exists():
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def tmp_path(unused_path: Path) -> Path:
    """A folder for a test; pytest's own looks through those of all other tests for a number."""
    unused_path.mkdir()
    return unused_path


@pytest.fixture(autouse=True)
def _folders_of_its_own(unused_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(unused_path / "home"))
    monkeypatch.setenv("NAISHI_SAVES", str(unused_path / "saves"))
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(unused_path / kind.lower()))
