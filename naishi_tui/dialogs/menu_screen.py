"""Menu screen of a server, with a result line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import back_bindings
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.prompt import KeyHint, KeyLine
from naishi_tui.widgets.text_rows import Ground, Span, TextRows

Stylesheets = str | PurePath | list[str | PurePath] | None
"""What a screen of Textual's names as its stylesheets."""


class MenuScreen(SteadyScreen[None], Ground):
    """A heading, entries, and what is said of them."""

    CSS_PATH: ClassVar[Stylesheets] = stylesheet("dialogs/menu_screen.tcss")
    AUTO_FOCUS = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [*back_bindings()]
    GRAVE: ClassVar[tuple[str, ...]] = ()
    """How the ids of entries begin that the cursor never comes to by itself."""

    def compose(self) -> ComposeResult:
        """Lay out the entries."""
        yield TextRows(id="heading")
        yield Menu(id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def heading(self) -> tuple[Span, ...]:
        """Return what stands above, after the name of the game."""
        raise NotImplementedError

    def options(self) -> Iterator[Option]:
        """Yield the entries as they are now."""
        raise NotImplementedError

    async def choose(self, entry: str) -> str:
        """Do what an entry says; return what to say about it.

        Raises:
            NaishiError: It can't be done; the text says why.
        """
        raise NotImplementedError

    def key_hints(self) -> Iterator[KeyHint]:
        """Yield what the key line names."""
        yield KeyHint("choose", _("Enter"), _("choose"))
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        """Draw the entries."""
        self.draw()

    async def recompose(self) -> None:
        """Lay out the screen again, in another language."""
        await super().recompose()
        self.draw()

    def draw(self) -> None:
        """Show the heading and the entries as they are now, with the cursor where it was."""
        if not self.can_draw:
            return  # it is being laid out again, and drawn after that, or was closed
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), *self.heading()),)
        self.menu.fill([*self.options()], grave=self.GRAVE)

    @property
    def menu(self) -> Menu:
        """The entries as they are drawn, and the cursor."""
        return self.query_one("#entries", Menu)

    def tell(self, text: str) -> None:
        """Say something below the entries."""
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    def action_choose(self) -> None:
        """Choose the entry under the cursor."""
        self.menu.action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.action_do(event.option_id or "")

    @work(exclusive=True, group="entry")
    async def action_do(self, entry: str) -> None:
        """Do what an entry says, if it is there, and say what came of it.

        Args:
            entry: Its id.
        """
        if entry not in {option.id for option in self.menu.options}:
            return
        self.tell("")  # what was said of the last entry isn't said of this one
        try:
            said = await self.choose(entry)
        except NaishiError as error:
            said = str(error)
        self.tell(said)
