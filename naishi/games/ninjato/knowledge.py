"""Inference from a view: unseen cards, and fitting worlds."""

from collections import Counter
from functools import lru_cache

from naishi.games.ninjato.actions import play_of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.legal import winning_plays
from naishi.games.ninjato.position import DECKS, MODES, Cards, Position, parts, visible, without
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
