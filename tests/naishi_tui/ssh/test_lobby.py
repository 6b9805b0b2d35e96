"""The lists of the lobby on a terminal: lobby, lobby_lists, match_list, lobby.table_questions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextvars import copy_context

import pytest
from rich.cells import cell_len
from textual.widget import Widget

from naishi.common import i18n
from naishi.common.i18n import OWN_NAMES
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from naishi.server import Match, MatchStage, Request, Verb
from naishi.server.match.match import Terms
from naishi.server.tables.actions import TableActions
from naishi_tui.lobby.lobby import LobbyScreen, hints
from naishi_tui.lobby.lobby_lists import LobbyLists
from naishi_tui.lobby.match_list import MatchList
from naishi_tui.visit.app import LobbyApp
from naishi_tui.widgets.text_rows import KeyHint
from tests.naishi_tui.ssh.conftest import Server, meet, named, new_keys
from tests.naishi_tui.waiting import idle, until

pytestmark = pytest.mark.ci


async def test_drawing_the_same_lists_again_paints_and_lays_out_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await server.visit()
    await client.see("Games to watch")
    screen = server.app.screen
    assert isinstance(screen, LobbyScreen)
    asked: list[Widget] = []
    monkeypatch.setattr(Widget, "refresh", lambda self, *_regions, **_what: asked.append(self))
    screen.lists.draw()
    assert asked == []


async def test_a_new_table_sends_its_row_and_no_more(server: Server) -> None:
    client = await server.visit()
    await client.see("Games to watch")
    host, other = [await named(server, key, name) for key, name in zip(new_keys(2), ("Bruno", "Carol"), strict=True)]
    await host.tables.open(public=True)
    await client.see("Bruno is waiting")
    before = client.count
    await other.tables.open(public=True)
    await client.see("Carol is waiting")
    assert client.count - before < 600


async def test_an_empty_lobby_invites(server: Server) -> None:
    """By the line that brings a friend, until there is a table or a game of one's own."""
    key, other = new_keys(2)
    client = await server.visit(key)
    await client.see("No one is waiting. Make a table (n) and bring a friend by ssh")
    assert "or play a bot now (b)" in " ".join(client.text.split())
    host = await named(server, other, "Bruno")
    await host.tables.open(public=True)
    await client.see("Bruno is waiting")
    assert "No one is waiting" not in client.text


def match_of(server: Server) -> str | None:
    """The match on the screen of the one visitor who is here."""
    participant = server.app.match.participant
    return participant.match_id if participant is not None else None


def cursor_of(server: Server) -> str | None:
    return server.app.screen.query_one(MatchList).cursor


async def test_the_notice_that_somebody_has_joined_leads_to_that_game_and_no_other(server: Server) -> None:
    keys = new_keys(3)
    other = (await meet(server, keys[:2], ("Aiko", "Carol"))).match
    me, ben = await named(server, keys[0], "Aiko"), await named(server, keys[2], "Ben")
    table = await me.tables.open(public=True)
    client = await server.visit(keys[0])
    await client.see("Waiting for an opponent")
    if cursor_of(server) != other.id:  # the game is listed first where it is one's turn
        client.press("down")
    await client.until(lambda: cursor_of(server) == other.id, "the cursor at another game")
    await ben.tables.join(table)
    await client.see("Ben has joined your table. g: go there.")
    await client.press_and_see("enter", "Dealt to Aiko")
    assert match_of(server) == other.id, "Enter acts on the row under the cursor"
    await client.press_and_see("escape", "Ben has joined your table. g: go there.")
    await client.press_and_see("g", "Dealt to Aiko")
    assert match_of(server) == table.id
    await client.press_and_see("escape", "Your games")
    assert "go there" not in client.text, "the player has been there"
    assert cursor_of(server) == table.id
    await client.press_and_see("enter", "Dealt to Aiko")
    assert match_of(server) == table.id


