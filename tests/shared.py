"""What several of the test modules here use."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parent.parent


MODULES = {
    ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("naishi", "naishi_tui")
    for path in sorted((PROJECT / package).rglob("*.py"))
}


class Import(NamedTuple):
    """A line of a file that imports something."""

    modules: tuple[str, ...]
    """One, where names are imported from it."""
    names: tuple[str, ...]
    """Those that are imported from the module; none where it is imported itself."""
    at_once: bool
    """Whether it happens as soon as the file is imported itself."""


@cache
def import_lines(path: Path) -> tuple[Import, ...]:
    """All imports of a file, in functions and for type checkers too; each file is parsed once."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_once, found = set(tree.body), list[Import]()
    for node in ast.walk(tree):
        names = tuple(alias.name for alias in node.names) if isinstance(node, ast.Import | ast.ImportFrom) else ()
        if isinstance(node, ast.Import):
            found.append(Import(names, (), node in at_once))
        elif isinstance(node, ast.ImportFrom):
            found.append(Import((node.module or "",), names, node in at_once))
    return tuple(found)


@cache
def arrows(path: Path) -> frozenset[str]:
    """Every module of ours that a file imports, in functions and for type checkers too."""
    found = set[str]()
    for line in import_lines(path):
        if line.names:
            (module,) = line.modules
            found |= ({f"{module}.{name}" for name in line.names} & MODULES.keys()) or ({module} & MODULES.keys())
    return frozenset(found)
