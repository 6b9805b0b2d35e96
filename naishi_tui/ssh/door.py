"""The SSH server: who may come in, and how many."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path

import asyncssh
from asyncssh.auth import KbdIntChallenge, KbdIntResponse

from naishi.i18n import _
from naishi.server import Account, Lobby
from naishi_tui.ssh.identity import Identity
from naishi_tui.ssh.limits import Buckets, Limits
from naishi_tui.ssh.terminal import TerminalSession
from naishi_tui.ssh.visit import Visit

_log = logging.getLogger(__name__)

LAST_WORDS = 3.0
"""Seconds that all terminals have to be restored when the server stops."""


class House:
    """All connections of a server."""

    def __init__(self, lobby: Lobby, limits: Limits | None = None) -> None:
        self.lobby = lobby
        self.limits = limits or Limits()
        self.tasks: set[asyncio.Task[None]] = set()
        self.terminals: set[TerminalSession] = set()
        self.addresses: Counter[str] = Counter()
        self.players: Counter[int] = Counter()
        self.games = Buckets(self.limits.games_rate, self.limits.games_burst)
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, host: str, port: int, key: Path) -> int:
        """Take connections from now on.

        Args:
            host: The address to listen at; empty for all.
            port: 0 for any.
            key: The file of the host key; made if there is none.

        Returns:
            The port.
        """
        limits = self.limits
        self._acceptor = await asyncssh.listen(
            host,
            port,
            server_factory=lambda: Connection(self),
            server_host_keys=[host_key(key)],
            server_version="naishi",
            encoding=None,
            window=32 * 1024,
            line_editor=False,
            login_timeout=limits.login,
            keepalive_interval=limits.keep_alive,
            keepalive_count_max=3,
            password_auth=False,
            host_based_auth=False,
            gss_auth=False,
            gss_kex=False,
            gss_host=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            compression_algs=["none"],
            config=[],
        )
        return self._acceptor.get_port()

    async def close(self, said: str) -> None:
        """Tell everybody, restore their terminals, and end all connections."""
        if self._acceptor is not None:
            self._acceptor.close()
        for terminal in self.terminals:
            terminal.stop(said)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=LAST_WORDS)
        await asyncio.sleep(0.05)  # what was written last is on its way


class Connection(asyncssh.SSHServer):
    """One connection: it logs in by a key or as a guest, and gets one terminal. It can forward nothing."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._identity = Identity(house.limits.keys_offered)
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._player: int | None = None
        self._code = ""
        self._terminal: TerminalSession | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Refuse what is too many."""
        house = self._house
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or [""])[0])
        house.addresses[self._address] += 1
        many = house.addresses.total() > house.limits.connections
        if many or house.addresses[self._address] > house.limits.per_address:
            conn.abort()
            return
        with suppress(OSError):
            # Otherwise megabytes for a client that reads nothing wait in the kernel.
            plug = conn.get_extra_info("socket")
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, house.limits.output)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection off."""
        house = self._house
        house.addresses[self._address] -= 1
        if not house.addresses[self._address]:
            del house.addresses[self._address]
        if self._terminal is not None:
            house.terminals.discard(self._terminal)
        if self._player is not None:
            player = self._player
            self._count_off(player)
            if not house.players[player]:
                house.lobby.players.forget_guest(player)

    def begin_auth(self, username: str) -> bool:
        """Ask everybody to log in, whatever the name: the name says nothing about who it is."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Any key will do."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Let a client sign with any key that it offers."""
        return self._identity.offered(key)

    def kbdint_auth_supported(self) -> bool:
        """Let guests in without a key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """Ask a guest nothing."""
        return "", "", "", ()

    def validate_kbdint_response(self, username: str, responses: KbdIntResponse) -> KbdIntChallenge:
        """Let a guest in."""
        self._identity.guest()
        return True

    def session_requested(self) -> TerminalSession | bool:
        """Open one terminal, for whoever has logged in."""
        if self._connection is None or self._terminal is not None:
            return False
        account = self._log_in()
        if self._house.players[account.id] > self._house.limits.per_player:
            self._connection.disconnect(
                asyncssh.DISC_TOO_MANY_CONNECTIONS, _("You have too many connections here already.")
            )
            return False
        visit = Visit(
            self._house.lobby, account, self._identity.fingerprint, self._address, self._connection,
            self._house.tasks, self._become, self._house.games, code=self._code,
        )  # fmt: skip
        self._terminal = TerminalSession(visit, self._house.limits)
        self._house.terminals.add(self._terminal)
        return self._terminal

    def _log_in(self) -> Account:
        players = self._house.lobby.players
        if self._identity.fingerprint is None:
            account, self._code = players.new_guest()
        else:
            account = players.of_key(self._identity.fingerprint)
        self._count_on(account.id)
        return account

    def _become(self, before: Account, account: Account) -> None:
        self._count_off(before.id)
        self._count_on(account.id)

    def _count_on(self, player: int) -> None:
        self._player = player
        self._house.players[player] += 1
        self._house.lobby.arrive(player)

    def _count_off(self, player: int) -> None:
        self._player = None
        self._house.players[player] -= 1
        self._house.lobby.leave(player)
        if not self._house.players[player]:
            del self._house.players[player]


def host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host key, or make it once; only its owner may read the file."""
    with suppress(FileNotFoundError):
        return asyncssh.read_private_key(path)
    key = asyncssh.generate_private_key("ssh-ed25519")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with open(file, "wb") as stream:
        stream.write(key.export_private_key())
    return key
