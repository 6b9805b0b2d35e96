"""Who sits where in a game that begins in the middle of another one."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import player_name
from naishi.tabletop.players import HUMAN, Player, clean_name


def seated(seat: int, name: str, other: str, kind: str) -> tuple[Player, Player]:
    """Seat a person and an opponent of a kind, who gets another name if both have the same.

    Args:
        seat: The person's seat.
        name: The person's name.
        other: The opponent's, where that is a person.
        kind: `human`, or the kind of a bot.
    """
    if kind != HUMAN:
        other = clean_name(player_name(kind))
    if name == other:
        other = clean_name(_("Player {number}").format(number=2 - seat))
    person, opponent = Player(name=name), Player(name=other, kind=kind)
    return (person, opponent) if seat == 0 else (opponent, person)
