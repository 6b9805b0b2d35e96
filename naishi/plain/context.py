"""Shared context of line-mode rooms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from naishi.plain.console import Console
from naishi.tabletop.pins import PinAttempts

if TYPE_CHECKING:
    from naishi.saves import Saves
    from naishi.settings.layers import Layers
    from naishi.settings.schema import Settings

CHOSEN = (
    *("theme", "ascii", "animations", "hints", "memory_aid", "handover"),
    *("pace", "bell", "advice", "nudges", "plain", "language"),
)
"""The settings that can be changed at home."""


@dataclass(kw_only=True)
class Context:
    """Where line mode reads and writes, and the settings as they are now."""

    console: Console
    layers: Layers
    offered: tuple[str, ...] = CHOSEN
    """The settings that can be changed here."""
    pin_attempts: PinAttempts = field(default_factory=PinAttempts)
    """The wrong PINs so far, in whichever game."""

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""
        return self.layers.effective


@dataclass(kw_only=True)
class HomeContext(Context):
    """The same at home, where the games are files."""

    saves: Saves
    unsaved: bool = False
    """Whether a game was played that couldn't be saved in its folder."""
