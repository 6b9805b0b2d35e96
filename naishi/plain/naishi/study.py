"""Analyses, better lines, mistakes and statistics in lines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from naishi.common.i18n import N_, IllegalActionError, NaishiError, _, day, listed, number, percent, pgettext, quoted
from naishi.games.naishi.analysis import statistics
from naishi.games.naishi.analysis.exercises import Exercise
from naishi.games.naishi.analysis.study import ExerciseBook
from naishi.games.naishi.editor.draft import ExerciseParticipant
from naishi.games.naishi.editor.exercise_run import ExerciseRun
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Give
from naishi.games.naishi.text.sentences import estimated, sentence
from naishi.plain.console import ACTIONS, Commands, CommandWord, Console, acting, alone, by_id, common, looking, of_key
from naishi.plain.naishi.answers import answer
from naishi.plain.naishi.facts import table_lines, turned_up_lines
from naishi.plain.naishi.parsing import action_of
from naishi.plain.room import LOOK, MORE, Context, Room, find_number, groups_of

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.choices import WeighedTurn
    from naishi.games.naishi.analysis.report import Analysis
    from naishi.games.naishi.analysis.study import Study
    from naishi.games.naishi.editor.replay import BetterLine, NaishiReplay


class AnalysisLines:
    """A game's analysis, made when it is first asked for."""

    def __init__(self, context: Context, study: Study) -> None:
        self.context, self.game = context, study.game
        self._study = study

    @property
    def made(self) -> bool:
        return self._study.found is not None

    async def analyse(self, depth: str) -> None:
        self.context.console.write(*analysis_lines(self.game, await self.found(depth)))

    async def found(self, depth: str) -> Analysis:
        """Make the analysis, unless there is one as thorough. Raises NaishiError: it failed."""
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

        Raises NaishiError: there is none of this number.
        """
        mistakes = (await self.found("quick")).mistakes()
        if not mistakes:
            raise NaishiError(_("No mistakes here."))
        if not which:
            return max(mistakes, key=lambda each: each.loss).ply
        return mistakes[find_number(which, len(mistakes), command) - 1].ply

    async def exercises(self) -> Sequence[Exercise]:
        """Return what were mistakes of the people in this game, to be done better. Raises NaishiError: none is due."""
        await self.found("quick")
        return await self._study.due()


def analysis_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    from naishi.games.naishi.analysis import words  # noqa: PLC0415

    for seat in (0, 1):
        yield words.summary(analysis, seat)
        yield words.with_open_cards(analysis, game, seat)
    for place, each in enumerate(analysis.mistakes(), 1):
        yield _("Mistake {number}, {name}: {what}").format(
            number=place, name=analysis.names[each.seat], what=words.in_short(each, game)
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
    from naishi.games.naishi.analysis import words  # noqa: PLC0415

    for each in analysis.decisions:
        yield _("{name}: {what}").format(name=analysis.names[each.seat], what=words.judged(each, game))


def curve_lines(game: Game, analysis: Analysis) -> Iterator[str]:
    from naishi.games.naishi.analysis.words import curve_points  # noqa: PLC0415

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


def statistics_lines(folder: Path, name: str = "") -> Iterator[str]:
    """Tell the statistics of a person, or of everybody; each number with what it counts.

    Raises NaishiError: nobody of this name has finished a game.
    """
    found = [each for each in statistics.overview(folder) if not name or each.name == name]
    if not found and name:
        raise NaishiError(_("{name} hasn't finished a game in {folder} yet.").format(name=quoted(name), folder=folder))
    if not found:
        raise NaishiError(_("No one has finished a game in {folder} yet.").format(folder=folder))
    for each in found:
        yield from lines_of(each)


def lines_of(each: statistics.Statistics) -> Iterator[str]:
    yield statistics.summary(each)
    for games, share in statistics.shares(each):
        yield _share(games, share)
    _games, points, *_accuracies = statistics.tables(each)
    for first, *cells in points.rows:
        counted = (
            _("{what} {value}").format(what=head, value=cell) for head, cell in zip(points.head[1:], cells, strict=True)
        )
        yield _("{name}: {values}.").format(name=first, values=listed(counted, conjunction=False))
    for game in statistics.newest_accuracies(each):
        yield _("{date}: accuracy {accuracy} percent, game {id}.").format(
            date=day(game.day), accuracy=number(game.accuracy, 1), id=game.id
        )


def _share(name: str, share: statistics.Share) -> str:
    if not share.games:
        return _("{name}: no game yet.").format(name=name)
    return _("{name}: played {played}, won {won}, drawn {drawn}, lost {lost}; won {percent} percent.").format(
        name=name,
        played=number(share.games),
        won=number(share.won),
        drawn=number(share.drawn),
        lost=number(share.lost),
        percent=number(100 * share.won / share.games),
    )


async def weigh_aloud(console: Console, game: Game, depth: str) -> tuple[WeighedTurn, ...]:
    """Weigh what the seat to act could do, and tell it. Raises NaishiError: it can't be weighed."""
    from naishi.games.naishi.analysis import choices, reasons, words  # noqa: PLC0415 - numpy only once someone asks

    console.write(_("Thinking …"))
    view = game.view(game.turn)
    depth, found = await asyncio.to_thread(choices.judge, view, depth)
    data = list[object]()
    for place, each in enumerate(found, 1):
        why = reasons.in_words(each.reasons, view.names[1 - view.seat], view.names[view.seat])
        turn, chance = listed(words.turn(game, each.turn), conjunction=False), estimated(each.chance, each.error, 1)
        told = _("{place}: {turn}, {chance}.").format(place=place, turn=turn, chance=chance)
        console.write(f"{told} {why}".rstrip() if place == 1 else told)
        data.append({"turn": each.turn, "chance": each.chance, "error": each.error, "why": why})
    error = number(100 * choices.BAR * max(each.error for each in found), 1)
    of_all = _("Nineteen of twenty true values lie within {error} percentage points of these.").format(error=error)
    console.write(of_all, words.look(depth))
    console.answer(choices=data)
    return found


