"""What several of the test modules here use."""

from __future__ import annotations

import itertools

from naishi.server import Lobby, MatchParticipant, Request, Verb, Visitor

ADDRESSES = (f"192.0.2.{number}" for number in itertools.cycle(range(10, 250)))


async def person(lobby: Lobby, name: str, address: str = "") -> Visitor:
    """Have someone come with a key, from an address of their own if not said otherwise."""
    visitor = await lobby.visit(f"SHA256:{name}", address or next(ADDRESSES), "en")
    if not visitor.account.named:
        await visitor.rename(name)
    return visitor


async def abort(seat: MatchParticipant) -> None:
    await seat.request(Request(Verb.ABORT))
