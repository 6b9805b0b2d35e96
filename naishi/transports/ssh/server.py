"""SSH server: identity, admission, and connection limits."""

import asyncio
import logging
import shlex
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
from asyncssh.auth import KbdIntChallenge, KbdIntResponse

from naishi.common.files import read_regular_file, write_atomically
from naishi.common.i18n import NaishiError, _, reason
from naishi.server import Lobby
from naishi.server.presence.limits import address_group
from naishi.transports.client import Caller, Places, PublicAddress, Runs, end_terminals
from naishi.transports.ssh.terminal import EnvironmentGuard, Reading, TerminalSession, guard_environment

LONGEST = 64 * 1024
"""Bytes of a file that can be a key."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Read the host key, or make it if there is no file; only its owner may read that.

    Raises NaishiError: the file can't be used. It is never replaced: with another key, the server would look to every
    player like someone else's.
    """
    try:
        with suppress(FileNotFoundError):
            return _read(path)
        key = asyncssh.generate_private_key("ssh-ed25519")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, key.export_private_key())
    except OSError as error:
        text = _("The host key {file} can't be read or written: {reason}")
        raise NaishiError(text.format(file=path, reason=reason(error))) from None
    return key


def _read(path: Path) -> asyncssh.SSHKey:
    content = read_regular_file(path, LONGEST)
    advice = _(
        "Restore it from a backup, or remove it: the server then makes a new one, and players are warned that the "
        "host has changed."
    )
    if content is not None and not content.strip():
        raise NaishiError(_("The host key {file} is empty. {advice}").format(file=path, advice=advice))
    try:
        return asyncssh.import_private_key(content or b"")
    except Exception as error:  # asyncssh's parsers raise more than they say: `re.error`, for one
        text = _("The host key {file} is damaged. {advice}")
        if "passphrase" in str(error).casefold():
            text = _("The host key {file} has a passphrase, which the server can't type in. Remove it with: {line}")
        line = f"ssh-keygen -p -N '' -f {shlex.quote(str(path))}"
        raise NaishiError(text.format(file=path, advice=advice, line=line)) from None


_log = logging.getLogger(__name__)


class Identity:
    """Follows an authentication to its end.

    A client may offer any public key without owning it, and asyncssh asks `validate_public_key` about each key that is
    offered, signed or not. So an offered key says nothing here: the identity is set by the check of the signature
    itself, and set to a guest's by every other way in.
    """

    def __init__(self, most_offers: int) -> None:
        self.fingerprint: str | None = None
        """Of the key that the client has signed with; None for a guest."""
        self._offers_left = most_offers

    def offered(self, key: asyncssh.SSHKey) -> bool:
        """Return whether a client may sign with a key that it offers; remember the key only if it does."""
        self._offers_left -= 1
        if self._offers_left < 0:
            return False
        verify: Callable[[bytes, bytes], bool] = key.verify

        def verify_and_remember(data: bytes, signature: bytes) -> bool:
            if right := verify(data, signature):
                self.fingerprint = key.get_fingerprint()
            return right

        key.verify = verify_and_remember  # type: ignore[assignment,method-assign]
        return True


