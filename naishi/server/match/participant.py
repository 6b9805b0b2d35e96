"""Terminal at a match: its view, its news and its requests."""

from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from typing import Any

from typing_extensions import override

from naishi.common.i18n import N_, IllegalActionError, NaishiError, _, listed, ngettext
from naishi.server.database.names import shown_name
from naishi.server.match import apply, match_text, words
from naishi.server.match.apply import rematch_hindrance
from naishi.server.match.clock import Claim, TimeLeft
from naishi.server.match.match import NAISHI, Agreements, Match
from naishi.server.match.session import MatchSession, Presence
from naishi.server.match.state import Declined, Held, LastTurn, MatchState, Offer, OfferKind, Request, SeatRequest, Verb
from naishi.server.match.words import Phrase, Spoken, has_left, told
from naishi.sessions import Ask, BotStatus, Change, Participant, Playable
from naishi.sessions.participant import changes_of
from naishi.sessions.session import SessionParticipant
from naishi.tabletop.chance import DealProof, dealt, read_word
from naishi.tabletop.game import Result, describe


class Conversation:
    """What the players have said last. Watchers hear nothing, and nobody hears whom they have muted."""

    def __init__(self, session: MatchSession, listener: "MatchParticipant") -> None:
        self._session, self._listener = session, listener
        self._read = self.newest  # what was said before is no news
        self.left: Sequence[Spoken] = ()
        """What others have said to the listener while they were away, until it has been read."""

    @property
    def spoken(self) -> tuple[Spoken, ...]:
        seat = self._listener.seat
        if seat is None or seat not in self._session.state.people:
            return ()
        return tuple(each for each in self._session.phrases.newest if seat not in each.unheard)

    @property
    def newest(self) -> int:
        """The number of what was said last; 0 for nothing."""
        return self.spoken[-1].number if self.spoken else 0

    @property
    def news(self) -> str:
        """What another player has said last, or while the listener was away, until `react` is called; else empty."""
        seat, names = self._listener.seat, self._session.match.names
        new = [each for each in self.spoken if each.number > self._read and each.seat != seat]
        return told(new[-1], seat, names) if new else " ".join(told(each, seat, names) for each in self.left)

    def react(self) -> None:
        self._read, self.left = self.newest, ()

    def speak(self, phrase: Phrase, unheard: Collection[int] = ()) -> None:
        """Say something to the other players, but for those at some seats: see `Talk.say`."""
        if self._listener.seat is not None:
            self._session.phrases.speak(self._listener.seat, phrase, unheard)


