"""Web server: pages, WebSockets, and who may come in.

The cookie of a guest is the code by which the guest comes back; that of an account is a key of the account, of which
the database has a hash. No page and no address ever holds either.
"""

import asyncio
import base64
import hashlib
import json
import logging
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from contextvars import Context
from dataclasses import replace
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, NamedTuple, cast

from websockets.server import ServerProtocol

from naishi.common import i18n
from naishi.common.i18n import ENGLISH, NaishiError, _, find_language, language, languages
from naishi.server import Lobby
from naishi.server.accounts.accounts import wrong_code
from naishi.server.accounts.login import AccountEvent, AccountNews
from naishi.server.database.codes import CodeKind, hashed, meanings, new_code
from naishi.server.database.connection import StorageError
from naishi.server.maintenance.cleanup import GUEST_AGE
from naishi.server.moderation.sanctions import ban_words
from naishi.server.presence.limits import address_group, plain_address
from naishi.server.presence.service_clock import Background
from naishi.transports.client import Caller, Mode, Places, PublicAddress, Runs, end_terminals
from naishi.transports.web import http
from naishi.transports.web.terminal import LONGEST_MESSAGE, Hold, WebTerminal

KEY = "key-"
"""How the cookie of an account begins."""
COOKIE, SECURE_COOKIE = "naishi", "__Host-naishi"
"""The name of the cookie; over TLS one that no neighbouring site can set."""
TICKET_TIME = 60.0
"""Seconds in which a page may fetch a new cookie."""

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::\d*)?")


