"""The page of a player: how they have done, and what one can ask of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.play import people_text, rating_text
from naishi.server.play.people import Page
from naishi.server.storage.terms import PLAIN
from naishi_tui.messages import Routed
from naishi_tui.screens.choose_terms import ChooseTerms
from naishi_tui.screens.menu_screen import MenuScreen, Stylesheets
from naishi_tui.widgets.key_line import KeyLine
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.text_rows import Span, TextRows


@dataclass
class ShowPlayer(Routed):
    """Show the page of a player."""

    name: str


class PlayerPage(MenuScreen):
    """What there is to read of a player, above what can be done."""

    CSS_PATH: ClassVar[Stylesheets] = ["menu_screen.tcss", "player_page.tcss"]

    def __init__(self, visitor: Visitor, page: Page, *, blocked: bool) -> None:
        """See `of`."""
        super().__init__()
        self.visitor, self.page, self.blocked = visitor, page, blocked

    @classmethod
    async def of(cls, visitor: Visitor, name: str) -> PlayerPage:
        """Return the page of a player.

        Raises:
            NaishiError: There is none of that name.
        """
        company = visitor.lobby.company
        account = await company.find(name)
        blocked = await visitor.lobby.challenging.blocks(visitor.account, account)
        return cls(visitor, await company.page(account, visitor.account), blocked=blocked)

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield TextRows(id="heading")
        with VerticalScroll(id="about", can_focus=False):
            yield Static(Content("\n".join(self._about())))
        yield Menu(id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def heading(self) -> tuple[Span, ...]:
        """Name the player."""
        return (Span(f" {self.page.profile.account.name}"),)

    def _about(self) -> Iterator[str]:
        yield from people_text.about(self.page)
        if line := people_text.sparkline(self.page.curve):
            yield f"\n{line}"

    def options(self) -> Iterator[Option]:
        """Yield what can be done."""
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
        rating = "" if me.account.guest or account.guest else rating_text.about(me.own_lists.standing)
        terms = await self.app.push_screen_wait(ChooseTerms(question, PLAIN, rating=rating))
        if terms is None:
            return ""
        await me.tables.challenge(account.name, terms)
        return _("{name} sees your challenge in the lobby, now or on coming back.").format(name=account.name)

    async def _block(self) -> str:
        """Block the player, or let them again."""
        account = self.page.profile.account
        await (self.visitor.unblock(account) if self.blocked else self.visitor.block(account))
        self.blocked = not self.blocked
        self.draw()
        said = _("{name} can't challenge you any more, nor sit down at your tables.")
        return (said if self.blocked else _("{name} can challenge you.")).format(name=account.name)
