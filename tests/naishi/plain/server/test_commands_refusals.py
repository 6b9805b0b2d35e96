"""Refused requests, nothing stored, nothing counted: commands, verbs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.server.commands import verbs
from naishi.server import Database, Lobby, Visitor
from naishi.server.presence.limits import Buckets, Limits
from tests.naishi.plain.server.people import PATIENCE, Reader
from tests.naishi.plain.server.shared import EVERYBODY, IN_LINES, Asked, scene
from tests.naishi.server.conftest import player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.unchanged import rows

ADDRESS = "198.51.100.9"
MOST = 5.0
"""How many games, accounts, names, analyses and reports an address may have here, for ever."""

GUESTS = (
    *("challenge Aiko rated", "new rated", "private rated", "sit {rated}", "tournament join Rated"),
    "tournament new Spring clock 3d",
)


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    database = Database(fresh(tmp_path / "naishi.sqlite"))
    of_each = {f"{each}_burst": MOST for each in ("games", "accounts", "names", "analyses", "reports", "phrases")}
    never = {each.replace("burst", "rate"): 1e-9 for each in of_each}
    lobby = Lobby(database, limits=Limits(**of_each, **never, verbs_burst=1000.0))  # type: ignore[arg-type]
    yield lobby
    await lobby.close()
    database.close()


async def left(buckets: Buckets, who: str) -> int:
    """Use up what someone has left; return how much that was."""
    count = 0
    while await buckets.take(who):
        count += 1
    return count


async def everything_left(lobby: Lobby, visitor: Visitor) -> dict[str, int]:
    allowances, who = lobby.allowances, str(visitor.account.id)
    by_address = (allowances.games, allowances.accounts, allowances.analyses)
    counts = [await left(each, ADDRESS) for each in by_address]
    names = "games", "accounts", "analyses"
    found = dict(zip(names, counts, strict=True))
    return found | {"names": await left(allowances.names, who), "reports": await left(allowances.reports, ADDRESS)}


@pytest.mark.parametrize("fingerprint", [None, "SHA256:new"], ids=["guest", "key"])
async def test_a_refused_request_stores_and_counts_nothing(lobby: Lobby, fingerprint: str | None) -> None:
    ids = await scene(lobby)
    visitor = await lobby.visit(fingerprint, ADDRESS, "en")
    lines = [*EVERYBODY, *(GUESTS if fingerprint is None else ())]
    assert {line.split()[0] for line in lines} == {each.word for each in verbs().values()}, "every verb is refused once"
    before = rows(lobby)
    for line in lines:
        await refused(visitor, line.format(**ids))
        assert rows(lobby) == before, line
        assert not visitor.account.stored, line
    reader = Reader(visitor)
    await reader.hears("lobby> ")
    reader.type(*IN_LINES)
    await reader.leave()
    assert rows(lobby) == before
    assert set((await everything_left(lobby, visitor)).values()) == {int(MOST)}


async def refused(visitor: Visitor, line: str) -> None:
    """Ask for something by a verb; it is refused."""
    asked = Asked(visitor, line)
    async with asyncio.timeout(PATIENCE):
        assert await asked.visit.run() in {1, 2}, f"{line}: {asked.said}"
    assert asked.complained


async def test_a_player_who_is_refused_loses_nothing_either(lobby: Lobby) -> None:
    ids = await scene(lobby)
    carol = await player(lobby, "Carol")
    carol.address = ADDRESS
    aiko = next(each for each in lobby.visitors if each.account.name == "Aiko")
    await aiko.block(carol.account)
    await carol.tables.open(public=False)
    before = rows(lobby)
    for _time in range(8):
        for line in ("challenge Nobody", "challenge Aiko", "challenge Carol", "sit {table}", "block Carol"):
            await refused(carol, line.format(**ids))
        with pytest.raises(NaishiError, match="yourself"):
            await carol.block(carol.account)
    assert rows(lobby) == before
    assert (await everything_left(lobby, carol))["games"] == MOST - 1
