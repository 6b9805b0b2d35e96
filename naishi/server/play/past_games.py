"""A player's finished games on the server: listed, and looked at again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game
from naishi.server.match.state import MatchState
from naishi.server.match.words import ended_early
from naishi.server.play.place import LobbyForVisitors
from naishi.server.play.visitor import Visitor
from naishi.server.storage.match import Match, MatchStage
from naishi.server.storage.match_rows import state_of
from naishi.server.storage.past_matches import PastMatch
from naishi.server.storage.records import NAISHI
from naishi.sessions.replay import Replay


class PastRecord(NamedTuple):
    """All that a save of a finished game has: what `naishi.saves.document.write_line` makes a line of."""

    game: Mapping[str, Any]
    """Its document."""
    id: str
    begun: datetime
    ended: datetime


class PastGames:
    """The finished games of whoever a visitor is now; those of others are refused."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    @property
    def player(self) -> int:
        """Whose games these are."""
        return self._visitor.account.id

    def changes(self) -> AsyncIterator[int]:
        """Yield whenever one of them may have ended or changed since this was called."""
        return self._visitor.changes()

    async def page(self, after: PastMatch | None = None, count: int = 50) -> Sequence[PastMatch]:
        """List some games, the newest first.

        Args:
            after: The last one that was listed; None to begin with the newest.
            count: How many at most.
        """
        if not self._visitor.account.stored:
            return ()
        return await self._lobby.past.page(self.player, after, count)

    async def replay(self, match_id: str) -> Replay:
        """Return a game of any kind to look at again, from the player's side.

        Raises:
            NaishiError: It isn't a finished game of the player's.
        """
        match, state = await self._load(match_id)
        ended = ended_early(state, match.names)
        if match.game == NAISHI:
            replay: Replay = NaishiReplay(_renamed(state.game, match.names), ended=ended, at_home=False)
        else:
            replay = Replay(state.game, ended=ended, names=match.names)
        replay.look_from(match.seat_of(self.player))
        return replay

    async def load(self, match_id: str) -> tuple[Match, Game]:
        """Return a game of Naishi with all its cards, under the names that its players are shown by now.

        Raises:
            NaishiError: It isn't a finished game of the player's, or of another kind.
        """
        match, state = await self._load(match_id)
        if match.game != NAISHI:
            raise NaishiError(_("Only games of Naishi can be analysed."))
        return match, _renamed(state.game, match.names)

    async def _load(self, match_id: str) -> tuple[Match, MatchState]:
        """Return a match that is over.

        Raises:
            NaishiError: It isn't, or it isn't the player's.
        """
        match = await self._lobby.matches.get(match_id)
        if match.seat_of(self.player) is None:
            raise NaishiError(_("Only its players can look at a game again."))
        if match.state is not MatchStage.OVER:
            raise _not_over()
        state = state_of(match, await self._lobby.matches.load(match_id))
        if not state.over:  # against a bot, the end has just been undone
            raise _not_over()
        return match, state

    async def record(self, match_id: str) -> PastRecord:
        """Return what a save of a game has, to be kept at home.

        Raises:
            NaishiError: It isn't a finished game of the player's.
        """
        match, state = await self._load(match_id)
        begun_at = await self._lobby.matches.begun_at(match_id)
        begun, ended = (datetime.fromtimestamp(at, UTC) for at in (begun_at or match.updated, match.updated))
        game = state.game.copy()
        for seat, name in enumerate(match.stored_names):
            game.change_player(seat, name=name)
        document = dict(game.document())
        if (early_end := state.early_end) is not None:
            document["early_end"] = early_end.model_dump(mode="json")
        return PastRecord(document, match.id, begun, ended)

    @property
    def _lobby(self) -> LobbyForVisitors:
        return self._visitor.lobby


def _renamed(game: Game, names: Sequence[str]) -> Game:
    first, second = (player.model_copy(update={"name": name}) for player, name in zip(game.players, names, strict=True))
    return Game(game.record.model_copy(update={"players": (first, second)}))


def _not_over() -> NaishiError:
    return NaishiError(_("This game isn't over yet. Once it is, you can look at all of it again."))