class SSHServer:
    """All connections of a server."""

    def __init__(
        self, lobby: Lobby, runs: Runs, public: PublicAddress | None = None, places: Places | None = None
    ) -> None:
        self.lobby, self.runs, self.public = lobby, runs, public or PublicAddress()
        self.limits = lobby.limits
        self.places = places or Places(lobby.limits)
        self.tasks: set[asyncio.Task[None]] = set()
        self.terminals: set[TerminalSession] = set()
        self._acceptor: asyncssh.SSHAcceptor | None = None

    async def open(self, host: str, port: int, key: Path, *, shared: bool = False) -> int:
        """Take connections from now on.

        Args:
            host: The address to listen at; empty for all.
            port: 0 for any.
            key: The file of the host key; made if there is none.

        Returns:
            The port.
        """
        acceptor = await self.listen(host_key(key), lambda: Connection(self), host=host, port=port, reuse_port=shared)
        return acceptor.get_port()

    async def listen(
        self, key: asyncssh.SSHKey, connection: "Callable[[], Connection]", **where: Any
    ) -> asyncssh.SSHAcceptor:
        logging.getLogger("asyncssh").setLevel(logging.WARNING)  # it would log commands, and the words in them
        limits = self.limits
        self._acceptor = await asyncssh.listen(
            **where,
            server_factory=connection,
            server_host_keys=[key],
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
        return self._acceptor

    async def close(self, said: str) -> None:
        if self._acceptor is not None:
            self._acceptor.close()
        for terminal in self.terminals:
            terminal.stop(said)
        await end_terminals(self.tasks)


class Connection(asyncssh.SSHServer):
    """One connection: it logs in by a key or as a guest, and gets one terminal. It can forward nothing."""

    def __init__(self, server: SSHServer) -> None:
        self._server = server
        self._identity = Identity(server.limits.keys_offered)
        self._connection: asyncssh.SSHServerConnection | None = None
        self.address = ""
        self._terminal: TerminalSession | None = None
        self._reading: Reading | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take a place; where all are taken, that of someone who has no terminal yet."""
        self._connection, self.address = conn, self.origin(conn)
        if not self._server.places.take(self):
            return
        self._reading = Reading(conn)
        with suppress(OSError):
            # Otherwise megabytes for a client that reads nothing wait in the kernel.
            plug = conn.get_extra_info("socket")
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._server.limits.output)

    def origin(self, conn: asyncssh.SSHServerConnection) -> str:
        """Return where someone comes from, as far as it counts for limits: see `address_group`."""
        return address_group(str((conn.get_extra_info("peername") or [""])[0]))

    @property
    def has_terminal(self) -> bool:
        return self._terminal is not None and self._terminal.started

    def abort(self) -> None:
        if self._connection is not None:
            self._connection.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._server.places.leave(self)
        if self._terminal is not None:
            self._server.terminals.discard(self._terminal)
        self._connection = self._terminal = self._reading = None  # they know each other: nothing else would free them

    def auth_completed(self) -> None:
        patience = self._server.limits.terminal
        self._patience = asyncio.get_running_loop().call_later(patience, self._end_without_terminal)

    def _end_without_terminal(self) -> None:
        if self._connection is not None and not self.has_terminal:
            text = _("No terminal was opened, and there is nothing else here.")
            self._connection.disconnect(asyncssh.DISC_SERVICE_NOT_AVAILABLE, text)

    def begin_auth(self, username: str) -> bool:
        """Ask everybody to log in, whatever the name: the name says nothing about who it is."""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return self._identity.offered(key)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        return "", "", "", ()

    def validate_kbdint_response(self, username: str, responses: KbdIntResponse) -> KbdIntChallenge:
        self._identity.fingerprint = None
        return True

    def session_requested(self) -> tuple[asyncssh.SSHServerChannel[bytes], TerminalSession] | bool:
        if self._connection is None or self._reading is None or self._terminal is not None:
            return False
        server = self._server
        public = server.public.reached_by(self._connection)
        caller = Caller(server.lobby, self._identity.fingerprint, self.address, public, server.tasks, server.runs)
        self._terminal = TerminalSession(caller, self._connection, self._reading)
        server.terminals.add(self._terminal)
        return self._make_channel(self._connection), self._terminal

    def _make_channel(self, connection: asyncssh.SSHServerConnection) -> asyncssh.SSHServerChannel[bytes]:
        def give_up() -> None:
            _log.info("a client sends too many environment variables")
            connection.abort()

        channel: asyncssh.SSHServerChannel[bytes] = connection.create_server_channel()
        limits = self._server.limits
        guard_environment(channel, EnvironmentGuard(limits.variables, limits.variables_refused, give_up))
        return channel
