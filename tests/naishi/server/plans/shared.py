"""What several of the test modules here use."""

from __future__ import annotations

from naishi.plain.server.agreeing import read_rule
from naishi.server import MatchParticipant, Visitor


async def plan(me: MatchParticipant, visitor: Visitor, line: str) -> None:
    when, play = read_rule(line.split())
    await visitor.lobby.plans.add(me, when, play)
