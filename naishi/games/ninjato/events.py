"""What an action of Ninjato brought, as far as a viewer may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from naishi.games.ninjato.actions import Action, play_of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.legal import worth
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import honour_of


def facts(before: Position, action: Action, after: Position) -> dict[str, Any]:
    """Return what everybody sees of an action, beyond its text.

    `card` is the one exception: the card drawn from the deck, which only the seat that drew it may know.
    """
    seat = before.seat
    if seat is None:
        return {}
    found = _in_raid(before, action, after) if before.raid is not None else _outside(before, action, after, seat)
    gains = [now.honour - then.honour for then, now in zip(before.players, after.players, strict=True)]
    gains[seat] -= found.get("honour", 0)
    if any(gains):
        found["gains"] = gains
    if after.round != before.round:
        found["round"] = before.round
    if after.result is not None:
        found["winners"] = after.result["winners"]
    return found


def _outside(before: Position, action: Action, after: Position, seat: int) -> dict[str, Any]:
    """Return what an action brought that is no step of a raid."""
    match action.verb:
        case "draw" if action.words[0] == "deck":
            drawn = Counter(after.players[seat].hand) - Counter(before.players[seat].hand)
            return {"card": next(iter(drawn))} if drawn else {}
        case "raid":
            return {"guard": before.houses[int(action.words[0]) - 1].sentry}
        case "bribe" | "spread":
            card, *paid = action.words
            return {"honour": worth(components().prices[card], tuple(paid)) or 0}
        case "take":
            place, clan = before.current_scoring.queue[0]
            honour = {"honour": honour_of(before, clan)} if action.words[0] == "honour" else {}
            return {"place": place, "clan": clan, **honour}
        case _:
            return {}


def _in_raid(before: Position, action: Action, after: Position) -> dict[str, Any]:
    """Return what a step of a raid brought."""
    raid = before.current_raid
    old, new = before.houses[raid.house], after.houses[raid.house]
    won = [token[0] for token in raid.shuriken]
    found: dict[str, Any] = {"house": raid.house + 1}
    match action.verb:
        case "play":
            found["guard"] = play_of(action).part or raid.left[0]
            if len(raid.left) == 1:
                found["treasure"] = old.loot[0]
                found |= {"elite": raid.card} if raid.source == "elite" else {}
        case "banzai" if after.raid is not None and after.raid.card is not None:
            found |= {"guard": after.raid.card, "source": after.raid.source}
            found |= _alarm(old.loot, new.loot) if after.raid.card.endswith("!") else {}
        case "leave" | "claim":
            found["treasures"] = won
        case "keep":
            won.remove(action.words[0])
            found["treasures"] = won
    if action.verb in ("fail", "leave", "keep") and after.raid is None:
        came = Counter(new.loot) - Counter(old.loot)
        found |= {"came": next(iter(came))} if came else {}
    return found


def _alarm(before: tuple[str, ...], after: tuple[str, ...]) -> dict[str, Any]:
    """Return which treasure came by an alarm, and which one turned red."""
    found = {}
    red = Counter(token[0] for token in after if token.endswith("*")) - Counter(
        token[0] for token in before if token.endswith("*")
    )
    came = Counter(token[0] for token in after) - Counter(token[0] for token in before)
    if came:
        found["came"] = next(iter(came))
    if red:
        found["red"] = next(iter(red))
    return found


def public(found: Mapping[str, Any], seat: int, viewer: int | None) -> dict[str, Any]:
    """Return facts without what a viewer may not know."""
    return {name: value for name, value in found.items() if name != "card" or seat == viewer}
