"""Sessions of games, and their participants.

No Textual: a terminal is only one way to look.

>>> session = Session(opened.game, opened)                      # doctest: +SKIP
>>> me = session.join(0)                                        # doctest: +SKIP
>>> await me.play("develop L4")                                 # doctest: +SKIP
"""

from naishi.sessions.participant import Ask, BotStatus, Change, Participant, Playable, Spectator
from naishi.sessions.replay import Replay
from naishi.sessions.session import PACES, BotExecutor, Session, Store, ThreadExecutor

__all__ = [
    "PACES",
    "Ask",
    "BotExecutor",
    "BotStatus",
    "Change",
    "Participant",
    "Playable",
    "Replay",
    "Session",
    "Spectator",
    "Store",
    "ThreadExecutor",
]
