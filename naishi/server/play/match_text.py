"""What is said of a match in a line: what is new in it, whose turn it is, how it ended."""

from __future__ import annotations

from naishi.common.i18n import N_, _
from naishi.server.storage.match import Match, MatchState, News
from naishi.text import expansion

HAPPENED = {
    News.JOINED: N_("{name} has joined"),
    News.RESIGNED: N_("{name} has resigned"),
    News.DRAWN: N_("a draw was agreed"),
    News.REMATCH: N_("{name} asks for a rematch"),
    News.DRAW: N_("{name} offers a draw"),
    News.UNDO: N_("{name} asks to undo their last turn"),
    News.UNDONE: N_("a turn was undone"),
    News.MOVED: N_("{name} has moved"),
}


def begun(match: Match, player: int) -> str:
    """Describe a match that has begun to a player: who plays, and how it stands."""
    first, second = match.names
    names, news = _("{first} – {second}").format(first=first, second=second), standing(match, player)
    if match.expansion:
        names = _("{what} ({note})").format(what=names, note=expansion.initials())
    words = _("{names}: {news}") if match.state is MatchState.OVER else _("{names}, round {round}: {news}")
    return words.format(names=names, round=match.round, news=news)


def standing(match: Match, player: int) -> str:
    """Say of a match that has begun what is new for a player, and whose turn it is, or how it ended."""
    news = _news(match, player)
    if match.is_turn_of(player):
        return _("your turn ({news})").format(news=news) if news else _("your turn")
    if match.state is MatchState.OVER:
        return news or ended(match)
    return news or _("{name}'s turn").format(name=match.names[match.turn or 0])


def ended(match: Match) -> str:
    """Say how a match has ended."""
    result = match.result
    if result is None or result.winner is None:
        return _("a draw")
    winner, loser = match.names[result.winner], match.names[1 - result.winner]
    if result.how == "resigned":
        return _("{name} has resigned").format(name=loser)
    if result.points is None:
        return _("{name} won").format(name=winner)
    won, lost = result.points[result.winner], result.points[1 - result.winner]
    words = _("{name} won {won} to {lost}") if lost < 0 else _("{name} won {won}–{lost}")
    return words.format(name=winner, won=won, lost=lost)


def calls(match: Match, player: int) -> bool:
    """Whether a match waits for a player, or has news."""
    return match.is_turn_of(player) or bool(_news(match, player))


def news_of(match: Match, player: int) -> News | None:
    """Return what the other player has done since this one looked last; None for nothing."""
    seat = match.seat_of(player)
    return None if seat is None else match.news[seat]


def _news(match: Match, player: int) -> str:
    """Say what the other player has done since this one looked last."""
    news = news_of(match, player)
    if news is None:
        return ""
    name = match.names[1 - (match.seat_of(player) or 0)]
    return ended(match) if news is News.FINISHED else _(HAPPENED[news]).format(name=name)
