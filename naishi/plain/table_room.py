"""Games of any kind in line mode: played, or watched."""

from collections.abc import Iterator, Sequence
from typing import Any

from typing_extensions import override

from naishi.common.i18n import IllegalActionError, InvalidActionError, NaishiError, _
from naishi.plain.console import Commands, CommandWord, Console, is_of_home, spectating, watching
from naishi.plain.new_table import ask_outcome
from naishi.plain.replay_room import ReplayRoom, TableReplay
from naishi.plain.room import Context, HomeContext, Room
from naishi.plain.session_room import PlayingRoom, SessionRoom, SpectatingRoom, WatchingRoom
from naishi.plain.table_answers import TableAnswers, asking, at_table, help_groups
from naishi.plain.table_telling import TableTelling
from naishi.sessions import Participant, Session, Spectator
from naishi.sessions.one_keyboard import is_covered
from naishi.sessions.replay import Replay
from naishi.sessions.session import SeatParticipant
from naishi.tabletop.chance import OutcomeNeededError
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import Section


class _OfAnyGame(Room):
    """Room at a game of any kind."""

    _answers: TableAnswers

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return help_groups()

    @override
    def rules(self) -> Sequence[Section]:
        return self._answers.kind.rules()


class _AtHome(_OfAnyGame, SessionRoom):
    """Room at a game that is played or watched in this process."""

    @override
    def replay_room(self) -> ReplayRoom:
        return TableReplay(self.context, Replay(self.session.game), of_its_own=False)


class TableGame(_AtHome, PlayingRoom):
    """One person, or several who pass the keyboard on, at a game of any kind.

    Where a seat needn't be alone to act, nobody has checked who sits there: then only what everybody at the table may
    know is shown.
    """

    def __init__(self, context: HomeContext, session: Session) -> None:
        self._answers = TableAnswers(session.game.key, session.game.players)
        self._alone: int | None = None
        """The seat whose person has sat down where nobody else can read."""
        self._was_covered = True
        """Whether the person at the keyboard sat down behind a cover, or alone."""
        self._secret = False
        """Whether a secret may have been typed or read out since the last cover."""
        self._public = session.join()
        super().__init__(context, session)

    @override
    def narrator(self) -> TableTelling:
        return TableTelling(self.context, self._answers, self.look, several=len(self._seats) > 1)

    @override
    def commands(self) -> Commands:
        return at_table()

    @override
    def help_on(self, word: str) -> Iterator[str]:
        return self._answers.help_on(self._me().view, word)

    @override
    def more_help(self) -> Iterator[str]:
        yield from super().more_help()
        yield from self._answers.typing(self._me().view)

    @override
    async def understand(self, words: Sequence[str]) -> None:
        me = self._me()
        self._secret = self._secret or self.session.game.is_private(me.seat)
        try:
            action = self._answers.action_of(words, me.view.legal_actions, self.known())
        except InvalidActionError:
            if is_of_home(words[0]) and not self._answers.is_in_an_action(me.view, words[0]):
                self.find(words[0])  # says that it is for home
            raise
        if action is None:
            await super().understand(words)
            return
        if self._must_be_alone(me.seat):
            raise IllegalActionError(_("It is {name}'s turn.").format(name=me.view.names[me.seat]))
        alone = self._alone == me.seat
        foretold = self._answers.kind.foretold(me.view, action) if alone else ()
        if not await play_seen(self.console, me, action):
            return
        self.console.write(*foretold)
        if alone and self._goes_on_openly():
            own = next(event for event in reversed(me.view.events) if event.seat == me.seat)
            self.console.write(self._answers.decision(me.view, own))  # all hear together what follows from it
        else:
            telling = self._telling[me.seat]
            assert isinstance(telling, TableTelling)  # noqa: S101 - as `narrator` makes them
            telling.news(me, alone=alone)
            self._all_have_heard(me)

    def _all_have_heard(self, me: SeatParticipant) -> None:
        """Take what was told where nobody was alone for heard by everybody at the keyboard."""
        if self._alone is None:
            for seat, telling in self._telling.items():
                if seat != me.seat and telling is not self._telling[me.seat]:
                    telling.skip(self._public.view)

    @override
    async def _bots_act(self, me: SeatParticipant) -> None:
        await super()._bots_act(me)
        self._all_have_heard(me)
        while (draw := self.session.bots.draw) is not None:
            outcome = await ask_outcome(self.console, draw.needed, draw.question(me.view.names))
            if outcome is None:
                break  # another command comes first: undo, perhaps
            await me.supply(outcome)
            await super()._bots_act(me)

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        me = self._me()
        match command.id:
            case "undo" | "redo" | "withdraw":
                notice = me.undo_notice if command.id == "undo" else ""
                await self._telling[me.seat].take_back(me, command.id)
                self.console.write(*filter(None, [notice]))
            case "rematch":
                self.play_again(me)
            case "replay":
                readers = await self.look_back()
                self._secret = self._secret or bool(readers)  # whoever has read it leaves the table covered
                self.look_away(readers)
            case "view":
                self.console.show(self.look(me), me)
            case "why":
                self.console.write(*self._answers.why(me.view, words, self.look(me)))
            case "odds" if not self.context.settings.hints:
                raise NaishiError(_("Aids are off. To have them: set hints on."))
            case "retry" | "replace" | "pace":
                await self.run_bots(me, command, words)
            case _:
                self._answer(me, command, words)

    def _answer(self, me: SeatParticipant, command: CommandWord, words: Sequence[str]) -> None:
        """Answer a question about the table; of a game that is over, say also how to go on."""
        view, asked = self.look(me), command.id
        if asked == "last":
            self.console.write(*self._answers.last(view, me.seat))
            return
        if asked == "hand" and view.public and not words:  # the others hear it, too
            asked, words = "what", [view.names[me.seat]]
        self.console.write(*self._answers.answer(view, me.view.legal_actions, asked, words))
        if command.id in {"what", "actions"} and not words and not view.awaited:
            self.console.write(self.when_over())

    def _me(self) -> SeatParticipant:
        assert self._viewer is not None  # noqa: S101 - someone has sat down
        return self._seats[self._viewer]

    @override
    def look(self, me: Participant) -> Any:
        seat, game = me.view.seat, self.session.game
        hidden = is_covered(game.players, seat, self.context.settings.handover)
        alone = game.is_private(seat) and self._alone == seat
        if hidden and not game.is_open and not alone:
            return self._public.view
        return me.view

    @override
    async def _seated(self) -> SeatParticipant | None:
        if self._viewer is not None and (
            self._must_be_alone(self._viewer) or (self._alone == self._viewer and self._goes_on_openly())
        ):
            self._viewer = None  # they are alone from now on, or no longer
        return await super()._seated()

    def _goes_on_openly(self) -> bool:
        """Whether nobody has to be alone any more, and others of several people at the keyboard come back to it."""
        game = self.session.game
        private = any(game.is_private(seat) for seat in game.awaited)
        return len(self._seats) > 1 and bool(game.awaited) and not private

    def _must_be_alone(self, seat: int) -> bool:
        """Whether only a person who is alone may act for a seat, and nobody has sat down so."""
        return self._alone != seat and bool(self.session.game.is_private(seat))

    @override
    def _must_sit_down(self, viewer: int) -> bool:
        return self._must_be_alone(viewer) or super()._must_sit_down(viewer)

    @override
    async def _uncover(self, seat: int) -> bool:
        game = self.session.game
        self._alone, self._was_covered = None, True
        if not game.is_private(seat):
            self._was_covered = self._secret and self._is_covered and not game.is_open
            if self._was_covered:
                self.console.cover()
            self._secret = False
            return True
        if not await super()._uncover(seat):
            return False
        self._alone, self._secret = seat, False
        return True

    @override
    def _hears_on(self) -> bool:
        return super()._hears_on() or not self._was_covered


