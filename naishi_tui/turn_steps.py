"""A turn shown one step at a time: what has been shown of it so far, and what is marked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from naishi.game.events import Event


@dataclass(frozen=True)
class Steps:
    """How far the last turn has been shown."""

    turn: tuple[Event, ...]
    shown: int = 0
    """How many steps have been shown before the present one."""
    animated: bool = False
    """Whether the steps are shown one by one, not all at once."""
    was_seen: bool = False
    """Whether nothing has to be marked any more."""

    @property
    def all_shown(self) -> bool:
        """Whether all steps have been shown, the last one too."""
        return not self.animated or self.shown >= len(self.turn) or len(self.turn) < 2

    @property
    def so_far(self) -> tuple[Event, ...]:
        """The steps so far."""
        return self.turn if self.all_shown else self.turn[: self.shown + 1]

    @property
    def marked(self) -> tuple[Event, ...]:
        """The steps whose changes are marked: the present one, and once all were shown all of them."""
        if self.was_seen:
            return ()
        return self.turn if self.all_shown else self.turn[self.shown : self.shown + 1]

    def next(self) -> Steps:
        """Go on to the next step."""
        return replace(self, shown=self.shown + 1)

    def skipped(self) -> Steps:
        """Show what is left at once; where nothing is left, all was seen."""
        return self.seen() if self.all_shown else replace(self, animated=False)

    def seen(self) -> Steps:
        """Mark nothing any more."""
        return replace(self, was_seen=True)
