"""Identity of an SSH client, from its verified signature."""

from __future__ import annotations

from collections.abc import Callable

import asyncssh


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
            right = verify(data, signature)
            if right:
                self.fingerprint = key.get_fingerprint()
            return right

        key.verify = verify_and_remember  # type: ignore[assignment,method-assign]
        return True

    def guest(self) -> None:
        """Note that the client came in without a key."""
        self.fingerprint = None
