"""Pages and their files, and refusals of what is no request."""

from __future__ import annotations

import hashlib
import re

import pytest

from naishi.transports.web.http import ASSETS, FOLDER
from tests.naishi.transports.web.pages import Site


async def test_pages_bring_their_own_files_and_allow_no_others(site: Site) -> None:
    for path in ("/", "/plain"):
        page = await site.request("GET", path)
        assert page.status == 200
        assert "default-src 'none'; script-src 'self'; connect-src 'self'" in page.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert "font-src 'self'; img-src 'self'" in page.headers["Content-Security-Policy"]
        found_types = set()
        for found in re.findall(r'(?:src|href|data-blocks)="(/[^"]+\.(?:js|css|svg|ttf))"', page.body.decode()):
            file = await site.request("GET", found)
            assert file.status == 200
            found_types.add(file.headers["Content-Type"].partition(";")[0])
            assert "immutable" in file.headers["Cache-Control"]
            assert hashlib.sha256(file.body).hexdigest()[:16] in found
        assert found_types >= {"text/javascript", "text/css", "image/svg+xml"}
        assert ("font/ttf" in found_types) is (path == "/")
        assert not re.search(r"<script>|<style| on\w+=|style=", page.body.decode()), "nothing stands in the page itself"


async def test_the_plain_page_is_linked_first(site: Site) -> None:
    page = (await site.request("GET", "/")).body.decode()
    assert page.index('href="/plain"') < page.index("<main")
    assert 'role="log"' in (await site.request("GET", "/plain")).body.decode()


async def test_pages_speak_the_language_of_the_browser(site: Site) -> None:
    page = await site.request("GET", "/", Accept_Language="xx, pl;q=0.8, en;q=0.5")
    assert '<html lang="pl">' in page.body.decode()
    screen = await site.open((await site.post({})).cookie)
    await screen.close()


def test_xterm_is_as_it_was_published() -> None:
    for line in (FOLDER / "xterm" / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((FOLDER / "xterm" / name).read_bytes()).hexdigest() == digest


async def test_a_slash_behind_a_page_leads_to_it_and_what_is_nowhere_is_said(site: Site) -> None:
    there = await site.request("GET", "/plain/")
    assert (there.status, there.headers["Location"]) == (301, "/plain")
    nowhere = await site.request("GET", "/plain/x")
    assert nowhere.status == 404
    assert nowhere.body.decode() == "There is nothing here. The game is at / and, as lines of text, at /plain.\n"


@pytest.mark.parametrize(
    "path",
    ["/naishi.sqlite", "/../naishi.sqlite", "/pages/screen.js", "/xterm/xterm.js", "//", "/%2e%2e/x", *ASSETS[:1]],
)
async def test_nothing_else_can_be_fetched(site: Site, path: str) -> None:
    assert (await site.request("GET", path)).status in {400, 404}


@pytest.mark.parametrize(
    "request_",
    [
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\nEvil: y\r\n\r\n",
        b"POST /visit HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST /visit HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /visit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 3000,
        b"x" * 20_000,
    ],
)
async def test_what_is_no_request_is_refused(site: Site, request_: bytes) -> None:
    assert (await site.send(request_)).status in {0, 400, 413, 431}
    assert (await site.request("GET", "/")).status == 200


@pytest.mark.parametrize("body", [b"[]", b"{", b'"x"', b"[" * 1000, b"\xff", b'{"in": "\\ud800"}'])
async def test_a_body_that_says_nothing_is_refused(site: Site, body: bytes) -> None:
    assert (await site.request("POST", "/visit", body)).status == 400
