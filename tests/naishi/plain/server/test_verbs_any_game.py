"""Games of any kind, made and played by verbs."""

from __future__ import annotations

import pytest

from naishi.server import Lobby
from naishi.server.match import session as match_session
from naishi.tabletop import kinds
from tests.naishi.plain.server.shared import ask, objects
from tests.naishi.server.conftest import player
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    monkeypatch.setattr(match_session, "PACE", 0.0)


async def test_a_game_is_made_and_played_by_verbs(lobby: Lobby) -> None:
    aiko, bruno = await player(lobby, "Aiko"), await player(lobby, "Bruno")
    assert "Unison, 1 of 3 seats taken" in await ask(aiko, "new unison 3")
    await lobby.public.look()
    (table,) = (await bruno.refresh()).open
    assert "add the word yes" in await ask(bruno, f"sit {table.id}", 1)
    assert "You sit there" in await ask(bruno, f"sit {table.id} yes")
    assert "You have left the table." in await ask(bruno, f"leave {table.id}")
    await ask(bruno, f"sit {table.id} yes")
    assert f"Game {table.id}, Unison with " in await ask(aiko, f"begin {table.id} steady")
    assert "your turn" in await ask(bruno, "games")
    assert "your turn" in await ask(bruno, f"wait {table.id}")
    assert "has chosen 3." in await ask(aiko, f"play {table.id} 3")
    assert "Withdrawn: " in await ask(aiko, f"play {table.id} withdraw")
    assert "Round 1: choose" in await ask(aiko, f"show {table.id}")
    assert "show answers questions" in await ask(aiko, f"show {table.id} withdraw", 1)
    said = await objects(aiko, f"show {table.id} --json".replace(" --json", ""))
    assert {"table", "table_match", "reply"} == {each["type"] for each in said}
    await ask(bruno, f"play {table.id} 1")
    assert "Round 2" in await ask(aiko, f"play {table.id} 2")
    assert "leaves" not in await ask(aiko, f"play {table.id} resign yes")
    await ask(bruno, f"show {table.id} log")
