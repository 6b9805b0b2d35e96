"""Refused requests and messages of browsers: nothing stored, counted or used up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from websockets.exceptions import ConnectionClosed

from naishi.server.presence.limits import Limits
from tests.fuzzing import examples
from tests.naishi.plain.server.shared import IN_LINES, scene
from tests.naishi.server.refusing import refusing
from tests.naishi.server.unchanged import counted, forget_guesses, kept
from tests.naishi.transports.web.conftest import serving
from tests.naishi.transports.web.pages import Site
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

LIMITS = Limits(
    games_rate=1e-9, accounts_rate=1e-9, names_rate=1e-9, analyses_rate=1e-9, phrases_rate=1e-9, reports_rate=1e-9,
    verbs_burst=1e6, input_rate=1e6, input_burst=1e6,
)  # fmt: skip
"""What is counted isn't forgotten meanwhile, and nobody waits."""
LEAVES = 5.0
"""Seconds in which someone who has typed `quit` is gone; others are sent away."""
PATIENTLY = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with serving(tmp_path, LIMITS) as site:
        yield site


@pytest.fixture
async def tables(site: Site) -> Mapping[str, str]:
    """The ids of tables of others."""
    return await scene(site.lobby)


WORDS = st.sampled_from(["LINK", "k4mp-z7xe-q9dn", "", "x" * 5000, "\x00", "-", "guest-O0O0-O0O0-O0O0"])
"""`LINK` stands for the word of a link to Aiko's account that is good."""
NONSENSE = st.one_of(st.none(), st.integers(), st.text(max_size=20), st.lists(st.integers(), max_size=3))
OBJECTS = st.dictionaries(
    st.sampled_from(["whose", "in", "keep", "out", "other"]), st.one_of(WORDS, NONSENSE), max_size=2
)
BODIES = st.one_of(OBJECTS.map(json.dumps).map(str.encode), st.binary(max_size=40))
COOKIES = st.sampled_from(["", "naishi=", "naishi=guest-x", f"naishi=key-{'A' * 43}", "other=1", "GUEST", "AIKO"])
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Host": st.sampled_from(["evil.example", "[::1", ""]),
        "Origin": st.sampled_from(["http://evil.example", "null", ""]),
        "Upgrade": st.just("websocket"),
        "Sec_WebSocket_Version": st.sampled_from(["13", "12"]),
        "Content_Length": st.sampled_from(["-1", "99999", "x", "0"]),
        "Transfer_Encoding": st.just("chunked"),
    },
)


@settings(max_examples=examples(120, 2000), **PATIENTLY)  # type: ignore[arg-type]
@given(
    st.sampled_from(["POST", "POST", "POST", "GET", "HEAD", "PUT"]),
    st.sampled_from(["/visit", "/visit", "/visit", "/screen", "/lines", "/", "/nowhere", "visit"]),
    BODIES,
    COOKIES,
    HEADERS,
)
async def test_a_refused_request_changes_nothing(
    site: Site, method: str, path: str, body: bytes, cookie: str, headers: dict[str, str]
) -> None:
    lobby = site.lobby
    aiko = next((each for each in lobby.visitors if each.account.name == "Aiko"), None)
    if aiko is None:
        aiko = await lobby.visit("SHA256:Aiko", "192.0.2.7", "en")
        await aiko.rename("Aiko")
    forget_guesses(lobby)
    body = body.replace(b"LINK", (await aiko.credentials.web_link()).encode())
    said = {"GUEST": "naishi=guest-K4MP-Z7XE-Q9DN", "AIKO": f"naishi=key-{'B' * 43}"}.get(cookie, cookie)
    before, tries = kept(lobby, guesses=True), counted(lobby)["tries"]
    answer = await site.request(method, path, body, Cookie=said, **headers)
    if answer.status in {0, *range(300, 600)}:
        await lobby.settled()
        assert kept(lobby, guesses=True) == before
        guessed = b"z7xe" in body or any(isinstance(each, str) for each in _asked(body))
        assert guessed or counted(lobby)["tries"] == tries, "only a wrong word is a guess"


def _asked(body: bytes) -> list[object]:
    """What a body says as the words of links."""
    try:
        found = json.loads(body)
    except ValueError:
        return []
    return [str(found[each]) for each in ("in", "whose") if each in found] if isinstance(found, dict) else []


async def test_a_link_is_good_still_where_the_key_cannot_be_stored(site: Site) -> None:
    aiko = await site.lobby.visit("SHA256:Aiko", "192.0.2.7", "en")
    await aiko.rename("Aiko")
    await site.lobby.settled()
    word = await aiko.credentials.web_link()
    before = kept(site.lobby)
    async with refusing(site.lobby.database):
        assert (await site.post({"in": word})).status == 403
    after = kept(site.lobby)
    assert [player for player, _end in after.pop("links").values()] == [
        player for player, _end in before.pop("links").values()
    ]
    assert after == before
    answer = await site.post({"in": word})
    assert (answer.status, json.loads(answer.body)["name"]) == (200, "Aiko")
    assert [key.name for key in await aiko.credentials.keys()] == ["", "browser"]


MESSAGES = st.one_of(
    st.sampled_from(["x", "[]", "null", '{"size": 5}', '{"size": ["a", 2]}', '{"at": ["rm", "x"]}', "[" * 999]),
    st.dictionaries(st.sampled_from(["at", "size", "still", "do"]), NONSENSE, max_size=3).map(json.dumps),
    st.sampled_from(["join", "watch"]).flatmap(
        lambda verb: st.sampled_from(["nowhere", "k4m2", "x" * 100, "x" * 101, "HERS", "\x1b"]).map(
            lambda word: json.dumps({"at": [verb, word], "size": [80, 24]})
        )
    ),
    st.binary(max_size=200),
    st.sampled_from([*IN_LINES, "gmaes", "\x1b[A", "x" * 3000]).map(lambda line: f"{line}\n".encode()),
    st.just(b"x" * 5000),
)


@settings(max_examples=examples(60, 1000), **PATIENTLY)  # type: ignore[arg-type]
@given(messages=st.lists(MESSAGES, max_size=12))
async def test_messages_that_ask_for_nothing_possible_change_nothing(
    site: Site, tables: Mapping[str, str], messages: list[str | bytes]
) -> None:
    """Of a guest in lines: malformed, out of order or over-long, with unknown words, or a command that is refused."""
    lobby = site.lobby
    others, before = set(lobby.visitors), kept(lobby, guesses=True)
    forget_guesses(lobby)
    socket = await site.open((await site.post({})).cookie, "/lines")
    with suppress(ConnectionClosed, TimeoutError):
        for message in messages:
            await socket.send(message.replace("HERS", tables["hers"]) if isinstance(message, str) else message)
        await socket.send(json.dumps({"size": [80, 24]}))
        await socket.send(b"\nquit\nquit\nquit\n")
        async with asyncio.timeout(LEAVES):
            while True:
                await socket.recv()
    await socket.close()
    await until(lambda: not site.web.terminals and set(lobby.visitors) == others, "they have left")
    await lobby.settled()
    assert kept(lobby, guesses=True) == before
