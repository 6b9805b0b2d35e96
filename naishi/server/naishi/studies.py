"""Analyses, mistakes and statistics of a player at a server."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress
from datetime import UTC, date, datetime

from typing_extensions import override

from naishi.common.i18n import NaishiError, _, moment
from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.analysis.exercises import BOXES, AnalysisRun, Exercise, judge, until, worth_learning
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.results import GameResult, result_of
from naishi.games.naishi.analysis.statistics import Statistics, statistics
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game, check_finished
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.actions import Action
from naishi.server.database.names import NAMELESS
from naishi.server.history.past_games import PastGame
from naishi.server.lobby.lobby import Lobby, Visitor
from naishi.server.match.match import NAISHI
from naishi.server.match.match_lists import PastMatch

MOST = 500
"""How many games are looked at, the newest first."""
PAGE = 50
"""How many at a time, beside the loop: each takes two milliseconds."""


async def own_statistics(visitor: Visitor) -> Statistics | None:
    """Return how a visitor's player has done; None without a finished game.

    Raises NaishiError: it was asked for too often.
    """
    games, lobby, found = visitor.past_games, visitor.lobby, list[GameResult]()
    if not await games.page(count=1):
        return None
    await visitor.check_pace()
    name, last = visitor.account.name, None
    while len(found) < MOST and (page := await games.page(last, PAGE)):
        records = await lobby.matches.lists.records([past.match.id for past in page])
        found += await asyncio.to_thread(_results, page, records)
        last = page[-1]
    accuracies = dict(await lobby.learning.newest_analyses(visitor.account.id))
    by_match = await asyncio.to_thread(_accuracies, accuracies)
    return statistics(found[::-1], name, lambda result: by_match.get(result.id))


def _results(page: Sequence[PastMatch], records: Mapping[str, str]) -> list[GameResult]:
    """Return the results of matches under the names of now, but for damaged ones, and those that were called off."""
    found = list[GameResult]()
    for past in (each for each in page if each.match.agreements.aborted is None):
        match, ended_at = past.match, moment(past.ended_at)
        with suppress(ValueError):
            document = GameRecord.model_validate_json(records.get(match.id, ""))
            played = None if match.agreements.ended else result_of(document, match.id, ended_at)
            found.append((played or _given_up(past, document, ended_at)).model_copy(update={"names": match.names}))
    return found


def _given_up(past: PastMatch, record: GameRecord, ended_at: datetime) -> GameResult:
    first, second = record.players
    return GameResult.model_construct(
        id=past.match.id,
        names=past.match.names,
        kinds=(first.kind, second.kind),
        winner=None if past.match.result is None else past.match.result.winner,
        points=(0, 0),
        by_card=({}, {}),
        expansion=past.match.expansion is not None,
        played=ended_at,
        game="",
        counted=False,
    )


def _accuracies(documents: Mapping[str, bytes]) -> Mapping[str, tuple[float | None, float | None]]:
    found = {}
    for match, document in documents.items():
        with suppress(ValueError):
            found[match] = Analysis.model_validate_json(document).accuracies
    return found


NICE = 10
"""By how much the processes that analyse stand back behind the one that everybody plays in."""


def today() -> date:
    """Return the day in UTC: a server doesn't know where its players are."""
    return datetime.fromtimestamp(time.time(), UTC).date()


class QueuedRun(AnalysisRun):
    """An analysis that waits for its turn. Raises NaishiError: the game isn't over."""

    def __init__(self, game: Game, visitor: Visitor) -> None:
        super().__init__(game, "quick", nice=NICE)
        self._visitor, self._player = visitor, visitor.account.id

    @override
    async def steps(self) -> AsyncGenerator[float, None]:
        """Wait, then analyse; closing the iterator leaves the queue, or ends the process.

        Raises NaishiError: there were too many, the player waits already, or the analysis failed.
        """
        async with self._visitor.lobby.analyses.turn(self._player, self._visitor) as turn:
            await self._visitor.check_pace()
            async for self.ahead in turn.wait():
                yield 0.0
            self.ahead = 0
            async with aclosing(super().steps()) as steps:
                while (share := await turn.unless_left(anext(steps, None))) is not None:
                    yield share


