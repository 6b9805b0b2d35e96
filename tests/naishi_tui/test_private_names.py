"""Private names of libraries: few, confined, verified.

Tests see what a caller sees, or a person: of ours they use those in `OURS`, and no others. What they need of the
frameworks' has two files.

After an upgrade, `test_the_framework_still_means_the_same` names what has changed: read that, see whether our file
still does what it says, then write the new version into the file and the new digest here.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import naishi.transports
import naishi_tui
from tests.naishi_tui.private_names import FRAMEWORKS, in_program, in_test, is_private, names_in

pytestmark = pytest.mark.ci

PACKAGE = Path(naishi_tui.__file__).parent
DOORS = Path(naishi.transports.__file__).parent
TESTS = Path(__file__).parents[1]
FINDERS = {"test_private_names.py", "private_names.py"}
"""Files that name what they look for."""


@dataclass(frozen=True)
class Name:
    """A private name, the one file that uses it, and what it stood for when that was checked."""

    owner: str
    """A module, or `module:Class`."""
    name: str
    file: str
    digest: str
    """Of the source of a function; of anything else, of the lines of its owner that name it.

    Empty where that differs between versions of Python, and it is enough that the name is there.
    """

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"

    @property
    def framework(self) -> str:
        return self.owner.split(".")[0]


DRIVER = "textual.drivers.linux_driver:LinuxDriver"
NAMES = (
    Name("rich._wrap", "re_word", "drawing/cells.py", "5cf24dd1a1d5"),
    Name("rich.console:Console", "_environ", "terminal/colours.py", "27278609bd15"),
    Name("textual._context", "active_message_pump", "terminal/lifecycle.py", "fa8cf6be5eae"),
    Name("textual._xterm_parser:XTermParser", "_sequence_to_key_events", "terminal/input_decoder.py", "fd21105b54cc"),
    Name("textual.app:App", "_batch_count", "parts/input_guard.py", "83779a8a97a7"),
    Name("textual.app:App", "_capture_stderr", "visit/driver.py", "2ff9662ab4cc"),
    Name("textual.app:App", "_capture_stdout", "visit/driver.py", "d551ac93da9d"),
    Name("textual.app:App", "_handle_exception", "terminal/lifecycle.py", "ebf01bf0d7ba"),
    Name("textual.app:App", "_registry", "terminal/patches.py", "a06444205cdf"),
    Name("textual.css.stylesheet:Stylesheet", "_parse_rules", "visit/driver.py", "01a7957fb176"),
    Name("textual.css.stylesheet:Stylesheet", "_process_component_classes", "visit/driver.py", "e9e79bb72959"),
    Name("textual.dom:DOMNode", "_component_styles", "visit/driver.py", "fb2d780f5dcd"),
    Name(DRIVER, "_file", "terminal/local_driver.py", "29990314308e"),
    Name(DRIVER, "_get_terminal_size", "terminal/local_driver.py", "8333e916e9a4"),
    Name(DRIVER, "_must_signal_resume", "terminal/local_driver.py", "b2af06374404"),
    Name(DRIVER, "_query_in_band_window_resize", "terminal/local_driver.py", "bb15be9c6444"),
    Name(DRIVER, "_sigtstp_application", "terminal/local_driver.py", "5804287de774"),
    Name("textual.screen:Screen", "_compositor", "recording.py", "0d2963955c39"),
    Name("textual.screen:Screen", "_compositor", "terminal/patches.py", "0d2963955c39"),
    Name("textual.widget:Widget", "_styles_cache", "terminal/patches.py", "7cc4118c8789"),
    Name("textual.timer:Timer", "_skip", "terminal/patches.py", "4e45bb2c893e"),
    Name("asyncssh.channel:SSHServerChannel", "_process_env_request", "ssh/terminal.py", "407dea64c32e"),
    Name("asyncssh.connection:SSHConnection", "_transport", "ssh/terminal.py", "a1d30ac2b3c3"),
)


INSIDES, SHORTCUTS = "naishi_tui/framework_insides.py", "naishi_tui/shortcuts.py"
NAMES_IN_TESTS = (
    Name("asyncio.base_events:BaseEventLoop", "_ready", INSIDES, ""),
    Name("asyncssh.channel:SSHChannel", "_make_request", INSIDES, "fc628bbb51fe"),
    Name("asyncssh.channel:SSHChannel", "_open", INSIDES, "a802e69dbc3c"),
    Name("asyncssh.connection:SSHConnection", "_transport", INSIDES, "a1d30ac2b3c3"),
    Name("textual.timer", "_time", INSIDES, "7fb266e85ef4"),
    Name("textual._compositor", "LayoutUpdate", INSIDES, "6922aa24b5e1"),
    Name("textual._compositor:Compositor", "_render_chops", INSIDES, "12a7979c94d3"),
    Name("textual._context", "visible_screen_stack", INSIDES, "0720d217d274"),
    Name("textual.app:App", "_display", INSIDES, "a28efe0d48ef"),
    Name("textual.app:App", "_driver", INSIDES, "246fe2ce60fd"),
    Name("textual.app:App", "_resize_event", INSIDES, "ce1732c8a721"),
    Name("textual.dom:DOMNode", "_inherit_bindings", INSIDES, "87648dd84d8e"),
    Name("textual.driver:Driver", "_app", INSIDES, "20e62b91fe0d"),
    Name("textual.drivers._writer_thread", "WriterThread", INSIDES, "5fdb54c66cf2"),
    Name("textual.drivers._writer_thread:WriterThread", "_queue", INSIDES, "f5bb60043ab3"),
    Name("textual.message:Message", "_set_forwarded", INSIDES, "6fd6edb0d01b"),
    Name("textual.screen:Screen", "_callbacks", INSIDES, "f6e6d38ace3b"),
    Name("textual.screen:Screen", "_compositor", INSIDES, "0d2963955c39"),
    Name("textual.screen:Screen", "_dirty_widgets", INSIDES, "134ec2deb51c"),
    Name("textual.screen:Screen", "_on_timer_update", INSIDES, "b429ac023000"),
    Name("textual.widget:Widget", "_layout_required", INSIDES, "254e2d4b7471"),
    Name("textual.widget:Widget", "_recompose_required", INSIDES, "d38d2083d1c3"),
    Name("textual.widget:Widget", "_repaint_required", INSIDES, "d1cf6959bf8f"),
    Name("textual.widget:Widget", "_scroll_required", INSIDES, "5cfcb38ea533"),
    Name("textual.message_pump", "_callback", SHORTCUTS, "a70770716748"),
    Name("textual._callback", "_count_parameters", SHORTCUTS, "277031262506"),
    Name("textual._compositor", "Compositor", SHORTCUTS, "b8d69ffd3aeb"),
    Name("textual._compositor:Compositor", "_dirty_regions", SHORTCUTS, "4512a9789288"),
    Name("textual.css.match", "_check_selectors", SHORTCUTS, "eb6e130d0c24"),
    Name("textual.css.stylesheet:Stylesheet", "_parse_rules", SHORTCUTS, "01a7957fb176"),
    Name("textual.css.stylesheet:Stylesheet", "_variables", SHORTCUTS, "bcda01a44e14"),
    Name("textual.message:Message", "_no_default_action", SHORTCUTS, "996535f62a2c"),
    Name("textual.message_pump:MessagePump", "_decorated_handlers", SHORTCUTS, "2d472bf49e24"),
    Name("textual.message_pump:MessagePump", "_get_dispatch_methods", SHORTCUTS, "da069c0e9734"),
    Name("textual._on", "_textual_on", SHORTCUTS, "2d0791e2ddb1"),
    Name("pyte.streams:Stream", "_send_to_parser", "terminal.py", "b6af097829e5"),
    Name("pyte.streams:Stream", "_text_pattern", "terminal.py", "d84b7cef1540"),
)


OURS = {
    ("_same_everywhere", "naishi/transports/web/conftest.py"): "the pages show the app",
    ("_only_our_games", "naishi/transports/web/conftest.py"): "the pages show the app",
    (
        "_burst",
        "naishi/plain/server/test_commands_refusals.py",
    ): "the end of the names of many settings, no name of its own",
    ("_database", "naishi/plain/server/shared.py"): "no row may have changed, whoever reads it",
    ("_database", "naishi/server/match/test_match.py"): "what an export has of one match, without a server",
    ("_commands", "test_translations.py"): "two words of a language for one command, which no room has",
    ("_read", "naishi/games/shogun/test_data.py"): "the data as they stand in the file, before they are a board",
    ("_counts", "naishi/server/match/test_apply_refused_requests.py"): "what a refused request must not use up",
    ("_viewer", "naishi/plain/test_table_room.py"): "a room where nobody has said yet that they are alone",
    ("_database", "naishi/server/match/test_apply_refused_requests.py"): "what a refused request must not use up",
    ("_withdrawals", "naishi/server/match/test_apply_refused_requests.py"): "what a refused request must not use up",
    ("_clock", "naishi/server/unchanged.py"): "all that is stored or counted, unchanged",
    ("_counts", "naishi/server/unchanged.py"): "all that is stored or counted, unchanged",
    ("_database", "naishi/server/unchanged.py"): "all that is stored or counted, unchanged",
    ("_most", "naishi/server/unchanged.py"): "all that is stored or counted, unchanged",
    ("_rate", "naishi/server/unchanged.py"): "all that is stored or counted, unchanged",
    ("_words", "naishi/server/unchanged.py"): "all that is stored or counted, unchanged",
    ("_database", "naishi/transports/ssh/test_server_refused.py"): "no row may have changed; real games only",
    ("_only_our_games", "naishi/transports/ssh/test_server_refused.py"): "no row may have changed; real games only",
    ("_same_everywhere", "naishi/transports/ssh/test_server_refused.py"): "no row may have changed; real games only",
    ("_lobby", "naishi/server/operating/test_service.py"): "what the orders are about",
    ("_rules", "naishi/plain/tables.py"): "plans as the rules make them, without a bot",
    ("_rules", "naishi/plain/test_table_telling.py"): "plans as the rules make them, without a bot",
    ("_timer", "naishi_tui/visit/test_terminal_window_changes.py"): "time passes at once",
    ("_registered", "naishi/bots/test_registry.py"): "nothing public takes a bot out again",
    (
        "_reader",
        "naishi/server/presence/fake_time.py",
    ): "a database whose work takes a while says itself when it is done",
    (
        "_writer",
        "naishi/server/presence/fake_time.py",
    ): "a database whose work takes a while says itself when it is done",
    ("_shortcuts", "naishi/transports/web/conftest.py"): "the pages show the app",
}
"""Our private names in tests, each in one file, and why nothing else can see what it shows."""

FOREIGN = {
    "imported": "from naishi_tui.local import _close",
    "of a private module": "from textual._compositor import Compositor",
    "asked": "app.match._clock is None",
    "asked by a function": "def f(self): self._clock",
    "inherited": "class Driver(LocalDriver):\n    def f(self): self._watchdog.stop()",
    "replaced": "monkeypatch.setattr(Matches, '_write', full)",
    "replaced by its path": "monkeypatch.setattr('naishi.server.tables.tables._dealt', dealt)",
    "in a text that is run": "before = 'from naishi_tui import local; local._close = slowly'",
    "of what is public": "before = 'dog = screen.driver._watchdog'",
}
"""Ways to use what is private."""


@pytest.mark.parametrize("way", FOREIGN)
def test_a_private_name_is_found_whatever_the_way_to_it(way: str) -> None:
    assert len([*in_test(ast.parse(FOREIGN[way]))]) == 1


def test_what_is_a_test_s_own_is_not_taken_for_another_s() -> None:
    own = (
        "class Desk:\n    def __init__(self): self._app = 1\n    def f(self): return self._app, pair._replace(a=_('x'))"
    )
    assert [*in_test(ast.parse(own))] == []


def test_each_private_name_is_used_in_one_file_and_known() -> None:
    known = {path: {each.name for each in NAMES if each.file == path} for path, _tree in files()}
    used = {(name, path) for path, tree in files() for name in in_program(tree, known[path])}
    assert used == {(each.name, each.file) for each in NAMES}


def test_the_tests_use_no_other_private_names_than_these_in_these_files() -> None:
    """What only one of ours could show is a sign that something public is missing."""
    paths = [path for path in TESTS.rglob("*.py") if path.name not in FINDERS]
    trees = {path.relative_to(TESTS).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}
    used = {(name, path) for path, tree in trees.items() for name in in_test(tree)}
    assert used == {*OURS, *((each.name, each.file) for each in NAMES_IN_TESTS)}


@pytest.mark.parametrize("each", [*NAMES, *NAMES_IN_TESTS], ids=str)
def test_the_framework_still_means_the_same(each: Name) -> None:
    source = source_of(each)
    assert source, f"{each} is gone; {each.file} uses it"
    assert each.digest in {"", digest(source)}, f"{each} has changed; see whether {each.file} still works:\n{source}"


@pytest.mark.parametrize("each", [each for each in (*NAMES, *NAMES_IN_TESTS) if each.digest], ids=str)
def test_the_file_says_with_which_version_it_was_checked(each: Name) -> None:
    folders = [TESTS] if each in NAMES_IN_TESTS else [PACKAGE, DOORS]
    (folder,) = [each_of for each_of in folders if (each_of / each.file).exists()]
    text = " ".join((folder / each.file).read_text("utf-8").split())
    assert f"{each.framework} {version(each.framework)}" in text, f"{each.file} was checked with another version"


def test_no_private_name_of_a_framework_is_taken_by_accident() -> None:
    """Textual would call ours in its place: `_uncover`, say, whenever a widget is taken away."""
    taken = {
        (one.__name__, name, path)
        for path, tree, module in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and (one := vars(module).get(node.name)) is not None
        for name in names_in(node) & names_of_bases(one)
    }
    meant = {(each.name, each.file) for each in NAMES}
    assert {(one, name, path) for one, name, path in taken if (name, path) not in meant} == set()


def modules() -> Iterator[tuple[str, ast.Module, ModuleType]]:
    """Every module of the app: its path, its syntax, and itself."""
    for package, folder in (("naishi_tui", PACKAGE), ("naishi.transports", DOORS)):
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join([package, *parts]).removesuffix(".__init__")
            yield path.relative_to(folder).as_posix(), ast.parse(path.read_text("utf-8")), import_module(name)


def files() -> Iterator[tuple[str, ast.Module]]:
    for path, tree, _module in modules():
        yield path, tree


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
    source, functions = parsed(owner)
    if node := next((node for node in functions if node.name == each.name), None):
        return ast.get_source_segment(source, node) or ""
    return "\n".join(line.strip() for line in source.splitlines() if each.name in line)


@cache
def parsed(owner: type | ModuleType) -> tuple[str, Sequence[ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The source of a class or a module, which has many of the names, and its functions."""
    source = textwrap.dedent(inspect.getsource(owner))
    nodes = ast.walk(ast.parse(source))
    return source, [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()[:12]
