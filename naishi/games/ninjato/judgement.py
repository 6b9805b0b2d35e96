"""Heuristics for Ninjato: values of cards, treasures, tiles, places.

Everything here looks at a position through one seat's eyes: its own hand, and what is public. It is fast, because a
search plays many games with it.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from naishi.games.ninjato.actions import Action, action, play_of
from naishi.games.ninjato.components import CLANS, SCORINGS, components
from naishi.games.ninjato.knowledge import can_beat
from naishi.games.ninjato.legal import MOST_IN_HAND, legal_actions, owns_style, payments, winning_plays, worth
from naishi.games.ninjato.position import DOJO_CARDS, MODES, Cards, Position, Raid, without
from naishi.games.ninjato.scoring import LAST_ROUND, dishonour, honour_of, multiplier

TILES = {
    "shinobi_iri": (0.1, 0.6),
    "intonjutsu": (0.1, 0.9),
    "choho": (0.3, 0.3),
    "distraction": (0.6, 0.1),
    "kenjutsu": (0.9, 0.1),
    "mind_over_body": (0.4, 0.4),
    "open_hand": (0.4, 0.4),
    "boryaku": (0.7, 0.7),
    "seishin_teki": (0.5, 0.5),
}
"""About how many more guards a ready tile beats, by strength and by stealth."""
ELITE_ODDS = 0.62
"""How much less likely an elite guard is beaten than another."""


@dataclass(frozen=True)
class Taste:
    """What a player cares about; the levels differ in it."""

    card: float = 1.5
    """The honour that one more beaten guard is worth, as far as it comes from cards in hand."""
    treasure: float = 0.9
    """Which part of its worth a treasure in the hand brings in the end."""
    influence: float = 1.2
    """How much the next scoring counts."""
    rumour: float = 0.8
    """How much the final worth of rumours counts."""
    tile: float = 0.9
    """The honour that a tile brings in a round for each guard that it beats."""
    caution: float = 0.0
    """Honour that a step further in a raid has to bring beyond leaving."""
    overhead: float = 1.5
    """Honour that a payment has to bring beyond keeping the treasures."""


@lru_cache(65536)
def guards_beaten(hand: Cards, mode: str) -> float:
    """Return about how many ordinary guards in a row a hand beats, cards only."""
    return sum(survival(hand, mode))


@lru_cache(65536)
def survival(hand: Cards, mode: str) -> tuple[float, ...]:
    """Return the odds of beating one, two, three ... guards in a row, each guard with the play that costs least."""
    total = [0.0] * len(hand)
    for guard in DOJO_CARDS:
        play = cheapest_play(hand, (), mode, (guard,))
        if play is None:
            continue
        total[0] += 0.2
        for at, odds in enumerate(survival(without(hand, *play_of(play).cards), mode), 1):
            total[at] += 0.2 * odds
    while total and total[-1] < 0.02:
        total.pop()
    return tuple(total)


@lru_cache(65536)
def cheapest_play(hand: Cards, ready: Cards, mode: str, left: Cards) -> Action | None:
    """Return the winning play that leaves the best hand; None if there is none that beats the whole guard."""
    best, best_value = None, -math.inf
    for each in winning_plays(hand, ready, mode, left):
        play = play_of(each)
        rest = without(hand, *play.cards)
        tiles = without(ready, *play.tiles)
        if len(left) > 1 and not can_beat(rest, tiles, (), mode, without(left, play.part or left[0])):
            continue
        column = MODES.index(mode)
        value = (
            guards_beaten(rest, mode)
            + 0.35 * guards_beaten(rest, MODES[1 - column])
            + 0.05 * len(rest)
            - sum(0.7 * TILES[tile][column] + 0.1 for tile in play.tiles)
        )
        if value > best_value:
            best, best_value = each, value
    return best


@lru_cache(65536)
def hand_value(hand: Cards) -> float:
    """Return how many guards a hand may beat in raids to come: the better mode, and some of the other."""
    strong, stealthy = (guards_beaten(hand, mode) for mode in MODES)
    return max(strong, stealthy) + 0.45 * min(strong, stealthy) + 0.12 * len(hand)


@lru_cache(65536)
def value_after_draws(hand: Cards, draws: int) -> float:
    """Return the value to be expected of a hand after cards from the deck, at most seven kept."""
    if draws == 0:
        while len(hand) > MOST_IN_HAND:
            hand = without(hand, worst_card(hand))
        return hand_value(hand)
    return sum(value_after_draws(tuple(sorted((*hand, card))), draws - 1) for card in DOJO_CARDS) / 5


@lru_cache(65536)
def worst_card(hand: Cards) -> str:
    """Return the card that a hand misses least."""
    return max(dict.fromkeys(hand), key=lambda card: hand_value(without(hand, card)))


def turns_left(position: Position, seat: int) -> int:
    """Return how many shuriken a seat still places in the game, the current one included."""
    if position.round > LAST_ROUND:
        return 0
    at = position.order.index(seat)
    done = max(0, (position.turn - at + position.n - 1) // position.n)
    return 3 - done + 3 * (LAST_ROUND - position.round)


def rounds_left(position: Position) -> float:
    """Return how many rounds are to be played."""
    return max(0.0, LAST_ROUND + 1 - position.round - position.turn / (3 * position.n))


def treasure_value(kind: str, turns: int, taste: Taste) -> float:
    """Return what a treasure in the hand is worth with so many turns to come."""
    if turns <= 0:
        return 1.0
    late = taste.treasure if turns > 4 else taste.treasure * (0.55 + 0.1 * turns)
    return max(1.0, late * components().worth[kind])


def rumour_value(position: Position, seat: int, extra: Cards = ()) -> float:
    """Return what a seat's rumours may bring at the end, with some more of them."""
    player = position.players[seat]
    holders = 1
    for other, each in enumerate(position.players):
        if other != seat and each.rumours and has_dishonour(each.rumours):
            holders += 1
    held = player.rumours + extra
    return rumours_worth(held, len(player.elite), len(player.envoys), len(player.tiles), holders, rounds_left(position))


