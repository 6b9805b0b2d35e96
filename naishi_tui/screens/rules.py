"""The rules in our own words, and the keys of the table."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from naishi.i18n import _
from naishi.text.rules_help import rules
from naishi_tui.drawing.cells import right
from naishi_tui.drawing.legend import legend
from naishi_tui.keys import Keymap
from naishi_tui.screens.scroll_text import ScrollText


class Rules(ScrollText):
    """How to play."""

    def __init__(self, keymap: Keymap, *, playing: bool = False) -> None:
        """Show the rules, with the keys of a keymap; keys and marks first where one is `playing`."""
        table, game = (*_keys(keymap), *_marks()), tuple(_rules())
        super().__init__(_("the rules"), (*table, *game) if playing else (*game, *table))


def _rules() -> Iterator[Content]:
    for section in rules():
        yield Content.styled(section.title, "bold $accent")
        yield from map(Content, section.paragraphs)


def _keys(keymap: Keymap) -> Iterator[Content]:
    yield Content.styled(_("Keys at the table"), "bold $accent")
    yield Content("\n".join(f"{right(key, 10)}  {words}" for _command, key, words in keymap.described()))


def _marks() -> Iterator[Content]:
    yield Content.styled(_("Marks on the table"), "bold $accent")
    yield Content("\n").join(legend())
