"""Tables of any game in the app: lobby_lists, lobby, lobby.table_questions, table.questions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.server import Lobby, Match, MatchStage, Visitor
from naishi.server.match.match import Terms
from naishi.server.tables.actions import TableActions
from naishi.tabletop import kinds
from naishi.tabletop.players import HUMAN
from naishi.transports.client import InitialCommand
from naishi_tui.games.naishi.table_questions import ChooseOpponent, ChooseTerms
from naishi_tui.lobby.lobby import LobbyScreen
from naishi_tui.lobby.lobby_lists import GoToMatch, TableMenu
from naishi_tui.lobby.match_list import MatchList
from naishi_tui.lobby.table_questions import TableForm
from naishi_tui.table.questions import ChooseLevel
from naishi_tui.table.reading import Rules
from naishi_tui.widgets.text_rows import ChoiceRow
from tests.naishi.server.conftest import guest, player
from tests.naishi.tabletop import unison
from tests.naishi_tui.lobby.terminals import At, a_lobby, terminal
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")
SIZES = [(80, 24), (60, 20)]


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")


@pytest.fixture(autouse=True)
def went(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note where terminals are led instead of going there: what is shown at a match is tested elsewhere."""
    led: list[str] = []
    post = LobbyScreen.post_message

    def note(screen: LobbyScreen, message: object) -> bool:
        if isinstance(message, GoToMatch):
            led.append(message.match.id)
            return True
        return post(screen, message)  # type: ignore[arg-type]

    monkeypatch.setattr(LobbyScreen, "post_message", note)
    return led


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    async with a_lobby(tmp_path) as lobby:
        yield lobby


@pytest.fixture
async def people(lobby: Lobby) -> list[Visitor]:
    return [await player(lobby, name) for name in NAMES]


async def stored(visitor: Visitor) -> list[Match]:
    """The matches of someone, as the server has them."""
    return list(await visitor.lobby.matches.lists.of(visitor.account.id))


def on_top(at: At, kind: type[object]) -> None:
    assert isinstance(at.screen, kind), at.screen


async def choose_other_game(at: At, key: str) -> TableForm:
    """Press g until a kind of game is asked about."""
    for _game in kinds.KINDS:
        if isinstance(at.screen, TableForm) and at.screen.key == key:
            return at.screen
        await at.press("g")
    raise AssertionError(at.screen)


@pytest.mark.parametrize(
    ("game", "places"),
    [("ninjato", 2), ("ninjato", 3), ("shogun", 3), ("shogun", 5), ("unison", 2), ("unison", 3), ("unison", 5)],
)
async def test_a_table_of_a_game_is_made_by_a_few_keys(people: list[Visitor], game: str, places: int) -> None:
    async with terminal(people[0]) as at:
        await at.press("p")
        on_top(at, ChooseTerms)
        form = await choose_other_game(at, game)
        assert at.app.focused is form.query_one("#game")
        await at.press("down", *["right"] * (places - form.of_kind.seats[0]), "enter")
        (table,) = await stored(people[0])
        assert (table.game, len(table.seats), table.state) == (game, places, MatchStage.OPEN)
        assert (table.public, table.options, table.control) == (False, {}, "")
        assert table.invite in at.text
        assert game.capitalize() in at.text


@pytest.mark.parametrize("size", SIZES)
async def test_what_was_chosen_last_is_offered_first(people: list[Visitor], size: tuple[int, int]) -> None:
    async with terminal(people[0], size) as at:
        await at.press("n")
        await choose_other_game(at, "shogun")
        await at.press("down", "right", "down", "right", "down", "right", "down", "right", "enter")
        await at.press("n")
        on_top(at, TableForm)
        await at.press("enter")
        one, other = await stored(people[0])
        for table in (one, other):
            assert (len(table.seats), table.control, table.public) == (4, "3+2", True)
            assert table.options == {"setup": "printed", "tower": "by_throw"}
        await at.press("n", "escape")
        on_top(at, LobbyScreen)
        assert len(await stored(people[0])) == 2
        await at.press("b")
        assert isinstance(at.screen, TableForm)
        assert at.screen.of_kind.places == 4
        assert not at.screen.query("#clock")


