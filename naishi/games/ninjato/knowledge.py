"""What a viewer may conclude: unseen cards, worlds that fit a view, and the odds of a raid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from naishi.games.ninjato.actions import play_of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.effects import redden
from naishi.games.ninjato.legal import winning_plays
from naishi.games.ninjato.position import (
    DECKS,
    MODES,
    Cards,
    House,
    Position,
    parts,
    sort_loot,
    visible,
    without,
)
from naishi.tabletop.chance import Source


def unseen(view: Position, deck: str) -> Counter[str]:
    """Return the cards of a deck that a masked position doesn't show: in the deck, or in another hand."""
    return Counter(components().decks[deck]) - Counter(visible(view)[deck])


def sample(view: Position, source: Source) -> Position:
    """Return a whole position that a viewer can't tell from the true one, with every hidden card drawn by chance."""
    world = view.copy()
    world.masked, world.viewer = False, None
    shown = visible(view)
    box = components().decks
    for name in DECKS:
        hidden = list((Counter(box[name]) - Counter(shown[name])).elements())
        if name == "dojo":
            hidden = _deal_hands(view, world, hidden, source)
        else:
            hidden = source.shuffle(hidden)
        world.decks[name] = tuple(hidden[: len(view.decks[name])])
    return world


def _deal_hands(view: Position, world: Position, hidden: list[str], source: Source) -> list[str]:
    """Fill the other hands: first the cards known to be in them; return what is left, shuffled."""
    others = [seat for seat in range(view.n) if seat != view.viewer]
    for seat in others:
        world.players[seat].hand = tuple(view.known_cards(seat))
        for card in world.players[seat].hand:
            hidden.remove(card)
    hidden = source.shuffle(hidden)
    for seat in others:
        player = world.players[seat]
        count = len(view.players[seat].hand) - len(player.hand)
        player.hand = tuple(sorted((*player.hand, *hidden[:count])))
        hidden = hidden[count:]
    return hidden


@lru_cache(16384)
def can_beat(hand: Cards, ready: Cards, used: Cards, mode: str, left: Cards) -> bool:
    """Say whether these cards and tiles beat a guard, or both halves of a double one, skills included."""
    if not left:
        return True
    for action in winning_plays(hand, ready, mode, left):
        play = play_of(action)
        rest = without(left, play.part or left[0])
        if not rest or can_beat(
            without(hand, *play.cards),
            without(ready, *play.tiles),
            tuple(sorted((*used, *play.tiles))),
            mode,
            rest,
        ):
            return True
    if "seishin_teki" in ready:
        other = MODES[1 - MODES.index(mode)]
        turned = tuple(sorted((*used, "seishin_teki")))
        if can_beat(hand, without(ready, "seishin_teki"), turned, other, left):
            return True
    if "mind_over_body" in ready:
        rest = without(ready, "mind_over_body")
        for tile in sorted(set(used) - {"mind_over_body"}):
            after = tuple(sorted((*without(used, tile), "mind_over_body")))
            if can_beat(hand, tuple(sorted((*rest, tile))), after, mode, left):
                return True
    return False


def can_win(view: Position, house: int, mode: str) -> bool:
    """Return whether the viewer's cards and skills beat the sentry of a house, by its number from 1 on.

    True where its hand isn't known, and where the house has no sentry.
    """
    sentry = view.houses[house - 1].sentry
    if view.viewer is None or sentry is None:
        return True
    player = view.players[view.viewer]
    return can_beat(player.hand, player.ready, player.used, mode, parts(sentry))


def next_guards(view: Position, loot: Cards) -> tuple[str, Counter[str]]:
    """Return the deck that the next guard of a raid comes from, and the cards it may be."""
    for deck in ("elite", "guards") if loot[0].endswith("*") else ("guards", "elite"):
        if view.decks[deck]:
            return deck, unseen(view, deck)
        if view.discards[deck]:
            return deck, Counter(view.discards[deck])
    return "", Counter()


@dataclass(frozen=True, slots=True)
class RaidOdds:
    """What the next guard of a raid may bring, counted over all guards that it may be."""

    guards: Mapping[str, tuple[int, bool]]
    """By card: how many of those unseen, and whether it can be beaten."""
    chance: Fraction
    """That the next guard can be beaten."""
    leave: int
    """The worth of the treasures on the shuriken."""
    go_on: Fraction
    """The worth to be expected of facing one more guard and leaving then; a failure keeps the dearest treasure."""


def raid_odds(view: Position) -> RaidOdds | None:
    """Return the odds of the next guard, from what the raider knows; None unless the viewer may call for it."""
    raid = view.raid
    if raid is None or view.stage != "decide" or view.seat is None or (view.masked and view.viewer != view.seat):
        return None
    player = view.players[view.seat]
    values, flags = components().worth, components().flags
    house = view.houses[raid.house]
    deck, cards = next_guards(view, house.loot)
    if not cards:
        return None
    won = sum(values[token[0]] for token in raid.shuriken)
    kept = max(values[token[0]] for token in raid.shuriken)
    guards, beaten, expected = {}, 0, Fraction(0)
    for card, count in sorted(cards.items()):
        wins = can_beat(player.hand, player.ready, player.used, raid.mode, parts(card))
        guards[card] = count, wins
        if wins:
            beaten += count
            expected += count * (won + flags.get(card, 0) + _next_treasure(view, house, card, deck))
        else:
            expected += count * kept
    total = sum(cards.values())
    return RaidOdds(guards, Fraction(beaten, total), won, expected / total)


def _next_treasure(view: Position, house: House, card: str, deck: str) -> Fraction:
    """Return what the treasure won from a guard is worth, over all that its alarm may bring."""
    values = components().worth
    if deck != "guards" or not card.endswith("!"):
        return Fraction(values[house.loot[0][0]])
    bag = unseen(view, "bag") if view.decks["bag"] else Counter(view.discards["bag"])
    worth, total = Fraction(0), sum(bag.values())
    for kind, count in bag.items():
        after = House(house.clan, house.sentry, sort_loot((*house.loot, kind)))
        redden(after)
        worth += Fraction(count * values[after.loot[0][0]], total)
    if total:
        return worth
    after = house.copy()
    redden(after)
    return Fraction(values[after.loot[0][0]])
