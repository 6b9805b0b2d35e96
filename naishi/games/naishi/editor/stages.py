"""How far a turn or a game is, and what a position is like there."""

from __future__ import annotations

from enum import StrEnum

from naishi.games.naishi.rules import notation
from naishi.games.naishi.rules.effects import settle_ninjas
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.fields import Fields
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position


class Stage(StrEnum):
    """How far a turn or the game is."""

    SETUP = "setup"
    BEGUN = "begun"
    DEVELOPED = "developed"
    BONUS = "bonus"
    SCORING = "scoring"


def stage_of(fields: Fields) -> Stage:
    """Return how far the turn or the game is."""
    if fields.phase is not Phase.PLAY:
        return Stage.SETUP if fields.phase is Phase.GIFT else Stage.SCORING
    return Stage.DEVELOPED if fields.developed else Stage.BONUS if fields.bonus else Stage.BEGUN


def at_stage(fields: Fields, stage: Stage) -> Fields:
    """Return the same cards at another stage."""
    if stage is Stage.SCORING:
        return scored(fields)
    setup = stage is Stage.SETUP
    order = 0, 1, 2, 3, 4
    return fields._replace(
        phase=Phase.GIFT if setup else Phase.PLAY,
        developed=stage is Stage.DEVELOPED,
        bonus=stage is Stage.BONUS,
        turn=0 if setup else fields.turn,
        last=None if setup or fields.last is None else fields.turn,
        copies=({}, {}),
        given=[],
        shuffles=(fields.shuffles or (order, order)) if setup else None,
        expansion=_nothing_pending(fields),
    )


def _nothing_pending(fields: Fields) -> Expansion | None:
    return None if fields.expansion is None else fields.expansion._replace(pending=(), unturned=0)


def scored(fields: Fields) -> Fields:
    """Return fields at the final scoring: with the ninjas that have no choice settled, and whose turn it is then."""
    begun = fields._replace(copies=({}, {}), developed=False, bonus=False, shuffles=None)
    position = Position.from_fields(begun._replace(expansion=_nothing_pending(fields)))
    settle_ninjas(position)
    return notation.read(position.to_text())