async def play_seen(console: Console, me: Participant, action: Any) -> bool:
    """Play an action; ask for what comes of each of its draws that is made on a real table.

    Returns:
        Whether it was played: not where an answer is missing.

    Raises:
        NaishiError: It isn't possible.
    """
    seen: list[tuple[str, Any]] = []
    while True:
        try:
            await (me.play_with(action, seen) if seen else me.play(action))
        except OutcomeNeededError as needed:
            outcome = await ask_outcome(console, needed, needed.question(me.view.names))
            if outcome is None:
                console.write(_("Nothing was played."))
                return False
            seen.append((needed.name, outcome))
        else:
            return True


class _Watched(_OfAnyGame):
    """Room of someone who watches a game of any kind."""

    me: Any
    """What they watch with: a participant."""

    def narrator(self) -> TableTelling:
        return TableTelling(self.context, self._answers)

    def answer(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "view":
                self.console.show(self.me.view, self.me)
            case "why":
                self.console.write(*self._answers.why(self.me.view, words, self.me.view))
            case _:
                answers = self._answers.answer(self.me.view, self.me.view.legal_actions, command.id, words)
                self.console.write(*answers)


class TableWatching(_Watched, _AtHome, WatchingRoom):
    """Bots that play each other at a game of any kind."""

    def __init__(self, context: HomeContext, session: Session) -> None:
        self._answers = TableAnswers(session.game.key, session.game.players, you=False)
        super().__init__(context, session)

    @override
    def commands(self) -> Commands:
        return watching(asking(), at_table(), side=_("Look from the next seat, or as everybody at the table."))


class TableSpectating(_Watched, SpectatingRoom):
    """A game of any kind that is open elsewhere."""

    def __init__(self, context: Context, spectator: Spectator, game: Game) -> None:
        self._answers = TableAnswers(game.key, game.players, you=False)
        super().__init__(context, spectator, game)

    @override
    def commands(self) -> Commands:
        return spectating(asking())
