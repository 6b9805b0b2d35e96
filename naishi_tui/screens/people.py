"""The people of a server: who is here, and the ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.play import people_text
from naishi.server.play.people import Person
from naishi.server.storage.players import Account
from naishi.server.storage.ratings import Ranked
from naishi_tui.keys import bindings, shown
from naishi_tui.messages import Routed
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.menu_screen import MenuScreen
from naishi_tui.screens.player_page import ShowPlayer
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.text_rows import Span

LOOKED_AT = 60.0
"""Seconds between two looks who is here."""


class ShowPeople(Routed):
    """Show the players."""


class PeopleScreen(MenuScreen):
    """Players to choose from; the page of one leads to a challenge."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"people.name": "ask_name"})]

    def __init__(self, visitor: Visitor) -> None:
        """Begin with nobody; see `load`."""
        super().__init__()
        self.visitor = visitor
        self.people: Sequence[Person] = ()
        self.ranking: Sequence[Ranked] = ()

    def key_hints(self) -> Iterator[KeyHint]:
        """Yield what the key line names."""
        yield KeyHint("choose", _("Enter"), _("page, challenge"))
        yield KeyHint("ask_name", shown("people.name"), _("by name"))
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        """Look again from time to time."""
        self.set_interval(LOOKED_AT, self.look)

    def heading(self) -> tuple[Span, ...]:
        """Name the place."""
        return Span(f" {self.visitor.account.name}  "), Span(_("players"), "quiet")

    async def load(self) -> None:
        """Fetch who is here, and the ranking."""
        company = self.visitor.lobby.company
        self.people, self.ranking = await company.here(), await company.ranking()

    async def look(self) -> None:
        """Show who is here by now."""
        await self.load()
        if self.is_current:
            self.draw()

    def options(self) -> Iterator[Option]:
        """Yield who is here, then the ranking."""
        yield Option(Content.styled(_("Here now"), "bold"), disabled=True)
        for each in self.people:
            yield Option(Content(f"  {people_text.person(each)}"), id=f"here {each.account.name}")
        yield Option(Content.styled(_("Ranking"), "bold"), disabled=True)
        for place, ranked in enumerate(self.ranking, 1):
            yield Option(Content(f"  {people_text.ranked(place, ranked)}"), id=f"ranked {ranked.name}")
        if not self.ranking:
            yield Option(Content.styled(f"  {people_text.no_ranking()}", "$quiet"), disabled=True)

    @work
    async def action_ask_name(self) -> None:
        """Ask for a name, and show the page of that player."""
        found: list[Account] = []

        async def find(name: str) -> None:
            found.append(await self.visitor.lobby.company.find(name))

        if await self.app.push_screen_wait(AskLine(_("Which player? Esc: back."), find)):
            self.post_message(ShowPlayer(found[-1].name))

    async def choose(self, entry: str) -> str:
        """Show the page of a player."""
        self.post_message(ShowPlayer(entry.partition(" ")[2]))
        return ""
