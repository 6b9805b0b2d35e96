"""Naishi, the two-player Japanese court card game, as a library.

>>> import naishi
>>> naishi.score("fort sentinel advisor banner rice / fort mountain naishi rice rice").total
62
"""

import naishi.games.naishi.moved  # noqa: F401 - names of version 1 can be imported from here on


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, with no more than it needs: the rules do without pydantic."""
    if name in {"__all__", "__version__"} or not name.startswith("_"):
        from importlib import import_module  # noqa: PLC0415 - nor does the command need this yet

        from naishi.games.naishi.game.api import HOMES  # noqa: PLC0415

        if name == "__all__":
            return sorted(each for each in HOMES if not each.startswith("_"))
        if name in HOMES:
            globals()[name] = value = getattr(import_module(HOMES[name]), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__getattr__("__all__"), *globals()})
