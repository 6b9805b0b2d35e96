"""Module names of version 1, still importable."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # the module that has it takes as long to import as all of this

HOME = "naishi.games.naishi"
MOVED = {f"naishi.{room}": f"{HOME}.{room}" for room in ("analysis", "envs", "game", "lessons", "rules", "text")}
MOVED |= {f"naishi.bots.{room}": f"{HOME}.bots.{room}" for room in ("engine", "players", "training")}
MOVED["naishi.sessions.editor"] = f"{HOME}.editor"
"""The new name of each package that has moved."""


class MovedModules:
    """A finder that gives the module at the new place for its old name: one module, with two names.

    It has to be asked first: an old package has its modules' folder as its path, where they would be found once more.
    """

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how to load a module by its old name; None for any other name."""
        if not name.startswith("naishi."):
            return None
        for old, new in MOVED.items():
            if name == old or name.startswith(f"{old}."):
                return ModuleSpec(name, _Alias(new + name.removeprefix(old)))
        return None


class _Alias(Loader):
    """A loader whose module exists already, or is imported by its new name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has put the old name's there


sys.meta_path.insert(0, MovedModules())
