"""Agreements, phrases and conditional moves in lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from naishi.common.i18n import NaishiError, _, listed, naming_nearest, ngettext, pgettext
from naishi.plain.console import ACTIONS, SKIP, CommandWord, Console, commands, find, folded
from naishi.plain.room import Context, own
from naishi.server import MatchParticipant, OfferKind, Phrase, Request, Verb, Visitor
from naishi.server.match.match import NAISHI
from naishi.server.match.match_text import TWO
from naishi.server.match.state import Offer
from naishi.server.match.words import closed, declined, gone, offered, phrase_words, told, waiting
from naishi.server.moderation.talk import REASONS, Reason
from naishi.server.plans.plans import Plan, PlanEnd, Rule
from naishi.sessions import Ask
from naishi.tabletop.players import HUMAN

AGREEING = {"draw", "call", "agree", "decline", "rematch", "resign", "abort", "pause", "continue", "claim"}
"""The commands that ask something of other players, or answer."""


class Agreeing:
    """Reports to a player what others offer, and sends requests as they were reported.

    An answer is to the offer in the last report. What has come since is reported first.
    """

    def __init__(self, context: Context, me: MatchParticipant) -> None:
        self._console, self._me = context.console, me
        self._told: tuple[Request, ...] = ()
        """What could be asked for and answered at the last report."""
        self._waiting: tuple[tuple[OfferKind, Offer], ...] = ()
        """The offers of one's own that were open."""
        self._answered = False
        self._over = me.over

    def tell(self, *, came_of_it: bool) -> None:
        if self._me.seat is None:
            return
        me, before = self._me, self._told
        undone, came_of_it = came_of_it, came_of_it or (me.over and not self._over)
        self._told, self._over = me.requests, me.over
        self._tell_of_theirs(_answers(before), _answers(self._told), came_of_it=came_of_it or self._answered)
        self._tell_of_mine(ended=came_of_it and not undone, undone=undone)
        self._answered = False

    def skip(self) -> None:
        self._told, self._waiting, self._over = self._me.requests, self._me.waiting, self._me.over

    def _tell_of_theirs(self, before: Mapping[str, Request], now: Mapping[str, Request], *, came_of_it: bool) -> None:
        if new := [request for id_, request in now.items() if id_ not in before]:
            self._console.write(*self._asking(new))
        elif not came_of_it:
            offers = [_of(request) for id_, request in before.items() if id_ not in now]
            self._console.write(*(gone(kind, self._names[offer.seat]) for kind, offer in offers))

    def to_answer(self) -> Iterator[str]:
        if told := _answers(self._told):
            yield from self._asking(told.values())

    def _asking(self, answers: Iterable[Request]) -> Iterator[str]:
        two = len(self._names) == TWO
        for each in answers:
            kind, offer = _of(each)
            yield offered(kind, self._names[offer.seat], each.turn, offer.days, two=two)
            if not two and offer.agreed:
                names = listed(self._names[seat] for seat in offer.agreed)
                yield ngettext("{names} has agreed.", "{names} have agreed.", len(offer.agreed), names=names)
        yield _("Type agree or decline.")

    def _tell_of_mine(self, *, ended: bool, undone: bool) -> None:
        me, before = self._me, self._waiting
        self._waiting = me.waiting
        paused = me.time is not None and me.time.paused_until is not None
        agreed = {OfferKind.UNDO} if undone else {OfferKind.PAUSE} if paused else set()
        now = {(kind, offer.number) for kind, offer in self._waiting}
        refused = {(each.kind, each.offer.number): each.by for each in me.refused}
        for kind, offer in before:
            if (by := refused.get((kind, offer.number))) is not None:
                self._console.write(declined(kind, self._names[by]))
            elif (kind, offer.number) not in now and not ended and kind not in agreed:
                self._console.write(closed(kind))
        self._console.write(*(self._waits(*each) for each in self._waiting if each not in before))

    def _waits(self, kind: OfferKind, offer: Offer) -> str:
        return waiting(kind, [self._names[seat] for seat in self._to_come(offer)])

    def _to_come(self, offer: Offer) -> Iterator[int]:
        for seat, kind in enumerate(self._me.kinds):
            if kind == HUMAN and seat not in {offer.seat, *offer.agreed}:
                yield seat

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._me.view.names)

    async def offer(self, kind: OfferKind, days: int | None = None) -> None:
        """Offer something, or agree to it where the other player offers the same.

        Raises NaishiError: it doesn't fit the match as it is now.
        """
        for request in self._told:
            the_same = request.kind is kind and days == (request.offer.days if request.offer else request.days)
            if the_same and request.verb in {Verb.OFFER, Verb.AGREE}:
                await self._me.request(request)
                return
        await self._me.request(Request(Verb.OFFER, kind, days=days))  # it is refused in words

    async def answer(self, verb: Verb, words: Sequence[str]) -> None:
        """Answer what the other player offers.

        Raises NaishiError: there is nothing to answer, or more than one thing, or it isn't open any more.
        """
        named = [request for request in self._told if self._is_named(request, words)]
        own = [request for request in named if verb is Verb.DECLINE and request.verb is Verb.RETRACT]
        found = [request for request in named if request.verb is verb] + (own if words else [])
        if not found and own:  # another player's may have just gone, which was meant
            lines = listed(map(typed, own), conjunction=False)
            raise NaishiError(_("There is nothing to answer. To withdraw your own offer: {line}.").format(line=lines))
        if not found:
            raise NaishiError(_("There is no such offer to answer.") if words else _("There is nothing to answer."))
        if len(found) > 1:
            kinds = listed((_words()[each.kind] for each in found if each.kind is not None), conjunction=False)
            raise NaishiError(_("Say which: {kinds}.").format(kinds=kinds))
        await self._me.request(found[0])
        self._answered = True
        if verb is Verb.DECLINE:
            self._console.write(_("Withdrawn.") if found[0].verb is Verb.RETRACT else _("Declined."))
        elif still := self._others_to_come(found[0]):
            self._console.write(_("Waiting for {name}'s answer.").format(name=listed(still)))

    def _others_to_come(self, answered: Request) -> list[str]:
        kind, offer = _of(answered)
        now = next((each for of, each in self._me.standing if of is kind and each.number == offer.number), None)
        return [] if now is None else [self._names[seat] for seat in self._to_come(now)]

    async def rematch(self) -> None:
        """Ask for a rematch, or agree to the one in the last report. Raises NaishiError: there can't be one now."""
        if refusal := self._me.refusal(Ask.REMATCH):
            raise NaishiError(refusal)
        await self.offer(OfferKind.REMATCH)

    async def claim(self, words: Sequence[str]) -> None:
        """Claim the game from a player who stays away, or go on without them; first they are warned.

        Raises NaishiError: it isn't time, or of several players none was named.
        """
        claims = [request for request in self._me.requests if request.verb is Verb.CLAIM]
        if len(self._names) > TWO and words:
            await self._me.request(Request(Verb.CLAIM, against=seat_named(words, self._me)))  # or refused in words
        elif len(claims) > 1:
            names = (self._names[each.against] for each in claims if each.against is not None)
            raise NaishiError(_("Say whom: {names}.").format(names=listed(names, conjunction=False)))
        else:
            await self._me.request(claims[0] if claims else Request(Verb.CLAIM))

    def possible(self) -> Iterator[str]:
        me = self._me
        yield from (self._waits(*each) for each in me.waiting)
        for request in me.requests:
            yield _("{line}: {meaning}.").format(line=typed(request, self._names), meaning=me.words_of(request))

    def _is_named(self, request: Request, words: Sequence[str]) -> bool:
        """Whether words mean what a request is about, or whose it is; no words mean anything."""
        if request.kind is None:
            return False
        text = folded(" ".join(words))
        return not words or text in {request.kind.value, folded(_words()[request.kind])}


