"""Bots for Shogun, limited to their seats' views."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from naishi.common.i18n import UnknownBotError, _, quoted
from naishi.games.shogun import engine, judging, legal
from naishi.games.shogun.actions import CHESTS, DRAW, EMPTY, STAY, Action, make_plan, place, take
from naishi.games.shogun.data import BID, BUILDINGS, FIGHT_A, RAISE3, RAISE5, RICE, TAX, board
from naishi.games.shogun.position import HIDDEN, LOST, NEUTRAL, Position
from naishi.games.shogun.reading import complete
from naishi.games.shogun.tower import DEFAULT, REAL
from naishi.games.shogun.view import ShogunView
from naishi.tabletop.chance import Chance, Source


class Clock(Protocol):
    """What limits the thinking of a bot."""

    @property
    def expired(self) -> bool:
        """Whether the bot should answer at once with the best action found so far."""

    def check(self) -> None:
        """Return if the bot should go on thinking. Raises ThinkingCancelledError: the choice has been cancelled."""


class Bot(Protocol):
    """A player that knows only its seat's view."""

    def choose(self, view: ShogunView, clock: Clock | None = None) -> Action:
        """Return a legal action; the same view and seed give the same one."""


class QuickSource(Source):
    """Random numbers of Python's own generator, for worlds that a bot imagines."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._random = random.Random(seed)  # noqa: S311 - no secret follows from it

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        return int(self._random.random() * limit)


class Imagined(Chance):
    """Chance of an imagined world; nothing of it is recorded."""

    def __init__(self, seed: str) -> None:
        super().__init__("")
        self.source = QuickSource(seed)

    def draw(self, name: str, make: Callable[[Source], Any], fits: Callable[[Any], bool]) -> Any:
        return make(self.source)


def make(name: str, seed: int) -> Bot:
    """Make a bot. Raises UnknownBotError: there is none of that name."""
    if name not in BOTS:
        raise UnknownBotError(
            _("There is no bot called {name} for Shogun; there are {names}.").format(
                name=quoted(name), names=", ".join(BOTS)
            )
        )
    return BOTS[name](seed)


def _source(seed: int, view: ShogunView) -> QuickSource:
    return QuickSource(f"{seed}/{view.seat}/{view.position}")


class RandomBot:
    """Does anything that is legal, each as likely as any other."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ShogunView, clock: Clock | None = None) -> Action:
        """Return any legal action."""
        source = _source(self._seed, view)
        if view.ask == "plan":
            return legal.sample_plan(view.table, view.seat, source)
        return view.legal_actions[source.below(len(view.legal_actions))]


class Absent:
    """Stands in for a person who has left: does what it must and attacks nobody."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ShogunView, clock: Clock | None = None) -> Action:
        """Return the action that disturbs the others least."""
        table, actions = view.table, view.legal_actions
        if view.ask == "plan":
            held = table.held(view.seat)
            plan = [EMPTY] * (BID + 1)
            plan[: min(len(held), legal.MUST_LAY)] = held[: legal.MUST_LAY]
            if len(held) >= legal.MUST_LAY:
                plan[BID] = CHESTS
            return make_plan(plan)
        if STAY in actions:
            return STAY
        joining = [each for each in actions if each.verb == "move" and table.owner[each.target] == view.seat]
        return (joining or actions)[0]


class Beginner:
    """Lays each card where its number is highest, and attacks whoever is weaker; doesn't count chests or rice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ShogunView, clock: Clock | None = None) -> Action:
        """Return what looks good at first sight."""
        table, source, actions = view.table, _source(self._seed, view), view.legal_actions
        if view.ask == "plan":
            return self._plan(table, view.seat, source)
        if view.ask.startswith("fight"):
            weaker = [
                each
                for each in actions
                if table.owner[each.target] != view.seat and table.armies[each.target] < each.number
            ]
            if weaker:
                return max(weaker, key=lambda each: (each.number - table.armies[each.target], each))
            joining = [each for each in actions if table.owner[each.target] == view.seat]
            if joining:
                return joining[0]
        if view.ask == "raise1":
            return STAY
        return actions[source.below(len(actions))]

    def _plan(self, table: Position, seat: int, source: Source) -> Action:
        held, provinces = list(source.shuffle(table.held(seat))), board().provinces
        plan = [EMPTY] * (BID + 1)
        wishes: Mapping[int, Callable[[int], int]] = {
            TAX: lambda at: provinces[at].tax,
            RICE: lambda at: provinces[at].rice,
            **{
                kind: lambda at, bit=bit: (
                    0  # type: ignore[misc]
                    if table.buildings[at] & bit
                    else provinces[at].slots - table.buildings[at].bit_count()
                )
                for kind, bit in enumerate(BUILDINGS)
            },
            FIGHT_A: lambda at: table.armies[at],
            RAISE5: lambda at: judging.threat(table, seat, at),
            RAISE3: lambda at: judging.threat(table, seat, at),
        }
        for action, wish in wishes.items():
            if held:
                plan[action] = max(held, key=wish)
                held.remove(plan[action])
        plan[BID] = CHESTS + source.below(min(2, table.chests[seat] + 1))
        return make_plan(plan)


