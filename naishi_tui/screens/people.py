"""The people of a server: who is here, and the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.play import people_text
from naishi.server.play.people import Person
from naishi.server.storage.ratings import Ranked
from naishi_tui.keys import bindings, shown
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.player_page import PlayerPage
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.text_rows import Span, TextRows

LOOKED_AT = 60.0
"""Seconds between two looks who is here."""


class PeopleScreen(SteadyScreen[None], Ground):
    """Players to choose from; the page of one leads to a challenge."""

    CSS_PATH = "people.tcss"
    AUTO_FOCUS = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *bindings({"list.back": "back", "people.name": "ask_name"}),
    ]

    def __init__(self, visitor: Visitor) -> None:
        """Begin with nobody; see `load`."""
        super().__init__()
        self.visitor = visitor
        self.people: Sequence[Person] = ()
        self.ranking: Sequence[Ranked] = ()

    def compose(self) -> ComposeResult:
        """Lay out the lists."""
        yield TextRows(id="heading")
        yield Menu(*self._options(), id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine(self._key_hints(), id="keys")

    def _key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("choose", _("Enter"), _("page, challenge"))
        yield KeyHint("ask_name", shown("people.name"), _("by name"))
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        """Name the place, and look again from time to time."""
        self.query_one("#heading", TextRows).rows = (
            (Span(" NAISHI ", "title"), Span(f" {self.visitor.account.name}  "), Span(_("players"), "quiet")),
        )
        self.query_one("#entries", OptionList).action_first()
        self.set_interval(LOOKED_AT, self.look)

    async def load(self) -> None:
        """Fetch who is here, and the ranking."""
        company = self.visitor.lobby.company
        self.people, self.ranking = await company.here(), await company.ranking()

    async def look(self) -> None:
        """Show who is here by now, if that is different."""
        before = self.people, self.ranking
        await self.load()
        if (self.people, self.ranking) != before and self.can_draw and self.is_current:
            menu = self.query_one("#entries", OptionList)
            at = None if menu.highlighted_option is None else menu.highlighted_option.id
            options = list(self._options())
            menu.clear_options()
            menu.add_options(options)
            menu.highlighted = next((place for place, each in enumerate(options) if each.id == at), None)

    def _options(self) -> Iterator[Option]:
        yield Option(Content.styled(_("Here now"), "bold"), disabled=True)
        for each in self.people:
            yield Option(Content(f"  {people_text.person(each)}"), id=f"here {each.account.name}")
        yield Option(Content.styled(_("Ranking"), "bold"), disabled=True)
        for place, ranked in enumerate(self.ranking, 1):
            yield Option(Content(f"  {people_text.ranked(place, ranked)}"), id=f"ranked {ranked.name}")
        if not self.ranking:
            yield Option(Content.styled(f"  {people_text.no_ranking()}", "$quiet"), disabled=True)

    def tell(self, text: str) -> None:
        """Say something below the lists."""
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    def action_back(self) -> None:
        """Go back to the lobby."""
        self.dismiss()

    def action_choose(self) -> None:
        """Choose the player under the cursor."""
        self.query_one("#entries", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._show((event.option_id or "").partition(" ")[2])

    @work
    async def action_ask_name(self) -> None:
        """Ask for a name, and show the page of that player."""
        found: list[PlayerPage] = []

        async def find(name: str) -> None:
            found.append(await PlayerPage.of(self.visitor, name))

        if await self.app.push_screen_wait(AskLine(_("Which player? Esc: back."), find)):
            self.app.push_screen(found[-1])

    @work
    async def _show(self, name: str) -> None:
        try:
            page = await PlayerPage.of(self.visitor, name)
        except NaishiError as error:
            self.tell(str(error))
            return
        if self.is_active:
            self.app.push_screen(page)
