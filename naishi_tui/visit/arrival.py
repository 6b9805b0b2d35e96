"""Arrival at a server: caller and purpose."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.screen import Screen

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.plain.server.match_numbers import MatchIds
from naishi.server import Match, MatchStage, Visitor
from naishi.server.lobby.account_flow import other_key
from naishi.server.lobby.table_flow import TableFlow, seated
from naishi.server.match.match_text import TWO
from naishi.transports.client import InitialCommand, PublicAddress
from naishi_tui.dialogs.questions import AskLine, Confirm


class Arrival:
    """Takes a visitor from the door to where they want to be.

    Args:
        say: Says something in the lobby.
    """

    def __init__(
        self,
        visitor: Visitor,
        public: PublicAddress,
        ask: Callable[[Screen[Any]], Awaitable[object]],
        say: Callable[[str], Awaitable[None]],
    ) -> None:
        async def confirm(question: str) -> bool:  # it doesn't know this, so that whoever leaves is forgotten at once
            return bool(await ask(Confirm(question, harmless=True)))

        self._visitor, self._public, self._ask, self._say = visitor, public, ask, say
        self._tables = TableFlow(visitor, confirm)
        self.is_new = False
        """Whether the visitor has sat down at a table by its word, and has no other game here."""

    async def ask_name(self) -> None:
        if self._visitor.account.named or self._visitor.fingerprint is None:
            return

        async def accept(name: str) -> None:
            if not self._visitor.account.named:  # else the key was added to an account meanwhile
                await self._visitor.rename(name)

        question, hint = _("Welcome! What name do you want to play under?"), other_key(self._public.ssh_line())
        await self._ask(AskLine("\n\n".join(filter(None, (question, hint))), accept))
        await self._say("")

    async def match(self, command: InitialCommand) -> Match | None:
        """Return the match that the visitor has asked for, at a seat if there is one; None says why in the lobby."""
        if not command.verb:
            return None
        try:
            return await self._find(command.word, watch=command.verb == "watch")
        except NaishiError as error:
            await self._say(str(error))
            return None

    async def _find(self, word: str, *, watch: bool) -> Match | None:
        await self._visitor.refresh()
        match = await MatchIds(self._visitor).look_up(word, to_sit=not watch)
        if not watch and self._tables.joins(match):
            if not await self._tables.agrees(match, always=self._public.by_web):
                return None
            self.is_new = not self._visitor.listing.mine
            match = (await self._tables.join(match)).match
        me = self._visitor.account.id  # a guest's account is stored with the first seat
        if not watch and match.state is MatchStage.OPEN and me in match.seats and len(match.seats) > TWO:
            await self._say(seated(match))
            return None
        if not watch and match.seat_of(me) is None and match.state is not MatchStage.OPEN:
            line = self._public.ssh_line("watch", match.id if match.public else match.invite)
            raise NaishiError(_("This table is full. To watch:\n{line}").format(line=line))
        return match
