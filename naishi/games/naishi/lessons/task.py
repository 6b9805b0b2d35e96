"""Tasks: lessons and puzzles as data, their goals, and a participant at one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from naishi.common.i18n import IllegalActionError, SaveNotWrittenError, _
from naishi.games.naishi.analysis.reasons import at_once, sentences
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import Options
from naishi.games.naishi.rules.actions import (
    Action,
    Copy,
    Decree,
    Develop,
    Discard,
    Give,
    Swap,
    UseDevelop,
    UseExchange,
)
from naishi.games.naishi.rules.cards import RIVER, Card, Cell, Module
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import ScoreSheet, score
from naishi.games.naishi.rules.totals import best_copies
from naishi.sessions import Ask, Session
from naishi.sessions.session import SeatParticipant


class Attempt(NamedTuple):
    """How far someone has come with a task, and what they have done since the start."""

    start: Position
    position: Position
    actions: Sequence[Action]
    seat: int


Goal = Callable[[Attempt], bool]
"""What a task asks for: whether an attempt is there."""


def scores(card: Card, points: int) -> Goal:
    """All cards of a type earn so many points, or more."""
    return lambda attempt: _sheet(attempt).points.get(card, 0) >= points


def earns(points: int) -> Goal:
    """The whole territory earns so many points, or more."""
    return lambda attempt: not attempt.position.legal_actions() and _sheet(attempt).total >= points


def has_ryokan(points: int) -> Goal:
    """The Ryokan is there, worth so many points."""
    return lambda attempt: attempt.position.ryokan(attempt.seat) == points


def does(kind: type[Action]) -> Goal:
    """An action of a kind has been done."""
    return lambda attempt: any(isinstance(action, kind) for action in attempt.actions)


def plays(turn: str) -> Goal:
    """These actions have been done in a turn, in any order, or others that lead to the same position."""
    actions = [*map(Action.from_text, split(turn))]

    def reached(attempt: Attempt) -> bool:
        if {*actions} <= {*attempt.actions}:
            return True
        if attempt.position.turn == attempt.seat:
            return False
        answer = attempt.start.copy()
        for action in actions:
            answer.push(action)
        return _table(answer) == _table(attempt.position)

    return reached


def _sheet(attempt: Attempt) -> ScoreSheet:
    """Score the territory as if the game ended now, ninjas that have not chosen taking what is best for them."""
    position, seat = attempt.position, attempt.seat
    territory, theirs = position.territory(seat), position.territory(1 - seat)
    return score(territory, best_copies(territory, theirs) | position.copies[seat], opponent=theirs)


def _table(position: Position) -> list[str]:
    *fields, discards = position.to_text().split()
    return [*fields, *sorted(discards)]


Panel = Literal["court", "turn", "points", "log"]
PANELS: tuple[Panel, ...] = ("court", "turn", "points", "log")


@dataclass(frozen=True)
class Task:
    """One turn to play. The sentences are English; they are translated where they are shown.

    A sentence may name a command by a gap, `{key:swap}`: by its key, or in lines by its word.
    """

    text: str
    """What there is to know and to do."""
    goal: Goal
    answer: str
    """One way to the goal, in action texts; there may be others."""
    nudge: str
    wrong: str
    """What is said of an action after which the goal is out of reach."""
    done: str
    position: str = ""
    """Where it begins; empty for the deal of a seed."""
    seed: str = ""
    module: Module | None = None
    """What that deal is for; a position says so itself."""
    before: str = ""
    """What is played from there before it is the learner's turn, in action texts."""
    seat: Literal[0, 1] = 0
    longest: int = 1
    """How many actions the learner may take; whoever is lost after the first one would learn nothing."""
    hides: Literal["", "opponent", "river"] = ""
    """What the task isn't about: its room is for the text."""
    marks: str = ""
    """What is said of marks on the cards that this task is the first to show, where cards are drawn."""

    def game(self) -> Game:
        names = [_("Bruno"), _("Bruno")]
        names[self.seat] = _("You")
        if self.position:
            game = Game.from_position(Position.from_text(self.position), names)
        else:
            game = Game.new(self.seed, names, options=Options(expansion=self.module))
        for action in split(self.before):
            game.play(action)
        return game


@dataclass(frozen=True)
class Lesson:
    """A few tasks about one thing, with a title in English."""

    id: str
    title: str
    tasks: tuple[Task, ...]
    panels: frozenset[Panel] = frozenset()
    """What stands beside the cards: what was taught already, or is now."""


@dataclass(frozen=True)
class Puzzle:
    """A turn of a game between bots, in which one action is clearly the best."""

    id: str
    number: int
    """Its place among the puzzles, from 1."""
    tasks: tuple[Task]
    lead: float
    """How much more often the answer wins than the best other action, as a share of games."""
    missed_by: tuple[str, ...]
    """The levels of bots that don't find it."""
    chance: float
    """How often the answer wins."""
    theme: str
    """A key of `THEMES`."""


Exercise = Lesson | Puzzle


def split(actions: str) -> list[str]:
    return [action.strip() for action in actions.split(",") if action.strip()]


def shortest_way(attempt: Attempt, goal: Goal, longest: int) -> tuple[Action, ...] | None:
    """Return the fewest actions that reach a goal before the turn is over; None if more than `longest` are needed."""
    ways = (_way(attempt, goal, length) for length in range(longest + 1))
    return next((way for way in ways if way is not None), None)


def _way(attempt: Attempt, goal: Goal, length: int) -> tuple[Action, ...] | None:
    if length == 0:
        return () if goal(attempt) else None
    position = attempt.position
    if position.turn != attempt.seat:
        return None
    for action in position.legal_actions():
        position.push(action)
        rest = _way(attempt._replace(actions=(*attempt.actions, action)), goal, length - 1)
        position.pop()
        if rest is not None:
            return action, *rest
    return None