async def test_a_throw_of_a_real_tower_is_for_one_room_only(people: list[Visitor]) -> None:
    async with terminal(people[0]) as at:
        await at.press("n")
        form = await choose_other_game(at, "shogun")
        assert len(form.query_one("#option-tower", ChoiceRow).options) == 2


async def test_the_kind_of_the_newest_game_is_asked_about_first(people: list[Visitor]) -> None:
    await people[0].tables.play_bots(Terms(game="unison", places=3), "highest")
    async with terminal(people[0]) as at:
        await at.press("b")
        assert isinstance(at.screen, TableForm)
        assert at.screen.key == "unison"


@pytest.mark.parametrize("key", ["n", "b"])
async def test_whoever_plays_the_first_game_needs_no_key_more(people: list[Visitor], went: list[str], key: str) -> None:
    async with terminal(people[0]) as at:
        await at.press(key, *["enter"] * (1 if key == "n" else 2))
        (match,) = await stored(people[0])
        assert match.game == "naishi"
        assert went == ([match.id] if key == "b" else [])


async def test_the_game_row_leads_round_all_games_and_back(people: list[Visitor]) -> None:
    async with terminal(people[0]) as at:
        await at.press("n", "left")
        assert isinstance(at.screen, TableForm)
        assert at.screen.key == "unison"
        await at.press("left", "left")
        assert at.screen.key == "ninjato"
        await at.press("right", "right", "right")
        on_top(at, ChooseTerms)
        await at.press("escape", "b")
        on_top(at, ChooseOpponent)
        await at.press("right", "right", "escape")
        on_top(at, LobbyScreen)
        assert not await stored(people[0])


@pytest.mark.parametrize(("game", "places"), [("ninjato", 2), ("shogun", 3), ("unison", 5)])
async def test_bots_take_all_other_seats(people: list[Visitor], went: list[str], game: str, places: int) -> None:
    async with terminal(people[0]) as at:
        await at.press("b")
        form = await choose_other_game(at, game)
        await at.press("down", *["right"] * (places - form.of_kind.seats[0]), "enter")
        (match,) = await stored(people[0])
        assert went == [match.id]
        assert (match.game, len(match.seats), match.state) == (game, places, MatchStage.PLAYING)
        game_played = (await at.lobby.matches.load(match.id)).game
        bots = {each.kind for each in game_played.players} - {HUMAN}
        assert bots == {form.levels[0 if game == "unison" else 1 if game == "shogun" else 0].kind}
        assert game_played.options.undo == "free"


async def test_a_public_table_is_joined_left_and_begun_when_it_is_full(people: list[Visitor], went: list[str]) -> None:
    host, one, other, *_more = people
    table = await host.tables.open(Terms(game="shogun", places=3), public=True)
    async with terminal(one) as at:
        await at.look()
        await at.see("Shogun, 1 of 3: Aiko. Enter: join.")
        at.point_at(table)
        await at.press("enter")
        assert (await at.lobby.matches.get(table.id)).seats == (host.account.id, one.account.id, None)
        await at.see("You sit at this table: Shogun, 2 of 3 seats taken: Aiko, Bruno.")
        await at.see("Shogun, 2 of 3: Aiko, Bruno. You wait here (d: leave).")
        at.point_at(table)
        await at.press("d")
        assert (await at.lobby.matches.get(table.id)).seats == (host.account.id, None, None)
        await at.look()
        at.point_at(table)
        await at.press("enter", "enter")
        on_top(at, TableMenu)
        await at.press("down", "enter")
        assert (await at.lobby.matches.get(table.id)).seats == (host.account.id, None, None)
        await at.look()
        at.point_at(table)
        await at.press("enter")
        assert went == []
        await other.tables.join(table)
        await at.look()
        await at.see("Your game with")
        await at.press("g")
        assert went == [table.id]
        assert (await at.lobby.matches.get(table.id)).state is MatchStage.PLAYING


