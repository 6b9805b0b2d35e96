"""Refused requests: nothing stored, nothing counted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.server.commands import verbs
from naishi.server import Database, Lobby, Match, Visitor
from naishi.server.match.match import Terms
from naishi.server.presence.limits import Buckets, Limits
from tests.naishi.plain.server.people import PATIENCE, Reader
from tests.naishi.plain.server.test_verbs import Asked
from tests.naishi.server.conftest import player
from tests.naishi.server.fresh import fresh
from tests.naishi.server.tournaments.competing import joined, setup
from tests.naishi.server.unchanged import rows

ADDRESS = "198.51.100.9"
MOST = 5.0
"""How many games, accounts, names, analyses and reports an address may have here, for ever."""

EVERYBODY = (
    *("challenge Nobody", "challenge Aiko clock 9x", "challenge", "block Nobody", "unblock Nobody"),
    *("decline", "decline nowhere", "player Nobody", "who now", "ranking now", "unblock"),
    *("new clock 9x", "private clock 9x", "bot", "bot clever", "bot strong rated", "bot strong expansion nowhere"),
    *(
        "new ninjato 9",
        "private shogun 2",
        "bot ninjato clever",
        "begin {table}",
        "begin nowhere strong",
        "leave {hers}",
    ),
    *("leave", "begin", "new shogun tower=real", "sit {larger}"),
    *("bot strong nowhere", "close", "close nowhere", "close {table}", "sit nowhere!", "sit {closed}", "sit {hers}"),
    *("sit {begun}", "join {table}", "sit", "watch nowhere!", "watch {table}", "play {begun} give 1", "play {table}"),
    *("play nowhere! give 1", "show nowhere!", "when nowhere! none", "when {begun} none", "wait nowhere!", "history x"),
    *("export nowhere!", "export {begun}", "tournament join Nowhere", "tournament join Full", "tournament leave Free"),
    *("tournament start Free", "tournament close Free", "tournament mix Free rain", "tournament new Spring"),
    *("tournament new Spring clock 9x", "tournament new Spring clock 3d players 1", "tournament new !!! clock 3d"),
    *("name", "name !!!", "name Aiko", "set", "set hints perhaps", "set nothing on", "settings x", "web", "tv x"),
    *("rules x", "completion", "completion tcsh", "help nothing", "games --nothing"),
)
GUESTS = (
    *("challenge Aiko rated", "new rated", "private rated", "sit {rated}", "tournament join Rated"),
    "tournament new Spring clock 3d",
)
IN_LINES = (
    *("statistics", "replay", "replay 9", "analyse", "export", "mix 9 rain", "mix bot żółć", "go", "go 9", "next"),
    *("join 9", "account", "code", "code hello", "remove 9", "remove 1", "call 9 x", "allow", "refuse", "withdraw"),
    *("delete", "quit"),
)
"""Of line mode alone: `account` leads to what stands behind it."""


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    database = Database(fresh(tmp_path / "naishi.sqlite"))
    of_each = {f"{each}_burst": MOST for each in ("games", "accounts", "names", "analyses", "reports", "phrases")}
    never = {each.replace("burst", "rate"): 1e-9 for each in of_each}
    lobby = Lobby(database, limits=Limits(**of_each, **never, verbs_burst=1000.0))  # type: ignore[arg-type]
    yield lobby
    await lobby.close()
    database.close()


async def scene(lobby: Lobby) -> Mapping[str, str]:
    """Make tables and tournaments of others; return the ids of the tables."""
    names = "Aiko", "Bruno", "Chiyo", "Dora"
    people = [await lobby.visit(f"SHA256:{name}", f"192.0.2.{number}", "en") for number, name in enumerate(names)]
    for person, name in zip(people, names, strict=True):
        await person.rename(name)
    aiko, bruno, chiyo, dora = people
    tables: dict[str, Match] = {
        "table": await aiko.tables.open(public=True),
        "closed": await bruno.tables.open(public=True),
        "larger": await bruno.tables.open(Terms(game="ninjato", places=3), public=True),
        "rated": await bruno.tables.open(Terms(rated=True), public=True),
        "hers": await chiyo.tables.challenge("Dora"),
        "begun": await dora.tables.join(await chiyo.tables.open(public=True)),
    }
    await bruno.tables.close(tables["closed"])
    await joined([aiko], setup("Free"))
    await joined([bruno, chiyo, dora, aiko], setup("Full", places=4, rounds=2))
    await joined([dora], setup("Rated", rated=True))
    await lobby.public.look()
    await lobby.settled()
    return {name: match.id for name, match in tables.items()}


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