class MatchNews:
    """What the players offer, answer and say to each other, and who is not here, as sentences."""

    def __init__(self, session: MatchSession, reader: "MatchParticipant") -> None:
        self._session, self._reader = session, reader
        self._known = frozenset(session.state.vacated)
        """The seats whose players had left when the reader came, or has read so."""
        self._read_undone: LastTurn | None = None
        self._read_declined = frozenset[int]()
        """The numbers of the declined offers that they have read of."""

    @property
    def left(self) -> str:
        """Who has left a game that goes on, until `react` is called; empty for nobody."""
        state, reader = self._session.state, self._reader
        new = (seat for seat in state.vacated if seat not in self._known and seat != reader.seat)
        return "" if state.is_cut_short else " ".join(f"{words.left(state, seat, reader.names)}." for seat in new)

    @property
    def passes(self) -> bool:
        """Whether some of it is said only until it has been read: see `react`."""
        return bool(self._reader.conversation.news or self.left or self._undone or any(self._declined))

    def react(self) -> None:
        self._reader.conversation.react()
        state = self._session.state
        self._known, self._read_undone = frozenset(state.vacated), state.undone
        self._read_declined = frozenset(each.offer.number for each in state.declined)

    @property
    def _undone(self) -> LastTurn | None:
        undone = self._session.state.undone
        return None if undone is self._read_undone else undone

    @property
    def _declined(self) -> Iterator[Declined]:
        yield from (each for each in self._reader.refused if each.offer.number not in self._read_declined)

    @property
    def offered(self) -> str:
        """What another player offers or asks for; empty where that is nothing."""
        if (seat := self._reader.seat) is None:
            return ""
        names = self._reader.names
        for kind, offer in self._reader.standing:
            if offer.seat != seat and seat not in offer.agreed:
                turn = self._session.state.last_turn(offer.seat) if kind is OfferKind.UNDO else None
                return words.offered(kind, names[offer.seat], turn, offer.days, two=len(names) == 2)
        return ""

    @property
    def latest(self) -> str:
        """What another player offers, and who has left and says what; else the situation."""
        return " ".join(filter(None, (self.offered, self.left, self._reader.conversation.news))) or self.situation

    @property
    def situation(self) -> str:
        """What was declined and what is awaited, or what was undone, or that others are not here; else empty."""
        session, reader = self._session, self._reader
        if (seat := reader.seat) is None:
            return "" if session.agreements.next is None else _("The rematch has begun.")
        if answers := " ".join(self._awaited(seat)):
            return answers
        if session.over:
            return ""
        state, names = session.state, reader.names
        if seat not in state.people:
            return has_left()
        two = len(names) == 2
        away = [each for each in state.others(seat) if session.presence(each) is not Presence.HERE]
        if state.clock is not None and state.clock.is_unmet(state.awaited, session.now()):
            missed = listed(names[each] for each in away or state.others(seat))
            return _("{name} has not come. The game can be called off.").format(name=missed)
        if waited_for := [each for each in away if two or each in state.awaited]:
            where = ((session.presence(each), names[each]) for each in waited_for)
            return " ".join(match_text.whereabouts(presence, name, reader.time) for presence, name in where)
        if (turn := self._undone) is None:
            return ""
        return words.undone(turn, seat, names[1 - seat if two else turn.seat], two=two)

    def _awaited(self, seat: int) -> Iterator[str]:
        """Say what can be claimed, what was declined, and that an answer is awaited."""
        reader, state, names = self._reader, self._session.state, self._reader.names
        waits, people = names[next(iter(state.others(seat)), seat)], len(state.people)
        yield from filter(None, (words.claim_news(claim, seat, names, waits, people=people) for claim in reader.claims))
        yield from (words.declined(each.kind, names[each.by]) for each in self._declined)
        waiting = [offer for _kind, offer in reader.waiting]
        if slow := [each for each in state.others(seat) if any(each not in offer.agreed for offer in waiting)]:
            yield _("Waiting for {name}'s answer.").format(name=listed(names[each] for each in slow))


class MatchView:
    """Makes of what a seat or the public may know what is shown at the match.

    It is seen from the side that a watcher chose, and whole once a game of Naishi has ended.
    """

    def __init__(self, session: MatchSession) -> None:
        self._session = session
        self.side = 0
        """The seat from whose side someone who watches looks."""
        self._made: tuple[Any, bool, int, Any] = None, False, 0, None
        """The newest view that was made: of which, whether the game had ended early, from which side, and itself."""

    def of(self, view: Any, side: int | None = None) -> Any:
        """Return what is shown for a view: itself, unless the game was ended early, or something else is to differ.

        Args:
            side: The seat from whose side the public looks; by default the one that was chosen.
        """
        ended, names, side = self._session.state.is_cut_short, shown_names(view), self.side if side is None else side
        if not ended and not (view.public and side) and names == view.names:
            return view
        of, *how, shown = self._made
        if of is not view or how != [ended, side] or shown.names != names:
            shown = view.shown_as(names, side)
            shown = self._session.game.laid_open(shown) if ended else shown
            self._made = view, ended, side, shown
        return shown


def shown_names(view: Any) -> tuple[str, ...]:
    """Return the names of the players; words for one who has deleted their account."""
    return tuple(map(shown_name, view.names))


class RematchDeal:
    """What a player may know of the deal of the rematch, and add to it, once their game is over."""

    def __init__(self, session: MatchSession, player: "MatchParticipant") -> None:
        self._session, self._player = session, player

    @property
    def commitment(self) -> str | None:
        """What it is committed to; None while the game goes on, where there can be no rematch, or for watchers.

        Only deals of Naishi are drawn from words.
        """
        if self._player.seat is None or self._session.game.key != NAISHI or rematch_hindrance(self._session.state):
            return None
        return self._session.rows.rematch_commitment

    async def add(self, word: str) -> None:
        """Add a word of the player's to it; another one takes its place.

        Raises NaishiError: it isn't plain ASCII or too long, there can be no rematch now, or none drawn from words;
        StorageError: it couldn't be stored.
        """
        if self._player.seat is None:
            raise NaishiError(_("You are watching; only the players can do that."))
        if hindrance := rematch_hindrance(self._session.state):
            raise NaishiError(hindrance)
        check_has_words(match := self._session.match)
        await self._session.rows.matches.give_rematch_word(match.id, self._player.seat, read_word(word))


