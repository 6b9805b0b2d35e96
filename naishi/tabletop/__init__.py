"""Contract of every game, and their shared parts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naishi.tabletop.kinds import GameKind, keys, kind_of, register

__all__ = ["GameKind", "keys", "kind_of", "register"]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: a screen that needs only players loads no more."""
    if name in __all__:
        from naishi.tabletop import kinds  # noqa: PLC0415

        return getattr(kinds, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
