"""Pseudo-locale on every screen of a server: lobby, lobby_lists, account, naishi.table_questions."""

from __future__ import annotations

import re
from functools import partial

import pytest

from naishi.common import i18n
from naishi.server import OfferKind
from naishi_tui.games.naishi.table_questions import ChooseTerms
from tests.fuzzing import some
from tests.naishi.server.conftest import offer, resign
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys
from tests.naishi_tui.waiting import until
from tests.pseudo import Pseudo, outside

pytestmark = pytest.mark.ci

SIZE = (240, 60)
SAME = {"NAISHI", "Aiko", "Bruno", "English", "Français", "Polski", "Deutsch"}
"""The same in every language."""
CODE = re.compile(r"\b[a-z0-9]{4}(-[a-z0-9]{4}){2}\b|SHA256:\S+ +\d+ \w+ \d+")
"""What is drawn by chance: codes, and keys with the date of today."""


def escaped(client: Client, *words: str) -> set[str]:
    """The words on a screen that are in no bracket, but for names, codes and single letters: keys."""
    left = outside(CODE.sub("", client.text))
    for each in words:
        left = left.replace(each, "")
    return {word for word in re.findall(r"[^\W\d]+", left) if len(word) > 1} - SAME


@pytest.fixture
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "load", lambda _code: Pseudo())


@pytest.mark.usefixtures("_pseudo")
async def test_nothing_in_the_lobby_escapes(server: Server) -> None:
    keys = new_keys(2)
    one, two = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    for _match in range(2):
        match = await two.tables.join(await one.tables.open(public=True))
        theirs = await two.attach(match.id)
        await offer(theirs, OfferKind.DRAW)
    await resign(theirs)
    await two.tables.open(public=True)
    client = await server.visit(keys[0], size=SIZE)
    await client.see("Bruno")
    assert escaped(client) == set()
    client.press("n")
    await until(lambda: isinstance(server.app.screen, ChooseTerms), "the choice")
    await client.press_and_see("enter", "ssh -t")
    ids = [match.id for match in await server.lobby.matches.lists.of(one.account.id)]
    assert escaped(client, *ids) == set()


def has_received(client: Client, count: int) -> bool:
    return client.count > count


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("key", some(["c", "e", "w", "b", "n", "p", "st"], 2))
async def test_nothing_above_the_lobby_escapes(server: Server, key: str) -> None:
    (mine,) = new_keys(1)
    await named(server, mine, "Aiko")
    client = await server.visit(mine, size=SIZE)
    await client.see("Aiko")
    for each in key:
        enough = client.count + 200
        client.press(each)
        await client.until(partial(has_received, client, enough), each)
    if "t" in key:
        await client.see("F1")
    assert escaped(client, "Tab") == set()
