"""Pure transition function of a match."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from naishi.bots.protocol import Clock as BotClock
from naishi.bots.registry import ask, names
from naishi.common.i18n import BotFailedError, IllegalActionError, _, listed, quoted
from naishi.server.match import words
from naishi.server.match.clock import DAY, Claim
from naishi.server.match.state import (
    PAUSES,
    Anything,
    CallOff,
    Declined,
    DeleteAccount,
    Ending,
    EndKind,
    Event,
    Happened,
    Held,
    Look,
    MatchState,
    Offer,
    OfferKind,
    Play,
    Redo,
    ReplaceBot,
    Request,
    SeatRequest,
    Undo,
    Verb,
    Withdraw,
)
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import ABSENT, HUMAN

MOST_ABSENT = 1_000
"""After so many actions in a row for players who have left, something is wrong with the game."""


class _Change(NamedTuple):
    """What has come of a request so far."""

    state: MatchState
    events: tuple[Event, ...] = ()
    acted: int | None = None
    """The seat that has acted, whose turn may be finished."""
    withdrawn: bool = False
    finished: bool = True
    """Whether a turn may have been finished, and not undone."""


def apply(  # noqa: C901, PLR0912 - it is all in one place
    state: MatchState, request: Anything, now: float
) -> tuple[MatchState, Sequence[Event]]:
    """Return the match after something has happened to it, and what that was; the match itself where nothing has.

    Raises InvalidActionError: what is to be played is no action; IllegalActionError: it is refused, in the words that a
    person reads; nothing has changed.
    """
    match request:
        case Look(here=here):
            change = _look(state, here, now)
        case CallOff():
            _check_going_on(state, now)
            change = _Change(state.without_offers()._replace(ending=Ending(EndKind.UNPLAYED)))
        case Play():
            change = _play(state, request, now)
        case Undo(seat=seat):
            change = _undo(state, seat)
        case Redo(seat=seat):
            change = _redo(state, seat)
        case Withdraw(seat=seat):
            change = _withdraw(state, seat, now)
        case SeatRequest(seat, Request(Verb.OFFER, OfferKind.REMATCH)):
            change = _ask_for_rematch(state, seat)
        case SeatRequest(seat, Request(Verb.OFFER, OfferKind() as kind) as offered):
            change = _propose(state, seat, kind, offered, now)
        case SeatRequest(seat, Request(Verb.AGREE, OfferKind() as kind, Offer() as offer)):
            change = _agreed(state, seat, kind, _open_offer(state, seat, kind, offer, now), now)
        case SeatRequest(seat, Request(Verb.DECLINE, OfferKind() as kind, Offer() as offer)):
            standing = _open_offer(state, seat, kind, offer, now)
            change = _closed(state, Declined(kind, standing, seat), Happened.DECLINED)
        case SeatRequest(seat, Request(Verb.RETRACT, OfferKind() as kind, Offer() as offer)):
            change = _retract(state, seat, kind, offer)
        case SeatRequest(seat, Request(Verb.RESIGN)):
            _check_plays(state, seat, now)
            change = _leave(state, (seat,), EndKind.RESIGNED)
        case SeatRequest(seat, Request(Verb.ABORT)):
            _check_plays(state, seat, now)
            _check(abort_refusal(state, seat, now))
            change = _Change(state.without_offers()._replace(ending=Ending(EndKind.ABORTED, seat)))
        case SeatRequest(seat, Request(Verb.CLAIM, against=against)):
            change = _claim(state, seat, against, now)
        case SeatRequest(seat, Request(Verb.CONTINUE)):
            change = _end_pause(state, seat, now)
        case SeatRequest():  # it means nothing
            change = _Change(state)
        case DeleteAccount(seat=seat):
            change = _delete_account(state, seat, now)
        case ReplaceBot(seat=seat, kind=bot):
            change = _replace_bot(state, seat, bot)
        case _:
            assert_never(request)
    return (state, ()) if change.state is state else _settled(state, change, now)


def _settled(before: MatchState, change: _Change, now: float) -> tuple[MatchState, Sequence[Event]]:
    """Return what follows from a change: what the absent do, the end, and who is charged."""
    state, events = change.state, list(change.events)
    if state.ending is None or state.ending.kind is EndKind.SCORE:
        state = _with_absent(state)
        over = not state.game.awaited
        state = state._replace(ending=Ending(EndKind.SCORE) if over else None)
        if over and before.ending is None:
            state = state.without_offers()
    if state.ending is not None and before.ending is None:
        events.append(Event(Happened.ENDED, state.ending.seat))
    again = change.acted if _is_asked_again(before, state, change.acted) else None
    if state.clock is not None and state.game is not before.game:
        clock = state.clock.passed(
            before.awaited, state.awaited, now, again=again, withdrawn=change.withdrawn, finished=change.finished
        )
        state = state._replace(clock=clock)
    revision, went_back = before.revision + 1, not change.finished and not change.withdrawn
    asked = tuple(
        revision if seat == change.acted or seat not in before.game.awaited or went_back else was
        for seat, was in enumerate(before.asked)
    )
    return state._replace(revision=revision, asked=asked), tuple(events)


def _is_asked_again(before: MatchState, after: MatchState, acted: int | None) -> bool:
    """Return whether a seat that has acted has finished a turn, and is awaited at once with another one.

    Within a turn of several actions nothing comes between them, and it isn't the end of a round, nor of decisions that
    several seats have made in secret.
    """
    if acted is None or acted not in before.awaited or acted not in after.awaited:
        return False
    played, then = after.game.events(), before.game.events()
    others = any(event.seat != acted for event in played[len(then) :])
    shown = sum(event.action is None for event in played) < sum(event.action is None for event in then)
    return others or shown or after.game.round != before.game.round


def _with_absent(state: MatchState) -> MatchState:
    vacated = {seat for seat, each in enumerate(state.seats) if each.held is Held.VACATED}
    if vacated.isdisjoint(state.game.awaited):
        return state
    game = state.game.copy()
    for _action in range(MOST_ABSENT):
        seat = next((seat for seat in game.awaited if seat in vacated), None)
        if seat is None:
            break
        try:
            game.play(ask(game.key, ABSENT, seat, game.view(seat), BotClock()), seat)
        except BotFailedError:  # it stays awaited, and people can still agree to call the game off
            break
    return state._replace(game=game)


# What can be asked for; a refusal is why something can't, and empty where it can


def _check(refusal: str) -> None:
    if refusal:
        raise IllegalActionError(refusal)


def _check_going_on(state: MatchState, now: float) -> None:
    if state.over:
        raise IllegalActionError(_("The game is over."))
    if state.clock is not None and state.clock.fallen(state.awaited, now):
        raise IllegalActionError(_("The time is up."))


def _check_plays(state: MatchState, seat: int, now: float) -> None:
    _check_going_on(state, now)
    if state.seats[seat].held is not Held.PERSON:
        raise IllegalActionError(_("You have left this game."))


def rematch_hindrance(state: MatchState) -> str:
    two = len(state.seats) == 2
    if not state.over:
        return _("You can ask for a rematch once the game is over.")
    if state.next is not None:
        return _("The rematch has begun already.")
    if state.has_gone:
        return _("The other player has left this server.") if two else _("A player has left this server.")
    if state.are_one:
        if two:
            return _("Both seats are yours now, so there can be no rematch.")
        return _("Two seats are one player's now, so there can be no rematch.")
    if len(rematch_seats(state)) < state.terms.fewest:
        return _("Too few players are left for a rematch.")
    return ""


def rematch_seats(state: MatchState) -> tuple[int, ...]:
    """Return which seats of a match play its rematch: everybody but those who have left. They move on by one."""
    return tuple(seat for seat, each in enumerate(state.seats) if each.held is not Held.VACATED)


def rematch_refusal(state: MatchState, seat: int) -> str:
    """Return why a seat can't ask for a rematch now, or agree to one."""
    if hindrance := rematch_hindrance(state):
        return hindrance
    if seat not in state.people:
        return _("You have left this game.")
    offer = state.offers.get(OfferKind.REMATCH)
    return _asked_twice(offer, seat) or declined_refusal(state, seat, OfferKind.REMATCH)