async def test_whoever_takes_the_last_seat_goes_to_the_game(people: list[Visitor], went: list[str]) -> None:
    host, one, other, *_more = people
    table = await host.tables.open(Terms(game="unison", places=3), public=False)
    await one.tables.join(table)
    async with terminal(other) as at:
        await at.press("w", *table.invite, "enter")
        await at.see("Unison, 2 of 3 seats taken: Aiko, Bruno. Sit down?")
        await at.press("n")
        assert (await at.lobby.matches.get(table.id)).state is MatchStage.OPEN
        await at.press("w", *table.invite, "enter", "y")
        assert went == [table.id]
        match = await at.lobby.matches.get(table.id)
        assert set(match.seats) == {each.account.id for each in (host, one, other)}


async def test_the_host_hears_who_comes_and_goes_and_begins_with_those_who_are_there(
    people: list[Visitor], went: list[str]
) -> None:
    host, one, other, *_more = people
    table = await host.tables.open(Terms(game="shogun", places=5), public=True)
    async with terminal(host) as at:
        await one.tables.join(table)
        await at.look()
        await at.see("Bruno has come to your table.")
        await one.tables.close(await at.lobby.matches.get(table.id))
        await at.look()
        await at.see("Bruno has left your table.")
        await one.tables.join(table)
        at.point_at(table)
        await at.press("enter")
        assert [each.value for each in menu_of(at).choices()] == ["wait", "bots", "close"], "two are too few"
        await other.tables.join(table)
        await until(lambda: len(menu_of(at).choices()) == 4, "the menu follows")
        await at.see("Begin now, with the 3 who sit here")
        await at.press("down", "enter")
        match = await at.lobby.matches.get(table.id)
        assert went == [table.id]
        assert (len(match.seats), match.state) == (3, MatchStage.PLAYING)
        await at.look()
        assert "has begun." not in at.text, "the host knows"


def menu_of(at: At) -> TableMenu:
    assert isinstance(at.screen, TableMenu)
    return at.screen


@pytest.mark.parametrize(("game", "places"), [("shogun", 5), ("ninjato", 3)])
async def test_bots_take_the_empty_seats(people: list[Visitor], went: list[str], game: str, places: int) -> None:
    host, one, *_more = people
    table = await host.tables.open(Terms(game=game, places=places), public=True)
    await one.tables.join(table)
    async with terminal(host) as at:
        at.point_at(table)
        await at.press("enter", "end", "up", "enter")
        on_top(at, ChooseLevel)
        await at.press("end", "enter")
        match = await at.lobby.matches.get(table.id)
        assert went == [table.id]
        assert sum(each is None for each in match.seats) == places - 2
        players = (await at.lobby.matches.load(table.id)).game.players
        assert {each.kind for each in players} == {HUMAN, "strong"}


async def test_a_bot_takes_the_empty_seat_of_a_table_of_two(people: list[Visitor], went: list[str]) -> None:
    table = await people[0].tables.open(Terms(game="ninjato"), public=True)
    async with terminal(people[0]) as at:
        await at.see("Waiting for an opponent (Ninjato): join")
        await at.press("enter")
        on_top(at, ChooseLevel)
        await at.press("enter")
        assert went == [table.id]
        assert (await at.lobby.matches.get(table.id)).state is MatchStage.PLAYING


async def test_wait_and_escape_leave_a_table_as_it_is_and_close_closes_it(people: list[Visitor]) -> None:
    host, one, *_more = people
    table = await host.tables.open(Terms(game="unison", places=4), public=True)
    await one.tables.join(table)
    async with terminal(host) as at:
        for keys in (("enter",), ("escape",), ("end", "up", "enter", "escape")):
            at.point_at(table)
            await at.press("enter", *keys)
            on_top(at, LobbyScreen)
            assert (await at.lobby.matches.get(table.id)).seats[:2] == (host.account.id, one.account.id)
        await at.press("enter", "end", "enter")
        assert not await stored(host)
        assert not await stored(one)