async def test_enter_never_joins_a_table_that_has_come_under_the_cursor(server: Server) -> None:
    keys = new_keys(3)
    ben, carol, _me = [await named(server, key, name) for key, name in zip(keys, ("Ben", "Carol", "Aiko"), strict=True)]
    hers = await carol.tables.open(public=True)
    his = await ben.tables.open(public=True)
    client = await server.visit(keys[2])
    await client.see("Carol is waiting")
    assert cursor_of(server) == his.id
    await ben.tables.close(his)
    await client.until(lambda: "Ben" not in client.text, "the table is gone")
    await client.until(lambda: cursor_of(server) is None, "and no row is under the cursor")
    client.press("enter")
    await client.until(lambda: cursor_of(server) == hers.id, "the cursor at the next table")
    assert match_of(server) is None
    await client.press_and_see("enter", "Dealt to Aiko")
    assert match_of(server) == hers.id


async def test_enter_at_a_table_where_somebody_else_was_quicker_does_not_watch(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = new_keys(3)
    ben, carol, _me = [await named(server, key, name) for key, name in zip(keys, ("Ben", "Carol", "Aiko"), strict=True)]
    table = await ben.tables.open(public=True)
    client = await server.visit(keys[2])
    await client.see("Ben is waiting")
    with monkeypatch.context() as patch:
        patch.setattr(LobbyLists, "draw", lambda _screen: None)  # it is drawn a little later
        await carol.tables.join(table)
        await server.lobby.public.look()
        client.press("enter")
        (visitor,) = server.lobby.visitors
        assert [match.id for match in visitor.listing.watchable] == [table.id]
        await until(lambda: screen_of(server).lists.said, "it is said")
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "Your table is waiting")
    assert match_of(server) is None


def screen_of(server: Server) -> LobbyScreen:
    screen = server.app.screen
    assert isinstance(screen, LobbyScreen)
    return screen


async def test_whoever_closes_a_table_that_somebody_has_just_joined_is_told_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = new_keys(2)
    ben, _me = [await named(server, key, name) for key, name in zip(keys, ("Ben", "Aiko"), strict=True)]
    close = TableActions.close

    async def too_late(tables: TableActions, match: Match) -> None:
        await ben.tables.join(match)
        await close(tables, match)

    monkeypatch.setattr(TableActions, "close", too_late)
    client = await server.visit(keys[1])
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "Your table is waiting")
    await client.press_and_see("d", "Ben has joined your table. g: go there.")


async def test_somebody_who_joins_is_told_of_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = new_keys(2)
    ben, me = [await named(server, key, name) for key, name in zip(keys, ("Ben", "Aiko"), strict=True)]
    table = await me.tables.open(public=True)
    client = await server.visit(keys[1])
    await client.see("Waiting for an opponent")
    rung: list[None] = []
    monkeypatch.setattr(LobbyApp, "bell", lambda _app: rung.append(None))
    screen = screen_of(server)
    (visitor,) = server.lobby.visitors
    joined = asyncio.Event()
    look = server.lobby.matches.lists.of

    async def look_later(player: int) -> Sequence[Match]:
        await joined.wait()
        return await look(player)

    monkeypatch.setattr(server.lobby.matches.lists, "of", look_later)
    looks = []
    for _look in range(2):
        visitor.own_lists_changed()
        looks.append(asyncio.create_task(screen.lists.look()))
        await idle()
    await ben.tables.join(table)
    joined.set()
    await asyncio.gather(*looks)
    await client.see("Ben has joined your table")
    await idle()
    assert len(rung) == 1
    assert screen.lists.joined is not None
    assert screen.lists.joined.id == table.id


async def test_what_is_said_of_a_table_ends_with_the_table(server: Server) -> None:
    (key,) = new_keys(1)
    await named(server, key, "Aiko")
    client, elsewhere = await server.visit(key), await server.visit(key)
    for each in (client, elsewhere):
        await each.see("Your games")
    await client.press_and_see("d", "Only a table of yours that is still waiting can be closed.")
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "Your table is waiting.")
    await elsewhere.see("Waiting for an opponent")
    await elsewhere.press_and_see("d", "none yet")
    await client.until(lambda: "Your table is waiting." not in client.text, "the end of what was said")


async def test_a_new_table_is_under_the_cursor(server: Server) -> None:
    keys = new_keys(3)
    await meet(server, keys[:2], ("Aiko", "Bruno"))
    await named(server, keys[2], "Chiyo")
    client = await server.visit(keys[2])
    await client.see("Games to watch")
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "Your table is waiting.")
    await client.press_and_see("d", "none yet")