_NEVER = frozenset({Ask.ADVISE, Ask.HAND_OVER, Ask.PACE, Ask.REMATCH, Ask.REPLAY})
"""What makes no sense in a task."""

_NO_USE = frozenset({Ask.RETRY, Ask.REPLACE_BOT, Ask.PACE})
"""What there is no bot for."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A rung of the ladder: a nudge, the card, the action."""

    text: str
    cell: Cell | None = None
    """Where to look."""
    action: Action | None = None
    """What to do; only the last rung says so."""
    reasons: tuple[str, ...] = ()
    """What that brings, in sentences."""


class TaskParticipant(SeatParticipant):
    """Plays a task. Actions after which its goal would be out of reach are refused in the words of the task."""

    def __init__(self, task: Task) -> None:
        game = task.game()
        self.task = task
        self.start = game.position
        self._before = len(game.actions)
        self._rung = 0
        self.was_shown = False
        """Whether a hint has said what to do."""
        super().__init__(Session(game, _Unstored()), task.seat)

    @property
    def attempt(self) -> Attempt:
        game = self._session.game
        return Attempt(self.start, game.position, game.actions[self._before :], self.seat)

    @property
    def solved(self) -> bool:
        return self.task.goal(self.attempt)

    @property
    def allowed(self) -> frozenset[Ask]:
        if self.solved:
            return frozenset()
        asks = super().allowed - _NEVER
        return asks if self.attempt.actions else asks - {Ask.UNDO}

    async def play(self, action: Action | str) -> None:
        """Play an action that leads to the goal.

        Raises InvalidActionError: the text is no action; IllegalActionError: the rules don't allow it, it puts the goal
        out of reach, or the task is solved.
        """
        self.check(Ask.PLAY)
        action = Action.from_text(action)
        if not self.leads_there(action):
            raise IllegalActionError(_(self.task.wrong))
        await super().play(action)
        self._rung = min(self._rung, 1)

    async def undo(self) -> None:
        self.check(Ask.UNDO)
        await super().undo()

    def hint(self) -> Hint:
        """Return the next hint: the nudge, once in a task; then, of each action, the card and what to do."""
        action = self._next_action()
        self._rung = min(self._rung + 1, 3)
        if self._rung == 1:
            return Hint(_(self.task.nudge))
        if self._rung == 2:
            return self._about_card(action)
        self.was_shown = True
        cell, _card = self._where(action)
        names = self.view.names
        why = sentences(at_once(self.view, action), names[1 - self.seat], names[self.seat])
        return Hint(action.text, cell, action, why)

    def _about_card(self, action: Action) -> Hint:
        cell, card = self._where(action)
        if card is None:
            return Hint(_("It takes no card."))
        if self._any_card_will_do():
            return Hint(_("More than one card will do."))
        if cell is None:
            return Hint(_("Look at the {card:bare}.").format(card=card.noun))
        return Hint(_("Look at {cell}: {card:bare}.").format(cell=cell.noun, card=card.noun), cell)

    def leads_there(self, action: Action) -> bool:
        """Return whether the goal is in reach after an action.

        So it is after one that the rules forbid: that is refused elsewhere, in their words.
        """
        attempt = self.attempt
        legal = attempt.position.is_legal(action)
        return not legal or _way_on(self.task, (*attempt.actions, action)) is not None

    def _any_card_will_do(self) -> bool:
        """Whether the one action of a task may begin with different cards, so that naming one would mislead."""
        if self.task.longest > 1:
            return False
        ways = (action for action in self.view.legal_actions if self.leads_there(action))
        return len({self._where(action) for action in ways}) > 1

    def _next_action(self) -> Action:
        answer, done = tuple(map(Action.from_text, split(self.task.answer))), tuple(self.attempt.actions)
        if answer[: len(done)] == done and len(done) < len(answer):
            return answer[len(done)]
        return (_way_on(self.task, done) or self.attempt.position.legal_actions())[0]

    def _where(self, action: Action) -> tuple[Cell | None, Card | None]:
        """The card that an action begins with, and where it lies; of two that are swapped, not a mountain."""
        view = self.view
        match action:
            case Give(which=which):
                return None, (view.dealt or (None, None))[which - 1]
            case Copy(card=card):
                return None, card
            case Develop(cell=cell) | UseDevelop(cell=cell):
                cell = RIVER[cell.position]
            case Swap(first=first, second=second) | UseExchange(first=first, second=second):
                cell = second if view.card(first) is Card.MOUNTAIN else first
            case Discard(first=cell) | Decree(cell=cell):
                pass
            case _:
                return None, None
        return cell, view.card(cell)

    def _why_not(self, ask: Ask) -> str:
        if self.solved:
            return _("This is solved.")
        if ask in _NO_USE:
            return _("This key is for games with bots.")
        return _("Nothing to undo.") if ask is Ask.UNDO else super()._why_not(ask)


@lru_cache(5000)
def _way_on(task: Task, done: tuple[Action, ...]) -> tuple[Action, ...] | None:
    """Return the shortest way on after some actions. On a server, many people try the same ones."""
    game = task.game()
    start = game.position
    for action in done:
        game.play(action)
    return shortest_way(Attempt(start, game.position, done, task.seat), task.goal, task.longest - len(done))


class _Unstored:
    """The store of a session that nobody has to find again."""

    id = ""
    unsaved: SaveNotWrittenError | None = None

    async def write(self) -> None: ...

    def close(self) -> None: ...