def walking() -> Commands:
    own = (
        alone("next", pgettext("a command", "next"), _("One action on; next turn: to the next turn.")),
        alone("previous", _("previous"), _("One action back; previous turn: to the turn before.")),
        alone("back", pgettext("a command", "back"), _("Back to the game.")),
    )
    return by_id(own, looking(), common())


class Weighed(NamedTuple):
    """What was weighed last."""

    ply: int
    seat: int | None
    """From which side; None for the public."""
    game: Game
    choices: tuple[WeighedTurn, ...]


class ReplayChoices:
    """What could be done at a moment of a replay, and the line that would have followed."""

    def __init__(self, context: Context, replay: NaishiReplay) -> None:
        self.context, self.me = context, replay
        self._weighed: Weighed | None = None

    async def weigh(self, depth: str) -> Weighed:
        """Tell the best actions of the seat to act at this moment, as far as it could know.

        Raises NaishiError: there is nothing to choose, or it would show what the game still hides.
        """
        game = self.me.to_weigh(advice=self.context.settings.advice)
        about = _("Chances to win, as far as {name} could know in round {round}.")
        self.context.console.write(about.format(name=self.me.players[game.turn or 0].name, round=game.round))
        choices = await weigh_aloud(self.context.console, game, depth)
        self._weighed = Weighed(self.me.ply, self.me.seat, game, choices)
        return self._weighed

    async def show_line(self, command: CommandWord, words: Sequence[str]) -> None:
        """Go through the line after one of the choices, the best one if none is named.

        Raises NaishiError: there is none of this number.
        """
        from naishi.games.naishi.editor.replay import play_better_line  # noqa: PLC0415 - not before it is wanted

        weighed = self._kept() or await self.weigh("quick")
        chosen = weighed.choices[find_number(words, len(weighed.choices), command) - 1 if words else 0]
        line = await asyncio.to_thread(play_better_line, weighed.game, chosen.turn)
        await PlainBetterLine(self.context, line).run()
        self.context.console.write(_("Back in the game."))

    def _kept(self) -> Weighed | None:
        """What was weighed at this moment, unless someone else has asked for it in a game that isn't over."""
        kept = self._weighed
        if kept is None or kept.ply != self.me.ply:
            return None
        return kept if self.me.revealed or kept.seat == self.me.seat else None


