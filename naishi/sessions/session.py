"""One game being played: every change, in order, stored and shown to everybody who takes part."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import suppress

from naishi.common.errors import BotFailedError, IllegalActionError, SaveNotWrittenError
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.bots import BotExecutor, ThreadExecutor
from naishi.sessions.participant import BotStatus, Playable
from naishi.sessions.revisions import Revisions
from naishi.sessions.session_participants import SeatParticipant, SessionParticipant
from naishi.sessions.store import Store
from naishi.tabletop.players import HUMAN

PACES = {"instant": 0.0, "quick": 0.6, "relaxed": 1.6}
"""The least time between two actions of bots, in seconds, by the names that the settings give it."""


class Session:
    """A game, its store and its bots, for one event loop.

    Whatever changes the game is done in one order: each request is checked against the state that the one before has
    left, and stored before the next. The bots act by themselves once `start` was called. Whatever happens to them, the
    game can go on: a bot that was stopped is asked again; one that failed is reported and waits for a decision.
    """

    def __init__(self, game: Game, store: Store, *, bots: BotExecutor | None = None, pace: float = 0.0) -> None:
        """Open a session.

        Args:
            game: The game; only the session changes it from now on.
            store: Keeps it.
            bots: Where bots think; by default in threads.
            pace: The least time between two actions of bots during play, in seconds.
        """
        self.game = game
        self.store = store
        self.pace = pace
        self.game_revision = 0
        """Counts the changes of the game."""
        self.revisions = Revisions()
        """Counts all changes, of the game and of what the bots do."""
        self.closed = False
        self._order = asyncio.Lock()
        """Held by whatever changes the game, until that is stored."""
        self._executor = bots or ThreadExecutor()
        self._status = BotStatus()
        self._started = False
        self._thinking: asyncio.Task[None] | None = None
        self._pause_after_next = False

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.game.players) if player.kind == HUMAN)

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.game.phase is Phase.OVER

    @property
    def bots(self) -> BotStatus:
        """What the bots are doing."""
        return self._status

    def join(self, seat: int | None = None, *, one_keyboard: bool = False) -> SessionParticipant:
        """Take part.

        Args:
            seat: 0 or 1: as the person at that seat; at a bot's seat, as somebody who watches the bots from behind it.
                None: as the public.
            one_keyboard: Whether the other person sits at the same keyboard.
        """
        if seat is not None and seat in self.people:
            return SeatParticipant(self, seat, one_keyboard=one_keyboard)
        return SessionParticipant(self, seat)

    def start(self) -> None:
        """Have the bots act from now on, whenever it is their turn."""
        if not self._started:
            self._started = True
            self._wake_bots()
            self.revisions.bump()

    def close(self) -> None:
        """End the session; the game is stored."""
        if self.closed:
            return
        self.closed = True
        self.store.close()
        self._stop_thinking()
        self._status = BotStatus()
        self.revisions.close()

    async def play(self, seat: int, action: Playable) -> None:
        """Play an action for a seat, and store it.

        Raises:
            InvalidActionError: The text is no action.
            IllegalActionError: It isn't possible now; nothing has changed.
        """
        action = Action.from_text(action) if isinstance(action, str) else action
        async with self._order:
            self._act(seat, action)
            await self._game_changed()

    def undo_refusal(self, seat: int) -> str:
        """Return why a seat can't undo now; empty if it can."""
        if self.game.options.undo == "off":
            return _("Undo is off in this game.")
        if not self.game.can_undo:
            return _("Nothing to undo.")
        if len(self.people) == 1 and not self.has_acted(seat):
            return _("You have nothing to undo yet.")
        return ""

    def redo_refusal(self) -> str:
        """Return why nothing can be redone now; empty if something can."""
        if self.game.options.undo == "off":
            return _("Undo is off in this game.")
        return "" if self.game.can_redo else _("Nothing to redo.")

    async def undo(self, seat: int) -> None:
        """Undo the last action, or all actions since a person's last decision where the other seat is a bot's.

        Raises:
            IllegalActionError: There is nothing to undo, or undo is off; bots go on undisturbed.
        """
        async with self._order:
            if refusal := self.undo_refusal(seat):
                raise IllegalActionError(refusal)
            self._stop_thinking()
            self.game.undo()
            while len(self.people) == 1 and self.game.turn != seat:
                self.game.undo()
            await self._game_changed()

    async def redo(self, seat: int) -> None:
        """Redo one action, or all up to a person's next decision where the other seat is a bot's.

        Raises:
            IllegalActionError: There is nothing to redo, or undo is off; bots go on undisturbed.
        """
        async with self._order:
            if refusal := self.redo_refusal():
                raise IllegalActionError(refusal)
            self._stop_thinking()
            self.game.redo()
            while len(self.people) == 1 and self.game.turn != seat and self.game.can_redo:
                self.game.redo()
            await self._game_changed()

    def pause(self) -> None:
        """Stop the bots until `resume`; a choice that was interrupted then starts over."""
        self._pause_after_next = False
        self._stop_thinking()
        self._status = BotStatus(paused=True)
        self.revisions.bump()

    def resume(self) -> None:
        """Have bots that were paused, or failed, act again."""
        self._pause_after_next = False
        self._status = BotStatus()
        self._wake_bots()
        self.revisions.bump()

    def step(self) -> None:
        """Have the bot whose turn it is act once, and pause again."""
        self.resume()
        self._pause_after_next = True

    async def replace_bot(self, kind: str) -> None:
        """Seat another bot at the seat whose turn it is, keeping the name.

        Raises:
            UnknownBotError: There is no such bot.
        """
        from naishi.bots import UnknownBotError, names  # noqa: PLC0415 - not needed where no bot fails

        if kind not in names():
            raise UnknownBotError(_("There is no bot called {name}.").format(name=kind))
        await self._change_player(self.game.turn or 0, kind=kind)

    async def drop_pin(self, seat: int) -> None:
        """Let a player go on without a PIN."""
        await self._change_player(seat, pin=None)

    def has_acted(self, seat: int) -> bool:
        """Return whether a seat has done anything that could be undone."""
        return any(event.seat == seat for event in self.game.events(seat))

    def notify(self) -> None:
        """Have everybody who takes part look again: something beside the game has changed, such as who is there."""
        self.revisions.bump()

    def _act(self, seat: int, action: Action) -> None:
        """Play an action for a seat, in memory.

        Raises:
            IllegalActionError: It isn't possible now; nothing has changed.
        """
        if self.over:
            raise IllegalActionError(_("The game is over."))
        turn = self.game.turn
        if turn is not None and turn != seat:
            raise IllegalActionError(_("It is {name}'s turn.").format(name=self.game.players[turn].name))
        self.game.play(action)
        self._acted(seat)

    def _acted(self, seat: int) -> None:
        """Take note of an action of a seat, before it is stored."""

    async def _change_player(self, seat: int, **changes: str | None) -> None:
        async with self._order:
            self.game.change_player(seat, **changes)
            await self._game_changed()

    async def _game_changed(self) -> None:
        """Store the game; then let the bots continue, and show it to everybody."""
        try:
            await self._write()
        finally:
            self._show_game()

    async def _write(self) -> None:
        await self.store.write()

    def _show_game(self) -> None:
        """Show the game to everybody as it is now, and have a bot choose if it is its turn."""
        self.game_revision += 1
        self._status = BotStatus(paused=self._status.paused)
        self._wake_bots()
        self.revisions.bump()

    def _wake_bots(self) -> None:
        """Have a bot choose, if it is a bot's turn and nothing stands in its way."""
        turn, status = self.game.turn, self._status
        waiting = status.paused or status.failure or self._thinking is not None
        theirs = turn is not None and turn not in self.people and not self.over
        if self._started and not self.closed and not waiting and theirs and turn is not None:
            self._status = BotStatus(thinking=turn)
            self._thinking = asyncio.get_running_loop().create_task(self._act_for_bot(turn), name=f"bot of {turn}")

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def _act_for_bot(self, seat: int) -> None:
        """Play one action for a bot. If this is cancelled, nothing has changed."""
        pause = self.pace if self.game.phase is Phase.PLAY else 0.0
        try:
            action, _pause = await asyncio.gather(self._choose(seat), asyncio.sleep(pause))
        except Exception as error:  # whatever it is, people must be able to go on
            self._bot_failed(seat, error)
            return
        async with self._order:  # who undoes or ends the game meanwhile cancels this
            self._thinking = None
            try:
                self._act(seat, action)
            except Exception as error:
                self._bot_failed(seat, error)
                return
            self._status, self._pause_after_next = BotStatus(paused=self._pause_after_next), False
            with suppress(SaveNotWrittenError):  # whatever somebody else has stored meanwhile is shown
                await self._game_changed()

    def _bot_failed(self, seat: int, error: Exception) -> None:
        self._thinking = None
        self._status = BotStatus(failure=self._failure(seat, error))
        self.revisions.bump()

    async def _choose(self, seat: int) -> Action:
        return await self._executor.choose(self.game.players[seat].kind, self._seed(seat), self.game.view(seat))

    def _failure(self, seat: int, error: Exception) -> str:
        name = self.game.players[seat].name
        if isinstance(error, BotFailedError):
            return _("{name} can't continue: {why}").format(name=name, why=error)
        if isinstance(error, IllegalActionError):
            return _("{name} chose an action that the rules don't allow.").format(name=name)
        return _("{name} failed ({kind}).").format(name=name, kind=type(error).__name__)

    def _seed(self, seat: int) -> int:
        """A seed that is the same whenever the game is resumed, so that a bot sticks to its choice."""
        return zlib.crc32(self.store.id.encode()) * 2 + seat
