"""Game server: players, matches and sessions in one database.

No Textual, no SSH.

>>> lobby = Lobby(Database(path), executor)                         # doctest: +SKIP
>>> me = await lobby.visit("SHA256:…", "192.0.2.7", "en")           # doctest: +SKIP
>>> match = await me.tables.play_bot("strong")                      # doctest: +SKIP
>>> participant = await me.attach(match.id)                         # doctest: +SKIP
"""

from __future__ import annotations

from naishi.server.play.lobby import Lobby, Visitor
from naishi.server.play.match_session import Presence
from naishi.server.play.participant import MatchParticipant
from naishi.server.play.phrases import Phrase
from naishi.server.play.request import OfferKind, Request, Verb
from naishi.server.storage.account import Account
from naishi.server.storage.database import Database
from naishi.server.storage.folder import NewerDatabaseError
from naishi.server.storage.match import Agreements, Match, MatchStage, News

__all__ = [
    "Account",
    "Agreements",
    "Database",
    "Lobby",
    "Match",
    "MatchParticipant",
    "MatchStage",
    "NewerDatabaseError",
    "News",
    "OfferKind",
    "Phrase",
    "Presence",
    "Request",
    "Verb",
    "Visitor",
]
