"""Terminals that come in and leave while their account changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from naishi.server import Lobby
from tests.naishi.server.accounts.shared import allow, ask, link, with_key
from tests.naishi.server.conftest import player


class TestPresence:
    async def test_whoever_leaves_while_their_account_changes_is_gone(
        self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aiko, new = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:b")
        await ask(aiko, new)
        settings: Callable[[int], object] = lobby.players.settings

        async def leaves(account: int) -> object:
            lobby.leave(new)
            return await settings(account)  # type: ignore[misc]

        monkeypatch.setattr(lobby.players, "settings", leaves)
        await allow(aiko)
        assert lobby.everybody.here == {aiko.account.id: 1}

    async def test_a_visit_that_fails_leaves_nobody_behind(self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
        async def fails(_fingerprint: str) -> None:
            raise OSError("the disk")

        monkeypatch.setattr(lobby.players, "of_key", fails)
        with pytest.raises(OSError, match="the disk"):
            await with_key(lobby, "SHA256:a")
        assert lobby.visitors == set()
        assert not lobby.everybody.here

    async def test_a_key_removed_while_it_comes_in_has_no_account(
        self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        aiko, lost = await player(lobby, "Aiko"), await with_key(lobby, "SHA256:lost")
        await link(aiko, lost)
        came = lobby.players.came

        async def removed(*arguments: object) -> None:
            monkeypatch.undo()
            await aiko.credentials.remove_key("SHA256:lost")
            await came(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(lobby.players, "came", removed)
        visitor = await with_key(lobby, "SHA256:lost")
        await lobby.settled()
        assert not visitor.account.stored
