"""Rules of Naishi, with table keys and marks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from textual.content import Content
from typing_extensions import override

from naishi.common.i18n import _
from naishi.settings.keymap import keymap
from naishi.tabletop.kinds import kind_of
from naishi_tui.games.naishi.explain import legend
from naishi_tui.table.rules import Chapter, Rules, chapter, listed_keys


class NaishiRules(Rules):
    """How to play Naishi."""

    def __init__(self, *, playing: bool = False, expansion: bool = False, here: Collection[str] = ()) -> None:
        """Show the rules.

        Args:
            playing: Whether keys and marks come first: one is at a table.
            expansion: Whether the marks of the expansion are among them.
            here: The commands of the screen that one comes from; where not all are of the table, they come first.
        """
        self.playing, self.expansion, self.here = playing, expansion, here
        super().__init__(kind_of("naishi"))

    @override
    def chapters_of(self, kind: Any) -> tuple[Chapter, ...]:
        (table, others), game = _keys(), tuple(map(chapter, kind.rules()))
        on_the_table = (table, (_("Marks on the table"), (Content("\n").join(legend(expansion=self.expansion)),)))
        chapters = (*on_the_table, *game) if self.playing else (*game, *on_the_table)
        return *_keys_here(self.here), *chapters, others


def _keys_here(commands: Collection[str]) -> Iterator[Chapter]:
    """Yield the keys of a screen, unless it is a table."""
    of_the_table = {command for command, _key, _words in keymap().described()}
    if own := [command for command in commands if command not in of_the_table]:
        others = [command for command in commands if command in of_the_table]
        yield _("Keys on this screen"), (Content(listed_keys(keymap().described(*own, *others))),)


def _keys() -> tuple[Chapter, Chapter]:
    """Return the keys of the table, and those of all other screens."""
    (_title, at_the_table), *others = keymap().grouped()
    elsewhere = tuple(Content(f"{title}\n{listed_keys(commands)}") for title, commands in others)
    return (_("Keys at the table"), (Content(listed_keys(at_the_table)),)), (_("Keys elsewhere"), elsewhere)
