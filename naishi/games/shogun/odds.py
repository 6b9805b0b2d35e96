"""Odds of attacks and plans, by a tower model."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from naishi.games.shogun import data, engine
from naishi.games.shogun.actions import CHESTS, Plan
from naishi.games.shogun.position import Position
from naishi.games.shogun.tower import DEFAULT

Distribution = Sequence[float]
"""Probabilities of 0, 1, 2, … cubes."""


class AttackOdds(NamedTuple):
    """How an attack ends, by the model of the tower."""

    win: float
    """The attacker takes the province."""
    hold: float
    """The defender, or the neutral farmers, keep it."""
    left: float
    """Armies that the attacker may expect where the attack succeeds."""
    model: str
    """The model's name: these are no measurements."""

    @property
    def nobody(self) -> float:
        """The probability that a player's province becomes neutral."""
        return max(0.0, 1 - self.win - self.hold)


def model_of(position: Position) -> tuple[str, data.Tower]:
    """Return the model by which odds are shown; a real tower has the default one."""
    name = position.tower if position.tower in data.towers() else DEFAULT
    return name, data.towers()[name]


@lru_cache(maxsize=4096)
def _binomial(tries: int, chance: float) -> tuple[float, ...]:
    return tuple(comb(tries, hits) * chance**hits * (1 - chance) ** (tries - hits) for hits in range(tries + 1))


def falling(model: data.Tower, thrown: int, inside: int, all_thrown: int) -> Distribution:
    """Return how many cubes of a colour fall out, of those thrown and those inside before."""
    stay, of = model.staying()
    loose, of_loose = model.falling(all_thrown)
    return _falling(thrown, inside, 1 - stay / of, loose / of_loose)


@lru_cache(maxsize=16384)
def _falling(thrown: int, inside: int, out: float, loose: float) -> tuple[float, ...]:
    return _sum(_binomial(thrown, out), _binomial(inside, loose))


def _sum(one: Distribution, other: Distribution) -> tuple[float, ...]:
    """Return the distribution of the sum of two independent numbers."""
    total = [0.0] * (len(one) + len(other) - 1)
    for a, first in enumerate(one):
        for b, second in enumerate(other):
            total[a + b] += first * second
    return tuple(total)


def attack_odds(position: Position, seat: int, target: int, armies: int) -> AttackOdds:
    """Return how an attack with so many armies ends, exactly as the model has it."""
    defender = position.owner[target]
    attack, defence = engine.extra_armies(position, seat, defender, target)
    put = [0] * (position.seats + 1)
    put[seat] = armies + attack
    if defender >= 0:
        put[defender] = position.armies[target] + defence
    else:
        put[-1] = engine.farmers_defending(position)
    return throw_odds(position, seat, target, put)


def throw_odds(position: Position, seat: int, target: int, put: Sequence[int]) -> AttackOdds:
    """Return how an attack ends with what goes into the tower, besides the tray's cubes; see `attack_odds`."""
    defender = position.owner[target]
    name, model = model_of(position)
    all_thrown = sum(put) + sum(position.tray)

    def out(colour: int) -> Distribution:
        return falling(model, put[colour] + position.tray[colour], position.inside[colour], all_thrown)

    farmers = out(-1) if position.markers[target] == 0 else (1.0,)
    own = out(defender) if defender >= 0 else (1.0,)
    win = hold = left = 0.0
    for mine, chance in enumerate(out(seat)):
        for armies_out, other in enumerate(own):
            both = chance * other
            if both < 1e-9:
                continue
            for farmers_out, third in enumerate(farmers):
                against = armies_out + farmers_out
                if mine > against:
                    win += both * third
                    left += both * third * (mine - against)
                elif defender < 0 or (armies_out and against > mine):
                    hold += both * third
    return AttackOdds(win, hold, left / win if win else 0.0, name)


class Skip(NamedTuple):
    """An action of a plan that will be skipped as things stand."""

    action: int
    province: int
    reason: str
    """A key of `words.REASONS`."""
    unless_taxed: bool = False
    """Whether the taxes of the same plan may come first, and would pay for it."""


class Revolt(NamedTuple):
    """A revolt that a plan brings about."""

    province: int
    farmers: int
    armies: int


class Forecast(NamedTuple):
    """What a plan brings if nobody interferes and every revolt is won."""

    chests: int
    rice: int
    provinces: int
    winter: tuple[int, int]
    """The smallest and the largest loss of rice that this year's winter can have."""
    skips: tuple[Skip, ...]
    revolts: tuple[Revolt, ...] = ()

    def missing(self) -> tuple[int, int]:
        """Return the rice missing in winter at best and at worst, if no more comes in."""
        best, worst = (max(0, self.provinces - max(0, self.rice - loss)) for loss in self.winter)
        return best, worst


def forecast(position: Position, seat: int, plan: Plan) -> Forecast:
    """Return what a plan brings a seat, the actions done in the order known, the hidden ones last.

    Attacks aren't tried: armies and provinces stay as they are, but for what the plan itself raises and builds.
    """
    table = position.copy()
    known = [card for card in position.known_order() if card >= 0]
    order = [*known, *(card for card in range(len(data.ACTIONS)) if card not in known)]
    if plan[data.BID] > CHESTS:
        table.chests[seat] -= plan[data.BID] - CHESTS
    skips, revolts = [], []
    for action in order[position.done :]:
        at = plan[action]
        if at < 0:
            continue
        if reason := engine.cannot(table, seat, action, at):
            may_be_taxed = reason == "chests" and action not in known and data.TAX not in known
            skips.append(Skip(action, at, reason, may_be_taxed and _pays(table, seat, action, plan[data.TAX])))
        else:
            if action in (data.RICE, data.TAX) and table.markers[at]:
                revolts.append(Revolt(at, min(table.markers[at], table.farmers), table.armies[at]))
            _carry_out(table, seat, action, at)
    losses = [data.board().events[event].loss for event in position.open] or [0]
    return Forecast(
        table.chests[seat],
        table.rice[seat],
        table.owner.count(seat),
        (min(losses), max(losses)),
        tuple(skips),
        tuple(revolts),
    )


def _pays(table: Position, seat: int, action: int, taxed: int) -> bool:
    if taxed < 0:
        return False
    taxes = engine.tax_yield(data.board().provinces[taxed].tax, engine.effect(table), table.has_card(seat, data.CHEST))
    return table.chests[seat] + taxes >= data.board().costs[action]


def _carry_out(table: Position, seat: int, action: int, at: int) -> None:
    """Do an action whose outcome no chance decides."""
    effect, printed = engine.effect(table), data.board().provinces[at]
    table.chests[seat] -= data.board().costs[action]
    if action <= data.THEATRE:
        table.buildings[at] |= 1 << action
    elif action == data.RICE:
        table.rice[seat] += engine.rice_yield(printed.rice, effect, table.has_card(seat, data.RICE_CARD))
    elif action == data.TAX:
        table.chests[seat] += engine.tax_yield(printed.tax, effect, table.has_card(seat, data.CHEST))
    elif action < data.FIGHT_A:
        six = action == data.RAISE5 and table.has_card(seat, data.SIX)
        armies = engine.armies_raised(action, effect, six, table.reserve[seat])
        table.reserve[seat] -= armies
        table.armies[at] += armies
