"""What all rooms of line mode share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from naishi.plain.console import Console

if TYPE_CHECKING:
    from naishi.saves import Saves
    from naishi.settings.layers import Layers
    from naishi.settings.schema import Settings


@dataclass
class Context:
    """Where line mode reads and writes, the settings as they are now, and the games."""

    console: Console
    layers: Layers
    saves: Saves
    unsaved: bool = False
    """Whether a game was played that couldn't be saved in its folder."""

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""
        return self.layers.effective
