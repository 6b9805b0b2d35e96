"""Screens of a game with its own board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naishi.common.i18n import _
from naishi.sessions.one_keyboard import is_covered
from naishi.sessions.replay import Replay
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.pins import PinAttempts
from naishi_tui.drawing.cells import wrap
from naishi_tui.registry import board_of, table_of
from naishi_tui.replay.replay import GameReplay
from naishi_tui.table.match import MatchEnd
from naishi_tui.table.score import GameScore
from naishi_tui.table.table import BoardScreen, Drafts, GameTable, as_logged

if TYPE_CHECKING:
    from naishi.server import MatchParticipant, Visitor
    from naishi.server.history.past_games import PastGame
    from naishi.sessions import Participant, Session, Spectator
    from naishi.settings.schema import Settings
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext
    from naishi_tui.registry import Seated
    from naishi_tui.table.boards import Board
    from naishi_tui.table.cover import CoverWords

LINES, COLUMNS = 8, 50
"""How much a cover says at most of what was done, so that it fits the smallest screen with all else."""


class TableScreens:
    """The table, the score and the replay."""

    keeps_drafts = True

    def __init__(self, kind: Any, board: Board, context: AppContext) -> None:
        self.kind, self.board, self.context = kind, board, context

    def play(self, seated: Seated) -> BoardScreen:
        session = seated.session
        if not session.people and session.game.awaited:
            return self._table(session.join(seated.viewer), seated)
        hidden = is_covered(session.game.players, seated.viewer, self.context.settings.handover)
        participant = session.join(seated.viewer, one_keyboard=True, in_company=hidden)
        if session.game.awaited:
            return self._table(participant, seated)
        people = session.people
        return self._score(participant, seated, reader=people[0] if len(people) == 1 else None)

    def spectate(self, spectator: Spectator) -> BoardScreen:
        return self._table(spectator) if spectator.view.result is None else self._score(spectator)

    def so_far(self, session: Session, seat: int) -> tuple[str, str]:
        """Return the round, and what was done since the seat acted last."""
        game = session.game
        events = game.events()
        since = next((place + 1 for place in reversed(range(len(events))) if events[place].seat == seat), 0)
        view = game.view()
        said = [line for event in events[since:] for line in self.board.sentences(view, event, None)]
        while len(said) > 1 and sum(len(wrap(line, COLUMNS)) for line in said) > LINES:
            del said[0]
        title = _("{game}, {when}").format(game=self.kind.title(), when=self.board.when(view))
        return title, "\n".join(said)

    def cover_words(self) -> CoverWords:
        return self.board.cover_words()

    def in_short(self, game: Game, event: Any) -> str:
        return as_logged(self.kind, event, [player.name for player in game.players], None)

    def replay(self, game: Game, *, public_only: bool = False) -> Replay:
        return Replay(game, public_only=public_only)

    def replay_screen(self, replay: Replay) -> GameReplay:
        return GameReplay(replay, self.context.settings, self.kind, self.board, self.context.pin_attempts)

    def _table(self, participant: Participant, seated: Seated | None = None) -> GameTable:
        table: type[GameTable] = table_of(self.kind.key)
        if seated is None:
            return table(participant, self.context.settings, self.kind, self.board)
        covers = {"is_covered": seated.is_covered, "must_cover": seated.must_cover}
        return table(participant, self.context.settings, self.kind, self.board, drafts=seated.drafts, **covers)

    def _score(self, participant: Participant, seated: Seated | None = None, reader: int | None = None) -> BoardScreen:
        won = seated.series if seated is not None else {}
        return GameScore(participant, self.context.settings, self.kind, self.board, won, reader=reader)


def past_screen(past: PastGame, _visitor: Visitor, settings: Settings) -> GameReplay:
    key = past.match.game
    return GameReplay(past.replay(), settings, kind_of(key), board_of(key, aids=settings.hints), PinAttempts())


def match_screen(participant: MatchParticipant, settings: Settings, drafts: Drafts) -> BoardScreen:
    key = participant.match.game
    kind, board = kind_of(key), board_of(key, aids=settings.hints)
    if participant.ended_early:
        return MatchEnd(participant, settings, kind, board)
    if participant.view.result is not None:
        return GameScore(participant, settings, kind, board, {}, reader=participant.seat)
    table: GameTable = table_of(key)(participant, settings, kind, board, drafts=drafts)
    return table
