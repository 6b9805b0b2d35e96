"""Private names of Textual: they are replaced on purpose or not at all."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import naishi_tui

ON_PURPOSE = {
    ("LocalDriver", "_get_terminal_size"),
    ("LocalDriver", "_query_in_band_window_resize"),
    ("SharedStylesheet", "_parse_rules"),
}
"""The modules of these classes say why."""


def classes() -> Iterator[type]:
    """Every class of the app."""
    package = Path(naishi_tui.__file__).parent
    for path in package.rglob("*.py"):
        name = ".".join(["naishi_tui", *path.relative_to(package).with_suffix("").parts]).removesuffix(".__init__")
        for _name, each in inspect.getmembers(import_module(name), inspect.isclass):
            if each.__module__ == name:
                yield each


def private_methods(of: type) -> set[str]:
    return {name for name, value in vars(of).items() if name[0] == "_" != name[1] and inspect.isfunction(value)}


def test_no_private_method_of_textual_is_replaced_by_accident() -> None:
    """Textual would call ours in its place: `_uncover`, say, whenever a widget is taken away."""
    replaced = {
        (each.__name__, name)
        for each in classes()
        for base in each.__mro__[1:]
        if base.__module__.startswith("textual.")
        for name in private_methods(each) & private_methods(base)
    }
    assert replaced == ON_PURPOSE
