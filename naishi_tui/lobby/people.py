"""People of a server, and the page of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.accounts import people_text
from naishi.server.accounts.people import Page, Person
from naishi.server.lobby.table_flow import TableFlow
from naishi.server.match import match_text
from naishi.server.presence.presence import Account
from naishi.server.ratings.ratings import Ranked
from naishi.tabletop.kinds import keys
from naishi_tui.dialogs.questions import AskLine, Confirm
from naishi_tui.dialogs.steady_screen import MenuScreen, Stylesheets
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import bindings
from naishi_tui.lobby.lobby_tables import GoToMatch
from naishi_tui.lobby.table_questions import LastWanted
from naishi_tui.messages import Routed
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.text_rows import KeyHint, KeyLine, Span, TextRows, hint


@dataclass
class ShowPlayer(Routed):
    """Show the page of a player."""

    name: str


class PlayerPage(MenuScreen):
    """What there is to read of a player, above what can be done."""

    CSS_PATH: ClassVar[Stylesheets] = [stylesheet("dialogs/menu_screen.tcss"), stylesheet("lobby/player_page.tcss")]

    def __init__(self, visitor: Visitor, page: Page, *, blocked: bool) -> None:
        super().__init__()
        self.visitor, self.page, self.blocked = visitor, page, blocked

    @classmethod
    async def of(cls, visitor: Visitor, name: str) -> PlayerPage:
        """Return the page of a player. Raises NaishiError: there is none of that name."""
        company = visitor.lobby.company
        account = await company.find(name)
        blocked = await visitor.lobby.challenging.blocks(visitor.account, account)
        return cls(visitor, await company.page(account, visitor.account), blocked=blocked)

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        with VerticalScroll(id="about", can_focus=False):
            yield Static(Content("\n".join(self._about())))
        yield Menu(id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    @override
    def heading(self) -> tuple[Span, ...]:
        return (Span(f" {self.page.profile.account.name}"),)

    def _about(self) -> Iterator[str]:
        yield from people_text.about(self.page)
        if line := people_text.sparkline(self.page.curve):
            yield f"\n{line}"

    @override
    def options(self) -> Iterator[Option]:
        account, me = self.page.profile.account, self.visitor.account
        if account.id == me.id:
            return
        name = account.name
        if not self.blocked:
            yield Option(Content(_("Challenge {name}").format(name=name)), id="challenge")
            yield Option(
                Content(_("Block {name}: no challenges, no seat at your tables").format(name=name)), id="block"
            )
        else:
            yield Option(Content(_("Unblock {name}").format(name=name)), id="unblock")

    async def choose(self, entry: str) -> str:
        """Challenge the player; or block them, or let them again."""
        return await (self._challenge() if entry == "challenge" else self._block())

    async def _challenge(self) -> str:
        account, me = self.page.profile.account, self.visitor
        question = _("You challenge {name}. Esc: no.").format(name=account.name)
        rating = "" if me.account.guest or account.guest else match_text.about(me.own_lists.standing)
        wanted = await LastWanted().choose(
            self.app.push_screen_wait,
            lambda questions, last: questions.table(question, last.terms, rating),
            keys()[0],
        )
        if wanted is None:
            return ""
        ask = self.app.push_screen_wait

        async def confirm(question: str) -> bool:
            return await ask(Confirm(question, harmless=True))

        at = await TableFlow(me, confirm).challenge(account.name, wanted.terms)
        if at.has_begun:  # they have challenged this player, too
            self.post_message(GoToMatch(at.match))
            return ""
        return at.said

    async def _block(self) -> str:
        account = self.page.profile.account
        said = await (self.visitor.unblock(account) if self.blocked else self.visitor.block(account))
        self.blocked = not self.blocked
        self.draw()
        return said


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

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("choose", _("Enter"), _("page, challenge"))
        yield hint("people.name", gives="ask_name")
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        self.set_interval(LOOKED_AT, self.look)

    @override
    def heading(self) -> tuple[Span, ...]:
        return Span(f" {self.visitor.account.name}  "), Span(_("players"), "quiet")

    async def load(self) -> None:
        company = self.visitor.lobby.company
        self.people, self.ranking = await company.here(), await company.ranking()

    async def look(self) -> None:
        await self.load()
        if self.is_current:
            self.draw()

    @override
    def options(self) -> Iterator[Option]:
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
        found: list[Account] = []

        async def find(name: str) -> None:
            found.append(await self.visitor.lobby.company.find(name))

        if await self.app.push_screen_wait(AskLine(_("Which player? Esc: back."), find)):
            self.post_message(ShowPlayer(found[-1].name))

    async def choose(self, entry: str) -> str:
        self.post_message(ShowPlayer(entry.partition(" ")[2]))
        return ""
