"""Texts to read at Naishi's table: cards, marks, the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from textual.content import Content

from naishi.common.i18n import _
from naishi.games.naishi.game import deal_proof
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.text.sentences import sentence
from naishi.settings.keymap import keymap
from naishi_tui.dialogs.scroll_text import ScrollText
from naishi_tui.games.naishi.explain import Explain, Legend
from naishi_tui.games.naishi.rules import NaishiRules
from naishi_tui.table.part import Handlers, PartHost
from naishi_tui.widgets.prompt import KeyHint, hint

if TYPE_CHECKING:
    from naishi_tui.games.naishi.cards.card import CardRow
    from naishi_tui.games.naishi.cards.card_text import CardOrRyokan


class WholeLog(ScrollText):
    """All that happened, round by round."""

    def __init__(self, view: PlayerView, reader: int | None) -> None:
        """Tell all that happened; the player at the seat of the `reader` is addressed as "you"."""
        super().__init__(_("the log"), _rounds(view, reader), from_end=True)


def _rounds(view: PlayerView, reader: int | None) -> Iterator[Content]:
    for number, events in groupby(view.events, key=lambda event: event.round):
        yield Content.assemble(
            Content.styled(_("Round {number}").format(number=number), "bold $accent"),
            *(f"\n{sentence(event, view.names, reader)}" for event in events),
        )


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

    def with_keys(self) -> Iterable[str]:
        """Return the commands that have keys on the screen."""


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
        yield hint("explain")
        yield hint("legend")
        yield hint("log")
        yield hint("rules")

    def explain(self) -> None:
        """Explain the card under the cursor."""
        view, cursor = self.screen.view, self.screen.cursor
        if (card := cursor.card()) is not None:
            below = "" if view.deal_check is None else deal_proof.verdict(view.deal_check)
            keys = keymap().keys("explain")
            explained = Explain(
                card, cursor.next_card, expansion=view.module is not None, now=cursor.worth, below=below, keys=keys
            )
            self.screen.app.push_screen(explained)
        else:
            self.screen.refuse(_("Nothing to explain here: move the cursor to a card that is face up."))

    def show_log(self) -> None:
        """Show the whole log."""
        self.screen.app.push_screen(WholeLog(self.screen.view, self.screen.reader))

    def show_rules(self) -> None:
        """Show the keys, the marks and the rules."""
        expansion = self.screen.view.module is not None
        rules = NaishiRules(playing=True, expansion=expansion, here=[*self.screen.with_keys()])
        self.screen.app.push_screen(rules)

    def show_legend(self) -> None:
        """Show what the marks mean, and with the expansion what is in play."""
        self.screen.app.push_screen(Legend(self.screen.view, self.screen.reader))