class PlainBetterLine(Room):
    """A line that wasn't played, read action by action."""

    asks = N_("better line> ")

    def __init__(self, context: Context, line: BetterLine) -> None:
        super().__init__(context)
        self.me = line

    def commands(self) -> Commands:
        return walking()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return {_("Move"): ("next", "previous", "back"), **groups_of(look=LOOK, back=("last", "log"), more=MORE)}

    def enter(self) -> None:
        self.console.write(_("This is a better line, not the game. Type next, previous or back."))
        self._tell()
        super().enter()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "back":
                self.left = True
            case "next" | "previous":
                before, step = self.me.ply, 1 if command.id == "next" else -1
                turns = bool(words) and words[0] in {"turn", pgettext("a command", "turn")}
                self.me.go_by_turns(step) if turns else self.me.go(before + step)
                if self.me.ply == before:
                    self.console.write(_("This is the end of the line.") if step > 0 else _("The line begins here."))
                else:
                    self._tell()
            case _:
                answer(self.me.view, command.id, words, self.context, you=False)

    def _tell(self) -> None:
        line, view = self.me, self.me.view
        self.console.write(line.where())
        if line.at_start:
            return
        self.console.write(sentence(view.events[-1], view.names), *turned_up_lines(view, view.events[-1:]))


def exercising() -> Commands:
    own = (
        alone("answer", _("answer"), _("The answer; the exercise comes again soon.")),
        of_key("exercise.next_exercise"),
        alone("task", _("task"), _("What you played, and what there is to do.")),
    )
    return by_id(own, looking(), (each for each in acting() if each.id != "advice"), common())


class PlainExercises(Room):
    """Each action that is tried is judged, and nothing is played."""

    def __init__(self, context: Context, book: ExerciseBook, due: Sequence[Exercise]) -> None:
        """Begin with the first of some exercises. Raises NaishiError: none is due."""
        if not due:
            words = _("No exercise is due today. They are made of your mistakes when a finished game is analysed.")
            raise NaishiError(words)
        super().__init__(context)
        self._run = ExerciseRun(due, book)

    @property
    def me(self) -> ExerciseParticipant:
        return self._run.participant

    def commands(self) -> Commands:
        return exercising()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        own = {_("Learn"): ("task", "answer", "skip")}
        return {**own, **groups_of(look=LOOK, act=("what", *sorted(ACTIONS)), back=("last", "log"), more=MORE)}

    def enter(self) -> None:
        self._tell()
        super().enter()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "task":
                self._tell()
            case "skip":
                self._next()
            case "answer":
                self._run.show_answer()
                await self._tell_outcome()
            case verb if verb in ACTIONS:
                action = action_of(verb, words, self.me.view)
                if refusal := self.me.view.refusal(action):
                    raise IllegalActionError(refusal)
                self._run.attempt(action)
                await self._run.settle()
                await self._tell_outcome()
            case _:
                answer(self.me.view, command.id, words, self.context)

    async def _tell_outcome(self) -> None:
        """Say what came of a try; remember how the exercise went, if it is over, and go on."""
        run = self._run
        if not run.done:
            self.console.write(run.outcome())
            return
        self.console.write(" ".join((run.outcome(), *run.why())), run.cost())
        await run.keep()
        self._next()

    def _next(self) -> None:
        if not self._run.go_on():
            self.console.write(_("That was the last exercise for today."))
            self.left = True
            return
        self._tell()

    def _tell(self) -> None:
        self.show_change(self.me)
        decision = self._run.exercise.decision
        self.console.write(
            _("Exercise {number} of {count}. {name}, round {round}.").format(
                number=self._run.number + 1,
                count=len(self._run.exercises),
                name=self.me.view.names[decision.seat],
                round=decision.round,
            ),
            *table_lines(self.me.view),
            self._run.task(),
        )
