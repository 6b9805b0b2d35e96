"""A session: one game being played."""

import asyncio
import contextvars
import threading
import zlib
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import suppress
from functools import partial
from gettext import NullTranslations
from typing import Any, Protocol

from typing_extensions import override

from naishi.bots.protocol import Clock
from naishi.bots.registry import THINKING_TIME, ask
from naishi.common import i18n
from naishi.common.i18n import BotFailedError, IllegalActionError, SaveNotWrittenError, _, quoted
from naishi.sessions.participant import Ask, BotDraw, BotStatus, Change, Participant, Playable, changes_of
from naishi.tabletop.chance import OutcomeNeededError, Tape
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import ABSENT, HUMAN

GRACE = 5.0
"""Seconds to wait after the thinking time before giving up on a bot that ignores its clock."""
LONGEST_CHOICE = THINKING_TIME + GRACE
"""Seconds after which a bot has chosen or has failed."""


class BotExecutor(Protocol):
    """Runs the bots of a session."""

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        """Have a bot, by its name, choose an action. Cancelling the call stops the thinking.

        Raises BotFailedError: it can't play, fails, takes too long, or chooses an illegal action.
        """


class BotExecutors(Protocol):
    """Runs the bots of many sessions, in fair turns."""

    def of(self, key: Hashable) -> BotExecutor:
        """Return an executor whose choices all belong to a key, such as the player who waits for them."""


class ThreadExecutor:
    """Has each bot think in a thread that no exit of the program waits for."""

    def __init__(self, thinking_time: float = THINKING_TIME, grace: float = GRACE) -> None:
        self._thinking_time, self._grace = thinking_time, grace

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        cancelled = threading.Event()

        def think() -> None:
            try:
                action = ask(game, kind, seed, view, Clock(self._thinking_time, cancelled=cancelled.is_set))
                deliver = partial(answer.set_result, action)
            except BotFailedError as error:
                deliver = partial(answer.set_exception, error)
            if not loop.is_closed():
                loop.call_soon_threadsafe(lambda: answer.done() or deliver())

        threading.Thread(target=contextvars.copy_context().run, args=(think,), name=f"bot-{kind}", daemon=True).start()
        try:
            return await asyncio.wait_for(answer, self._thinking_time + self._grace)
        except TimeoutError:
            raise BotFailedError(_("It took too long.")) from None
        finally:
            cancelled.set()


class Revisions:
    """The revisions of something, for one event loop. A slow reader misses only repetitions."""

    def __init__(self) -> None:
        self.newest = 0
        self._closed = False
        self._changed = asyncio.Event()

    def bump(self) -> None:
        self.newest += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        self._closed = True
        self.bump()

    async def since(self, seen: int) -> AsyncIterator[int]:
        """Yield the newest revision whenever it isn't the one seen last; end once closed."""
        while not self._closed:
            if self.newest == seen:
                await self._changed.wait()
                continue
            seen = self.newest
            yield seen


class Store(Protocol):
    """Where the game of a session is kept: an open save, or a row of a server's database."""

    @property
    def id(self) -> str:
        """The id by which the game can be found again."""

    @property
    def unsaved(self) -> SaveNotWrittenError | None:
        """Why the newest state is not stored; None where it is."""

    async def write(self) -> None:
        """Store the game as it stands; `unsaved` says whether that worked."""

    def close(self) -> None:
        """Release the game for others, stored if at all possible."""


PACES = {"instant": 0.0, "quick": 0.6, "relaxed": 1.6}
"""The least time between two actions of bots, in seconds, by the names that the settings give it."""


