"""Rules of Ninjato, as everything generic uses them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from naishi.common.documents import refused_as
from naishi.common.i18n import NaishiError
from naishi.games.ninjato import actions, effects, events, legal
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.view import NinjatoView, awaited, result, round_of
from naishi.tabletop.chance import Chance, Tape
from naishi.tabletop.game import Result, Step
from naishi.tabletop.players import Player
from naishi.tabletop.recorded import RecordedEvent, RecordedGame


class NinjatoOptions(BaseModel):
    """What the players agreed on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    undo: Literal["free", "off"] = "free"


class NinjatoRules:
    """Ninjato: positions, actions, refusals, views. A position is never changed once it is out."""

    key = "ninjato"
    version = 1
    seats = range(2, 5)

    def options(self, fields: Mapping[str, Any]) -> NinjatoOptions:
        """Read what the players agreed on. Raises NaishiError: there is no such option or value."""
        with refused_as(NaishiError):
            return NinjatoOptions.model_validate(fields)

    def begin(self, seats: int, options: Any, chance: Chance) -> Position:
        """Return the first position of a game."""
        return effects.set_up(seats, chance)

    def parse(self, text: str) -> Position:
        """Read a position's text. Raises InvalidPositionError: it is none; the text says what is wrong in one line."""
        return Position.from_text(text)

    def position_text(self, position: Position) -> str:
        return position.to_text()

    def round(self, position: Position) -> int:
        """Return the round that is played, or scored."""
        return round_of(position)

    def awaited(self, position: Position) -> tuple[int, ...]:
        """Return who has to decide: one seat, or none once the game is over."""
        return awaited(position)

    def action(self, text: str) -> Action:
        """Read an action. Raises InvalidActionError: it is none."""
        return actions.action(text)

    def refusal(self, position: Position, seat: int, action: Action) -> str | None:
        """Say which rule forbids an action; None if it is legal."""
        return legal.refusal(position, seat, action)

    def legal_actions(self, position: Position, seat: int) -> Sequence[Action]:
        return legal.legal_actions(position, seat)

    def choices(self, position: Position, seat: int) -> int:
        """Return how many legal actions a seat has."""
        return len(legal.legal_actions(position, seat))

    def play(self, position: Position, seat: int, action: Action, chance: Chance) -> Position:
        """Return the position after a legal action."""
        after = position.copy()
        effects.advance(after, action, chance)
        return after

    def seen(self, position: Position, step: Step, viewer: int | None) -> Action:
        """Return what a viewer may see of an action: all of it. Which card was drawn isn't part of it."""
        action: Action = step.action
        return action

    def facts(self, before: Position, step: Step, after: Position, viewer: int | None) -> Mapping[str, Any]:
        """Return what came of an action that a viewer may see."""
        return events.public(events.facts(before, step.action, after), step.seat, viewer)

    def reveals(self, before: Position, step: Step, after: Position) -> bool:
        """Return whether a card was drawn, or turned up from a deck."""
        return any(len(cards) < len(before.decks[name]) for name, cards in after.decks.items())

    def result(self, position: Position) -> Result | None:
        """Return ranks and points once the game is over."""
        return result(position)

    def is_private(self, position: Position, seat: int) -> bool:
        """Return whether a seat must be alone at the screen: as long as hands are secret."""
        return not self.is_open(position)

    def is_open(self, position: Position) -> bool:
        """Return whether nothing is hidden any more."""
        return position.stage == "over"

    def view(
        self,
        position: Position,
        seat: int | None,
        *,
        names: tuple[str, ...],
        steps: Iterable[Step],
        events: Sequence[RecordedEvent],
    ) -> NinjatoView:
        """Return what a seat, or the public, may know. The position itself keeps what a memory knows of the hands."""
        return NinjatoView(position.mask(seat), names, tuple(events))


RULES = NinjatoRules()


def from_position(text: str, chance: Tape = (), seed: str | None = None) -> RecordedGame[Position]:
    """Return a game that begins at a position's text; recorded chance comes first.

    Raises InvalidPositionError: it is none.
    """
    seats = RULES.parse(text).n
    return RecordedGame(RULES, _players(seats), seed=seed, chance=chance, position=text)


def from_case(case: Mapping[str, Any]) -> RecordedGame[Position]:
    """Return the game of a line of recorded games (`n`, `chance`, `actions`), with all its actions played.

    Raises NaishiError: the rules don't allow its chance or one of its actions.
    """
    game = RecordedGame(RULES, _players(case["n"]), seed="", chance=[(name, order) for name, order in case["chance"]])
    for text in case["actions"]:
        game.play(text)
    return game


def _players(seats: int) -> list[Player]:
    return [Player(f"{seat + 1}") for seat in range(seats)]
