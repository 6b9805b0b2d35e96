"""The rules of Shogun, as every game offers them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from naishi.common.errors import IllegalActionError, InvalidPositionError
from naishi.common.i18n import _
from naishi.games.shogun import engine, legal
from naishi.games.shogun.actions import Action, parse
from naishi.games.shogun.data import towers
from naishi.games.shogun.engine import EVENTS_A_YEAR, Draws, Source
from naishi.games.shogun.position import Position, position_text
from naishi.games.shogun.reading import complete, read_position
from naishi.games.shogun.results import Result, result_of, round_of
from naishi.games.shogun.tower import DEFAULT, REAL
from naishi.games.shogun.view import ShogunView, make_view

SETUPS = ("draft", "printed")
TOWERS = (DEFAULT, "by_throw", REAL)


class ShogunRules:
    """Shogun on positions that nobody changes once they are made."""

    key = "shogun"
    version = 1
    seats = range(3, 6)

    def begin(self, seats: int, options: Mapping[str, Any], chance: Draws) -> Position:
        """Return the position of the first decision.

        Args:
            seats: Three, four or five.
            options: `setup`, draft or printed; `tower`, the name of a model or "real".
            chance: Where all luck comes from.
        """
        setup, tower = options.get("setup", SETUPS[0]), options.get("tower", DEFAULT)
        if tower != REAL and tower not in towers():
            raise IllegalActionError(
                _("There is no tower called “{name}”; there are {names}.").format(name=tower, names=", ".join(TOWERS))
            )
        return engine.begin(seats, setup == "draft", tower, chance)

    def round(self, position: Position) -> int:
        """Return the season, counted from 1; 0 in the draft."""
        return round_of(position)

    def awaited(self, position: Position) -> tuple[int, ...]:
        """Return the seats that have to decide now; several while they plan."""
        return position.awaited()

    def action(self, text: str) -> Action:
        """Return the action of a text.

        Raises:
            InvalidActionError: It stands for none.
        """
        return parse(text)

    def refusal(self, position: Position, seat: int, action: Action) -> str | None:
        """Return the sentence that refuses an action, or `None` where it is legal."""
        return legal.refusal(position, seat, action)

    def legal_actions(self, position: Position, seat: int) -> Sequence[Action]:
        """Return what a seat may decide, sorted; nothing while it plans, since plans are too many."""
        return legal.legal_actions(position, seat)

    def choices(self, position: Position, seat: int) -> int:
        """Return how many decisions a seat has, plans counted too."""
        return legal.choices(position, seat)

    def sample_plan(self, position: Position, seat: int, source: Source) -> Action:
        """Return one of all the plans a seat may lay, each as likely as any other."""
        return legal.sample_plan(position, seat, source)

    def play(self, position: Position, seat: int, action: Action, chance: Draws) -> Position:
        """Return the position after a legal action; the one before stays as it was."""
        after = position.copy()
        engine.decide(after, seat, action, chance)
        return after

    def seen(self, position: Position, step: Any, viewer: int | None) -> Action | None:
        """Return what a viewer may see of an action now: others' plans only once their season is over."""
        action: Action = step.action
        hidden = action.verb == "plan" and viewer != step.seat and step.round >= round_of(position)
        return None if hidden else action

    def result(self, position: Position) -> Result | None:
        """Return ranks and points once the game is over."""
        return result_of(position)

    def view(
        self, position: Position, seat: int | None, *, names: Sequence[str], events: Sequence[Any] = ()
    ) -> ShogunView:
        """Return what a seat, or the public, may know."""
        return make_view(position, seat, names=names, events=events)

    def position_text(self, position: Position, seat: int | None = None) -> str:
        """Return the 13 fields of a position for a seat, or the whole truth."""
        return position_text(position, seat)


# --- Games that exist already ---


class CaseDraws:
    """The chance of a recorded case, each kind of draw in its own queue."""

    def __init__(self, chance: Mapping[str, Any]) -> None:
        seasons, events = chance["seasons"], chance["events"]
        self._queues = {
            "deck": deque([chance["deck"]] if "deck" in chance else []),
            "events": deque([events[:EVENTS_A_YEAR], events[EVENTS_A_YEAR:]]),
            "winter": deque(chance["winters"]),
            "throw": deque(chance["throws"]),
        } | {name: deque(season[name] for season in seasons) for name in ("actions", "specials", "daimyo")}
        self.tape: list[list[Any]] = []
        """Names and outcomes in the order in which they were drawn."""

    def draw(self, name: str, _make: Callable[[Any], Any], fits: Callable[[Any], Any], /) -> Any:
        """Return the next outcome of this name."""
        queue = self._queues[name]
        if not queue or not fits(queue[0]):
            raise InvalidPositionError(_("The record has no outcome of the draw “{name}” that fits.").format(name=name))
        self.tape.append([name, queue[0]])
        return queue.popleft()


def case_tape(case: Mapping[str, Any]) -> tuple[list[list[Any]], list[Position]]:
    """Return the tape of a case's draws, and its positions: before each decision, and the last.

    Raises:
        IllegalActionError: A decision of the case is refused.
    """
    rules, chance = ShogunRules(), CaseDraws(case["chance"])
    position = rules.begin(case["players"], {"setup": case["setup"], "tower": case.get("tower", DEFAULT)}, chance)
    positions = [position]
    for line in case["decisions"]:
        seat, _blank, text = line.partition(" ")
        action = parse(text)
        if sentence := legal.refusal(position, int(seat), action):
            raise IllegalActionError(f"{line}: {sentence}")
        position = rules.play(position, int(seat), action, chance)
        positions.append(position)
    return chance.tape, positions


def from_position(text: str, chance: Draws, tower: str = DEFAULT) -> Position:
    """Return a position to play on from; what its text doesn't have, the order of hidden cards, is drawn.

    Raises:
        InvalidPositionError: The text makes no sense, or isn't the whole position.
    """
    position = read_position(text, tower)
    complete(position, chance)
    return position
