"""What somebody does about a visitor's account at another terminal."""

from __future__ import annotations

from collections.abc import Callable

from textual.message import Message

from naishi.common.i18n import _
from naishi.server import Visitor
from naishi_tui.keys import shown


class AccountChanged(Message):
    """Look again whose terminal this is, and what somebody else has done about the account."""


class AccountWatch:
    """Follows the account of a visitor."""

    def __init__(self, visitor: Visitor, post: Callable[[Message], object]) -> None:
        """Follow from now on.

        Args:
            visitor: Whose account it is.
            post: Takes an `AccountChanged` after each change.
        """
        self._visitor, self._post = visitor, post
        self._changes = visitor.changes()
        self._player, self._news, self._request = visitor.account.id, visitor.news, visitor.credentials.link_request

    @property
    def farewell(self) -> str:
        """What stays on the terminal once the app has ended: how a guest comes back."""
        words = _("To come back to your games, connect, press c and enter this code: {code}")
        return words.format(code=self._visitor.code) if self._visitor.code else ""

    async def follow(self) -> None:
        """Take note of what is done about the account, until the app ends."""
        revision = -1
        async for _change in self._changes:
            if revision != self._visitor.account_revision:
                revision = self._visitor.account_revision
                self._post(AccountChanged())

    def is_another(self) -> bool:
        """Return whether the visitor has another account than at the last call."""
        before, self._player = self._player, self._visitor.account.id
        return before != self._player

    def news(self) -> str:
        """Say what has happened since the last call, if anything has."""
        before, self._news = self._news, self._visitor.news
        return "" if self._news is before else str(self._news)

    def link_request(self) -> str:
        """Say that a key asks to be added to the account, if one has asked since the last call."""
        before, self._request = self._request, self._visitor.credentials.link_request
        if self._request is None or self._request is before:
            return ""
        words = _("A key asks to be added to your account: see {key} in the lobby.")
        return words.format(key=shown("lobby.account"))
