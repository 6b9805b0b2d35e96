"""One game in line mode."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.game.events import Event
from naishi.game.pin import check_pin
from naishi.game.view import PlayerView
from naishi.plain import facts
from naishi.plain.answers import answer
from naishi.plain.commands import ACTIONS, CommandWord, action_of, commands, find, find_level
from naishi.plain.console import Console
from naishi.plain.settings_command import set_setting
from naishi.rules.phase import Phase
from naishi.sessions import Ask, Participant, Session
from naishi.sessions.one_keyboard import is_passed_on, next_viewer
from naishi.text.sentences import last_turn, result, sentences

if TYPE_CHECKING:
    from naishi.settings.layers import Layers

TRIES = 3
"""How often a PIN can be mistyped before the game is left."""


class Left(Enum):
    """How somebody left a game."""

    QUIT = "quit"
    REMATCH = "rematch"


class PlainGame:
    """A person, or two who pass the keyboard on, at one game."""

    def __init__(self, session: Session, console: Console, layers: Layers) -> None:
        self.session = session
        self.console = console
        self.layers = layers
        people = session.people or (0,)
        self._seats = {seat: session.join(seat, one_keyboard=len(people) == 2) for seat in people}
        self._viewer: int | None = None
        """The seat whose person is at the keyboard and has said so."""

    async def play(self) -> Left:
        """Play until the game is left.

        Raises:
            NaishiError: A script asked for something that isn't possible.
        """
        self.session.start()
        words = [command.word for command in commands().values()]
        self.console.complete(lambda: words)
        while True:
            await self._bots_act()
            me = self._seated()
            if me is None:
                return Left.QUIT
            line = self.console.read("> ")
            if line is None:
                return Left.QUIT
            if line.strip() and (left := await self._do(me, line.split())):
                return left

    async def _do(self, me: Participant, words: Sequence[str]) -> Left | None:
        """Do what a line says, or say why not."""
        try:
            command = find(words[0], commands())
            if command.id == "quit":
                return Left.QUIT
            if command.id == "rematch" and Ask.REMATCH in me.allowed:
                return Left.REMATCH
            await self._obey(me, command, words[1:])
        except NaishiError as error:
            self.console.refuse(error)
        return None

    async def _obey(self, me: Participant, command: CommandWord, words: Sequence[str]) -> None:
        view = me.view
        match command.id:
            case "undo":
                await me.undo()
                self._after_undo(me, _("Undone."))
            case "redo":
                await me.redo()
                self._after_undo(me, _("Redone."))
            case "retry":
                me.retry()
            case "replace":
                wanted = " ".join(words)
                await me.replace_bot(find_level(wanted) or wanted)
            case "rematch":
                raise NaishiError(_("You can ask for a rematch once the game is over."))
            case "set":
                self.layers = await set_setting(self.layers, words)
                self.console.write(_("Set."))
            case verb if verb in ACTIONS:
                await me.play(action_of(verb, words))
                self._tell_what_came_of_it(view, me)
            case _:
                self.console.write(*answer(view, command.id, words, self.layers))

    def _tell_what_came_of_it(self, before: PlayerView, me: Participant) -> None:
        """Say what an own action did, which River cards were turned up, and what is still to be done."""
        after = me.view
        self._tell(before, after, me.trouble)
        if after.phase is Phase.OVER:
            self._tell_the_end(after)
        elif after.turn == after.seat and after.phase is Phase.PLAY:
            self.console.write(_now(after))

    def _tell(self, before: PlayerView, after: PlayerView, trouble: str) -> None:
        """Say what has been done, which River cards were turned up, and why that isn't saved."""
        events = after.events[len(before.events) :]
        if events:
            self.console.write(*sentences(after, events), *facts.turned_up_lines(after, events))
            self._show(after, events, trouble)

    def _show(self, view: PlayerView, events: Sequence[Event], trouble: str) -> None:
        self.console.show(view, events, trouble)
        if trouble:
            self.console.write(trouble)

    def _after_undo(self, me: Participant, done: str) -> None:
        self.console.write(done)
        self._show(me.view, (), me.trouble)
        self._viewer = self._viewer if me.view.turn == me.view.seat else None
        if me.view.turn == me.view.seat:
            self.console.write(_now(me.view))

    async def _bots_act(self) -> None:
        """Tell what bots do, as they do it, until a person has to act or a bot has failed."""
        me = next(iter(self._seats.values()))
        before, told = me.view, self.session.bots.thinking is not None
        async for _revision in self.session.revisions.since(-1):
            view = me.view
            self._tell(before, view, me.trouble)
            before = view
            if self.session.bots.thinking is None:
                break
        if self.session.bots.failure:
            self.console.write(self.session.bots.failure, _("Type retry, replace strong, undo or quit."))
        elif told and before.phase is Phase.OVER:
            self._tell_the_end(before)
        elif told and before.turn == before.seat:
            self.console.write(_now(before))

    def _seated(self) -> Participant | None:
        """Have the person sit down whose turn it is; None where they leave instead."""
        seat = next_viewer(self.session, self._viewer)
        if seat != self._viewer:
            self.console.hand_over(None)
            if not self._uncover(seat):
                return None
            self.console.hand_over(self.session.game.players[seat].name)
            self._viewer = seat
            self._greet(self._seats[seat])
        return self._seats[seat]

    def _uncover(self, seat: int) -> bool:
        """Hide what the other player read, and let nobody but the player of a seat go on."""
        player = self.session.game.players[seat]
        passed_on = is_passed_on(self.session.game.players, self.layers.effective.handover)
        if passed_on and self.session.game.turn is not None:
            self.console.cover()
            if self.console.interactive:
                prompt = _("{name}, it is your turn. Press Enter when you are alone. ").format(name=player.name)
                if self.console.read(prompt) is None:
                    return False
        for _try in range(TRIES if player.pin else 0):
            typed = self.console.read_secret(_("{name}'s PIN: ").format(name=player.name))
            if typed is None:
                return False
            if check_pin(typed, player.pin or ""):
                break
            self.console.write(_("That is not {name}'s PIN.").format(name=player.name))
        else:
            return not player.pin
        return True

    def _greet(self, me: Participant) -> None:
        """Say first what has changed, then what is to be done."""
        view = me.view
        self._show(view, (), me.trouble)
        done = last_turn(view)
        self.console.write(*sentences(view, done), *facts.turned_up_lines(view, done))
        if view.phase is Phase.OVER:
            self._tell_the_end(view)
        else:
            self.console.write(_now(view))
            if view.phase is Phase.GIFT:
                self.console.write(*facts.dealt_lines(view))

    def _tell_the_end(self, view: PlayerView) -> None:
        self.console.write(result(view), *facts.score_lines(view))


def _now(view: PlayerView) -> str:
    """What the viewer is asked for."""
    name = view.names[view.seat]
    if view.phase is Phase.GIFT:
        return _("{name}, give one of your two dealt cards: give 1 or give 2.").format(name=name)
    if view.phase is Phase.COPY:
        return _("{name}, say what your ninja copies. Type what for the choices.").format(name=name)
    if view.bonus:
        return _("Now develop, {name}.").format(name=name)
    if view.developed:
        return _("Take a bonus, {name}, or type end.").format(name=name)
    if view.last == view.seat:
        return _("Round {round}. Your last turn, {name}.").format(round=view.round, name=name)
    return _("Round {round}. Your turn, {name}.").format(round=view.round, name=name)
