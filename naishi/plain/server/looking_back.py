"""Finished games on a server in lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain.context import own
from naishi.plain.replay_room import TableReplay
from naishi.plain.room import Room
from naishi.plain.server.match_numbers import MatchNumbers
from naishi.plain.server.objects import history_object
from naishi.plain.server.room import InnerRoom, ServerRoom
from naishi.plain.speech import folded
from naishi.saves.document import write_line
from naishi.server.match.match_lists import PastMatch

LOOKING_BACK = ("history", "replay", "analyse", "export")
"""The commands that are done here."""
PAGE = 20
"""How many games are told at a time."""


class LookingBack:
    """What someone in the lobby can do with games that are over."""

    def __init__(self, lobby: ServerRoom, numbers: MatchNumbers, back: Callable[[], None]) -> None:
        self._lobby, self._numbers, self._back = lobby, numbers, back
        self._visitor, self._games = lobby.visitor, lobby.visitor.past_games
        self._last: PastMatch | None = None
        """The game that was told last; None where there is nothing older."""

    async def obey(self, command: str, words: Sequence[str]) -> None:
        """Do what one of `LOOKING_BACK` says. Raises NaishiError: it isn't possible."""
        match command:
            case "history":
                await self._list(words)
            case "export":
                await self._export(words)
            case _:
                await self._replay(command, words)

    async def _list(self, words: Sequence[str]) -> None:
        more = bool(words) and folded(words[0]) in {"more", folded(_("more"))}
        if more and self._last is None:
            raise NaishiError(_("There are no older games."))
        found = await self._games.page(self._last if more else None, PAGE)
        console, self._last = self._lobby.console, found[-1] if len(found) == PAGE else None
        if not found:
            console.write(_("There are no older games.") if more else _("No game of yours is over yet."))
        console.write(*map(self._numbers.past_line, found))
        if self._last is not None:
            console.write(_("Type history more for older ones."))
        console.send(lambda: history_object(found, more=self._last is not None))

    async def _replay(self, command: str, words: Sequence[str]) -> None:
        match_id = self._numbers.find_past(words) if words else await self._newest()
        await look_at(self._lobby, match_id, command)
        self._back()

    async def _export(self, words: Sequence[str]) -> None:
        """Write games as lines, the newest first; what takes long ends with the terminal."""
        console, context = self._lobby.console, self._lobby.context
        if not words or folded(words[0]) not in {"all", folded(_("all"))}:
            match_id = self._numbers.find_past(words) if words else await self._newest()
            console.write_exactly(write_line(*await self._games.record(match_id)))
            return
        await self._visitor.check_pace()
        last: PastMatch | None = None
        while page := await self._games.page(last, PAGE):
            for last in page:
                with suppress(NaishiError):  # a damaged one must not spoil the others
                    console.write_exactly(write_line(*await self._games.record(last.match.id)))
                await console.taken()
                if context.visitor not in context.visitor.lobby.visitors:
                    return

    async def _newest(self) -> str:
        found = await self._games.page(count=1)
        if not found:
            raise NaishiError(_("No game of yours is over yet."))
        return found[0].match.id


async def look_at(room: ServerRoom, match_id: str, command: str) -> None:
    """Replay a finished match, or begin with its analysis, until that is left.

    Args:
        command: `replay` or `analyse`.

    Raises:
        NaishiError: It isn't a finished match of the visitor's.
    """
    past = await room.visitor.past_games.load(match_id)
    if (make := own(past.match.game, "replay")) is not None:
        inner: Room = make(room, past)
    elif command == "replay":
        inner = TableReplay(room.context, past.replay())
    else:
        raise NaishiError(_("Only games of Naishi are analysed. To look at this one: replay."))
    await InnerRoom(room.context, room.news, inner, command if command == "analyse" else "").run()