class Session:
    """A game of any kind, its store and its bots, for one event loop.

    Whatever changes the game is done in one order: each request is checked against the state that the one before has
    left, and stored before the next. The bots act by themselves once `start` was called. Whatever happens to them, the
    game can go on: a bot that was stopped is asked again; one that failed is reported, and asked again by a person or
    after the next change. Where several seats decide in secret, bots choose one after the other, and no person waits
    for that.

    Args:
        game: The game; only the session changes it from now on.
        bots: Where bots think; by default in threads.
        pace: The least time between two actions of bots during play, in seconds.
    """

    def __init__(self, game: Game, store: Store, *, bots: BotExecutor | None = None, pace: float = 0.0) -> None:
        self.game: Any = game
        """A `Game`; what knows its kind may use more of it than that."""
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
        self._failed: int | None = None
        """The seat whose bot failed last."""
        self._waiting: tuple[Any, Tape] = None, ()
        """The action of the bot that waits for a draw, and what was seen of its draws so far."""
        self._pause_after_next = False

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.game.players) if player.kind == HUMAN)

    @property
    def over(self) -> bool:
        return not self.game.awaited or self.game.early_end is not None

    @property
    def bots(self) -> BotStatus:
        return self._status

    def join(
        self, seat: int | None = None, *, one_keyboard: bool = False, in_company: bool = False
    ) -> "SessionParticipant":
        """Take part.

        Args:
            seat: As the person at that seat; at a bot's seat, as a viewer who watches the bots from behind it. None: as
                the public.
        """
        if seat is not None and seat in self.people:
            return SeatParticipant(self, seat, one_keyboard=one_keyboard, in_company=in_company)
        return SessionParticipant(self, seat)

    def start(self) -> None:
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

        Raises InvalidActionError: the text is no action; IllegalActionError: it isn't possible now; nothing has
        changed; OutcomeNeededError: it needs a draw that has to be seen on a real table; nothing has changed.
        """
        if isinstance(action, str):
            action = kind_of(self.game.key).action(action)
        await self.play_with(seat, action, ())

    async def play_with(self, seat: int, action: Playable, seen: Tape) -> None:
        """Play an action whose draws were seen on a real table, in a game that has such; see `play`.

        Raises ChanceError: what was seen is impossible.
        """
        async with self._order:
            self._act(seat, action, seen)
            await self._game_changed()

    async def supply(self, outcome: Any) -> None:
        """Play the action of a bot that waits for a draw, with what that has given on a real table.

        Raises IllegalActionError: none waits; ChanceError: what was seen is impossible; the bot waits on.
        """
        async with self._order:
            if (draw := self._status.draw) is None:
                raise IllegalActionError(_("No bot waits for what you could type."))
            action, seen = self._waiting
            if self._act_or_wait(draw.seat, action, (*seen, (draw.needed.name, outcome))):
                await self._bot_has_acted()

    def undo_refusal(self, seat: int) -> str:
        """Return why a seat can't undo now; empty if it can."""
        if self.game.options.undo == "off":
            return _("Undo is off in this game.")
        if not self.game.can_undo:
            return _("Nothing to undo.")
        people = self.people
        acted = any(event.seat in people for event in self.game.events())
        return "" if acted else _("You have nothing to undo yet.")

    def undo_notice(self) -> str:
        """Return what players should know of undoing now; empty for nothing."""
        if self.undo_refusal(0) or not self.game.revealed_since(self._ply_after_undo()):
            return ""
        return _("The same luck comes again.")

    def _ply_after_undo(self) -> int:
        """Return how many actions an undo leaves: those before the last one of a person."""
        people = self.people
        return max(ply for ply, event in enumerate(self.game.events()) if event.seat in people)

    def redo_refusal(self) -> str:
        """Return why nothing can be redone now; empty if something can."""
        if self.game.options.undo == "off":
            return _("Undo is off in this game.")
        return "" if self.game.can_redo else _("Nothing to redo.")

    async def undo(self, seat: int) -> None:
        """Undo all actions back to the last one of a person.

        Raises IllegalActionError: there is nothing to undo, or undo is off; bots go on undisturbed.
        """
        async with self._order:
            if refusal := self.undo_refusal(seat):
                raise IllegalActionError(refusal)
            self._stop_thinking()
            ply = self._ply_after_undo()
            while self.game.ply() > ply:
                self.game.undo()
            await self._game_changed()

    async def redo(self, seat: int) -> None:
        """Redo one action, and what bots did after it, up to the next action of a person.

        Raises IllegalActionError: there is nothing to redo, or undo is off; bots go on undisturbed.
        """
        async with self._order:
            if refusal := self.redo_refusal():
                raise IllegalActionError(refusal)
            self._stop_thinking()
            people, seats = self.people, self.game.seats()
            self.game.redo()
            while self.game.can_redo and seats[self.game.ply()] not in people:
                self.game.redo()
            await self._game_changed()

    def withdraw_refusal(self, seat: int) -> str:
        """Return why a seat can't withdraw a choice now; empty if it can."""
        if self.over:
            return _("The game is over.")
        can = self.game.can_withdraw(seat)
        return "" if can else _("You have nothing to withdraw that the others haven't seen.")

    async def withdraw(self, seat: int) -> None:
        """Withdraw a seat's own choice that nobody else has seen yet; that takes no agreement.

        Raises IllegalActionError: there is none.
        """
        async with self._order:
            if refusal := self.withdraw_refusal(seat):
                raise IllegalActionError(refusal)
            self.game.withdraw(seat)
            await self._game_changed()

    def pause(self) -> None:
        """Stop the bots until `resume`; a choice that was interrupted then starts over."""
        self._pause_after_next = False
        self._stop_thinking()
        self._status = BotStatus(paused=True)
        self.revisions.bump()

    def resume(self) -> None:
        self._pause_after_next = False
        self._status = BotStatus()
        self._wake_bots()
        self.revisions.bump()

    def step(self) -> None:
        self.resume()
        self._pause_after_next = True

    async def replace_bot(self, kind: str) -> None:
        """Seat another bot at the seat whose bot failed, or else is awaited, keeping the name.

        Raises UnknownBotError: there is no such bot.
        """
        from naishi.bots import UnknownBotError, names  # noqa: PLC0415 - not needed where no bot fails

        if kind not in names(self.game.key):
            raise UnknownBotError(_("There is no bot called {name}.").format(name=quoted(kind)))
        awaited: Sequence[int] = self.game.awaited or (0,)
        seat = awaited[0] if self._failed is None or self._failed not in awaited else self._failed
        await self._change_player(seat, kind=kind)

    async def vacate(self, seat: int) -> None:
        """Have the game go on without a person: from now on the seat does what its kind does for the absent.

        Raises IllegalActionError: with two players, that ends the game; or it is over, or no person sits there.
        """
        if self.over:
            raise IllegalActionError(_("The game is over."))
        if len(self.game.players) == 2:
            raise IllegalActionError(_("A game for two can't go on without one of them."))
        if seat not in self.people:
            raise IllegalActionError(_("No person plays at that seat."))
        await self._change_player(seat, kind=ABSENT, pin=None)

    async def drop_pin(self, seat: int) -> None:
        await self._change_player(seat, pin=None)

    def notify(self) -> None:
        """Have everybody who takes part look again: something beside the game has changed, such as who is there."""
        self.revisions.bump()

    def _act(self, seat: int, action: Any, seen: Tape = ()) -> None:
        """Play an action for a seat, in memory, with what was seen of its draws on a real table.

        Raises IllegalActionError: it isn't possible now; nothing has changed; ChanceError: what was seen is impossible.
        """
        if self.over:
            raise IllegalActionError(_("The game is over."))
        self.game.play(action, seat, *([seen] if seen else []))

    async def _change_player(self, seat: int, **changes: str | None) -> None:
        async with self._order:
            self.game.change_player(seat, **changes)
            await self._game_changed()

    async def _game_changed(self) -> None:
        """Store the game; then let the bots continue, and show it to everybody."""
        try:
            await self.store.write()
        finally:
            self._show_game()

    def _show_game(self) -> None:
        self.game_revision += 1
        self._status = BotStatus(None if self._thinking is None else self._status.thinking, self._status.paused)
        self._wake_bots()
        self.revisions.bump()

    def _wake_bots(self) -> None:
        status, seat = self._status, self._next_bot()
        waiting = status.paused or status.failure or status.draw or self._thinking is not None
        if self._started and not self.closed and not waiting and seat is not None:
            self._status = BotStatus(thinking=seat)
            self._thinking = asyncio.get_running_loop().create_task(self._act_for_bot(seat), name=f"bot of {seat}")

    def _next_bot(self) -> int | None:
        """Return the first awaited seat of a bot; None where there is none, or bots wait for a person.

        After an undo they do so where both are awaited: what a bot did then would replace all that can be redone.
        """
        people, awaited = self.people, self.game.awaited
        bots: list[int] = [seat for seat in awaited if seat not in people]
        if self.over or not bots or (self.game.can_redo and len(bots) < len(awaited)):
            return None
        return bots[0]

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def _act_for_bot(self, seat: int) -> None:
        """Play one action for a bot. If this is cancelled, nothing has changed."""
        pause = self.pace if self.game.is_paced else 0.0
        try:
            action, _pause = await asyncio.gather(self._choose(seat), asyncio.sleep(pause))
        except Exception as error:  # whatever it is, people must be able to go on
            self._bot_failed(seat, error)
            return
        async with self._order:  # who undoes or ends the game meanwhile cancels this
            self._thinking = None
            try:
                acted = self._act_or_wait(seat, action)
            except Exception as error:
                self._bot_failed(seat, error)
                return
            if acted:
                await self._bot_has_acted()

    def _act_or_wait(self, seat: int, action: Any, seen: Tape = ()) -> bool:
        """Play a bot's action, with what was seen of its draws; return whether none is left to be seen.

        Raises IllegalActionError: it isn't possible; ChanceError: what was seen is impossible.
        """
        try:
            self._act(seat, action, seen)
        except OutcomeNeededError as needed:
            self._waiting = action, seen
            self._status = BotStatus(draw=BotDraw(seat, needed))
            self.revisions.bump()
            return False
        return True

    async def _bot_has_acted(self) -> None:
        self._status, self._pause_after_next = BotStatus(paused=self._pause_after_next), False
        with suppress(SaveNotWrittenError):  # whatever someone else has stored meanwhile is shown
            await self._game_changed()

    def _bot_failed(self, seat: int, error: Exception) -> None:
        self._thinking, self._failed = None, seat
        self._status = BotStatus(failure=self._failure(seat, error))
        self.revisions.bump()

    async def _choose(self, seat: int) -> Any:
        key, kind, view = self.game.key, self.game.players[seat].kind, self.game.view(seat)
        if kind == ABSENT:  # it takes no thought
            return ask(key, kind, self._seed(seat), view, Clock())
        return await self._executor.choose(key, kind, self._seed(seat), view)

    def _failure(self, seat: int, error: Exception) -> str:
        name = self.game.players[seat].name
        if isinstance(error, BotFailedError):
            return _("{name} can't continue: {why}").format(name=name, why=error)
        if isinstance(error, IllegalActionError):
            return _("{name} chose an action that the rules don't allow.").format(name=name)
        return _("{name} failed ({kind}).").format(name=name, kind=type(error).__name__)

    def _seed(self, seat: int) -> int:
        """A seed that is the same whenever the game is resumed, so that a bot sticks to its choice."""
        return zlib.crc32(self.store.id.encode()) * len(self.game.players) + seat