@lru_cache(16384)
def has_dishonour(rumours: Cards) -> bool:
    return any(rumour.startswith("dishonour") for rumour in rumours)


@lru_cache(65536)
def rumours_worth(held: Cards, elite: int, envoys: int, tiles: int, holders: int, left: float) -> float:
    """Return what rumours may bring at the end."""
    counts: dict[str, float] = {
        "warrior": elite + 0.2 * left,
        "goodwill": len(held) + 0.7 * left,
        "friends": envoys + 0.7 * left,
        "master": tiles + 0.3 * left,
    }
    kinds = [rumour.partition(":")[0] for rumour in held]
    total = sum(multiplier(kinds.count(kind)) * count for kind, count in counts.items())
    if kinds.count("dishonour"):
        total += kinds.count("dishonour") * max(2.0, dishonour(holders) - 0.25 * left)
    return total


def scorings_to_come(position: Position) -> tuple[int, ...]:
    """Return after how many rounds from now each scoring to come takes place."""
    if position.scoring is not None:
        return _scorings_after(position.scoring.after, position.scoring.after + 1)
    return _scorings_after(position.round, position.round)


@lru_cache
def _scorings_after(now: int, first: int) -> tuple[int, ...]:
    return tuple(after - now for after in SCORINGS if after >= first)


def influence_value(position: Position, seat: int, extra: str = "") -> float:
    """Return what the scorings to come may bring a seat by its influence, with one more envoy."""
    envoys = [player.envoys for player in position.players]
    if extra:
        envoys[seat] = (*envoys[seat], extra)
    honours = honours_of(tuple(house.clan for house in position.houses))
    return influence_of(tuple(envoys), seat, honours, scorings_to_come(position))


@lru_cache(16384)
def honours_of(tokens: Cards) -> tuple[int, ...]:
    """Return what the houses of each clan count together."""
    return tuple(sum(int(token[1:]) for token in tokens if token[0] == clan) for clan in CLANS)


