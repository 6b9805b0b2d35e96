"""Toy game for two to five: the highest unique number wins.

It has what Naishi lacks, and the same contract: three rounds, several seats awaited at once, chance in the record, and
shared places. `register()` adds it to the kinds of this process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from naishi.common.i18n import InvalidActionError, InvalidPositionError, NaishiError, UnknownBotError
from naishi.tabletop import kinds
from naishi.tabletop.chance import Chance
from naishi.tabletop.game import Game, Result, Step, ranked
from naishi.tabletop.kinds import Level, OptionRow, Section
from naishi.tabletop.players import Player, clean_name
from naishi.tabletop.recorded import RecordedEvent, RecordedGame, Sample


class Number(NamedTuple):
    """A number that a seat chooses."""

    value: int

    @property
    def text(self) -> str:
        return str(self.value)


class Position(NamedTuple):
    points: tuple[int, ...]
    left: tuple[frozenset[int], ...]
    """The numbers that each seat has left."""
    chosen: tuple[int | None, ...]
    """In secret, until all have."""
    cards: tuple[int, ...]
    """To be won, the one on offer first."""


class Agreed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    undo: str = "free"


class UnisonView(BaseModel):
    model_config = ConfigDict(frozen=True)

    seat: int
    public: bool
    names: tuple[str, ...]
    round: int
    awaited: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[tuple[int, ...], ...]
    mine: int | None
    """What the viewer has chosen in this round."""
    card: int | None
    events: tuple[RecordedEvent, ...]
    legal_actions: tuple[Number, ...]
    result: Result | None

    def refusal(self, action: Number) -> str | None:
        if self.seat not in self.awaited or self.public:
            return "It isn't your turn."
        return None if action in self.legal_actions else "You have played that number."

    def unable(self) -> Self:
        return self.model_copy(update={"legal_actions": ()})

    def in_company(self, public: Self) -> Self:
        return self

    def shown_as(self, names: tuple[str, ...], nearest: int) -> Self:
        return self.model_copy(update={"names": names} | ({"seat": nearest} if self.public else {}))

    def spoken(self) -> Self:
        return self

    def position_text(self) -> str:
        return f"{self.round} {self.points} {self.mine} {self.card}"


class Unison:
    """The rules."""

    key, version, seats = "unison", 1, range(2, 6)

    def options(self, fields: Mapping[str, Any]) -> Agreed:
        if set(fields) - {"undo"} or fields.get("undo", "free") not in {"free", "off"}:
            raise NaishiError("There is no such option.")
        return Agreed(**fields)

    def begin(self, seats: int, options: Any, chance: Chance) -> Position:
        cards, none = tuple(chance.shuffle("cards", (1, 2, 3))), (None,) * seats
        return Position((0,) * seats, (frozenset({1, 2, 3}),) * seats, none, cards)

    def parse(self, text: str) -> Position:
        raise InvalidPositionError("A game of Unison begins with its set-up.")

    def position_text(self, now: Position) -> str:
        return f"{now.points} {now.chosen} {now.cards}"

    def round(self, now: Position) -> int:
        return 4 - len(now.cards)

    def awaited(self, now: Position) -> tuple[int, ...]:
        return tuple(seat for seat, number in enumerate(now.chosen) if number is None and now.cards)

    def action(self, text: str) -> Number:
        if text not in {"1", "2", "3"}:
            raise InvalidActionError(f"{text} is not a number from 1 to 3.")
        return Number(int(text))

    def refusal(self, now: Position, seat: int, action: Number) -> str | None:
        return None if action.value in now.left[seat] else "You have played that number."

    def choices(self, now: Position, seat: int) -> int:
        return len(now.left[seat])

    def play(self, now: Position, seat: int, action: Number, chance: Chance) -> Position:
        chosen = (*now.chosen[:seat], action.value, *now.chosen[seat + 1 :])
        numbers = [number for number in chosen if number is not None]
        if len(numbers) < len(chosen):
            return now._replace(chosen=chosen)
        alone = max((n for n in numbers if numbers.count(n) == 1), default=0)
        points = tuple(p + now.cards[0] * (n == alone) for p, n in zip(now.points, numbers, strict=True))
        left = tuple(mine - {n} for mine, n in zip(now.left, numbers, strict=True))
        return Position(points, left, (None,) * len(chosen), now.cards[1:])

    def seen(self, now: Position, step: Step, viewer: int | None) -> Number | None:
        return step.action if viewer == step.seat or step.round < self.round(now) else None

    def facts(self, before: Position, step: Step, after: Position, viewer: int | None) -> Mapping[str, Any]:
        return {"won": [b - a for a, b in zip(before.points, after.points, strict=True)]}

    def reveals(self, before: Position, step: Step, after: Position) -> bool:
        return len(after.cards) < len(before.cards)

    def result(self, now: Position) -> Result | None:
        return None if now.cards else Result(ranked(now.points), now.points)

    def is_private(self, now: Position, seat: int) -> bool:
        return bool(now.cards)

    def is_open(self, now: Position) -> bool:
        return not now.cards

    def view(
        self, now: Position, seat: int | None, *, names: tuple[str, ...], steps: Iterable[Step], events: Any
    ) -> UnisonView:
        mine = seat is not None and seat in self.awaited(now)
        return UnisonView(
            seat=seat or 0,
            public=seat is None,
            names=names,
            round=self.round(now),
            awaited=self.awaited(now),
            points=now.points,
            left=tuple(tuple(sorted(left)) for left in now.left),
            mine=None if seat is None else now.chosen[seat],
            card=now.cards[0] if now.cards else None,
            events=tuple(events),
            legal_actions=tuple(Number(n) for n in sorted(now.left[seat or 0])) if mine else (),
            result=self.result(now),
        )


class Highest:
    """A bot that chooses its highest number; `absent` its lowest."""

    def __init__(self, at: int) -> None:
        self._at = at

    def choose(self, view: UnisonView, clock: object) -> Number:
        return view.legal_actions[self._at]


class UnisonKind:
    """The kind."""

    key, rules_version, seats = "unison", 1, range(2, 6)

    def title(self) -> str:
        return "Unison"

    def option_rows(self) -> Sequence[OptionRow]:
        return ()

    def new(self, players: Sequence[str | Player], options: Mapping[str, str] | None = None, seed: str = "") -> Game:
        seated = [each if isinstance(each, Player) else Player(name=clean_name(each)) for each in players]
        return RecordedGame(Unison(), seated, Unison().options(options or {}), seed or None)

    def read(self, document: Mapping[str, Any]) -> RecordedGame[Position]:
        return RecordedGame.read(Unison(), document)

    def action(self, text: str) -> Number:
        return Unison().action(text)

    def in_english(self, typed: str) -> str:
        return typed

    def foretold(self, view: Any, action: Any) -> Sequence[str]:
        return ()

    def in_words(self, text: str) -> str:
        return text

    def view(self, document: Mapping[str, Any]) -> UnisonView:
        return UnisonView.model_validate(document)

    def levels(self) -> Sequence[Level]:
        return (Level("highest", "steady", "Hiro"),)

    def bots(self) -> Sequence[str]:
        return ("highest",)

    def bot(self, name: str, seed: int) -> Highest:
        if name not in {"highest", "absent"}:
            raise UnknownBotError(f"There is no bot called {name}.")
        return Highest(-1 if name == "highest" else 0)

    def sentence(self, event: Any, names: Sequence[str], reader: int | None) -> str:
        return f"{names[event.seat]} has chosen" + ("." if event.action is None else f" {event.action}.")

    def sentences(self, event: Any, names: Sequence[str], reader: int | None) -> Sequence[str]:
        """Say what happened in one text."""
        return (self.sentence(event, names, reader),)

    def story(self, event: Any, names: Sequence[str], reader: int | None) -> Sequence[Section]:
        return ()

    def outcome(self, view: UnisonView, reader: int | None) -> Sequence[str]:
        return [f"{name}: {points}" for name, points in zip(view.names, view.points, strict=True)]

    def lines(self, view: UnisonView, question: str = "") -> Sequence[str]:
        if question == "score":
            return self.outcome(view, None)
        if question == "hand":
            return [] if view.mine is None else [f"You have chosen {view.mine}."]
        found = [f"{name}: {points} points." for name, points in zip(view.names, view.points, strict=True)]
        if question:
            return [line for line in found if question in line]
        chosen = [] if view.mine is None else [f"You have chosen {view.mine}."]
        now = f"Round {view.round}: choose a number for the card {view.card}." if view.awaited else "The game is over."
        return [now, *found, *chosen]

    def asked(self, view: UnisonView, reader: int | None, *, again: bool = False) -> str:
        return self.lines(view)[0]

    def progress(self, game: Game) -> str:
        return "over" if game.result else f"round {game.round} of 3"

    def when(self, round_number: int) -> str:
        return f"round {round_number} of 3"

    def rules(self) -> Sequence[Section]:
        return (Section("Unison", ("The highest number that is alone wins the card.",)),)

    def sample_title(self) -> str:
        return "Sample round"

    def sample(self) -> Sample:
        sample = Sample(self.new(("Aiko", "Bruno", "Chika"), seed="5"), seat=1)
        card = sample.view.card
        sample.say(f"You are Bruno. The card on offer is worth {card}.")
        sample.say("Everyone chooses a number at the same time; the highest that is alone wins. You choose 2.", "2")
        sample.play("1 2")
        sample.say("Nobody sees it before all have chosen.")
        sample.play("0 3", "2 3")
        sample.say(
            f"Aiko and Chika have both chosen 3, so your 2 is the highest alone: {sample.view.points[1]} points."
        )
        return sample


UNISON = UnisonKind()


def register() -> None:
    """Add the game to the kinds of this process."""
    kinds.register("unison", f"{__name__}:UNISON")
