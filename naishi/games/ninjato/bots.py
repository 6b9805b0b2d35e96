"""Bots of Ninjato: each chooses from a view alone."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from naishi.common.i18n import UnknownBotError, _, listed, quoted
from naishi.games.ninjato import effects
from naishi.games.ninjato.actions import Action, action, play_of
from naishi.games.ninjato.judgement import Taste, Thumb, evaluate
from naishi.games.ninjato.knowledge import sample
from naishi.games.ninjato.legal import legal_actions
from naishi.games.ninjato.position import RANK, Position
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.chance import Chance, Source


class RandomBot:
    """Plays any legal action."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose one of the legal actions."""
        actions = view.legal_actions
        return actions[Source(f"{self._seed}/{view.position_text()}").below(len(actions))]


class AbsentBot:
    """Plays for a person who has left: visits the dojo, and ends what was begun without losing much."""

    def __init__(self, seed: int = 0) -> None:
        """The seed doesn't matter: it never chooses by chance."""

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose the first of its preferences that is legal."""
        return min(view.legal_actions, key=_absent_preference)


def _absent_preference(action: Action) -> tuple[float, ...]:
    """Return how late an action comes for someone who isn't there: the smallest first."""
    first = {"dojo": 0, "play": 0, "leave": 0, "keep": 0, "claim": 0, "drop": 0, "fail": 1, "draw": 1}
    rank = first.get(action.verb, 2)
    match action.verb:
        case "draw":
            return (0 if action.words[0] == "deck" else 1, 0)
        case "drop" | "claim":
            return (rank, int(action.words[0][-1]))
        case "keep":
            return (rank, -RANK[action.words[0]])
        case "play":
            play = play_of(action)
            return (rank, len(play.cards) + len(play.tiles), int(play.base[-1]))
        case "disguise":
            return (0 if action.words[0] != "none" else 1, 0)
        case "take":
            return (0 if action.words[0] == "honour" else 1, 0)
        case _:
            return (rank, 0)


class ThumbBot:
    """Plays by rules of thumb."""

    def __init__(self, taste: Taste) -> None:
        self._thumb = Thumb(taste)

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose what the rules of thumb say."""
        return self._thumb.choose(view.table, view.seat)


class Luck(Source):
    """Chance inside a search: quicker than a source for records, and as reproducible."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._random = random.Random(text)  # noqa: S311 - imagined games

    @override
    def below(self, limit: int) -> int:
        return int(self._random.random() * limit)


class ImaginedChance(Chance):
    """Chance of imagined games, which nobody records."""

    def __init__(self, source: Source) -> None:
        super().__init__("")
        self._source = source

    @override
    def draw(self, name: str, make: Callable[[Source], Any], fits: Callable[[Any], bool]) -> Any:
        return make(self._source)


@dataclass(frozen=True)
class Search:
    """How much a search looks at."""

    candidates: int = 6
    """How many actions it compares at first."""
    worlds: int = 16
    """In how many worlds, divided by the players, it tries them in each of three passes; each drops the worse half."""
    turns: int = 3
    """How many shuriken of each player it looks ahead, at least to the end of the scoring in progress."""


class SearchBot:
    """Tries its best actions in sampled worlds that fit its view, and plays each on by rules of thumb."""

    def __init__(self, seed: int = 0, search: Search | None = None) -> None:
        self._seed = seed
        self._search = search or Search()
        self._thumb = Thumb()

    def choose(self, view: NinjatoView, clock: Any = None) -> Action:
        """Choose the action that does best on average; where rules of thumb suffice, what they say."""
        table, seat = view.table, view.seat
        left = self._candidates(table, seat)
        if len(left) < 2:
            return left[0] if left else self._thumb.choose(table, seat)
        scores = dict.fromkeys(left, 0.0)
        text = f"{self._seed}/{table.to_text()}"
        worlds = max(1, self._search.worlds // table.n)
        for number in range(3 * worlds):
            if clock is not None:
                clock.check()
                if clock.left < 0:
                    break
            world = sample(table, Luck(f"{text}/{number}"))
            for each in left:
                scores[each] += self._try(world, seat, each, f"{text}/{number}/luck")
            if (number + 1) % worlds == 0 and len(left) > 2:
                left = sorted(left, key=scores.__getitem__, reverse=True)[: (len(left) + 1) // 2]
        return max(left, key=scores.__getitem__)

    def _candidates(self, table: Position, seat: int) -> list[Action]:
        """Return the actions worth trying, the best by rules of thumb first; none where these suffice."""
        match table.stage:
            case "act":
                places = sorted(self._thumb.places(table, seat), key=lambda each: each[0], reverse=True)
                return [each for _value, each in places[: self._search.candidates]]
            case "decide":
                first = self._thumb.choose(table, seat)
                return [first, *(each for each in map(action, ("banzai", "leave")) if each != first)]
            case "claim":
                return self._claims(table, seat)
            case "reward":
                return list(legal_actions(table, seat))
            case _:
                return []

    def _claims(self, table: Position, seat: int) -> list[Action]:
        """Return for each other clan its highest and its lowest token."""
        values: dict[str, list[str]] = {}
        for each in legal_actions(table, seat):
            values.setdefault(each.words[0][0], []).append(each.text)
        ends = [text for texts in values.values() for text in (texts[0], texts[-1])]
        return [action(text) for text in dict.fromkeys(ends)]

    def _try(self, world: Position, seat: int, first: Action, luck: str) -> float:
        """Return how far a seat is ahead some turns after an action, in one world."""
        position = world.copy()
        chance = ImaginedChance(Luck(luck))
        effects.advance(position, first, chance)
        until = moment(world) + self._search.turns * world.n
        while (now := position.seat) is not None and (moment(position) < until or position.stage != "act"):
            effects.advance(position, self._thumb.choose(position, now), chance)
        taste = self._thumb.taste
        values = [evaluate(position, each, taste) for each in range(position.n)]
        others = [value for each, value in enumerate(values) if each != seat]
        return values[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)


def moment(position: Position) -> int:
    """Return how many shuriken have been placed since the beginning."""
    return 3 * position.n * (position.round - 1) + position.turn


def make(name: str, seed: int = 0) -> Any:
    """Make a bot by its name. Raises UnknownBotError: there is none of that name."""
    if (factory := _BOTS.get(name)) is None:
        raise UnknownBotError(
            _("There is no bot called {name} for Ninjato. Choose from {known}.").format(
                name=quoted(name), known=listed(_BOTS)
            )
        )
    return factory(seed)


BEGINNER = Taste(card=2.2, treasure=0.9, influence=0.15, rumour=0.4, tile=0.5, caution=1.0, overhead=3.0)
INTERMEDIATE = Taste(card=1.9, treasure=0.78, influence=0.6, tile=1.1)
"""What a match between tastes found better is left to the strong bot."""

_BOTS: dict[str, Callable[[int], Any]] = {
    "random": RandomBot,
    "absent": AbsentBot,
    "beginner": lambda _seed: ThumbBot(BEGINNER),
    "intermediate": lambda _seed: ThumbBot(INTERMEDIATE),
    "strong": SearchBot,
}