@lru_cache(16384)
def influence_of(envoys: tuple[Cards, ...], seat: int, honours: tuple[int, ...], distances: tuple[int, ...]) -> float:
    """Return what scorings so many rounds away may bring; the further off, the less the envoys of today decide."""
    total = 0.0
    for clan, honour_now in zip(CLANS, honours, strict=True):
        strengths = [strength(each, clan) for each in envoys]
        mine = strengths[seat]
        if not mine:
            continue
        others = sorted((value for other, value in enumerate(strengths) if value and other != seat), reverse=True)
        honour = max(4.5, 0.85 * honour_now + 0.15 * 9)
        for distance in distances:
            spread = 0.35 + 0.3 * distance
            first = math.prod(beating(mine - value, spread) for value in others[:2]) if others else 1 - 0.12 * distance
            runner_up = beating(mine - others[1], spread) if len(others) > 1 else 1.0
            total += (first * honour + (1 - first) * runner_up * min(4.5, honour)) / (1 + 0.35 * distance)
    return total


def strength(envoys: Cards, clan: str) -> float:
    """Return how strong envoys are in a clan: their number, and a little for the oldest; 0 without any."""
    ages = [int(envoy[1:]) for envoy in envoys if envoy[0] == clan]
    return len(ages) + max(ages) / 200 if ages else 0.0


def beating(lead: float, spread: float) -> float:
    """Return the odds that a lead lasts."""
    return 1 / (1 + math.exp(min(40.0, -lead / spread)))


def tile_worth(tile: str) -> float:
    """Return about how many guards a tile beats in a round."""
    return max(TILES[tile]) if tile in TILES else 0.0


def evaluate(position: Position, seat: int, taste: Taste) -> float:
    """Return the honour that a seat may end with."""
    player = position.players[seat]
    turns = turns_left(position, seat)
    total = float(player.honour) + sum(components().flags[card] for card in player.elite)
    total += sum(treasure_value(kind, turns, taste) for kind in player.loot) + set_bonus(player.loot, turns)
    if turns:
        total += taste.card * hand_value(player.hand) * min(1.0, turns / 4)
    left = rounds_left(position)
    total += taste.tile * left * sum(tile_worth(tile) for tile in player.tiles)
    if position.result is None:
        total += taste.rumour * rumour_value(position, seat) + taste.influence * influence_value(position, seat)
    else:
        total = float(position.result["sheets"][seat]["total"])
    return total


@lru_cache(16384)
def set_bonus(loot: Cards, turns: int) -> float:
    """Return what treasures of one kind are worth more together: one turn spends them all."""
    if turns < 1:
        return 0.0
    gold = loot.count("g")
    best = max((loot.count(kind) * components().worth[kind] for kind in "fsvj"), default=0)
    most = max(loot.count(kind) for kind in "fsvj") + gold
    return (0.1 * best + 0.7 * min(3, max(0, most - 1))) if loot else 0.0


@lru_cache(16384)
def best_payment(price: str, loot: Cards, turns: int, taste: Taste) -> tuple[float, Cards] | None:
    """Return what the best way to pay a price brings beyond keeping the treasures, and how that is paid."""
    kept = set_bonus(loot, turns)
    best: tuple[float, Cards] | None = None
    for paid in payments(price, loot):
        value = (worth(price, paid) or 0) - sum(treasure_value(kind, turns, taste) for kind in paid)
        value += set_bonus(without(loot, *paid), turns) - kept
        if best is None or value > best[0]:
            best = value, paid
    return None if best is None else (best[0] + 2.6 - taste.overhead, best[1])


@lru_cache(16384)
def leaders(envoys: tuple[Cards, ...], seat: int) -> Mapping[str, float]:
    """Return for each clan whether its houses are good for a seat (1), for another (below 0) or for none."""
    found = {}
    for clan in CLANS:
        strengths = [strength(each, clan) for each in envoys]
        best = max(strengths)
        found[clan] = 0.0 if not best else 1.0 if strengths[seat] == best else -1.0 / (len(envoys) - 1)
    return found


