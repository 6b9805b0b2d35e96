"""The pending effects of Travellers in line mode: what is asked, and which words answer it.

The words are those of the actions that effects are like: swap, recall, develop, and end to use none. The actions
themselves can be typed too, with the names of the Travellers, or as programs write them: use cherry_lady L2 H4, skip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from naishi.common.errors import InvalidActionError
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Skip, Use, UseDevelop, UseExchange, UseRecall
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import Cell

VERBS: Mapping[type[Action], str] = {UseExchange: "swap", UseRecall: "recall", UseDevelop: "develop", Skip: "end"}
"""The word that answers with each kind of action."""


def offered(view: PlayerView) -> list[Action]:
    """List what the viewer can do about pending effects, but only for the first of two Travellers with the same."""
    first: dict[type[Action], Card] = {}
    uses = [action for action in view.legal_actions if isinstance(action, Use)]
    for action in sorted(uses, key=lambda use: use.traveller):
        first.setdefault(type(action), action.traveller)
    return [
        action
        for action in view.legal_actions
        if not isinstance(action, Use) or action.traveller is first[type(action)]
    ]


def verb_of(action: Action) -> str:
    """Return the word that an action is typed with."""
    return VERBS.get(type(action)) or action.text.partition(" ")[0]


def effect_of(verb: str, cells: Sequence[Cell], view: PlayerView | None) -> Action | None:
    """Return the use of a pending effect that a line means; None where it means none.

    Raises:
        InvalidActionError: The effect needs other places.
    """
    if view is None or not view.pending or not view.legal_actions:
        return None
    kinds: dict[str, Action] = {verb_of(action): action for action in offered(view)}
    if (example := kinds.get(verb)) is None:
        return None
    if not isinstance(example, Use):
        return example
    places = sorted({*cells})
    try:
        return Action.from_text(" ".join(["use", str(example.traveller), *map(str, places)]))
    except InvalidActionError:
        raise InvalidActionError(_how(type(example), example.traveller)) from None


def asked(view: PlayerView) -> Iterator[str]:
    """Say which effects the viewer may use, and how."""
    told = {type(action): action.traveller for action in offered(view) if isinstance(action, Use)}
    for kind, traveller in told.items():
        yield _how(kind, traveller)
    yield _("Or type end to use none.")


def _how(kind: type[Action], traveller: Card) -> str:
    words = {
        UseExchange: _("{traveller}: exchange any two of your cards, as in swap line 2 hand 4."),
        UseRecall: _("{traveller}: type recall to recall your emissaries."),
        UseDevelop: _("{traveller}: develop once more, from another pile, as in develop line 4."),
    }[kind]
    return words.format(traveller=traveller.noun)
