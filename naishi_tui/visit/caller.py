"""Who is at the other end of a connection."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from naishi.server import Lobby
from naishi_tui.public_address import PublicAddress


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is at the other end of a connection that has logged in."""

    lobby: Lobby
    fingerprint: str | None
    """Of the key that was signed with, or of what stands for one; None for a guest."""
    address: str
    """What limits count by."""
    public: PublicAddress
    """Where the caller's friends reach the server."""
    tasks: set[asyncio.Task[None]]
    """Everything that runs for terminals: without a reference a task may vanish."""
    code: str = ""
    """By which a guest comes back whose client keeps it."""
