"""The lobby of a server as an object for programs."""

from __future__ import annotations

from naishi.plain.protocol import LobbyObject, Table
from naishi.server import Match, Visitor
from naishi.server.play import match_text


def lobby_object(visitor: Visitor) -> LobbyObject:
    """Return what a visitor sees in the lobby."""
    account, listing = visitor.account, visitor.listing
    return LobbyObject(
        name=account.name,
        named=account.named,
        code=visitor.code,
        mine=tuple(_table(match, account.id) for match in listing.mine),
        open=tuple(_table(match, account.id) for match in listing.open),
        watchable=tuple(_table(match, account.id) for match in listing.watchable),
    )


def _table(match: Match, player: int) -> Table:
    own = player in {match.host, *match.seats}
    news = match_text.news_of(match, player)
    values = {
        **{name: getattr(match, name) for name in ("id", "names", "turn", "round", "public", "expansion")},
        "state": match.state.value,
        "seat": match.seat_of(player),
        "word": "" if not own else match.id if match.public else match.invite,
        "news": None if news is None else news.value,
    }
    return Table.model_validate(values)