async def test_the_menu_of_a_table_goes_when_its_game_begins(people: list[Visitor], went: list[str]) -> None:
    host, one, other, *_more = people
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    await one.tables.join(table)
    async with terminal(host) as at:
        at.point_at(table)
        await at.press("enter")
        on_top(at, TableMenu)
        await other.tables.join(table)
        await until(lambda: isinstance(at.screen, LobbyScreen), "the lobby")
        await at.look()
        await at.see("has begun. g: go there.")
        assert went == []


async def test_a_table_that_is_full_or_gone_says_so_and_stores_nothing(people: list[Visitor]) -> None:
    host, one, other, fourth, _last = people
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    async with terminal(fourth) as at:
        await at.look()
        at.point_at(table)
        for each in (one, other):
            await each.tables.join(table)
        before = await at.lobby.matches.get(table.id)
        screen = at.screen
        assert isinstance(screen, LobbyScreen)
        await screen.enter(table)
        await at.see("This table is gone: it was closed, or someone else has just joined.")
        assert await at.lobby.matches.get(table.id) == before
        assert not await stored(fourth)


async def test_whoever_may_not_make_a_table_hears_why_and_nothing_is_stored(
    people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _table in range(5):
        await people[0].tables.open(Terms(game="unison", places=3), public=False)
    before = await stored(people[0])
    async with terminal(people[0]) as at:
        await at.press("n")
        on_top(at, TableForm)
        await at.press("enter")
        await at.see("You are already waiting at 5 tables.")
        assert await stored(people[0]) == before
    monkeypatch.setattr("naishi.server.tables.tables.MOST_GAMES", 5)
    async with terminal(people[0]) as at:
        await at.press("b", "enter")
        await at.see("You have 5 unfinished games; finish one first.")
        assert await stored(people[0]) == before


async def test_a_word_for_the_deal_is_refused_at_a_table_of_another_game(people: list[Visitor]) -> None:
    table = await people[0].tables.open(Terms(game="unison", places=3), public=True)
    async with terminal(people[0]) as at:
        at.point_at(table)
        await at.press("m")
        await at.see("no secret to draw the deal from")
        assert await at.lobby.matches.get(table.id) == table


async def test_the_mouse_does_all_of_it(people: list[Visitor], went: list[str]) -> None:
    async with terminal(people[0], (120, 36)) as at:
        await at.press("n", "g")
        assert isinstance(at.screen, TableForm)
        await at.pilot.click("#seats", offset=(6, 0))
        await at.pilot.click("#clock", offset=(10, 0))
        await at.pilot.click("#begin")
        await at.press()
        (table,) = await stored(people[0])
        assert (table.game, len(table.seats), table.control) == ("ninjato", 3, "3+2")
        await at.pilot.click("#lists", offset=(4, 2))
        await at.press()
        on_top(at, TableMenu)
        await at.pilot.click("#choices", offset=(4, 1))
        await at.press()
        on_top(at, ChooseLevel)
        await at.pilot.click("#choices", offset=(4, 0))
        await at.press()
        assert went == [table.id]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 36)])
async def test_all_rows_of_the_form_are_seen(people: list[Visitor], size: tuple[int, int]) -> None:
    async with terminal(people[0], size) as at:
        for key in ("n", "b"):
            await at.press(key)
            await choose_other_game(at, "shogun")
            for words in ("Game", "Players", "Set-up", "Tower", "Back"):
                assert words in at.text
            await at.press("escape")


async def test_a_challenge_is_of_any_game(people: list[Visitor], went: list[str]) -> None:
    host, one, *_more = people
    await host.tables.challenge("Bruno", Terms(game="shogun", places=3))
    async with terminal(one) as at:
        await at.see("Aiko challenges you (Shogun, 1 of 3 seats taken). Enter: play; d: decline.")
        (table,) = at.app.visitor.listing.open
        at.point_at(table)
        await at.press("enter")
        assert (await at.lobby.matches.get(table.id)).seats == (host.account.id, one.account.id, None)
    async with terminal(host) as at:
        await at.see("Shogun, 2 of 3: Aiko, Bruno;")
        at.point_at(table)
        await at.press("enter", "down", "enter", "enter")
        assert went == [table.id]


