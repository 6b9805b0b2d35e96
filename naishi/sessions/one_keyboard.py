"""One keyboard that is passed on: who sits down at it next, and whose cards stay covered until they have."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.replay import Replay
from naishi.sessions.session import Session
from naishi.tabletop.players import HUMAN, Player


def next_viewer(session: Session, viewer: int | None = None) -> int:
    """Return the seat from which the game is looked at next.

    Args:
        session: The game.
        viewer: The seat of the person at the keyboard.

    Returns:
        The person whose turn it is; else the one at the keyboard, or the first one; seat 0 where there are only bots.
    """
    turn = session.game.turn
    if turn is not None and turn in session.people:
        return turn
    return (*session.people, 0)[0] if viewer is None else viewer


def is_passed_on(players: Sequence[Player], handover: str) -> bool:
    """Return whether the keyboard goes from one person to another, behind a cover, by the setting `handover`."""
    return handover == "always" and all(player.kind == HUMAN for player in players)


def is_covered(players: Sequence[Player], seat: int, handover: str) -> bool:
    """Return whether the cards of a seat are covered until its player says that they are at the keyboard."""
    return players[seat].pin is not None or is_passed_on(players, handover)


def is_open_to_all(game: Game) -> bool:
    """Return whether both Hands lie open, as they do from the last turn on: nothing has to be covered any more."""
    return game.phase in {Phase.COPY, Phase.OVER}


def is_covered_at_table(game: Game, seat: int, handover: str) -> bool:
    """Return whether the cards of a seat are covered, as the game stands, until its player says that they are there."""
    return not is_open_to_all(game) and is_covered(game.players, seat, handover)


def is_covered_in_replay(replay: Replay, seat: int | None, handover: str) -> bool:
    """Return whether what a viewer knew is covered until the player says that they are there; never for the public."""
    return seat is not None and not replay.revealed and is_covered(replay.players, seat, handover)