def declined_refusal(state: MatchState, seat: int, kind: OfferKind) -> str:
    """Return why a seat can't offer again what was declined since the last action."""
    found = (each for each in state.declined if each.kind is kind and each.offer.seat == seat)
    if kind in state.offers or (declined := next(found, None)) is None:
        return ""
    return words.not_again(kind, "" if declined.by == seat else state.name(declined.by))


def _asked_twice(offer: Offer | None, seat: int) -> str:
    if offer is None:
        return ""
    if offer.seat == seat:
        return _("You have asked already; wait for the answer.")
    return _("You have agreed already; wait for the others.") if seat in offer.agreed else ""


def offer_refusal(state: MatchState, seat: int, kind: OfferKind, now: float) -> str:
    others, standing = state.others(seat), state.offers.get(kind)
    if not others:
        return _("You don't need a bot's agreement.")
    if refusal := _not_for_so_many(state, kind) or declined_refusal(state, seat, kind) or _asked_twice(standing, seat):
        return refusal
    if standing is not None:
        two = len(state.seats) == 2
        quicker = _("The other player was quicker; answer that offer first.")
        return quicker if two else _("Another player was quicker; answer that offer first.")
    if kind is OfferKind.UNDO:
        if not state.has_acted(seat):
            return _("You have nothing to undo yet.")
        return _("Nobody has seen that yet: you can withdraw it.") if state.game.can_withdraw(seat) else ""
    return pause_refusal(state, now) if kind is OfferKind.PAUSE else ""