class Identity(NamedTuple):
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
        self._keeping = Background()

    def check_host(self, request: http.Request) -> None:
        """Make sure that a browser means this server, where no address of its pages was said.

        Any site can have its own name lead to our address. To a browser our pages would be its own then, and it could
        act as whoever reads them. It can't have an address in numbers.

        Raises BadRequestError: it means a name that isn't known here.
        """
        name = _HOST.fullmatch(request.headers["host"])
        if not self._origin and (name is None or not (name[1].lower() in self._names or _is_address(name[1]))):
            if not self._told:
                _log.warning("a browser came by a name that isn't known here; --web-url or --public-host allows it")
            self._told = True
            raise http.BadRequestError(HTTPStatus.MISDIRECTED_REQUEST)

    def check_origin(self, request: http.Request) -> None:
        """Make sure that one of our own pages asks. Raises BadRequestError: another site does, or none."""
        self.check_host(request)
        host = request.headers["host"]
        ours = {self._origin} if self._origin else {f"http://{host}", f"https://{host}"}
        if request.headers.get("origin") not in ours:
            raise http.BadRequestError(HTTPStatus.FORBIDDEN)

    async def check(self, request: http.Request, address: str) -> Identity:
        """Return who wants to come in.

        Raises BadRequestError: not one of our own pages asks, or too often, or there is no cookie, or one that isn't
        good any more.
        """
        self.check_origin(request)
        if await self._lobby.sanctions.ban_on(None, address) is None:
            await self._count(address)
        identity = await self._identity(_cookie(request))
        if identity is None:
            raise http.BadRequestError(HTTPStatus.FORBIDDEN)
        return identity

    async def answer(self, request: http.Request, body: bytes, address: str) -> bytes:
        """Answer a page that is about to come in: give it the cookie that it lacks or has earned.

        Args:
            body: An object: with the word of a link as `whose` to read whom it lets in, then as `in`, with a ticket as
                `keep`, with `out` to be forgotten.

        Raises BadRequestError: not one of our own pages asks, or too often, or for nothing that there is.
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
            return http.response(HTTPStatus.FORBIDDEN, str(error).encode(), Content_Type="text/plain; charset=utf-8")
        cookie = _cookie(request)
        if "keep" in asked:
            cookie = await self._lobby.web_tickets.take(hashed(str(asked["keep"])[:100])) or cookie
        if await self._identity(cookie) is None:
            cookie = new_code(CodeKind.GUEST)
        return http.response(HTTPStatus.NO_CONTENT, Set_Cookie=_set_cookie(request, cookie))

    async def _count(self, address: str) -> None:
        may_ask = True
        with suppress(StorageError):  # what processes share can't be written: that keeps nobody out
            may_ask = await self._lobby.allowances.pages.take(address)
        if not may_ask:
            raise http.BadRequestError(HTTPStatus.TOO_MANY_REQUESTS)

    def ticket(self, code: str) -> str:
        """Return what a page fetches a new cookie with: the code of its guest, which has changed, or a new one."""
        ticket = secrets.token_urlsafe(16)
        keeping = self._lobby.web_tickets.keep(hashed(ticket), code or new_code(CodeKind.GUEST), TICKET_TIME)
        # In no visitor's context; it is kept before a page can ask for it.
        self._keeping.begin(keeping, Context())
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
        """Name the player as whom a link lets a browser in. Raises NaishiError: see `_player_of`."""
        player = await self._player_of(self._lobby.web_links.look, word, address)
        return _said({"name": (await self._lobby.players.get(player)).name})

    async def _come_in(self, request: http.Request, word: str, address: str) -> bytes:
        """Let a browser in by the word of a link: from now on it has a key of the account. Raises: see `_player_of`."""
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
        said = {"name": account.name, "guest": left if has_games else ""}
        return _said(said, Set_Cookie=_set_cookie(request, cookie))

    async def _forget(self, request: http.Request) -> bytes:
        """Forget a browser: its key is none of the account any more. Raises NaishiError: it is the only one."""
        identity = await self._identity(_cookie(request))
        if identity is not None and identity.fingerprint is not None:
            lobby, fingerprint = self._lobby, identity.fingerprint
            if (account := await lobby.players.of_key(fingerprint)) is not None:
                await lobby.players.remove_key(account.id, fingerprint)
                await lobby.identities.settle_all(0, fingerprint, AccountNews(AccountEvent.KEY_REMOVED, account.name))
                lobby.identities.account_changed(account.id)
        return http.response(HTTPStatus.NO_CONTENT, Set_Cookie=_set_cookie(request, "", age=0))


def _said(content: dict[str, str], **headers: str) -> bytes:
    return http.response(HTTPStatus.OK, json.dumps(content).encode(), Content_Type="application/json", **headers)


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body or b"{}")
        json.dumps(found, ensure_ascii=False).encode()  # half a character can be written in JSON, and is none
    except (ValueError, RecursionError):
        raise http.BadRequestError(HTTPStatus.BAD_REQUEST) from None
    if not isinstance(found, dict):
        raise http.BadRequestError(HTTPStatus.BAD_REQUEST)
    return found


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _is_secure(request: http.Request) -> bool:
    return request.headers.get("origin", "").startswith("https:")


def _cookie(request: http.Request) -> str:
    """Return the cookie of a browser; empty for none."""
    name = SECURE_COOKIE if _is_secure(request) else COOKIE
    return http.cookies(request.headers.get("cookie", "")).get(name, "")[:200]


def _set_cookie(request: http.Request, value: str, age: int = int(GUEST_AGE)) -> str:
    secure = _is_secure(request)
    name, more = (SECURE_COOKIE, "; Secure") if secure else (COOKIE, "")
    return f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{more}"


def _fingerprint(cookie: str) -> str:
    digest = hashlib.sha256(cookie.encode()).digest()
    return f"web:{base64.b64encode(digest).decode().rstrip('=')}"


HEAD_END = b"\r\n\r\n"
SOCKETS = {"/screen": Mode.SCREEN, "/lines": Mode.PLAIN}
"""Where a page opens its WebSocket, and for what."""

VISIT = "/visit"
MOST = 20
"""Languages of a browser that are looked at."""

_WANTED = re.compile(r"[ \t]*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,3})[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?))?[ \t]*")

_log = logging.getLogger(__name__)


def language_of(header: str) -> str:
    """Return the language that serves an Accept-Language header best; that of the server where it names none."""
    wanted = [found for each in header.split(",")[:MOST] if (found := _WANTED.fullmatch(each)) is not None]
    for each in sorted(wanted, key=lambda one: -float(one[2] or 1)):
        if (code := find_language(each[1])) is not None and code in languages():
            return code
    return ENGLISH if wanted else language()


class WebServer:
    """All pages of a server."""

    def __init__(
        self,
        lobby: Lobby,
        runs: Runs,
        public: PublicAddress | None = None,
        places: Places | None = None,
        proxies: Collection[str] = (),
    ) -> None:
        self.lobby, self.runs, self.public = lobby, runs, public or PublicAddress()
        self.places = places or Places(lobby.limits)
        self.proxies: Collection[str] = {plain_address(each) for each in proxies}
        self.entrance = Entrance(lobby, self.public.web.rstrip("/"), self.public.host)
        self.files = http.Files()
        self.tasks: set[asyncio.Task[None]] = set()
        self.terminals: set[WebTerminal] = set()
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int, *, shared: bool = False) -> int:
        """Take connections from now on.

        Args:
            host: The address to listen at; empty for all.
            port: 0 for any.

        Returns:
            The port.
        """
        logging.getLogger("websockets").setLevel(logging.WARNING)
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(lambda: WebConnection(self), host or None, port, reuse_port=shared)
        return int(self._listening.sockets[0].getsockname()[1])

    async def close(self, said: str) -> None:
        """Tell everybody, and end all connections; their pages come back by themselves."""
        if self._listening is not None:
            self._listening.close()
        for terminal in list(self.terminals):
            terminal.stop(said, restarts=True)
        await end_terminals(self.tasks)

    def address_of(self, peer: str, request: http.Request) -> str:
        """Return where a request comes from: from a proxy, what the nearest one that isn't ours has seen."""
        seen = [plain_address(each.strip()) for each in request.headers.get("x-forwarded-for", "").split(",")]
        here = plain_address(peer)
        while here in self.proxies and seen and seen[-1]:
            here = seen.pop()
        return address_group(here)

    async def answer(self, request: http.Request, body: bytes, address: str) -> bytes:
        i18n.use(i18n.load(language_of(request.headers.get("accept-language", ""))))
        try:
            if request.path == VISIT and request.method == "POST":
                return await self.entrance.answer(request, body, address)
            if request.path in SOCKETS:
                raise http.BadRequestError(HTTPStatus.UPGRADE_REQUIRED)
            if request.path == VISIT or request.method == "POST":
                raise http.BadRequestError(HTTPStatus.METHOD_NOT_ALLOWED)
            self.entrance.check_host(request)
            return self.files.response(request)
        except http.BadRequestError as error:
            return http.response(error.status, _explained(error.status), Content_Type="text/plain; charset=utf-8")
        except NaishiError:  # the disk, for one
            return http.response(HTTPStatus.SERVICE_UNAVAILABLE)
        except Exception as error:
            _log.error("a request failed: %s", type(error).__name__)
            return http.response(HTTPStatus.INTERNAL_SERVER_ERROR)

    async def welcome(self, request: http.Request, transport: asyncio.Transport, address: str) -> WebTerminal:
        """Open the WebSocket of a page. Raises BadRequestError: nobody may come in by this request."""
        identity = await self.entrance.check(request, address)
        protocol = ServerProtocol(max_size=LONGEST_MESSAGE)
        protocol.receive_data(request.head)
        asked = next(iter(protocol.events_received()), None)
        accepted = None if asked is None else protocol.accept(asked)  # type: ignore[arg-type]
        if accepted is None or accepted.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            raise http.BadRequestError(HTTPStatus.BAD_REQUEST)
        protocol.send_response(accepted)
        public = replace(self.public, by_web=True)
        if not public.web:
            public = replace(public, web=f"http://{request.headers['host']}/")
        caller = Caller(self.lobby, identity.fingerprint, address, public, self.tasks, self.runs, identity.code)
        spoken = language_of(request.headers.get("accept-language", ""))
        terminal = WebTerminal(protocol, transport, caller, SOCKETS[request.path], spoken, self.entrance.ticket)
        self.terminals.add(terminal)
        return terminal


