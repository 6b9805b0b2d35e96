"""Participant at a task, in a session of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from naishi.common.errors import IllegalActionError, SaveNotWrittenError
from naishi.common.i18n import _
from naishi.games.naishi.analysis.reason_words import sentences
from naishi.games.naishi.analysis.reasons import at_once
from naishi.games.naishi.lessons.goals import Attempt
from naishi.games.naishi.lessons.task import Task, shortest_way, split
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
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import RIVER, Cell, Zone
from naishi.sessions import Ask, Session
from naishi.sessions.session import SeatParticipant

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
        """How far the learner has come."""
        game = self._session.game
        return Attempt(self.start, game.position, game.actions[self._before :], self.seat)

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return self.task.goal.reached(self.attempt)

    @property
    def allowed(self) -> frozenset[Ask]:
        """What the learner can ask for: nothing once the goal is reached."""
        if self.solved:
            return frozenset()
        asks = super().allowed - _NEVER
        return asks if self.attempt.actions else asks - {Ask.UNDO}

    async def play(self, action: Action | str) -> None:
        """Play an action that leads to the goal.

        Raises:
            InvalidActionError: The text is no action.
            IllegalActionError: The rules don't allow it, it puts the goal out of reach, or the task is solved.
        """
        self._check(Ask.PLAY)
        action = Action.from_text(action) if isinstance(action, str) else action
        if not self.leads_there(action):
            raise IllegalActionError(_(self.task.wrong))
        await super().play(action)
        self._rung = min(self._rung, 1)

    async def undo(self) -> None:
        """Undo the learner's last action."""
        self._check(Ask.UNDO)
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
        """Say with which card an action begins, where it is that one and no other."""
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
        if not attempt.position.is_legal(action):
            return True
        return _way(self.task, (*attempt.actions, action)) is not None

    def _any_card_will_do(self) -> bool:
        """Whether the one action of a task may begin with different cards, so that naming one would mislead."""
        if self.task.longest > 1:
            return False
        ways = (action for action in self.view.legal_actions if self.leads_there(action))
        return len({self._where(action) for action in ways}) > 1

    def _next_action(self) -> Action:
        """The next action of the answer, or of another way where the learner has found one."""
        answer, done = [Action.from_text(text) for text in split(self.task.answer)], self.attempt.actions
        if tuple(answer[: len(done)]) == tuple(done) and len(done) < len(answer):
            return answer[len(done)]
        return (_way(self.task, tuple(done)) or self.attempt.position.legal_actions())[0]

    def _where(self, action: Action) -> tuple[Cell | None, Card | None]:
        """The card that an action begins with, and where it lies; of two that are swapped, not a mountain."""
        view = self.view
        match action:
            case Develop(cell=cell) | UseDevelop(cell=cell):
                return RIVER[cell.position], view.river[cell.position].top
            case Swap(first=cell) | Discard(first=cell) if cell.zone is Zone.RIVER:
                return cell, view.river[cell.position].top
            case Swap(first=cell, second=other) | UseExchange(first=cell, second=other):
                cell = other if view.mine.card(cell) is Card.MOUNTAIN else cell
                return cell, view.mine.card(cell)
            case Decree(cell=cell):
                return cell, view.mine.card(cell)
            case Give(which=which):
                return None, (view.dealt or (None, None))[which - 1]
            case Copy(card=card):
                return None, card
            case _:
                return None, None

    def _why_not(self, ask: Ask) -> str:
        if self.solved:
            return _("This is solved.")
        if ask in _NO_USE:
            return _("This key is for games with bots.")
        return _("Nothing to undo.") if ask is Ask.UNDO else super()._why_not(ask)


@lru_cache(5000)
def _way(task: Task, done: tuple[Action, ...]) -> tuple[Action, ...] | None:
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

    async def write(self) -> None:
        """Keep nothing."""

    def close(self) -> None:
        """Keep nothing."""
