"""Static files of the pages, in memory, content-addressed."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template

from naishi.common import i18n
from naishi.common.i18n import _
from naishi.transports.web.http import BadRequestError, Request, response

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


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    packed: bytes
    type: str


class Files:
    """What can be fetched: two pages, and what they are made of. Nothing is looked for on the disk."""

    def __init__(self) -> None:
        """Read and pack all."""
        self._names: dict[str, str] = {}
        """The path of each asset, by its name in the pages."""
        self._assets: dict[str, _File] = {}
        for asset in ASSETS:
            content, name = (FOLDER / asset).read_bytes(), Path(asset)
            path = f"/{name.stem}.{hashlib.sha256(content).hexdigest()[:16]}{name.suffix}"
            self._names[name.name.replace(".", "_")] = path
            self._assets[path] = _packed(content, TYPES[name.suffix])
        self._page = cache(self._make_page)

    def response(self, request: Request) -> bytes:
        """Return the file that is asked for, in the language of the moment if it is a page.

        Raises:
            BadRequestError: There is none.
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
        return _packed(template.substitute(words, lang=language, **self._names).encode(), "text/html; charset=utf-8")


def _packed(content: bytes, type_: str) -> _File:
    return _File(content, gzip.compress(content, mtime=0), type_)


def _words() -> dict[str, str]:
    """Return what the pages say, in the language of the moment."""
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
