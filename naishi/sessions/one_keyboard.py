"""Shared keyboard: viewers, covers, and forgotten PINs."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.sessions.replay import Replay
from naishi.sessions.session import Session
from naishi.tabletop.game import Game
from naishi.tabletop.players import HUMAN, Player


def next_viewer(session: Session, viewer: int | None = None) -> int:
    """Return the seat from which the game is shown next.

    Args:
        session: The game.
        viewer: The seat of the person at the keyboard.

    Returns:
        The person at the keyboard, if awaited; else the next awaited person round the table. Where no person is
        awaited, the one at the keyboard, or the first one; seat 0 where there are only bots.
    """
    people, count = session.people, len(session.game.players)
    here = 0 if viewer is None else viewer
    awaited: list[int] = [seat for seat in session.game.awaited if seat in people]
    if awaited:
        return min(awaited, key=lambda seat: (seat - here) % count)
    return (*people, 0)[0] if viewer is None else viewer


def people_among(players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats of people."""
    return tuple(seat for seat, player in enumerate(players) if player.kind == HUMAN)


def is_passed_on(players: Sequence[Player], handover: str) -> bool:
    """Return whether the keyboard goes from one person to another, behind a cover, by the setting `handover`."""
    return handover == "always" and len(people_among(players)) > 1


def is_covered(players: Sequence[Player], seat: int, handover: str) -> bool:
    """Return whether what a seat hides is covered until its player says that they are at the keyboard."""
    return players[seat].pin is not None or is_passed_on(players, handover)


def is_covered_at_table(game: Game, seat: int, handover: str) -> bool:
    """Return whether a seat is covered, as the game stands, until its player says that they are at the keyboard."""
    return game.is_private(seat) and is_covered(game.players, seat, handover)


def is_covered_in_replay(replay: Replay, seat: int | None, handover: str) -> bool:
    """Return whether what a viewer knew is covered until the player says that they are there; never for the public."""
    return seat is not None and not replay.revealed and is_covered(replay.players, seat, handover)


def who_may_drop_pin(players: Sequence[Player], seat: int) -> tuple[int, ...]:
    """Return the people one of whom has to agree that a player goes on without a forgotten PIN, the next first.

    Where others have PINs it takes one of those: a person without one can't be told from the one who asks.
    """
    count = len(players)
    others = sorted((each for each in people_among(players) if each != seat), key=lambda each: (each - seat) % count)
    return tuple(each for each in others if players[each].pin is not None) or tuple(others)
