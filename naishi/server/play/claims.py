"""When a player may claim a game whose other player stays away, and what is said of it; never where time counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from naishi.common.i18n import _
from naishi.server.play.clock_text import moment
from naishi.server.storage.clock import DAY, Clock

WARN_AFTER = 13 * DAY
"""How long it is a player's turn before the other may warn them."""
AFTER_WARNING = DAY
"""How long a player has from then on."""
OFFERED_AFTER = DAY
"""How long it is a player's turn before the other is shown when they may claim the game."""


@dataclass(frozen=True)
class Claim:
    """What the player who waits may do about the one who is to act."""

    seat: int
    """Who waits."""
    turned: float
    """Since when."""
    warned: float | None
    """When the other was warned."""
    now: float

    @classmethod
    def of(cls, clock: Clock | None, turn: int | None, now: float) -> Claim | None:
        """Return what a player may do; None where the game is over, or time counts, or a moment is set for it."""
        if clock is None or turn is None or clock.since is not None:
            return None
        return cls(1 - turn, clock.turned, clock.warned, now)

    @property
    def can_warn(self) -> bool:
        """Whether the other may be warned now."""
        return self.warned is None and self.now >= self.turned + WARN_AFTER

    @property
    def possible_from(self) -> float:
        """When the game may be claimed, if the other is warned as soon as that is possible."""
        warned = max(self.now, self.turned + WARN_AFTER) if self.warned is None else self.warned
        return warned + AFTER_WARNING

    @property
    def is_possible(self) -> bool:
        """Whether the game may be claimed now."""
        return self.warned is not None and self.now >= self.possible_from

    @property
    def is_offered(self) -> bool:
        """Whether it is time to say that there is such a thing."""
        return self.now >= self.turned + OFFERED_AFTER


def told(claim: Claim, viewer: int | None, other: str) -> Iterator[str]:
    """Say to a player who was warned until when to act, and to the one who waits when they may claim the game.

    Args:
        claim: What may be done.
        viewer: The seat of whoever reads it; None for somebody who watches.
        other: The name of the other player.
    """
    if claim.warned is None or viewer is None:
        return
    if viewer != claim.seat:
        words = _("{name} waits: act before {moment}, or lose the game.")
    elif claim.is_possible:
        words = _("{name} was warned and has not come. You can claim the game.")
    else:
        words = _("{name} is warned. You can claim from {moment}.")
    yield words.format(name=other, moment=moment(claim.possible_from))


def too_early(claim: Claim, other: str) -> str:
    """Say from when on a game can be claimed."""
    words = _("You can claim the game from {moment} on, if {name} hasn't acted by then and was warned a day before.")
    return words.format(name=other, moment=moment(claim.possible_from))
