"""A place where people meet and play: players, matches and sessions in one database. No Textual.

>>> lobby = Lobby(Database(path), executor)                     # doctest: +SKIP
>>> me = lobby.players.of_key("SHA256:…")                       # doctest: +SKIP
>>> match = lobby.play_bot(me, "strong")                        # doctest: +SKIP
>>> participant = lobby.attach(match.id, me)                    # doctest: +SKIP
"""

from __future__ import annotations

from naishi.server.database import Database, NewerDatabaseError
from naishi.server.live import MatchParticipant, Presence
from naishi.server.lobby import Lobby
from naishi.server.match import Match, MatchState, News
from naishi.server.players import Account

__all__ = [
    "Account",
    "Database",
    "Lobby",
    "Match",
    "MatchParticipant",
    "MatchState",
    "NewerDatabaseError",
    "News",
    "Presence",
]
