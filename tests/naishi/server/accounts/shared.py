"""What several of the test modules here use."""

from __future__ import annotations

from naishi.server import Lobby, Match, Visitor


async def with_key(lobby: Lobby, fingerprint: str) -> Visitor:
    return await lobby.visit(fingerprint, "192.0.2.9", "en")


async def ask(owner: Visitor, visitor: Visitor) -> None:
    """Have a visitor ask to have their key added to an account."""
    await visitor.credentials.use_code(await visitor.credentials.read_code(await owner.credentials.link_code()))


async def allow(owner: Visitor) -> None:
    request = owner.credentials.link_request
    assert request is not None
    await owner.credentials.answer_link(request, allow=True)


async def link(owner: Visitor, visitor: Visitor) -> None:
    await ask(owner, visitor)
    await allow(owner)


async def fingerprints(visitor: Visitor) -> set[str]:
    return {key.fingerprint for key in await visitor.credentials.keys()}


async def begun(one: Visitor, other: Visitor, *, public: bool = True) -> Match:
    return await other.tables.join(await one.tables.open(public=public))
