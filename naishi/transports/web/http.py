"""Minimal HTTP, and the pages' static files."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template
from typing import NamedTuple

from naishi.common import i18n
from naishi.common.i18n import _

LONGEST_HEAD = 8192
LONGEST_BODY = 1024
"""Bytes."""

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline';"
    " font-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
"""What a page may load; xterm.js shows nothing where it may not write styles."""
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}
"""What stands in the head of every response that says nothing else."""

_REQUEST_LINE = re.compile(r"(GET|HEAD|POST) (/[!-~]{0,400}) HTTP/1\.[01]")
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*")
_ONCE = {"host", "origin", "cookie", "content-length", "upgrade", "sec-websocket-key"}
"""Headers of which a second one could mean something else to a proxy than to us."""


class BadRequestError(Exception):
    """A request that isn't answered with what it asks for."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Request(NamedTuple):
    """The head of a request."""

    method: str
    path: str
    """Without what follows a question mark."""
    headers: Mapping[str, str]
    """By their names in small letters."""
    head: bytes
    """All of it, as it came."""

    @property
    def body_length(self) -> int:
        """How many bytes follow. Raises BadRequestError: that can't be told, or they are too many."""
        said = self.headers.get("content-length", "0")
        if "transfer-encoding" in self.headers or not (said.isascii() and said.isdigit()):
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        if len(said) > 6 or int(said) > LONGEST_BODY:
            raise BadRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return int(said)


def read_head(head: bytes) -> Request:
    """Read the head of a request, which ends with an empty line. Raises BadRequestError: it is none."""
    line, *lines = head.decode("latin-1").split("\r\n")[:-2]
    asked = _REQUEST_LINE.fullmatch(line)
    if asked is None:
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    headers: dict[str, str] = {}
    for each in lines:
        found = _HEADER.fullmatch(each)
        name = "" if found is None else found[1].lower()
        if found is None or (name in headers and name in _ONCE):
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        headers[name] = f"{headers[name]}, {found[2]}" if name in headers else found[2]
    if not headers.get("host"):
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    return Request(asked[1], asked[2].partition("?")[0], headers, head)


def response(status: HTTPStatus, body: bytes = b"", **headers: str) -> bytes:
    """Return a response, after which the connection ends.

    Args:
        headers: More headers, with `_` for `-`.
    """
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in {**ALWAYS, "Content-Length": str(len(body)), **more}.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def cookies(header: str) -> dict[str, str]:
    pairs = (each.strip().partition("=") for each in header.split(";"))
    return {name: value for name, sign, value in pairs if sign}


FOLDER = Path(__file__).parent
ASSETS = (
    "xterm/xterm.js",
    "xterm/xterm.css",
    "pages/blocks.ttf",
    "pages/naishi.css",
    "pages/naishi.svg",
    "pages/visit.js",
    "pages/screen.js",
    "pages/plain.js",
)
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
PAGES = {"/": "screen.html", "/plain": "plain.html"}
FOR_EVER = "public, max-age=31536000, immutable"


class _File:
    def __init__(self, content: bytes, type_: str) -> None:
        self.content, self.packed, self.type = content, gzip.compress(content, mtime=0), type_


class Files:
    """What can be fetched: two pages, and what they are made of. Nothing is looked for on the disk."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        """The path of each asset, by its name in the pages."""
        self._assets: dict[str, _File] = {}
        for asset in ASSETS:
            content, name = (FOLDER / asset).read_bytes(), Path(asset)
            path = f"/{name.stem}.{hashlib.sha256(content).hexdigest()[:16]}{name.suffix}"
            self._names[name.name.replace(".", "_")] = path
            self._assets[path] = _File(content, TYPES[name.suffix])
        self._page = cache(self._make_page)

    def response(self, request: Request) -> bytes:
        """Return the file that is asked for, in the language of the moment if it is a page.

        Raises BadRequestError: there is none.
        """
        if request.path in PAGES:
            file, kept = self._page(request.path, i18n.language()), "no-cache"
        elif request.path in self._assets:
            file, kept = self._assets[request.path], FOR_EVER
        elif (page := request.path.rstrip("/")) in PAGES:
            return response(HTTPStatus.MOVED_PERMANENTLY, Location=page)
        else:
            raise BadRequestError(HTTPStatus.NOT_FOUND)
        more = {"Content_Type": file.type, "Cache_Control": kept, "Vary": "Accept-Encoding, Accept-Language"}
        content = file.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, more["Content_Encoding"] = file.packed, "gzip"
        whole = response(HTTPStatus.OK, content, **more)
        return whole if request.method == "GET" else whole[: len(whole) - len(content)]

    def _make_page(self, path: str, language: str) -> _File:
        template = Template((FOLDER / "pages" / PAGES[path]).read_text("utf-8"))
        words = {name: escape(text) for name, text in _words().items()}
        return _File(template.substitute(words, lang=language, **self._names).encode(), "text/html; charset=utf-8")


def _words() -> dict[str, str]:
    return {
        "title": _("Naishi, Ninjato and Shogun in a terminal"),
        "to_plain": _("For screen readers: the same as lines of text"),
        "to_screen": _("The same on a screen, with the cards drawn"),
        "terminal": _("The game"),
        "keys": _("Keys"),
        "keyboard": _("Keyboard"),
        "enter": _("Enter"),
        "escape": _("Esc"),
        "log": _("What happens"),
        "command": _("Command"),
        "send": _("Send"),
        "connecting": _("Connecting …"),
        "reconnecting": _("The connection is lost; trying again …"),
        "full": _("There are too many visitors now, or too many from your address; trying again …"),
        "again": _("Come in again"),
        "forget": _("Forget this browser"),
        "copied": _("Copied: {text}"),
        "forgotten": _("This browser is forgotten."),
        "invited": _("This link lets this browser in as {name}, who has made it. From then on it plays as {name}."),
        "come_in": _("Come in"),
        "not_now": _("Not now"),
        "guest": _("You are {name} here from now on. The games that you began here as a guest keep this code:"),
        "claim": _("Enter it in the account to have them too."),
        "script": _("This page needs JavaScript. Without it, play by ssh."),
    }
