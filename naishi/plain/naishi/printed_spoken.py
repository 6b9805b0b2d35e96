"""Naishi as the commands print it for people who hear it: no columns, no signs."""

from collections.abc import Iterator
from pathlib import Path

from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.scoring import ScoreSheet
from naishi.games.naishi.text.sentences import result
from naishi.plain.console import spoken
from naishi.plain.naishi import facts
from naishi.plain.naishi.answers import log_lines
from naishi.tabletop.game import describe


def shown(game: Game) -> Iterator[str]:
    view = game.view()
    yield spoken(_("Round {n}").format(n=view.round))
    lines = [*facts.table_lines(view), *log_lines(view, None)]
    lines += filter(None, [describe(game.early_end, view.names)])
    if view.outcome is not None:
        lines += [result(view), *facts.score_lines(view)]
    yield from map(spoken, lines)


def sheet_lines(sheet: ScoreSheet) -> Iterator[str]:
    return map(spoken, facts.sheet_lines(_("This territory"), sheet))


def statistics_lines(folder: Path, name: str | None) -> Iterator[str]:
    from naishi.plain.naishi.study import statistics_lines as lines  # noqa: PLC0415 - it takes long to load

    return map(spoken, lines(folder, name or ""))
