"""Game in progress: record, position and history."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from naishi.common.documents import refused_as
from naishi.common.i18n import BrokenRecordError, IllegalActionError, NaishiError, _, require, whole
from naishi.games.naishi.game.hiding import Memories, check_seat, first_memories, memories_after, view
from naishi.games.naishi.game.record import DealCheck, GameRecord, Options, checked
from naishi.games.naishi.game.view import Event, PlayerView, ryokan_moved, seen_to_move
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import Card, Deal, Module, Phase
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import Outcome
from naishi.tabletop.chance import DealProof
from naishi.tabletop.game import EarlyEnd, Game as AnyGame, Result, ranked
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN, Player, clean_name


class _Step(NamedTuple):
    """A played action, and what could be seen of it."""

    action: Action
    seat: int
    round: int
    cards: tuple[Card, ...]
    """The cards that were seen to move (see `Event`)."""
    memories: Memories | None
    ryokan: int
    """What the Ryokan is worth, if the action moved it (see `Event`)."""


class Game:
    """A game being played: actions are played, undone and redone, all checked, and seen through views.

    It meets the contract of every game (`naishi.tabletop.game`) with a fast position of its own.
    """

    key = "naishi"

    def __init__(self, record: GameRecord) -> None:
        """Replay a record.

        Raises:
            BrokenRecordError: One of its actions is not allowed where it stands.
        """
        require(record, GameRecord)
        self._begin(record.start(), record.players, record.options, record.deal, record.proof)
        self._early_end: EarlyEnd | None = record.early_end
        for number, action in enumerate(record.actions, 1):
            try:
                self._do(action)
            except IllegalActionError as error:
                words = _("Action {number} ({action}) is not allowed: {why}")
                why = words.format(number=number, action=action, why=error)
                raise BrokenRecordError(why, self, number - 1) from error
            self._actions.append(action)
        while len(self._steps) > record.cursor:
            self.undo()
        if record.sealed is not None:
            self._seal(record.sealed)

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
            seed: Draws the deal: the same seed and options, the same deal. None draws any.
            players: The first and the second player, or their names.
            deal: All chance, instead of a seed.
            options: What the players agreed on; by default what the deal is for.

        Raises:
            NaishiError: Not two players, a player without a name, a seed that can't be encoded, options and a deal of
                which only one is for the expansion, or something of the wrong type.
        """
        seated = _seated(players)
        for value, kind in ((deal, Deal), (options, Options)):
            if value is not None:
                require(value, kind)
        if options is None:
            options = Options() if deal is None else Options(expansion=deal.expansion)
        if deal is None:
            deal = Deal.random(secrets.token_hex(8) if seed is None else seed, options.expansion)
        with refused_as(NaishiError):
            record = GameRecord(players=seated, options=options, deal=deal)
        return cls(record)

    @classmethod
    def proved(cls, players: Sequence[str | Player], options: Options, proof: DealProof) -> Game:
        """Begin a game whose deal anybody can check.

        Raises:
            NaishiError: Not two players, or a player without a name.
        """
        deal = Deal.random(proof.seed, options.expansion)
        return cls(GameRecord(players=_seated(players), options=options, deal=deal, proof=proof))

    @classmethod
    def from_position(cls, position: Position, players: Sequence[str | Player] = ("Player 1", "Player 2")) -> Game:
        """Begin at a position. What came before is unknown: there is nothing to undo, and the record has no deal.

        In play, each seat knows the other Hand, as if it had seen every card arrive: most of them it would have.

        Raises:
            NaishiError: Not two players, or a player without a name.
        """
        require(position, Position)
        game = cls.__new__(cls)
        game._begin(position.copy(), _seated(players), Options(expansion=position.module))
        return game

    def rematch(self, players: tuple[Player, Player] | None = None, proof: DealProof | None = None) -> Game:
        """Deal again; the first-player card passes to the other player. (Rulebook: setup.)

        Args:
            players: Those of this game, as they are called now; by default as they are here.
            proof: What is drawn from; by default anything.
        """
        first, second = players or self._players
        if proof is None:
            return Game.new(players=(second, first), options=self._options)
        return Game.proved((second, first), self._options, proof)

    def _begin(
        self,
        position: Position,
        players: tuple[Player, Player],
        options: Options,
        deal: Deal | None = None,
        proof: DealProof | None = None,
    ) -> None:
        self._players = players
        self._options = options
        self._deal, self._proof = deal, proof
        self._early_end = None
        self._start = "" if deal is not None else position.to_text()
        self._actions: list[Action] = []
        """All actions; those that the steps don't have are undone and can be redone."""
        self._position = position
        self._steps: list[_Step] = []
        self._events: list[Event] = []
        """Of the steps, as the seats that did them know them, as far as asked for."""
        self._first_memories = first_memories(position)
        self._sealed: Action | None = None
        """The gift of the second seat, where it has chosen before the first."""

    def copy(self) -> Game:
        """Copy the game with its whole history. The copies are independent of each other."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._position = self._position.copy(history=True)
        twin._actions, twin._steps, twin._events = self._actions.copy(), self._steps.copy(), self._events.copy()
        return twin

    __copy__ = copy

    def at(self, ply: int) -> Game:
        """Copy the game as it stood after its first `ply` actions; `undo` and `redo` move on from there.

        Raises:
            NaishiError: There are not that many actions, those that were undone included.
        """
        last = len(self._actions)
        if not 0 <= (ply := whole(ply)) <= last:
            raise NaishiError(_("There is no ply {ply} in this game; the last is {last}.").format(ply=ply, last=last))
        twin = self.copy()
        while twin.ply() > ply:
            twin.undo()
        while twin.ply() < ply:
            twin.redo()
        return twin

    @property
    def players(self) -> tuple[Player, Player]:
        """The first and the second player."""
        return self._players

    def change_player(self, seat: int, **changes: str | None) -> None:
        """Change fields of a player, such as the bot that plays a seat.

        Raises:
            NaishiError: A player can't have these.
        """
        players = list(self._players)
        with refused_as(NaishiError):
            players[seat] = Player.model_validate(players[seat].model_dump() | changes)
        self._players = players[0], players[1]

    @property
    def options(self) -> Options:
        """What the players agreed on."""
        return self._options

    @property
    def deal(self) -> Deal:
        """All chance.

        Raises:
            NaishiError: The game began at a position.
        """
        if self._deal is None:
            raise NaishiError(_("A game that began at a position has no deal."))
        return self._deal

    @property
    def proof(self) -> DealProof | None:
        """What the deal was drawn from, where that can be checked; as secret as the deal while the game goes on."""
        return self._proof

    @property
    def early_end(self) -> EarlyEnd | None:
        """How the players ended the game before its end; None where they haven't."""
        return self._early_end

    @property
    def record(self) -> GameRecord:
        """The document of the game, with the undone actions."""
        return GameRecord(
            players=self.players,
            options=self.options,
            deal=self._deal,
            position=self._start or None,
            proof=self._proof,
            actions=tuple(self._actions),
            cursor=len(self._steps),
            early_end=self._early_end,
            sealed=self._sealed,
        )

    @property
    def module(self) -> Module | None:
        """The module that the game is played with; None for the base game."""
        return self._position.module

    @property
    def turn(self) -> int | None:
        """The seat to act: 0 the first player, 1 the second; None once the game is over."""
        return None if self.phase is Phase.OVER else self._position.turn

    @property
    def phase(self) -> Phase:
        return self._position.phase

    @property
    def round(self) -> int:
        """The number of the round, from 1; a turn of each seat makes a round."""
        if not self._steps:
            return 1
        last, position = self._steps[-1], self._position
        passed_on = position.phase is Phase.PLAY and (last.seat, position.turn) == (1, 0)
        return last.round + (passed_on and not isinstance(last.action, Give))

    @property
    def position(self) -> Position:
        """A copy of the whole truth; for tests, analysis and arenas, never for a player."""
        return self._position.copy()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The played actions, without the undone ones."""
        return tuple(self._actions[: len(self._steps)])

    def legal_actions(self) -> tuple[Action, ...]:
        """List the actions of the seat to act, sorted."""
        return self._position.legal_actions()

    def is_game_over(self) -> bool:
        """Return whether nothing can be played any more; `outcome` is the result then."""
        return self._position.is_game_over()

    def ply(self) -> int:
        """Return how many actions have been played, without the undone ones."""
        return len(self._steps)

    def peek(self) -> Action:
        """Return the last action.

        Raises:
            IndexError: There is none.
        """
        return self._actions[: len(self._steps)][-1]

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action for the seat to act. What was undone before can then not be redone.

        Args:
            action: The action, or its text.
            seat: Who acts; by default the seat to act.

        Raises:
            InvalidActionError: It is no action.
            IllegalActionError: It is illegal, or the other seat's turn; the text says why, and nothing has changed.
        """
        action, turn = Action.from_text(action), self.turn
        if seat is not None and turn is not None and turn != seat:
            if self._gives_early(seat):
                self._seal(action)
                return
            raise IllegalActionError(_("It is {name}'s turn.").format(name=self._players[turn].name))
        self._do(action)
        self._actions[len(self._steps) - 1 :] = [action]
        if self._sealed is not None:
            sealed, self._sealed = self._sealed, None
            self.play(sealed)

    def _do(self, action: Action) -> None:
        position = self._position
        position.check(action)  # first: what follows looks up cards that only a legal action is sure to find
        seat, round_, before = position.turn, self.round, position.expansion
        memories = memories_after(self._memories, action, position)
        if isinstance(action, Give):
            cards: tuple[Card, ...] = (position.territories[seat][7 + action.which],)
        else:
            cards = seen_to_move(action, position)
        position.push(action)
        self._steps.append(_Step(action, seat, round_, cards, memories, ryokan_moved(before, position.expansion)))

    @property
    def _memories(self) -> Memories | None:
        """What each seat remembers; None in the gift phase."""
        return self._steps[-1].memories if self._steps else self._first_memories

    def _gives_early(self, seat: int) -> bool:
        """Return whether a seat may choose its gift before its turn: between two people, where undo is off.

        With undo, or at a bot's, the gifts are given one after the other: what was undone would be the other one's.
        """
        return (
            self._gives_at_once
            and self.phase is Phase.GIFT
            and not self._steps
            and seat != self.turn
            and self._sealed is None
        )

    @property
    def _gives_at_once(self) -> bool:
        return self._options.undo == "off" and all(player.kind == HUMAN for player in self._players)

    def _seal(self, action: Action) -> None:
        """Keep the gift of the second seat until the first has given.

        Raises IllegalActionError: it is none, or it isn't the time for it.
        """
        if action not in self.legal_actions() or self._steps:
            raise IllegalActionError(_("Choose which of your two cards you give away: give 1 or give 2."))
        self._sealed = action

    @property
    def can_undo(self) -> bool:
        return len(self._steps) > 0

    @property
    def can_redo(self) -> bool:
        return len(self._steps) < len(self._actions)

    def undo(self) -> Action:
        """Undo the last action, and return it.

        Raises:
            IllegalActionError: There is none.
        """
        if not self.can_undo:
            raise IllegalActionError(_("Nothing to undo."))
        self._steps.pop()
        del self._events[len(self._steps) :]
        return self._position.pop()

    def redo(self) -> Action:
        """Redo the action undone last, and return it.

        Raises:
            IllegalActionError: There is none.
        """
        if not self.can_redo:
            raise IllegalActionError(_("Nothing to redo."))
        action, self._sealed = self._actions[len(self._steps)], None
        self._do(action)
        return action

    def view(self, seat: int | None = None) -> PlayerView:
        """Return the game as a seat may know it; for None, as everybody at the table may.

        Raises:
            NaishiError: There is no such seat.
        """
        events, outcome = self.events(seat), self.outcome  # events first: that checks the seat
        seen = view(self._position, seat, self._players, self._memories, self.round, events, outcome)
        if seat is not None and self._gives_early(seat):
            return seen.model_copy(update={"turn": seat, "legal_actions": self.legal_actions()})
        return seen if outcome is None else seen.model_copy(update={"deal_check": self.check_deal()})

    def events(self, seat: int | None = None) -> tuple[Event, ...]:
        """Return what happened, as a seat may know it; for None, as everybody at the table may.

        Raises:
            NaishiError: There is no such seat.
        """
        check_seat(seat)
        for action, by, round_, cards, _memories, ryokan in self._steps[len(self._events) :]:
            self._events.append(Event.model_construct(seat=by, round=round_, action=action, cards=cards, ryokan=ryokan))
        gifts = [self._gift_event(event, seat) for event in self._events[:2]]
        return (*gifts, *self._events[2:])

    def _gift_event(self, event: Event, seat: int | None) -> Event:
        """Hide which of its dealt cards another seat gave and, until both have chosen, what it was."""
        if event.seat == seat or not isinstance(event.action, Give):
            return event
        received = event.cards if seat is not None and self.phase is not Phase.GIFT else ()
        return Event.model_construct(seat=event.seat, round=event.round, action=None, cards=received)

    def check_deal(self) -> DealCheck:
        """Return whether the deal is what was committed to before it; a finished game's views say it, too."""
        return checked(self._deal, self._proof)

    @property
    def outcome(self) -> Outcome | None:
        """The result; None while the game goes on."""
        return self._position.outcome()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat to act, as a tuple; empty once the game is over. Two people without undo give at the same time."""
        turn = self.turn
        if turn is None:
            return ()
        return (0, 1) if self._gives_early(1 - turn) else (turn,)

    @property
    def result(self) -> Result | None:
        """Ranks and points; None while the game goes on. A list needs them of thousands, without any reasons."""
        if self.phase is not Phase.OVER:
            return None
        totals = self._position.totals()
        return Result(ranked(totals), tuple(total.points for total in totals))

    @property
    def is_open(self) -> bool:
        """Whether both Hands lie open, as they do from the last turn on."""
        return self.phase in {Phase.COPY, Phase.OVER}

    @property
    def is_paced(self) -> bool:
        """Whether bots should take their time now, so that people can follow what they do."""
        return self.phase is Phase.PLAY

    @property
    def is_advised(self) -> bool:
        """Whether a bot can judge the decision that is awaited now."""
        return self.phase is Phase.PLAY

    def seats(self) -> tuple[int, ...]:
        """Return which seat played each action, those that were undone included."""
        return tuple(event.seat for event in self.at(len(self._actions)).events())

    def revealed_since(self, ply: int) -> bool:
        """Return False: what turns up in the River lies open to both players."""
        return False

    def choices(self, seat: int) -> int:
        """Return how many actions a seat has now; 0 where it isn't to act."""
        return len(self.legal_actions()) if seat == self.turn else 0

    def is_private(self, seat: int) -> bool:
        """Return whether a seat must be alone at the screen to act: until both Hands lie open."""
        return not self.is_open

    def withdraw(self, seat: int) -> Action:
        """Withdraw a gift that was chosen before the other seat's, whichever seat that is, and return it.

        Raises:
            IllegalActionError: There is none: any other action is seen at once, and the other seat has to answer it.
        """
        if not self.can_withdraw(seat):
            raise IllegalActionError(_("You have nothing to withdraw that the others haven't seen."))
        gift, self._sealed = self._sealed, None
        if gift is None:
            gift, self._actions = self.undo(), []
        return gift

    def can_withdraw(self, seat: int) -> bool:
        """Return whether a seat has chosen its gift before the other."""
        alone = self.phase is Phase.GIFT and len(self._steps) == 1 and self._gives_at_once
        return (self._sealed is not None or alone) and seat != self.turn

    def position_text(self) -> str:
        """Return the whole truth as position text; for tests and records, never for a player."""
        return self._position.to_text()

    def document(self) -> Mapping[str, Any]:
        return self.record.document()

    def laid_open(self, view: PlayerView) -> PlayerView:
        """Return a view with all cards, and whether they were dealt as committed to, once the game is ended early."""
        sides = tuple(self.view(seat).sides[seat] for seat in (0, 1))
        events = () if view.phase is Phase.GIFT else view.events  # what was chosen was never given
        changes = {"sides": sides, "deal_check": self.check_deal(), "turn": None, "legal_actions": (), "events": events}
        return view.model_copy(update=changes)

    def to_json(self) -> str:
        """Return the record as text, with what is rare left out and what is empty as null."""
        return self.record.model_dump_json()


def _seated(players: Sequence[str | Player]) -> tuple[Player, Player]:
    """Return both players, of whom names may be given. Raises NaishiError: not two players, or one without a name."""
    require(players, Sequence)
    if len(players) != 2:
        raise NaishiError(_("Naishi is for two players."))
    for each in players:
        if not isinstance(each, Player):
            require(each, str)
    first, second = (each if isinstance(each, Player) else Player(name=clean_name(each)) for each in players)
    return first, second


def of_naishi(game: AnyGame) -> Game:
    """Return a game of any kind, where only one of Naishi will do. Raises NaishiError: it is another."""
    if isinstance(game, Game):
        return game
    title = kind_of(game.key).title()
    raise NaishiError(_("This is a game of {game}; that works only with games of Naishi so far.").format(game=title))


def check_finished(game: Game, *, ended_early: bool = False) -> None:
    """Refuse to analyse a game that isn't over: that would tell what it still hides.

    Raises NaishiError: it isn't over, or not all of it was played.
    """
    if ended_early or game.early_end is not None:
        raise NaishiError(_("This game ended before all was played, so it can't be analysed."))
    if game.phase is not Phase.OVER:
        raise NaishiError(_("Only a finished game can be analysed: the analysis looks at all cards."))
