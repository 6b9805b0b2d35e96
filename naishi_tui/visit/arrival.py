"""What happens first at a visitor's terminal: the name on the first visit, and the match that was asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import Match, MatchState, Visitor
from naishi.server.play import match_text
from naishi_tui.drawing import lobby_text
from naishi_tui.public_address import PublicAddress
from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.lobby_ask import AskLine

if TYPE_CHECKING:
    from naishi_tui.visit.initial_command import InitialCommand


class Arrival:
    """Takes a visitor from the door to where they want to be."""

    def __init__(
        self,
        visitor: Visitor,
        public: PublicAddress,
        ask: Callable[[Screen[Any]], Awaitable[object]],
        say: Callable[[str], Awaitable[None]],
    ) -> None:
        """Begin.

        Args:
            visitor: Who has come.
            public: Where friends reach the server.
            ask: Shows a question, and waits for the answer.
            say: Says something in the lobby.
        """
        self._visitor, self._public, self._ask, self._say = visitor, public, ask, say

    async def ask_name(self) -> None:
        """Ask who it is, on the first visit with a key."""
        if self._visitor.account.named or self._visitor.fingerprint is None:
            return

        async def accept(name: str) -> None:
            if not self._visitor.account.named:  # else the key was added to an account meanwhile
                await self._visitor.rename(name)

        await self._ask(AskLine(_("Welcome! What name do you want to play under?"), accept))
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
        match = await self._visitor.find(word)
        me = self._visitor.account.id
        if not watch and match.state is MatchState.OPEN and match.host != me:
            asks = match_text.has_terms(match) or self._public.by_web  # who follows a link has typed nothing
            if asks and not await self._ask(Confirm(lobby_text.sit_down(match), harmless=True)):
                return None
            return await self._visitor.tables.join(match)
        if not watch and match.seat_of(me) is None and match.state is not MatchState.OPEN:
            line = self._public.ssh_line("watch", match.id if match.public else match.invite)
            raise NaishiError(_("This table is full. To watch:\n{line}").format(line=line))
        return match
