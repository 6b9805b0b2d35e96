"""The state of a saved game in words: how far it is, with what options, and which game where lists mix them."""

from __future__ import annotations

from collections.abc import Iterable

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.saves.summary import Problem, Summary
from naishi.tabletop.kinds import keys, kind_of


def state(game: Summary, *, in_short: bool = False) -> str:
    """Return how far a saved game is, or how it ended; and what its players agreed on that isn't usual.

    Args:
        game: The game.
        in_short: Whether there is little room.
    """
    return with_options(game.progress, game, in_short=in_short)


def with_options(words: str, game: Summary, *, in_short: bool = False) -> str:
    """Add to words about a game the options that aren't the usual ones."""
    notes = []
    for row in kind_of(game.game).option_rows():
        value = game.options.get(row.name, row.values[0][0])
        if value != row.values[0][0]:
            spelled = dict(row.values).get(value, value)
            notes.append(row.in_short.get(value, spelled) if in_short else spelled)
    if not notes:
        return words
    note = notes[0] if len(notes) == 1 else listed(notes, conjunction=False)
    return _("{what} ({note})").format(what=words, note=note)


def titles(entries: Iterable[Summary | Problem]) -> dict[str, str]:
    """Return the name of each kind of game in a list, by its key; empty where all games are of the first kind.

    A list that shows the names only then looks the same as before there was a second kind.
    """
    found = {entry.game for entry in entries if isinstance(entry, Summary)}
    if found <= {keys()[0]}:
        return {}
    return {key: kind_of(key).title() for key in sorted(found)}
