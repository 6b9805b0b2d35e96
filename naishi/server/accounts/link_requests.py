"""Requests to link a key to an account."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from naishi.server.accounts.login import AccountEvent, AccountNews, LinkAnswer, LinkRequest, Login
from naishi.server.presence.presence import Elsewhere

_NEWS = {LinkAnswer.REFUSED: AccountEvent.REFUSED, LinkAnswer.LEFT: AccountEvent.OWNER_LEFT}
"""What the visitor hears of an answer beside it."""


class LinkRequests:
    """The open requests of everybody who is here: one each, and any number to one account."""

    def __init__(self, changed: Callable[[LinkRequest], None], elsewhere: Elsewhere) -> None:
        """Begin with none.

        Args:
            changed: Called when one was made or has ended.
            elsewhere: Is told of both: owner and visitor may be at different processes.
        """
        self._open: list[LinkRequest] = []
        self._changed, self._elsewhere = changed, elsewhere

    def __len__(self) -> int:
        return len(self._open)

    def to(self, player: int) -> LinkRequest | None:
        """Return the oldest open request to an account."""
        return next((request for request in self._open if request.owner.id == player), None)

    def ask(self, request: LinkRequest) -> None:
        """Make a request; an older one of the same visitor is withdrawn."""
        self.withdraw(request.visitor)
        self.hear_asked(request)
        self._elsewhere.tell(
            "asked",
            number=request.number,
            owner=asdict(request.owner),
            account=asdict(request.visitor.account),
            fingerprint=request.fingerprint,
            keys=sorted(request.keys),
            games=request.games,
        )

    def hear_asked(self, request: LinkRequest) -> None:
        """Take note of a request."""
        self._open.append(request)
        self._changed(request)

    def withdraw(self, visitor: Login) -> None:
        """End the requests of a visitor."""
        for request in [each for each in self._open if each.visitor is visitor]:
            self.end(request, LinkAnswer.WITHDRAWN)

    def end(self, request: LinkRequest, answer: LinkAnswer) -> None:
        """End a request with an answer."""
        self._elsewhere.tell("answered", number=request.number, answer=answer.value)
        self._end(request, answer)

    def hear_answered(self, number: int, answer: LinkAnswer) -> None:
        """Take note of an answer that was given at another process, and notify the visitor."""
        for request in [each for each in self._open if each.number == number]:
            self._end(request, answer)
            if answer in _NEWS:
                request.visitor.account_has_changed(AccountNews(_NEWS[answer], request.owner.name))

    def _end(self, request: LinkRequest, answer: LinkAnswer) -> None:
        if request in self._open:
            self._open.remove(request)
        request.answer = answer
        self._changed(request)

    def refuse_all(self, player: int) -> None:
        """Refuse all open requests to an account."""
        while (request := self.to(player)) is not None:
            self.refuse(request)

    def refuse(self, request: LinkRequest) -> None:
        """Refuse a request, and notify the visitor."""
        self.end(request, LinkAnswer.REFUSED)
        request.visitor.account_has_changed(AccountNews(AccountEvent.REFUSED, request.owner.name))

    def end_without_owner(self, player: int) -> None:
        """End the requests to an account of which nobody is here any more."""
        while (request := self.to(player)) is not None:
            self.end(request, LinkAnswer.LEFT)
            request.visitor.account_has_changed(AccountNews(AccountEvent.OWNER_LEFT, request.owner.name))
