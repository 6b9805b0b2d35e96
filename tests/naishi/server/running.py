"""Access to the sessions of a lobby, for tests."""

from __future__ import annotations

from naishi.server import Lobby
from naishi.server.match.running_sessions import RunningSessions
from naishi.server.match.session import MatchSession


def sessions_of(lobby: Lobby) -> RunningSessions:
    """The sessions of the matches that someone is at, by their ids."""
    return lobby.sessions


def session_of(lobby: Lobby, match_id: str) -> MatchSession:
    """The session of a match that someone is at."""
    return sessions_of(lobby)[match_id]


def only_session_of(lobby: Lobby) -> MatchSession:
    """The session of the only match that someone is at."""
    (session,) = sessions_of(lobby).values()
    return session
