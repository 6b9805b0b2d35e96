"""Heuristic values of positions, provinces and decisions, in points."""

from collections.abc import Callable, Sequence
from math import erf, sqrt
from typing import NamedTuple

from naishi.games.shogun import data, engine
from naishi.games.shogun.actions import CHESTS, EMPTY, Action, Plan, make_plan, move
from naishi.games.shogun.legal import MUST_LAY
from naishi.games.shogun.position import OUT, Position
from naishi.tabletop.chance import Source


class Worth(NamedTuple):
    """What things are worth in points of the end, in one season."""

    province: float
    building: float
    most: float
    """A point for most buildings of a region, as it stands now."""
    chest: float
    army: float
    """An army that stands in a province instead of in the reserve."""


SIMPLE = (
    Worth(1.75, 1.75, 1.75, 0.45, 0.2),
    Worth(1.75, 1.75, 1.75, 0.45, 0.2),
    Worth(1.75, 1.75, 1.75, 0.42, 0.18),
    Worth(1.75, 1.75, 1.75, 0.38, 0.16),
    Worth(1.0, 1.0, 1.0, 0.32, 0.14),
    Worth(1.0, 1.0, 1.0, 0.25, 0.1),
    Worth(1.0, 1.0, 1.0, 0.03, 0.04),
)
"""By season: what counts in winter, the second winter a little less. The draft is season 0."""

LEARNED = (
    Worth(4.1, 2.5, 0.7, 0.73, 0.7),
    Worth(4.1, 2.5, 0.7, 0.73, 0.7),
    Worth(3.4, 2.1, 0.7, 0.7, 0.54),
    Worth(2.5, 1.6, 1.0, 0.5, 0.34),
    Worth(1.9, 0.95, 0.5, 0.33, 0.25),
    Worth(1.35, 1.0, 0.6, 0.17, 0.15),
    Worth(1.0, 1.0, 1.0, 0.02, 0.04),
)
"""By season: fitted to the ends of 750 games between intermediate bots of three, four and five seats."""

FALLS = 2 / 3
LOOSE = 1 / 3
"""Of the cubes thrown and of those inside, the shares that fall out: close enough to either model."""


def more_likely(mean: float, variance: float) -> float:
    """Return the probability that a difference of cubes with this mean and variance is above 0."""
    return 0.5 + 0.5 * erf((mean - 0.5) / sqrt(2 * variance + 0.05))


def win_chance(position: Position, seat: int, target: int, armies: int) -> float:
    """Return roughly how probably an attack succeeds."""
    tray, inside, defender = position.tray, position.inside, position.owner[target]
    attack, defence = engine.extra_armies(position, seat, defender, target)
    mine, hidden = armies + attack + tray[seat], inside[seat]
    against = against_inside = 0
    if defender >= 0:
        against, against_inside = position.armies[target] + defence + tray[defender], inside[defender]
    if not position.markers[target]:
        against += tray[-1] + (0 if defender >= 0 else engine.farmers_defending(position))
        against_inside += inside[-1]
    mean = FALLS * (mine - against) + LOOSE * (hidden - against_inside)
    return more_likely(mean, (mine + hidden + against + against_inside) * FALLS * LOOSE)


def hold_chance(position: Position, seat: int, armies: int, farmers: int) -> float:
    """Return roughly how probably armies put down a revolt."""
    mine, hidden = armies + position.tray[seat], position.inside[seat]
    against, against_inside = farmers + position.tray[-1], position.inside[-1]
    mean = FALLS * (mine - against) + LOOSE * (hidden - against_inside)
    return more_likely(mean, (mine + hidden + against + against_inside) * FALLS * LOOSE)


def taken(danger: int, armies: int) -> float:
    """Return roughly how probably so many armies of a neighbour take a province, if they attack."""
    return more_likely(FALLS * (danger - armies), armies + 1.0)


A_PROVINCE = 0
"""A bid of whatever province isn't needed elsewhere."""


class Counts:
    """Who has how many buildings of each kind in each region."""

    def __init__(self, position: Position) -> None:
        provinces = data.board().provinces
        self.seats = position.seats
        self.table = [[[0] * position.seats for _ in data.BUILDINGS] for _ in data.board().regions]
        for at, built in enumerate(position.buildings):
            if built:
                by_kind = self.table[provinces[at].region]
                for kind, bit in enumerate(data.BUILDINGS):
                    if built & bit:
                        by_kind[kind][position.owner[at]] += 1

    def points(self, seat: int) -> int:
        """Return the points of a seat for most buildings."""
        most = data.board().most
        total = 0
        for by_kind in self.table:
            for kind, counts in enumerate(by_kind):
                own = counts[seat]
                if own and own == max(counts):
                    total += most[kind] - (counts.count(own) > 1)
        return total

    def change(self, seat: int, region: int, kind: int, taken_from: int = -1) -> float:
        """Return the points that one more building brings a seat, half of what others lose by it counted, too."""
        counts, most = self.table[region][kind], data.board().most[kind]
        before = engine.region_points(counts, most)
        counts[seat] += 1
        if taken_from >= 0:
            counts[taken_from] -= 1
        after = engine.region_points(counts, most)
        counts[seat] -= 1
        if taken_from >= 0:
            counts[taken_from] += 1
        others = sum(before) - before[seat] - (sum(after) - after[seat])
        return after[seat] - before[seat] + 0.3 * others


