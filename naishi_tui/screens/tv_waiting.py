"""TV while no game is on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from naishi.common.i18n import _
from naishi_tui.keys import bindings
from naishi_tui.messages import LeaveGame, Routed
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.text_rows import Span, TextRows


class WatchTv(Routed):
    """Watch the most interesting public game, and then the next one."""


class TvWaiting(SteadyScreen[None], Ground):
    """Says that there is nothing to see yet; the next game takes its place."""

    CSS_PATH = "tv_waiting.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *bindings({"tv.leave": "back"}),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield TextRows(id="heading")
        yield Static(Content(_("No game is on. The next one to begin appears here by itself.")), id="nothing")
        yield KeyLine(self._key_hints(), id="keys")

    def _key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("back", _("Esc"), _("lobby"))

    def on_mount(self) -> None:
        """Name the place."""
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(" "), Span(_("TV"))),)

    def go_back(self) -> None:
        """Go back to the lobby."""
        self.post_message(LeaveGame())
