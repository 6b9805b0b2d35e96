"""The lobby of a server as an object for programs."""

from __future__ import annotations

from naishi.plain.server.rating_objects import rating_object, ratings_of
from naishi.plain.server_protocol import LobbyObject, Table
from naishi.server import Match, Visitor
from naishi.server.play import match_text


def lobby_object(visitor: Visitor) -> LobbyObject:
    """Return what a visitor sees in the lobby."""
    account, listing, now = visitor.account, visitor.listing, visitor.lobby.matches.now()
    return LobbyObject(
        name=account.name,
        named=account.named,
        rating=rating_object(visitor.own_lists.standing),
        code=visitor.code,
        mine=tuple(_table(match, account.id, now) for match in listing.mine),
        open=tuple(_table(match, account.id, now) for match in listing.open),
        watchable=tuple(_table(match, account.id, now) for match in listing.watchable),
    )


def _table(match: Match, player: int, now: float) -> Table:
    own = player in {match.host, *match.seats}
    news, time = match_text.news_of(match, player), match_text.time_left(match, now)
    values = {
        **{name: getattr(match, name) for name in ("id", "names", "turn", "round", "public", "expansion")},
        "rated": match.rated,
        "ratings": ratings_of(match),
        "challenged": match.challenged_name,
        "tournament": "" if match.tournament is None else match.tournament.id,
        "state": match.state.value,
        "clock": match.control,
        "deadline": None if time is None else time.deadline,
        "seat": match.seat_of(player),
        "word": "" if not own else match.id if match.public else match.invite,
        "news": None if news is None else news.value,
    }
    return Table.model_validate(values)