async def test_a_table_with_the_expansion_is_made_listed_and_joined(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one, two = [await server.visit(key) for key in keys]
    await one.press_and_see("n", "A table that everyone sees.")
    await one.press_and_see("down", "Three Legends and five Travellers join the River")
    await one.press_and_see("enter", "Your table (Legends & Travellers) is waiting.")
    await one.see("Waiting for an opponent (L&T): join")
    await two.see("Aiko is waiting to play Legends & Travellers. Enter: join.")
    await two.press_and_see("enter", "Dealt to Bruno")
    await one.see("Aiko (L&T), round 1" if "Bruno – Aiko" in one.text else "Bruno (L&T), round 1")
    (match,) = (await next(iter(server.lobby.visitors)).refresh()).mine
    assert (await server.lobby.matches.load(match.id)).game.module == LEGENDS_TRAVELLERS


async def test_the_next_game_is_first_asked_for_as_the_one_before(server: Server) -> None:
    (key,) = new_keys(1)
    await named(server, key, "Aiko")
    client = await server.visit(key)
    await client.press_and_see("p", "A table that only friends find.")
    assert "Three Legends" not in client.text, "at first the base game"
    await client.press_and_see("down", "Three Legends")
    await client.press_and_see("enter", "Your table (Legends & Travellers) is waiting.")
    await client.press_and_see("b", "Which bot")
    await client.press_and_see("enter", "Three Legends")
    client.press("escape")
    await client.until(lambda: "A game against" not in client.text, "the lobby alone")
    assert len((await next(iter(server.lobby.visitors)).refresh()).mine) == 1
    await client.press_and_see("b", "Which bot")
    await client.press_and_see("enter", "A game against Koshikibu.")
    await client.press_and_see("enter", "cards left")
    match = match_of(server)
    assert match is not None
    assert (await server.lobby.matches.load(match)).game.module == LEGENDS_TRAVELLERS


async def test_a_bot_at_one_s_own_table_plays_what_the_table_is_for(server: Server) -> None:
    (key,) = new_keys(1)
    await (await named(server, key, "Aiko")).tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=True)
    client = await server.visit(key)
    await client.see("Waiting for an opponent (L&T)")
    await client.press_and_see("enter", "Which bot")
    await client.press_and_see("enter", "River")
    match = match_of(server)
    assert match is not None
    assert (await server.lobby.matches.load(match)).game.module == LEGENDS_TRAVELLERS


@pytest.mark.parametrize("connecting", [False, True])
async def test_whoever_comes_by_a_word_is_asked_about_the_expansion_first(server: Server, connecting: bool) -> None:
    keys = new_keys(2)
    host, _me = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    table = await host.tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=False)
    client = await server.visit(keys[1], command=f"join {table.invite}" if connecting else None)
    for answer, seen in (("n", "Your games"), ("y", "Dealt to Bruno")):
        if not (connecting and answer == "n"):
            await client.press_and_see("w", "Which word were you given?")
            client.press(table.invite, "enter")
        await client.see("Aiko is waiting to play Naishi (Legends &")
        assert (await server.lobby.matches.get(table.id)).state is MatchStage.OPEN
        await client.press_and_see(answer, seen)
        if answer == "n":
            await client.until(lambda: "Aiko is waiting" not in client.text, "the lobby alone")
            assert (await server.lobby.matches.get(table.id)).state is MatchStage.OPEN
    assert match_of(server) == table.id


async def test_a_newcomer_with_a_word_reads_what_is_played_and_where_the_rules_are(server: Server) -> None:
    keys = new_keys(2)
    host, _me = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    table = await host.tables.open(public=False)
    client = await server.visit(keys[1])
    await client.press_and_see("w", "Which word were you given?")
    client.press(table.invite, "enter")
    await client.see("Aiko is waiting to play Naishi. Sit down?")
    await client.see("New here? F1: the rules of Naishi.")
    assert (await server.lobby.matches.get(table.id)).state is MatchStage.OPEN
    await client.press_and_see("y", "Dealt to Bruno")


async def test_whoever_plays_a_bot_reads_that_everyone_can_watch(server: Server) -> None:
    (key,) = new_keys(1)
    await named(server, key, "Aiko")
    client = await server.visit(key)
    await client.press_and_see("b", "Everyone here can watch it. For one that nobody")
    await client.press_and_see("g", "A game against bots")
    await client.see("Everyone here can watch it. For one that nobody")


