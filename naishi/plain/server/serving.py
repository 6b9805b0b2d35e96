"""Line-mode visit, from arrival to end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from naishi.plain.console import Console
from naishi.plain.json_console import JsonConsole
from naishi.plain.server.channel_lines import ChannelLines
from naishi.plain.server.context import ServerContext
from naishi.plain.server.lobby import PlainLobby
from naishi.server import Visitor
from naishi.settings.layers import Layers

PAUSE = 0.25
"""Seconds between two looks at lists, however much happens."""


class LineVisit:
    """What somebody reads and types who has come without a screen."""

    def __init__(
        self,
        visitor: Visitor,
        lines: ChannelLines,
        read_layers: Callable[[Visitor], Layers],
        ssh_line: Callable[..., str],
        *,
        offered: Sequence[str],
        json_lines: bool = False,
        call: Callable[[str, str], None] | None = None,
    ) -> None:
        """Serve line mode to a visitor.

        Args:
            visitor: Who has come.
            lines: Where they read and type.
            read_layers: Returns the settings of a visitor's account.
            ssh_line: Returns the line that brings a friend here, by the words of a command.
            offered: The settings that can be changed.
            json_lines: Whether a program reads and writes objects.
            call: Has their terminal call them, as the setting `notice` says, with a sentence; None where there is none.
        """
        console = (JsonConsole if json_lines else Console)(lines)
        self._context = ServerContext(
            console=console,
            layers=read_layers(visitor),
            offered=tuple(offered),
            visitor=visitor,
            read_layers=read_layers,
            ssh_line=ssh_line,
            call=call,
        )
        self._context.follow_settings()

    def let_browsers_in(self, web_link: Callable[[str], str]) -> None:
        """Offer a link for browsers, which `web_link` returns for its word."""
        self._context.web_link = web_link

    async def run(self, verb: str = "", word: str = "", *, by_link: bool = False) -> int:
        """Read and do what is typed, until it is left or the input ends.

        Args:
            verb: `join` or `watch`, to begin at a table; empty for the lobby.
            word: Of the table.
            by_link: Whether a link has led there, and nobody has typed that.

        Returns:
            The exit status: 1 where the visitor couldn't go there, and typed nothing else.
        """
        context, visitor = self._context, self._context.visitor
        happenings = context.happenings
        happenings.follow("own lists and account", visitor.changes(), PAUSE)
        public = visitor.lobby.public.changes
        happenings.follow("public lists", public.since(public.newest), PAUSE)
        try:
            await visitor.refresh()
            lobby = PlainLobby(context, f"{verb} {word}".strip(), by_link=by_link)
            await lobby.run()
            return int(lobby.failed)
        finally:
            await happenings.close()

    @property
    def wanted(self) -> bool:
        """Whether the player has chosen line mode for every visit."""
        return self._context.settings.plain

    def say_announced(self) -> None:
        """Say what the operator of the server has announced, if there is something new."""
        if announced := self._context.visitor.take_announced():
            self.say(announced)

    def say(self, text: str) -> None:
        """Say something that no command has asked for."""
        self._context.console.notice(text)