class SessionParticipant(Participant):
    """A participant of a session: someone who watches it, as a seat or the public sees it."""

    def __init__(self, session: Session, seat: int | None) -> None:
        self._session = session
        self.seat = seat
        """Whose view this is; None for the public."""
        self._view: tuple[int, Any] | None = None
        """The newest view that was asked for, and of which revision of the game it is."""
        self._spoken: dict[NullTranslations, Any] = {}
        """The same once the game is over, by the language of the score sheets."""

    @property
    def view(self) -> Any:
        """The game as the viewer may know it now, with no action to choose: a watcher has none."""
        revision = self._session.game_revision
        if self._view is None or self._view[0] != revision:
            self._view, self._spoken = (revision, self._look()), {}
        view = self._view[1]
        if view.result is None:
            return view
        language = i18n.current()  # of the viewer, not of who played last: there are reasons for points
        if language not in self._spoken:
            self._spoken[language] = view.spoken()
        return self._spoken[language]

    def _look(self) -> Any:
        return self._session.game.view(self.seat).unable()

    @property
    @override
    def kinds(self) -> tuple[str, ...]:
        return tuple(player.kind for player in self._session.game.players)

    @property
    @override
    def standings(self) -> tuple[str, ...]:
        words = {level.kind: level.words for level in kind_of(self._session.game.key).levels()}
        return tuple(words.get(kind, "") for kind in self.kinds)

    @property
    def allowed(self) -> frozenset[Ask]:
        """Who watches bots play each other runs the table; the public only looks."""
        session = self._session
        if self.seat is None or session.people:
            return frozenset()
        asks = self._asks_for_bots() | {Ask.PACE}
        if not self.view.awaited:
            asks |= {Ask.REMATCH, Ask.REPLAY}
        elif not session.bots.failure:
            asks.add(Ask.CONTINUE if session.bots.paused else Ask.PAUSE)
        return frozenset(asks)

    @property
    @override
    def bots(self) -> BotStatus:
        return self._session.bots

    @property
    def trouble(self) -> str:
        return str(self._session.store.unsaved or "")

    @property
    @override
    def pace(self) -> float:
        return self._session.pace

    def changes(self) -> AsyncIterator[Change]:
        revisions = self._session.revisions
        return changes_of(self, revisions.since(revisions.newest), self.view.events)

    def pause(self) -> None:
        self.check(Ask.PAUSE)
        self._session.pause()

    @override
    def resume(self) -> None:
        self.check(Ask.CONTINUE)
        self._session.resume()

    @override
    def step(self) -> None:
        self.check(Ask.CONTINUE)
        self._session.step()

    @override
    def set_pace(self, seconds: float) -> None:
        self.check(Ask.PACE)
        self._session.pace = seconds

    @override
    def retry(self) -> None:
        self.check(Ask.RETRY)
        self._session.resume()

    @override
    async def replace_bot(self, kind: str) -> None:
        self.check(Ask.REPLACE_BOT)
        await self._session.replace_bot(kind)

    @override
    async def supply(self, outcome: Any) -> None:
        self.check(Ask.SUPPLY)
        await self._session.supply(outcome)

    def _asks_for_bots(self) -> set[Ask]:
        status = self._session.bots
        return {Ask.RETRY, Ask.REPLACE_BOT} if status.failure else {Ask.SUPPLY} if status.draw else set()


