"""Finished matches in a line each, to one of their players."""

from __future__ import annotations

from datetime import UTC, datetime

from naishi.common.formats import day, listed
from naishi.common.i18n import N_, _, ngettext
from naishi.games.naishi.rules import expansion
from naishi.server.storage.past_matches import PastMatch
from naishi.server.storage.records import NAISHI
from naishi.tabletop.kinds import kind_of

TWO = 2

LOST = {
    "resigned": N_("you resigned"),
    "timed out": N_("you lost on time"),
    "claimed": N_("you stayed away and lost"),
}
"""How the player can lose before the end of a game."""
WON = {
    "resigned": N_("you won by resignation"),
    "timed out": N_("you won on time"),
    "claimed": N_("you claimed the game and won"),
}
"""How the player can win before that: the other one, whose name stands beside it, isn't named again."""

GONE = {
    "resigned": N_("resigned"),
    "timed out": N_("lost on time"),
    "claimed": N_("stayed away"),
}
"""How a player of more than two can have left."""


def when(past: PastMatch) -> str:
    """Return the day on which a match ended, in UTC: a server doesn't know where its players are."""
    return day(datetime.fromtimestamp(past.ended_at, UTC).date())


def opponent(past: PastMatch) -> str:
    """Name the other players; the game, the expansion and the tournament, where there is something to say of them."""
    match, part = past.match, past.match.tournament
    name = listed(name for seat, name in enumerate(match.names) if seat != past.seat)
    notes = [] if match.game == NAISHI else [kind_of(match.game).title()]
    notes += [*([expansion.initials()] if match.expansion else []), *([part.name] if part is not None else [])]
    return _("{what} ({note})").format(what=name, note=listed(notes, conjunction=False)) if notes else name


def outcome(past: PastMatch) -> str:
    """Say how a match ended for the player, whose points come first."""
    result, match = past.match.result, past.match
    if result is not None and result.how == "aborted":
        off = match.agreements.aborted
        return _("you called it off") if off == past.seat else _("the other player called it off")
    if len(match.seats) != TWO:
        return _among_several(past)
    if result is None or result.winner is None:
        return _("a draw was agreed") if result is not None and result.how == "drawn" else _("a draw")
    won = result.winner == past.seat
    if result.how in LOST:
        return _(WON[result.how] if won else LOST[result.how])
    if result.points is None:
        return _("you won") if won else _("you lost")
    mine, theirs = result.points[past.seat], result.points[1 - past.seat]
    if min(mine, theirs) < 0:
        words = _("you won {mine} to {theirs}") if won else _("you lost {mine} to {theirs}")
    else:
        words = _("you won {mine}–{theirs}") if won else _("you lost {mine}–{theirs}")
    return words.format(mine=mine, theirs=theirs)


def _among_several(past: PastMatch) -> str:
    """Say how a match of more than two ended for the player."""
    result, left = past.match.result, dict(past.match.agreements.vacated)
    if past.seat in left:
        return _(LOST[left[past.seat]])
    if result is None or result.ranks is None:
        return _("called off")
    rank, count = result.ranks[past.seat], len(result.ranks)
    if result.winner == past.seat:
        place = _("you won")
    else:
        place = _("place {rank} of {count}").format(rank=rank, count=count)
    if result.points is None:
        return place
    points = result.points[past.seat]
    return ngettext("{place}, {count} point", "{place}, {count} points", points, place=place)


def in_a_list(past: PastMatch) -> tuple[str, str]:
    """Return whom the player met, and how that ended; of more than two, the game, and all by their places."""
    match = past.match
    if len(match.seats) == TWO:
        return opponent(past), outcome(past)
    result, game = match.result, kind_of(match.game).title()
    if result is None or result.ranks is None:
        return opponent(past), outcome(past)
    ranks = result.ranks
    ranked = sorted(range(len(match.seats)), key=lambda seat: ranks[seat])
    return game, listed((_place(past, seat, ranks[seat]) for seat in ranked), conjunction=False)


def _place(past: PastMatch, seat: int, rank: int) -> str:
    """Say which place a seat of a match of more than two had, with its points; or how its player left."""
    match, left = past.match, dict(past.match.agreements.vacated)
    points = None if match.result is None else match.result.points
    said = _("{rank}. {name}").format(rank=rank, name=match.names[seat])
    if seat in left:
        return _("{what} ({note})").format(what=said, note=_(GONE[left[seat]]))
    return said if points is None else _("{name} {points}").format(name=said, points=points[seat])
