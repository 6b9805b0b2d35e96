"""Covers at larger tables, undo, and new seasons: cover, navigator, table.table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from naishi import Game
from naishi.games.ninjato.kind import NINJATO
from naishi.games.shogun.bots import make
from naishi.games.shogun.kind import SHOGUN
from naishi.settings.schema import Layers
from naishi.tabletop import pins
from naishi.tabletop.pins import hash_pin
from naishi.tabletop.players import Player
from naishi_tui.games.shogun import plan as plans
from naishi_tui.table.cover import ForgottenPin, Handover
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.table.table import GameTable
from tests.naishi.tabletop import unison
from tests.naishi_tui.desk import COMPACT, ROOMY, Desk, SilentBots, desk, game_after, still
from tests.naishi_tui.parts.shared import click_at, give
from tests.naishi_tui.waiting import settle

PINS = ("11", "22", "33")
PEOPLE = tuple(Player(name=name, pin=hash_pin(pin)) for name, pin in zip(("Aiko", "Bruno", "Chika"), PINS, strict=True))


def planned(until: Callable[[Any], bool]) -> Any:
    """Return a game of Shogun that bots have played for three people until something is so."""
    game, bot = SHOGUN.new(PEOPLE, {"setup": "printed"}, "5"), make("beginner", 1)
    while not until(game):
        game.play(bot.choose(game.view(game.awaited[0]), None), game.awaited[0])
    return game


async def enter_pin(at: Desk, seat: int) -> None:
    at.screen(Handover)
    await at.type(PINS[seat])
    await at.press("enter")
    assert at.screen(GameTable).view.seat == seat


@pytest.mark.parametrize("first", range(3))
async def test_undo_back_into_the_planning_covers_it_from_whoever_sits_there(folder: Path, first: int) -> None:
    def are_planned(game: Any) -> bool:
        return bool(game.view().ask != "plan" and game.awaited == (first,))

    async with desk(folder, planned(are_planned), size=ROOMY) as at:
        table = at.screen(GameTable)
        for _press in range(5):
            if at.any_game.view().ask == "plan":
                break
            assert table.view.plans == at.any_game.view().plans
            assert "castle ?" not in at.text
            table = at.screen(GameTable)
            await at.press("u")
        if not isinstance(at.app.screen, Handover):
            assert not at.screen(GameTable).acting
            assert "castle ?" not in at.text
            await at.press("enter")
        await enter_pin(at, at.screen(Handover).seat)
        assert at.screen(GameTable).acting


async def test_a_new_season_is_planned_behind_a_cover(folder: Path) -> None:
    game = planned(lambda game: game.view().time == 2 and game.view().ask == "plan")
    game.undo()
    assert not any(game.is_private(seat) for seat in range(3))
    async with desk(folder, game) as at:
        at.screen(GameTable)
        await at.press("ctrl+r")
        await at.pilot.pause()
        cover = at.screen(Handover)
        assert cover.seat in at.any_game.awaited


def last_of_a_season(*, first: bool = False) -> tuple[Any, int, Any]:
    """Return a game before the last decision of a season, which ends in a throw; whose it is, and what it is.

    Args:
        first: Whether it is one of the first seat.
    """
    game, bot = SHOGUN.new(PEOPLE, {"setup": "printed"}, "5"), make("beginner", 1)
    while True:
        seat = game.awaited[0]
        action, asked = bot.choose(game.view(seat), None), game.view().ask
        game.play(action, seat)
        happened = {each[0] for each in game.events()[-1].facts.get("happened", ())}
        if (seat == 0) is first and asked != "plan" == game.view().ask and happened & {"battle", "revolt"}:
            game.undo()
            return game, seat, action


@pytest.mark.parametrize("animations", [True, False])
async def test_whoever_acted_last_plans_the_next_season_behind_a_cover(folder: Path, animations: bool) -> None:
    game, seat, action = last_of_a_season()
    async with desk(folder, game, settings=Layers(file={"animations": animations})) as at:
        assert at.screen(GameTable).view.seat == seat
        await at.session.play(seat, action)
        await at.pilot.pause()
        cover = at.screen(Handover)
        assert cover.seat in at.any_game.awaited
        assert "Show my plan" in at.text
        await enter_pin(at, cover.seat)


async def test_a_season_that_a_bot_ends_is_planned_behind_a_cover(folder: Path) -> None:
    game, seat, action = last_of_a_season()
    game.change_player(seat, kind="beginner")
    async with desk(folder, game, bots=SilentBots()) as at:
        table = at.screen(GameTable)
        assert not table.acting
        await at.session.play(seat, action)
        await at.pilot.pause()
        assert not table.acting
        cover = at.screen(Handover)
        assert cover.seat in at.any_game.awaited
        assert cover.seat != seat
        await enter_pin(at, cover.seat)


async def test_what_a_bot_of_ninjato_does_before_another_person_leads_to_their_cover(folder: Path) -> None:
    game = NINJATO.new((*PEOPLE[:2], Player(name="Kotaro", kind="beginner")), {}, "5")
    while game.awaited != (2,):
        game.play(_last_legal(game), game.awaited[0])
    async with desk(folder, game, bots=SilentBots()) as at:
        while at.any_game.awaited == (2,):
            await at.session.play(2, _last_legal(at.any_game))
            await at.pilot.pause()
        (awaited,) = at.any_game.awaited
        assert at.screen(Handover).seat == awaited
        await enter_pin(at, awaited)


def _last_legal(game: Any) -> Any:
    return game.view(game.awaited[0]).legal_actions[-1]


async def test_no_sheet_is_drawn_below_what_is_open_while_a_new_season_begins(folder: Path) -> None:
    game, seat, action = last_of_a_season()
    async with desk(folder, game) as at:
        table = at.screen(GameTable)
        await at.press("f1")
        assert not table.is_current
        await at.session.play(seat, action)
        await at.pilot.pause()
        assert not table.acting
        table.draw_board()
        assert "raise5" not in str(table.board_rows.fitted())
        await at.press("escape")
        at.screen(Handover)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("animations", [True, False])
async def test_redo_after_undo_on_a_cover_ends_at_a_cover_and_keeps_plans(
    folder: Path, animations: bool, first: bool
) -> None:
    game, seat, action = last_of_a_season(first=first)
    game.play(action, seat)
    async with desk(folder, game, settings=Layers(file={"animations": animations})) as at:
        await enter_pin(at, 0)
        table = at.screen(GameTable)
        assert table.picker.recall(f"plan rice:{_card_of(table)}")
        table.cursor_moved()
        laid = table.picker.path
        screen = at.app.game.navigator.cover()
        assert screen is not None
        await at.app.switch_screen(screen)
        for times in (1, 2):
            at.screen(Handover)
            await at.press("tab", "u")
            for _more in range(times - 1):
                await at.press("u")
            at.screen(GameTable)
            for _again in range(times):
                await at.press("ctrl+r")
                await at.pilot.pause()
            assert at.screen(Handover).seat == 0
        await enter_pin(at, 0)
        assert at.screen(GameTable).picker.path == laid


def _card_of(table: GameTable) -> str:
    return str(next(words.rpartition(":")[2] for words in table.board.tree(table.view)("plan rice")))


async def test_who_planned_last_is_alone_no_longer_once_they_decide_openly(folder: Path) -> None:
    game, bot = SHOGUN.new(PEOPLE, {"setup": "printed"}, "5"), make("beginner", 1)
    while True:
        seat, asked = game.awaited[0], game.view().ask
        plan = bot.choose(game.view(seat), None)
        game.play(plan, seat)
        if asked == "plan" != game.view().ask and game.awaited == (seat,):
            break
    game.undo()
    async with desk(folder, game) as at:
        await enter_pin(at, seat)
        assert at.app.game.navigator.viewer == seat
        await at.session.play(seat, plan)
        await at.pilot.pause()
        assert at.screen(GameTable).view.awaited == (seat,)
        assert at.app.game.navigator.viewer is None


async def test_undo_back_to_another_seat_asks_for_its_pin(folder: Path) -> None:
    game = NINJATO.new(PEOPLE[:2], {}, "5")
    first = game.awaited[0]
    while game.awaited == (first,):
        game.play(game.view(first).legal_actions[0], first)
    hands = {seat: game.position.players[seat].hand for seat in (0, 1)}
    async with desk(folder, game) as at:
        await enter_pin(at, 1 - first)
        await at.press("u")
        assert at.screen(GameTable).view.table.players[first].hand != hands[first]
        await at.press("enter")
        assert at.screen(Handover).seat == first
        await at.type(PINS[1 - first])
        await at.press("enter")
        assert at.screen(Handover).seat == first


async def test_undo_says_that_what_was_revealed_stays_known(folder: Path) -> None:
    game = NINJATO.new(("Aiko", Player(name="Kotaro", kind="beginner")), {}, "5")
    while game.awaited != (0,):
        game.play(game.view(1).legal_actions[0], 1)
    game.play("dojo", 0)
    async with desk(folder, game, bots=SilentBots()) as at:
        at.screen(GameTable)
        await at.session.play(0, "draw deck")
        await at.pilot.pause()
        await at.press("u")
        assert "The same luck comes again." in at.prompt
        await at.press("u")
        assert "same luck" not in at.prompt
        assert "Undone: 'You visit the dojo'." in at.prompt


async def test_undo_on_the_cover_says_so_too(folder: Path) -> None:
    unison.register()
    game = unison.UNISON.new(PEOPLE[:2], {}, "5")
    game.play("1", 0)
    game.play("2", 1)
    async with desk(folder, game) as at:
        at.screen(Handover)
        await at.press("tab", "u")
        assert "Undone: 'Bruno has chosen 2'. The same luck comes again." in " ".join(at.text.split())


async def test_a_cover_speaks_of_what_the_game_hides_and_to_everyone_else(folder: Path) -> None:
    async with desk(folder, planned(lambda game: True)) as at:
        cover = at.screen(Handover)
        assert cover.seat == 0
        assert "Show my plan" in at.text
        assert "Enter show my plan" in " ".join(at.text.split())
        assert "Bruno and Chika, please look away." in at.text
        assert "cards" not in at.text
    async with desk(folder, NINJATO.new(PEOPLE, {}, "5")) as at:
        at.screen(Handover)
        assert "Show my cards" in at.text


async def test_a_cover_after_a_whole_season_says_the_last_of_it_and_fits_80x24(folder: Path) -> None:
    async with desk(folder, planned(lambda game: game.round == 2), uncovered=False) as at:
        at.screen(Handover)
        text = " ".join(at.text.split())
        for words in ("A new season: year 1, summer.", "it is your turn.", "please look away.", "Show my plan"):
            assert words in text
        assert "Shogun, year 1, summer" in text
        assert "round" not in text


@pytest.mark.parametrize("size", [COMPACT, ROOMY])
async def test_the_cover_has_room_for_its_keys_however_much_was_done(folder: Path, size: tuple[int, int]) -> None:
    game = NINJATO.new(PEOPLE, {}, "5")
    seats = list[int]()
    while len(seats) < 12 or len({*seats[-6:]}) < 2 or game.awaited[0] in seats[-6:]:
        seats.append(game.awaited[0])
        game.play(game.view(seats[-1]).legal_actions[0], seats[-1])
    async with desk(folder, game, size=size, uncovered=False) as at:
        cover = at.screen(Handover)
        assert len(cover.done.splitlines()) >= 6
        assert cover.query_one("#cover").max_scroll_y == 0
        assert cover.max_scroll_y == 0
        assert cover.done.splitlines()[-1] in at.text
        assert "I forgot my PIN" in at.text
        assert "show my cards" in at.lines[-1]


async def test_any_one_of_the_others_agrees_to_drop_a_pin_with_their_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(pins, "monotonic", lambda: now[0])
    async with desk(folder, planned(lambda game: True)) as at:
        await at.click("#forgotten", (3, 0))
        at.screen(ForgottenPin)
        assert "Bruno, do you agree that Aiko plays on without a PIN?" in " ".join(at.text.split())
        assert "What Aiko hides stays covered for now." in " ".join(at.text.split())
        assert "Hand" not in at.text
        await at.press("right")
        assert "Chika, do you agree" in " ".join(at.text.split())
        await at.press("tab")
        await at.type(PINS[1])
        await at.press("enter")
        assert "That is not Chika's PIN." in at.text
        now[0] += 10
        await at.type(PINS[2])
        await at.press("enter")
        cover = at.screen(Handover)
        assert cover.player.pin is None
        assert [player.pin is None for player in at.any_game.players] == [True, False, False]


async def test_with_one_other_person_there_is_no_one_to_choose(folder: Path) -> None:
    async with desk(folder, NINJATO.new(PEOPLE[:2], {}, "5")) as at:
        await at.click("#forgotten", (3, 0))
        assert not at.screen(ForgottenPin).query("#who")


def first_plan() -> tuple[Any, str]:
    """A game of three people without PINs, the first of whom is planning; and a plan of theirs."""
    game = SHOGUN.new(("Aiko", "Bruno", "Chika"), {"setup": "printed"}, "5")
    return game, make("beginner", 1).choose(game.view(0), None).text


async def plan_of(at: Desk) -> str:
    """Uncover a seat that plans; return what lies on its board."""
    await at.press("enter")
    table = at.screen(GameTable)
    assert table.acting
    return table.picker.path


async def test_a_plan_that_is_undone_on_the_cover_lies_there_again(folder: Path) -> None:
    game, plan = first_plan()
    async with desk(folder, game) as at:
        await at.session.play(0, plan)
        await at.pilot.pause()
        await at.press("enter")
        assert at.screen(Handover).seat == 1
        await at.press("u")
        assert at.screen(Handover).seat == 0
        assert "Undone: 'Aiko has planned'. What Aiko chose is kept, to be changed." in " ".join(at.text.split())
        assert plan.split()[1] not in at.text
        assert await plan_of(at) == plan


async def test_a_plan_that_is_withdrawn_lies_there_again_for_whoever_made_it_alone(folder: Path) -> None:
    game, plan = first_plan()
    async with desk(folder, game) as at:
        await at.session.play(0, plan)
        await at.pilot.pause()
        assert "u withdraw" in at.lines[-1]
        await at.press("u")
        assert at.screen(Handover).seat == 0, "another person may sit there by then"
        assert "What Aiko chose is kept, to be changed." in at.text
        assert await plan_of(at) == plan


async def test_a_lone_person_has_the_withdrawn_plan_at_once(folder: Path) -> None:
    bots = (Player(name="Ieyasu", kind="beginner"), Player(name="Shingen", kind="beginner"))
    game = SHOGUN.new(("Aiko", *bots), {"setup": "printed"}, "5")
    plan = make("beginner", 1).choose(game.view(0), None).text
    async with desk(folder, game, bots=SilentBots()) as at:
        await at.session.play(0, plan)
        await at.pilot.pause()
        await at.press("u")
        table = at.screen(GameTable)
        assert table.acting
        assert table.picker.path == plan


async def test_the_last_of_the_planners_is_asked_again_not_the_first(folder: Path) -> None:
    """What is undone is undone for the one who did it, even where an earlier seat is awaited as well."""
    game, _plan = first_plan()
    game.play(make("beginner", 1).choose(game.view(2), None), 2)
    async with desk(folder, game, uncovered=False) as at:
        assert at.screen(Handover).seat == 0
        await at.press("u")
        assert at.screen(Handover).seat == 2


async def test_after_an_undo_the_table_says_how_to_redo(folder: Path) -> None:
    game = NINJATO.new(("Aiko", Player(name="Kotaro", kind="beginner")), {}, "5")
    while game.awaited != (0,):
        game.play(game.view(1).legal_actions[0], 1)
    game.play("dojo", 0)
    async with desk(folder, game, bots=SilentBots()) as at:
        await at.press("u")
        assert "Undone: 'You visit the dojo'. ^R: redo." in at.prompt
        await at.press("ctrl+r")
        assert at.any_game.actions[-1].text == "dojo"


async def test_revolts_and_the_points_of_a_winter_are_read_behind_the_cover_of_each(folder: Path) -> None:
    async with desk(folder, planned(lambda game: game.round == 5), size=ROOMY) as at:
        await enter_pin(at, 0)
        table, titles = at.screen(GameTable), list[str]()
        while table.story.page is not None:
            titles.append(table.story.page.title)
            assert table.story.page.title in at.text
            assert "Enter go on" in " ".join(at.text.split())
            await at.press("b")
            assert not table.picker.begun
        assert "The points of year 1" in titles
        assert plans.is_planning(table.view)
        assert "Plan the season" in at.prompt


def last_plan() -> Any:
    """Return a game of Shogun without PINs whose last plan is awaited, and is laid; another seat decides after it."""
    for seed in range(20):
        game, bot = SHOGUN.new(("Aiko", "Bruno", "Chika"), {"setup": "printed"}, str(seed)), make("beginner", 1)
        while game.view().ask == "plan":
            seat = game.awaited[0]
            game.play(bot.choose(game.view(seat), None), seat)
        if seat not in game.awaited:
            game.undo()
            return game
    raise LookupError


async def lay_last_plan(at: Desk) -> None:
    """Lay the plan that is awaited, up to its last look."""
    table = at.screen(GameTable)
    plan = make("beginner", 1).choose(table.view, None)
    table.picker.show(f"{plan} {plans.READY}")
    table.point_first()
    table.cursor_moved()


async def choose_nothing(_at: Desk) -> None:
    """What Enter does plays already."""


async def end_turn(at: Desk) -> None:
    """End a turn of Naishi, and pass the keyboard on."""
    await at.press("e")


@pytest.mark.parametrize(
    ("begin", "before"),
    [
        (last_plan, lay_last_plan),
        (lambda: SHOGUN.new(("Aiko", "Bruno", "Chika"), {}, "5"), choose_nothing),
        (lambda: NINJATO.new(("Aiko", "Bruno"), {}, "5"), choose_nothing),
        (lambda: game_after("develop L2"), end_turn),
        (lambda: Game.new(7, ("Aiko", "Bruno")), choose_nothing),
    ],
    ids=["plan", "draft", "ninjato", "naishi", "gift"],
)
async def test_a_second_enter_plays_for_nobody_else(
    folder: Path, monkeypatch: pytest.MonkeyPatch, begin: Callable[[], Any], before: Callable[[Desk], Any]
) -> None:
    """Where no cover comes between two people at one keyboard, the next one is heard after a pause."""
    monkeypatch.setattr("naishi_tui.parts.input_guard.TO_PASS_ON", 3600.0)
    async with desk(folder, begin(), settings=still(handover="never")) as at:
        await before(at)
        first = at.screen(GameScreen).view.seat
        for _key in range(20):  # in Ninjato a turn has several steps
            if at.screen(GameScreen).view.seat != first:
                break
            await at.press("enter")
        screen, done = at.screen(GameScreen), tuple(at.any_game.actions)
        assert screen.view.seat in at.any_game.awaited
        await at.press("enter", "down", "enter", "space", "1")
        assert at.app.screen is screen
        give(at, *click_at(4, at.screen(GameScreen).prompt.region.bottom - 1))
        await settle(at.pilot)
        assert tuple(at.any_game.actions) == done
        assert "Not yet, wait a moment: it is" in at.prompt
        assert "'s turn now." in at.prompt
        screen.pause = 0.001  # the keyboard is at rest
        await at.press("enter")
        assert not screen.pause


async def test_keys_that_only_move_or_explain_need_no_pause(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.parts.input_guard.TO_PASS_ON", 3600.0)
    async with desk(folder, SHOGUN.new(("Aiko", "Bruno", "Chika"), {}, "5"), uncovered=False) as at:
        table = at.screen(GameTable)
        await at.press("down", "m", "m", "question_mark", "escape")
        assert table.picker.cursor == 1
        assert table.pause
        await at.press("enter")
        assert not at.any_game.actions


async def test_one_person_among_bots_waits_for_no_pause(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.parts.input_guard.TO_PASS_ON", 3600.0)
    bot = Player(name="Kotaro", kind="beginner")
    async with desk(folder, SHOGUN.new(("Aiko", bot, bot), {}, "5"), bots=SilentBots(), uncovered=False) as at:
        assert not at.screen(GameTable).pause
