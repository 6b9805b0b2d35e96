"""Browser identity by an HTTP-only, same-site cookie.

The cookie of a guest is the code by which the guest comes back; that of an account is a key of the account, of which
the database has a hash. No page and no address ever holds either.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import Lobby
from naishi.server.accounts.accounts import wrong_code
from naishi.server.accounts.login import AccountEvent, AccountNews
from naishi.server.database.codes import CodeKind, hashed, meanings, new_code
from naishi.server.database.connection import StorageError
from naishi.server.maintenance.cleanup import GUEST_AGE
from naishi.server.moderation.sanctions import ban_words
from naishi.transports.web.http import BadRequestError, Request, cookies, response

KEY = "key-"
"""How the cookie of an account begins."""
COOKIE, SECURE_COOKIE = "naishi", "__Host-naishi"
"""The name of the cookie; over TLS one that no neighbouring site can set."""
TICKET_TIME = 60.0
"""Seconds in which a page may fetch a new cookie."""

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::\d*)?")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a cookie says that someone is."""

    fingerprint: str | None
    """Of the browser's key; None for a guest."""
    code: str = ""
    """By which a guest comes back, now or once there is something to come back to."""


class Entrance:
    """Gives out cookies, and says whose they are.

    Args:
        origin: Of our own pages, such as `https://naishi.example.org`; empty for any address of this machine, and
            `name`.
    """

    def __init__(self, lobby: Lobby, origin: str = "", name: str = "") -> None:
        self._lobby, self._origin = lobby, origin
        self._names = {"localhost", name.lower()}
        self._told = False
        """Whether the log has it that a name isn't known."""
        self._keeping: set[asyncio.Task[None]] = set()

    def check_host(self, request: Request) -> None:
        """Make sure that a browser means this server, where no address of its pages was said.

        Any site can have its own name lead to our address. To a browser our pages would be its own then, and it could
        act as whoever reads them. It can't have an address in numbers.

        Raises:
            BadRequestError: It means a name that isn't known here.
        """
        name = _HOST.fullmatch(request.headers["host"])
        if not self._origin and (name is None or not (name[1].lower() in self._names or _is_address(name[1]))):
            if not self._told:
                _log.warning("a browser came by a name that isn't known here; --web-url or --public-host allows it")
            self._told = True
            raise BadRequestError(HTTPStatus.MISDIRECTED_REQUEST)

    def check_origin(self, request: Request) -> None:
        """Make sure that one of our own pages asks. Raises BadRequestError: another site does, or none."""
        self.check_host(request)
        host = request.headers["host"]
        ours = {self._origin} if self._origin else {f"http://{host}", f"https://{host}"}
        if request.headers.get("origin") not in ours:
            raise BadRequestError(HTTPStatus.FORBIDDEN)

    async def check(self, request: Request, address: str) -> Identity:
        """Return who wants to come in.

        Raises BadRequestError: not one of our own pages asks, or too often, or there is no cookie, or one that isn't
        good any more.
        """
        self.check_origin(request)
        if await self._lobby.sanctions.ban_on(None, address) is None:
            await self._count(address)
        identity = await self._identity(_cookie(request))
        if identity is None:
            raise BadRequestError(HTTPStatus.FORBIDDEN)
        return identity

    async def answer(self, request: Request, body: bytes, address: str) -> bytes:
        """Answer a page that is about to come in: give it the cookie that it lacks or has earned.

        Args:
            body: An object: with the word of a link as `whose` to read whom it lets in, then as `in`, with a ticket as
                `keep`, with `out` to be forgotten.

        Raises:
            BadRequestError: Not one of our own pages asks, or too often, or for nothing that there is.
        """
        self.check_origin(request)
        asked = _object(body)
        try:
            ban = await self._lobby.sanctions.ban_on(None, address)
            if ban is None:
                await self._count(address)
            elif {"in", "whose"} & asked.keys():  # else the page is told at its terminal
                raise NaishiError(ban_words(ban))
            if "whose" in asked:
                return await self._say_whose(str(asked["whose"]), address)
            if "in" in asked:
                return await self._come_in(request, str(asked["in"]), address)
            if "out" in asked:
                return await self._forget(request)
        except NaishiError as error:
            return response(HTTPStatus.FORBIDDEN, str(error).encode(), Content_Type="text/plain; charset=utf-8")
        cookie = _cookie(request)
        if "keep" in asked:
            cookie = await self._lobby.web_tickets.take(hashed(str(asked["keep"])[:100])) or cookie
        if await self._identity(cookie) is None:
            cookie = new_code(CodeKind.GUEST)
        return response(HTTPStatus.NO_CONTENT, Set_Cookie=_set_cookie(request, cookie))

    async def _count(self, address: str) -> None:
        may_ask = True
        with suppress(StorageError):  # what processes share can't be written: that keeps nobody out
            may_ask = await self._lobby.allowances.pages.take(address)
        if not may_ask:
            raise BadRequestError(HTTPStatus.TOO_MANY_REQUESTS)

    def ticket(self, code: str) -> str:
        """Return what a page fetches a new cookie with: the code of its guest, which has changed, or a new one."""
        ticket = secrets.token_urlsafe(16)
        keeping = self._lobby.web_tickets.keep(hashed(ticket), code or new_code(CodeKind.GUEST), TICKET_TIME)
        # In no visitor's context; it is kept before a page can ask for it.
        task = asyncio.get_running_loop().create_task(keeping, context=Context())
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)
        return ticket

    async def _identity(self, cookie: str) -> Identity | None:
        if cookie.startswith(KEY):
            fingerprint = _fingerprint(cookie)
            known = await self._lobby.players.of_key(fingerprint)
            return None if known is None else Identity(fingerprint)
        return Identity(None, cookie) if (CodeKind.GUEST, cookie) in meanings(cookie) else None

    async def _player_of(self, find: Callable[[str], Awaitable[int | None]], word: str, address: str) -> int:
        """Return the player of a link, as slowly as wrong links allow.

        Raises NaishiError: the link is wrong, was used or has expired, or too many wrong ones were tried.
        """
        tries = self._lobby.allowances.tries
        await tries.check(address)
        if (player := await find(word)) is None:
            await tries.record_wrong(address)
            raise NaishiError(wrong_code())
        return player

    async def _say_whose(self, word: str, address: str) -> bytes:
        """Name the player as whom a link lets a browser in.

        Raises NaishiError: the link is wrong, was used or has expired, or too many wrong ones were tried.
        """
        player = await self._player_of(self._lobby.web_links.look, word, address)
        said = json.dumps({"name": (await self._lobby.players.get(player)).name})
        return response(HTTPStatus.OK, said.encode(), Content_Type="application/json")

    async def _come_in(self, request: Request, word: str, address: str) -> bytes:
        """Let a browser in by the word of a link: from now on it has a key of the account.

        Raises NaishiError: the link is wrong, was used or has expired, or too many wrong ones were tried.
        """
        lobby = self._lobby
        before = await self._identity(_cookie(request))
        left = "" if before is None else before.code
        has_games = bool(left) and await lobby.codes.of_code(CodeKind.GUEST, left) is not None
        cookie = f"{KEY}{secrets.token_urlsafe(32)}"
        fingerprint = _fingerprint(cookie)
        player = await self._player_of(lobby.web_links.take, word, address)
        try:
            account = await lobby.codes.link(player, fingerprint, {fingerprint}, _("browser"))
        except NaishiError:
            with suppress(StorageError):
                await lobby.web_links.give_back(word, player)
            raise
        lobby.identities.account_changed(player, AccountNews(AccountEvent.KEY_ADDED))
        said = json.dumps({"name": account.name, "guest": left if has_games else ""})
        return response(
            HTTPStatus.OK, said.encode(), Content_Type="application/json", Set_Cookie=_set_cookie(request, cookie)
        )

    async def _forget(self, request: Request) -> bytes:
        """Forget a browser: its key is no key of the account any more.

        Raises NaishiError: it is the only key of the account.
        """
        identity = await self._identity(_cookie(request))
        if identity is not None and identity.fingerprint is not None:
            lobby, fingerprint = self._lobby, identity.fingerprint
            if (account := await lobby.players.of_key(fingerprint)) is not None:
                await lobby.players.remove_key(account.id, fingerprint)
                await lobby.identities.settle_key(fingerprint, AccountNews(AccountEvent.KEY_REMOVED, account.name))
                lobby.identities.account_changed(account.id)
        return response(HTTPStatus.NO_CONTENT, Set_Cookie=_set_cookie(request, "", age=0))


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body or b"{}")
        json.dumps(found, ensure_ascii=False).encode()  # half a character can be written in JSON, and is none
    except (ValueError, RecursionError):
        raise BadRequestError(HTTPStatus.BAD_REQUEST) from None
    if not isinstance(found, dict):
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    return found


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _is_secure(request: Request) -> bool:
    return request.headers.get("origin", "").startswith("https:")


def _cookie(request: Request) -> str:
    """Return the cookie of a browser; empty for none."""
    return cookies(request.headers.get("cookie", "")).get(SECURE_COOKIE if _is_secure(request) else COOKIE, "")[:200]


def _set_cookie(request: Request, value: str, age: int = int(GUEST_AGE)) -> str:
    secure = _is_secure(request)
    name, more = (SECURE_COOKIE, "; Secure") if secure else (COOKIE, "")
    return f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{more}"


def _fingerprint(cookie: str) -> str:
    digest = hashlib.sha256(cookie.encode()).digest()
    return f"web:{base64.b64encode(digest).decode().rstrip('=')}"
