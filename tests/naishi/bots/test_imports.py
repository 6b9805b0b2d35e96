"""Imports within `naishi.bots`: no circle, neither of modules nor of folders."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import naishi.bots

FOLDER = Path(naishi.bots.__file__).parent
MODULES = {
    ".".join(["naishi.bots", *path.relative_to(FOLDER).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in FOLDER.rglob("*.py")
}


def imported(path: Path) -> set[str]:
    """The modules of `naishi.bots` that a file imports, at once, later or for annotations."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & set(MODULES) or {node.module}
    return found


def test_no_module_imports_itself_through_others() -> None:
    TopologicalSorter({name: imported(path) for name, path in MODULES.items()}).prepare()


def test_no_folder_imports_itself_through_others() -> None:
    folders: dict[str, set[str]] = {}
    for name, path in MODULES.items():
        folder = path.parent.name if path.parent != FOLDER else name
        targets = {MODULES[target] for target in imported(path)}
        folders.setdefault(folder, set()).update(
            target.parent.name if target.parent != FOLDER else f"naishi.bots.{target.stem}" for target in targets
        )
    TopologicalSorter({folder: targets - {folder} for folder, targets in folders.items()}).prepare()
