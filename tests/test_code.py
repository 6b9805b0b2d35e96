"""Style, types and imports of the code."""

from __future__ import annotations

import ast
import shlex
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import pytest

from naishi.cli.commands import naishi as command
from naishi.tabletop.kinds import keys
from tests.shared import MODULES, PROJECT, arrows, import_lines

GAME = sorted((PROJECT / "naishi").rglob("*.py"))
FLOORS = [
    ["naishi.common"],
    ["naishi.tabletop"],
    ["naishi.saves"],
    ["naishi.games.naishi.rules"],
    ["naishi.games.naishi.game"],
    ["naishi.games.naishi.text", "naishi.settings", "naishi.bots"],
    ["naishi.games.naishi.bots"],
    ["naishi.games.naishi.analysis", "naishi.games.naishi.envs", "naishi.sessions"],
    ["naishi.games.naishi.lessons", "naishi.games.naishi.editor", "naishi.server"],
    ["naishi.plain"],
    ["naishi.transports"],
    [
        "naishi_tui.drawing",
        "naishi_tui.pictures",
        "naishi_tui.widgets",
        "naishi_tui.dialogs",
        "naishi_tui.home",
        "naishi_tui.new_game",
        "naishi_tui.table",
        "naishi_tui.replay",
        "naishi_tui.saved",
        "naishi_tui.settings",
        "naishi_tui.lobby",
        "naishi_tui.games",
        "naishi_tui.terminal",
        "naishi_tui.parts",
        "naishi_tui.visit",
    ],
    ["naishi.cli"],
]
"""The packages, from the ground up."""
GAMES = "naishi.games.naishi."
"""The package whose folders are rooms of their own."""
SCREENS = {"textual", "rich", "naishi_tui"}
DOORS_TO_THE_APP = {
    PROJECT / "naishi" / "cli" / "playing.py": {"naishi_tui.local", "naishi_tui.messages"},
    PROJECT / "naishi" / "cli" / "naishi" / "positions.py": {
        "naishi_tui.local",
        "naishi_tui.messages",
        "naishi_tui.recording",
        "naishi_tui.games.naishi.recording",
    },
    PROJECT / "naishi" / "cli" / "serve.py": {"naishi_tui.serving", "naishi_tui.visit.local_door"},
}
"""The commands that open an app, and what they import for it when they run."""


NEEDED = {"naishi_v0": "pettingzoo", "spiel": "pyspiel"}
"""Modules that can't be imported without a package of the extra `rl`."""

CACHE = () if (PROJECT / ".mypy_cache").exists() else ("--cache-dir=/dev/null",)
"""Someone who runs mypy has a cache; for one run, to make one takes longer than to do without."""