def _not_for_so_many(state: MatchState, kind: OfferKind) -> str:
    if kind is OfferKind.DRAW and len(state.seats) > 2:
        return _("Only two players can agree on a draw.")
    if kind is OfferKind.CALL_OFF and len(state.seats) == 2:
        return _("Two players offer a draw, or one resigns.")
    return ""


def pause_refusal(state: MatchState, now: float) -> str:
    clock = state.clock
    if clock is None or not clock.control:
        return _("This game has no clock.")
    if state.terms.in_tournament:
        return _("There are no pauses in a tournament: the others wait for this game.")
    if clock.waits:
        return _("The clock has not started yet.")
    return _("The game is paused already.") if clock.paused_until(now) is not None else ""


def abort_refusal(state: MatchState, seat: int, now: float) -> str:
    if state.terms.in_tournament:
        return _("A game of a tournament can't be called off; resign instead.")
    if state.clock is not None and state.clock.is_unmet(state.awaited, now):
        return ""
    if not state.terms.rated:
        return _("Only a rated game can be called off; resign instead.")
    return _("You have acted already; resign instead.") if state.has_acted(seat) else ""


def undo_refusal(state: MatchState, seat: int) -> str:
    """Return why a seat can't undo alone now."""
    if state.is_cut_short:
        return _("The game is over.")
    if state.next is not None:
        return _("The rematch has begun already.")
    if len(state.people) > 1:
        if refusal := _asked_twice(state.offers.get(OfferKind.UNDO), seat):
            return refusal
        if not state.has_acted(seat):
            return _("You have nothing to undo yet.")
        return _("Against a person, undo takes an agreement.")
    if state.game.options.undo == "off":
        return _("Undo is off in this game.")
    if not state.game.can_undo:
        return _("Nothing to undo.")
    return "" if state.has_acted(seat) else _("You have nothing to undo yet.")


def redo_refusal(state: MatchState) -> str:
    if state.is_cut_short:
        return _("The game is over.")
    if len(state.people) > 1:
        return _("Nothing to redo.")
    if state.game.options.undo == "off":
        return _("Undo is off in this game.")
    return "" if state.game.can_redo else _("Nothing to redo.")


def withdraw_refusal(state: MatchState, seat: int) -> str:
    if state.over:
        return _("The game is over.")
    if seat not in state.people:
        return _("You have left this game.")
    if state.game.can_withdraw(seat):
        return ""
    return _("You have nothing to withdraw that the others haven't seen.")


def requests(state: MatchState, seat: int, now: float) -> tuple[Request, ...]:
    """Return what a seat can answer, offer and ask for now beside the game: answers first, resigning last."""
    if state.seats[seat].held is not Held.PERSON:
        return ()
    answers, offers = list[Request](), list[Request]()
    for kind in _kinds(state, seat, now):
        if (offer := state.offers.get(kind)) is None:
            offers += _new_offers(state, seat, kind)
        elif offer.seat == seat:
            offers.append(Request(Verb.RETRACT, kind, offer))
        elif seat not in offer.agreed:
            turn = state.last_turn(offer.seat) if kind is OfferKind.UNDO else None
            answers += [Request(verb, kind, offer, turn) for verb in (Verb.AGREE, Verb.DECLINE)]
    return *answers, *offers, *(() if state.over else _unanswered(state, seat, now))


