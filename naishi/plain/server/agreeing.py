"""What the two players of a match ask of each other, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, pgettext
from naishi.plain.context import Context
from naishi.plain.speech import folded
from naishi.server import MatchParticipant, OfferKind, Request, Verb
from naishi.server.match.state import Offer
from naishi.server.match.words import closed, declined, gone, offered, waiting
from naishi.sessions import Ask

AGREEING = {"draw", "agree", "decline", "rematch", "resign", "abort", "pause", "continue", "claim"}
"""The commands that ask something of the other player, or answer."""


class Agreeing:
    """Tells a player what the other one offers, and sends what is asked for as it was told.

    An answer is to the offer that was told. What has come since is told first.
    """

    def __init__(self, context: Context, me: MatchParticipant) -> None:
        self._console, self._me = context.console, me
        self._told: tuple[Request, ...] = ()
        """What could be asked for and answered when something was told last."""
        self._waiting: tuple[tuple[OfferKind, Offer], ...] = ()
        """The offers of one's own that were open."""
        self._answered = False
        """Whether the player has just answered something."""
        self._over = me.over

    def tell(self, *, came_of_it: bool) -> None:
        """Tell what has changed.

        Args:
            came_of_it: Whether the players have just agreed on something, and were told so.
        """
        if self._me.seat is None:
            return
        me, before = self._me, self._told
        undone, came_of_it = came_of_it, came_of_it or (me.over and not self._over)
        self._told, self._over = me.requests, me.over
        self._tell_of_theirs(_answers(before), _answers(self._told), came_of_it=came_of_it or self._answered)
        self._tell_of_mine(ended=came_of_it and not undone, undone=undone)
        self._answered = False

    def skip(self) -> None:
        """Take all that is offered so far for told."""
        self._told, self._waiting, self._over = self._me.requests, self._me.waiting, self._me.over

    def _tell_of_theirs(self, before: set[Request], now: set[Request], *, came_of_it: bool) -> None:
        if new := now - before:
            self._console.write(*self._asking(new))
        elif not came_of_it:
            name = self._me.view.names[self._me.others[0]]
            self._console.write(*(gone(each.kind, name) for each in before - now if each.kind is not None))

    def to_answer(self) -> Iterator[str]:
        """Say what the other player offers, if anything, and how to answer."""
        if told := _answers(self._told):
            yield from self._asking(told)

    def _asking(self, answers: set[Request]) -> Iterator[str]:
        name = self._me.view.names[self._me.others[0]]
        for each in answers:
            if each.kind is not None:
                yield offered(each.kind, name, each.turn, None if each.offer is None else each.offer.days)
        yield _("Type agree or decline.")

    def _tell_of_mine(self, *, ended: bool, undone: bool) -> None:
        """Tell what waits for the other player's answer since now, what they declined, and what is open no more."""
        me, before = self._me, self._waiting
        self._waiting, name = me.waiting, me.view.names[me.others[0]]
        paused = me.time is not None and me.time.paused_until is not None
        agreed = {OfferKind.UNDO} if undone else {OfferKind.PAUSE} if paused else set()
        for kind, offer in before:
            if (kind, offer) in me.declined:
                self._console.write(declined(kind, name))
            elif (kind, offer) not in self._waiting and not ended and kind not in agreed:
                self._console.write(closed(kind))
        self._console.write(*(waiting(kind, [name]) for kind, offer in self._waiting if (kind, offer) not in before))

    async def offer(self, kind: OfferKind, days: int | None = None) -> None:
        """Offer something, or agree to it where the other player offers the same.

        Raises:
            NaishiError: It doesn't fit the match as it is now.
        """
        for request in self._told:
            the_same = request.kind is kind and days == (request.offer.days if request.offer else request.days)
            if the_same and request.verb in {Verb.OFFER, Verb.AGREE}:
                await self._me.request(request)
                return
        await self._me.request(Request(Verb.OFFER, kind, days=days))  # it is refused in words

    async def answer(self, verb: Verb, words: Sequence[str]) -> None:
        """Answer what the other player offers.

        Raises:
            NaishiError: There is nothing to answer, or more than one thing, or it isn't open any more.
        """
        found = [request for request in self._told if request.verb is verb and _named(request, words)]
        if not found:
            raise NaishiError(_("There is no such offer to answer.") if words else _("There is nothing to answer."))
        if len(found) > 1:
            kinds = listed((_words()[each.kind] for each in found if each.kind is not None), conjunction=False)
            raise NaishiError(_("Say which: {kinds}.").format(kinds=kinds))
        await self._me.request(found[0])
        self._answered = True
        if verb is Verb.DECLINE:
            self._console.write(_("Declined."))

    async def rematch(self) -> None:
        """Ask for a rematch, or agree to the one that was told of.

        Raises:
            NaishiError: There can't be one now.
        """
        if refusal := self._me.refusal(Ask.REMATCH):
            raise NaishiError(refusal)
        await self.offer(OfferKind.REMATCH)

    async def give_up(self, verb: Verb) -> None:
        """Resign, or call the game off.

        Raises:
            NaishiError: It is over, or can't be called off any more.
        """
        await self._me.request(Request(verb))

    def possible(self) -> Iterator[str]:
        """Say what waits for an answer, what can be asked for or answered, and how that is typed."""
        name = self._me.view.names[self._me.others[0]]
        yield from (waiting(kind, [name]) for kind, _offer in self._me.waiting)
        for request in self._me.requests:
            yield _("{line}: {meaning}.").format(line=typed(request), meaning=self._me.words_of(request))


def typed(request: Request) -> str:
    """Return the line that asks for something, or answers it, in the language of the moment."""
    match request.verb:
        case Verb.RESIGN:
            return _("resign")
        case Verb.CLAIM:
            return _("claim")
        case Verb.CONTINUE:
            return pgettext("a pause", "continue")
        case Verb.OFFER if request.days is not None:
            return f"{_words()[OfferKind.PAUSE]} {request.days}"
        case Verb.ABORT:
            return _("abort")
        case Verb.OFFER if request.kind is not None:
            return _words()[request.kind]
        case _ if request.kind is not None:
            verb = _("agree") if request.verb is Verb.AGREE else _("decline")
            return f"{verb} {_words()[request.kind]}"
    return ""


def _words() -> dict[OfferKind, str]:
    return {
        OfferKind.DRAW: _("draw"),
        OfferKind.UNDO: _("undo"),
        OfferKind.REMATCH: _("rematch"),
        OfferKind.PAUSE: pgettext("a clock", "pause"),
    }


def _named(request: Request, words: Sequence[str]) -> bool:
    """Whether words mean what a request is about; no words mean anything."""
    if request.kind is None:
        return False
    return not words or folded(words[0]) in {request.kind.value, folded(_words()[request.kind])}


def _answers(requests: Sequence[Request]) -> set[Request]:
    return {request for request in requests if request.verb is Verb.AGREE}
