"""TV in lines: one public game after the other."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain.commands import Commands, CommandWord, by_id, common
from naishi.plain.server.context import ServerContext
from naishi.plain.server.match import PlainMatch
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.room import ServerRoom
from naishi.server import MatchParticipant
from naishi.server.lobby.tv import Tv, nothing_on


class MatchOnTv(PlainMatch):
    """A match that is watched until something else is on."""

    def __init__(self, context: ServerContext, news: OwnNews, me: MatchParticipant, tv: Tv) -> None:
        self._tv = tv
        self.switched = False
        """Whether something else is on."""
        super().__init__(context, news, me)

    def commands(self) -> Commands:
        """Return what can be typed here: one's own next game is gone to from the lobby."""
        return {id_: command for id_, command in super().commands().items() if id_ != "next"}

    async def tell_here(self) -> None:
        """Tell what has happened, and leave once something else is on."""
        await super().tell_here()
        self.left = self.switched = self._tv.is_outdated

    def _ways_on(self) -> str:
        return _("The next game comes in a moment.")


class NothingOnTv(ServerRoom):
    """Waits for a game."""

    def __init__(self, context: ServerContext, news: OwnNews, tv: Tv) -> None:
        super().__init__(context, news)
        self._tv = tv
        self.switched = False
        """Whether a game is on."""

    def commands(self) -> Commands:
        """Return what can be typed here."""
        return by_id(common())

    def enter(self) -> None:
        """Say that there is nothing to see."""
        super().enter()
        self.console.notice(nothing_on())

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do nothing: there is no command of this room alone."""

    async def leave(self) -> None:
        """Leave nothing behind."""

    async def tell_here(self) -> None:
        """Leave once a game is on."""
        self.left = self.switched = self._tv.is_outdated


async def watch_tv(context: ServerContext, news: OwnNews) -> None:
    """Watch one public game after the other until that is left."""
    tv = Tv(context.visitor)
    context.happenings.follow("tv", tv.changes())
    try:
        while True:
            room = await _on_now(tv, context, news)
            try:
                await room.run()
            finally:
                await room.leave()
            if not room.switched:
                return
    finally:
        context.happenings.forget("tv")


async def _on_now(tv: Tv, context: ServerContext, news: OwnNews) -> MatchOnTv | NothingOnTv:
    while (match := tv.switch()) is not None:
        try:
            return MatchOnTv(context, news, await context.visitor.attach(match.id), tv)
        except NaishiError:
            tv.skip(match)
    return NothingOnTv(context, news, tv)
