"""Analysis of a finished game, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.formats import percent
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Give
from naishi.plain.commands import CommandWord
from naishi.plain.context import Context
from naishi.plain.room import find_number

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.exercises import Exercise
    from naishi.games.naishi.analysis.report import Analysis
    from naishi.games.naishi.analysis.study import Study


class AnalysisLines:
    """A game's analysis, made when it is first asked for."""

    def __init__(self, context: Context, study: Study) -> None:
        """Prepare to analyse a finished game."""
        self.context, self.game = context, study.game
        self._study = study

    @property
    def made(self) -> bool:
        """Whether there is an analysis of the game."""
        return self._study.found is not None

    async def analyse(self, depth: str) -> None:
        """Tell what an analysis finds."""
        self.context.console.write(*analysis_lines(self.game, await self._make(depth)))

    async def _make(self, depth: str) -> Analysis:
        """Make the analysis, unless there is one as thorough.

        Raises:
            NaishiError: It failed.
        """
        from naishi.games.naishi.analysis import words  # noqa: PLC0415

        study, console = self._study, self.context.console
        if depth not in study.depths:
            raise NaishiError(_("Games are analysed less deeply here. At home: export the game, and analyse it there."))
        if study.found is not None and depth in {"quick", study.found.depth}:
            return study.found
        run, quarter, ahead = study.run(depth), 1, 0
        console.write(_("Analysing. This takes up to two minutes.") if depth == "deep" else _("Analysing."))
        async with aclosing(run.steps()) as steps:
            async for share in steps:
                if run.ahead not in {0, ahead}:
                    console.write(words.waiting(run.ahead))
                ahead = run.ahead
                if 4 * share >= quarter and quarter < 4:
                    console.write(percent(quarter / 4))
                    quarter += 1
        await study.keep(run.analysis)
        return run.analysis

    def about(self, ply: int) -> str:
        """Return what there is to say about the decision taken after so many actions; empty for nothing."""
        from naishi.games.naishi.analysis import words  # noqa: PLC0415

        found = self._study.found
        mistakes = found.mistakes() if found is not None else ()
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

    async def moves(self) -> None:
        """Tell the judgement of every decision of both players."""
        self.context.console.write(*move_lines(self.game, await self._make("quick")))

    async def exercises(self) -> Sequence[Exercise]:
        """Return what were mistakes of the people in this game, to be done better.

        Raises:
            NaishiError: None is due.
        """
        await self._make("quick")
        return await self._study.due()


def analysis_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    """Tell what an analysis has found: accuracy, luck and mistakes."""
    from naishi.games.naishi.analysis import words  # noqa: PLC0415

    for seat in (0, 1):
        yield words.summary(analysis, seat)
        yield words.with_open_cards(analysis, game, seat)
    for number, each in enumerate(analysis.mistakes(), 1):
        yield _("Mistake {number}, {name}: {what}").format(
            number=number, name=analysis.names[each.seat], what=words.in_short(each, game)
        )
    if not analysis.mistakes():
        yield _("No mistakes here.")
    for seat in (0, 1):
        for each in analysis.costliest(seat):
            what = " ".join(
                (words.in_short(each, game), words.change(analysis, game, each.ply), *words.why(each, game))
            )
            yield _("Costliest, {name}: {what}").format(name=analysis.names[seat], what=what)
    if point := words.turning_point(analysis, game, 0):
        yield point


def move_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    """Tell what every decision of both players is called."""
    from naishi.games.naishi.analysis import words  # noqa: PLC0415

    for each in analysis.decisions:
        yield _("{name}: {what}").format(name=analysis.names[each.seat], what=words.judged(each, game))


def curve_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    """Tell the chances of both players at the beginning of each of their turns."""
    from naishi.games.naishi.analysis.plot import curve_points  # noqa: PLC0415

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