def seat_named(words: Sequence[str], me: MatchParticipant) -> int:
    """Return the seat of another player at a match whose name begins with some words.

    Raises NaishiError: there is none, or more than one.
    """
    typed_name, names = folded(" ".join(words)), me.view.names
    others = [seat for seat in range(len(names)) if seat != me.seat]
    exact = [seat for seat in others if folded(names[seat]) == typed_name]
    found = exact or [seat for seat in others if typed_name and folded(names[seat]).startswith(typed_name)]
    if len(found) != 1:
        known = listed((names[seat] for seat in others), conjunction=False)
        raise NaishiError(_("Say whom: {names}.").format(names=known))
    return found[0]


def typed(request: Request, names: Sequence[str] = ()) -> str:
    """Return the line that asks for something, or answers it, in the language of the moment."""
    match request.verb:
        case Verb.RESIGN:
            return _("resign")
        case Verb.CLAIM:
            claim = _("claim")
            return claim if request.against is None else f"{claim} {names[request.against]}"
        case Verb.CONTINUE:
            return pgettext("a pause", "continue")
        case Verb.OFFER if request.days is not None:
            return f"{_words()[OfferKind.PAUSE]} {request.days}"
        case Verb.ABORT:
            return _("abort")
        case Verb.OFFER if request.kind is not None:
            return _words()[request.kind]
        case _ if request.kind is not None:
            verb = _("agree") if request.verb is Verb.AGREE else _("decline")  # or to withdraw one's own
            return f"{verb} {_words()[request.kind]}"
    return ""