@pytest.mark.parametrize(
    "check",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        pytest.param(("mypy", *CACHE, "naishi", "naishi_tui"), marks=pytest.mark.ci, id="mypy of the packages"),
        pytest.param(("mypy", *CACHE), marks=pytest.mark.slow, id="mypy of all"),  # how strictly: pyproject.toml
    ],
)
def test_the_code_passes(check: tuple[str, ...]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", *check], cwd=PROJECT, capture_output=True, text=True, check=False, timeout=600
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_modules_say_what_they_are_in_a_phrase() -> None:
    """A clause has to be read to its end before it is clear what it is about."""
    docs = {
        name: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for name, path in MODULES.items()
    }
    clauses = ("What", "How", "Who", "Whose", "Whom", "Where", "When", "Which", "Why", "Whether", "That")
    assert [name for name, doc in docs.items() if doc.partition(" ")[0].rstrip(",:.") in clauses] == []


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Every module a file imports, and whether that happens as soon as it is imported itself."""
    for line in import_lines(path):
        yield from ((module, line.at_once) for module in line.modules)


def test_the_game_knows_no_screen() -> None:
    """Only commands open an app, and only when asked to."""
    of_screens = {
        (path, name, at_once)
        for path in GAME
        for name, at_once in imports(path)
        if name.split(".")[0] in {"textual", "rich", "naishi_tui"}
    }
    assert of_screens == {(path, name, False) for path, names in DOORS_TO_THE_APP.items() for name in names}


def test_no_screen_knows_of_the_door_to_a_server() -> None:
    """It stands above them; what they need of a visitor has a type of its own."""
    app = PROJECT / "naishi_tui"
    doors = {
        "naishi_tui.visit": ("visit", "serving.py"),
        "naishi.transports.ssh": ("visit", "serving.py"),
        "naishi.transports.web": ("serving.py",),
    }
    for door, folders in doors.items():
        paths = [path for path in app.rglob("*.py") if path.relative_to(app).parts[0] not in folders]
        assert [path for path in paths for name, _at_once in imports(path) if name.startswith(door)] == []


def test_nothing_is_imported_in_a_circle() -> None:
    for depth in (None, 3, 2):  # modules, folders, packages
        graph: dict[str, set[str]] = {}
        for name, path in MODULES.items():
            here = cut_to(name, depth)
            graph.setdefault(here, set()).update({cut_to(each, depth) for each in arrows(path)} - {here})
        in_order = TopologicalSorter(graph).static_order()  # a CycleError names the circle, if there is one
        assert {*in_order} >= graph.keys()


def test_every_package_has_a_floor() -> None:
    packages = {
        cut_to(name, 2) for name, path in MODULES.items() if name.startswith("naishi.") and path.stem == "__init__"
    } - {"naishi.games", "naishi.games.naishi"}
    packages |= {cut_to(name, 2) for name in MODULES if name.startswith("naishi_tui.") and name.count(".") > 1}
    assert packages == {package for floor in FLOORS for package in floor}


def test_imports_run_downward_only() -> None:
    floors = {package: floor for floor, packages in enumerate(FLOORS) for package in packages}
    upward = [
        (name, each)
        for name, path in MODULES.items()
        for each in arrows(path)
        if {cut_to(name, 2), cut_to(each, 2)} <= floors.keys()
        if floors[cut_to(each, 2)] > floors[cut_to(name, 2)]
    ]
    assert upward == []


def game_of(name: str) -> str | None:
    """The game whose package a module belongs to, or whose screens it makes; None for what is for any game."""
    parts = (
        name.replace("naishi_tui.games", "naishi.games")
        .replace("naishi.plain.naishi", "naishi.games.naishi")
        .replace("naishi.server.naishi", "naishi.games.naishi")
        .replace("naishi.cli.naishi", "naishi.games.naishi")
        .split(".")
    )
    return parts[2] if parts[:2] == ["naishi", "games"] and len(parts) > 2 and parts[2] in keys() else None


def test_nothing_that_is_for_any_game_imports_one() -> None:
    """Kinds are found by key, and imported when first asked for. `import naishi` is the library of the first game."""
    crossing = [
        (name, each)
        for name, path in MODULES.items()
        if game_of(name) is None and name != "naishi"
        for each in arrows(path)
        if game_of(each)
    ]
    assert crossing == []


def test_no_game_imports_another() -> None:
    crossing = [
        (name, each)
        for name, path in MODULES.items()
        for each in arrows(path)
        if game_of(name) and game_of(each) and game_of(name) != game_of(each)
    ]
    assert crossing == []


def test_what_every_game_is_knows_only_the_ground() -> None:
    known = {
        cut_to(each, 2) for name in MODULES if name.startswith("naishi.tabletop") for each in arrows(MODULES[name])
    }
    assert known <= {"naishi.tabletop", "naishi.common"}


def test_the_tests_mirror_the_packages() -> None:
    folders = {path.parent.relative_to(PROJECT) for path in MODULES.values() if path.stem != "__init__"}
    empty = [folder for folder in folders if not [*(PROJECT / "tests" / folder).glob("test_*.py")]]
    assert empty == []


def cut_to(name: str, depth: int | None) -> str:
    """The first parts of the name of a module, all for None; a game's rooms count like those of the house."""
    if depth is not None and name.startswith(GAMES):
        depth += 2
    return ".".join(name.split(".")[:depth])


def test_no_test_module_imports_from_another() -> None:
    """What several use stands beside them, as in `shared.py`: a test module can be moved and run by itself."""
    found = [
        (str(path.relative_to(PROJECT)), module)
        for path in sorted((PROJECT / "tests").rglob("*.py"))
        for line in import_lines(path)
        for module in line.modules
        if module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")
    ]
    assert found == []


def test_the_mark_ci_stands_in_the_module_of_its_tests() -> None:
    """By the text of a module, the first `conftest.py` tells whether it has a test for CI."""
    others = {path for path in (PROJECT / "tests").rglob("*.py") if not path.name.startswith("test_")}
    others.remove(PROJECT / "tests" / "conftest.py")
    assert [path for path in sorted(others) if "mark.ci" in path.read_text(encoding="utf-8")] == []


def test_the_game_is_imported_without_any_screen() -> None:
    left_out = {"__main__", "__init__", *(module for module, package in NEEDED.items() if find_spec(package) is None)}
    files = (path.relative_to(PROJECT).with_suffix("") for path in GAME if path.stem not in left_out)
    code = "\n".join(f"import {'.'.join(file.parts)}" for file in files)
    code += f"\nimport sys; print([name for name in sys.modules if name.split('.')[0] in {SCREENS}])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT)
    assert result.stdout.strip() == "[]"


def test_the_example_among_the_commands_prints_what_it_says() -> None:
    commands = (PROJECT / "docs" / "commands.md").read_text(encoding="utf-8")
    command, expected = commands.split("```console\n$ ")[1].split("```")[0].split("\n", 1)
    _naishi, *arguments = shlex.split(command)
    result = subprocess.run(
        [sys.executable, "-m", "naishi", *arguments], capture_output=True, text=True, check=True, cwd=PROJECT
    )
    assert result.stdout == expected


@pytest.mark.parametrize("document", ["README.md", "docs/library.md"])
def test_the_library_examples_run(document: str) -> None:
    blocks = (PROJECT / document).read_text(encoding="utf-8").split("```python\n")[1:]
    code = "".join(block.split("```")[0] for block in blocks if not block.startswith(">>>"))
    assert code
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=PROJECT)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("package", ["naishi", "naishi_tui"])
def test_every_folder_is_explained_where_it_says_where_things_are(package: str) -> None:
    built = (PROJECT / "docs" / "folders.md").read_text(encoding="utf-8")
    folders = [path.parent.name for path in (PROJECT / package).glob("*/__init__.py")]
    assert [name for name in folders if f"`{name}/`" not in built] == []


def test_every_command_is_in_the_table_of_commands() -> None:
    table = (PROJECT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in command.commands if f"`naishi {name}" not in table] == []
