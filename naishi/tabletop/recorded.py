"""Game made of rules: a record with undo, redo and views; and samples."""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from naishi.common import i18n
from naishi.common.documents import refused_as
from naishi.common.i18n import IllegalActionError, NaishiError, _, quoted
from naishi.tabletop.chance import Chance, Tape
from naishi.tabletop.game import EarlyEnd, Game, P, Result, Rules, Step
from naishi.tabletop.players import Player

MOST_ACTIONS = 5_000
"""The most actions of a record; the longest game seen has some 600."""
LONGEST_ACTION = 400
"""The most characters of an action's text; a plan has 145."""
ActionLine = Annotated[str, Field(max_length=LONGEST_ACTION)]


class RecordedEvent(NamedTuple):
    """One action of the record, as a seat or the public may know it."""

    seat: int
    round: int
    action: str | None
    """Its text; None where it is hidden."""
    facts: Mapping[str, Any] = {}
    """What came of it, as far as the viewer may know it."""


class Record(BaseModel):
    """What a save keeps of a game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    rules: Annotated[int, Field(ge=1)]
    players: Annotated[tuple[Player, ...], Field(min_length=1, max_length=10)]
    options: dict[str, str]
    seed: Annotated[str, Field(max_length=100)]
    position: Annotated[str, Field(max_length=50_000)] | None = None
    """Where the game begins, for one that doesn't begin with a set-up."""
    chance: Annotated[tuple[tuple[str, Any], ...], Field(max_length=MOST_ACTIONS)] = ()
    actions: Annotated[tuple[ActionLine, ...], Field(max_length=MOST_ACTIONS)] = ()
    """Seat and action in the order of arrival; those from `cursor` on are undone and can be redone."""
    cursor: Annotated[int, Field(ge=0)] = 0
    early_end: EarlyEnd | None = None