@lru_cache(16384)
def raid_value(
    loot: Cards, won: Cards, force: tuple[Cards, Cards, str], turns: int, clear: float, taste: Taste
) -> tuple[float, int]:
    """Return the honour to be expected of a raid, and how many more guards to face for that."""
    hand, ready, mode = force
    kept = [treasure_value(token[0], turns, taste) for token in won]
    total, dearest = sum(kept), max(kept, default=0.0)
    if not loot:
        return total + clear, 0
    column = MODES.index(mode)
    helped = 1 - math.exp(-sum(TILES[tile][column] for tile in ready if tile in TILES))
    chain = survival(hand, mode)
    cost = 0.55 * taste.card * min(1.0, turns / 4) + taste.caution
    best, steps, alive, lost, previous = total, 0, 1.0, 0.0, 1.0
    for at, token in enumerate(loot):
        plain = chain[at] if at < len(chain) else 0.0
        step = plain / previous if previous > 0 else 0.0
        step += (1 - step) * helped * 0.75**at
        is_elite = token.endswith("*")
        if is_elite:
            step *= ELITE_ODDS
        lost += alive * (1 - step) * dearest
        alive *= step
        previous = plain
        value = treasure_value(token[0], turns, taste)
        total += value + (1.3 if is_elite else 0.0)
        dearest = max(dearest, value)
        expected = lost + alive * (total + (clear if at + 1 == len(loot) else 0.0)) - cost * (at + 1)
        if expected > best:
            best, steps = expected, at + 1
    return best, steps


@lru_cache(65536)
def first_raid(
    sentry: str, loot: Cards, force: tuple[Cards, Cards, str], turns: int, clear: float, taste: Taste
) -> float | None:
    """Return the honour to be expected of a raid, the cards spent taken off; None if the sentry can't be beaten."""
    whole, tiles, mode = force
    play = cheapest_play(whole, tiles, mode, (sentry.rstrip("!"),))
    if play is None:
        return None
    laid, before = play_of(play), hand_value(whole)
    hand, ready = without(whole, *laid.cards), without(tiles, *laid.tiles)
    value, more = raid_value(loot[1:], loot[:1], (hand, ready, mode), turns, clear, taste)
    spent = before - hand_value(hand) + (0.5 * more * before / max(1, len(whole)))
    weight = taste.card * min(1.0, turns / 4)
    return value - weight * min(before, spent)


@lru_cache(16384)
def _token_swings(envoys: tuple[Cards, ...], seat: int, supply: Cards, clans: Cards) -> tuple[float, ...]:
    led = leaders(envoys, seat)
    found = []
    for clan in clans:
        best = max((led[token[0]] * int(token[1:]) for token in supply if token[0] != clan[0]), default=0)
        found.append(max(0.0, best - led[clan[0]] * int(clan[1:])))
    return tuple(found)