class WebConnection(asyncio.Protocol):
    """It takes a place like any other; files are sent whole, and then it ends."""

    def __init__(self, server: WebServer) -> None:
        self._server = server
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._request: http.Request | None = None
        self._terminal: WebTerminal | None = None
        self._answering = False
        self._patience: asyncio.TimerHandle | None = None
        self._peer = ""
        self.address = ""
        """What limits count by; empty until that is known."""

    @property
    def has_terminal(self) -> bool:
        return self._terminal is not None and self._terminal.terminal.started

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a place; whoever comes by a proxy, once it has said where they come from."""
        self._transport = cast("asyncio.Transport", transport)
        limits, plug = self._server.lobby.limits, transport.get_extra_info("socket")
        with suppress(OSError):
            # Otherwise megabytes for a client that reads nothing wait in the kernel.
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.output)
            plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._peer = plain_address(str((transport.get_extra_info("peername") or [""])[0]))
        self._patience = asyncio.get_running_loop().call_later(limits.login, self._end_unless_asked)
        if self._peer not in self._server.proxies:
            self._take_place(http.Request("GET", "/", {}, b""))

    def _take_place(self, request: http.Request) -> bool:
        self.address = self._server.address_of(self._peer, request)
        return self._server.places.take(self)

    def _end_unless_asked(self) -> None:
        """End what has not sent a whole request by now; what has may take as long to read the answer as any client."""
        if self._answering:
            stalled = self._server.lobby.limits.stalled
            self._patience = asyncio.get_running_loop().call_later(stalled, self._end_unless_playing)
        else:
            self._end_unless_playing()

    def _end_unless_playing(self) -> None:
        if self._terminal is None:
            self.abort()

    def data_received(self, data: bytes) -> None:
        if self._terminal is not None:
            self._terminal.receive(data)
            return
        self._received += data
        if self._answering:
            if len(self._received) > http.LONGEST_HEAD + http.LONGEST_BODY:
                self.abort()
            return
        try:
            self._read_request()
        except http.BadRequestError as error:
            self._answer(http.response(error.status))

    def _read_request(self) -> None:
        """Answer a request once all of it is there. Raises BadRequestError: it can't be answered."""
        if self._request is None:
            end = self._received.find(HEAD_END)
            if end < 0 or end > http.LONGEST_HEAD:
                if len(self._received) > http.LONGEST_HEAD:
                    raise http.BadRequestError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                return
            self._request = http.read_head(bytes(self._received[: end + len(HEAD_END)]))
            del self._received[: end + len(HEAD_END)]
            if not self.address and not self._take_place(self._request):
                return
        length = self._request.body_length
        if len(self._received) < length:
            return
        body = bytes(self._received[:length])
        del self._received[:length]
        self._answering = True
        task = asyncio.get_running_loop().create_task(self._serve(self._request, body), name="request")
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    async def _serve(self, request: http.Request, body: bytes) -> None:
        if request.headers.get("upgrade", "").lower() != "websocket":
            self._answer(await self._server.answer(request, body, self.address))
            return
        transport = self._transport
        try:
            if request.path not in SOCKETS or transport is None:
                raise http.BadRequestError(HTTPStatus.NOT_FOUND)
            terminal = await self._server.welcome(request, transport, self.address)
        except http.BadRequestError as error:
            self._answer(http.response(error.status))
            return
        except Exception:
            self._answer(http.response(HTTPStatus.SERVICE_UNAVAILABLE))
            return
        if transport.is_closing():
            self._server.terminals.discard(terminal)
            return
        self._terminal = terminal
        terminal.open()
        terminal.receive(bytes(self._received))

    def _answer(self, answer: bytes) -> None:
        self._answering = True
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()

    def pause_writing(self) -> None:
        """Read nothing from a page that doesn't read: it would only have more to read."""
        if self._terminal is not None:
            self._terminal.hold(Hold.OUTPUT)
        elif self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        if self._terminal is not None:
            self._terminal.release(Hold.OUTPUT)
        elif self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._patience is not None:
            self._patience.cancel()
        if self.address:
            self._server.places.leave(self)
        if self._terminal is not None:
            self._server.terminals.discard(self._terminal)
            self._terminal.lost()


def _explained(status: HTTPStatus) -> bytes:
    text = ""
    if status is HTTPStatus.NOT_FOUND:
        text = _("There is nothing here. The game is at / and, as lines of text, at /plain.")
    elif status is HTTPStatus.MISDIRECTED_REQUEST:
        text = _("This server isn't known by that name. Whoever runs it can allow it with --web-url or --public-host.")
    return f"{text}\n".encode() if text else b""