class RecordedGame(Generic[P]):
    """A `Game` of any rules: actions are played, undone, redone and withdrawn, all checked, and seen through views.

    The record is the truth. A position never changes, so all positions are kept, and undo is a cursor.

    Args:
        options: What they agreed on; by default what is usual.
        seed: New chance follows from it; by default from a secret one.

    Raises:
        NaishiError: A wrong number of players, or a position or chance that the rules don't allow.
    """

    def __init__(
        self,
        rules: Rules[P],
        players: Sequence[Player],
        options: Any = None,
        seed: str | None = None,
        chance: Tape = (),
        position: str | None = None,
        typed: Tape = (),
    ) -> None:
        if len(players) not in rules.seats:
            words, seats = _("{game} is for {fewest} to {most} players."), rules.seats
            raise NaishiError(words.format(game=rules.key.capitalize(), fewest=seats[0], most=seats[-1]))
        self._rules, self.key = rules, rules.key
        self.players = tuple(players)
        self.options = rules.options({}) if options is None else options
        self._seed = secrets.token_hex(16) if seed is None else seed
        self._start = position
        draws = Chance(self._seed, chance, 0, typed)
        begun = rules.begin(len(players), self.options, draws) if position is None else rules.parse(position)
        self._tape: list[tuple[str, Any]] = draws.tape
        self._positions: list[P] = [begun]
        self._draws: list[int] = [draws.at]
        """How many draws of the tape had been used at each position."""
        self._steps: list[Step] = []
        """All actions; those from the cursor on are undone."""
        self._cursor = 0
        self.early_end: EarlyEnd | None = None
        self._seen: dict[int | None, list[RecordedEvent]] = {}
        """Events by viewer; one that was hidden is read again."""

    @classmethod
    def read(cls, rules: Rules[P], document: Mapping[str, Any]) -> Self:
        """Replay what `document` wrote.

        Raises NewerSaveError: it needs a later version of the rules; InvalidRecordError: it isn't a record;
        BrokenRecordError: one of its actions isn't allowed where it stands, or has other chance than was recorded;
        NaishiError: the rules don't allow its players, options or beginning.
        """
        with refused_as(i18n.InvalidRecordError):
            record = Record.model_validate(document)
        if record.game != rules.key:
            raise NaishiError(_("This is a game of {game}.").format(game=quoted(record.game)))
        if record.rules > rules.version:
            raise i18n.NewerSaveError(_("This game was played by newer rules; update Naishi to open it."))
        options = rules.options(record.options)
        game = cls(rules, record.players, options, record.seed, record.chance, record.position)
        for number, line in enumerate(record.actions, 1):
            try:
                seat, text = _split(line)
                game._do(Step(seat, rules.action(text), rules.round(game.position)))
            except NaishiError as error:
                # The action itself isn't shown: it may be a secret choice.
                words = _("Action {number} is not allowed: {why}").format(number=number, why=error)
                raise i18n.BrokenRecordError(words, game._cut(), number - 1) from None
        if record.cursor > len(game._steps):
            raise i18n.InvalidRecordError(_("The cursor is beyond the last action."))
        if game._draws[-1] != len(game._tape):
            words = _("The record has more chance than its actions draw.")
            raise i18n.BrokenRecordError(words, game._cut(), len(game._steps))
        game._cursor = record.cursor
        game.early_end = record.early_end
        return game

    def _cut(self) -> Self:
        del self._tape[self._draws[-1] :]
        return self

    def document(self) -> Mapping[str, Any]:
        """Return the record: what a save keeps, and what `read` replays."""
        fields: dict[str, Any] = {
            "game": self.key,
            "rules": self._rules.version,
            "players": [player.model_dump(mode="json") for player in self.players],
            "options": dict(self.options.model_dump(mode="json")),
            "seed": self._seed,
        }
        if self._start is not None:
            fields["position"] = self._start
        # Outcomes that were fixed for later actions aren't part of a record before those are played.
        fields["chance"] = [list(draw) for draw in self._tape[: self._draws[-1]]]
        fields["actions"] = [f"{step.seat} {step.action.text}" for step in self._steps]
        fields["cursor"] = self._cursor
        if self.early_end is not None:
            fields["early_end"] = self.early_end.model_dump(mode="json")
        return fields

    def laid_open(self, view: Any) -> Any:
        """Return a view without anything to choose: what is hidden stays so, for a game that is ended early."""
        return view.unable()

    def to_json(self) -> str:
        return json.dumps(self.document(), ensure_ascii=False, separators=(",", ":"))

    @property
    def position(self) -> P:
        """The whole truth; for tests, bots' worlds and arenas, never for a player."""
        return self._positions[self._cursor]

    @property
    def round(self) -> int:
        return self._rules.round(self.position)

    @property
    def awaited(self) -> tuple[int, ...]:
        return self._rules.awaited(self.position)

    @property
    def result(self) -> Result | None:
        return self._rules.result(self.position)

    @property
    def is_open(self) -> bool:
        return self._rules.is_open(self.position)

    @property
    def is_paced(self) -> bool:
        """Whether bots should take their time now: not while several seats decide in secret."""
        return len(self.awaited) == 1

    @property
    def is_advised(self) -> bool:
        return False

    @property
    def actions(self) -> tuple[Any, ...]:
        return tuple(step.action for step in self._steps[: self._cursor])

    @property
    def can_undo(self) -> bool:
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        return self._cursor < len(self._steps)

    def ply(self) -> int:
        return self._cursor

    def seats(self) -> tuple[int, ...]:
        return tuple(step.seat for step in self._steps)

    def revealed_since(self, ply: int) -> bool:
        return self._draws[self._cursor] > self._draws[ply] or any(
            self._rules.reveals(self._positions[at], self._steps[at], self._positions[at + 1])
            for at in range(ply, self._cursor)
        )

    def play(self, action: Any, seat: int | None = None, typed: Tape = ()) -> None:
        """See `Game.play`.

        Args:
            typed: Outcomes seen on a real table, which come before those that follow from the seed.

        Raises:
            ChanceError: What was typed in is impossible; nothing has changed.
        """
        if isinstance(action, str):
            action = self._rules.action(action)
        if seat is None:
            if len(self.awaited) > 1:
                raise IllegalActionError(_("Several players decide now: say for which seat this is."))
            seat = next(iter(self.awaited), 0)
        self._do(Step(seat, action, self.round), typed)

    def _do(self, step: Step, typed: Tape = ()) -> None:
        if refusal := self.refusal(step.action, step.seat):
            raise IllegalActionError(refusal)
        ply = self._cursor
        again = ply < len(self._steps) and self._steps[ply][:2] == step[:2]
        # The same action meets the same luck, even where that was typed in; any other cuts the tape.
        upto = len(self._tape) if again or ply == len(self._steps) else self._draws[ply]
        chance = Chance(self._seed, self._tape[:upto], self._draws[ply], typed)
        after = self._rules.play(self.position, step.seat, step.action, chance)
        self._tape = chance.tape if ply == len(self._steps) else chance.tape[: chance.at]
        self._steps[ply:] = [step]
        self._positions[ply + 1 :] = [after]
        self._draws[ply + 1 :] = [chance.at]
        self._cursor = ply + 1
        self._forget(ply)

    def refusal(self, action: Any, seat: int) -> str | None:
        awaited = self.awaited
        if not awaited or self.early_end is not None:
            return _("The game is over.")
        if seat not in awaited:
            if not 0 <= seat < len(self.players):
                return self._no_seat(seat)
            if len(awaited) == 1:
                return _("It is {name}'s turn.").format(name=self.players[awaited[0]].name)
            return _("You have decided; the others are still choosing.")
        return self._rules.refusal(self.position, seat, action)

    def undo(self) -> Any:
        if not self.can_undo:
            raise IllegalActionError(_("Nothing to undo."))
        self._cursor -= 1
        self._forget(self._cursor)
        return self._steps[self._cursor].action

    def redo(self) -> Any:
        if not self.can_redo:
            raise IllegalActionError(_("Nothing to redo."))
        self._cursor += 1
        return self._steps[self._cursor - 1].action

    def withdraw(self, seat: int) -> Any:
        ply = self._unseen(seat)
        if ply is None:
            raise IllegalActionError(_("You have nothing to withdraw that the others haven't seen."))
        taken, later = self._steps[ply], self._steps[ply + 1 : self._cursor]
        kept = self._steps, self._positions, self._draws, self._tape, self._cursor
        self._steps, self._positions = self._steps[:ply], self._positions[: ply + 1]
        self._draws, self._tape, self._cursor = self._draws[: ply + 1], self._tape[: self._draws[ply]], ply
        try:
            for step in later:
                self._do(step)
        except NaishiError:
            self._steps, self._positions, self._draws, self._tape, self._cursor = kept
            raise IllegalActionError(_("What you chose can't be withdrawn any more.")) from None
        finally:
            self._forget(ply)
        return taken.action

    def can_withdraw(self, seat: int) -> bool:
        return self._unseen(seat) is not None

    def _unseen(self, seat: int) -> int | None:
        others = [None, *(each for each in range(len(self.players)) if each != seat)]
        for ply in range(self._cursor - 1, -1, -1):
            step = self._steps[ply]
            hidden = [self._rules.seen(self.position, step, other) is None for other in others]
            if step.seat == seat:
                # What was drawn since may have been seen, even where the choice itself is still hidden.
                return ply if all(hidden) and self._draws[ply] == self._draws[self._cursor] else None
            if not any(hidden):
                return None
        return None

    def at(self, ply: int) -> Self:
        """Copy the game as it stood after its first `ply` actions; `undo` and `redo` move on from there.

        Raises NaishiError: there are not that many actions, those that were undone included.
        """
        if not 0 <= (ply := i18n.whole(ply)) <= len(self._steps):
            words = _("There is no ply {ply} in this game; the last is {last}.")
            raise NaishiError(words.format(ply=ply, last=len(self._steps)))
        twin = self.copy()
        twin._cursor = ply
        twin._seen = {}
        return twin

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._tape, twin._positions = self._tape.copy(), self._positions.copy()
        twin._draws, twin._steps = self._draws.copy(), self._steps.copy()
        twin._seen = {viewer: events.copy() for viewer, events in self._seen.items()}
        return twin

    __copy__ = copy

    def rematch(self, players: Sequence[Player] | None = None) -> Self:
        """Begin again with new chance; everybody moves on by one seat.

        Args:
            players: Those of this game, as they are called now; by default as they are here.
        """
        seated = tuple(players or self.players)
        return type(self)(self._rules, (*seated[1:], seated[0]), self.options)

    def view(self, seat: int | None = None) -> Any:
        events = self.events(seat)
        names = tuple(player.name for player in self.players)
        return self._rules.view(self.position, seat, names=names, steps=self._steps[: self._cursor], events=events)

    def events(self, seat: int | None = None) -> tuple[RecordedEvent, ...]:
        if seat is not None and not 0 <= seat < len(self.players):
            raise NaishiError(self._no_seat(seat))
        seen = self._seen.setdefault(seat, [])
        for ply in range(self._cursor):
            if ply == len(seen):
                seen.append(self._event(ply, seat))
            elif seen[ply].action is None:
                seen[ply] = self._event(ply, seat)
        return tuple(seen[: self._cursor])

    def _event(self, ply: int, viewer: int | None) -> RecordedEvent:
        step = self._steps[ply]
        action = self._rules.seen(self.position, step, viewer)
        facts = self._rules.facts(self._positions[ply], step, self._positions[ply + 1], viewer)
        return RecordedEvent(step.seat, step.round, None if action is None else action.text, facts)

    def _forget(self, ply: int) -> None:
        """Drop what viewers have seen from a ply on; with it whatever could have been hidden before."""
        now = self.round
        for viewer, events in self._seen.items():
            shown = next((at for at, event in enumerate(events[:ply]) if event.round >= now), ply)
            self._seen[viewer] = events[: min(ply, shown)]

    def choices(self, seat: int) -> int:
        return self._rules.choices(self.position, seat) if seat in self.awaited else 0

    def is_private(self, seat: int) -> bool:
        return self._rules.is_private(self.position, seat)

    def change_player(self, seat: int, **changes: str | None) -> None:
        with refused_as(NaishiError):
            player = Player.model_validate(self.players[seat].model_dump() | changes)
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])

    def position_text(self) -> str:
        return self._rules.position_text(self.position)

    def _no_seat(self, seat: int) -> str:
        words = _("There is no seat {seat}; they are numbered from 0 to {last}.")
        return words.format(seat=quoted(str(seat)), last=len(self.players) - 1)


