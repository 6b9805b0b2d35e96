"""Where the game of a session is kept."""

from __future__ import annotations

from typing import Protocol

from naishi.common.errors import SaveNotWrittenError


class Store(Protocol):
    """Where the game of a session is kept: an open save, or a row of a server's database."""

    @property
    def id(self) -> str:
        """The id by which the game can be found again."""

    @property
    def unsaved(self) -> SaveNotWrittenError | None:
        """Why the newest state is not stored; None where it is."""

    async def write(self) -> None:
        """Store the game as it stands; `unsaved` says whether that worked."""

    def close(self) -> None:
        """Release the game for others, stored if at all possible."""
