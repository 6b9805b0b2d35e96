"""What the lobby says of a match in a line."""

from __future__ import annotations

from naishi.i18n import N_, _
from naishi.server import Match, MatchState, News

HAPPENED = {
    News.JOINED: N_("{name} has joined"),
    News.RESIGNED: N_("{name} has resigned"),
    News.DRAWN: N_("a draw was agreed"),
    News.FINISHED: N_("the game has ended"),
    News.REMATCH: N_("{name} asks for a rematch"),
    News.DRAW: N_("{name} offers a draw"),
    News.UNDO: N_("{name} asks to undo the last turn"),
    News.UNDONE: N_("the last turn was undone"),
    News.MOVED: N_("{name} has moved"),
}


def row(match: Match, player: int) -> str:
    """Describe a match to a player: what is new, whose turn it is, or how to join."""
    if match.state is MatchState.OPEN:
        return _table(match, player)
    first, second = match.names
    news = _news(match, player)
    if match.is_turn_of(player):
        news = _("your turn ({news})").format(news=news) if news else _("your turn")
    if match.state is MatchState.OVER:
        return _("{first} – {second}: {news}").format(first=first, second=second, news=news or _("over"))
    if not news:
        return _("{first} – {second}, round {round}").format(first=first, second=second, round=match.round)
    words = _("{first} – {second}, round {round}: {news}")
    return words.format(first=first, second=second, round=match.round, news=news)


def calls(match: Match, player: int) -> bool:
    """Whether a match waits for a player, or has news."""
    return match.is_turn_of(player) or bool(_news(match, player))


def _table(match: Match, player: int) -> str:
    if match.host != player:
        return _("{name} is waiting for an opponent. Enter: join.").format(name=match.names[0])
    word = match.id if match.public else match.invite
    return _("Waiting for an opponent: join {word} (Enter: a bot; d: close)").format(word=word)


def _news(match: Match, player: int) -> str:
    """Say what the other player has done since this one looked last."""
    seat = match.seat_of(player)
    news = None if seat is None else match.news[seat]
    return "" if seat is None or news is None else _(HAPPENED[news]).format(name=match.names[1 - seat])
