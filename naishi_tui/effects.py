"""The pending effects of Travellers, a step of a turn: the keys of the actions that they are like begin them."""

from __future__ import annotations

from collections.abc import Mapping

from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Use, UseDevelop, UseExchange, UseRecall
from naishi.games.naishi.rules.cards import DEVELOPING, EXCHANGING, RECALLING, Card

KINDS: Mapping[Card, type[Use]] = {
    **dict.fromkeys(EXCHANGING, UseExchange),
    **dict.fromkeys(RECALLING, UseRecall),
    DEVELOPING: UseDevelop,
}
"""The kind of action that uses the effect of each Traveller."""

VERBS: Mapping[type[Use], str] = {UseExchange: "swap", UseRecall: "recall", UseDevelop: "discard"}
"""The command whose key begins each kind of effect. A develop has none of its own, but it discards a card."""


def offered(view: PlayerView) -> dict[type[Use], Card]:
    """Return the kinds of effects that the viewer may use now, each with the first Traveller that has it."""
    effects: dict[type[Use], Card] = {}
    for traveller in view.pending if view.legal_actions else ():
        effects.setdefault(KINDS[traveller], traveller)
    return effects


def begun_by(verb: str, view: PlayerView) -> Card | None:
    """Return the Traveller whose effect a command begins; None where no effect has that key."""
    return next((traveller for kind, traveller in offered(view).items() if VERBS[kind] == verb), None)


def after(traveller: Card | None, view: PlayerView) -> Card:
    """Return the Traveller whose effect is asked about next, round at the end."""
    effects = [*offered(view).values()]
    return effects[(effects.index(traveller) + 1) % len(effects)] if traveller in effects else effects[0]
