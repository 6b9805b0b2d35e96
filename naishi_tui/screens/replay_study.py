"""What an analysis says of a replayed game, and what else could be done at a moment of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.sessions import Ask
from naishi_tui.screens.part import Handlers, Part, PartHost

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import Studies
    from naishi.games.naishi.game.game import Game
    from naishi_tui.screens.analysis import Chosen
    from naishi_tui.screens.replay_time import ReplayTime


class StudiedScreen(PartHost, Protocol):
    """A screen on which a recorded game is looked at."""

    time: ReplayTime

    @property
    def participant(self) -> NaishiReplay:
        """The game."""

    @property
    def is_active(self) -> bool:
        """Whether nothing is open above the screen."""

    def show_moment(self, ply: int) -> None:
        """Show a moment from the side of the seat that acts."""

    def dismiss(self) -> object:
        """Close the screen."""


class ReplayStudy(Part):
    """Leads from a replay to the analysis of its game and back, and weighs what could be done at a moment."""

    def __init__(self, screen: StudiedScreen, studies: Studies) -> None:
        """Begin with no analysis.

        Args:
            screen: Where the game is looked at.
            studies: Where it can be looked into, once it is over.
        """
        self.screen, self._studies = screen, studies
        self._mistakes: Mapping[int, tuple[str, ...]] = {}
        self._from_analysis = False
        self._opened_by_analysis = False
        """Whether the analysis was there before the replay: who leaves it leaves both."""
        self.handlers: Handlers = {"analyse": self.analyse, "choices": self.weigh}

    @property
    def mistake(self) -> tuple[str, ...]:
        """What an analysis says about the next action, in sentences."""
        return self._mistakes.get(self.screen.participant.ply, ())

    def begin_at(self, chosen: Chosen, *, from_analysis: bool = True) -> None:
        """Begin at a moment that an analysis names.

        Args:
            chosen: The moment.
            from_analysis: Whether it was chosen there, so that the way back leads to it.
        """
        self._look_at(chosen)
        self._from_analysis = self._opened_by_analysis = from_analysis

    def _look_at(self, chosen: Chosen) -> None:
        self._mistakes, self._from_analysis = chosen.mistakes, True
        self.screen.show_moment(chosen.ply)

    def back(self) -> bool:
        """Go back to the analysis that the moment was chosen in; return whether there is one."""
        leads_back, self._from_analysis = self._from_analysis, False
        if leads_back:
            self.analyse()
        return leads_back

    def analyse(self) -> None:
        """Analyse the game, and go to the mistake that is chosen there."""
        self.screen.run_worker(self._analyse())

    async def _analyse(self) -> None:
        from naishi_tui.screens.analysis import AnalysisScreen

        try:
            study = await self._studies.open(self.screen.participant.finished_game())
        except NaishiError as error:
            self.screen.refuse(str(error))
            return
        self.screen.time.stop()
        chosen = await self.screen.app.push_screen_wait(AnalysisScreen(study))
        if chosen is not None:
            self._look_at(chosen)
        elif self._opened_by_analysis:
            self.screen.dismiss()

    def weigh(self) -> None:
        """Weigh what could be done at this moment, and show how a better turn would have gone on."""
        replay = self.screen.participant
        try:
            replay.check(Ask.BRANCH)
            game = replay.to_weigh()
            if not replay.revealed and not self.screen.settings.advice:
                raise NaishiError(_("Advice is off; it can be switched on in the settings."))
        except NaishiError as error:
            self.screen.refuse(str(error))
        else:
            self.screen.time.stop()
            self.screen.run_worker(self._weigh(game))

    async def _weigh(self, game: Game) -> None:
        from naishi.games.naishi.editor.better_line import play_better_line
        from naishi_tui.screens.better_line import BetterLineScreen
        from naishi_tui.screens.choices import Choices

        screen, seat = self.screen, self.screen.participant.seat
        if not screen.is_active:  # a cover has come between, and what was asked is not for whoever is behind it
            return
        name = screen.participant.players[game.turn or 0].name
        about = _("Chances to win, as far as {name} could know in round {round}. ± holds 19 of 20 true values.")
        choices = Choices(game, about.format(name=name, round=game.round), _("show the line"))
        if (chosen := await screen.app.push_screen_wait(choices)) is None:
            return
        screen.tell(_("Thinking …"))
        try:
            line = await asyncio.to_thread(play_better_line, game, chosen.turn)
        except NaishiError as error:
            screen.refuse(str(error))
            return
        screen.show_prompt()
        if screen.is_active and screen.participant.seat == seat:
            screen.app.push_screen(BetterLineScreen(line, screen.settings, choices.why(chosen)))
