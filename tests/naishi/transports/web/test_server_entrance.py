"""Admission of browsers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from naishi.server import MatchStage
from naishi.server.presence.limits import LINK_TIME, Limits, WebLinks, WordsInMemory
from naishi.transports.client import PublicAddress
from naishi.transports.web.http import Request
from tests.naishi.server.conftest import player
from tests.naishi.transports.web.conftest import serving
from tests.naishi.transports.web.pages import Site, socket_of
from tests.naishi_tui.ssh.conftest import Typist
from tests.naishi_tui.waiting import until


async def refused(site: Site, cookie: str, **options: str) -> int:
    with pytest.raises(InvalidStatus) as caught:
        await site.open(cookie, **options)
    return caught.value.response.status_code


async def test_the_cookie_is_for_the_server_alone(site: Site) -> None:
    said = (await site.post({})).headers["Set-Cookie"]
    assert said.startswith("naishi=guest-")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(said.split("; "))
    over_tls = await site.post({}, Origin=site.origin.replace("http:", "https:"))
    assert over_tls.headers["Set-Cookie"].startswith("__Host-naishi=guest-")
    assert over_tls.headers["Set-Cookie"].endswith("; Secure")


async def test_a_page_of_another_site_is_refused(site: Site) -> None:
    cookie = (await site.post({})).cookie
    for origin in ("http://elsewhere.example", f"http://127.0.0.1:{site.port + 1}", "null"):
        assert await refused(site, cookie, origin=origin) == 403
        assert (await site.post({}, Origin=origin)).status == 403
    assert (await site.post({}, Origin="")).status == 403
    await site.open(cookie)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.", "[::1", "x y"]
)
async def test_a_site_that_has_its_name_lead_here_is_refused(
    site: Site, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    cookie = (await site.post({})).cookie
    for origin in (f"http://{host}", f"https://{host}"):
        assert (await site.post({}, Host=host, Origin=origin, Cookie=cookie)).status == 421
    said = await site.request("GET", "/", Host=host)
    assert said.status == 421
    assert "can allow it with --web-url or --public-host" in said.body.decode()
    (line,) = [record.getMessage() for record in caplog.records]
    assert "--web-url" in line, "whoever runs the server reads it once"
    assert host not in line


async def test_addresses_and_the_name_that_was_said_are_ours(tmp_path: Path) -> None:
    async with serving(tmp_path, public=PublicAddress(host="Naishi.example.org")) as site:
        for host in ("localhost:8080", "192.0.2.7", "192.0.2.7:80", "[::1]:8080", "naishi.example.org:8080"):
            assert (await site.post({}, Host=host, Origin=f"http://{host}")).status == 204
            assert (await site.request("GET", "/", Host=host)).status == 200


async def test_behind_a_proxy_only_the_address_that_was_said_is_ours(tmp_path: Path) -> None:
    async with serving(tmp_path, public=PublicAddress(web="https://naishi.example.org/")) as site:
        assert (await site.post({})).status == 403
        assert (await site.post({}, Origin="https://naishi.example.org")).status == 204


async def test_without_a_cookie_that_is_good_no_page_is_let_in(site: Site) -> None:
    for cookie in ("", "naishi=", "naishi=guest-x", f"naishi=key-{'A' * 43}", "naishi=guest-O0O0-O0O0-O0O0", "other=1"):
        assert await refused(site, cookie) == 403


@pytest.mark.ci
async def test_a_guest_comes_back_by_the_cookie(site: Site) -> None:
    cookie = (await site.post({})).cookie
    first = await site.come(cookie)
    await first.press_and_see("n", "Base game")
    await first.press_and_see("enter", "Your table is waiting")
    (visitor,) = site.lobby.visitors
    name, code = visitor.account.name, visitor.code
    assert cookie == f"naishi={code}"
    await socket_of(first).close()
    await until(lambda: not site.lobby.visitors, "they have left")
    assert (await site.post({}, Cookie=cookie)).cookie == cookie
    again = await site.come(cookie)
    await again.see(name)
    await again.see(code)


@pytest.mark.ci
async def test_two_pages_of_one_browser_are_one_guest(site: Site) -> None:
    cookie = (await site.post({})).cookie
    one, other = await site.come(cookie), await site.come(cookie)
    for page in (one, other):
        await page.press_and_see("n", "Base game")
        await page.press_and_see("enter", "Your table is waiting")
    assert len({visitor.account.id for visitor in site.lobby.visitors}) == 1


async def test_a_link_says_whose_account_it_opens_and_is_good_still(site: Site) -> None:
    aiko = await player(site.lobby, "Aiko")
    word = await aiko.credentials.web_link()
    for _time in range(2):
        answer = await site.post({"whose": word})
        assert (answer.status, json.loads(answer.body)) == (200, {"name": "Aiko"})
        assert not answer.cookie
    assert (await site.post({"whose": word}, Origin="http://elsewhere.example")).status == 403
    assert (await site.post({"in": word})).status == 200
    used = await site.post({"whose": word})
    assert used.status == 403
    assert "wrong or has expired" in used.body.decode()


@pytest.mark.parametrize("asks", ["whose", "in"])
async def test_wrong_words_of_links_are_tried_slowly_however_they_are_asked_about(site: Site, asks: str) -> None:
    for _try in range(8):
        said = (await site.post({asks: "k4mp-z7xe-q9dn"})).body.decode()
    assert "Too many wrong codes" in said


@pytest.mark.ci
async def test_a_link_lets_one_browser_in_once(site: Site) -> None:
    aiko = await player(site.lobby, "Aiko")
    word = await aiko.credentials.web_link()
    answer = await site.post({"in": word})
    assert answer.status == 200
    assert answer.cookie.startswith("naishi=key-")
    assert str(aiko.news) == "A key was added to your account."
    page = await site.come(answer.cookie)
    await page.see("NAISHI  Aiko")
    again = await site.post({"in": word})
    assert again.status == 403
    assert "wrong or has expired" in again.body.decode()
    assert not again.cookie


async def test_a_link_opened_from_another_site_is_not_used_up(site: Site) -> None:
    aiko = await player(site.lobby, "Aiko")
    word = await aiko.credentials.web_link()
    assert (await site.post({"in": word}, Origin="http://elsewhere.example")).status == 403
    assert (await site.request("GET", f"/visit?in={word}")).status == 405
    assert (await site.post({"in": word})).status == 200


async def test_links_end_and_a_new_one_takes_the_place_of_the_one_before() -> None:
    now = [0.0]
    links = WebLinks(WordsInMemory(lambda: now[0]))
    before, after = await links.make(1), await links.make(1)
    assert await links.take(before) is None
    assert await links.take(after) == 1
    late = await links.make(2)
    now[0] = LINK_TIME + 1
    assert await links.take(late) is None


@pytest.mark.ci
async def test_a_browser_whose_key_is_removed_is_out_at_once(site: Site) -> None:
    aiko = await player(site.lobby, "Aiko")
    cookie = await site.cookie_of(aiko.account.id)
    page = await site.come(cookie)
    await page.see("NAISHI  Aiko")
    (key,) = [key for key in await aiko.credentials.keys() if key.fingerprint.startswith("web:")]
    await aiko.credentials.remove_key(key.fingerprint)
    await page.see("NAISHI  Guest")
    assert await refused(site, cookie) == 403


async def test_a_browser_is_forgotten_when_its_reader_wants_that(site: Site) -> None:
    aiko = await player(site.lobby, "Aiko")
    cookie = await site.cookie_of(aiko.account.id)
    assert "Max-Age=0" in (await site.post({"out": True}, Cookie=cookie)).headers["Set-Cookie"]
    assert await refused(site, cookie) == 403
    assert all(not key.fingerprint.startswith("web:") for key in await aiko.credentials.keys())


@pytest.mark.ci
async def test_a_guest_whose_games_were_claimed_gets_another_code(site: Site) -> None:
    """Else whoever knew the first code could come in as the guest of the next games."""
    page = await site.come()
    await page.press_and_see("n", "Base game")
    await page.press_and_see("enter", "Your table is waiting")
    (visitor,) = site.lobby.visitors
    code = visitor.code
    aiko = await player(site.lobby, "Aiko")
    await aiko.credentials.use_code(await aiko.credentials.read_code(code))
    await page.see("has claimed this guest's games")
    objects = page.objects
    await until(lambda: any("keep" in each for each in objects), "the page may fetch a new cookie")
    (ticket,) = [each["keep"] for each in objects if "keep" in each]
    fetched = (await site.post({"keep": ticket}, Cookie=f"naishi={code}")).cookie
    assert fetched.startswith("naishi=guest-")
    assert fetched != f"naishi={code}"
    assert (await site.post({"keep": ticket}, Cookie=fetched)).cookie == fetched, "a ticket is good once"


@pytest.mark.ci
async def test_a_page_is_told_where_it_is_and_comes_back_there(site: Site) -> None:
    aiko, bruno = await player(site.lobby, "Aiko"), await player(site.lobby, "Bruno")
    match = await bruno.tables.join(await aiko.tables.open(public=False))
    page = await site.come(await site.cookie_of(aiko.account.id), ["join", match.invite])
    await page.see("Dealt to Aiko")
    objects = page.objects
    await until(lambda: {"at": ["join", match.invite]} in objects, "the page knows where it is")
    await page.press_and_see("escape", "Your games")
    await until(lambda: objects[-1] == {"at": None}, "it knows that it has left")


@pytest.mark.ci
async def test_a_link_asks_before_it_seats_somebody(site: Site) -> None:
    aiko = await player(site.lobby, "Aiko")
    match = await aiko.tables.open(public=False)
    page = await site.come(at=["join", match.invite])
    await page.see("Aiko is waiting to play Naishi. Sit down?")
    await page.press_and_see("n", "No one is waiting")
    lines = await site.come(at=["join", match.invite], lines=True)
    await lines.see("Aiko is waiting to play Naishi. Sit down?\nType yes to agree:")
    assert isinstance(lines, Typist)
    await lines.says("no", "lobby>")
    assert (await aiko.find(match.invite)).state is MatchStage.OPEN
    again = await site.come(at=["join", match.invite])
    await again.see("Sit down?")
    await again.press_and_see("y", "Dealt to")
    await again.see("New here? F1: the rules of Naishi.")


async def test_whoever_sends_too_many_requests_has_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(verbs_rate=1e-6, verbs_burst=3)) as site:
        assert [(await site.post({})).status for _request in range(5)] == [204, 204, 204, 429, 429]


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "2001:db8::1", "2001:db8::/64"),
    ],
)
async def test_only_a_proxy_is_believed_about_where_somebody_comes_from(
    tmp_path: Path, peer: str, forwarded: str, counted: str
) -> None:
    async with serving(tmp_path, proxies=("10.0.0.1", "10.0.0.2")) as site:
        request = Request("GET", "/", {"x-forwarded-for": forwarded} if forwarded else {}, b"")
        assert site.web.address_of(peer, request) == counted
