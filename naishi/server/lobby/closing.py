"""Operator announcements, and scheduled stops."""

import asyncio
import math
import time
from collections.abc import Callable, Collection, Mapping
from contextvars import Context
from functools import partial
from typing import Any

from naishi.common.i18n import NaishiError, _, ngettext
from naishi.server.accounts.login import Login, Words
from naishi.server.match.words import moment
from naishi.server.presence.presence import Elsewhere

REMINDERS = (3600.0, 1800.0, 600.0, 300.0, 60.0)
"""Seconds before a stop at which everybody is reminded of it."""
NO_NEW_GAMES = 300.0
"""Seconds before a stop from which on no game begins."""
MINUTE = 60


class Closing:
    """Says it at this process, and has the others say it; at the time that was announced, this process stops."""

    def __init__(
        self, visitors: Collection[Login], elsewhere: Elsewhere, clock: Callable[[], float] = time.time
    ) -> None:
        self._visitors, self._elsewhere, self._clock = visitors, elsewhere, clock
        self.at: float | None = None
        """When the server stops; None where it doesn't."""
        self.stop: Callable[[], None] = lambda: None
        self._timer: asyncio.TimerHandle | None = None

    def say(self, text: str) -> None:
        self._elsewhere.tell("operator", text=text)
        self.hear({"text": text})

    def hear(self, said: Mapping[str, Any]) -> None:
        """Do at this process what the operator has had said: a `text`, or `at` which time the server stops."""
        if (text := said.get("text")) is not None:
            self._announce(lambda: _("Operator: {text}").format(text=text))
        elif (at := said["at"]) != self.at:
            self.at = at
            self.close()
            if at is None:
                self._announce(lambda: _("The server doesn't stop after all."))
            else:
                self._announce(partial(self._words, at))
                self._wait()

    def announce_stop(self, at: float | None) -> None:
        """Have the server stop at a time, and everybody know it; None takes that back."""
        self._elsewhere.tell("operator", at=at)
        self.hear({"at": at})

    def welcome(self, visitor: Login) -> None:
        if self.at is not None:
            visitor.announce(partial(self._words, self.at))

    @property
    def is_due(self) -> bool:
        return self.at is not None and self.at <= self._clock()

    def check_beginning(self) -> None:
        """Make sure that a game may begin. Raises NaishiError: the server stops soon."""
        if self.at is not None and self.at - self._clock() <= NO_NEW_GAMES:
            words = _("The server stops at {moment}, so no new game can begin now.")
            raise NaishiError(words.format(moment=stop_moment(self.at)))

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        if self.at is None:
            return
        left = self.at - self._clock()
        if left <= 0:
            self.stop()
            return
        until = max((each for each in REMINDERS if each < left - 1), default=0.0)
        loop = asyncio.get_running_loop()
        # In no visitor's context: the timer outlives whoever was here when it began.
        self._timer = loop.call_later(left - until, self._remind, context=Context())

    def _remind(self) -> None:
        if self.at is not None and self.at > self._clock():
            self._announce(partial(self._words, self.at))
        self._wait()

    def _words(self, at: float) -> str:
        minutes = max(1, math.ceil((at - self._clock()) / MINUTE))
        return ngettext(
            "The server stops in {count} minute, at {moment}. Your games are saved, and wait for you.",
            "The server stops in {count} minutes, at {moment}. Your games are saved, and wait for you.",
            minutes,
            moment=stop_moment(at),
        )

    def _announce(self, words: Words) -> None:
        for visitor in list(self._visitors):
            visitor.announce(words)


def stop_moment(at: float) -> str:
    return moment(round(at / MINUTE) * MINUTE)