class Intermediate:
    """Weighs what each decision brings, without looking ahead."""

    noise = 0.35

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ShogunView, clock: Clock | None = None) -> Action:
        """Return what seems to bring most."""
        table, source = view.table, _source(self._seed, view)
        if view.ask == "plan":
            return judging.good_plan(table, view.seat, source, judging.SIMPLE, self.noise)
        if view.ask in ("take", "place"):
            return draft_choice(table, view.seat)
        return judging.quick_choice(table, view.seat, judging.SIMPLE)


class Strong:
    """Tries plans and decisions in imagined seasons, in which the others do what seems best to them."""

    candidates = 18
    rounds: Sequence[tuple[int, int]] = ((18, 5), (7, 12), (3, 30))
    """How many candidates are tried in how many worlds."""
    worlds_of_a_move = 14
    moves = 6

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: ShogunView, clock: Clock | None = None) -> Action:
        """Return what did best in the imagined seasons."""
        table, source = view.table, _source(self._seed, view)
        if view.ask in ("take", "place"):
            return draft_choice(table, view.seat)
        if view.ask == "plan":
            return self._best_plan(table, view.seat, source, clock)
        return self._best_move(table, view.seat, view.legal_actions, source, clock)

    def _best_plan(self, table: Position, seat: int, source: QuickSource, clock: Clock | None) -> Action:
        plans = [judging.good_plan(table, seat, source, judging.LEARNED)]
        for number in range(self.candidates * 2):
            plan = judging.good_plan(table, seat, source, judging.LEARNED, 0.2 + 0.1 * number)
            if plan not in plans and len(plans) < self.candidates:
                plans.append(plan)
        worlds = max(count for _candidates, count in self.rounds)
        trial = Trial(table, seat, worlds, source, clock)
        return trial.best(plans, self.rounds)

    def _best_move(
        self, table: Position, seat: int, actions: Sequence[Action], source: QuickSource, clock: Clock | None
    ) -> Action:
        best = judging.quick_choice(table, seat, judging.LEARNED)
        if table.ask == "revolt":
            return best
        chosen = [best, *(each for each in _promising(table, seat, actions) if each != best)][: self.moves]
        trial = Trial(table, seat, self.worlds_of_a_move, source, clock)
        return trial.best(chosen, ((len(chosen), self.worlds_of_a_move),))


BOTS: Mapping[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "beginner": Beginner,
    "intermediate": Intermediate,
    "strong": Strong,
    "absent": Absent,
}


# --- The draft ---


def draft_choice(table: Position, seat: int) -> Action:
    """Return a sensible card or group in the draft."""
    if table.ask == "place":
        sizes = sorted(set(table.groups[seat]))
        wanted = judging.threat(table, seat, table.at) + 1
        return place(next((size for size in sizes if size >= wanted), sizes[-1]))
    free = [at for at in board().in_game(table.seats) if table.owner[at] == NEUTRAL and at not in table.deck[:2]]
    worth = {at: _card_value(table, seat, at) for at in (*table.deck[:2], *free)}
    best = max(table.deck[:2], key=lambda at: (worth[at], -at))
    usual = sum(worth[at] for at in free) / len(free)
    return take(best) if worth[best] >= usual else DRAW


