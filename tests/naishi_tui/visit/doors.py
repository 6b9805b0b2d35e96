"""Both transports of a server, from a visitor's side."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from naishi.server.presence.limits import Limits
from naishi_tui.visit.terminal import Terminal
from tests.naishi.transports.web.pages import Site, a_site, socket_of
from tests.naishi_tui.ssh.conftest import Client, Server, Typist, named, new_keys, serving

DOORS = ("ssh", "web")


class Door:
    """SSH, or the pages of a browser."""

    def __init__(self, server: Server, site: Site | None) -> None:
        self.server, self._site = server, site
        self.lobby = server.lobby
        self._keys: dict[str, asyncssh.SSHKey] = {}
        self._cookies: dict[str, str] = {}

    async def add(self, name: str) -> None:
        """Have someone have an account, and whatever they come in with."""
        (key,) = new_keys(1)
        account = (await named(self.server, key, name)).account
        self._keys[name] = key
        if self._site is not None:
            self._cookies[name] = await self._site.cookie_of(account.id)

    async def visit(self, name: str = "", size: tuple[int, int] = (80, 24)) -> Client:
        """Come to a screen, as a guest or as someone who was added."""
        if self._site is not None:
            return await self._site.come(self._cookies.get(name, ""), size=size)
        return await self.server.visit(*([self._keys[name]] if name else []), size=size)

    async def talk(self) -> Typist:
        """Come to lines."""
        if self._site is None:
            return await self.server.talk()
        client = await self._site.come(lines=True)
        assert isinstance(client, Typist)
        return client

    async def resize(self, client: Client, width: int, height: int) -> None:
        """Say that a screen has another size."""
        if self._site is None:
            client.process.change_terminal_size(width, height)
        else:
            await socket_of(client).send(json.dumps({"size": [width, height]}))

    async def close(self, farewell: str) -> None:
        """Let nobody in any more, and tell those who are here."""
        await (self.server.ssh if self._site is None else self._site.web).close(farewell)

    @property
    def terminals(self) -> list[Terminal]:
        return [each.terminal for each in self.server.terminals]


@asynccontextmanager
async def door_of(kind: str, folder: Path, limits: Limits | None = None) -> AsyncIterator[Door]:
    """Open one of the doors to a server; the other one has nobody at it."""
    async with serving(folder, limits) as server:
        if kind == "web":
            server.site = await a_site(server.lobby, places=server.ssh.places)
        try:
            yield Door(server, server.site)
        finally:
            if server.site is not None:
                server.site.close()
                await server.site.web.close("")
