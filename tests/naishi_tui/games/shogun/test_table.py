"""Table of Shogun: map walking, a plan by mouse, odds, real towers, costs."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from naishi.games.shogun import words as say
from naishi.games.shogun.bots import make
from naishi.games.shogun.data import SPECIALS, board, indexes, map_layout
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.odds import attack_odds
from naishi.games.shogun.position import cubes_text
from naishi.games.shogun.tower import ThrowNeededError
from naishi.saves import Saves
from naishi.tabletop.chance import Source
from naishi_tui.dialogs.screens import ScrollText
from naishi_tui.games.shogun.board import ENOUGH, ShogunBoard
from naishi_tui.games.shogun.map import neighbours
from naishi_tui.games.shogun.plan import name_of, read
from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.new_game.form import GameForm
from naishi_tui.table.cover import Handover
from naishi_tui.table.questions import TypeOutcome
from naishi_tui.widgets.text_rows import ChoiceRow
from tests.naishi.games.shogun.shared import fallen, waiting
from tests.naishi_tui.desk import COMPACT, GRAND, ROOMY, STANDARD, Desk, desk, still
from tests.naishi_tui.games.shogun.shared import NAMES, fighting, looked_at, planning, planning_text, played
from tests.naishi_tui.waiting import until
from tests.terminal import NAISHI, Terminal


def place_of(at: Desk, words: str) -> tuple[int, int]:
    """The cell of the board in the middle of a place."""
    table, _drawn = at.screen(ShogunTable), at.text
    places = [each for each in table.board_rows.drawing.places if each.words == words]
    middle = places[len(places) // 2]
    return (middle.start + middle.stop) // 2, middle.line


# --- The map ---


@pytest.mark.parametrize("size", [STANDARD, ROOMY, GRAND])
async def test_digits_and_arrows_walk_to_neighbours_and_escape_ends_it(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, fighting(), size=size) as at:
        await at.press("m")
        start = at.screen(ShogunTable).looking
        for digit, code in enumerate(neighbours(start)[:9], 1):
            await at.press(str(digit))
            assert looked_at(at) == name_of(code)
            back = neighbours(code).index(start) + 1
            await at.press(str(back))
        for direction, code in map_layout()["arrows"][start].items():
            at.screen(ShogunTable).look_at(start)
            await at.press(direction)
            assert looked_at(at) == name_of(code)
        assert "Neighbours" not in at.prompt
        assert "1 " in at.prompt
        await at.press("escape")
        assert at.screen(ShogunTable).looking == ""
        assert at.screen(ShogunTable).picker.options


async def test_where_nothing_is_to_decide_arrows_walk_at_once(folder: Path) -> None:
    game = planning()
    plan = planning_text(game)
    async with desk(folder, game) as at:
        await at.screen(ShogunTable).participant.play(plan)
        await until(lambda: not at.screen(ShogunTable).acting, "the plan is in")
        await at.press("right")
        assert looked_at(at)


async def test_what_cant_be_attacked_says_why(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        at.screen(ShogunTable).look_at("Kii")
        await at.press("enter")
        assert "Kii isn't a neighbour of Noto." in at.prompt


async def test_an_attack_is_made_by_mouse_at_120x36(folder: Path) -> None:
    game = fighting()
    async with desk(folder, game, size=ROOMY) as at:
        start = game.view().at
        target = next(code for code in neighbours(start))
        before = len(game.actions)
        await at.click("#board", place_of(at, f"move {name_of(start)} {name_of(target)}"))
        table = at.screen(ShogunTable)
        assert table.picker.path == f"move {name_of(start)} {name_of(target)}"
        assert "model" in at.prompt
        row = next(n for n, line in enumerate(at.text_of("#prompt").splitlines()) if " 1 (" in line)
        await at.click("#prompt", (at.text_of("#prompt").splitlines()[row].index(" 1 (") + 1, row))
        assert len(game.actions) == before + 1


async def test_three_play_a_whole_season_at_one_keyboard_by_keys_at_80x24(folder: Path) -> None:
    game = planning()
    async with desk(folder, game, size=STANDARD) as at:
        for _key in range(250):
            if game.round > 1:
                break
            await at.press("enter")
        assert game.round == 2
        verbs = [action.verb for action in game.actions]
        assert verbs.count("plan") == 3
        assert verbs.count("choose") == 3
        assert "Order of turns: " in " ".join(SHOGUN.sentence(event, NAMES[:3], None) for event in game.events())


# --- A plan ---


async def test_a_plan_is_laid_by_mouse(folder: Path) -> None:
    game = planning()
    async with desk(folder, game, size=ROOMY) as at:
        table = at.screen(ShogunTable)
        await at.click("#board", place_of(at, "plan tax"))
        card = next(name_of(land.code) for land in game.view(0).land if land.owner == 0)
        await at.click("#board", place_of(at, f"plan tax:{card}"))
        assert read(table.picker.path).laid == {"tax": card}
        other = next(land for land in game.view(0).land if land.owner == 1)
        code = at.text_of("#board").splitlines()
        y = next(n for n, line in enumerate(code) if other.code in line)
        await at.click("#board", (code[y].index(other.code), y))
        assert f"{name_of(other.code)} isn't yours." in at.prompt


async def test_a_right_click_on_the_board_explains_and_lays_nothing(folder: Path) -> None:
    game = planning()
    async with desk(folder, game, size=ROOMY) as at:
        table = at.screen(ShogunTable)
        before = table.picker.path
        await at.pilot.click("#board", offset=place_of(at, "plan tax"), button=3)
        await until(lambda: isinstance(at.app.screen, ScrollText), "the explanation")
        await at.press("escape")
        assert at.screen(ShogunTable).picker.path == before


# --- Words ---


def sentences_cut(at: Desk) -> list[str]:
    """The lines of the board and of the prompt that end in the middle of a sentence; a row of choices may go on."""
    table = at.screen(ShogunTable)
    lines = [*at.text_of("#board").splitlines(), *at.prompt.splitlines()]
    if table.prompt.menu:
        lines.pop()
    return [line for line in lines if "…" in line]


@pytest.mark.ci
@pytest.mark.parametrize(("language", "players"), [("en", 3), ("en", 5), ("fr", 4), ("pl", 3), ("de", 5)])
async def test_no_sentence_is_cut_at_80x24(folder: Path, language: str, players: int) -> None:
    game, bot = played(players, 8 * players, players), make("intermediate", 1)
    async with desk(folder, game, settings=still(language=language, handover="never")) as at:
        for decision in range(20):
            await at.uncover()
            table = at.screen(ShogunTable)
            for place in range(0, len(table.picker.options), 2) if table.acting else ():
                table.picker.cursor = place
                table.cursor_moved()
                assert sentences_cut(at) == [], table.pointed
            seat = game.awaited[0]
            action = bot.choose(game.view(seat), None)
            if action.verb == "plan":
                for path in paths_of(action.text)[decision % 3 :: 3]:
                    table.picker.show(path)
                    table.point_first()
                    table.cursor_moved()
                    assert sentences_cut(at) == [], path
            await at.session.play(seat, action)
            await at.pilot.pause()
            if at.app.screen is not table:
                await at.press("enter")


def paths_of(plan: str) -> list[str]:
    """The half-made plans on the way to a plan, with a space chosen after each; then its last look."""
    words = plan.split()
    laid = [" ".join(words[:count]) for count in range(1, len(words) + 1)]
    return [path for each in laid for path in (each, f"{each} tax", f"{each} bid")] + [f"{plan} ready"]


async def test_what_is_known_of_each_province_is_said_whole(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        for land in at.screen(ShogunTable).view.land:
            at.screen(ShogunTable).look_at(land.code)
            assert sentences_cut(at) == [], land.code


# --- Special cards and odds ---


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY, GRAND])
async def test_all_special_cards_are_seen_and_each_says_what_it_does(folder: Path, size: tuple[int, int]) -> None:
    game = planning()
    for _seat in range(3):
        game.play(planning_text(game), game.awaited[0])
    async with desk(folder, game, size=size) as at:
        box = [line.split("│")[1] for line in at.text_of("#board").splitlines() if line.count("│") == 2]
        shown = " ".join(" ".join(box).split())
        for (card, _taker), place in zip(game.view().places, ("1st", "2nd", "3rd", "4th", "5th"), strict=True):
            assert f"{card} ({place}): {say.special_text(SPECIALS.index(card))}" in shown
        if size != COMPACT:
            assert f"{card} ({place})" in at.prompt
        await at.press("m")
        assert f"{card} ({place}): " not in at.text, "the map is free where one looks at it"
        await at.press("m")
        for card, _taker in game.view().places if size != COMPACT else ():
            assert say.special_text(SPECIALS.index(card)) in " ".join(at.prompt.split())
            await at.press("right")
        await at.press("?")
        assert all(say.special_text(number) in " ".join(at.text.split()) for number in range(5))


@pytest.mark.parametrize("size", [STANDARD, ROOMY, GRAND])
async def test_a_battle_says_from_where_to_where_with_how_many_and_how_likely(
    folder: Path, size: tuple[int, int]
) -> None:
    async with desk(folder, fighting(), size=size) as at:
        await at.press("2")
        _verb, start, target = at.screen(ShogunTable).picker.path.split()
        armies = at.screen(ShogunTable).picker.option.split()[-1]
        assert re.search(rf"{start} to {target}, {armies} arm(y|ies): \d+% taken \(model\); \d+% held", at.prompt)


async def test_the_odds_of_every_number_of_armies_stand_in_the_row(folder: Path) -> None:
    game = fighting()
    view = game.view(game.awaited[0])
    at_start = view.table.owner.index(view.seat)
    assert at_start >= 0
    async with desk(folder, game) as at:
        await at.press("2")
        table = at.screen(ShogunTable)
        _verb, start, target = table.picker.path.split()
        free = view.table.armies[indexes()[start]] - 1
        for armies in range(1, free + 1):
            odds = attack_odds(view.table, view.seat, indexes()[target], armies)
            assert f"{armies} ({say.percent(odds.win)}%)" in at.prompt
        assert "taken (model)" in at.prompt


def test_the_armies_offered_first_are_enough_or_all() -> None:
    board, seen = ShogunBoard("shogun"), set[str]()
    for seed in range(1, 7):
        game = fighting(seed)
        view = game.view(game.awaited[0])
        for start in board.tree(view)("move " + name_of(view.at)):
            options = board.tree(view)(start)
            first = board.first_option(view, options, start)
            target = indexes()[start.split()[-1]]
            if view.table.owner[target] == view.seat or not options:
                continue
            wins = [attack_odds(view.table, view.seat, target, int(each.split()[-1])).win for each in options]
            assert first == next((n for n, win in enumerate(wins) if win >= ENOUGH), len(wins) - 1)
            seen.add("enough" if wins[first] >= ENOUGH else "all")
    assert seen == {"enough", "all"}


async def test_without_aids_no_odds_are_shown(folder: Path) -> None:
    async with desk(folder, fighting(), settings=still(hints=False)) as at:
        assert "%" not in at.text
        await at.press("1")
        assert "%" not in at.text
        table = at.screen(ShogunTable)
        assert table.picker.cursor == len(table.picker.options) - 1


def test_a_replay_shows_the_map_while_plans_are_laid() -> None:
    view = planning().view(0)
    rows = ShogunBoard("shogun").draw(view.unable(), 80, 19, "").rows
    assert not any("missing: " in span.text for row in rows for span in row)
    assert any("Set" in span.text for row in rows for span in row)


# --- A real tower ---


def at_a_real_tower() -> Any:
    """A game of three with a real tower, at a battle."""
    game = SHOGUN.new(NAMES[:3], {"tower": "real", "setup": "printed"}, "7", [("throw", "4.4.6.8")])
    for seat in (0, 1, 2):
        game.play(planning_text(game), seat)
    while not game.view().ask.startswith("fight"):
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    return game


async def test_a_throw_of_a_real_tower_is_typed_in_and_an_impossible_one_says_why(folder: Path) -> None:
    game = at_a_real_tower()
    seat, before = game.awaited[0], len(game.actions)
    move = next(each for each in game.view(seat).legal_actions if game.position.owner[each.target] != seat)
    async with desk(folder, game) as at:
        table = at.screen(ShogunTable)
        table.picker.show(move.text.rpartition(" ")[0])
        await at.press("1")
        question = at.screen(TypeOutcome)
        assert f"{'ABC'[seat]}" in str(question.needed)
        start, target = (board().provinces[each].name for each in (move.province, move.target))
        box = " ".join(at.text_of("#box").split())
        assert f"{NAMES[seat]} attacks {target}, " in box
        assert f" from {start}. 1 army: " in box
        assert "% taken (model); " in box
        assert "year 1, spring" in at.text, "the map is seen behind it"
        assert game.view().land[0].code in at.text
        await at.type("c60")
        await at.press("enter")
        assert "can't have fallen out" in at.text
        assert len(game.actions) == before
        await at.press("escape")
        assert len(game.actions) == before
        await at.press("1")
        needed = at.screen(TypeOutcome).needed
        assert isinstance(needed, ThrowNeededError)
        fell = cubes_text(needed.thrown)
        await at.press("ctrl+a", "delete")
        await at.type(fell)
        await at.press("enter")
        assert len(game.actions) > before
        assert ["throw", fell] in game.document()["chance"]


async def test_a_throw_for_a_bot_is_asked_for_and_its_action_played_with_it(folder: Path) -> None:
    game = await waiting(Source("app"))
    done = len(game.actions)
    async with desk(folder, game, settings=still(handover="never")) as at:
        await until(lambda: isinstance(at.app.screen, TypeOutcome), "the throw is asked for")
        await until(lambda: "For " in at.text, "it is drawn")
        needed = at.screen(TypeOutcome).needed
        await at.press("escape")
        assert "Ieyasu waits for a draw on the table. Enter: type it." in at.prompt
        assert "Throw " in at.prompt
        assert len(game.actions) == done
        await at.press("enter")
        await at.type(fallen(needed, Source("fallen")))
        await at.press("enter")
        await until(lambda: len(at.any_game.actions) > done, "the bot's action is played")


async def test_the_form_asks_for_the_first_throw_of_a_real_tower(folder: Path) -> None:
    async with desk(folder) as at:
        await at.press("g", "g", "n")
        form = at.screen(GameForm)
        for seat in range(3):
            form.query_one(f"#kind-{seat}", ChoiceRow).chosen = 0
        form.query_one("#option-setup", ChoiceRow).chosen = 1
        form.query_one("#option-tower", ChoiceRow).chosen = 2
        await at.press("enter")
        at.screen(TypeOutcome)
        await at.type("A4 B4 C6 f8")
        await at.press("enter")
        await until(lambda: isinstance(at.app.screen, Handover), "the game begins")
        assert at.any_game.document()["chance"][0] == ["throw", "4.4.6.8"]


async def test_the_log_stays_at_its_end_in_another_window(folder: Path) -> None:
    async with desk(folder, fighting(), size=ROOMY) as at:
        await at.press("g")
        for size in (COMPACT, GRAND, (40, 10), STANDARD):
            await at.resize(*size)
            await at.pilot.pause()
            if size != (40, 10):
                assert "Action 1: battle or move A." in at.lines[-4]
        await at.press("up")
        await at.resize(*COMPACT)
        await at.pilot.pause()
        assert "Action 1: battle or move A." not in at.text, "who has scrolled up reads on there"


# --- What a step costs ---

MOST_BYTES = 1024


@pytest.mark.parametrize("size", [STANDARD])
def test_a_step_of_the_cursor_costs_at_most_a_kibibyte(tmp_path: Path, size: tuple[int, int]) -> None:
    game = fighting()
    with Saves(tmp_path).create(game) as opened:
        name = opened.id
    start = neighbours(game.view().at)[0]  # the first target
    way = [start, *way_through(start, ("Snn", "Har", "Kii", "Awb", "Ecz"))]
    environment = {"NAISHI_ANIMATIONS": "false", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    environment["PYTHONPATH"] = os.getcwd()
    with Terminal([*NAISHI, "resume", name, "--saves", str(tmp_path)], size, environment) as terminal:
        terminal.wait_for("Battle or move A")
        terminal.insist("m", lambda: "walk" in terminal.text)
        terminal.read(quiet=0.3, timeout=0.6)
        for here, there in pairwise(way):
            before = len(terminal.written)
            terminal.press(str(neighbours(here).index(there) + 1), wait=False)
            terminal.wait_for(f" {name_of(there)} (")
            terminal.read(quiet=0.3, timeout=0.6)
            assert len(terminal.written) - before <= MOST_BYTES, there


def way_through(start: str, goals: tuple[str, ...]) -> list[str]:
    """The codes on a way from province to province that comes through all goals in turn."""
    way: list[str] = []
    for goal in goals:
        came = {start: start}
        waiting = [start]
        for code in waiting:
            for near in neighbours(code):
                if near not in came:
                    came[near] = code
                    waiting.append(near)
        back = [goal]
        while back[-1] != start:
            back.append(came[back[-1]])
        way += reversed(back[:-1])
        start = goal
    assert len({*way}) > len(goals)
    assert all(code in [each.code for each in board().provinces] for code in way)
    return way
