"""Independent statement of a match's invariants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from naishi import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Phase
from naishi.server import Agreements, Database, MatchParticipant, OfferKind, Request, Verb
from naishi.server.match.match import Match
from naishi.server.match.session import MatchSession
from naishi.server.match.state import Declined, Offer
from naishi.sessions import Ask

KINDS = {OfferKind.UNDO: "undo", OfferKind.DRAW: "draw", OfferKind.REMATCH: "rematch"}


def is_over(game: Game, agreements: Agreements) -> bool:
    return agreements.drawn or agreements.resigned is not None or game.phase is Phase.OVER


def can_rematch(match: Match, game: Game, agreements: Agreements) -> bool:
    one_at_both = match.seats[0] == match.seats[1]
    return is_over(game, agreements) and agreements.next is None and not one_at_both and not any(match.gone)


def requests_of(
    seat: int | None, match: Match, game: Game, agreements: Agreements, declined: Sequence[Declined]
) -> set[Request]:
    """What a seat can ask for: all of it succeeds, and nothing else does."""
    if seat is None:
        return set()
    against_bot = game.players[1 - seat].kind != "human"
    if is_over(game, agreements):
        kinds = [OfferKind.REMATCH] if can_rematch(match, game, agreements) else []
    else:
        kinds = [] if against_bot else [OfferKind.DRAW, OfferKind.UNDO]
    found: set[Request] = set()
    refused = {each.kind for each in declined if each.offer.seat == seat}
    for kind in kinds:
        standing = offer_in(agreements, kind)
        if standing is not None and standing.seat != seat:
            found |= {Request(verb, kind, standing) for verb in (Verb.AGREE, Verb.DECLINE)}
        elif standing is not None:
            found.add(Request(Verb.RETRACT, kind, standing))
        elif (
            standing is None
            and kind not in refused
            and (kind is not OfferKind.UNDO or (_has_acted(game, seat) and not game.can_withdraw(seat)))
        ):
            found.add(Request(Verb.OFFER, kind))
    return found if is_over(game, agreements) else found | {Request(Verb.RESIGN)}


def allowed_to(
    seat: int | None, match: Match, game: Game, agreements: Agreements, declined: Sequence[Declined], *, failed: bool
) -> set[Ask]:
    """What a seat can ask for by a key of the table."""
    if seat is None:
        return {Ask.OTHER_SIDE} if agreements.next is None else {Ask.OTHER_SIDE, Ask.REMATCH}
    found = {Ask.REPLAY} if is_over(game, agreements) else set[Ask]()
    asked = agreements.rematch
    refused = asked is None and any(each.kind is OfferKind.REMATCH and each.offer.seat == seat for each in declined)
    if can_rematch(match, game, agreements) and not refused and (asked is None or asked.seat != seat):
        found.add(Ask.REMATCH)
    if requests_of(seat, match, game, agreements, declined) or game.proof is not None:
        found.add(Ask.AGREEMENT)
    between_people = None not in match.seats and len({*match.seats}) == 2 and not any(match.gone)
    found |= {Ask.TALK} if between_people else set()
    if agreements.drawn or agreements.resigned is not None:
        return found
    found |= _asks_to_act(seat, game, sealed=between_people)
    if game.players[1 - seat].kind != "human":
        if _has_acted(game, seat) and agreements.next is None:
            found.add(Ask.UNDO)
        if game.can_redo and agreements.next is None:
            found.add(Ask.REDO)
        if failed:
            found |= {Ask.RETRY, Ask.REPLACE_BOT}
    return found


def _asks_to_act(seat: int, game: Game, *, sealed: bool) -> set[Ask]:
    """Return what a seat can do about actions; between people, a gift is sealed until the other one has chosen, too."""
    if seat in game.awaited:
        return {Ask.PLAY}
    return {Ask.WITHDRAW} if sealed and game.phase is Phase.GIFT else set()


def offer_in(agreements: Agreements, kind: OfferKind) -> Offer | None:
    """What is offered of a kind, as it is asked about."""
    stored = getattr(agreements, KINDS[kind])
    return None if stored is None else Offer(stored.seat, stored.number, stored.days)


def all_requests(agreements: Agreements) -> Iterator[Request]:
    """Everything that anybody could come to ask for, also with offers that were never made."""
    yield Request(Verb.RESIGN)
    for kind in KINDS:
        yield Request(Verb.OFFER, kind)
        standing = offer_in(agreements, kind)
        number = agreements.offers - 1
        for offer in (Offer(seat=0, number=number), Offer(seat=1, number=number), *([standing] if standing else [])):
            yield from (Request(verb, kind, offer) for verb in (Verb.AGREE, Verb.DECLINE, Verb.RETRACT))


def without_turns(requests: Iterable[Request]) -> list[Request]:
    """What is asked for, whichever turn would be undone."""
    return [replace(request, turn=None) for request in requests]


def view_of(seat: int | None, game: Game, agreements: Agreements) -> PlayerView:
    """The game as a seat, or the public, may know it."""
    view = game.view(seat)
    changes: dict[str, Any] = {"legal_actions": ()} if seat is None else {}
    if agreements.drawn or agreements.resigned is not None:
        changes |= {"sides": tuple(game.view(each).sides[each] for each in (0, 1)), "turn": None, "legal_actions": ()}
        changes |= {"deal_check": game.check_deal()}
        changes |= {"events": ()} if game.phase is Phase.GIFT else {}
    return view.model_copy(update=changes)


def results_of(match: Match, game: Game, agreements: Agreements) -> list[tuple[int, int | None, str]]:
    """By seat, the player and how they did; nothing while the game goes on."""
    if not is_over(game, agreements):
        return []
    winner = None if game.outcome is None else game.outcome.winner
    if agreements.drawn or agreements.resigned is not None:
        winner = None if agreements.resigned is None else 1 - agreements.resigned
    words = ["drawn" if winner is None else "won" if winner == seat else "lost" for seat in (0, 1)]
    return [(seat, match.seats[seat], words[seat]) for seat in (0, 1)]


async def results_in(database: Database) -> list[tuple[int, int | None, str]]:
    """By seat, the player and how they did."""
    rows = await database.read(
        lambda db: db.exec_driver_sql("SELECT seat, player, result FROM results ORDER BY match, seat").all()
    )
    return [(row.seat, row.player, row.result) for row in rows]


def check_participant(me: MatchParticipant, session: MatchSession, match: Match) -> None:
    """Make sure that a participant says what is so."""
    game, agreements = session.game, session.agreements
    failed = bool(session.bots.failure)
    assert me.view == view_of(me.seat, game, agreements)
    assert set(without_turns(me.requests)) == requests_of(me.seat, match, game, agreements, session.state.declined)
    assert len(me.requests) == len({request.id for request in me.requests})
    allowed = allowed_to(me.seat, match, game, agreements, session.state.declined, failed=failed)
    assert me.allowed == allowed, sorted(me.allowed ^ allowed)
    assert all(me.refusal(ask) for ask in set(Ask) - me.allowed), "whatever isn't allowed is refused in words"
    if is_over(game, agreements):
        assert me.bots.thinking is None


def _has_acted(game: Game, seat: int) -> bool:
    return any(event.seat == seat for event in game.events(seat))
