"""A game being played: the record, and the position that follows from it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from naishi.errors import IllegalActionError, NaishiError
from naishi.game.events import Event, seen_to_move
from naishi.game.memory import Memory
from naishi.game.record import GameRecord, Options, Player, clean_name
from naishi.game.view import PlayerView, view
from naishi.i18n import _
from naishi.rules.actions import Action, Declare, Give
from naishi.rules.cards import Card
from naishi.rules.deal import Deal
from naishi.rules.legal import Phase
from naishi.rules.outcome import Outcome, Termination, outcome
from naishi.rules.position import Position


class _Step(NamedTuple):
    """An action that has been done, and what was to be seen of it."""

    action: Action
    seat: int
    round: int
    cards: tuple[Card, ...]
    """The cards that were seen to move (see `Event`)."""
    memories: tuple[Memory, Memory] | None
    """What each seat remembers after it."""


class Game:
    """A game that is played, undone, redone and looked at. The one door is `play`, and it is checked."""

    def __init__(self, record: GameRecord) -> None:
        """Replay a record.

        Raises:
            NaishiError: One of its actions is not allowed where it stands.
        """
        self.players = record.players
        self.options = record.options
        self.deal = record.deal
        self._actions: list[Action] = []
        self._steps: list[_Step] = []
        self._events: list[Event] = []  # of the steps, as the seats that did them know them, as far as asked for
        self._position = Position(record.deal)
        for number, action in enumerate(record.actions, 1):
            try:
                self._do(action)
            except IllegalActionError as error:
                raise NaishiError(
                    _("Action {number}, {action}, is not allowed: {why}").format(
                        number=number, action=action, why=error
                    )
                ) from error
            self._actions.append(action)
        while len(self._steps) > record.cursor:
            self._take_back()

    @classmethod
    def new(
        cls,
        seed: int | str | None = None,
        players: Sequence[str | Player] = ("Player 1", "Player 2"),
        deal: Deal | None = None,
        options: Options | None = None,
    ) -> Game:
        """Begin a game.

        Args:
            seed: Draws the deal: the same seed, the same deal. None draws any.
            players: The first and the second player, or their names.
            deal: All chance, instead of a seed.
            options: What the players agreed on.

        Raises:
            NaishiError: Not two players, or a player without a name.
        """
        if len(players) != 2:
            raise NaishiError(_("Naishi is for two players."))
        first, second = (each if isinstance(each, Player) else Player(name=clean_name(each)) for each in players)
        if deal is None:
            deal = Deal.random(secrets.token_hex(8) if seed is None else seed)
        return cls(GameRecord(players=(first, second), options=options or Options(), deal=deal))

    @property
    def record(self) -> GameRecord:
        """The document of the game, with the actions that were taken back."""
        return GameRecord(
            players=self.players,
            options=self.options,
            deal=self.deal,
            actions=tuple(self._actions),
            cursor=len(self._steps),
        )

    @property
    def turn(self) -> int | None:
        """The seat to act: 0 the first player, 1 the second; None once the game is over."""
        return None if self.phase is Phase.OVER else self._position.turn

    @property
    def phase(self) -> Phase:
        """What the game is at."""
        return self._position.phase

    @property
    def round(self) -> int:
        """The number of the round, from 1; both seats' turns make a round."""
        if not self._steps:
            return 1
        last = self._steps[-1]
        passed_on = self.phase is Phase.PLAY and (last.seat, self.turn) == (1, 0)
        return last.round + (passed_on and not isinstance(last.action, Give))

    @property
    def position(self) -> Position:
        """A copy of the whole truth; for tests, analysis and arenas, never for a player."""
        return self._position.copy()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that have been done and not taken back."""
        return tuple(self._actions[: len(self._steps)])

    def legal_actions(self) -> tuple[Action, ...]:
        """List what the seat to act may do, sorted."""
        return self._position.legal_actions()

    def play(self, action: Action | str) -> None:
        """Do an action for the seat to act. What was taken back before can then not be done again.

        Raises:
            InvalidActionError: The text is no action.
            IllegalActionError: It isn't possible now; the text says why, and nothing has changed.
        """
        if isinstance(action, str):
            action = Action.from_text(action)
        self._do(action)
        self._actions[len(self._steps) - 1 :] = [action]

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back."""
        return bool(self._steps)

    @property
    def can_redo(self) -> bool:
        """Whether there is an action that was taken back."""
        return len(self._steps) < len(self._actions)

    def undo(self) -> Action:
        """Take the last action back, and return it.

        Raises:
            IllegalActionError: There is none.
        """
        if not self._steps:
            raise IllegalActionError(_("There is nothing to take back."))
        return self._take_back()

    def redo(self) -> Action:
        """Do again what was taken back last, and return it.

        Raises:
            IllegalActionError: There is none.
        """
        if not self.can_redo:
            raise IllegalActionError(_("There is nothing to do again."))
        action = self._actions[len(self._steps)]
        self._do(action)
        return action

    def view(self, seat: int | None = None) -> PlayerView:
        """Show the game as a seat may know it; for None, as everybody at the table may."""
        memories = self._steps[-1].memories if self._steps else None
        return view(
            self._position,
            seat,
            players=self.players,
            memories=memories,
            round_=self.round,
            events=self.events(seat),
            outcome=self.outcome,
        )

    def events(self, seat: int | None = None) -> tuple[Event, ...]:
        """Tell what happened, as a seat may know it; for None, as everybody at the table may."""
        for action, by, round_, cards, _memories in self._steps[len(self._events) :]:
            self._events.append(Event.model_construct(seat=by, round=round_, action=action, cards=cards))
        gifts = [self._gift_event(event, seat) for event in self._events[:2]]
        return (*gifts, *self._events[2:])

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game goes on."""
        if self.phase is not Phase.OVER:
            return None
        declared = any(isinstance(step.action, Declare) for step in self._steps)
        return outcome(self._position.sheets(), Termination.DECLARED if declared else Termination.PILES)

    def _do(self, action: Action) -> None:
        position = self._position
        position.check(action)  # first: what follows looks up cards that only a legal action is sure to find
        seat, round_ = position.turn, self.round
        memories = self._steps[-1].memories if self._steps else None
        if isinstance(action, Give):
            cards: tuple[Card, ...] = (position.territories[seat][7 + action.which],)
        else:
            cards = seen_to_move(action, position)
        if memories is not None:
            memories = memories[0].after(action, position), memories[1].after(action, position)
        position.push(action)
        if isinstance(action, Give) and seat == 1:
            memories = Memory.of_first_hand(0, self._steps[0].cards[0]), Memory.of_first_hand(1, cards[0])
        self._steps.append(_Step(action, seat, round_, cards, memories))

    def _take_back(self) -> Action:
        self._steps.pop()
        del self._events[len(self._steps) :]
        return self._position.pop()

    def _gift_event(self, event: Event, seat: int | None) -> Event:
        """Hide which of its dealt cards another seat gave, and until both have chosen what it was."""
        if event.seat == seat:
            return event
        received = event.cards if seat is not None and self.phase is not Phase.GIFT else ()
        return Event.model_construct(seat=event.seat, round=event.round, action=None, cards=received)