async def test_a_game_that_the_server_refuses_is_no_game(
    people: list[Visitor], went: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, one, *_more = people
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    await one.tables.join(table)

    async def refuse(*_anything: object) -> Match:
        raise NaishiError("No game now.")

    monkeypatch.setattr("naishi.server.tables.actions.TableActions.begin", refuse)
    async with terminal(host) as at:
        at.point_at(table)
        await at.press("enter", "down", "enter")
        await at.see("No game now.")
        assert went == []
        screen = at.screen
        assert isinstance(screen, LobbyScreen)
        assert [*screen.lists.waiting] == [table.id]


async def test_own_games_say_whose_turn_it_is_and_how_far_they_are(people: list[Visitor]) -> None:
    host, *others = people[:4]
    for game, places in (("unison", 4), ("shogun", 3)):
        table = await host.tables.open(Terms(game=game, places=places), public=True)
        for other in others[: places - 1]:
            await other.tables.join(table)
        if game == "unison":
            seat = await others[0].attach(table.id)
            await seat.play("3")
    async with terminal(host, (120, 36)) as at:
        await at.look()
        await at.see("(Unison), round 1 of 3: your turn, and that of")
        await at.see("(Shogun), year 1, spring:")
        (unison_row,) = [row.text for row in at.screen.query_one(MatchList).rows if "Unison" in row.text]
        assert "Bruno" not in unison_row.partition("that of")[2], "Bruno has chosen"
        assert all(name in unison_row for name in NAMES[:4])


@pytest.mark.parametrize("as_guest", [False, True])
async def test_whoever_comes_for_a_table_that_is_not_full_waits_in_the_lobby(
    lobby: Lobby, people: list[Visitor], as_guest: bool
) -> None:
    host, one = people[0], await guest(lobby) if as_guest else people[1]
    table = await host.tables.open(Terms(game="shogun", places=3), public=False)
    for _time in range(2):  # the second time, the seat is taken already
        async with terminal(one, command=InitialCommand("join", table.invite)) as at:
            if not await stored(one):
                await at.see("Sit down?")
                await at.press("y")
            await at.see(f"You sit at this table: Shogun, 2 of 3 seats taken: Aiko, {one.account.name}.")
            on_top(at, LobbyScreen)
    assert (await host.lobby.matches.get(table.id)).seats == (host.account.id, one.account.id, None)


@pytest.mark.parametrize("game", ["shogun", "unison"])
async def test_help_is_on_the_game_that_is_asked_about(people: list[Visitor], game: str) -> None:
    async with terminal(people[0]) as at:
        await at.press("n")
        await choose_other_game(at, game)
        await at.press("f1")
        assert isinstance(at.screen, Rules)
        await at.see(game.upper())


async def test_whoever_is_blocked_gets_no_seat_and_hears_why(people: list[Visitor]) -> None:
    host, one, other, *_more = people
    await host.block(other.account)
    table = await host.tables.open(Terms(game="shogun", places=3), public=True)
    await one.tables.join(table)
    async with terminal(other) as at:
        await at.look()
        before = await at.lobby.matches.get(table.id)
        at.point_at(table)
        await at.press("enter")
        screen = at.screen
        assert isinstance(screen, LobbyScreen)
        assert screen.lists.said
        assert await at.lobby.matches.get(table.id) == before
        assert not await stored(other)


@pytest.mark.parametrize("mine", [True, False])
async def test_a_table_where_the_game_has_just_begun_is_neither_closed_nor_left(
    people: list[Visitor], monkeypatch: pytest.MonkeyPatch, mine: bool
) -> None:
    host, one, other, *_more = people
    table = await host.tables.open(Terms(game="unison", places=3), public=True)
    await one.tables.join(table)
    close = TableActions.close

    async def too_late(tables: TableActions, match: Match) -> None:
        await other.tables.join(table)
        await close(tables, match)

    async with terminal(host if mine else one) as at:
        at.point_at(table)
        monkeypatch.setattr(TableActions, "close", too_late)
        await at.press("d")
        await at.see("has begun. g: go there.")
        match = await at.lobby.matches.get(table.id)
        assert (match.state, len(set(match.seats))) == (MatchStage.PLAYING, 3)
