"""Events of Ninjato, as far as a viewer may know."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from naishi.games.ninjato.actions import Action, play_of
from naishi.games.ninjato.components import SCORINGS, components
from naishi.games.ninjato.legal import worth
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import awards, honour_of, ranking


def facts(before: Position, action: Action, after: Position) -> dict[str, Any]:
    """Return what everybody sees of an action, beyond its text.

    `card` is the one exception: the card drawn from the deck, which only the seat that drew it may know.
    """
    seat = before.seat
    if seat is None:
        return {}
    found = _in_raid(before, action, after) if before.raid is not None else _outside(before, action, after, seat)
    if after.round != before.round:
        found["round"] = before.round
        found["ended"] = _ended(before, action, after, seat)
    if before.scoring is not None or (after.round != before.round and before.round in SCORINGS):
        found["awards"] = _awards(before, action, after)
    if after.result is not None:
        found["winners"] = after.result["winners"]
    return found


def _ended(before: Position, action: Action, after: Position, seat: int) -> dict[str, Any]:
    """Return what the end of a round brought, in the order of the rules."""
    pile = [seat, *(each for each in before.pile if each != seat)] if action.verb == "dojo" else [*before.pile]
    cleared = before.raid.house if before.raid is not None and action.verb == "claim" else None
    opened = [
        [number, house.clan, house.sentry, [*house.loot]]
        for number, (old, house) in enumerate(zip(before.houses, after.houses, strict=True), 1)
        if house.sentry is not None and (old.sentry is None or number - 1 == cleared)
    ]
    gone = sorted((Counter(before.sensei) - Counter(action.words[:1] if action.verb == "learn" else ())).elements())
    return {
        "order": [*after.order],
        "pile": pile,
        "used": any(player.used for player in before.players),
        "gone": gone,
        "rest": len(after.gone) - len(before.gone) - len(gone),
        "sensei": [*after.sensei],
        "houses": opened,
        "palace": sorted((Counter(after.palace) - Counter(before.palace)).elements()),
        "pavilion": sorted((Counter(after.pavilion) - Counter(before.pavilion)).elements()),
    }


def _awards(before: Position, action: Action, after: Position) -> list[dict[str, Any]]:
    """Return what a scoring has settled, with the influence that decided it."""
    prize = action.words[0] if action.verb == "take" else None
    now = after.scoring or before.scoring
    disguises = now.disguises if now is not None else ()
    if action.verb == "disguise" and after.scoring is None and action.words[0] != "none":
        disguises = (*disguises, action.words[0])
    return [
        {
            **award._asdict(),
            "honour": honour_of(after, award.clan),
            "influence": [[*each] for each in ranking(after, award.clan, disguises)],
        }
        for award in awards(before, prize, after, disguises)
    ]


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