class SeatParticipant(SessionParticipant):
    """A person at a seat of a session."""

    seat: int

    def __init__(self, session: Session, seat: int, *, one_keyboard: bool = False, in_company: bool = False) -> None:
        super().__init__(session, seat)
        self._one_keyboard, self._in_company = one_keyboard, in_company

    def _look(self) -> Any:
        game = self._session.game
        view = game.view(self.seat)
        if self._in_company and not game.is_open and not game.is_private(self.seat):
            return view.in_company(game.view())
        return view

    @property
    def allowed(self) -> frozenset[Ask]:
        session, view = self._session, self.view
        asks = self._asks_for_bots()
        if self.seat in view.awaited:
            asks.add(Ask.PLAY)
            if session.game.is_advised:
                asks.add(Ask.ADVISE)
        elif self._one_keyboard and any(seat in session.people for seat in view.awaited):
            asks.add(Ask.HAND_OVER)
        if not session.undo_refusal(self.seat):
            asks.add(Ask.UNDO)
        if not session.redo_refusal():
            asks.add(Ask.REDO)
        if not session.withdraw_refusal(self.seat):
            asks.add(Ask.WITHDRAW)
        if len(session.people) < len(session.game.players):
            asks.add(Ask.PACE)
        if not view.awaited:
            asks |= {Ask.REMATCH, Ask.REPLAY}
        return frozenset(asks)

    @property
    @override
    def in_company(self) -> bool:
        return self._in_company

    @property
    def can_undo_at_all(self) -> bool:
        return bool(self._session.game.options.undo != "off")

    @property
    def undo_notice(self) -> str:
        return self._session.undo_notice()

    @override
    async def play(self, action: Playable) -> None:
        await self._session.play(self.seat, action)

    @override
    async def play_with(self, action: Playable, seen: Tape) -> None:
        await self._session.play_with(self.seat, action, seen)

    @override
    async def undo(self) -> None:
        await self._session.undo(self.seat)

    @override
    async def redo(self) -> None:
        await self._session.redo(self.seat)

    @override
    async def withdraw(self) -> None:
        await self._session.withdraw(self.seat)

    def _why_not(self, ask: Ask) -> str:
        session, awaited = self._session, self.view.awaited
        if ask is Ask.UNDO:
            return session.undo_refusal(self.seat)
        if ask is Ask.REDO:
            return session.redo_refusal()
        if ask is Ask.WITHDRAW:
            return session.withdraw_refusal(self.seat)
        if ask is Ask.ADVISE:
            return _("You can ask for advice only on your own turn.")
        if ask is Ask.PLAY and len(awaited) == 1:
            return _("It is {name}'s turn.").format(name=self.view.names[awaited[0]])
        if ask is Ask.PLAY and awaited:
            return _("You have decided; the others are still choosing.")
        return super()._why_not(ask)
