"""Screens of Naishi at home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import of_naishi
from naishi.games.naishi.game.turns import by_points, last_turn
from naishi.games.naishi.rules.cards import Phase
from naishi.games.naishi.text.sentences import in_short, sentences

if TYPE_CHECKING:
    from naishi.games.naishi.game.turns import TurningPoint
    from naishi.sessions import Participant, Session, Spectator
    from naishi.sessions.one_keyboard import GamesWon
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext
    from naishi_tui.games.naishi.board_view import CardScreen
    from naishi_tui.games.naishi.replay import ReplayScreen
    from naishi_tui.registry import Seated
    from naishi_tui.table.cover import CoverWords


class NaishiScreens:
    """The gift, the table, the ninjas and the score pad, each at its time."""

    keeps_drafts = False

    def __init__(self, context: AppContext) -> None:
        self.context = context

    def play(self, seated: Seated) -> CardScreen:
        from naishi_tui.games.naishi.gift import Gift, Ninja
        from naishi_tui.games.naishi.table import Table, Watching

        session, settings = seated.session, self.context.settings
        participant = session.join(seated.viewer, one_keyboard=True)
        match session.game.phase:
            case Phase.GIFT:
                return Gift(participant, settings)
            case Phase.PLAY if session.people:
                return Table(participant, settings, newcomer=self.context.is_newcomer)
            case Phase.PLAY:
                return Watching(participant, settings, session.join(1 - seated.viewer))
            case Phase.COPY:
                return Ninja(participant, settings)
        people = session.people
        reader = people[0] if len(people) == 1 else None
        return self._score(participant, seated.series, session.game, reader=reader)

    def spectate(self, spectator: Spectator) -> CardScreen:
        from naishi_tui.games.naishi.table import Spectating

        if spectator.view.phase is Phase.OVER:
            return self._score(spectator, {})
        return Spectating(spectator, self.context.settings)

    def so_far(self, session: Session, seat: int) -> tuple[str, str]:
        """Return the round, and the last turn."""
        where = _("Before the first turn: the gift")
        if session.game.phase is not Phase.GIFT:
            where = _("Round {n}").format(n=session.game.round)
        public = session.game.view()
        return where, "\n".join(sentences(public, last_turn(public)))

    def cover_words(self) -> CoverWords:
        from naishi_tui.table.cover import cards_words

        return cards_words()

    def in_short(self, game: Game, event: Any) -> str:
        return in_short(event)

    def replay(self, game: Game, *, public_only: bool = False) -> NaishiReplay:
        return NaishiReplay(of_naishi(game), public_only=public_only)

    def replay_screen(self, replay: NaishiReplay) -> ReplayScreen:
        from naishi.games.naishi.analysis.study import FolderStudies
        from naishi_tui.games.naishi.replay import ReplayScreen

        studies = FolderStudies(self.context.folder)
        return ReplayScreen(replay, self.context.settings, self.context.pin_attempts, studies)

    def _score(
        self, participant: Participant, series: GamesWon, game: Game | None = None, *, reader: int | None = None
    ) -> CardScreen:
        from naishi.games.naishi.analysis.exercises import AnalysisStore
        from naishi_tui.games.naishi.score import Score

        def turning_point() -> TurningPoint | None:
            analysis = AnalysisStore(self.context.folder).find(of_naishi(game), "quick") if game is not None else None
            found = analysis.turning_point(participant.view) if analysis is not None else None
            return found or by_points(participant.view)

        return Score(participant, self.context.settings, series, turning_point, reader=reader)
