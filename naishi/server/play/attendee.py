"""Visitor interface, as far as accounts need it."""

# ruff: noqa: D102 - `Visitor` says what each does

from __future__ import annotations

from typing import Any, Protocol

from naishi.server.play.account_news import AccountNews
from naishi.server.storage.account import Account


class Attendee(Protocol):
    """What changes of accounts need of a visitor; the lobby itself holds each `Visitor`."""

    account: Account
    fingerprint: str | None
    settings: dict[str, Any]
    paired: str

    @property
    def plays(self) -> bool: ...
    def become(
        self, account: Account, settings: dict[str, Any], news: AccountNews | None = None, *, keep_seats: bool = False
    ) -> None: ...
    def account_has_changed(self, news: AccountNews | None = None) -> None: ...
    def own_lists_changed(self) -> None: ...
