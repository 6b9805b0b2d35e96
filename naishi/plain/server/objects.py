"""Objects for programs: the lobby, history, ratings, matches."""

import time
from collections.abc import Sequence

from naishi.common.i18n import moment
from naishi.plain import protocol
from naishi.plain.server.telling import clock_object
from naishi.server import Match, MatchParticipant, MatchStage, Request, Verb, Visitor
from naishi.server.match import match_text
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.match import NAISHI
from naishi.server.match.match_lists import PastMatch
from naishi.server.match.words import Spoken
from naishi.server.plans.plans import Rule
from naishi.tabletop.kinds import kind_of


def history_object(games: Sequence[PastMatch], *, more: bool) -> protocol.HistoryObject:
    return protocol.HistoryObject(games=tuple(map(_past_game, games)), more=more)


def _past_game(past: PastMatch) -> protocol.PastGame:
    match, result = past.match, past.match.result
    game = protocol.PastGame(
        id=match.id,
        names=match.names,
        seat=past.seat,
        ended=moment(past.ended_at),
        how=result.how if result is not None else "finished",
        winner=None if result is None else result.winner,
        points=None if result is None else result.points,
        expansion=match.expansion,
        tournament="" if match.tournament is None else match.tournament.id,
    )
    if match.game == NAISHI:
        return game
    return protocol.PastKindGame(**dict(game), key=match.game, options={**match.options}, ranks=_ranks(match))


def _ranks(match: Match) -> tuple[int, ...] | None:
    return None if match.result is None else match.result.ranks


def rating_object(standing: Standing | None) -> protocol.RatingObject | None:
    return None if standing is None else _object(standing.at(time.time()))


def changes_of(match: Match) -> tuple[protocol.RatedChange, ...] | None:
    if (change := match.change) is None:
        return None
    pairs = zip(change.before, change.after, strict=True)
    return tuple(protocol.RatedChange(before=before, after=_object(after)) for before, after in pairs)


def rating_of_seat(match: Match, seat: int) -> protocol.RatingObject | None:
    """Return the rating of a seat; None for whoever has none, and in other games than Naishi."""
    if match.game != NAISHI:
        return None
    if match.seats[seat] is None and match.state is not MatchStage.OPEN:
        levels = kind_of(match.game).levels()
        fixed = next((level.rating for level in levels if level.player_name == match.names[seat]), None)
        return None if fixed is None else protocol.RatingObject(points=fixed, deviation=0, provisional=False)
    return rating_object(match.standings[seat])


def _object(rating: Rating) -> protocol.RatingObject:
    return protocol.RatingObject(points=rating.points, deviation=rating.deviation, provisional=rating.provisional)


def lobby_object(visitor: Visitor) -> protocol.LobbyObject:
    account, listing, now = visitor.account, visitor.listing, visitor.lobby.matches.now()
    return protocol.LobbyObject(
        name=account.name,
        named=account.named,
        rating=rating_object(visitor.own_lists.standing),
        code=visitor.code,
        mine=tuple(_table(match, account.id, now) for match in listing.mine),
        open=tuple(_table(match, account.id, now) for match in listing.open),
        watchable=tuple(_table(match, account.id, now) for match in listing.watchable),
    )


def _table(match: Match, player: int, now: float) -> protocol.Table:
    own = player in {match.host, *match.seats}
    news, time = match_text.news_of(match, player), match_text.time_left(match, now)
    alike = ("id", "game", "names", "turn", "awaited", "round", "public", "expansion", "rated")
    values = {
        **{name: getattr(match, name) for name in alike},
        "ratings": tuple(rating_of_seat(match, seat) for seat in range(len(match.seats))),
        "challenged": match.challenged_name,
        "tournament": "" if match.tournament is None else match.tournament.id,
        "state": match.state.value,
        "clock": match.control,
        "deadline": None if time is None else time.deadline,
        "seat": match.seat_of(player),
        "word": "" if not own else match.id if match.public else match.invite,
        "news": None if news is None else news.value,
    }
    if match.game == NAISHI:
        return protocol.Table.model_validate(values)
    return protocol.KindTable.model_validate(values | {"options": {**match.options}, "ranks": _ranks(match)})


def match_object(me: MatchParticipant, plans: Sequence[Rule]) -> protocol.MatchObject:
    values = {
        "seat": me.seat,
        "presence": tuple(me.presence(seat).value for seat in (0, 1)),
        "watchers": me.watchers,
        "offered": me.news.offered,
        "requests": tuple(map(_asked, me.requests)),
        "said": tuple(map(_said, me.conversation.spoken)),
        "plans": tuple(f"{rule.when} play {', '.join(map(str, rule.play))}" for rule in plans),
        "resigned": me.agreements.resigned,
        "timed_out": me.agreements.timed_out,
        "claimed": me.agreements.claimed,
        "drawn": me.agreements.drawn,
        "aborted": me.agreements.aborted,
        "tournament": "" if me.match.tournament is None else me.match.tournament.id,
        "rated": me.match.rated,
        "ratings": (rating_of_seat(me.match, 0), rating_of_seat(me.match, 1)),
        "outcome": me.match.rated_outcome and me.match.rated_outcome.value,
        "changes": changes_of(me.match),
        "commitment": me.commitment,
        "proof": me.proof,
        "rematch_commitment": me.rematch_deal.commitment,
        "clock": clock_object(me.time),
        "claim_from": next((claim.possible_from for claim in me.claims), None),
        "warned": any(claim.warned is not None for claim in me.claims),
    }
    return protocol.MatchObject.model_validate(values)


def table_match_object(me: MatchParticipant) -> protocol.TableMatch:
    names, left, match = me.view.names, dict(me.agreements.vacated), me.match
    seats = (
        protocol.SeatObject(name=name, kind=kind, presence=me.presence(seat).value, left=left.get(seat))
        for seat, (name, kind) in enumerate(zip(names, me.kinds, strict=True))
    )
    ending = me.agreements.ending
    how = ending.kind.value if ending is not None else "finished" if me.over else None
    return protocol.TableMatch(
        key=match.game,
        options={**match.options},
        seat=me.seat,
        seats=tuple(seats),
        awaited=me.view.awaited,
        watchers=me.watchers,
        offers=tuple(
            protocol.OfferObject(kind=kind.value, seat=offer.seat, days=offer.days, agreed=offer.agreed)
            for kind, offer in me.standing
        ),
        requests=tuple(_asked(each, names) for each in me.requests),
        said=tuple(map(_said, me.conversation.spoken)),
        clock=clock_object(me.time),
        claims=tuple(
            protocol.ClaimObject(seat=each.against, possible_from=each.possible_from, warned=each.warned is not None)
            for each in me.claims
        ),
        how=how,
        ranks=None if me.result is None or how in {"aborted", "unplayed"} else me.result.ranks,
    )


def _said(spoken: Spoken) -> protocol.SaidObject:
    return protocol.SaidObject(number=spoken.number, seat=spoken.seat, phrase=spoken.phrase.value)


def _asked(request: Request, names: Sequence[str] = ()) -> str:
    if request.kind is None and request.against is not None:
        return f"{request.verb.value} {names[request.against]}"
    if request.kind is None:
        return request.verb.value
    if request.days is not None:
        return f"{request.kind.value} {request.days}"
    verb = Verb.DECLINE if request.verb is Verb.RETRACT else request.verb  # an offer of one's own is withdrawn so
    return request.kind.value if request.offer is None else f"{verb.value} {request.kind.value}"