def _card_value(table: Position, seat: int, at: int) -> float:
    printed, owner = board().provinces[at], table.owner
    own = sum(owner[to] == seat for to in printed.near)
    others = sum(owner[to] >= 0 and owner[to] != seat for to in printed.near)
    region = sum(owner[to] == seat for to, each in enumerate(board().provinces) if each.region == printed.region)
    return (
        0.12 * printed.tax
        + 0.1 * printed.rice
        + 0.35 * printed.slots
        + 0.35 * min(own, 3)
        - 0.25 * others
        + 0.15 * region
    )


# --- Imagined seasons ---


def imagine(table: Position, seat: int, source: QuickSource) -> Position:
    """Return a world that a seat can't tell from the real one: hidden plans and cards made up."""
    world = table.copy()
    if world.tower == REAL:  # what it would let fall can only be imagined
        world.tower = DEFAULT
    world.plans = tuple(
        plan if other == seat else _imagined_plan(world, other, source) for other, plan in enumerate(table.plans)
    )
    complete(world, Imagined(f"{source.below(1 << 40)}"))
    return world


def _imagined_plan(world: Position, seat: int, source: QuickSource) -> tuple[int, ...]:
    """Return a plan that fits what everybody has seen of a seat's plan."""
    seen = world.plans[seat]
    made = judging.good_plan(world, seat, source, judging.SIMPLE, 0.5).plan
    if seen is None:
        return made
    shown = {entry for entry in seen if entry >= 0}
    return tuple(
        entry if entry != HIDDEN else (EMPTY if made[space] in shown or made[space] == LOST else made[space])
        for space, entry in enumerate(seen)
    )


def expected(world: Position, seat: int, action: Action, number: str) -> float:
    """Return how a decision leaves a seat against the others, once the season and perhaps its winter are over."""
    position, chance = world.copy(), Imagined(number)
    season = position.season
    if action.verb == "plan":
        position.plans = (*position.plans[:seat], None, *position.plans[seat + 1 :])
    engine.decide(position, seat, action, chance)
    while position.season == season and position.ask != "end":
        engine.decide(position, position.seat, judging.quick_choice(position, position.seat, judging.LEARNED), chance)
    values = judging.standing(position)
    own = values[seat]
    others = [value for other, value in enumerate(values) if other != seat]
    return own - 0.35 * max(others) - 0.35 * sum(others) / len(others)


class Trial:
    """Some imagined worlds, the same for all candidates."""

    def __init__(self, table: Position, seat: int, worlds: int, source: QuickSource, clock: Clock | None) -> None:
        self._seat = seat
        self._clock = clock
        self._worlds = [imagine(table, seat, source) for _world in range(worlds)]

    def best(self, candidates: Sequence[Action], rounds: Sequence[tuple[int, int]]) -> Action:
        """Return the best candidate; in each round fewer of them are tried in more worlds."""
        totals = dict.fromkeys(candidates, 0.0)
        ranked, done = list(candidates), 0
        for count, worlds in rounds:
            ranked = sorted(ranked, key=lambda each: -totals[each])[:count]
            for each in ranked:
                if self._clock is not None:
                    self._clock.check()
                    if self._clock.expired:
                        return ranked[0]
                for world in range(done, worlds):
                    totals[each] += expected(self._worlds[world], self._seat, each, f"{world}")
            done = worlds
        return max(ranked, key=lambda each: totals[each])


def _promising(table: Position, seat: int, actions: Sequence[Action]) -> list[Action]:
    """Return decisions worth trying: all special cards; of moves, to each target with many armies and with few."""
    if table.ask == "choose":
        return list(actions)
    free = table.armies[table.at] - 1
    moves = [each for each in actions if each.verb == "stay" or each.number in {free, (free + 1) // 2, 1}]

    def prospect(each: Action) -> float:
        if each.verb == "stay" or table.owner[each.target] == seat:
            return 0.3
        return judging.win_chance(table, seat, each.target, each.number) * (
            1 + table.buildings[each.target].bit_count()
        )

    return sorted(moves, key=prospect, reverse=True)
