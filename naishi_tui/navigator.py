"""The way through a game at one keyboard: which screen comes next, and who has to sit down before it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen

from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions import PACES, Session, Spectator
from naishi.sessions.one_keyboard import is_covered_at_table, next_viewer
from naishi.sessions.participant import Participant
from naishi.sessions.series import AllSeries, GamesWon, with_winner

if TYPE_CHECKING:
    from naishi.games.naishi.game.game import Game
    from naishi.games.naishi.game.turning_point import TurningPoint
    from naishi.games.naishi.game.view import PlayerView
    from naishi.saves import OpenGame, SpectatedGame
    from naishi.sessions import BotExecutor
    from naishi_tui.context import AppContext
    from naishi_tui.screens.game_screen import GameScreen


class Navigator:
    """Holds the open game, and hands each screen the participant that may see what it shows."""

    def __init__(self, context: AppContext, bots: BotExecutor | None = None) -> None:
        """Begin with no game.

        Args:
            context: The settings, and the wrong PINs so far.
            bots: Where bots think; by default in threads.
        """
        self.context = context
        self.bots = bots
        self.session: Session | None = None
        self.spectator: Spectator | None = None
        self.viewer: int | None = None
        """The seat whose player has said that they are at the keyboard; None where nobody has."""
        self.series: GamesWon = {}
        """How many games each player had won before the open one, since the first of a series of rematches."""
        self.unsaved: list[str] = []
        """Where each game is now that its folder refused to the last."""
        self._opened: OpenGame | None = None
        self._all_series = AllSeries()

    def open(self, opened: OpenGame, series: GamesWon | None = None) -> str:
        """Play a game from where it stands.

        Args:
            opened: The game.
            series: How many games each player had won before a rematch.

        Returns:
            What there is to say about the game that was open before (see `close`).
        """
        said = self.close()
        self._opened = opened
        self.series = self._all_series.before(opened.game, opened.created) if series is None else series
        self._all_series.begin(opened.game, opened.created, self.series)
        self.session = Session(opened.game, opened, bots=self.bots, pace=PACES[self.context.settings.pace])
        return said

    @property
    def only_looked(self) -> bool:
        """Whether nothing was done in the open game, an example, so that there is nothing to save."""
        return self._opened is not None and self._opened.untouched

    def spectate(self, game: SpectatedGame) -> str:
        """Look on at a game that is open elsewhere; returns the same as `open`."""
        said = self.close()
        self.spectator = Spectator(game)
        return said

    def close(self) -> str:
        """Close the open game.

        Returns:
            Where the game is now, if its folder refused it to the last; else nothing.
        """
        opened, self._opened = self._opened, None
        if self.session is not None:
            self.session.close()
        self.session = self.spectator = self.viewer = None
        if opened is None:
            return ""
        from naishi.saves.rescue import rescue

        said = rescue(opened)
        if opened.unsaved is not None:
            self.unsaved.append(said)
        return said

    def settings_changed(self) -> None:
        """Have the bots act as fast as the settings say now."""
        if self.session is not None:
            self.session.pace = PACES[self.context.settings.pace]

    def next_screen(self, seat: int | None = None) -> Screen[None] | None:
        """Return the screen that comes next: a cover wherever another person has to sit down first; None for none.

        Args:
            seat: The seat whose player has just said that they are at the keyboard; None where nobody has.
        """
        if seat is not None:
            self.viewer = seat
        if self.spectator is not None:
            return self._spectators_screen(self.spectator)
        if self.session is None:
            return None
        viewer = next_viewer(self.session)
        game, handover = self.session.game, self.context.settings.handover
        if self.viewer != viewer and is_covered_at_table(game, viewer, handover):
            self.viewer = None
            return self._cover(self.session, viewer)
        self.session.start()
        self.viewer = viewer if game.is_private(viewer) else None
        return self._screen(self.session, viewer)

    def cover(self) -> Screen[None] | None:
        """Return the cover of whoever has to sit down next, whatever the settings say; None where no game is open."""
        if self.session is None:
            return None
        self.viewer = None
        return self._cover(self.session, next_viewer(self.session))

    async def undo_covered(self) -> Screen[None] | None:
        """Undo the last action for whoever has just passed the keyboard on, and cover what comes next.

        Raises:
            NaishiError: It can't be undone.
        """
        if (session := self.session) is None:
            return None
        from naishi.games.naishi.text.sentences import in_short
        from naishi_tui.screens.handover import Handover

        before = session.game.events()
        await session.undo(next_viewer(session))
        undone = before[len(session.game.events())]
        self.viewer = None
        screen = self.next_screen()
        if isinstance(screen, Handover):
            screen.tell(_("Undone: {action}.").format(action=in_short(undone)))
        return screen

    def rematch(self) -> tuple[Game, GamesWon] | None:
        """Return the next game, and who has won how many with the one that is over."""
        if self.session is None or (result := self.session.game.result) is None:
            return None
        game = self.session.game
        return game.rematch(), with_winner(self.series, result, [player.name for player in game.players])

    def replay(self, save_id: str = "") -> NaishiReplay:
        """Return a saved game, or the open one, to be looked at action by action.

        Args:
            save_id: The id of the saved game; empty for the open one.

        Raises:
            NaishiError: The game can't be read, or isn't one of Naishi.
        """
        from naishi.games.naishi.game.finished import of_naishi

        if not save_id and self.session is not None:
            return NaishiReplay(self.session.game)
        game = self.context.saves.spectate(save_id or (self.spectator.id if self.spectator is not None else ""))
        return NaishiReplay(of_naishi(game.game), public_only=game.owner is not None)

    def _cover(self, session: Session, seat: int) -> Screen[None]:
        from naishi.games.naishi.game.turns import last_turn
        from naishi.games.naishi.text.sentences import sentences
        from naishi_tui.screens.handover import Handover

        players, phase = session.game.players, session.game.phase
        where = _("Before the first turn: the gift")
        if phase is not Phase.GIFT:
            where = _("Round {n}").format(n=session.game.round)
        public = session.game.view()
        done = "\n".join(sentences(public, last_turn(public)))
        cover = Handover(players[seat], seat, players[1 - seat], where, done, self.context.pin_attempts)
        cover.can_undo = not session.undo_refusal(seat)
        cover.unsaved = str(session.store.unsaved or "")
        return cover

    def _screen(self, session: Session, viewer: int) -> GameScreen:
        from naishi_tui.screens.gift import Gift
        from naishi_tui.screens.ninja import Ninja
        from naishi_tui.screens.table import Table
        from naishi_tui.screens.watching import Watching

        participant, settings = session.join(viewer, one_keyboard=True), self.context.settings
        match session.game.phase:
            case Phase.GIFT:
                return Gift(participant, settings)
            case Phase.PLAY if session.people:
                return Table(participant, settings, newcomer=self.context.is_newcomer)
            case Phase.PLAY:
                return Watching(participant, settings, session.join(1 - viewer))
            case Phase.COPY:
                return Ninja(participant, settings)
        people = session.people
        return self._score(participant, reader=people[0] if len(people) == 1 else None)

    def _spectators_screen(self, spectator: Spectator) -> GameScreen:
        from naishi_tui.screens.spectating import Spectating

        if spectator.view.phase is Phase.OVER:
            return self._score(spectator)
        return Spectating(spectator, self.context.settings)

    def _score(self, participant: Participant, *, reader: int | None = None) -> GameScreen:
        from naishi.games.naishi.game.turning_point import by_points
        from naishi_tui.screens.score import Score

        outcome = participant.view.outcome
        assert outcome is not None  # noqa: S101 - the game is over

        def turning_point() -> TurningPoint | None:
            return self._analysed_turning_point(participant.view) or by_points(participant.view)

        return Score(participant, self.context.settings, outcome, self.series, turning_point, reader=reader)

    def _analysed_turning_point(self, view: PlayerView) -> TurningPoint | None:
        """Return the turning point that a stored analysis of the open game tells of."""
        from naishi.games.naishi.analysis.store import AnalysisStore

        analysis = AnalysisStore(self.context.folder).find(self.session.game, "quick") if self.session else None
        return analysis.turning_point(view) if analysis is not None else None