def _words() -> dict[OfferKind, str]:
    return {
        OfferKind.DRAW: _("draw"),
        OfferKind.UNDO: _("undo"),
        OfferKind.REMATCH: _("rematch"),
        OfferKind.PAUSE: pgettext("a clock", "pause"),
        OfferKind.CALL_OFF: pgettext("a game", "call off"),
    }


def _answers(requests: Sequence[Request]) -> dict[str, Request]:
    return {request.id: request for request in requests if request.verb is Verb.AGREE}


def _of(answer: Request) -> tuple[OfferKind, Offer]:
    assert answer.kind is not None and answer.offer is not None  # noqa: S101, PT018 - every answer has both
    return answer.kind, answer.offer


TALKING = {"say", "mute", "report"}


class Talking:
    """Shows a player the phrases at a match, and sends those that they type."""

    def __init__(self, console: Console, visitor: Visitor, me: MatchParticipant) -> None:
        self._console, self._visitor, self._me = console, visitor, me
        self._told = me.conversation.newest

    def tell(self) -> None:
        before, self._told = self._told, self._me.conversation.newest
        new = [*self._me.conversation.left]
        new += (each for each in self._me.conversation.spoken if each.number > before)
        self._me.conversation.left = ()
        self._console.write(*(told(each, self._me.seat, self._me.view.names) for each in new))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Say something, mute the other player or hear them again, or report them.

        Raises NaishiError: it isn't possible, or isn't understood.
        """
        talk, me = self._visitor.lobby.talk, self._me
        match command.id:
            case "say" if not words:
                self._console.write(*(f"{number}: {phrase_words(each)}" for number, each in enumerate(Phrase, 1)))
            case "say":
                later = await talk.say(me, phrase_of(" ".join(words)))
                self.tell()
                self._console.write(*filter(None, [later]))
            case "mute":
                await self._mute(command, words)
            case _:
                seat, words = self._named(words, most=1)
                reason = _reason(words)
                said = await talk.report(me, reason, self._visitor.account, self._visitor.address, seat)
                self._console.write(said)

    async def _mute(self, command: CommandWord, words: Sequence[str]) -> None:
        talk, me = self._visitor.lobby.talk, self._me
        again = bool(words) and folded(words[-1]) in {"off", folded(pgettext("mute", "off"))}
        seat, rest = self._named(words[: len(words) - again], most=0)
        if rest:
            raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))
        self._console.write(await (talk.unmute if again else talk.mute)(me, seat))

    def _named(self, words: Sequence[str], *, most: int) -> tuple[int | None, Sequence[str]]:
        """Return the seat of the player whom words name first, and the other words.

        At a table of two nobody has to be named, and of several only where there is more than one to be meant.
        """
        if len(self._me.view.names) == TWO or len(words) <= most:
            return None, words
        cut = len(words) - most
        return seat_named(words[:cut], self._me), words[cut:]


def phrase_of(typed: str) -> Phrase:
    """Return the phrase that someone means by its number, its English id or its first letters.

    Raises NaishiError: there is none, or more than one.
    """
    wanted, every = folded(typed), list(Phrase)
    if wanted.isdecimal() and len(wanted) < 4 and 0 < int(wanted) <= len(every):
        return every[int(wanted) - 1]
    if wanted in {each.value for each in every}:
        return Phrase(wanted)
    found = [each for each in every if folded(phrase_words(each)).startswith(wanted)]
    if not found:
        raise _no_phrase(wanted, every)
    if len(found) > 1:
        raise NaishiError(_("Say which: {kinds}.").format(kinds=listed(map(phrase_words, found), conjunction=False)))
    return found[0]


def _no_phrase(typed: str, every: Sequence[Phrase]) -> NaishiError:
    why = _("There is no such phrase. Type say to hear them all.")
    known: dict[str, str] = {}
    for phrase in every:
        words = phrase_words(phrase).rstrip(" \u00a0\u202f!.")
        known |= dict.fromkeys((phrase.value, folded(words)), words)
    return naming_nearest(NaishiError(why), [typed], known)


def _reason(words: Sequence[str]) -> Reason:
    """Return why someone is reported. Raises NaishiError: no reason was given."""
    by_word = {folded(each): reason for reason, word in reason_words().items() for each in (reason.value, word)}
    if words and (reason := by_word.get(folded(words[0]))) is not None:
        return reason
    meant = _("{word} ({meaning})")
    known = (meant.format(word=word, meaning=_(REASONS[reason])) for reason, word in reason_words().items())
    raise NaishiError(_("Say why: {reasons}.").format(reasons=listed(known, conjunction=False)))


def reason_words() -> dict[Reason, str]:
    return {
        Reason.NAME: pgettext("a reason", "name"),
        Reason.BEHAVIOUR: pgettext("a reason", "behaviour"),
        Reason.CHEATING: pgettext("a reason", "cheating"),
    }


async def plan(visitor: Visitor, me: MatchParticipant, words: Sequence[str]) -> Iterator[str]:
    """Plan something, drop all plans by `none`, or do nothing without words; return the lines that say what is planned.

    Raises NaishiError: it can't be understood, or planned.
    """
    plans = visitor.lobby.plans
    if len(words) == 1 and folded(words[0]) in {"none", folded(_("none"))}:
        await plans.drop(me)
    elif words:
        when, play = read_rule(words)
        await plans.add(me, when, play)
    return rule_lines(plans.rules(me))


def read_rule(words: Sequence[str]) -> tuple[Any, list[Any]]:
    """Read what follows `when`: an action of the other player, the word play, and one's own actions.

    Raises NaishiError: it can't be understood.
    """
    separators = {"play", folded(pgettext("a verb", "play"))}
    words = [part for word in words for part in word.split()]
    if words and folded(words[0]) in {"when", folded(pgettext("a verb", "when"))}:  # the example begins with it
        words = words[1:]
    at = next((place for place, word in enumerate(words) if folded(word) in separators), None)
    if not at or at + 1 == len(words):
        raise NaishiError(_("Write it like this: {usage}").format(usage=_("when decree H3 play develop H3, end")))
    return _action(words[:at]), [_action(line.split()) for line in lines_of(words[at + 1 :])]


def lines_of(words: Sequence[str]) -> list[str]:
    """Return the lines that some words make: parted by commas, by quotes, or where the next action begins.

    A shell takes quotes away before the words are sent, so that `play k4m2 "develop L4" end` comes without them.
    """
    verbs = {folded(word) for each in ACTIONS for word in (each, commands()[each].word)}
    lines: list[list[str]] = [[]]
    for word in words:
        first, *others = word.replace(";", ",").split(",")
        quoted_line = " " in word
        if quoted_line or (lines[-1] and folded(first) in verbs):
            lines.append([])
        lines[-1].append(first)
        lines += [[other] for other in others]
        if quoted_line:
            lines.append([])
    return [line for each in lines if (line := " ".join(each).strip())]


def _action(words: Sequence[str]) -> Any:
    known = commands()
    verb = find(words[0], {each: known[each] for each in known if each in ACTIONS or each == SKIP})
    return own(NAISHI, "action")(verb.id, words[1:])


def rule_lines(rules: Sequence[Rule]) -> Iterator[str]:
    for rule in rules:
        yield _("when {when} play {play}").format(when=_typed(rule.when), play=_actions(rule))
    if not rules:
        yield _("Nothing is planned.")


def _typed(action: Any) -> str:
    return str(own(NAISHI, "words")(action))


def _actions(rule: Rule) -> str:
    return listed(map(_typed, rule.play), conjunction=False)


async def take_news(visitor: Visitor) -> list[str]:
    plans, me = visitor.lobby.plans, visitor.account.id
    said = []
    for match, ended in plans.ended(visitor.listing.mine, me):
        said.append(_what_became(ended, match.names[1 - (match.seat_of(me) or 0)]))
        await plans.told(match, me)
    return said


def _what_became(ended: Plan, name: str) -> str:
    rule = ended.rule
    match ended.end:
        case PlanEnd.PLAYED if rule is not None:
            words = _("{name} did what you had expected ({when}), and you have played as planned: {play}.")
            return words.format(name=name, when=_typed(rule.when), play=_actions(rule))
        case PlanEnd.REFUSED if rule is not None and ended.refused is not None:
            words = _("{name} did what you had expected ({when}), but this wasn't possible: {play}. It is your turn.")
            return words.format(name=name, when=_typed(rule.when), play=_typed(ended.refused))
        case PlanEnd.OFFERED:
            return _("{name} asks you something, so your plans for this turn are dropped.").format(name=name)
        case PlanEnd.UNDONE:
            return _("A turn against {name} was undone, so your plans are dropped.").format(name=name)
    return _("{name} did something else than you had expected; your plans for this turn are dropped.").format(name=name)
