"""The tournaments of a server: one's own, and the others that everybody sees."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, pgettext
from naishi.server.play import tournament_text
from naishi.server.play.own_tournaments import OwnTournaments
from naishi.server.storage.tournament import Setup, Tournament
from naishi_tui.keys import bindings, named, shown
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.lobby_lists import REDRAWN
from naishi_tui.screens.new_tournament import NewTournament
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.screens.tournament_page import TournamentScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.match_list import MatchList, MatchRow
from naishi_tui.widgets.text_rows import Span, TextRows


class TournamentsScreen(SteadyScreen[None], Ground):
    """A list of tournaments; each leads to its page."""

    CSS_PATH = "tournaments.tcss"
    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *bindings({"list.back": "back", "tournaments.new": "make", "tournaments.word": "word"}),
    ]

    def __init__(self, tournaments: OwnTournaments) -> None:
        """Begin with none; see `load`."""
        super().__init__()
        self.tournaments = tournaments
        self.mine: Sequence[Tournament] = ()
        self.others: Sequence[Tournament] = ()

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="said")
        yield KeyLine(self._key_hints(), id="keys")

    def _key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("choose", _("Enter"), _("open"))
        if not self.tournaments.visitor.account.guest:
            yield KeyHint("make", shown("tournaments.new"), pgettext("make a tournament", "new"))
        yield KeyHint("word", shown("tournaments.word"), _("by its word"))
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        """Draw the list, and follow it."""
        self.draw()
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _change in self.tournaments.changes():
            if self.is_current:
                await self.look()
            await asyncio.sleep(REDRAWN)

    async def on_screen_resume(self) -> None:
        """Draw what has changed while another screen lay above."""
        if self.is_mounted:
            await self.look()

    async def load(self) -> None:
        """Fetch the tournaments."""
        self.mine, self.others = await self.tournaments.mine(), await self.tournaments.others()

    async def look(self) -> None:
        """Fetch the tournaments, and draw them."""
        try:
            await self.load()
        except NaishiError as error:
            self._say(str(error))
        self.draw()

    def draw(self) -> None:
        """Draw the list."""
        if self.can_draw:
            heading = _("tournaments")
            self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(f" {heading}")),)
            self.query_one("#lists", MatchList).rows = tuple(self._rows())

    def _rows(self) -> Iterator[MatchRow]:
        guest = self.tournaments.visitor.account.guest
        nothing = _("none") if guest else named(_("none yet: n makes one"), "tournaments.new")
        for title, listed, none in ((_("Your tournaments"), self.mine, nothing), (_("Others"), self.others, _("none"))):
            yield MatchRow(None, title, bold=True)
            if not listed:
                yield MatchRow(None, f"  {none}")
            for each in listed:
                yield MatchRow(each.id, f"  {tournament_text.line(each)}")

    @on(MatchList.Chosen)
    def _chosen(self, event: MatchList.Chosen) -> None:
        self._open(event.id)

    def action_choose(self) -> None:
        """Open the tournament under the cursor."""
        self.query_one("#lists", MatchList).action_choose()

    def action_back(self) -> None:
        """Go back to the lobby."""
        self.dismiss()

    @work(exclusive=True, group="page")
    async def _open(self, tournament: str) -> None:
        await self._show(tournament)

    async def _show(self, tournament: str) -> None:
        try:
            page = await self.tournaments.page(tournament)
        except NaishiError as error:
            self._say(str(error))
            return
        if self.is_active:
            self._say("")
            self.app.push_screen(TournamentScreen(self.tournaments, page))

    @work
    async def action_make(self) -> None:
        """Make a tournament, and show it."""
        try:
            self.tournaments.check_maker()
        except NaishiError as error:
            self._say(str(error))
            return
        made: list[Tournament] = []

        async def make(setup: Setup) -> None:
            made.append(await self.tournaments.make(setup))

        if await self.app.push_screen_wait(NewTournament(make)):
            await self._show(made[-1].id)

    @work
    async def action_word(self) -> None:
        """Show the tournament that somebody was invited to."""
        found: list[Tournament] = []

        async def find(word: str) -> None:
            found.append(await self.tournaments.find(word))

        if await self.app.push_screen_wait(AskLine(_("Which word were you given? Esc: back."), find)):
            await self._show(found[-1].id)

    def _say(self, text: str) -> None:
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))
