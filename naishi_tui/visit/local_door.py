"""Process behind `naishi host`: lobby at a Unix socket.

It is a process of its own, so that nothing that happens to the host's terminal happens to the others. It ends when its
standard input does, and so with the host's process, however that ends.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TextIO

import asyncssh

from naishi.common import i18n
from naishi.common.i18n import N_, NaishiError, _, language, listed, ngettext, reason
from naishi.server import Lobby
from naishi.server.operating.local_socket import OperatorSocket
from naishi.server.operating.service import Operator
from naishi.transports.client import PublicAddress
from naishi.transports.local import local_terminal
from naishi.transports.serving import Door, serve
from naishi.transports.ssh.server import Connection, SSHServer
from naishi_tui.visit.terminal import Terminal

LOG = "log.txt"
FAREWELL = N_("The host has left. Your games are saved, and go on when they host again.")

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Host:
    """Who hosts, and whom they let in."""

    user: int
    process: int
    """That of the terminal in which they host: another one of theirs is a second player."""
    invited: Collection[int] = ()
    """Other users."""

    def lets_in(self, peer: local_terminal.Peer) -> bool:
        return peer.user == self.user or peer.user in self.invited

    def identity_of(self, peer: local_terminal.Peer) -> str:
        """Return what stands for someone in the place of the fingerprint of a key."""
        second = peer.user == self.user and peer.process != self.process
        return f"unix:{peer.user}/2" if second else f"unix:{peer.user}"


class LocalConnection(Connection):
    """A connection from this machine: the system says which user it is, so nobody has to log in."""

    def __init__(self, server: SSHServer, host: Host) -> None:
        super().__init__(server)
        self._host = host
        self._peer = local_terminal.Peer(0, -1)

    def origin(self, conn: asyncssh.SSHServerConnection) -> str:
        """Take note of who it is; limits count by users."""
        self._peer = local_terminal.peer_of(conn.get_extra_info("socket"))
        self._identity.fingerprint = self._host.identity_of(self._peer)
        return f"unix:{self._peer.user}"

    def begin_auth(self, username: str) -> bool:
        """Let in who is invited, without any more questions."""
        if self._host.lets_in(self._peer):
            return False
        if self._connection is not None:
            self._connection.disconnect(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, "not invited")
        return True

    def public_key_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        return False


def main(arguments: list[str]) -> int:
    """Let users of this machine play, until standard input ends.

    What it writes is for the process that started it: an empty line once people can come, or else a line that says why
    not; at the end the names of those who were still here.

    Args:
        arguments: The folder of the players and games, the language, the host's process, and the users invited.
    """
    folder, language, *numbers = arguments
    process, *invited = map(int, numbers)
    i18n.use(i18n.load(language))
    log = logging.FileHandler(Path(folder, LOG), delay=True)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING, handlers=[log])
    host, answers = Host(os.getuid(), process, invited), sys.stdout
    try:
        local_terminal.check_free()
        return serve(Path(folder), partial(_open, folder=Path(folder), host=host, answers=answers), farewell=FAREWELL)
    except NaishiError as error:
        print(" ".join(str(error).split()), file=answers, flush=True)
    except OSError as error:
        print(reason(error), file=answers, flush=True)
    return 1


async def _open(lobby: Lobby, stop: asyncio.Event, folder: Path, host: Host, answers: TextIO) -> Sequence[Door]:
    """Take connections at the socket, and stop when the host has left."""
    loop = asyncio.get_running_loop()
    server = SSHServer(lobby, Terminal, PublicAddress(user=local_terminal.user_name(host.user)))
    door = local_terminal.bind(for_others=bool(host.invited))
    key = asyncssh.generate_private_key("ssh-ed25519")  # nobody has to know it again: the socket says whose it is
    await server.listen(key, lambda: LocalConnection(server, host), sock=door)
    operator = OperatorSocket(folder, Operator(lobby))
    await operator.open()
    print(file=answers, flush=True)

    def host_has_left() -> None:
        loop.remove_reader(0)
        with suppress(OSError):
            local_terminal.socket_path(host.user).unlink()
        with suppress(OSError):  # nobody may be left to read it
            own, visitors = f"unix:{host.user}", lobby.visitors
            names = sorted({each.account.name for each in visitors if each.fingerprint != own})
            print(*names, sep="\n", file=answers, flush=True)
        stop.set()

    loop.add_reader(0, host_has_left)
    return [server, operator]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))


PATIENCE = 10.0
"""Seconds that the process has to say goodbye to everybody."""


def host(folder: Path, invited: Sequence[int], command: str, *, screen: bool) -> int:
    """Let users of this machine play, as long as this terminal stays; see `visit` for the rest.

    Args:
        folder: Where players and games are kept; made if there is none.

    Raises:
        NaishiError: This user is hosting already, or the folder or the socket can't be used.
    """
    with _door(folder, invited):
        return asyncio.run(local_terminal.visit(local_terminal.connect(os.getuid()), command, screen=screen))


@contextmanager
def _door(folder: Path, invited: Sequence[int]) -> Iterator[None]:
    """Run the process with the lobby; at the end, say who was still there."""
    command = [sys.executable, "-P", "-m", "naishi_tui.visit.local_door", str(folder), language(), str(os.getpid())]
    process = subprocess.Popen(  # noqa: S603 - our own module, in a session of its own: no key interrupts it
        [*command, *map(str, invited)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}, encoding="utf-8",
    )  # fmt: skip
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    try:
        answer = process.stdout.readline()
        if answer != "\n":
            raise NaishiError(answer.strip() or _("The host's program could not start."))
        yield
    finally:
        process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        process.kill()
    if names := [*filter(None, process.stdout.read().splitlines())]:
        words = ngettext(
            "{names} was still here. Everything is saved: `naishi host` opens the games again.",
            "{names} were still here. Everything is saved: `naishi host` opens the games again.",
            len(names),
            names=listed(names),
        )
        print(words)
