"""The analysis of a finished game in lines: accuracy, luck, mistakes, the chances turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import aclosing
from datetime import date
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.formats import percent
from naishi.common.i18n import _
from naishi.game.game import Game
from naishi.plain.commands import CommandWord
from naishi.plain.context import HomeContext
from naishi.plain.parsing import find_number
from naishi.rules.actions import Give

if TYPE_CHECKING:
    from naishi.analysis.report import Analysis

WORKERS = {"quick": 1, "deep": 2}


class AnalysisLines:
    """A game's analysis, made when it is first asked for."""

    def __init__(self, context: HomeContext, game: Game) -> None:
        """Prepare to analyse a finished game."""
        from naishi.analysis.store import AnalysisStore  # noqa: PLC0415 - numpy is not imported before somebody asks

        self.context, self.game = context, game
        self._store = AnalysisStore(context.saves.folder)
        self._found = self._store.find(game, "quick")

    async def analyse(self, depth: str) -> None:
        """Tell what an analysis finds."""
        self.context.console.write(*analysis_lines(self.game, await self._make(depth)))

    async def _make(self, depth: str) -> Analysis:
        """Make the analysis, unless there is one as thorough.

        Raises:
            NaishiError: It failed.
        """
        from naishi.analysis.exercises import Exercises  # noqa: PLC0415
        from naishi.analysis.running import AnalysisRun  # noqa: PLC0415

        if self._found is not None and depth in {"quick", self._found.depth}:
            return self._found
        console, run, quarter = self.context.console, AnalysisRun(self.game, depth, workers=WORKERS[depth]), 1
        console.write(_("Analysing. This takes up to two minutes.") if depth == "deep" else _("Analysing."))
        async with aclosing(run.steps()) as steps:
            async for share in steps:
                if 4 * share >= quarter and quarter < 4:
                    console.write(percent(quarter / 4))
                    quarter += 1
        self._found = run.analysis
        self._store.keep(self._found)
        Exercises(self.context.saves.folder).add(self.game, self._found, date.today())
        return self._found

    def about(self, ply: int) -> str:
        """Return what there is to say about the decision taken after so many actions; empty for nothing."""
        from naishi.analysis import words  # noqa: PLC0415

        mistakes = self._found.mistakes() if self._found is not None else ()
        return next((" ".join(words.in_full(each, self.game)) for each in mistakes if each.ply == ply), "")

    async def mistake(self, command: CommandWord, which: Sequence[str]) -> int:
        """Return after how many actions a mistake was made; without a number, the worst.

        Raises:
            NaishiError: There is none of this number.
        """
        mistakes = (await self._make("quick")).mistakes()
        if not mistakes:
            raise NaishiError(_("No mistakes here."))
        if not which:
            return max(mistakes, key=lambda each: each.loss).ply
        return mistakes[find_number(which, len(mistakes), command) - 1].ply

    async def curve(self) -> None:
        """Tell the chances of both players at the beginning of each turn."""
        self.context.console.write(*curve_lines(self.game, await self._make("quick")))

    async def exercises(self) -> None:
        """Have the people in this game do better what were mistakes.

        Raises:
            NaishiError: None is due.
        """
        from naishi.plain.exercises import exercises_of  # noqa: PLC0415

        await self._make("quick")
        await exercises_of(self.context, self.game).run()


def analysis_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    """Tell what an analysis has found: accuracy, luck and mistakes."""
    from naishi.analysis import words  # noqa: PLC0415

    for seat in (0, 1):
        yield words.summary(analysis, seat)
        yield words.with_open_cards(analysis, game, seat)
    for number, each in enumerate(analysis.mistakes(), 1):
        yield _("Mistake {number}, {name}: {what}").format(
            number=number, name=analysis.names[each.seat], what=words.in_short(each, game)
        )
    if not analysis.mistakes():
        yield _("No mistakes here.")


def curve_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    """Tell the chances of both players at the beginning of each of their turns."""
    from naishi.analysis.plot import curve_points  # noqa: PLC0415

    events, points = game.events(), [curve_points(analysis, seat) for seat in (0, 1)]
    yield _("Chances to win, as the player whose turn it is could know them, and with all cards open.")
    for ply, event in enumerate(events):
        if ply and events[ply - 1].seat == event.seat:
            continue
        point = points[event.seat][ply]
        chances = {"known": percent(point.known), "true": percent(point.true)}
        if event.action is None or isinstance(event.action, Give):
            yield _("Gift, {name}: {known} known, {true} true.").format(name=analysis.names[event.seat], **chances)
        else:
            yield _("Round {round}, {name}: {known} known, {true} true.").format(
                round=event.round, name=analysis.names[event.seat], **chances
            )