def province_value(position: Position, counts: Counts, seat: int, at: int, worth: Worth) -> float:
    """Return what holding a province is worth to a seat that doesn't hold it, what stands there included."""
    printed, owner = data.board().provinces[at], position.owner[at]
    value = worth.province
    for kind, bit in enumerate(data.BUILDINGS):
        if position.buildings[at] & bit:
            value += worth.building + worth.most * counts.change(seat, printed.region, kind, owner)
    if owner >= 0:
        value += 0.3 * worth.province
    left = data.SEASONS * data.YEARS - position.season
    return value + 0.05 * left * (printed.slots - 1) + 0.02 * left * (printed.tax + printed.rice - 7)


def threat(position: Position, seat: int, at: int) -> int:
    """Return how many armies of one other seat can reach a province next."""
    owner, armies = position.owner, position.armies
    strongest = 0
    for to in data.board().provinces[at].near:
        if owner[to] >= 0 and owner[to] != seat and armies[to] - 1 > strongest:
            strongest = armies[to] - 1
    return strongest


_STANDING = (
    (4.09, 2.47, 0.33, 0.73, -0.65, -1.35, 1.04, -3.44),
    (3.37, 2.05, 0.44, 0.70, -0.98, -1.52, 0.97, -2.45),
    (2.16, 0.92, 0.21, 0.44, -0.61, -0.95, 0.0, -1.47),
    (1.92, 0.89, 0.39, 0.33, -0.61, -0.86, 0.47, -1.19),
    (1.34, 1.04, 0.54, 0.17, -0.47, -0.62, 0.50, -0.90),
)
"""At the beginning of the second to the sixth season, fitted in the same way: the points to come for each province,
building, point for most buildings, chest, army, army in reserve, rice, and what a province or building
loses if it is taken."""


def standing(position: Position) -> list[float]:
    """Return what each seat may expect in the end, in points; at the beginning of a season."""
    if position.ask == "end":
        return [points + 0.01 * chests for points, chests in zip(position.points, position.chests, strict=True)]
    province, building, most, chest, army, reserve, rice, danger = _STANDING[position.season - 2]
    counts = Counts(position)
    values = [
        position.points[seat]
        + most * counts.points(seat)
        + chest * position.chests[seat]
        + reserve * position.reserve[seat]
        + rice * position.rice[seat]
        for seat in range(position.seats)
    ]
    for at, owner in enumerate(position.owner):
        if owner >= 0:
            armies, built = position.armies[at], position.buildings[at].bit_count()
            risk = danger * taken(threat(position, owner, at), armies) * (1 + built)
            values[owner] += province + building * built + army * armies + risk
    return values


def winter_cost(position: Position, held: int, rice: float, worth: Worth) -> float:
    """Return the points that a winter with so much rice may be expected to cost."""
    missing = held - max(0.0, rice)
    seasons_to_come = (data.SEASONS - position.season) % data.SEASONS
    missing -= 4.5 * seasons_to_come
    if missing <= 0:
        return 0.0
    # a revolt costs a third of a province with its buildings, and the armies that put it down
    steps = (0.0, 0.6, 0.8, 1.7, 1.7, 2.3, 2.3, 3.2)
    low = min(int(missing), 6)
    return (steps[low] + (steps[low + 1] - steps[low]) * min(missing - low, 1.0)) * worth.province


# --- Plans ---


