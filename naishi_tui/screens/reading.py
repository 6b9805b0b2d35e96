"""What can be read on every screen of a game: the card under the cursor, the marks, the log, the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from naishi.common.i18n import _
from naishi.games.naishi.game import deal_text
from naishi_tui.screens.explain import Explain
from naishi_tui.screens.legend import Legend
from naishi_tui.screens.naishi_rules import NaishiRules
from naishi_tui.screens.part import Handlers, PartHost
from naishi_tui.screens.whole_log import WholeLog
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi_tui.drawing.card_text import CardOrRyokan
    from naishi_tui.widgets.card import CardRow


class CardCursor(Protocol):
    """The cursor on the cards of a screen."""

    def card(self) -> CardOrRyokan | None:
        """Return the card under the cursor, if there is one face up."""

    def next_card(self, columns: int, rows: int) -> CardOrRyokan | None:
        """Move the cursor, and return the card that is under it then, if one is face up."""

    def worth(self) -> str:
        """Say what the card under the cursor is worth as it lies there, and why; nothing where that isn't known."""

    def pick(self, row: CardRow, position: int) -> bool:
        """Move the cursor to a card that was clicked; return whether to choose that card."""


class ReadScreen(PartHost, Protocol):
    """A screen on which there is something to read."""

    @property
    def cursor(self) -> CardCursor:
        """Where the cursor is."""


class Reading:
    """Shows texts above a screen of a game."""

    def __init__(self, screen: ReadScreen) -> None:
        self.screen = screen
        self.handlers: Handlers = {
            "explain": self.explain,
            "log": self.show_log,
            "rules": self.show_rules,
            "legend": self.show_legend,
        }

    def hints(self) -> Iterator[KeyHint]:
        """Name the keys that explain."""
        hint = self.screen.hint
        yield hint("explain", _("card"), minor=True)
        yield hint("legend", _("marks"), minor=True)
        yield hint("log", _("log"), minor=True)
        yield hint("rules", _("help"))

    def explain(self) -> None:
        """Explain the card under the cursor."""
        view, cursor = self.screen.view, self.screen.cursor
        if (card := cursor.card()) is not None:
            below = "" if view.deal_check is None else deal_text.verdict(view.deal_check)
            keys = self.screen.keymap.keys("explain")
            explained = Explain(
                card, cursor.next_card, expansion=view.module is not None, now=cursor.worth, below=below, keys=keys
            )
            self.screen.app.push_screen(explained)

    def show_log(self) -> None:
        """Show the whole log."""
        self.screen.app.push_screen(WholeLog(self.screen.view, self.screen.reader))

    def show_rules(self) -> None:
        """Show the keys, the marks and the rules."""
        expansion = self.screen.view.module is not None
        self.screen.app.push_screen(NaishiRules(self.screen.keymap, playing=True, expansion=expansion))

    def show_legend(self) -> None:
        """Show what the marks mean, and with the expansion what is in play."""
        self.screen.app.push_screen(Legend(self.screen.view, self.screen.reader))