def _split(line: str) -> tuple[int, str]:
    """Return the seat and the text of an action of a record.

    Raises InvalidActionError: it doesn't begin with a seat.
    """
    seat, blank, text = line.partition(" ")
    if not blank or not (seat.isascii() and seat.isdigit()) or len(seat) > 2:
        raise i18n.InvalidActionError(_("An action of a record begins with its seat."))
    return int(seat), text


class Comment(NamedTuple):
    """A comment on one moment of a game."""

    ply: int
    """How many actions were played before it."""
    text: str
    about: str = ""
    """The beginning of an action's text that the board points at; empty for none."""


class Sample:
    """A game of people with comments, seen from one seat. It is written in the order in which it is read.

    Args:
        seat: The one from which it is seen, and which the comments call "you".
    """

    def __init__(self, game: Game, seat: int = 0) -> None:
        self.game: Any = game
        self.seat = seat
        self.comments: list[Comment] = []

    @property
    def view(self) -> Any:
        return self.game.view(self.seat)

    def say(self, text: str, about: str = "") -> None:
        """Comment on the game as it stands now; a moment may have several comments."""
        self.comments.append(Comment(self.game.ply(), text, about))

    def play(self, *actions: str) -> None:
        """Play actions, each as a record has it: the seat, and the text.

        Raises NaishiError: the rules don't allow one of them.
        """
        for action in actions:
            seat, _blank, text = action.partition(" ")
            self.game.play(text, int(seat))