@dataclass(frozen=True)
class Thumb:
    """A player by rules of thumb, who sees no deck and no other hand."""

    taste: Taste = Taste()

    def choose(self, position: Position, seat: int) -> Action:
        return _CHOICES[position.stage](self, position, seat)

    def place(self, position: Position, seat: int) -> Action:
        """Choose the place that promises most."""
        return max(self.places(position, seat), key=lambda each: each[0])[1]

    def drop(self, position: Position, seat: int) -> Action:
        """Discard the card that is missed least."""
        return action(f"drop {worst_card(position.players[seat].hand)}")

    def places(self, position: Position, seat: int) -> Iterator[tuple[float, Action]]:
        """Yield what a shuriken can be placed for, with the honour to be expected of it."""
        player, turns = position.players[seat], turns_left(position, seat)
        taste, box = self.taste, components()
        hand, last = player.hand, min(1.0, (turns - 1) / 3)
        draws = {0: 4, 1: 3}.get(len(hand), 2)
        gain = value_after_draws(hand, draws) - hand_value(hand)
        yield taste.card * 1.25 * gain * last + 0.3, action("dojo")
        rumours_now = rumour_value(position, seat)
        influence_now = influence_value(position, seat)
        friends = multiplier(sum(rumour.startswith("friends") for rumour in player.rumours))
        for envoy in position.palace:
            if (best := best_payment(box.prices[envoy], player.loot, turns - 1, taste)) is not None:
                bonus = taste.influence * (influence_value(position, seat, envoy) - influence_now)
                yield best[0] + bonus + taste.rumour * friends, action(f"bribe {envoy} {' '.join(best[1])}")
        for rumour in position.pavilion:
            if (best := best_payment(box.prices[rumour], player.loot, turns - 1, taste)) is not None:
                bonus = taste.rumour * (rumour_value(position, seat, (rumour,)) - rumours_now)
                yield best[0] + bonus, action(f"spread {rumour} {' '.join(best[1])}")
        yield from self.lessons(position, seat)
        if hand or player.ready:
            yield from self.raids(position, seat)

    def lessons(self, position: Position, seat: int) -> Iterator[tuple[float, Action]]:
        """Yield the tiles that can be learned."""
        player, box, left = position.players[seat], components(), rounds_left(position)
        master = multiplier(sum(rumour.startswith("master") for rumour in player.rumours))
        for tile in dict.fromkeys(position.sensei):
            gain = self.taste.tile * left * tile_worth(tile) + self.taste.rumour * master
            if tile not in TILES:
                masks = len(set(player.envoys) & box.masked)
                gain += 3.0 * min(masks, 1) * len(scorings_to_come(position))
            if owns_style(position, seat, box.styles[tile]):
                yield gain, action(f"learn {tile}")
                continue
            cards = (
                [box.lessons[tile]] if box.lessons[tile] != "?" else [worst_card(player.hand)] if player.hand else []
            )
            for card in cards:
                if card in player.hand:
                    cost = hand_value(player.hand) - hand_value(without(player.hand, card))
                    yield gain - self.taste.card * cost, action(f"learn {tile} {card}")

    def raids(self, position: Position, seat: int) -> Iterator[tuple[float, Action]]:
        """Yield the raids, each with the honour to be expected of it."""
        player, taste = position.players[seat], self.taste
        turns = turns_left(position, seat) - 1
        swings = self.token_swings(position, seat)
        for number, house in enumerate(position.houses, 1):
            if house.sentry is None:
                continue
            clear = 0.4 * taste.influence * swings[number - 1]
            for mode in MODES:
                value = first_raid(house.sentry, house.loot, (player.hand, player.ready, mode), turns, clear, taste)
                if value is not None:
                    yield value, action(f"raid {number} {mode}")

    def prospects(self, position: Position, seat: int, raid: Raid, hand: Cards, ready: Cards) -> tuple[float, int]:
        """Return the honour to be expected of going on with a raid, and how many more guards to face for that."""
        clear = 0.4 * self.taste.influence * self.token_swings(position, seat)[raid.house]
        loot, turns = position.houses[raid.house].loot, turns_left(position, seat) - 1
        return raid_value(loot, raid.shuriken, (hand, ready, raid.mode), turns, clear, self.taste)

    def token_swings(self, position: Position, seat: int) -> tuple[float, ...]:
        """Return what handing each house to another clan may bring in the next scoring."""
        if not scorings_to_come(position):
            return (0.0,) * len(position.houses)
        envoys = tuple(player.envoys for player in position.players)
        return _token_swings(envoys, seat, position.supply, tuple(house.clan for house in position.houses))

    def draw(self, position: Position, seat: int) -> Action:
        """Take the card that makes the best hand; the deck is an average card."""
        hand = position.players[seat].hand
        best, found = -1.0, None
        if position.decks["dojo"] or position.discards["dojo"]:
            best = sum(hand_value(tuple(sorted((*hand, card)))) for card in DOJO_CARDS) / 5
            found = action("draw deck")
        for card in dict.fromkeys(position.open):
            value = hand_value(tuple(sorted((*hand, card))))
            if found is None or value > best:
                best, found = value, action(f"draw {card}")
        return found or legal_actions(position, seat)[0]

    def fight(self, position: Position, seat: int) -> Action:
        """Beat the guard at the least cost; else turn the raid around, refresh a tile, or give up."""
        player, raid = position.players[seat], position.current_raid
        play = cheapest_play(player.hand, player.ready, raid.mode, raid.left)
        if play is not None:
            return play
        if not can_beat(player.hand, player.ready, player.used, raid.mode, raid.left):
            return action("fail")
        for tile in player.used if "mind_over_body" in player.ready else ():
            if tile in TILES and tile != "mind_over_body":
                rest = tuple(sorted((*without(player.ready, "mind_over_body"), tile)))
                if can_beat(player.hand, rest, (), raid.mode, raid.left):
                    return action(f"refresh {tile}")
        if "seishin_teki" in player.ready:
            rest = without(player.ready, "seishin_teki")
            if can_beat(player.hand, rest, player.used, MODES[1 - MODES.index(raid.mode)], raid.left):
                return action("switch")
        plays = winning_plays(player.hand, player.ready, raid.mode, raid.left)
        return plays[0] if plays else action("fail")

    def decide(self, position: Position, seat: int) -> Action:
        """Leave, or face the next guard; before leaving, swap for something dearer."""
        player, raid = position.players[seat], position.current_raid
        _value, steps = self.prospects(position, seat, raid, player.hand, player.ready)
        if steps:
            return action("banzai")
        return self.swap(position, seat, raid.shuriken[0]) or action("leave")

    def swap(self, position: Position, seat: int, mine: str) -> Action | None:
        """Return the swap of a treasure for the dearest of the house, where that is dearer."""
        raid = position.current_raid
        if "choho" not in position.players[seat].ready:
            return None
        values = components().worth
        worst = min(raid.shuriken, key=lambda token: values[token[0]])
        dearest = max(position.houses[raid.house].loot, key=lambda token: (values[token[0]], token[0] == "g"))
        mine = worst if mine == raid.shuriken[0] else mine
        return action(f"swap {mine} {dearest}") if values[dearest[0]] > values[mine[0]] else None

    def failed(self, position: Position, seat: int) -> Action:
        """Keep the dearest treasure; swap it first for a dearer one."""
        raid = position.current_raid
        best = max(raid.shuriken, key=lambda token: "fsvjg".index(token[0]))
        if "choho" in position.players[seat].ready:
            dearest = max(position.houses[raid.house].loot, key=lambda token: "fsvjg".index(token[0]))
            if "fsvjg".index(dearest[0]) > "fsvjg".index(best[0]):
                return action(f"swap {best} {dearest}")
        return action(f"keep {best[0]}")

    def claim(self, position: Position, seat: int) -> Action:
        """Hand the house to the clan that serves best."""
        led = leaders(tuple(player.envoys for player in position.players), seat)
        old = position.houses[position.current_raid.house].clan[0]
        tokens = [token for token in position.supply if token[0] != old]
        return action("claim " + max(tokens, key=lambda token: (led[token[0]] * int(token[1:]), -int(token[1:]))))

    def disguise(self, position: Position, seat: int) -> Action:
        """Name the envoy whose clan gains most by it."""
        now = position.current_scoring
        free = [e for e in position.players[seat].envoys if e in components().masked and e not in now.disguises]

        def gain(envoy: str) -> float:
            return influence_gain(position, seat, envoy[0])

        return action(f"disguise {max(free, key=gain)}")

    def take(self, position: Position, seat: int) -> Action:
        """Take the honour or the rumour that is worth more, the rest going to the second."""
        now = position.current_scoring
        place, clan = now.queue[0]
        base = rumour_value(position, seat)
        gains = {each: rumour_value(position, seat, (each,)) - base for each in position.pavilion}
        best = max(gains, key=gains.__getitem__)
        if place == 2:
            return action(f"take {best}")
        honour = honour_of(position, clan)
        rivals = sum(any(envoy[0] == clan for envoy in each.envoys) for each in position.players) > 1
        given = honour / (position.n - 1) if rivals else 0.0
        return action(
            "take honour" if honour + given > self.taste.rumour * gains[best] + 3.0 * rivals else f"take {best}"
        )


def influence_gain(position: Position, seat: int, clan: str) -> float:
    """Return what one more influence in a clan brings in the scoring in progress."""
    now = position.current_scoring
    counts = []
    for player in position.players:
        envoys = [envoy for envoy in player.envoys if envoy[0] == clan]
        named = sum(envoy in now.disguises for envoy in envoys)
        counts.append(
            len(envoys) + named + max((int(envoy[1:]) for envoy in envoys), default=0) / 200 if envoys else 0.0
        )
    mine, others = counts[seat], [count for other, count in enumerate(counts) if other != seat]
    ahead, ahead_then = sum(count > mine for count in others), sum(count > mine + 1 for count in others)
    honour = honour_of(position, clan)
    places = {0: float(honour), 1: 4.0}
    return places.get(ahead_then, 0.0) - places.get(ahead, 0.0) + 0.01 * honour


_CHOICES: dict[str, Callable[[Thumb, Position, int], Action]] = {
    "act": Thumb.place,
    "draw": Thumb.draw,
    "drop": Thumb.drop,
    "fight": Thumb.fight,
    "decide": Thumb.decide,
    "failed": Thumb.failed,
    "claim": Thumb.claim,
    "disguise": Thumb.disguise,
    "reward": Thumb.take,
}