def _unanswered(state: MatchState, seat: int, now: float) -> Iterator[Request]:
    """Yield what a seat can ask for in a game that goes on and nobody has to agree to; resigning last."""
    if state.clock is not None and state.clock.control and state.clock.paused_until(now) is not None:
        yield Request(Verb.CONTINUE)
    for claim in state.claims(seat, now):
        if claim.is_offered:
            yield Request(Verb.CLAIM, against=None if len(state.seats) == 2 else claim.against)
    if not abort_refusal(state, seat, now):
        yield Request(Verb.ABORT)
    yield Request(Verb.RESIGN)


def _kinds(state: MatchState, seat: int, now: float) -> tuple[OfferKind, ...]:
    if state.over:
        return () if rematch_hindrance(state) else (OfferKind.REMATCH,)
    if not state.others(seat):
        return ()
    end = OfferKind.DRAW if len(state.seats) == 2 else OfferKind.CALL_OFF
    return end, OfferKind.UNDO, *(() if pause_refusal(state, now) else (OfferKind.PAUSE,))


def _new_offers(state: MatchState, seat: int, kind: OfferKind) -> Sequence[Request]:
    if declined_refusal(state, seat, kind):
        return ()
    if kind is OfferKind.PAUSE:
        return [Request(Verb.OFFER, kind, days=days) for days in PAUSES]
    if kind is not OfferKind.UNDO:
        return [Request(Verb.OFFER, kind)]
    if not state.has_acted(seat) or state.game.can_withdraw(seat):
        return ()
    return [Request(Verb.OFFER, kind, turn=state.last_turn(seat))]


# What happens


def _look(state: MatchState, here: frozenset[int], now: float) -> _Change:
    """Whoever has no time left is out; or the clock starts if all are here for whom it has waited."""
    if state.over or state.clock is None:
        return _Change(state)
    fallen = state.clock.fallen(state.awaited, now)
    if len(fallen) == len(state.seats) == 2 and not state.terms.in_tournament:  # at the same moment: nobody has won
        return _Change(state.without_offers()._replace(ending=Ending(EndKind.UNPLAYED)))
    if fallen:
        return _leave(state, fallen, EndKind.FLAG)
    if state.clock.waits and here.issuperset(state.people):
        return _Change(state._replace(clock=state.clock.started(state.awaited, now)), (Event(Happened.TIME),))
    return _Change(state)


def _play(state: MatchState, request: Play, now: float) -> _Change:
    seat, action = request.seat, request.action
    if isinstance(action, str):
        action = kind_of(state.game.key).action(action)
    _check_going_on(state, now)
    if state.seats[seat].held is Held.VACATED:
        raise IllegalActionError(_("You have left this game."))
    if request.revision is not None and request.revision < state.asked[seat]:
        raise IllegalActionError(_("The game has gone on meanwhile."))
    game = state.game.copy()
    game.play(action, seat)
    # What others have offered is off if it isn't taken up; nobody waits for a bot.
    votes = seat in state.people
    stays: dict[OfferKind, Offer] = {
        kind: offer
        for kind, offer in state.offers.items()
        if kind is not OfferKind.UNDO and (not votes or seat == offer.seat or seat in offer.agreed)
    }
    after = state._replace(game=game, offers=stays, declined=(), undone=None)
    return _Change(after, (Event(Happened.ACTED, seat),), acted=seat)


def _undo(state: MatchState, seat: int) -> _Change:
    _check(undo_refusal(state, seat))
    game, acted = state.game.copy(), [event.seat for event in state.game.events()]
    game.undo()
    while acted[game.ply()] not in state.people:
        game.undo()
    return _Change(state._replace(game=game), (Event(Happened.UNDONE, seat),), finished=False)


def _redo(state: MatchState, seat: int) -> _Change:
    _check(redo_refusal(state))
    game, acted = state.game.copy(), state.game.seats()
    game.redo()
    while game.can_redo and acted[game.ply()] not in state.people:
        game.redo()
    return _Change(state._replace(game=game), (Event(Happened.REDONE, seat),), finished=False)


