"""The bots of an open game: which seats they hold, and what they choose, thought out in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from naishi.errors import NaishiError
from naishi.i18n import _

if TYPE_CHECKING:
    from naishi.bots import Bot
    from naishi.rules.actions import Action
    from naishi.saves import OpenGame

HUMAN = "human"

PACE = {"instant": 0.0, "quick": 0.6, "relaxed": 1.6}
"""Seconds between the actions of a bot, by setting."""

LONGEST = 10.0
"""Seconds that a bot may think about one action."""


class Opponents:
    """The bots at a table. A bot is made when it first has to choose, and sees its own view only."""

    def __init__(self, opened: OpenGame) -> None:
        self._opened = opened
        self._kinds = [player.kind for player in opened.game.players]
        self._bots: dict[int, Bot] = {}
        self._cancelled = threading.Event()

    def holds(self, seat: int) -> bool:
        """Tell whether a bot sits at a seat."""
        return self._kinds[seat] != HUMAN

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self._kinds) if kind == HUMAN)

    async def choose(self, seat: int) -> Action:
        """Let the bot at a seat choose; the app goes on meanwhile.

        Raises:
            NaishiError: It can't play, or nobody waits for it any more.
        """
        cancelled = self._cancelled = threading.Event()
        return await asyncio.to_thread(self._think, seat, cancelled)

    def cancel(self) -> None:
        """Stop waiting for a choice; the thread ends by itself soon."""
        self._cancelled.set()

    def _think(self, seat: int, cancelled: threading.Event) -> Action:
        from naishi.bots import Clock, make

        view = self._opened.game.view(seat)
        if seat not in self._bots:
            self._bots[seat] = make(self._kinds[seat], self._seed(seat))
        try:
            return self._bots[seat].choose(view, Clock(LONGEST, cancelled=cancelled.is_set))
        except NaishiError:
            raise
        except Exception as error:
            raise NaishiError(
                _("{name} can't go on ({kind}). u takes back.").format(name=view.names[seat], kind=type(error).__name__)
            ) from error

    def _seed(self, seat: int) -> int:
        """A seed that is the same whenever the game is resumed, so that a bot stands by what it chose."""
        return sum(ord(letter) << (8 * place) for place, letter in enumerate(self._opened.id)) * 2 + seat
