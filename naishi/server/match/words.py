"""Sentences and set phrases of a match. A `viewer` is the seat of the reader, None for someone who watches."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from naishi.common import i18n
from naishi.common.i18n import N_, NaishiError, _, listed, ngettext, universal
from naishi.server.match.clock import BY_SECONDS, CHOICES, DAY, HOUR, MINUTE, Claim, TimeControl, TimeLeft
from naishi.server.match.state import LastTurn, MatchState, Offer, OfferKind, Request, Verb
from naishi.server.presence.presence import Elsewhere
from naishi.tabletop.game import LOST

# Offers

_OFFERED = {
    OfferKind.DRAW: N_("{name} offers a draw."),
    OfferKind.REMATCH: N_("{name} asks for a rematch."),
    OfferKind.CALL_OFF: N_("{name} offers to call the game off."),
}
_WAITING = {
    OfferKind.PAUSE: N_("Your offer of a pause waits for {name}'s answer."),
    OfferKind.DRAW: N_("Your offer of a draw waits for {name}'s answer."),
    OfferKind.UNDO: N_("Your request to undo waits for {name}'s answer."),
    OfferKind.REMATCH: N_("Your request for a rematch waits for {name}'s answer."),
    OfferKind.CALL_OFF: N_("Your offer to call the game off waits for {name}'s answer."),
}
_DECLINED = {
    OfferKind.PAUSE: N_("{name} has declined the pause."),
    OfferKind.DRAW: N_("{name} has declined the draw."),
    OfferKind.UNDO: N_("{name} has declined to undo your last turn."),
    OfferKind.REMATCH: N_("{name} has declined the rematch."),
    OfferKind.CALL_OFF: N_("{name} wants the game to go on."),
}
_CLOSED = {
    OfferKind.PAUSE: N_("Your offer of a pause is no longer open."),
    OfferKind.DRAW: N_("Your offer of a draw is no longer open."),
    OfferKind.UNDO: N_("Your request to undo is no longer open."),
    OfferKind.REMATCH: N_("Your request for a rematch is no longer open."),
    OfferKind.CALL_OFF: N_("Your offer to call the game off is no longer open."),
}
_GONE = {
    OfferKind.PAUSE: N_("{name}'s offer of a pause is no longer open."),
    OfferKind.DRAW: N_("{name}'s offer of a draw is no longer open."),
    OfferKind.UNDO: N_("{name}'s request to undo is no longer open."),
    OfferKind.REMATCH: N_("{name}'s request for a rematch is no longer open."),
    OfferKind.CALL_OFF: N_("{name}'s offer to call the game off is no longer open."),
}


def waiting(kind: OfferKind, names: Sequence[str]) -> str:
    return _(_WAITING[kind]).format(name=listed(names))


def declined(kind: OfferKind, name: str) -> str:
    return _(_DECLINED[kind]).format(name=name)


def not_again(kind: OfferKind, name: str) -> str:
    """Say that another player, of this name, has declined what one would offer again at once; empty for oneself."""
    why = declined(kind, name) if name else _("You have withdrawn this offer.")
    if kind is OfferKind.REMATCH:  # nothing more happens in this game
        return why if name else _("You have withdrawn your request; now it is for the others to ask.")
    return _("{why} You can ask again after the next action.").format(why=why)


def closed(kind: OfferKind) -> str:
    return _(_CLOSED[kind])


def gone(kind: OfferKind, name: str) -> str:
    return _(_GONE[kind]).format(name=name)


def offered(
    kind: OfferKind, name: str, last_turn: LastTurn | None, days: int | None = None, *, two: bool = True
) -> str:
    if days is not None:
        return ngettext(
            "{name} offers a pause of {count} day.", "{name} offers a pause of {count} days.", days, name=name
        )
    if last_turn is None:
        return _(_OFFERED[kind]).format(name=name)
    if not last_turn.both:
        return _("{name} asks to undo their last turn.").format(name=name)
    if two:
        return _("{name} asks to undo their last turn; yours after it goes too.").format(name=name)
    return _("{name} asks to undo their last turn; all that came after it goes too.").format(name=name)


def undone(turn: LastTurn, viewer: int, name: str, *, two: bool = True) -> str:
    """Say what the players have agreed to undo.

    Args:
        name: Of the player who asked for it; with two players, of the other one.
    """
    mine = turn.seat == viewer
    if not turn.both:
        words = _("Your last turn is undone.") if mine else _("{name}'s last turn is undone.")
    elif not two:
        mine_too = _("Your last turn is undone, and all that came after it.")
        words = mine_too if mine else _("{name}'s last turn is undone, and all that came after it.")
    elif mine:
        words = _("Your last turn is undone, and {name}'s after it.")
    else:
        words = _("{name}'s last turn is undone, and yours after it.")
    return words.format(name=name)


# Requests

_PROPOSALS = {
    OfferKind.UNDO: N_("Ask to undo your last turn"),
    OfferKind.DRAW: N_("Offer a draw"),
    OfferKind.REMATCH: N_("Ask for a rematch"),
    OfferKind.CALL_OFF: N_("Offer to call the game off"),
}
_AGREEING = {
    OfferKind.UNDO: N_("Agree to undo {name}'s last turn"),
    OfferKind.DRAW: N_("Agree to a draw"),
    OfferKind.REMATCH: N_("Agree to a rematch"),
    OfferKind.CALL_OFF: N_("Agree to call the game off"),
}
_RETRACTING = {
    OfferKind.PAUSE: N_("Withdraw your offer of a pause"),
    OfferKind.DRAW: N_("Withdraw your offer of a draw"),
    OfferKind.UNDO: N_("Withdraw your request to undo"),
    OfferKind.REMATCH: N_("Withdraw your request for a rematch"),
    OfferKind.CALL_OFF: N_("Withdraw your offer to call the game off"),
}
_DECLINING = {
    OfferKind.UNDO: N_("Don't undo"),
    OfferKind.DRAW: N_("Decline the draw"),
    OfferKind.REMATCH: N_("Decline the rematch"),
    OfferKind.PAUSE: N_("Decline the pause"),
    OfferKind.CALL_OFF: N_("Go on with the game"),
}


def words_of(request: Request, seat: int, state: MatchState, names: Sequence[str], now: float) -> str:
    match request:
        case Request(Verb.OFFER, OfferKind() as kind, turn=turn, days=days):
            return _proposal(kind, turn, days or 0, names, seat)
        case Request(Verb.AGREE, OfferKind() as kind, Offer() as offer, turn):
            return _agreeing(kind, offer, turn, names)
        case Request(Verb.DECLINE | Verb.RETRACT as verb, OfferKind() as kind):
            return _((_DECLINING if verb is Verb.DECLINE else _RETRACTING)[kind])
        case Request(Verb.CLAIM, against=against):
            return _claim(seat, against, state, names, now)
        case Request(Verb.CONTINUE):
            return _("End the pause")
        case Request(Verb.RESIGN):
            return _("Resign") if len(names) == 2 else _("Leave the game")
        case Request(Verb.ABORT):
            rated = _("Call the game off: it isn't rated")
            return rated if state.terms.rated else _("Call the game off: nobody loses")
        case _:  # it means nothing
            return ""


def _proposal(kind: OfferKind, turn: LastTurn | None, days: int, names: Sequence[str], seat: int) -> str:
    if kind is OfferKind.PAUSE:
        return ngettext("Offer a pause of {count} day", "Offer a pause of {count} days", days)
    if turn is None or not turn.both:
        return _(_PROPOSALS[kind])
    if len(names) == 2:
        return _("Ask to undo your last turn, and {name}'s after it").format(name=names[1 - seat])
    return _("Ask to undo your last turn, and all that came after it")


def _agreeing(kind: OfferKind, offer: Offer, turn: LastTurn | None, names: Sequence[str]) -> str:
    if kind is OfferKind.PAUSE:
        return ngettext("Agree to a pause of {count} day", "Agree to a pause of {count} days", offer.days or 0)
    if turn is None or not turn.both:
        words = _(_AGREEING[kind])
    elif len(names) == 2:
        words = _("Agree to undo {name}'s last turn, and yours after it")
    else:
        words = _("Agree to undo {name}'s last turn, and all that came after it")
    return words.format(name=names[offer.seat])


def _claim(seat: int, against: int | None, state: MatchState, names: Sequence[str], now: float) -> str:
    claims = [each for each in state.claims(seat, now) if against in {None, each.against}]
    claim, two = claims[0] if claims else None, len(state.people) == 2
    name = "" if claim is None else names[claim.against]
    if claim is None or claim.is_possible:
        return _("Claim the game") if two or not name else _("Go on without {name}").format(name=name)
    if claim.can_warn:
        words = _("Warn {name} that you will claim the game")
        return (words if two else _("Warn {name} that you will go on alone")).format(name=name)
    words = _("Claim the game, from {moment} on") if two else _("Go on without {name}, from {moment} on")
    return words.format(name=name, moment=moment(claim.possible_from))


# Ends


def leaving(state: MatchState, seat: int, names: Sequence[str]) -> str:
    others = state.others(seat)
    if len(names) == 2:
        return _("This loses the game.")
    if not others:
        return _("This ends the game, and you come last.")
    if len(others) == 1:
        return _("Only {name} would be left: the game ends, and {name} is first.").format(name=names[others[0]])
    return _("You leave the game for good: it goes on without you, and you come last.")


def has_left() -> str:
    return _("You have left this game; it goes on without you.")


def placing(state: MatchState, names: Sequence[str]) -> str:
    """Say who is first in a game that was played to its end without some; empty where nobody had left it."""
    result = state.result()
    if result is None or state.is_cut_short or not state.vacated:
        return ""
    first = [names[seat] for seat, rank in enumerate(result.ranks) if rank == 1]
    won = _("{name} wins.") if len(first) == 1 else _("{name} share the first place.")
    gone = (f"{left(state, seat, names)}." for seat in state.vacated)
    return " ".join((won.format(name=listed(first)), *gone))


def left(state: MatchState, seat: int, names: Sequence[str]) -> str:
    """Say how a player has left a game that goes on; empty for one who hasn't."""
    how = state.seats[seat].left
    return "" if how is None else _(LOST[how.value]).format(name=names[seat])


