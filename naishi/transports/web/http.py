"""Minimal HTTP for files, one POST, and WebSockets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

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


@dataclass(frozen=True, slots=True)
class Request:
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
        """How many bytes follow.

        Raises:
            BadRequestError: That can't be told, or they are too many.
        """
        said = self.headers.get("content-length", "0")
        if "transfer-encoding" in self.headers or not (said.isascii() and said.isdigit()):
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        if len(said) > 6 or int(said) > LONGEST_BODY:
            raise BadRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return int(said)


def read_head(head: bytes) -> Request:
    """Read the head of a request, which ends with an empty line.

    Raises:
        BadRequestError: It is none.
    """
    line, *lines = head.decode("latin-1").split("\r\n")[:-2]
    asked = _REQUEST_LINE.fullmatch(line)
    if asked is None:
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    headers: dict[str, str] = {}
    for each in lines:
        found = _HEADER.fullmatch(each)
        if found is None or (found[1].lower() in headers and found[1].lower() in _ONCE):
            raise BadRequestError(HTTPStatus.BAD_REQUEST)
        name = found[1].lower()
        headers[name] = f"{headers[name]}, {found[2]}" if name in headers else found[2]
    if not headers.get("host"):
        raise BadRequestError(HTTPStatus.BAD_REQUEST)
    return Request(asked[1], asked[2].partition("?")[0], headers, head)


def response(status: HTTPStatus, body: bytes = b"", **headers: str) -> bytes:
    """Return a response, after which the connection ends.

    Args:
        status: Its status.
        body: What follows the head.
        headers: More headers, with `_` for `-`.
    """
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in {**ALWAYS, "Content-Length": str(len(body)), **more}.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def cookies(header: str) -> dict[str, str]:
    """Return the cookies of a header by their names."""
    pairs = (each.strip().partition("=") for each in header.split(";"))
    return {name: value for name, sign, value in pairs if sign}
