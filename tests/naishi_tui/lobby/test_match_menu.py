"""Menus of requests and phrases at larger matches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.widgets import OptionList

from naishi.server import Lobby, MatchParticipant, OfferKind, Phrase, Visitor
from naishi.server.match.clock import DAY
from naishi.server.match.match import Terms
from naishi.server.match.state import EndKind, MatchState
from naishi.server.moderation.talk import every_report
from naishi.tabletop import kinds
from naishi_tui.lobby import match_menu
from naishi_tui.lobby.lobby_lists import GoToMatch
from naishi_tui.lobby.match_menu import BACK, MIX, MUTE, PEOPLE, PLAN, REPORT, MatchMenu, TalkMenu
from tests.naishi.server.conftest import Now, answer, offer, player
from tests.naishi.server.running import session_of
from tests.naishi.tabletop import unison
from tests.naishi_tui.desk import COMPACT, LARGEST, ROOMY, STANDARD
from tests.naishi_tui.lobby.terminals import At, a_lobby, terminal
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")
KINDS = [("ninjato", 2), ("ninjato", 3), ("shogun", 5), ("unison", 3), ("unison", 5)]


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
async def lobby(tmp_path: Path, now: Now) -> AsyncIterator[Lobby]:
    async with a_lobby(tmp_path, now) as lobby:
        yield lobby


class Table:
    """A match of several, at which Aiko has a terminal."""

    def __init__(self, lobby: Lobby, people: list[Visitor], match: str, others: list[MatchParticipant]) -> None:
        self.lobby, self.people, self.match, self.others = lobby, people, match, others

    @classmethod
    async def of(cls, lobby: Lobby, game: str, count: int, places: int = 0) -> Table:
        """Seat some people, and strong bots at the places that are left."""
        people = [await player(lobby, name) for name in NAMES[:count]]
        match = await people[0].tables.open(Terms(game=game, places=places or count), public=True)
        for person in people[1:]:
            await person.tables.join(match)
        if places > count:
            await people[0].tables.begin(await lobby.matches.get(match.id), "strong")
        return cls(lobby, people, match.id, [await person.attach(match.id) for person in people[1:]])

    @property
    def state(self) -> MatchState:
        return session_of(self.lobby, self.match).state

    def seat_of(self, place: int) -> int:
        """The seat of one of the others: seats are drawn."""
        seat = self.others[place].seat
        assert seat is not None
        return seat

    async def come(self, at: At) -> None:
        """Have Aiko be at the match."""
        at.app.post_message(GoToMatch(await at.lobby.matches.get(self.match)))
        await until(lambda: at.app.match.here == self.match, "at the match")
        await at.press()


def own_seat(at: At) -> int | None:
    """The seat of the one who is at the terminal."""
    assert at.app.match.participant is not None
    return at.app.match.participant.seat


def ids_of(at: At) -> list[str]:
    return [option.id or "" for option in at.screen.query_one(OptionList).options]


async def choose(at: At, option: str) -> None:
    """Move the cursor to an option of the menu on the screen, and press Enter."""
    assert option in ids_of(at), ids_of(at)
    menu = at.screen.query_one(OptionList)
    while menu.highlighted_option is None or menu.highlighted_option.id != option:
        await at.press("down")
    await at.press("enter")


async def test_before_leaving_one_person_among_bots_the_menu_says_that_the_game_ends(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_menu, "TO_READ", 0.0)
    table = await Table.of(lobby, "ninjato", 2, places=4)
    other = NAMES[1]
    async with terminal(table.people[0]) as at:
        await table.come(at)
        await at.press("x")
        await choose(at, "resign")
        await at.see(f"Only {other} would be left: the game ends, and {other} is")
        await at.press("enter")
        assert table.state.ending is not None
        assert (early := table.state.early_end) is not None
        assert early.first == (table.seat_of(0),)


@pytest.mark.parametrize(("game", "count"), KINDS)
async def test_leaving_is_asked_about_and_a_game_of_more_goes_on(
    lobby: Lobby, game: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_menu, "TO_READ", 0.0)
    table = await Table.of(lobby, game, count)
    async with terminal(table.people[0]) as at:
        await table.come(at)
        me = at.app.match.participant
        assert me is not None
        await at.press("x")
        assert isinstance(at.screen, MatchMenu)
        assert PLAN not in ids_of(at), "conditional moves are for another game"
        await choose(at, "resign")
        await at.see("This loses the game." if count == 2 else "You leave the game for good: it goes on")
        assert table.state.ending is None
        assert table.state.vacated == ()
        await at.press("enter")
        if count == 2:
            assert table.state.ending is not None
            assert table.state.ending.kind is EndKind.RESIGNED
        else:
            assert list(table.state.vacated) == [me.seat]
            assert table.state.ending is None


@pytest.mark.parametrize(("game", "count"), KINDS)
async def test_an_offer_is_made_to_all_and_the_first_no_ends_it(lobby: Lobby, game: str, count: int) -> None:
    table = await Table.of(lobby, game, count)
    kind = OfferKind.DRAW if count == 2 else OfferKind.CALL_OFF
    async with terminal(table.people[0]) as at:
        await table.come(at)
        await at.press("x")
        assert (f"offer {OfferKind.DRAW}" in ids_of(at)) is (count == 2)
        await choose(at, f"offer {kind}")
        assert table.state.offers[kind].seat == own_seat(at)
        await answer(table.others[0], [each.verb for each in table.others[0].requests if each.kind is kind][1])
        assert not table.state.offers
        assert not table.state.over
        await offer(table.others[0], kind)
        for other in table.others[1:]:
            await answer(other, next(each.verb for each in other.requests if each.kind is kind))
        assert not table.state.over, "Aiko hasn't answered"
        await at.press("x")
        (agree,) = [each for each in ids_of(at) if each.startswith("agree")]
        await choose(at, agree)
        assert table.state.over


@pytest.mark.parametrize("game", ["ninjato", "shogun"])
async def test_an_offer_is_answered_in_a_window_that_has_changed_while_it_was_read(lobby: Lobby, game: str) -> None:
    table = await Table.of(lobby, game, 3)
    async with terminal(table.people[0]) as at:
        await table.come(at)
        await at.press("x")
        await offer(table.others[0], OfferKind.CALL_OFF)
        await until(lambda: any(each.startswith("agree") for each in ids_of(at)), "the offer is in the menu")
        await at.press("down")
        menu, options, text = at.screen, ids_of(at), at.text
        cursor = menu.query_one(OptionList).highlighted
        for size in (ROOMY, (40, 10), COMPACT, LARGEST, STANDARD):
            await at.pilot.resize_terminal(*size)
            await at.press()
            if size != (40, 10):
                assert at.screen is menu
                assert menu.query_one(OptionList).region.height >= len(options)
                assert (ids_of(at), menu.query_one(OptionList).highlighted) == (options, cursor)
        assert at.text == text
        await choose(at, next(each for each in options if each.startswith("agree")))
        for other in table.others[1:]:
            await answer(other, next(each.verb for each in other.requests if each.kind is OfferKind.CALL_OFF))
        assert table.state.over


async def test_whoever_stays_away_is_claimed_against_by_name(lobby: Lobby, now: Now) -> None:
    table = await Table.of(lobby, "unison", 5)
    for other in table.others[:2]:
        await other.play("3")
    for place in (2, 3):
        await table.people[place + 1].detach(table.others[place])
    async with terminal(table.people[0]) as at:
        await table.come(at)
        now.wait(13 * DAY)
        await at.press("x")
        claims = {f"claim {table.seat_of(place)}": NAMES[place + 1] for place in (2, 3)}
        assert {each for each in ids_of(at) if each.startswith("claim")} == set(claims)
        for id_, name in claims.items():
            option = at.screen.query_one(OptionList).get_option(id_)
            assert str(option.prompt) == f"Warn {name} that you will go on alone"
        await choose(at, f"claim {table.seat_of(3)}")
        assert table.state.clock is not None
        now.wait(DAY)
        await at.press("x")
        await choose(at, f"claim {table.seat_of(3)}")
        assert table.state.vacated == (table.seat_of(3),)
        assert table.state.seats[table.seat_of(3)].left is EndKind.CLAIMED


async def test_a_rematch_of_several_has_no_word_for_the_deal(lobby: Lobby) -> None:
    table = await Table.of(lobby, "unison", 3)
    async with terminal(table.people[0]) as at:
        await table.come(at)
        for number in ("1", "2", "3"):
            assert at.app.match.participant is not None
            for seat in (at.app.match.participant, *table.others):
                await seat.play(number)
        await at.press("x")
        assert ids_of(at) == [BACK, f"offer {OfferKind.REMATCH}"]
        assert MIX not in ids_of(at)
        await choose(at, f"offer {OfferKind.REMATCH}")
        assert table.state.offers[OfferKind.REMATCH].seat == own_seat(at)
        for other in table.others:
            await answer(other, next(each.verb for each in other.requests))
        assert table.state.next is not None
        await until(lambda: at.app.match.here == table.state.next, "at the rematch")


@pytest.mark.parametrize(("game", "count"), [("ninjato", 2), ("shogun", 5), ("unison", 3)])
async def test_what_is_said_is_for_the_table_and_one_player_is_muted_and_reported(
    lobby: Lobby, game: str, count: int
) -> None:
    table = await Table.of(lobby, game, count)
    me = table.people[0]
    async with terminal(me) as at:
        await table.come(at)
        await at.press("c")
        assert isinstance(at.screen, TalkMenu)
        await choose(at, Phrase.LUCK.value)
        assert all("Good luck" in other.conversation.news for other in table.others)
        for what in (MUTE, REPORT):
            await at.press("c")
            if count > 2:
                await choose(at, PEOPLE)
                assert len(ids_of(at)) == 1 + 2 * (count - 1)
            await choose(at, f"{what} {table.seat_of(0)}")
        participant = at.app.match.participant
        assert participant is not None
        muted = [await lobby.talk.mutes(participant, seat) for seat in participant.listeners]
        assert [seat for seat, is_muted in zip(participant.listeners, muted, strict=True) if is_muted] == [
            table.seat_of(0)
        ]
        await at.see("Why do you report Bruno?")
        await choose(at, "behaviour")
        await at.press("c")
        if count > 2:
            await choose(at, PEOPLE)
        await choose(at, f"{REPORT} {table.seat_of(0)}")
        await choose(at, "cheating")
        await at.see("You have reported")
        (report,) = await at.lobby.database.read(every_report)
        assert (report.reporter, report.reported) == ("Aiko", "Bruno")