async def test_a_word_is_added_to_a_deal_and_the_menu_tells_of_it(server: Server) -> None:
    keys = new_keys(2)
    table = await (await named(server, keys[0], "Aiko")).tables.open(public=True)
    await named(server, keys[1], "Bruno")
    host, client = await server.visit(keys[0]), await server.visit(keys[1])
    await host.press_and_see("m", "Commitment to the deal")
    host.press(*"cherry")
    await host.press_and_see("enter", "Your words are added to the deal.")
    await client.see("Aiko is waiting")
    await client.press_and_see("m", "Enter: sit down.")
    client.press(*"rain")
    await client.press_and_see("enter", "Dealt to Bruno")
    proof = (await server.lobby.matches.load(table.id)).game.record.proof
    assert proof is not None
    assert proof.words == ("cherry", "rain")
    await client.press_and_see("x", proof.commitment[:40])
    assert proof.secret not in client.text


async def test_a_visitor_without_a_key_is_in_a_game_against_a_bot_after_three_keys(server: Server) -> None:
    client = await server.visit()
    for key, text in (("b", "Koshikibu"), ("enter", "Base game"), ("enter", "─ River")):
        await client.press_and_see(key, text)
    assert match_of(server) is not None


async def test_why_a_key_does_nothing_is_said_until_the_next_one(server: Server) -> None:
    client = await server.visit()
    await client.see("Games to watch")
    await client.press_and_see("m", "Put the cursor on a table")
    await client.rest()
    client.press("down")
    await client.until(lambda: "Put the cursor" not in client.text, "no hint")


@pytest.mark.parametrize("new", [False, True])
@pytest.mark.parametrize("language", OWN_NAMES)
def test_the_footer_leads_strangers_to_all_there_is_in_every_language(language: str, new: bool) -> None:
    def shown() -> list[KeyHint]:
        i18n.use(i18n.load(language))
        return [*hints(new=new)]

    first, *others = copy_context().run(shown)
    assert (first.id, first.key) == ("app.command_palette", "?")
    needed = [first, *(each for each in others if not each.minor and each.id != "app.quit")]
    looked_for = {"learn", "rules", "settings"} if new else {"tournaments", "people", "word"}
    assert {*looked_for, "play_bot"} < {each.id for each in needed}
    assert sum(cell_len(f" {each.key} {each.does}") for each in needed) <= 60


async def test_a_key_of_the_footer_lists_all_that_can_be_done(server: Server) -> None:
    guest = await server.visit()
    await guest.see("? menu")
    await guest.press_and_see("?", "More commands")
    for command in (
        "Tournaments: join one, make one, standings (u)",
        "TV: the most interesting game",
        "Join or watch a game by its word (w)",
    ):
        assert command in guest.text


async def test_a_finished_game_that_was_seen_makes_room_for_open_tables(server: Server) -> None:
    key, other_key = new_keys(2)
    me, other = await named(server, key, "Aiko"), await named(server, other_key, "Bruno")
    match = await other.tables.join(await me.tables.open(public=False))
    seat = await other.attach(match.id)
    await seat.request(Request(Verb.RESIGN))
    client = await server.visit(key)
    await client.see("Bruno has resigned")
    mine = await me.attach(match.id)
    await server.lobby.settled()
    await me.detach(mine)
    await client.see("none in progress: make a table (n) or play a bot (b); finished ones (h)")
    assert "Bruno has resigned" not in client.text


async def test_a_key_pairs_two_players(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one = await server.visit(keys[0])
    await one.see("Your games")
    await one.press_and_see("f", "You wait for a player near your rating")
    two = await server.visit(keys[1])
    await two.see("Aiko is waiting")
    await two.press_and_see("f", "Dealt to Bruno")
    await one.see("Bruno has joined your table. g: go there.")


async def test_a_newcomer_is_shown_where_the_game_is_learnt(server: Server) -> None:
    client = await server.visit()
    await client.see("No one is waiting")
    keys = client.text.splitlines()[-1]
    for words in ("learn", "rules", "settings"):
        assert words in keys, keys
