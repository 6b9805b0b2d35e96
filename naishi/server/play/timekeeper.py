"""What happens to the clock of a match: it starts, passes to the other player, stands still, and runs out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from naishi.common.errors import IllegalActionError
from naishi.common.i18n import _
from naishi.games.naishi.rules.phase import Phase
from naishi.server.play import claims
from naishi.server.play.claims import Claim
from naishi.server.play.match_store import MatchStore
from naishi.server.storage.clock import DAY, Clock


class Timekeeper:
    """Keeps the clock that is stored with a match. Its session asks in turn, stores what has changed, and shows it.

    No timer of its own decides anything: whoever looks next finds what the time says.
    """

    def __init__(
        self,
        store: MatchStore,
        here: Callable[[], Sequence[int]],
        now: Callable[[], float],
        *,
        others_wait: bool = False,
    ) -> None:
        """Begin with the clock as it was loaded.

        Args:
            store: The match.
            here: Returns the seats whose players are at it.
            now: Tells the time.
            others_wait: Whether it belongs to a tournament, whose next round waits for it.
        """
        self._store, self._here, self.now, self._others_wait = store, here, now, others_wait

    @property
    def clock(self) -> Clock | None:
        """The clock of the match, as it is being stored."""
        return self._store.clock

    @property
    def turn(self) -> int | None:
        """The seat whose time may count; None once the match is over."""
        store = self._store
        return None if store.agreements.ended or store.game.phase is Phase.OVER else store.game.turn

    @property
    def time_is_up(self) -> bool:
        """Whether the time of whoever is to act has run out."""
        deadline = None if self.clock is None else self.clock.deadline(self.turn)
        return deadline is not None and deadline <= self.now()

    @property
    def unmet(self) -> bool:
        """Whether the match has waited for one of its players so long that it can be called off."""
        return self.clock is not None and self.turn is not None and self.clock.is_unmet(self.now())

    def look(self) -> bool:
        """End the match if the time is up, or have the clock start if it waits for both; return whether it did."""
        store, clock, turn = self._store, self.clock, self.turn
        if clock is None or turn is None:
            return False
        if self.time_is_up:
            store.agreements = store.agreements.without_offers().model_copy(update={"timed_out": turn})
        elif clock.waits and len(self._here()) == 2:
            now = self.now()
            store.clock = clock.stopped((turn,), now).started(now)
        else:
            return False
        return True

    def check_in_time(self) -> None:
        """Make sure that the time isn't up.

        Raises:
            IllegalActionError: It is; whoever looks next ends the match.
        """
        if self.time_is_up:
            raise IllegalActionError(_("The time is up."))

    def refuse_pause(self) -> str:
        """Return why there can be no pause now; empty if there can be one."""
        if self.clock is None or not self.clock.control:
            return _("This game has no clock.")
        if self._others_wait:
            return _("There are no pauses in a tournament: the others wait for this game.")
        if self.clock.waits:
            return _("The clock has not started yet.")
        return _("The game is paused already.") if self.clock.paused_until(self.now()) is not None else ""

    def pause(self, days: int) -> None:
        """Have the clock stand still for some days."""
        if self.clock is not None and self.turn is not None:
            now = self.now()
            self._store.clock = self.clock.pausing(self.turn, now + days * DAY, now)

    def end_pause(self) -> None:
        """End the pause for one player.

        Raises:
            IllegalActionError: There is none.
        """
        if self.clock is None or self.clock.paused_until(self.now()) is None:
            raise IllegalActionError(_("The game is not paused."))
        self._store.clock = self.clock.continuing()
        self.look()

    def claim(self, seat: int) -> None:
        """Claim the game for a seat whose other player stays away; first that player is warned.

        Raises:
            IllegalActionError: That isn't possible now; the text says from when on it will be.
        """
        if self.clock is None:
            raise IllegalActionError(_("A bot never stays away."))
        if (claim := Claim.of(self.clock, self.turn, self.now())) is None:
            raise IllegalActionError(_("In a game with a clock, the time decides."))
        if claim.seat != seat:
            raise IllegalActionError(_("It is your turn."))
        if claim.is_possible:
            ended = self._store.agreements.without_offers().model_copy(update={"claimed": seat})
            self._store.agreements = ended
        elif claim.can_warn:
            self._store.clock = self.clock.model_copy(update={"warned": claim.now})
        else:
            raise IllegalActionError(claims.too_early(claim, self._store.game.players[1 - seat].name))

    def turn_passed(self, before: int | None, *, finished: bool = True) -> None:
        """Take note of another seat to act.

        Args:
            before: Who was to act.
            finished: Whether a turn was finished, and not undone.
        """
        if self.clock is not None and before is not None:
            self._store.clock = self.clock.passed(before, self.turn, self.now(), finished=finished)
