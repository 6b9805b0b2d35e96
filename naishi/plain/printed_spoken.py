"""Command output for listeners: no columns, underlines or signs."""

from collections.abc import Iterable, Iterator, Sequence

from naishi.plain import printed
from naishi.plain.console import spoken
from naishi.plain.room import rules_text
from naishi.plain.saved_games import game_lines
from naishi.saves import Problem, Summary
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import Section


def listing(entries: Iterable[Summary | Problem]) -> Iterator[str]:
    return map(spoken, game_lines(entries))


def shown(game: Game) -> Iterator[str]:
    return map(spoken, printed.shown(game))


def rules_lines(rules: Sequence[Section]) -> Iterator[str]:
    return map(spoken, rules_text(rules))
