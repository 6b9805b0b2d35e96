"""The page of a player: how they have done, and what one can ask of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.play import people_text, rating_text
from naishi.server.play.people import Page
from naishi.server.storage.terms import PLAIN
from naishi_tui.keys import bindings
from naishi_tui.screens.choose_terms import ChooseTerms
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.text_rows import Span, TextRows


class PlayerPage(SteadyScreen[None], Ground):
    """What there is to read of a player, above what can be done."""

    CSS_PATH = "player_page.tcss"
    AUTO_FOCUS = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False), *bindings({"list.back": "back"})]

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
        yield Menu(*self._options(), id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine([KeyHint("choose", _("Enter"), _("choose")), KeyHint("back", _("Esc"), _("back"))], id="keys")

    def on_mount(self) -> None:
        """Name the player."""
        name = self.page.profile.account.name
        self.query_one("#entries", OptionList).action_first()
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(f" {name}")),)

    def _about(self) -> Iterator[str]:
        yield from people_text.about(self.page)
        if line := people_text.sparkline(self.page.curve):
            yield f"\n{line}"

    def _options(self) -> Iterator[Option]:
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

    def tell(self, text: str) -> None:
        """Say something below what can be done."""
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss()

    def action_choose(self) -> None:
        """Choose the entry under the cursor."""
        self.query_one("#entries", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._do(event.option_id or "")

    @work(exclusive=True, group="entry")
    async def _do(self, entry: str) -> None:
        try:
            said = await (self._challenge() if entry == "challenge" else self._block())
        except NaishiError as error:
            said = str(error)
        self.tell(said)

    async def _challenge(self) -> str:
        account, me = self.page.profile.account, self.visitor
        question = _("You challenge {name}. Esc: no.").format(name=account.name)
        rating = "" if me.account.guest or account.guest else rating_text.about(me.own_lists.standing)
        terms = await self.app.push_screen_wait(ChooseTerms(question, PLAIN, rating=rating))
        if terms is None:
            return ""
        await me.challenge(account.name, terms)
        return _("{name} sees your challenge in the lobby, now or on coming back.").format(name=account.name)

    async def _block(self) -> str:
        """Block the player, or let them again."""
        challenging, account = self.visitor.lobby.challenging, self.page.profile.account
        change = challenging.unblock if self.blocked else challenging.block
        await change(await self.visitor.stored(), account)
        self.blocked = not self.blocked
        menu = self.query_one("#entries", OptionList)
        menu.clear_options()
        menu.add_options(self._options())
        menu.highlighted = 0
        said = _("{name} can't challenge you any more, nor sit down at your tables.")
        return (said if self.blocked else _("{name} can challenge you.")).format(name=account.name)
