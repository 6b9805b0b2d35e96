"""Private names of the frameworks: few, each used in one file, and known to be what they were when that was written.

After an upgrade, `test_the_framework_still_means_the_same` names what has changed: read that, see whether our file
still does what it says, then write the new version into the file and the new digest here.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import naishi_tui

pytestmark = pytest.mark.ci

FRAMEWORKS = {"textual", "rich", "asyncssh"}
PACKAGE = Path(naishi_tui.__file__).parent
OURS = {"os._exit", "textual.__version__"}
"""Found by the search, but public."""


@dataclass(frozen=True)
class Name:
    """A private name, the one file that uses it, and what it stood for when that was checked."""

    owner: str
    """A module, or `module:Class`."""
    name: str
    file: str
    digest: str
    """Of the source of a function; of anything else, of the lines of its owner that name it."""

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"

    @property
    def framework(self) -> str:
        return self.owner.split(".")[0]


DRIVER = "textual.drivers.linux_driver:LinuxDriver"
NAMES = (
    Name("rich._wrap", "re_word", "drawing/cells.py", "5cf24dd1a1d5"),
    Name("rich.console:Console", "_environ", "visit/isolation.py", "27278609bd15"),
    Name("textual._context", "active_message_pump", "terminal/exceptions.py", "fa8cf6be5eae"),
    Name("textual._xterm_parser:XTermParser", "_sequence_to_key_events", "terminal/sequence_events.py", "fd21105b54cc"),
    Name("textual.app:App", "_batch_count", "screen_stack.py", "83779a8a97a7"),
    Name("textual.app:App", "_capture_stderr", "visit/isolation.py", "2ff9662ab4cc"),
    Name("textual.app:App", "_capture_stdout", "visit/isolation.py", "d551ac93da9d"),
    Name("textual.app:App", "_handle_exception", "terminal/exceptions.py", "ebf01bf0d7ba"),
    Name("textual.css.stylesheet:Stylesheet", "_parse_rules", "visit/stylesheet.py", "01a7957fb176"),
    Name(DRIVER, "_file", "terminal/local_driver.py", "29990314308e"),
    Name(DRIVER, "_get_terminal_size", "terminal/local_driver.py", "8333e916e9a4"),
    Name(DRIVER, "_must_signal_resume", "terminal/local_driver.py", "b2af06374404"),
    Name(DRIVER, "_query_in_band_window_resize", "terminal/local_driver.py", "bb15be9c6444"),
    Name(DRIVER, "_sigtstp_application", "terminal/local_driver.py", "5804287de774"),
    Name("textual.screen:Screen", "_compositor", "recording/recorder.py", "0d2963955c39"),
    Name("textual.timer:Timer", "_skip", "terminal/timers.py", "4e45bb2c893e"),
    Name("asyncssh.channel:SSHServerChannel", "_process_env_request", "ssh/environment.py", "407dea64c32e"),
    Name("asyncssh.connection:SSHConnection", "_transport", "ssh/backpressure.py", "a1d30ac2b3c3"),
)


def test_each_private_name_is_used_in_one_file_and_known() -> None:
    used = {(name, path) for path, tree in files() for name in private_names(path, tree)}
    assert used == {(each.name, each.file) for each in NAMES}


@pytest.mark.parametrize("each", NAMES, ids=str)
def test_the_framework_still_means_the_same(each: Name) -> None:
    source = source_of(each)
    assert source, f"{each} is gone; {each.file} uses it"
    assert digest(source) == each.digest, f"{each} has changed; see whether {each.file} still works:\n{source}"


@pytest.mark.parametrize("each", NAMES, ids=str)
def test_the_file_says_with_which_version_it_was_checked(each: Name) -> None:
    text = " ".join((PACKAGE / each.file).read_text("utf-8").split())
    assert f"{each.framework} {version(each.framework)}" in text, f"{each.file} was checked with another version"


def test_no_private_name_of_a_framework_is_taken_by_accident() -> None:
    """Textual would call ours in its place: `_uncover`, say, whenever a widget is taken away."""
    known = {each.name for each in NAMES}
    taken = {
        (one.__name__, name)
        for _path, tree, module in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and (one := vars(module).get(node.name)) is not None
        for name in names_in(node) & names_of_bases(one)
    }
    assert {(one, name) for one, name in taken if name not in known} == set()


def modules() -> Iterator[tuple[str, ast.Module, ModuleType]]:
    """Every module of the app: its path, its syntax, and itself."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(["naishi_tui", *parts]).removesuffix(".__init__")
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8")), import_module(name)


def files() -> Iterator[tuple[str, ast.Module]]:
    for path, tree, _module in modules():
        yield path, tree


def private_names(path: str, tree: ast.Module) -> Iterator[str]:
    """The private names of others that a file uses: imported, asked of something else than `self`, or inherited."""
    known = {each.name for each in NAMES if each.file == path}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in FRAMEWORKS:
            whole = [part for part in (node.module or "").split(".") if is_private(part)]
            yield from (alias.name for alias in node.names if whole and alias.name[0].islower())
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and ast.unparse(node) not in OURS:
            if not is_self(node.value) or node.attr in known:
                yield node.attr
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "_wrap":
            yield node.attr
        elif isinstance(node, ast.keyword) and is_private(node.arg or ""):
            yield str(node.arg)
        elif isinstance(node, ast.FunctionDef) and node.name in known:
            yield node.name


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def names_in(node: ast.ClassDef) -> set[str]:
    """The private names that a class of ours defines, or asks of itself."""
    own = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and is_self(each.value)}
    own |= {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    for line in node.body:
        if isinstance(line, ast.Assign | ast.AnnAssign):
            own |= {
                each.id for each in ast.walk(line) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
    return {name for name in own if is_private(name)}


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"self", "cls"}


def names_of_bases(of: type) -> set[str]:
    bases = [each for each in of.__mro__[1:] if each.__module__.split(".")[0] in FRAMEWORKS]
    return {name for base in bases for name in names_of(base)}


@cache
def names_of(of: type) -> frozenset[str]:
    """The private names of a class of a framework: methods, variables, and what it sets on itself."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(of)))
    stored = (each for each in ast.walk(tree) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
    return frozenset({*filter(is_private, vars(of)), *(each.attr for each in stored if is_private(each.attr))})


def source_of(each: Name) -> str:
    module, _colon, of = each.owner.partition(":")
    owner = getattr(import_module(module), of) if of else import_module(module)
    source = textwrap.dedent(inspect.getsource(owner))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == each.name:
            return ast.get_source_segment(source, node) or ""
    return "\n".join(line.strip() for line in source.splitlines() if each.name in line)


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()[:12]
