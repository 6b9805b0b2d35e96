"""Live session of a match, and its viewers."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextvars import Context
from enum import StrEnum
from itertools import chain
from typing import Any, Protocol

from typing_extensions import override

from naishi.common.i18n import IllegalActionError, SaveNotWrittenError, _
from naishi.server.match import apply
from naishi.server.match.actor import MatchActor
from naishi.server.match.match import Agreements, Match, agreements_of
from naishi.server.match.state import (
    Event,
    Held,
    MatchState,
    Play,
    Redo,
    ReplaceBot,
    Request,
    SeatRequest,
    Undo,
    Verb,
    Withdraw,
)
from naishi.server.match.store import Matches, MatchRows, Stored, seated
from naishi.server.match.words import SpokenPhrases
from naishi.server.presence.limits import Buckets
from naishi.server.presence.presence import Everybody
from naishi.server.presence.service_clock import Background
from naishi.sessions import BotExecutor, Playable, Session
from naishi.sessions.session import LONGEST_CHOICE
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


class Presence(StrEnum):
    """Where a player is."""

    HERE = "here"
    AWAY = "away"
    """On the server, but not at this match."""
    GONE = "gone"


class Terminal(Protocol):
    """Where someone sees a match."""

    @property
    def seat(self) -> int | None:
        """Whose seat it is at; None where someone watches."""

    @property
    def name(self) -> str:
        """Of whoever is there."""


PACE = 0.6
"""Seconds between two actions of a bot."""
BOT_LEASE = LONGEST_CHOICE + 3.0
"""Seconds for which a process may think for a bot: it has a little more than the bot to start its worker."""
CLAIM_AGAIN = 0.5
"""Seconds between two looks whether the process that thinks for a bot has ended."""
WITHDRAWALS_AT_ONCE, WITHDRAWALS_RATE = 12.0, 1 / 5
"""How many choices a seat may withdraw at once, and in a second for long: each is stored, and drawn for all."""


class MatchSession(Session):
    """A session whose game is a match: whatever happens goes through its queue, and is shown once it is stored."""

    def __init__(
        self,
        stored: Stored,
        matches: Matches,
        executor: BotExecutor | None,
        everybody: Everybody,
        on_stored: "Callable[[MatchSession], None]",
    ) -> None:
        self._on_stored, self._everybody, self.now = on_stored, everybody, matches.now
        self._elsewhere = everybody.elsewhere
        listed, state, _commitment = stored
        self.rows = MatchRows(stored, matches)
        self.terminals: set[Terminal] = set()
        """Those at this process."""
        self.phrases = SpokenPhrases(listed.id, self._elsewhere, self.notify)
        self.actor = MatchActor(
            listed.id,
            state,
            self.rows,
            matches.now,
            here=self._seats_here,
            publish=self._changed,
        )
        self._withdrawals = Buckets(WITHDRAWALS_RATE, WITHDRAWALS_AT_ONCE)
        self._agreements: tuple[MatchState, Agreements] | None = None
        self._chosen_at = 0
        """The revision of the match that the bot that thinks was shown."""
        self._releases = Background()
        super().__init__(self.actor.state.game, self.actor, bots=executor, pace=PACE)
        self.viewers = {seat: self.join(seat) for seat in (*range(len(self.game.players)), None)}
        """By seat, through whom all terminals there look; None for those who watch."""

    @property
    def state(self) -> MatchState:
        return self.actor.state

    @property
    def match(self) -> Match:
        return self.rows.listed

    @property
    def agreements(self) -> Agreements:
        if self._agreements is None or self._agreements[0] is not self.state:
            self._agreements = self.state, agreements_of(self.state)
        return self._agreements[1]

    @property
    @override
    def over(self) -> bool:
        return self.state.over

    def presence(self, seat: int) -> Presence:
        """Return where the player at a seat is; a bot is always here, and a player who has left may be."""
        if self.state.seats[seat].held is Held.BOT:
            return Presence.HERE
        if seat in self._seats_here():
            return Presence.HERE
        return Presence.AWAY if self.match.seats[seat] in self._everybody else Presence.GONE

    @property
    def watchers(self) -> tuple[str, ...]:
        return tuple(sorted({terminal.name for terminal in self._all_terminals() if terminal.seat is None}))

    def _seats_here(self) -> Sequence[int]:
        return sorted({terminal.seat for terminal in self._all_terminals() if terminal.seat is not None})

    def _all_terminals(self) -> Iterator[Terminal]:
        return chain(self.terminals, self._elsewhere.at(self.match.id))

    def arrive(self, terminal: Terminal) -> None:
        self.terminals.add(terminal)
        self.notify()

    def leave(self, terminal: Terminal) -> None:
        self.terminals.discard(terminal)
        self.notify()

    async def seats_changed(self) -> None:
        await self.rows.look()
        await self.actor.change(lambda state: seated(state, self.match))
        self.notify()

    async def flush(self) -> None:
        await self._releases.settled()
        await self.actor.write()

    @override
    async def play(self, seat: int, action: Playable) -> None:
        if isinstance(action, str):
            action = kind_of(self.game.key).action(action)
        await self.actor.ask(Play(seat, action))

    @override
    def undo_refusal(self, seat: int) -> str:
        return apply.undo_refusal(self.state, seat)

    @override
    def redo_refusal(self) -> str:
        return apply.redo_refusal(self.state)

    @override
    def withdraw_refusal(self, seat: int) -> str:
        return apply.withdraw_refusal(self.state, seat)

    @override
    async def undo(self, seat: int) -> None:
        await self.actor.ask(Undo(seat))

    @override
    async def redo(self, seat: int) -> None:
        await self.actor.ask(Redo(seat))

    @override
    async def withdraw(self, seat: int) -> None:
        if refusal := self.withdraw_refusal(seat):
            raise IllegalActionError(refusal)
        async with self._withdrawals.counted(str(seat), _("You have just withdrawn often. Please wait a little.")):
            await self.actor.ask(Withdraw(seat))

    @override
    async def vacate(self, seat: int) -> None:
        await self.actor.ask(SeatRequest(seat, Request(Verb.RESIGN)))

    @override
    async def replace_bot(self, kind: str) -> None:
        bots = [seat for seat in self.game.awaited if self.game.players[seat].kind != HUMAN]
        seat = self._failed if self._failed in bots else next(iter(bots), 0)
        await self.actor.ask(ReplaceBot(seat or 0, kind))

    def _changed(self, events: Sequence[Event], stored: bool) -> None:
        state = self.state
        if self._thinking is not None and not self._is_asked_still():
            self._stop_thinking()
        if state.game is not self.game or events:
            self.game = state.game
            self._show_game()
        else:
            self.notify()
        if stored:
            self._on_stored(self)

    def _is_asked_still(self) -> bool:
        seat, state = self._status.thinking, self.state
        awaited = () if self.over else state.game.awaited
        return seat is not None and seat in awaited and state.asked[seat] <= self._chosen_at

    @override
    async def _act_for_bot(self, seat: int) -> None:
        pause = self.pace if self.game.is_paced else 0.0
        self._chosen_at = shown = self.state.revision
        try:
            action, _pause = await asyncio.gather(self._choose(seat), asyncio.sleep(pause))
        except Exception as error:  # whatever it is, people must be able to go on
            self._bot_failed(seat, error)
            return
        self._thinking = None  # from now on it isn't stopped any more, but refused if it comes too late
        try:
            await self.actor.ask(Play(seat, action, shown))
        except SaveNotWrittenError:  # whatever another process has stored meanwhile is shown
            pass
        except IllegalActionError as error:
            if not self.closed and not self.over and self.state.asked[seat] <= shown:
                self._bot_failed(seat, error)
        except Exception as error:
            self._bot_failed(seat, error)

    @override
    async def _choose(self, seat: int) -> Any:
        """Have a bot choose, at one process at a time; if that one is killed, another one goes on."""
        leases, lease = self._elsewhere.leases, f"bot {self.match.id}"
        if leases is None:
            return await super()._choose(seat)
        while not await leases.claim(lease, BOT_LEASE):
            await asyncio.sleep(CLAIM_AGAIN)  # what the other one stores ends this
        try:
            return await super()._choose(seat)
        finally:
            self._releases.begin(leases.release(lease), Context())