class MatchStudies:
    """All that a visitor looks into: one of the player's matches, and the mistakes in all of them."""

    def __init__(self, visitor: Visitor, match_id: str = "") -> None:
        self._visitor, self._match = visitor, match_id

    @property
    def book(self) -> "MatchExercises":
        return MatchExercises(self._visitor)

    async def open(self, game: Game | None = None) -> "MatchStudy":
        """Look what is kept of the match, which is read again, whatever `game` is in view.

        Raises NaishiError: it isn't a finished game of the player's, or was given up or drawn before its end.
        """
        past = await self._visitor.past_games.load(self._match)
        if past.match.game != NAISHI:
            raise NaishiError(_("Only games of Naishi can be analysed."))
        game = _renamed(past)
        check_finished(game, ended_early=past.match.agreements.ended)
        study = MatchStudy(self._visitor, past.match.id, game, past.seat)
        await study.load()
        return study


def replay_of(past: PastGame) -> NaishiReplay:
    replay = NaishiReplay(_renamed(past), ended=past.ended, at_home=False)
    replay.look_from(past.seat)
    return replay


def _renamed(past: PastGame) -> Game:
    players = zip(past.game.players, past.match.names, strict=True)
    first, second = (player.model_copy(update={"name": name}) for player, name in players)
    return Game(past.game.record.model_copy(update={"players": (first, second)}))


class MatchStudy:
    """A finished match of a player's; see `Study`."""

    depths = ("quick",)

    def __init__(self, visitor: Visitor, match_id: str, game: Game, seat: int) -> None:
        self.game = game
        self.reader: int | None = seat
        self.found: Analysis | None = None
        self.to_learn = 0
        self._visitor, self._match, self._player = visitor, match_id, visitor.account.id

    async def load(self) -> None:
        if (document := await self._lobby.learning.analysis(self._match)) is not None:
            with suppress(ValueError):
                first, second = self.game.players
                kept = Analysis.model_validate_json(document)
                kept = kept.model_copy(update={"names": (first.name, second.name)})
                self.found = kept if kept.is_current() and kept.fits(self.game) else None
        if self.found is not None:
            await self._add(self.found)
        await self.due()

    def run(self, _depth: str) -> QueuedRun:
        """Prepare an analysis. Raises NaishiError: the player waits for one already, or there are none here."""
        self._lobby.analyses.check(self._player)
        return QueuedRun(self.game, self._visitor)

    async def keep(self, analysis: Analysis) -> None:
        """Keep a whole analysis, and the player's mistakes in it. No name is kept with it."""
        self.found = analysis
        nameless = analysis.model_copy(update={"names": (NAMELESS, NAMELESS)})
        await self._lobby.learning.keep_analysis(self._match, nameless.model_dump_json().encode())
        await self._add(analysis)
        await self.due()

    async def due(self) -> Sequence[Exercise]:
        due = await _due(self._lobby, self._player, self._match)
        self.to_learn = len(due)
        return due

    async def _add(self, analysis: Analysis) -> None:
        mine = [each for each in worth_learning(self.game, analysis) if each.seat == self.reader]
        decisions = [(each.ply, each.model_dump_json()) for each in mine]
        await self._lobby.learning.add(self._player, self._match, decisions, today())

    @property
    def _lobby(self) -> Lobby:
        return self._visitor.lobby


class MatchExercises:
    """The mistakes of a player in all matches; see `ExerciseBook`."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor, self._player = visitor, visitor.account.id

    async def due(self) -> Sequence[Exercise]:
        return await _due(self._visitor.lobby, self._player)

    async def judge(self, exercise: Exercise, action: Action) -> Decision:
        """Assess an answer in a process of its own, when it is the player's turn.

        Raises NaishiError: there were too many, or it failed.
        """
        async with self._visitor.lobby.analyses.turn(self._player, self._visitor) as turn:
            await self._visitor.check_pace()
            async for _ahead in turn.wait():
                pass
            return await turn.unless_left(judge(exercise, action, nice=NICE))

    async def answer(self, exercise: Exercise, *, solved: bool) -> None:
        again = exercise.answered(today(), solved=solved)
        box, due = (len(BOXES), None) if again is None else (again.box, again.due)
        await self._visitor.lobby.learning.answer(self._player, exercise.game, exercise.decision.ply, box, due)


async def _due(lobby: Lobby, player: int, match: str | None = None) -> Sequence[Exercise]:
    found = list[Exercise]()
    for each in await lobby.learning.due(player, today(), match):
        with suppress(ValueError):  # a damaged one must not spoil the list
            record = until(GameRecord.model_validate_json(each.record), each.ply)
            decision = Decision.model_validate_json(each.decision)
            exercise = Exercise(game=each.match, record=record, decision=decision, box=each.box, due=each.due)
            if exercise.is_playable():  # against a bot, the end may have been undone, and the game gone another way
                found.append(exercise)
    return found
