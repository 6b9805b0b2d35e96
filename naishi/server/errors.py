"""Errors of storing what happens on a server."""

from __future__ import annotations

from naishi.common.errors import SaveNotWrittenError
from naishi.common.i18n import _


class StorageError(SaveNotWrittenError):
    """The database can't be used now; nothing of what was asked for was done.

    Its text is in the language of the reader: two players may read why their game isn't stored.
    """

    def __init__(self, cause: str) -> None:
        """Keep the cause.

        Args:
            cause: In a few words of English, which are translated where they can be.
        """
        super().__init__(cause)
        self.cause = cause

    def __str__(self) -> str:
        return _("Not saved ({why}).").format(why=self.why)

    @property
    def why(self) -> str:
        """The cause in a few words, for people."""
        return _(self.cause)


class RevisionLostError(SaveNotWrittenError):
    """The match has another revision than the one that was seen: someone else has changed it."""
