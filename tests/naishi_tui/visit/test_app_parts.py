"""Parts of the lobby's app, with a fake app."""

from __future__ import annotations

from typing import Any

from naishi.server import Lobby, Visitor
from naishi.settings.schema import Settings
from naishi.transports.client import InitialCommand, PublicAddress
from naishi_tui.dialogs.screens import AskLine
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.table import Spectating
from naishi_tui.visit.app import Arrival
from naishi_tui.visit.routes import CurrentMatch
from naishi_tui.visit.watches import AccountWatch
from tests.naishi.server.conftest import Table, database, lobby, player, resign
from tests.naishi_tui.parts.fakes import FakeApp

__all__ = ["database", "lobby"]


def at(visitor: Visitor) -> tuple[CurrentMatch, Any]:
    """Where a visitor is, and the app that takes note; what follows a match is closed unrun."""
    app: Any = FakeApp("lobby", run_worker=lambda work, **_how: work.close())
    return CurrentMatch(app, visitor, app.log.append), app


async def test_a_visitor_sees_the_screen_of_their_seat_until_they_leave(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    match, _app = at(table.people[0])
    assert match.next_screen(Settings()) is None
    await match.go_to(table.match)
    assert isinstance(match.next_screen(Settings()), Gift)
    assert await match.leave() is not None
    assert match.next_screen(Settings()) is None


async def test_who_has_no_seat_watches(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    match, _app = at(await player(lobby, "Carol"))
    await match.go_to(table.match)
    assert isinstance(match.next_screen(Settings()), Spectating)


async def test_there_is_no_rematch_to_follow_before_both_want_one(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    match, _app = at(table.people[0])
    assert not await match.follow_rematch()
    await match.go_to(table.match)
    await resign(table.seats[1])
    await table.seats[0].rematch()
    assert not await match.follow_rematch()
    await table.seats[1].rematch()
    assert await match.follow_rematch()
    assert match.participant is not None
    assert match.participant.match_id != table.match.id


class Answers:
    """Answers questions with a word, and takes note of what is said."""

    def __init__(self, word: str = "") -> None:
        self.word = word
        self.said: list[str] = []

    async def ask(self, screen: Any) -> None:
        assert isinstance(screen, AskLine)
        await screen.accept(self.word)

    async def say(self, text: str) -> None:
        self.said.append(text)


def arrival(visitor: Visitor, word: str = "") -> tuple[Arrival, Answers]:
    answers = Answers(word)
    return Arrival(visitor, PublicAddress("naishi.example", 22), answers.ask, answers.say), answers


async def test_a_name_is_asked_for_on_the_first_visit_with_a_key_only(lobby: Lobby) -> None:
    for fingerprint, name in (("SHA256:x", "Aiko"), ("SHA256:x", "Bruno"), (None, "Carol")):
        visitor = await lobby.visit(fingerprint, "192.0.2.7", "en")
        it, _answers = arrival(visitor, name)
        await it.ask_name()
        assert (visitor.account.name == "Aiko") is (fingerprint is not None)


async def test_a_word_leads_to_a_seat_or_to_the_line_that_watches(lobby: Lobby) -> None:
    host, guest, late = [await player(lobby, name) for name in ("Aiko", "Bruno", "Carol")]
    table = await host.tables.open(public=True)
    it, _answers = arrival(guest)
    assert await it.match(InitialCommand()) is None
    joined = await it.match(InitialCommand("join", table.id))
    assert joined is not None
    assert joined.seat_of(guest.account.id) is not None
    it, answers = arrival(late)
    assert await it.match(InitialCommand("join", table.id)) is None
    assert "watch " in answers.said[0]
    assert await it.match(InitialCommand("watch", table.id)) is not None


async def test_each_change_of_an_account_is_told_once(lobby: Lobby) -> None:
    visitor = await player(lobby, "Aiko")
    posted: list[object] = []
    watch = AccountWatch(visitor, posted.append, by_web=False)
    assert (watch.is_another(), watch.news(), watch.link_request()) == (False, "", "")
    visitor.account_has_changed("Your key was removed.")  # type: ignore[arg-type]
    assert (watch.news(), watch.news()) == ("Your key was removed.", "")
    visitor.account = (await player(lobby, "Bruno")).account
    assert (watch.is_another(), watch.is_another()) == (True, False)