def make_gains(
    position: Position, seat: int, held: Sequence[int], worth: Worth, noise: float, source: Source
) -> list[list[float]]:
    """Return what each action is worth in each province held, before its chests are paid."""
    counts = Counts(position)
    gains = [[0.0] * len(held) for _ in data.ACTIONS]
    provinces, effect = data.board().provinces, engine.effect(position)
    losses = [data.board().events[event].loss for event in position.open] or [3]
    rice_now = position.rice[seat] - sum(losses) / len(losses)
    cost_now = winter_cost(position, len(held), rice_now, worth)
    for number, at in enumerate(held):
        printed, built, armies = provinces[at], position.buildings[at], position.armies[at]
        danger, here = threat(position, seat, at), worth.province + worth.building * built.bit_count()
        if built.bit_count() < printed.slots:
            safe = 1 - 0.35 * taken(danger, armies)
            for kind, bit in enumerate(data.BUILDINGS):
                if not built & bit:
                    most = worth.most * counts.change(seat, printed.region, kind)
                    gains[kind][number] = safe * (worth.building + most)
        lost = (1 - hold_chance(position, seat, armies, position.markers[at])) * here if position.markers[at] else 0
        lost += 0.15 + 0.1 * position.markers[at]
        rice = engine.rice_yield(printed.rice, effect, False)
        gains[data.RICE][number] = (
            cost_now - winter_cost(position, len(held), rice_now + rice, worth) + 0.12 * rice - lost
        )
        gains[data.TAX][number] = worth.chest * engine.tax_yield(printed.tax, effect, False) - lost
        strength = _use_of_armies(position, counts, seat, at, danger, worth)
        for action, more in ((data.RAISE5, 5), (data.RAISE3, 3), (data.RAISE1, 1)):
            gains[action][number] = strength(more) - strength(0) + worth.army * more
        fight = best_move(position, counts, seat, at, armies - 1, worth)[0] if armies > 1 else -0.05
        gains[data.FIGHT_A][number] = gains[data.FIGHT_B][number] = fight
    return [[gain + noise * (source.below(1000) / 500 - 1) for gain in row] for row in gains] if noise else gains


def _use_of_armies(
    position: Position, counts: Counts, seat: int, at: int, danger: int, worth: Worth
) -> Callable[[int], float]:
    """Return what more armies in a province would be good for: they hold it, or take a neighbour."""
    here = worth.province + worth.building * position.buildings[at].bit_count()
    armies = position.armies[at]
    prizes = [
        (province_value(position, counts, seat, to, worth), to)
        for to in data.board().provinces[at].near
        if position.owner[to] not in (seat, OUT)
    ]
    best = max(prizes, default=(0.0, -1))

    def use(more: int) -> float:
        total = armies + more
        held = -0.5 * here * taken(danger, total) if danger else 0.0
        if best[1] >= 0 and total > 1:
            held += 0.35 * best[0] * win_chance(position, seat, best[1], total - 1)
        return held

    return use