def check_has_words(match: Match) -> None:
    """Make sure that players can add words to the deal of a table. Raises NaishiError: they can't."""
    if match.game != NAISHI:
        raise NaishiError(_("Only to the deal of a game of Naishi can words be added."))


ELSEWHERE = {
    Ask.ADVISE: N_("There is no advice on the server."),
    Ask.PACE: N_("The pace of bots can't be changed on the server."),
    Ask.REPLAY: N_("Once a game is over, its players can look at it again."),
    Ask.OTHER_SIDE: N_("You look from your own side."),
}
"""What isn't as at home, and why it is refused: advice would be thought up in the process that serves everybody."""
MOST_NAMED = 3
"""Of more people who watch, the last are counted."""


class MatchParticipant(Participant):
    """A player at their seat, or someone who watches."""

    def __init__(self, session: MatchSession, seat: int | None, name: str) -> None:
        self._session = session
        self.seat = seat
        self.name = name
        """Of whoever is at the terminal, as the others see it."""
        self.has_lost_seat = False
        """Whether whoever is at the terminal sat here, and isn't the player any more."""
        self._inner, self._followed_by = session.viewers[seat], session.agreements.next
        self.conversation, self.rematch_deal = Conversation(session, self), RematchDeal(session, self)
        self.news = MatchNews(session, self)
        self._view = MatchView(session)
        self._allowed: tuple[MatchState, tuple[Any, ...], frozenset[Ask]] | None = None
        """What could be asked for when that was last worked out, and of what."""

    @property
    def match_id(self) -> str:
        return self._session.match.id

    @property
    def match(self) -> Match:
        return self._session.match

    @property
    def player(self) -> int | None:
        """Whose seat it is; None for someone who watches."""
        return None if self.seat is None else self.match.seats[self.seat]

    def unseat(self) -> None:
        self.seat = None
        self.has_lost_seat = True
        self._inner = self._session.viewers[None]
        self._session.notify()

    @property
    def agreements(self) -> Agreements:
        return self._session.agreements

    @property
    def rematch_has_begun(self) -> bool:
        """Whether the rematch has begun since this terminal came; one that began long ago is none of it."""
        return self.agreements.next != self._followed_by

    @property
    def over(self) -> bool:
        return self._session.over

    @property
    def watchers(self) -> tuple[str, ...]:
        return self._session.watchers

    def presence(self, seat: int) -> Presence:
        return self._session.presence(seat)

    @property
    def commitment(self) -> str | None:
        """What the deal was committed to before the players gave their words; None where it wasn't."""
        proof = getattr(self._session.game, "proof", None)
        return None if proof is None else proof.commitment

    @property
    def proof(self) -> DealProof | None:
        return getattr(self._session.game, "proof", None) if self.over else None

    @property
    def dealt(self) -> tuple[str, ...]:
        """How the deal was drawn, as far as people may know it, in sentences; none where nobody has committed to it."""
        return tuple(dealt(self.commitment, self.proof, self.view.names))

    @property
    def people(self) -> int:
        return len(self._session.state.people)

    @property
    def of_leaving(self) -> str:
        """What follows if the player leaves the game now; empty for someone who watches."""
        return "" if self.seat is None else words.leaving(self._session.state, self.seat, self.view.names)

    @property
    def against_bot(self) -> bool:
        return self.seat is not None and not self._session.state.others(self.seat)

    @property
    def time(self) -> TimeLeft | None:
        """What the players have left; None where there is no clock."""
        state = self._session.state
        if state.clock is None or not state.clock.control:
            return None
        return TimeLeft(state.clock, state.awaited, self._session.now())

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What may be done about each player who is awaited, the viewer last, and before that who is awaited longest.

        Nothing against a bot, or where time counts.
        """
        state = self._session.state
        claims = Claim.each(state.clock, state.awaited, self._session.now())
        return tuple(sorted(claims, key=lambda claim: (claim.against == self.seat, claim.turned)))

    @property
    def clock(self) -> tuple[str, ...]:
        """What the players have left, at length and in short; nothing where there is no clock.

        At greatest length it names the tournament that the match belongs to.
        """
        time, part = self.time, self.match.tournament
        left = () if time is None else words.time_in_short(time, self.names, self.seat)
        if not left or part is None:
            return left
        longest = _("{tournament}, round {round} · {time}")
        return longest.format(tournament=part.name, round=part.round, time=left[0]), *left

    @property
    def names(self) -> tuple[str, ...]:
        return shown_names(self._viewer.view)

    @property
    def ended_early(self) -> str:
        return describe(self._session.state.early_end, self.names, self.seat)

    @property
    def has_left(self) -> bool:
        return self.is_vacated and not self.over

    @property
    def is_vacated(self) -> bool:
        """Whether a stand-in plays the seat: then whoever sat there knows no more of the game than who watches."""
        return self.seat is not None and self._session.state.seats[self.seat].held is Held.VACATED

    @property
    def _viewer(self) -> SessionParticipant:
        return self._session.viewers[None] if self.is_vacated else self._inner

    @property
    def result(self) -> Result | None:
        """Ranks and points once the match is over: whoever has left it has the last place. None before."""
        return self._session.state.result()

    @property
    @override
    def placing(self) -> str:
        return words.placing(self._session.state, self.names)

    @property
    @override
    def unrated(self) -> tuple[str, ...]:
        said = match_text.why_not(self.match), match_text.why_not(self.match, in_short=True)
        return said if all(said) else ()

    @property
    def view(self) -> Any:
        """The game as the viewer may know it now: the whole of it once it is over, also where it was ended early."""
        return self._view.of(self._viewer.view, self.seat if self.is_vacated else None)

    @property
    def undone(self) -> LastTurn | None:
        return self._session.state.undone

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(player.kind for player in self._session.game.players)

    @property
    @override
    def standings(self) -> tuple[str, ...]:
        return match_text.at_table(self.match)

    @property
    def watched_by(self) -> str:
        watchers = self.watchers
        named = watchers if len(watchers) <= MOST_NAMED else watchers[: MOST_NAMED - 1]
        others = len(watchers) - len(named)
        more = [ngettext("{count} other", "{count} others", others)] if others else []
        return _("watched by {names}").format(names=listed([*named, *more])) if watchers else ""

    @property
    def note(self) -> str:
        """That the newest state is not stored; what others offer, or where they are; else who watches."""
        return self.trouble or self.news.latest or ("" if self.seat is None or self.over else self.watched_by)

    @property
    def asked_for(self) -> tuple[str, Ask] | None:
        """What news the viewer may answer, and how: an offer, or for a watcher that the rematch has begun."""
        if self.news.offered:
            return self.news.offered, Ask.AGREEMENT
        return (self.news.situation, Ask.REMATCH) if self.seat is None and self.news.situation else None

    def look_as(self, watcher: "MatchParticipant") -> None:
        """Look from the side of the same player as in the last game; in the rematch the seats have moved on by one."""
        seated = apply.rematch_seats(watcher._session.state)
        side = watcher._view.side
        self._view.side = (seated.index(side) - 1) % len(seated) if side in seated else 0

    def turn_table(self) -> None:
        self.check(Ask.OTHER_SIDE)
        self._view.side = (self._view.side + 1) % len(self._session.game.players)

    @property
    def allowed(self) -> frozenset[Ask]:
        """What can be asked for now; worked out once until the match changes, as every key asks for it many times.

        Time changes none of it: requests that come and go with the clock do so beside resigning.
        """
        session, state = self._session, self._session.state
        rest = session.game_revision, session.bots, self.seat, self.listeners
        known = self._allowed
        if known is None or known[0] is not state or known[1] != rest:
            self._allowed = known = state, rest, self._work_out_allowed()
        return known[2]

    def _work_out_allowed(self) -> frozenset[Ask]:
        allowed = frozenset() if self.agreements.ended else self._viewer.allowed - {*ELSEWHERE, Ask.REMATCH}
        if self.seat is not None and not apply.rematch_refusal(self._session.state, self.seat):
            allowed |= {Ask.REMATCH}
        if self.seat is not None and self.over:
            allowed |= {Ask.REPLAY}
        if self.seat is None:
            allowed |= {Ask.OTHER_SIDE, Ask.REMATCH} if self.agreements.next is not None else {Ask.OTHER_SIDE}
        if self.listeners:
            allowed |= {Ask.TALK}
        can_check_deal = self.seat is not None and self.commitment is not None
        return allowed | {Ask.AGREEMENT} if self.requests or can_check_deal else allowed

    @property
    def requests(self) -> tuple[Request, ...]:
        """What the player can ask of the match now: answers first, resigning last."""
        if self.seat is None:
            return ()
        return apply.requests(self._session.state, self.seat, self._session.now())

    def words_of(self, request: Request) -> str:
        if (seat := self.seat) is None:
            return ""
        return words.words_of(request, seat, self._session.state, self.view.names, self._session.now())

    @property
    def standing(self) -> tuple[tuple[OfferKind, Offer], ...]:
        state = self._session.state
        if self.seat is None or self.is_vacated or (state.over and apply.rematch_hindrance(state)):
            return ()
        return tuple(state.offers.items())

    @property
    def waiting(self) -> tuple[tuple[OfferKind, Offer], ...]:
        return tuple(each for each in self.standing if each[1].seat == self.seat)

    @property
    def refused(self) -> tuple[Declined, ...]:
        """What others have declined of what the player has offered, each with who did, until the next action."""
        state = self._session.state
        if self.seat is None or (state.over and apply.rematch_hindrance(state)):
            return ()
        rematch = (each for each in state.declined if (each.kind is OfferKind.REMATCH) == state.over)
        return tuple(each for each in rematch if each.offer.seat == self.seat != each.by)

    async def request(self, request: Request) -> None:
        """Do what was shown as possible, if it still is.

        Raises IllegalActionError: it isn't; the text says why; SaveNotWrittenError: a rematch couldn't be stored.
        """
        if self.seat is None:
            raise IllegalActionError(_("You are watching; only the players can do that."))
        await self._session.actor.ask(SeatRequest(self.seat, request))

    async def rematch(self) -> None:
        """Ask for a rematch, or agree to the one that another player asks for as this is called.

        Raises IllegalActionError: the game goes on, or isn't one's own; SaveNotWrittenError: it couldn't be stored.
        """
        offer = self._session.state.offers.get(OfferKind.REMATCH)
        theirs = offer is not None and offer.seat != self.seat
        await self.request(Request(Verb.AGREE if theirs else Verb.OFFER, OfferKind.REMATCH, offer if theirs else None))

    @property
    @override
    def bots(self) -> BotStatus:
        return BotStatus() if self.agreements.ended else self._inner.bots

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have to decide now, also where a view of the game names only one of them."""
        state = self._session.state
        return () if state.over else tuple(state.game.awaited)

    @property
    def trouble(self) -> str:
        return self._inner.trouble

    @property
    def pace(self) -> float:
        return self._inner.pace

    @property
    def goes_on_without(self) -> bool:
        return True

    @property
    @override
    def can_undo_at_all(self) -> bool:
        return self._inner.can_undo_at_all

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of the others, in order from one's own on; all seats for someone who watches."""
        count, own = len(self._session.game.players), self.seat
        return tuple(range(count)) if own is None else tuple((own + step) % count for step in range(1, count))

    @property
    def listeners(self) -> tuple[int, ...]:
        """The seats of the other people, who can hear a player and can be muted and reported: nobody's for watchers."""
        match, own = self.match, self.player
        there = (each for each in self.others if match.seats[each] not in {None, own} and not match.gone[each])
        return () if own is None or match.gone[self.seat or 0] else tuple(there)

    def changes(self) -> AsyncIterator[Change]:
        """Yield whenever something has changed since this was called, even as someone who has lost the seat."""
        revisions = self._session.revisions
        return changes_of(self, revisions.since(revisions.newest), self.view.events)

    async def play(self, action: Playable) -> None:
        """Play an action; an offer of others that wasn't taken up is off."""
        await self._inner.play(action)

    async def undo(self) -> None:
        """Undo, against a bot; between people it takes an agreement."""
        self.check(Ask.UNDO)
        await self._inner.undo()

    @override
    async def redo(self) -> None:
        self.check(Ask.REDO)
        await self._inner.redo()

    @override
    async def withdraw(self) -> None:
        await self._inner.withdraw()

    @override
    def retry(self) -> None:
        self._inner.retry()

    @override
    async def replace_bot(self, kind: str) -> None:
        await self._inner.replace_bot(kind)

    @property
    def audience(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.listeners if seat in self._session.state.people)

    def _why_not(self, ask: Ask) -> str:
        if self.has_left:
            return has_left()
        if ask in {Ask.REMATCH, Ask.AGREEMENT} and self.seat is not None:
            return apply.rematch_refusal(self._session.state, self.seat)
        if ask in ELSEWHERE:
            return _(ELSEWHERE[ask])
        if self.agreements.ended:
            return _("The game is over.")
        if self.seat is not None and not self.can_undo_at_all:
            if ask is Ask.UNDO:
                if any(request.kind is OfferKind.UNDO for request in self.requests):
                    return _("Against a person, undo takes an agreement.")
                return apply.undo_refusal(self._session.state, self.seat)
            if ask is Ask.REDO:
                return _("Nothing to redo.")
        return self._inner.refusal(ask) or super()._why_not(ask)
