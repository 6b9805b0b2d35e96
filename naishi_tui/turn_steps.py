"""A turn shown card by card: what has been shown of it so far, and what is marked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from naishi.games.naishi.game.events import Event

BEAT = 0.25
"""Seconds that each frame stays at most: the cards before an action, marked, and as they lie after it."""


@dataclass(frozen=True)
class Steps:
    """How far the last turn has been shown: each action in two frames, before it and after it."""

    turn: tuple[Event, ...]
    frame: int = 0
    """How many frames have been shown before the present one."""
    animated: bool = False
    """Whether the frames are shown one by one, not just the last."""
    was_seen: bool = False
    """Whether nothing has to be marked any more."""

    @property
    def all_shown(self) -> bool:
        """Whether all frames have been shown, the last one too."""
        return not self.animated or self.frame >= 2 * len(self.turn)

    @property
    def so_far(self) -> tuple[Event, ...]:
        """The actions so far, the present one included."""
        return self.turn if self.all_shown else self.turn[: self.frame // 2 + 1]

    @property
    def to_come(self) -> tuple[Event, ...]:
        """The actions that are still to be seen on the cards."""
        return () if self.all_shown else self.turn[(self.frame + 1) // 2 :]

    @property
    def marked(self) -> tuple[Event, ...]:
        """The actions whose changes are marked: the present one, and once all were shown all of them."""
        if self.was_seen:
            return ()
        return self.turn if self.all_shown else self.turn[self.frame // 2 : self.frame // 2 + 1]

    def next(self) -> Steps:
        """Go on to the next frame."""
        return replace(self, frame=self.frame + 1)

    def skipped(self) -> Steps:
        """Show what is left at once; where nothing is left, all was seen."""
        return self.seen() if self.all_shown else replace(self, animated=False)

    def seen(self) -> Steps:
        """Mark nothing any more."""
        return replace(self, was_seen=True)