def _withdraw(state: MatchState, seat: int, now: float) -> _Change:
    _check(withdraw_refusal(state, seat))
    _check_plays(state, seat, now)
    game = state.game.copy()
    game.withdraw(seat)
    after = state._replace(game=game, undone=None).without_offers(OfferKind.UNDO)
    return _Change(after, (Event(Happened.UNDONE, seat),), withdrawn=True, finished=False)


def _propose(state: MatchState, seat: int, kind: OfferKind, request: Request, now: float) -> _Change:
    _check_plays(state, seat, now)
    _check(offer_refusal(state, seat, kind, now))
    if request.turn is not None and request.turn != state.last_turn(seat):
        raise IllegalActionError(_("The game has gone on meanwhile."))
    if kind is OfferKind.PAUSE and request.days not in PAUSES:
        choices = listed(map(str, PAUSES), conjunction=False)
        raise IllegalActionError(_("A pause has {choices} days.").format(choices=choices))
    return _with_offer(state, seat, kind, request.days)


def _with_offer(state: MatchState, seat: int, kind: OfferKind, days: int | None = None) -> _Change:
    number = state.offered + 1
    after = state._replace(
        offers={**state.offers, kind: Offer(seat, number, days)},
        offered=number,
        declined=tuple(each for each in state.declined if each.kind is not kind),
    )
    return _Change(after, (Event(Happened.OFFERED, seat, kind),))


def _ask_for_rematch(state: MatchState, seat: int) -> _Change:
    _check(rematch_refusal(state, seat))
    if (offer := state.offers.get(OfferKind.REMATCH)) is not None:
        return _agreed(state, seat, OfferKind.REMATCH, offer, 0.0)
    if not state.others(seat):
        return _Change(state._replace(), (Event(Happened.REMATCH, seat),))
    return _with_offer(state, seat, OfferKind.REMATCH)


def _agreed(state: MatchState, seat: int, kind: OfferKind, offer: Offer, now: float) -> _Change:
    agreed, happened = (*offer.agreed, seat), (Event(Happened.AGREED, seat, kind),)
    if not {*agreed}.issuperset(state.others(offer.seat)):
        return _Change(state._replace(offers={**state.offers, kind: replace(offer, agreed=agreed)}), happened)
    after = state.without_offers(kind)
    match kind:
        case OfferKind.DRAW | OfferKind.CALL_OFF:
            how = EndKind.AGREED if kind is OfferKind.DRAW else EndKind.UNPLAYED
            return _Change(after.without_offers()._replace(ending=Ending(how, by=offer.seat)), happened)
        case OfferKind.PAUSE:
            until = now + (offer.days or 0) * DAY
            clock = None if after.clock is None else after.clock.stopped(after.awaited, now)._replace(since=until)
            return _Change(after._replace(clock=clock), happened)
        case OfferKind.UNDO:
            turn = after.last_turn(offer.seat)
            undone = after.without_offers()._replace(game=after.game.at(turn.ply), undone=turn, declined=())
            return _Change(undone, (*happened, Event(Happened.UNDONE, offer.seat)), finished=False)
        case OfferKind.REMATCH:
            return _Change(after, (*happened, Event(Happened.REMATCH, offer.seat)))
        case _:
            assert_never(kind)


def _closed(state: MatchState, declined: Declined, how: Happened) -> _Change:
    after = state.without_offers(declined.kind)._replace(declined=(*state.declined, declined))
    return _Change(after, (Event(how, declined.by, declined.kind),))


def _retract(state: MatchState, seat: int, kind: OfferKind, offer: Offer) -> _Change:
    """Withdraw an offer. It isn't made again at once: whoever it is made to would have no peace."""
    standing = state.offers.get(kind)
    if standing is None or not standing.is_same(offer) or standing.seat != seat:
        raise IllegalActionError(words.closed(kind))
    if kind is OfferKind.REMATCH and (hindrance := rematch_hindrance(state)):
        raise IllegalActionError(hindrance)
    return _closed(state, Declined(kind, standing, seat), Happened.RETRACTED)


def _open_offer(state: MatchState, seat: int, kind: OfferKind, offer: Offer, now: float) -> Offer:
    """Return an offer as it stands now that a seat is to answer.

    Raises IllegalActionError: it isn't open any more, or the seat has no say in it.
    """
    standing = state.offers.get(kind)
    if kind is OfferKind.REMATCH and state.over and (state.has_gone or state.are_one):
        raise IllegalActionError(rematch_hindrance(state))
    if standing is None or not standing.is_same(offer) or standing.seat == seat:
        raise IllegalActionError(words.gone(kind, state.name(_whose(state, offer, seat))))
    if kind is OfferKind.REMATCH:
        _check(rematch_refusal(state, seat))
    else:
        _check_plays(state, seat, now)
        _check(_asked_twice(standing, seat))
    return standing


