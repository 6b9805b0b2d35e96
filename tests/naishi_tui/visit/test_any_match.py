"""Matches of any game in the lobby's app: any_game, table.match, table.table, table.score, visit.routes."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from naishi.games.ninjato.odds import RaidOdds, raid_odds
from naishi.games.ninjato.position import HIDDEN, Position
from naishi.games.shogun.kind import SHOGUN
from naishi.saves import Saves, document
from naishi.saves.listing import Summary, state
from naishi.server import OfferKind, Phrase, Verb
from naishi.server.match.clock import DAY
from naishi.server.match.match import Terms
from naishi.server.match.running_sessions import MatchDrafts
from naishi.sessions import Ask
from naishi.sessions.replay import Replay
from naishi_tui.any_game import match_screen
from naishi_tui.games.ninjato.table import NinjatoTable
from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.lobby.history import HistoryScreen
from naishi_tui.lobby.lobby import LobbyScreen
from naishi_tui.lobby.match_menu import MatchMenu
from naishi_tui.replay.replay import GameReplay
from naishi_tui.table.match import MatchEnd
from naishi_tui.table.score import GameScore
from tests.naishi.server.conftest import Now, answer, offer, player, resign
from tests.naishi_tui.lobby.terminals import a_lobby
from tests.naishi_tui.ssh.rest import WatchedLobby
from tests.naishi_tui.visit.matches import NAMES, Seats, terminal
from tests.naishi_tui.waiting import until

SIZES = ((80, 24), (120, 36))


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
async def lobby(tmp_path: Path, now: Now) -> AsyncIterator[WatchedLobby]:
    async with a_lobby(tmp_path, now) as lobby:
        yield lobby


async def planning(lobby: WatchedLobby, count: int = 3, control: str = "") -> Seats:
    """A match of Shogun in which everyone but the first has come, and all have to plan."""
    seats = await Seats.begin(lobby, "shogun", count, control=control, setup="printed")
    await seats.come()
    return seats


async def test_whoever_leaves_while_all_plan_looks_on_like_a_watcher(lobby: WatchedLobby) -> None:
    seats = await planning(lobby, 4)
    async with terminal(seats.people[0]) as at:
        await at.go_to(seats.match)
        await seats.act(0, at.me)
        await at.rest()
        assert "u withdraw" in at.text
        await resign(at.me)
        await at.see("You have left this game; it goes on without you.")
        at.screen(ShogunTable)
        assert "withdraw" not in at.text
        assert at.me.view.public
        assert Ask.WITHDRAW not in at.me.allowed
        await seats.act(1)
        await at.rest()
        at.screen(ShogunTable)
        await at.press("c")
        assert "Good luck" not in at.text
        assert "Mute or report" in at.text


async def test_the_bell_rings_once_for_a_plan_that_is_withdrawn_and_made_again(
    lobby: WatchedLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = await planning(lobby, 3)
    await seats.people[0].choose("bell", "always")
    async with terminal(seats.people[0]) as at:
        await at.go_to(seats.match)
        rung = list[str]()
        monkeypatch.setattr(at.app, "bell", lambda: rung.append("bell"))
        for _time in range(3):
            await seats.act(1)
            await at.rest()
            await seats.at(1).withdraw()
            await at.rest()
        assert rung == ["bell"]
        await seats.act(2)
        await at.rest()
        assert rung == ["bell", "bell"]


class TestNinjato:
    @pytest.mark.ci
    async def test_two_play_a_whole_game_look_back_at_it_and_play_again(self, lobby: WatchedLobby) -> None:
        seats = await Seats.begin(lobby, "ninjato", 2)
        await seats.come()
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            while at.me.view.awaited:
                (seat,) = at.me.view.awaited
                await seats.act(seat, at.me if seat == 0 else None)
            await at.rest()
            table = at.screen(NinjatoTable)
            table.story.skip()
            assert "The game is over. Enter: the points." in at.text
            await at.press("enter")
            at.screen(GameScore)
            assert "n rematch" in at.text
            points = at.me.view.result.points
            await at.press("r")
            replay = at.screen(GameReplay)
            assert replay.participant.length == len(at.me.view.events)
            await at.press("escape", "n")
            assert "Waiting for Bruno's answer." in at.text
            await seats.at(1).rematch()
            await until(lambda: at.app.match.here not in {"", seats.match.id}, "at the rematch")
            await at.rest()
            at.screen(NinjatoTable)
            assert at.me.seat == 1, "the seats have moved on"
            await at.press("escape")
            at.screen(LobbyScreen)
            await at.press("h")
            at.screen(HistoryScreen)
            how = "you won" if points[0] > points[1] else "place 2 of 2"
            assert "Bruno (Ninjato): you" in " ".join(at.text.split()), how
            await at.press("enter")
            at.screen(GameReplay)

    @pytest.mark.parametrize("size", SIZES)
    async def test_four_are_named_and_so_is_who_does_what(self, lobby: WatchedLobby, size: tuple[int, int]) -> None:
        seats = await Seats.begin(lobby, "ninjato", 4)
        await seats.come()
        async with terminal(seats.people[0], size) as at:
            await at.go_to(seats.match)
            for letter, name in zip("ABCD", NAMES, strict=False):
                assert f"{letter} {name}" in at.text
            (turn,) = at.me.view.awaited
            assert f"waiting for {NAMES[turn]}" in at.text
            await seats.people[turn].detach(seats.at(turn))
            await at.see(f"{NAMES[turn]} is here, not at this table.")
            lobby.leave(seats.people[turn])
            await at.see(f"{NAMES[turn]} is not here; the game waits.")
            others = [seat for seat in (1, 2, 3) if seat != turn]
            await offer(seats.at(others[0]), OfferKind.CALL_OFF)
            await at.see(f"{NAMES[others[0]]} offers to call the game off.")
            await lobby.talk.say(seats.at(others[1]), Phrase.HELLO)
            await at.see(f"{NAMES[others[1]]} says: Hello!")
            await at.press("x")
            at.screen(MatchMenu)
            await at.see("Agree to call the game off")
            await at.press("escape")
            await answer(seats.at(others[1]), Verb.DECLINE)
            await resign(seats.at(others[0]))
            await at.see(f"{NAMES[others[0]]} has resigned.")
            at.screen(NinjatoTable)

    async def test_whoever_leaves_a_larger_game_looks_on_and_has_the_last_place(self, lobby: WatchedLobby) -> None:
        seats = await Seats.begin(lobby, "ninjato", 3)
        await seats.come()
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            await resign(at.me)
            await at.see("You have left this game; it goes on without you.")
            at.screen(NinjatoTable)
            while awaited := at.me.view.awaited:
                await seats.act(awaited[0])
            await at.press("enter")
            points = at.screen(GameScore)
            assert points.order[-1] == 0
            assert points.ranks[0] == 3
            assert "Aiko has resigned." in " ".join(at.text.split())

    async def test_the_odds_of_a_raid_are_worked_out_beside_the_loop_that_serves_everybody(
        self, lobby: WatchedLobby, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        threads = set[threading.Thread]()

        def found(position: Position) -> RaidOdds | None:
            threads.add(threading.current_thread())
            return raid_odds(position)

        monkeypatch.setattr("naishi_tui.games.ninjato.board.raid_odds", found)
        monkeypatch.setattr("naishi_tui.games.ninjato.parts.raid_odds", found)
        seats = await Seats.begin(lobby, "ninjato", 2)
        await seats.come()
        async with terminal(seats.people[0], SIZES[1]) as at:
            await at.go_to(seats.match)
            while at.me.view.table.stage != "decide" or at.me.view.awaited != (0,):
                (seat,) = at.me.view.awaited
                await seats.act(seat, at.me if seat == 0 else None)
            await at.see("you beat")
            assert threads
            assert threading.main_thread() not in threads

    async def test_an_action_chosen_by_keys_is_played_for_all(self, lobby: WatchedLobby) -> None:
        seats = await Seats.begin(lobby, "ninjato", 2)
        await seats.come()
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            while at.me.view.awaited != (0,):
                await seats.act(1)
            await at.rest()
            before = len(at.me.view.events)
            while len(at.me.view.events) == before:
                await at.press("1")
            assert seats.at(1).view.events[before].seat == 0

    async def test_who_watches_sees_no_hand_turns_the_table_and_goes_along(self, lobby: WatchedLobby) -> None:
        seats = await Seats.begin(lobby, "ninjato", 2)
        await seats.come(0, 1)
        fumi = await player(lobby, "Fumi")
        async with terminal(fumi) as at:
            await at.press("v")
            await at.see("TV: the next game follows by itself.")
            table = at.screen(NinjatoTable)
            assert table.view.public
            assert "watching" in at.text
            assert "v other side" in at.text
            before = at.text
            await at.press("v")
            assert (table.view.seat, at.text != before) == (1, True)
            assert {card for each in table.view.table.players for card in each.hand} == {HIDDEN}
            await resign(seats.at(0))
            await at.see("Aiko resigned; Bruno wins.")
            at.screen(MatchEnd)
            assert "v other side" in at.text
            for seat in (0, 1):
                await seats.at(seat).rematch()
            await at.press("n")
            await until(lambda: at.app.match.here not in {"", seats.match.id}, "at the rematch")
            await at.rest()
            assert at.me.view.names[at.me.view.seat] == "Bruno", "from the side of the same player"


class TestShogun:
    async def test_plans_given_at_once_stay_secret_and_can_be_withdrawn_until_all_are_in(
        self, lobby: WatchedLobby
    ) -> None:
        seats = await planning(lobby)
        fumi = await (await player(lobby, "Fumi")).attach(seats.match.id)
        async with terminal(seats.people[0], (120, 36)) as at:
            await at.go_to(seats.match)
            at.screen(ShogunTable)
            assert at.me.view.awaited == (0, 1, 2)
            seen = set()
            for number in range(2):
                plan = str(bots_plan(seats, 1, number))
                await seats.at(1).play(plan)
                await at.rest()
                seen.add((at.text, at.me.view.model_dump_json(), fumi.view.model_dump_json(), plan))
                assert Ask.WITHDRAW in seats.at(1).allowed
                await seats.at(1).withdraw()
            (one, *rest), (other, *others_rest) = ((text, mine, theirs) for text, mine, theirs, _plan in seen)
            assert len({plan for *_seen, plan in seen}) == 2, "they differ"
            assert (one, rest) == (other, others_rest)
            mine = await seats.act(0, at.me)
            await at.see("aiting for Bruno and Chiyo.")
            assert "withdraw" in at.text
            await at.press("u")
            assert 0 in at.me.view.awaited
            table = at.screen(ShogunTable)
            assert table.picker.path == mine, "the plan lies on the board again"
            await at.press("u")
            assert 0 < len(table.picker.path) < len(mine)
            await at.me.play(mine)
            for seat in (1, 2):
                await seats.act(seat)
            await at.rest()
            assert at.me.view.ask != "plan"
            assert Ask.WITHDRAW not in at.me.allowed

    async def test_what_is_half_chosen_is_there_again_after_a_look_at_the_lobby(self, lobby: WatchedLobby) -> None:
        seats = await planning(lobby)
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            await at.press("enter")
            half = at.screen(ShogunTable).picker.path
            assert half
            await at.app.screen.run_action("command('leave')")
            await at.on_top(LobbyScreen)
            await at.go_to(seats.match)
            assert at.screen(ShogunTable).picker.path == half

    async def test_what_is_half_chosen_is_there_again_after_a_lost_connection(self, lobby: WatchedLobby) -> None:
        seats = await planning(lobby)
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            await at.press("enter")
            half = at.screen(ShogunTable).picker.path
            assert half
        lobby.leave(seats.people[0])
        async with terminal(await player(lobby, NAMES[0])) as again:
            await again.go_to(seats.match)
            assert again.screen(ShogunTable).picker.path == half

    async def test_a_table_of_five_that_four_leave_in_every_way(self, lobby: WatchedLobby, now: Now) -> None:
        seats = await planning(lobby, 5)
        async with terminal(seats.people[0], (120, 36)) as at:
            await at.go_to(seats.match)
            await resign(seats.at(1))
            await at.see("Bruno has resigned.")
            await seats.people[2].detach(seats.at(2))
            await seats.people[2].delete_account(seats.people[2].account)
            await at.see("Chiyo has resigned.")
            await seats.act(0, at.me)
            assert at.me.view.awaited == (3, 4)
            at.me.news.react()
            now.wait(13 * DAY)
            assert {claim.against for claim in at.me.claims} == {3, 4}
            for against in (3, 4):
                (claim,) = [each for each in at.me.requests if each.against == against]
                await at.me.request(claim)
            await at.see("Dora is warned.")
            await at.see("Emil is warned.")
            now.wait(DAY)
            (claim,) = [each for each in at.me.requests if each.against == 3]
            await at.me.request(claim)
            await at.see("Dora stayed away and lost.")
            at.screen(ShogunTable)
            await resign(seats.at(4))
            await at.see("Emil resigned; Aiko wins.")
            at.screen(MatchEnd)
            assert "r replay" in at.text
            await at.press("r")
            assert at.screen(GameReplay).view.names[2] == "a deleted player"
            await at.press("escape", "escape", "h")
            await at.see("Shogun: 1. Aiko")

    async def test_an_end_is_shown_below_a_menu_and_whatever_fell_out_of_the_tower(self, lobby: WatchedLobby) -> None:
        seats = await planning(lobby)
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            await resign(seats.at(1))
            table = at.screen(ShogunTable)
            table.settings = replace(table.settings, animations=True)
            while not table.frames:
                seat = at.me.view.awaited[0]
                await seats.act(seat, at.me if seat == 0 else None)
                await at.rest()
            await at.app.action_in_match("menu")
            at.screen(MatchMenu)
            await resign(seats.at(2))
            await at.see("Chiyo resigned; Aiko wins.")
            at.screen(MatchMenu)
            await at.press("escape")
            at.screen(MatchEnd)

    async def test_after_an_early_end_the_board_is_that_of_a_game_that_is_over(self, lobby: WatchedLobby) -> None:
        seats = await planning(lobby)
        async with terminal(seats.people[0]) as at:
            await at.go_to(seats.match)
            assert "missing: " in at.text
            assert "▸A" in at.text
            assert "waiting for you, Bruno and Chiyo" in at.text
            await resign(seats.at(1))
            await resign(seats.at(2))
            await at.see("Chiyo resigned; Aiko wins.")
            at.screen(MatchEnd)
            assert "missing: " not in at.text
            assert "▸A" not in at.text

    async def test_whoever_is_out_of_time_leaves_and_the_others_play_on(self, lobby: WatchedLobby, now: Now) -> None:
        seats = await planning(lobby, 3, "10+5")
        async with terminal(seats.people[0], (120, 36)) as at:
            await at.go_to(seats.match)
            assert "waiting for you, Bruno and Chiyo · 10 min left" in at.text
            now.wait(9 * 60)
            await seats.act(0, at.me)
            await seats.act(1)
            now.wait(60)
            await lobby.settle_clocks()
            await at.see("Chiyo lost on time.")
            at.screen(ShogunTable)
            assert not at.me.over


def bots_plan(seats: Seats, seat: int, number: int) -> object:
    """One of several plans that a seat could make."""
    return SHOGUN.bot("random", number).choose(seats.at(seat).view)


async def test_a_finished_match_of_another_kind_is_exported_as_a_save(lobby: WatchedLobby, tmp_path: Path) -> None:
    seats = await planning(lobby)
    await seats.come(0)
    await resign(seats.at(1))
    await seats.act(0)
    await resign(seats.at(2))
    record = await seats.people[0].past_games.record(seats.match.id)
    assert record.game["early_end"] == {"how": "resigned", "seat": 2, "first": [0]}
    (line,) = document.lines_with_saves(document.write_line(*record).encode())
    saves = Saves(tmp_path / "saves")
    adopted = saves.adopt(document.read_anywhere(line))
    (listed,) = saves.list()
    assert isinstance(listed, Summary)
    assert (listed.id, listed.game, listed.finished) == (adopted, "shogun", True)
    assert state(listed).startswith("Chiyo has resigned")
    assert Replay(saves.load(adopted)).ended == "Chiyo resigned; Aiko wins."


async def test_a_turn_that_all_agree_to_undo_is_undone_on_the_screen(lobby: WatchedLobby) -> None:
    seats = await Seats.begin(lobby, "ninjato", 3)
    await seats.come()
    async with terminal(seats.people[0], (120, 36)) as at:
        await at.go_to(seats.match)
        while at.me.view.awaited != (0,):
            await seats.act(at.me.view.awaited[0])
        await at.rest()
        before, known = at.text, len(at.me.view.events)
        while 0 in at.me.view.awaited:
            await seats.act(0, at.me)
        await seats.act(at.me.view.awaited[0])
        await at.press("u")
        await at.see("Against a person, undo takes an agreement.")
        await offer(at.me, OfferKind.UNDO)
        await at.see("Waiting for Bruno and Chiyo's answer.")
        await answer(seats.at(1), Verb.AGREE)
        await at.see("Waiting for Chiyo's answer.")
        await answer(seats.at(2), Verb.AGREE)
        await at.see("Your last turn is undone, and all that came after it.")
        assert len(at.me.view.events) == known
        assert at.screen(NinjatoTable).acting
        assert at.text.splitlines()[2:20] == before.splitlines()[2:20], "the board is as it was"


async def test_alone_against_bots_one_acts_undoes_and_leaves(lobby: WatchedLobby) -> None:
    me = await player(lobby, "Aiko")
    match = await me.tables.play_bots(Terms(game="ninjato", places=3), "beginner")
    async with terminal(me, (120, 36)) as at:
        await at.go_to(match)
        table = at.screen(NinjatoTable)
        await until(lambda: table.acting, "the bots have acted")
        await at.rest()
        assert "c talk" not in at.text
        known = len(at.me.view.events)
        while len(at.me.view.events) == known:
            await at.press("1")
        await until(lambda: table.acting, "the bots have acted")
        await at.press("u")
        await at.see("Undone:")
        assert len(at.me.view.events) == known
        await resign(at.me)
        one, other = (name for seat, name in enumerate(at.me.view.names) if seat != at.me.seat)
        await at.see(f"You resigned; {one} and {other} share the first place.")
        at.screen(MatchEnd)
        assert "▸" not in at.text, "it is nobody's turn"
        await at.press("n")
        await until(lambda: at.app.match.here not in {"", match.id}, "at the rematch")
        assert not at.me.over


async def test_who_comes_to_watch_reads_at_once_which_key_shows_the_other_side(lobby: WatchedLobby) -> None:
    seats = await Seats.begin(lobby, "ninjato", 2)
    await seats.come(0, 1)
    fumi = await player(lobby, "Fumi")
    async with terminal(fumi) as at:
        screen = match_screen(await fumi.attach(seats.at(0).match_id), at.app.settings, MatchDrafts())
        assert "other_side" in {hint.id for hint in screen.key_line.hints}


async def test_who_watches_two_choose_their_gifts_isnt_told_of_a_turn(lobby: WatchedLobby) -> None:
    """Both choose at once, and who hasn't yet is hidden."""
    seats = await Seats.begin(lobby, "naishi", 2)
    async with terminal(await player(lobby, "Fumi")) as at:
        await at.go_to(seats.match)
        assert "choosing gifts" in at.text
        assert "Gifts are being chosen." in at.text
        assert "'s turn" not in at.text
