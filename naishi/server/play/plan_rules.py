"""What may be planned, and what becomes of a plan once the other player has acted."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Literal

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action, Copy, End, Give, Skip
from naishi.server.play.participant import MatchParticipant
from naishi.server.storage.match import Agreements
from naishi.server.storage.plans import Plan, PlanEnd, Rule
from naishi.server.storage.records import NAISHI

MOST_RULES = 4
"""Rules of one player for one turn of the other."""
MOST_ACTIONS = 4
"""Actions of one rule: a turn."""
OVER: Literal["over"] = "over"
"""The game is over, or has gone past the turn that was planned."""

Verdict = Rule | PlanEnd | Literal["over"] | None
"""A rule to follow, an end, that the game has gone past the plan, or None while it waits."""


def check_can_plan(me: MatchParticipant) -> None:
    """Make sure that a player can plan anything in a match.

    Raises:
        NaishiError: They can't.
    """
    if me.seat is None:
        raise NaishiError(_("You are watching; only the players can do that."))
    if me.over:
        raise NaishiError(_("The game is over."))
    if me.match.game != NAISHI:
        raise NaishiError(_("Conditional moves are for games of Naishi."))
    if me.against_bot:
        raise NaishiError(_("A bot answers at once; plans are for games against people."))


def check_plan(me: MatchParticipant, when: Action, play: Sequence[Action]) -> None:
    """Make sure that something can be planned.

    Raises:
        NaishiError: It can't.
    """
    check_can_plan(me)
    if isinstance(when, Give | Copy | End | Skip):
        raise NaishiError(_("Say an action of the other player's turn, such as decree H3, recall or declare."))
    if any(isinstance(action, Give | Copy) for action in play) or not 0 < len(play) <= MOST_ACTIONS:
        raise NaishiError(_("Say what to play: the actions of one turn, {most} at most.").format(most=MOST_ACTIONS))


def with_rule(rules: Sequence[Rule], added: Rule) -> tuple[Rule, ...]:
    """Return rules with one more, which takes the place of an older one for the same action.

    Raises:
        NaishiError: There are too many.
    """
    others = [rule for rule in rules if rule.when != added.when]
    if len(others) >= MOST_RULES:
        raise NaishiError(_("More can't be planned for one turn (at most {most}).").format(most=MOST_RULES))
    return *others, added


def verdict_on(plan: Plan, game: Game, agreements: Agreements, seat: int) -> Verdict:
    """Say what has become of a plan.

    A plan is for the first turn of the other player that ends after it was made; to give a card away is no turn.
    """
    events = game.view(seat).events
    since = [event.seat for event in events[plan.ply :] if not isinstance(event.action, Give | None)]
    acted_after = 1 - seat in since and seat in since[since.index(1 - seat) :]
    if agreements.ended or game.outcome is not None:
        return OVER
    if mark_of(game.actions[: plan.ply]) != plan.mark:
        return PlanEnd.UNDONE
    if acted_after:
        return OVER
    if game.turn != seat or 1 - seat not in since:
        return None
    if any(offer is not None and offer.seat != seat for offer in (agreements.draw, agreements.undo)):
        return PlanEnd.OFFERED
    theirs = set()
    for event in reversed(events):
        if event.seat == seat:
            break
        theirs.add(event.action)
    return next((rule for rule in plan.rules if rule.when in theirs), PlanEnd.UNMET)


def mark_of(actions: Sequence[Action]) -> int:
    """Return a number that other actions don't have."""
    return zlib.crc32("\n".join(action.text for action in actions).encode())
