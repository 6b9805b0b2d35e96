"""What there is beside a game on a server, as an object for programs."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.plain.server.rating_objects import changes_of, ratings_of
from naishi.plain.server.telling_time import clock_object
from naishi.plain.server_protocol import MatchObject, SaidObject
from naishi.server import MatchParticipant, Request
from naishi.server.storage.plans import Rule


def match_object(me: MatchParticipant, plans: Sequence[Rule]) -> MatchObject:
    """Return what a viewer knows of a match beside the game, and what they have planned."""
    values = {
        "seat": me.seat,
        "presence": tuple(me.presence(seat).value for seat in (0, 1)),
        "watchers": me.watchers,
        "offered": me.news.offered,
        "requests": tuple(map(_asked, me.requests)),
        "said": tuple(
            SaidObject(number=each.number, seat=each.seat, phrase=each.phrase.value) for each in me.conversation.spoken
        ),
        "plans": tuple(f"{rule.when} play {', '.join(map(str, rule.play))}" for rule in plans),
        "resigned": me.agreements.resigned,
        "timed_out": me.agreements.timed_out,
        "claimed": me.agreements.claimed,
        "drawn": me.agreements.drawn,
        "aborted": me.agreements.aborted,
        "tournament": "" if me.match.tournament is None else me.match.tournament.id,
        "rated": me.match.rated,
        "ratings": ratings_of(me.match),
        "outcome": me.match.rated_outcome and me.match.rated_outcome.value,
        "changes": changes_of(me.match),
        "commitment": me.commitment,
        "proof": me.proof,
        "rematch_commitment": me.rematch_deal.commitment,
        "clock": clock_object(me.time),
        "claim_from": None if me.claim is None else me.claim.possible_from,
        "warned": me.claim is not None and me.claim.warned is not None,
    }
    return MatchObject.model_validate(values)


def _asked(request: Request) -> str:
    """Return the English command that asks for something, or answers it."""
    if request.kind is None:
        return request.verb.value
    if request.days is not None:
        return f"{request.kind.value} {request.days}"
    return request.kind.value if request.offer is None else f"{request.verb.value} {request.kind.value}"
