"""People and clocks of a match in lines."""

from collections.abc import AsyncIterator, Iterator, Sequence

from naishi.common.i18n import NaishiError, _, listed
from naishi.plain.protocol import ClockObject
from naishi.plain.room import Context
from naishi.plain.server.agreeing import typed
from naishi.server import MatchParticipant, Presence, Verb
from naishi.server.match import match_text, words
from naishi.server.match.clock import A_LITTLE, HOUR, MINUTE, TimeLeft
from naishi.server.match.match_text import TWO
from naishi.server.match.state import PAUSES
from naishi.server.presence.service_clock import long_sleep


class TellingPeople:
    """Reports who comes and goes, and answers who is here."""

    def __init__(self, context: Context, me: MatchParticipant) -> None:
        self._console, self._me = context.console, me
        self._presence: dict[int, Presence] = {}
        """Where the other players were in the last report; by seat."""
        self._watchers: tuple[str, ...] = ()
        """Who watched then, except for the listener."""

    def here(self) -> Iterator[str]:
        me, left = self._me, self._me.agreements.left
        for seat, name in enumerate(me.view.names):
            if seat in left:
                yield _("{name} has left the game.").format(name=name)
            elif seat != me.seat:
                here = me.presence(seat) is Presence.HERE
                yield (_("{name} is here.") if here else _("{name} is not here.")).format(name=name)
        if me.watchers:
            yield _("Watched by {names}.").format(names=listed(me.watchers))

    def tell(self) -> None:
        me = self._me
        if me.seat is not None and not me.over:
            for seat in me.others:
                self._tell_of(seat)
        others = tuple(name for name in me.watchers if me.seat is not None or name != me.name)
        if new := [name for name in others if name not in self._watchers]:
            self._console.write(_("Watched by {names}.").format(names=listed(new)))
        self._watchers = others

    def _tell_of(self, seat: int) -> None:
        """Tell where another player is, if that has changed; at first all are taken to be here."""
        me, before = self._me, self._presence.get(seat, Presence.HERE)
        self._presence[seat] = now = me.presence(seat)
        if now is before or seat in me.agreements.left:
            return
        name = me.view.names[seat]
        if now is Presence.GONE and seat not in me.awaited and len(me.view.names) > TWO:
            self._console.write(_("{name} is not here.").format(name=name))  # the game doesn't wait for them
        else:
            self._console.write(match_text.whereabouts(now, name, me.time))


class TellingTime:
    """Warns a player once a turn that little time is left, and answers how much there is."""

    def __init__(self, context: Context, me: MatchParticipant) -> None:
        self._console, self._me = context.console, me
        self._told: tuple[float, float] | None = None
        """The turn, by when it began, and the least time of which it has warned in it."""
        self._state: tuple[float | None, bool, bool] | None = None
        """Until when the game was paused, whether the clock waited, and whether for too long, in the last report."""
        self._warned: dict[int, float] = {}
        """When each player was warned that the others will go on without them; by seat."""

    def left(self) -> Iterator[str]:
        me = self._me
        if me.time is None:
            yield _("This game has no clock.")
        else:
            yield from words.time_in_words(me.time, me.view.names, me.seat)
        for request in me.requests:
            if request.verb is Verb.CLAIM:
                line = typed(request, me.view.names)
                yield _("{line}: {meaning}.").format(line=line, meaning=me.words_of(request))

    def tell(self) -> None:
        self.tell_what_was_asked()
        self._tell_of_last_minutes()

    def skip(self) -> None:
        self._state, self._warned = self._state_now(), self._warned_now()

    def tell_what_was_asked(self) -> None:
        self._tell_of_pause()
        self._tell_of_warning()

    def _state_now(self) -> tuple[float | None, bool, bool] | None:
        time = self._me.time
        return None if time is None else (time.paused_until, time.waits, time.unmet)

    def _tell_of_pause(self) -> None:
        before, time = self._state, self._me.time
        self._state = self._state_now()
        if before in {None, self._state} or time is None or not time.awaited:
            return  # the player read it on arrival
        said = words.stands_still(time, two=len(self._me.view.names) == TWO)
        self._console.write(said or (_("The pause is over.") if before and before[0] else _("The clock has started.")))

    def _warned_now(self) -> dict[int, float]:
        return {claim.against: claim.warned for claim in self._me.claims if claim.warned is not None}

    def _tell_of_warning(self) -> None:
        me, before = self._me, self._warned
        self._warned = self._warned_now()
        names, waits = me.view.names, self._who_waits()
        for claim in me.claims:
            if claim.warned is not None and claim.warned != before.get(claim.against):
                self._console.write(*filter(None, (words.claim_news(claim, me.seat, names, waits, people=me.people),)))

    def _who_waits(self) -> str:
        """Name another player, who waits for this one; of several, one whom nobody waits for."""
        me = self._me
        people = me.audience or me.others
        waiting = [seat for seat in people if seat not in me.awaited]
        return str(me.view.names[(waiting or people)[0]])

    def _tell_of_last_minutes(self) -> None:
        if (time := self._own_time()) is None:
            return
        left = time.of(self._me.seat or 0)
        if (begun := min((mark for mark in _marks(time) if left <= mark), default=None)) is None:
            return
        turned = time.clock.times[self._me.seat or 0].turned
        before, self._told = self._told, (turned, begun)
        if before is None or before[0] != turned or before[1] > begun:
            last = _("Your last minute has begun.") if begun == MINUTE else _("Your last hour has begun.")
            self._console.write(last)

    async def alarm(self) -> AsyncIterator[None]:
        """Yield once when there is something to tell next."""
        ahead = []
        if (time := self._own_time()) is not None:
            left = time.of(self._me.seat or 0)
            ahead = [left - mark for mark in _marks(time) if mark < left]
        elif (paused := self._me.time) is not None and paused.paused_until is not None:
            ahead = [paused.paused_until - paused.now]
        elif paused is not None and paused.waits and (seconds := paused.until_it_reads_differently(None)) is not None:
            ahead = [seconds]
        if ahead:
            await long_sleep(min(ahead) + A_LITTLE)
            yield

    def _own_time(self) -> TimeLeft | None:
        time = self._me.time
        return time if time is not None and self._me.seat in time.running else None


def days_of(words: Sequence[str]) -> int:
    """Return how long a pause is that was asked for; a short one where nothing is said.

    Raises NaishiError: there is no such pause.
    """
    if not words:
        return PAUSES[0]
    if list(words) not in [[str(days)] for days in PAUSES]:
        choices = listed(map(str, PAUSES), conjunction=False)
        raise NaishiError(_("A pause has a number of days: {choices}.").format(choices=choices))
    return int(words[0])


def clock_object(time: TimeLeft | None) -> ClockObject | None:
    if time is None:
        return None
    return ClockObject(
        control=time.clock.control,
        left=tuple(round(time.of(seat), 1) for seat in range(len(time.clock.times))),
        deadline=time.deadline,
        paused_until=time.paused_until,
        waits=time.waits,
    )


def _marks(time: TimeLeft) -> tuple[float, ...]:
    """Return which times are worth a warning: an hour is short where there are days."""
    agreed = time.clock.agreed
    return (HOUR, MINUTE) if agreed is not None and agreed.a_turn else (MINUTE,)
