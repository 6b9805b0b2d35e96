"""The rules of Shogun, as every game offers them."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from naishi.common.documents import refused_as
from naishi.common.i18n import IllegalActionError, InvalidPositionError, NaishiError, _
from naishi.games.shogun import engine, legal, words
from naishi.games.shogun.actions import Action, parse
from naishi.games.shogun.engine import EVENTS_A_YEAR
from naishi.games.shogun.position import Position, position_text
from naishi.games.shogun.reading import complete, read_position
from naishi.games.shogun.tower import DEFAULT, ThrowNeededError
from naishi.games.shogun.view import ShogunView, make_view, result_of, round_of
from naishi.tabletop.chance import Chance, Source
from naishi.tabletop.game import Result, Step
from naishi.tabletop.players import Player
from naishi.tabletop.recorded import RecordedEvent, RecordedGame


class Agreed(BaseModel):
    """What the players agreed on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    undo: Literal["free", "off"] = "free"
    setup: Literal["draft", "printed"] = "draft"
    tower: Literal["published", "by_throw", "real"] = "published"
    """The model that throws; "real": what a tower on the table lets fall is typed in."""


class ShogunRules:
    """Shogun on positions that nobody changes once they are made.

    Args:
        tower: The tower of games that begin at a position, whose text doesn't have it.
    """

    key = "shogun"
    version = 1
    seats = range(3, 6)

    def __init__(self, tower: str = DEFAULT) -> None:
        self._tower = tower

    def options(self, fields: Mapping[str, Any]) -> Agreed:
        """Read what the players agreed on. Raises NaishiError: there is no such option or value."""
        with refused_as(NaishiError):
            return Agreed.model_validate(fields)

    def begin(self, seats: int, options: Agreed, chance: Chance) -> Position:
        """Return the position of the first decision."""
        return engine.begin(seats, options.setup == "draft", options.tower, chance)

    def parse(self, text: str) -> Position:
        """Read a position text, the whole truth; the order of the cards that lie face down follows from the text.

        Raises InvalidPositionError: it isn't one that makes sense, or it is only what one seat sees.
        """
        return from_position(text, Chance(f"position {text}"), self._tower)

    def position_text(self, position: Position, seat: int | None = None) -> str:
        """Return the 13 fields of a position for a seat, or the whole truth."""
        return position_text(position, seat)

    def round(self, position: Position) -> int:
        """Return the season, counted from 1, winters with it; the draft belongs to the first."""
        return round_of(position)

    def awaited(self, position: Position) -> tuple[int, ...]:
        """Return the seats that have to decide now; several while they plan."""
        return position.awaited()

    def action(self, text: str) -> Action:
        """Read an action. Raises InvalidActionError: it isn't one."""
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

    def play(self, position: Position, seat: int, action: Action, chance: Chance) -> Position:
        """Return the position after a legal action; the one before stays as it was.

        Raises ThrowNeededError: the tower is a real one; it says what the throw decides.
        """
        after = position.copy()
        try:
            engine.decide(after, seat, action, chance)
        except ThrowNeededError as needed:
            if needed.about is not None:
                needed.explain = partial(words.throw_purpose, after, needed.about)
            raise
        return after

    def seen(self, position: Position, step: Step, viewer: int | None) -> Action | None:
        """Return what a viewer may see of an action now: others' plans only once their season is over."""
        action: Action = step.action
        hidden = action.verb == "plan" and viewer != step.seat and step.round >= round_of(position)
        return None if hidden else action

    def facts(self, before: Position, step: Step, after: Position, viewer: int | None) -> Mapping[str, Any]:
        """Return what everybody saw happen after an action; each is a `Happening` as a list."""
        return {"happened": [list(each) for each in after.happened]}

    def reveals(self, before: Position, step: Step, after: Position) -> bool:
        """Return whether a part of a plan was turned up, or an action card."""
        return (before.ask == "plan" and after.ask != "plan") or after.done != before.done

    def result(self, position: Position) -> Result | None:
        """Return ranks and points once the game is over."""
        return result_of(position)

    def is_private(self, position: Position, seat: int) -> bool:
        """Return whether a seat must be alone at the screen: while it plans."""
        return position.ask == "plan" and seat in position.awaited()

    def is_open(self, position: Position) -> bool:
        """Return whether nothing is hidden any more: once the game is over."""
        return position.ask == "end"

    def view(
        self,
        position: Position,
        seat: int | None,
        *,
        names: Sequence[str],
        steps: Iterable[Step] = (),
        events: Sequence[RecordedEvent] = (),
    ) -> ShogunView:
        """Return what a seat, or the public, may know; the position itself remembers all that was seen."""
        return make_view(position, seat, names, events)


# --- Games that exist already ---


class CaseChance(Chance):
    """The chance of a recorded case, each kind of draw in its own queue."""

    def __init__(self, chance: Mapping[str, Any]) -> None:
        super().__init__("")
        seasons, events = chance["seasons"], chance["events"]
        self._queues = {
            "deck": deque([chance["deck"]] if "deck" in chance else []),
            "events": deque([events[:EVENTS_A_YEAR], events[EVENTS_A_YEAR:]]),
            "winter": deque(chance["winters"]),
            "throw": deque(chance["throws"]),
        } | {name: deque(season[name] for season in seasons) for name in ("actions", "specials", "daimyo")}

    def draw(self, name: str, make: Callable[[Source], Any], fits: Callable[[Any], bool]) -> Any:
        """Return the next outcome of this name.

        Raises InvalidPositionError: there is none, or it can't have happened.
        """
        queue = self._queues[name]
        if not queue or not fits(queue[0]):
            raise InvalidPositionError(_("The record has no outcome of the draw “{name}” that fits.").format(name=name))
        self.tape.append((name, queue[0]))
        return queue.popleft()


def from_case(case: Mapping[str, Any]) -> RecordedGame[Position]:
    """Return the game of a case, a line of a file of recorded games, with all its decisions played.

    Raises NaishiError: a decision of the case is refused, or its chance doesn't fit.
    """
    rules, chance = ShogunRules(), CaseChance(case["chance"])
    options = Agreed(setup=case["setup"], tower=case.get("tower", DEFAULT))
    position = rules.begin(case["players"], options, chance)
    decisions = []
    for line in case["decisions"]:
        seat, _blank, text = line.partition(" ")
        action = parse(text)
        if sentence := legal.refusal(position, int(seat), action):
            raise IllegalActionError(f"{line}: {sentence}")
        position = rules.play(position, int(seat), action, chance)
        decisions.append((int(seat), action))
    players = [Player(name=letter) for letter in "ABCDE"[: case["players"]]]
    game = RecordedGame(rules, players, options, "", chance.tape)
    for seat_, action in decisions:
        game.play(action, seat_)
    return game


def from_position(text: str, chance: Chance, tower: str = DEFAULT) -> Position:
    """Return a position to play on from; what its text doesn't have, the order of hidden cards, is drawn.

    Raises InvalidPositionError: the text makes no sense, or isn't the whole position.
    """
    position = read_position(text, tower)
    complete(position, chance)
    return position
