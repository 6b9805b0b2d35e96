"""Rules screen, with the table's keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static
from typing_extensions import override

from naishi.common.i18n import _
from naishi.settings.key_table import at_the_table
from naishi.settings.keymap import keymap
from naishi.tabletop.kinds import Section
from naishi_tui.dialogs.scroll_text import ScrollText
from naishi_tui.drawing.cells import right
from naishi_tui.widgets.prompt import KeyHint
from naishi_tui.widgets.text_rows import HangingText

LETTERS = "abcdefghilmnoprstuvwxyz"
"""The keys of the chapters: no j, k and q, which scroll and leave."""

COLUMN = 12
"""Where it is said what a key does."""

Chapter = tuple[str, tuple[Content, ...]]


class Rules(ScrollText):
    """How to play: contents, from which a letter leads to each chapter, and the chapters."""

    def __init__(self, kind: Any) -> None:
        """Show the rules of a kind of game, and the keys at its table."""
        super().__init__(_("the rules"), game=kind.title())
        self.chapters = self.chapters_of(kind)

    def chapters_of(self, kind: Any) -> tuple[Chapter, ...]:
        """Return the chapters, each a title and its paragraphs."""
        keys = keymap().described(*at_the_table(kind.key))
        return *map(chapter, kind.rules()), (_("Keys at the table"), (Content(listed_keys(keys)),))

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", f"a-{LETTERS[len(self.chapters) - 1]}", _("chapter"))
        yield KeyHint("contents", _("Home"), _("contents"))
        yield from super().key_hints()

    def compose_text(self) -> ComposeResult:
        """Lay out the contents and the chapters."""
        yield Static(Content("   ").join(self._contents()), id="contents")
        for title, paragraphs in self.chapters:
            yield Static(Content.styled(title, "bold $accent"), classes="title")
            text = Content("\n\n").join(paragraphs)
            of_keys = title in {_("Keys at the table"), _("Keys elsewhere"), _("Keys on this screen")}
            yield HangingText(text.plain.split("\n"), COLUMN) if of_keys else Static(text)

    def _contents(self) -> Iterator[Content]:
        for place, (title, _paragraphs) in enumerate(self.chapters):
            yield Content.from_markup(
                f"[@click=screen.jump({place})][b $accent]{LETTERS[place]}[/]\u00a0$title[/]", title=title
            )

    def reads_key(self, key: str) -> bool:
        """Return whether a key leads to a chapter."""
        return key in LETTERS[: len(self.chapters)]

    def on_key(self, event: events.Key) -> None:
        """Go to the chapter of a letter."""
        place = LETTERS.find(event.character or " ")
        if 0 <= place < len(self.chapters):
            event.stop()
            self.action_jump(place)

    def action_jump(self, place: int) -> None:
        """Scroll a chapter to the top."""
        self._show_at_top(self.query(".title")[place])

    @override
    def open_rules(self) -> None:
        self.action_contents()

    def action_contents(self) -> None:
        """Go back to the contents."""
        self._show_at_top(self.query_one("#contents"))

    def _show_at_top(self, widget: Widget) -> None:
        self.scrolled.scroll_to_widget(widget, top=True, animate=False)


def chapter(section: Section) -> Chapter:
    """Return a section of the rules as a chapter."""
    return section.title, tuple(map(Content, section.paragraphs))


def listed_keys(commands: Iterable[tuple[str, str, str]]) -> str:
    """Return a line for each command, its key and what it does."""
    return "\n".join(f"{right(key, COLUMN - 2)}  {words}" for _command, key, words in commands)
