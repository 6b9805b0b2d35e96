"""Game server: players, matches and sessions in one database.

No Textual, no SSH.

>>> lobby = Lobby(Database(path), executor)                         # doctest: +SKIP
>>> me = await lobby.visit("SHA256:…", "192.0.2.7", "en")           # doctest: +SKIP
>>> match = await me.tables.play_bot("strong")                      # doctest: +SKIP
>>> participant = await me.attach(match.id)                         # doctest: +SKIP
"""

from naishi.server.database.database import Database, NewerDatabaseError
from naishi.server.lobby.lobby import Lobby, Visitor
from naishi.server.match.match import Agreements, Match, MatchStage, News
from naishi.server.match.participant import MatchParticipant
from naishi.server.match.session import Presence
from naishi.server.match.state import OfferKind, Request, Verb
from naishi.server.match.words import Phrase
from naishi.server.presence.presence import Account

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