# Clocks


def check_control(control: str) -> None:
    """Make sure that players may choose a clock. Raises NaishiError: they may not; the text says which they may."""
    if control and control not in CHOICES:
        choices = listed(CHOICES, conjunction=False)
        raise NaishiError(_("There is no such clock. Choose one of {choices}.").format(choices=choices))


def control_in_words(control: str) -> str:
    """Say how much time players have: "3 days a turn"; empty for no clock."""
    if (time := TimeControl.from_text(control)) is None:
        return ""
    if time.increment is None:
        days = round(time.time / DAY)
        return ngettext("{count} day a turn", "{count} days a turn", days)
    minutes, seconds = round(time.time / MINUTE), round(time.increment)
    return _("{minutes} min + {seconds} s").format(minutes=minutes, seconds=seconds)


def control_explained(control: str) -> str:
    if (time := TimeControl.from_text(control)) is None:
        return _("No clock: a game may wait for days. After 14 days without a move it can be claimed.")
    if time.a_turn:
        return _("Whoever lets the time for a turn run out loses.")
    return _("For all of one's turns, and some seconds more after each. It starts once both are at the table.")


def in_short(seconds: float, *, to_the_second: bool = False) -> str:
    """Write a time in short: "2 d 4 h", "4 h 12 min", "12 min".

    Args:
        to_the_second: Whether the last ten minutes are counted by seconds: "9:41", "41 s".
    """
    if seconds >= DAY:
        return _("{days} d {hours} h").format(days=int(seconds // DAY), hours=int(seconds % DAY // HOUR))
    if seconds >= HOUR:
        return _("{hours} h {minutes} min").format(hours=int(seconds // HOUR), minutes=int(seconds % HOUR // MINUTE))
    if to_the_second and MINUTE <= seconds < BY_SECONDS:
        return f"{int(seconds // MINUTE)}:{int(seconds % MINUTE):02}"
    if seconds >= MINUTE:
        return _("{minutes} min").format(minutes=int(seconds // MINUTE))
    return _("{seconds} s").format(seconds=int(seconds)) if to_the_second else _("under 1 min")


def in_words(seconds: float) -> str:
    """Say a time in words: "2 days and 4 hours", "9 minutes and 41 seconds"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = (
        (days, ngettext("{count} day", "{count} days", days)),
        (hours, ngettext("{count} hour", "{count} hours", hours)),
        (minutes, ngettext("{count} minute", "{count} minutes", minutes)),
        (rest, ngettext("{count} second", "{count} seconds", rest)),
    )
    first = next((place for place, (count, _words) in enumerate(parts) if count), len(parts) - 1)
    two = parts[first : first + 2]
    return listed(words for count, words in two if count or len(two) == 1)


def moment(at: float) -> str:
    """Write a moment: in universal time, for nobody knows what time it is where the other player is."""
    return universal(i18n.moment(at))


def time_in_short(time: TimeLeft, names: Sequence[str], viewer: int | None) -> tuple[str, ...]:
    """Say what players have left, next to whose turn it is: at length, and in short."""
    if not time.awaited:
        return ()
    two = len(names) == 2
    if (pause := time.paused_until) is not None:
        return _("paused until {moment}").format(moment=moment(pause)), _("paused")
    if (latest := time.starts_at) is not None:
        words = _("the clock starts when both are here, or at {moment}")
        more = _("the clock starts when all are here, or at {moment}")
        return (words if two else more).format(moment=moment(latest)), _("the clock waits")
    if time.waits:
        words = _("the clock starts when both are here") if two else _("the clock starts when all are here")
        return words, _("the clock waits")
    shown = [in_short(time.of(seat), to_the_second=viewer is not None) for seat in range(len(names))]
    mine = viewer if viewer in time.awaited else min(time.awaited, key=time.of)
    short = _("{time} left").format(time=shown[mine if mine is not None else 0])
    if time.clock.agreed is None or time.clock.agreed.a_turn:
        return (short,)
    each = (_("{name} {time}").format(name=name, time=left) for name, left in zip(names, shown, strict=True))
    return listed(each, conjunction=False), short


def time_in_words(time: TimeLeft, names: Sequence[str], viewer: int | None) -> Iterator[str]:
    """Say in sentences what players have left, and what the clock waits for."""
    yield _("The clock: {clock}.").format(clock=control_in_words(time.clock.control))
    if not time.awaited:
        return
    a_turn = time.clock.agreed is None or time.clock.agreed.a_turn
    for seat in time.awaited if a_turn else range(len(names)):
        words = _("You have {time} left.") if seat == viewer else _("{name} has {time} left.")
        yield words.format(name=names[seat], time=in_words(time.of(seat)))
    if still := stands_still(time, two=len(names) == 2):
        yield still


def stands_still(time: TimeLeft, *, two: bool) -> str:
    """Say why the time of nobody counts; empty where it does."""
    if (pause := time.paused_until) is not None:
        return _("Paused until {moment}.").format(moment=moment(pause))
    if (latest := time.starts_at) is not None:
        words = _("The clock starts when both are at the table, or at {moment} without them.")
        more = _("The clock starts when all are at the table, or at {moment} without them.")
        return (words if two else more).format(moment=moment(latest))
    if time.unmet:
        words = _("The other player has not come; you can call the game off, and nobody loses.")
        return words if two else _("Not all have come; you can call the game off, and nobody loses.")
    if not time.waits:
        return ""
    words = _("The clock starts when both are at the table.")
    return words if two else _("The clock starts when all are at the table.")


# Claims


def claim_news(claim: Claim, viewer: int | None, names: Sequence[str], waits: str, *, people: int) -> str:
    """Say to a player who was warned until when to act, and to those who wait when they can go on; else empty.

    Args:
        people: How many play; the game is over where one of two leaves.
    """
    if claim.warned is None or viewer is None:
        return ""
    at, name = moment(claim.possible_from), names[claim.against]
    two = people == 2
    if viewer == claim.against:
        words = _("{name} waits: act before {moment}, or lose the game.")
        more = _("{name} waits: act before {moment}, or the game goes on without you.")
        return (words if two else more).format(name=waits, moment=at)
    if claim.is_possible:
        words = _("{name} was warned and has not come. You can claim the game.")
        return (words if two else _("{name} was warned and has not come. You can go on alone.")).format(name=name)
    words = _("{name} is warned. You can claim from {moment}.")
    return (words if two else _("{name} is warned. You can go on alone from {moment}.")).format(name=name, moment=at)


def too_early(claim: Claim, name: str) -> str:
    words = _("You can claim the game from {moment} on, if {name} hasn't acted by then and was warned a day before.")
    return words.format(name=name, moment=moment(claim.possible_from))


class Phrase(StrEnum):
    """What can be said; its value is the same in every language."""

    HELLO = "hello"
    LUCK = "luck"
    NICE = "nice"
    OOPS = "oops"
    THANKS = "thanks"
    SORRY = "sorry"
    MOMENT = "moment"
    THINKING = "thinking"
    BACK = "back"
    GO = "go"
    PLAYED = "played"
    GAME = "game"


WORDS = {
    Phrase.HELLO: N_("Hello!"),
    Phrase.LUCK: N_("Good luck, and have fun!"),
    Phrase.NICE: N_("Nice move!"),
    Phrase.OOPS: N_("Oops!"),
    Phrase.THANKS: N_("Thank you!"),
    Phrase.SORRY: N_("Sorry!"),
    Phrase.MOMENT: N_("One moment, please."),
    Phrase.THINKING: N_("Let me think about this."),
    Phrase.BACK: N_("Here I am again."),
    Phrase.GO: N_("I have to go. Let's play on later."),
    Phrase.PLAYED: N_("Well played!"),
    Phrase.GAME: N_("Thanks for the game!"),
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a player has said in a match."""

    number: int
    """Counts what was said there since someone came."""
    seat: int
    phrase: Phrase
    unheard: frozenset[int] = frozenset()
    """The seats of players who aren't shown it: they have muted or blocked the one who says it."""


def phrase_words(phrase: Phrase) -> str:
    return _(WORDS[phrase])


def told(spoken: Spoken, seat: int | None, names: Sequence[str]) -> str:
    words = _("You say: {phrase}") if spoken.seat == seat else _("{name} says: {phrase}")
    return words.format(name=names[spoken.seat], phrase=phrase_words(spoken.phrase))


MOST_SPOKEN = 8
"""So many phrases are kept for whoever looks a little later."""


class SpokenPhrases:
    """Keeps the newest phrases of one match, and passes them on to other processes."""

    def __init__(self, match_id: str, elsewhere: Elsewhere, notify: Callable[[], None]) -> None:
        self._match_id, self._elsewhere, self._notify = match_id, elsewhere, notify
        self.newest: tuple[Spoken, ...] = ()

    def speak(self, seat: int, phrase: Phrase, unheard: Collection[int]) -> None:
        said = {"match": self._match_id, "seat": seat, "phrase": phrase.value, "unheard": sorted(unheard)}
        self._elsewhere.tell("phrase", **said)
        self.hear(seat, phrase, unheard)

    def hear(self, seat: int, phrase: Phrase, unheard: Collection[int]) -> None:
        number = self.newest[-1].number + 1 if self.newest else 1
        self.newest = (*self.newest[1 - MOST_SPOKEN :], Spoken(number, seat, phrase, frozenset(unheard)))
        self._notify()
