"""The row of a match, as the store of its session: one write on top of the revision that was seen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from naishi.common.errors import NaishiError, SaveNotWrittenError
from naishi.common.i18n import _
from naishi.games.naishi.game.deal_proof import DealProof
from naishi.games.naishi.game.game import Game
from naishi.server.storage.connection import StorageError
from naishi.server.storage.matches import Matches, RevisionLostError, Stored

T = TypeVar("T")


class NotYetSavedError(StorageError):
    """A match couldn't be stored; that is tried again."""

    def __str__(self) -> str:
        return _("Not saved ({why}). The server keeps trying.").format(why=self.why)


class MatchStore:
    """The row of a match, as the store of its session."""

    def __init__(self, match_id: str, stored: Stored, matches: Matches, here: Callable[[], Sequence[int]]) -> None:
        """Begin with a match as it was loaded.

        Args:
            match_id: Whose row it is.
            stored: As it was loaded.
            matches: Where it is stored.
            here: Returns the seats whose players see every change at once.
        """
        self.id = match_id
        self.game, self.agreements, self.revision, self.clock, self.rematch_commitment = stored
        self.unsaved: SaveNotWrittenError | None = None
        self._matches, self._here = matches, here

    @property
    def stored(self) -> Stored:
        """The match as it is now, on top of the revision that was stored last."""
        return Stored(self.game, self.agreements, self.revision, self.clock)

    async def write(self) -> None:
        """Store the game as it stands, and what was agreed on; `unsaved` says whether that worked.

        Raises:
            RevisionLostError: Somebody else has changed the match; it was loaded anew.
        """
        try:
            await self._on_top(self._matches.write(self.id, self.stored, self._here()))
        except StorageError as error:
            self.unsaved = NotYetSavedError(error.cause)

    async def give_rematch_word(self, seat: int, word: str) -> None:
        """Keep what the player at a seat adds to the deal of the rematch.

        Raises:
            NaishiError: The rematch has begun.
            StorageError: It couldn't be stored.
        """
        await self._matches.give_rematch_word(self.id, seat, word)

    async def start_next(self, deal: Callable[[DealProof], Game]) -> None:
        """Begin the match that follows, in one write with what was agreed on.

        Args:
            deal: Deals the new game.

        Raises:
            NaishiError: See `Matches.start_next`; nothing has changed.
            RevisionLostError: Somebody else has changed the match; it was loaded anew.
            StorageError: The disk refuses; nothing has changed.
        """
        match = await self._on_top(self._matches.start_next(self.id, self.stored, deal))
        self.agreements = self.agreements.model_copy(update={"rematch": None, "next": match.id})

    async def _on_top(self, writing: Coroutine[Any, Any, T]) -> T:
        """Write on top of the revision that was stored last; where there is another one by now, load that."""
        try:
            written = await writing
        except RevisionLostError:
            await self._reload()
            raise
        self.revision += 1
        self.unsaved = None
        return written

    def take(self, stored: Stored) -> None:
        """Go on with the match as somebody else has stored it."""
        self.game, self.agreements, self.revision, self.clock, self.rematch_commitment = stored
        self.unsaved = None

    async def _reload(self) -> None:
        """Load the match as somebody else has stored it.

        Raises:
            RevisionLostError: Somebody has removed the match, or damaged it; nothing can be stored any more.
            StorageError: It can't be read now.
        """
        try:
            self.take(await self._matches.load(self.id))
        except StorageError:
            raise
        except NaishiError as error:
            self.unsaved = None
            raise RevisionLostError(str(error)) from None

    def close(self) -> None:
        """Nothing is held: see `MatchSession.flush`."""
