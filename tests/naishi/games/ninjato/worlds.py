"""Games of Ninjato that a seat cannot tell apart."""

from __future__ import annotations

from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.knowledge import sample
from naishi.games.ninjato.position import DECKS, Position
from naishi.tabletop.chance import Source
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.ninjato.playing import random_game

NINJA = ("Aiko", "Bruno", "Carol")
NINJA_SEAT = 0
"""The seat that sees the same in both games."""
ROUND = 3
ACTIONS = 5


def two_worlds() -> tuple[RecordedGame[Position], RecordedGame[Position], list[tuple[int, str]]]:
    """Two games in the middle, with other hands and decks, and what is done next in both.

    Neither the seat nor the public can tell them apart before, between and after these actions.
    """
    begun = next(
        after
        for _before, _action, after in random_game(len(NINJA), "secrecy")
        if after.round == ROUND and after.turn == 1
    )
    for draw in range(100):
        other = sample(begun.mask(NINJA_SEAT), Source(str(draw)))
        if all(other.players[seat].hand != begun.players[seat].hand for seat in (1, 2)):
            actions = _same(begun, other)
            if len(actions) == ACTIONS:
                assert all(other.decks[name] != begun.decks[name] for name in DECKS if len(set(begun.decks[name])) > 1)
                return game_at(begun), game_at(other), actions
    raise AssertionError("no other world")


def game_at(position: Position) -> RecordedGame[Position]:
    """A game that begins at a position."""
    return NINJATO.from_position(position.to_text(), seed="secrecy")


def _same(begun: Position, other: Position) -> list[tuple[int, str]]:
    """What the seats can do from two positions on without showing which it is."""
    here, there = game_at(begun), game_at(other)
    done: list[tuple[int, str]] = []
    while len(done) < ACTIONS:
        (seat,) = here.awaited
        both = {each.text for each in there.view(seat).legal_actions}
        for text in (each.text for each in here.view(seat).legal_actions if each.text in both):
            one, two = here.copy(), there.copy()
            one.play(text, seat)
            two.play(text, seat)
            if all(one.view(viewer) == two.view(viewer) for viewer in (NINJA_SEAT, None)):
                here, there = one, two
                done.append((seat, text))
                break
        else:
            break
    return done
