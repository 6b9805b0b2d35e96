"""Output of the commands, for any game."""

import shutil
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

from naishi.common.i18n import _, date, listed
from naishi.tabletop.kinds import kind_of

if TYPE_CHECKING:
    from naishi.saves import Problem, Summary
    from naishi.tabletop.game import Game
    from naishi.tabletop.kinds import Section

WIDTH = 80


def listing(entries: "Iterable[Summary | Problem]") -> Iterator[str]:
    from naishi.saves import Problem, Summary  # noqa: PLC0415 - not for the rules
    from naishi.saves.listing import state, titles  # noqa: PLC0415

    entries = tuple(entries)
    games = [entry for entry in entries if isinstance(entry, Summary)]
    kinds = titles(games)
    yield from columns([
        (
            game.id,
            *((kinds[game.game],) if kinds else ()),
            _("{players} (example)").format(players=vs(game.names)) if game.example else vs(game.names),
            state(game, in_short=True),
            date(game.updated),
        )
        for game in games
    ])  # fmt: skip
    for problem in entries:
        if isinstance(problem, Problem):
            yield _("{name}: {problem}").format(name=problem.id, problem=problem.error)


def vs(names: Sequence[str]) -> str:
    return reduce(lambda first, second: _("{first} – {second}").format(first=first, second=second), names)


def shown(game: "Game") -> Iterator[str]:
    """Print a game as everyone at the table sees it: how far it is, the table, the log, and how it ended."""
    kind, view = kind_of(game.key), game.view()
    yield _("{game}: {players}, {state}.").format(
        game=kind.title(), players=listed(view.names), state=kind.progress(game)
    )
    yield from kind.lines(view)
    for event in view.events:
        for text in kind.sentences(event, view.names, None):
            yield _("{title}: {text}").format(title=kind.when(event.round), text=text)
    if view.result is not None:
        yield from kind.outcome(view, None)


def rules_lines(rules: "Sequence[Section]") -> Iterator[str]:
    width = min(WIDTH, max(30, shutil.get_terminal_size((WIDTH, 24)).columns))
    for number, section in enumerate(rules):
        if number:
            yield ""
        yield section.title
        yield "-" * cells(section.title)
        for paragraph in section.paragraphs:
            yield from textwrap.wrap(
                paragraph, width, initial_indent="* ", subsequent_indent="  ", break_on_hyphens=False
            )


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()


@lru_cache(4096)
def cells(text: str) -> int:
    """Return how many cells a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
