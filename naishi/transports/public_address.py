"""Public address of a server, and invitation lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from naishi.server.presence.limits import plain_address

if TYPE_CHECKING:
    import asyncssh

SSH_PORT = 22


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """A name or an address, and a port."""

    host: str = ""
    """Empty where the operator hasn't said: every visitor has reached some address of it."""
    port: int = 0
    """0 where the operator hasn't said."""
    user: str = ""
    """Who hosts, where the server is for users of one machine and has no address at all."""
    web: str = ""
    """Where browsers come, with its scheme, if that was said."""
    web_port: int = 0
    """The port that browsers reach; 0 where none can come."""
    by_web: bool = False
    """Whether the visitor is at a browser, and so probably their friends."""

    def reached_by(self, connection: asyncssh.SSHServerConnection) -> Self:
        """Return the address, with what is missing taken from the server's end of a connection."""
        if self.user:
            return self
        host, port = (*(connection.get_extra_info("sockname") or ()), "", 0)[:2]
        return replace(self, host=self.host or plain_address(str(host)), port=self.port or int(port))

    @property
    def web_page(self) -> str:
        """Where to come with a browser; empty where nobody can."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.web or (f"http://{host}:{self.web_port}/" if self.web_port else "")

    def web_link(self, word: str) -> str:
        """Return the link by which a player comes in with a browser; see `WebLinks`."""
        return f"{self.web_page}#in={word}"

    def ssh_line(self, *command: str) -> str:
        """Return a line to paste: `ssh -t -p 2222 play@host join WORD`, or `naishi join aiko join WORD`.

        For whoever is at a browser it is a link, `https://host/#join=WORD`.

        Args:
            command: What to ask for; nothing for the lobby.
        """
        if self.by_web:
            return self.web_page + (f"#{'='.join(command)}" if command else "")
        if self.user:
            return " ".join(["naishi", "join", self.user, *command])
        terminal = ["-t"] if command else []
        port = ["-p", str(self.port)] if self.port != SSH_PORT else []
        return " ".join(["ssh", *terminal, *port, f"play@{self.host}", *command])