def _whose(state: MatchState, offer: Offer, seat: int) -> int:
    """Return whose offer it was, as a request says, which may be nonsense."""
    if len(state.seats) == 2:
        return 1 - seat
    return offer.seat if 0 <= offer.seat < len(state.seats) else seat


def _leave(state: MatchState, seats: Sequence[int], how: EndKind, by: int | None = None) -> _Change:
    """Have players leave: a larger game goes on without them while two people are left; any other is over."""
    after = state.without_offers()
    if len(state.seats) == 2 or len(state.people) == 1:
        return _Change(after._replace(ending=Ending(how, seats[0], by)))
    game, held = state.game.copy(), list(state.seats)
    for seat in seats:
        game.change_player(seat, kind=ABSENT, pin=None)
        held[seat] = held[seat]._replace(held=Held.VACATED, left=how)
    after = after._replace(game=game, seats=tuple(held), vacated=(*after.vacated, *seats))
    if len(after.people) < 2:
        after = after._replace(ending=Ending(how, seats[-1], by))
    return _Change(after, tuple(Event(Happened.VACATED, seat) for seat in seats))


def _delete_account(state: MatchState, seat: int, now: float) -> _Change:
    change = _Change(state)
    if not state.over and state.seats[seat].held is Held.PERSON:
        _check_going_on(state, now)
        change = _leave(state, (seat,), EndKind.RESIGNED)
    seats = tuple(
        each._replace(gone=True) if number == seat else each for number, each in enumerate(change.state.seats)
    )
    after = change.state._replace(seats=seats).without_offers(OfferKind.REMATCH)
    return change._replace(state=after, events=(*change.events, Event(Happened.GONE, seat)))


def _claim(state: MatchState, seat: int, against: int | None, now: float) -> _Change:
    _check_plays(state, seat, now)
    if state.clock is None:
        raise IllegalActionError(_("A bot never stays away."))
    if state.clock.since is not None:
        raise IllegalActionError(_("In a game with a clock, the time decides."))
    claim = _claim_against(state, seat, against, now)
    if claim.is_possible:
        return _leave(state, (claim.against,), EndKind.CLAIMED, by=seat)
    if claim.can_warn:
        warned = state._replace(clock=state.clock.warning(claim.against, now))
        return _Change(warned, (Event(Happened.WARNED, claim.against),))
    raise IllegalActionError(words.too_early(claim, state.name(claim.against)))


def _claim_against(state: MatchState, seat: int, against: int | None, now: float) -> Claim:
    """Return what may be done about a player who stays away; by default the one who has been awaited longest."""
    claims = {claim.against: claim for claim in state.claims(seat, now)}
    if against is None and claims:
        return min(claims.values(), key=lambda claim: claim.turned)
    if against is not None and against in claims:
        return claims[against]
    if seat in state.awaited and against in {None, seat}:
        raise IllegalActionError(_("It is your turn."))
    if against is None or against not in state.people:
        raise IllegalActionError(_("A bot never stays away."))
    raise IllegalActionError(_("Nobody waits for {name} now.").format(name=state.name(against)))


def _end_pause(state: MatchState, seat: int, now: float) -> _Change:
    _check_plays(state, seat, now)
    if state.clock is None or state.clock.paused_until(now) is None:
        raise IllegalActionError(_("The game is not paused."))
    return _Change(state._replace(clock=state.clock.continuing()), (Event(Happened.TIME, seat),))


def _replace_bot(state: MatchState, seat: int, kind: str) -> _Change:
    if kind not in names(state.game.key) or kind == HUMAN:
        raise IllegalActionError(_("There is no bot called {name}.").format(name=quoted(kind)))
    if state.seats[seat].held is not Held.BOT:
        raise IllegalActionError(_("No bot plays at that seat."))
    game = state.game.copy()
    game.change_player(seat, kind=kind)
    return _Change(state._replace(game=game), (Event(Happened.REPLACED, seat),))