def best_move(
    position: Position, counts: Counts, seat: int, at: int, free: int, worth: Worth, action: int = data.FIGHT_A
) -> tuple[float, Action]:
    """Return the move of a fight that seems best, and what it brings."""
    armies, danger = position.armies[at], threat(position, seat, at)
    here = worth.province + worth.building * position.buildings[at].bit_count()

    def exposure(left: int) -> float:
        return 0.4 * here * taken(danger, left) if danger else 0.0

    before = exposure(armies)
    numbers = {moved: exposure(armies - moved) - before for moved in (free, (free + 1) // 2, 1)}
    best, chosen = -99.0, Action("stay")
    for to in engine.targets(position, seat, action, at):
        now, owner = position.armies[to], position.owner[to]
        if owner == seat:
            there = worth.province + worth.building * position.buildings[to].bit_count()
            menace = threat(position, seat, to)
        else:
            there = province_value(position, counts, seat, to, worth)
        for moved, left in numbers.items():
            if owner == seat:
                value = 0.4 * there * (taken(menace, now) - taken(menace, now + moved)) - 0.02 - left
            else:
                chance = win_chance(position, seat, to, moved)
                spent = worth.army * (chance * min(moved, max(now, 1)) + (1 - chance) * moved)
                value = chance * there - spent - left
                if owner >= 0 and not position.buildings[to]:
                    value += 0.15 * (1 - chance)
            if value > best:
                best, chosen = value, move(at, to, moved)
    return best, chosen


def assign(
    position: Position, seat: int, held: Sequence[int], gains: Sequence[Sequence[float]], bid: int, worth: Worth
) -> Plan:
    """Return the plan that seems best by the gains: greedily, within the chests that will be there, then improved."""
    costs, chest = data.board().costs, worth.chest
    money = position.chests[seat] - (bid - CHESTS if bid > CHESTS else 0)
    budget = money + 0.8 * _tax_in_time(position, seat, held)
    plan = [EMPTY] * (data.BID + 1)
    plan[data.BID] = bid if bid >= CHESTS else EMPTY
    pairs = sorted(
        (
            (gains[action][number] - chest * costs[action], action, number)
            for action in range(data.BID)
            for number in range(len(held))
        ),
        reverse=True,
    )
    used: set[int] = set()
    for gain, action, number in pairs:
        if gain <= 0:
            break
        if plan[action] >= 0 or number in used or costs[action] > budget:
            continue
        plan[action] = held[number]
        used.add(number)
        budget -= costs[action]
    _improve(plan, held, gains)
    return _filled(position, seat, held, plan, gains, bid)


def _tax_in_time(position: Position, seat: int, held: Sequence[int]) -> float:
    """Return the chests that a tax action may bring before most of the others are done."""
    known = position.known_order()
    best = max((data.board().provinces[at].tax for at in held), default=0)
    if data.TAX in known:
        place = known.index(data.TAX)
        return best * (1.0 if place < 3 else 0.5 if place < 5 else 0.2)
    return 0.1 * best


def _improve(plan: list[int], held: Sequence[int], gains: Sequence[Sequence[float]]) -> None:
    """Exchange the provinces of two actions, or put an idle one in, as long as that is better."""
    number = {at: index for index, at in enumerate(held)}
    changed = True
    rounds = 0
    while changed and rounds < 4:
        changed, rounds = False, rounds + 1
        laid = [action for action in range(data.BID) if plan[action] >= 0]
        idle = [at for at in held if at not in plan]
        for action in laid:
            for at in idle:
                if gains[action][number[at]] > gains[action][number[plan[action]]] + 1e-9:
                    idle[idle.index(at)], plan[action] = plan[action], at
                    changed = True
        for one in laid:
            for other in laid:
                a, b = number[plan[one]], number[plan[other]]
                if gains[one][b] + gains[other][a] > gains[one][a] + gains[other][b] + 1e-9:
                    plan[one], plan[other] = plan[other], plan[one]
                    changed = True


def _filled(
    position: Position, seat: int, held: Sequence[int], plan: list[int], gains: Sequence[Sequence[float]], bid: int
) -> Plan:
    """Return the plan with as many cards as the rules want."""
    idle = [at for at in held if at not in plan]
    if bid == A_PROVINCE:
        least = min(idle, key=lambda at: data.board().provinces[at].tax + position.armies[at], default=EMPTY)
        plan[data.BID] = least if least >= 0 else CHESTS
        idle = [at for at in idle if at != least]
    number = {at: index for index, at in enumerate(held)}
    while sum(1 for each in plan if 0 <= each < CHESTS) < min(MUST_LAY, len(held)):
        spaces = [action for action in range(data.BID) if plan[action] < 0]
        _gain, action, at = max(
            (gains[action][number[at]] - 0.1 * data.board().costs[action], action, at)
            for action in spaces
            for at in idle
        )
        plan[action] = at
        idle.remove(at)
    return tuple(plan)


def good_plan(
    position: Position,
    seat: int,
    source: Source,
    worths: Sequence[Worth],
    noise: float = 0.0,
    bid: int | None = None,
) -> Action:
    """Return a sensible plan; noise in the estimates makes another of it."""
    held, worth = position.held(seat), worths[position.season]
    gains = make_gains(position, seat, held, worth, noise, source)
    if bid is None:
        bid = usual_bid(position, seat, source)
    return make_plan(assign(position, seat, held, gains, bid, worth))


def usual_bid(position: Position, seat: int, source: Source) -> int:
    """Return a bid that costs little: a chest or two while there are enough, else a province or nothing."""
    number = source.below(4)
    if number >= 2 and position.chests[seat] >= 11:
        return CHESTS + number - 1
    return A_PROVINCE if number < 3 else CHESTS


# --- Quick decisions ---


def special_values(position: Position, seat: int, worth: Worth) -> list[float]:
    """Return what each special card is worth to a seat with its plan."""
    plan, values = position.plans[seat], [0.0] * 5
    laid = {action for action in range(data.BID) if plan is not None and plan[action] >= 0}
    fights = len({data.FIGHT_A, data.FIGHT_B} & laid)
    values[data.CHEST] = worth.chest * (data.TAX in laid)
    values[data.RICE_CARD] = 0.3 * (data.RICE in laid)
    values[data.SIX] = 1.5 * worth.army * (data.RAISE5 in laid) * (2 if engine.effect(position) == "raise" else 1)
    values[data.ATTACK] = 0.35 * fights
    held = position.held(seat)
    values[data.DEFENCE] = 0.06 * sum(threat(position, seat, at) >= position.armies[at] - 1 for at in held)
    return values


def quick_choice(position: Position, seat: int, worths: Sequence[Worth]) -> Action:
    """Return a sensible decision without looking ahead; plans excepted."""
    worth = worths[position.season]
    match position.ask:
        case "choose":
            values = special_values(position, seat, worth)
            cards = [card for card, taker in zip(position.places, position.takers, strict=True) if taker < 0]
            return Action("choose", number=max(cards, key=lambda card: (values[card], -card)))
        case "revolt":
            return Action("revolt", max(position.pending, key=lambda at: (position.armies[at], -at)))
    action = data.ACTIONS.index(position.ask)
    free = position.armies[position.at] - 1
    value, chosen = best_move(position, Counts(position), seat, position.at, free, worth, action)
    return Action("stay") if action == data.RAISE1 and value <= 0 else chosen
