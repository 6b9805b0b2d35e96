"""Table of Shogun: map walking, planning, animated throws."""

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
from naishi.games.shogun.position import Happening, cubes_text
from naishi.games.shogun.tower import ThrowNeededError
from naishi.saves import Saves
from naishi.tabletop.chance import Source
from naishi_tui.dialogs.screens import ScrollText
from naishi_tui.games.shogun import map as maps
from naishi_tui.games.shogun.battle import SECONDS, Frame, frames_of, throws
from naishi_tui.games.shogun.board import ENOUGH, SIDE, ShogunBoard
from naishi_tui.games.shogun.legend import legend
from naishi_tui.games.shogun.map import neighbours
from naishi_tui.games.shogun.plan import SPACES, expected, last_plan, name_of, read
from naishi_tui.games.shogun.questions import FindProvince
from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.new_game.form import GameForm
from naishi_tui.table.cover import Handover
from naishi_tui.table.picker import Picker
from naishi_tui.table.questions import TypeOutcome
from naishi_tui.widgets.text_rows import ChoiceRow
from tests.naishi.games.shogun.shared import fallen, waiting
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD, Desk, desk, still
from tests.naishi_tui.games.shogun.shared import NAMES, fighting, planning, planning_text, played
from tests.naishi_tui.waiting import until
from tests.terminal import NAISHI, Terminal


def looked_at(at: Desk) -> str:
    return name_of(at.screen(ShogunTable).looking)


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


async def test_a_province_is_found_by_how_its_name_begins(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        await at.press("slash")
        at.screen(FindProvince)
        await at.type("shi")
        await at.press("enter")
        assert "Several begin so: Shima, Shimosa, Shimotsuke and Shinano." in " ".join(at.text_of("#said").split())
        await at.type("n")
        await at.press("enter")
        assert looked_at(at) == "Shinano"
        await at.press("slash")
        await at.type("xyz")
        await at.press("enter")
        assert "No province in the game is called" in at.text


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


async def test_a_card_is_moved_taken_off_and_laid_again(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(ShogunTable)
        await at.press("1", "2")
        card = read(table.picker.path).laid["castle"]
        await at.press("5", "2")
        assert read(table.picker.path).laid == {"tax": card}
        await at.press("5", "delete")
        assert read(table.picker.path).laid == {}
        await at.press("delete")
        assert "There is no card to take off." in at.prompt


def test_a_half_made_plan_that_was_kept_is_laid_again() -> None:
    tree = ShogunBoard("shogun").tree(planning().view(0))
    picker = Picker(tree)
    for place in (4, 2, 0, 1, 4, 3, 8):  # tax; castle; tax again, with another card; fight A
        picker.cursor = place
        picker.choose()
    assert read(picker.path).asked
    assert len(read(picker.path).laid) == 2
    again = Picker(tree)
    assert again.recall(picker.path)
    assert again.path == picker.path


async def test_what_will_be_skipped_says_so_beside_its_card_and_at_the_last_look(folder: Path) -> None:
    game = planning()
    view = game.view(0)
    full = next(land for land in view.land if land.owner == 0 and land.armies > 1)
    own = [name_of(land.code) for land in view.land if land.owner == 0 and land.code != full.code][:5]
    spaces = ("rice", "tax", "fightA", "fightB", "raise3")
    plan = " ".join(["plan", f"castle:{name_of(full.code)}", *(f"{s}:{n}" for s, n in zip(spaces, own, strict=True))])
    game.position.buildings[indexes()[full.code]] = 1
    game.position.markers[indexes()[own[1]]] = 1
    async with desk(folder, game) as at:
        table = at.screen(ShogunTable)
        table.picker.show(f"{plan} bid:0")
        table.cursor_moved()
        await at.pilot.pause()
        castle = next(line for line in at.text_of("#board").splitlines() if line.startswith("1 castle"))
        assert f"{name_of(full.code)} skipped" in castle
        await at.press("1")
        why = f"castle in {name_of(full.code)} will be skipped as things stand: it has that building already."
        assert why in " ".join(at.prompt.split())
        await at.press("escape")
        await at.press("e")
        assert f"castle in {name_of(full.code)} will be skipped" in " ".join(at.text_of("#board").split())
        assert f"Farmers will revolt in {own[1]}: 1 against " in " ".join(at.text_of("#board").split())


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY, GRAND])
async def test_a_last_look_always_ends_with_the_forecast_and_the_keys(folder: Path, size: tuple[int, int]) -> None:
    game = planning()
    own = [land.code for land in game.view(0).land if land.owner == 0]
    for code in own:
        game.position.reserve[0] += game.position.armies[indexes()[code]] - 1
        game.position.armies[indexes()[code]] = 1
    game.position.chests[0] = 0
    spaces = ("castle", "temple", "theatre", "fightA", "fightB", "raise5", "raise3", "raise1")
    laid = " ".join(f"{space}:{name_of(code)}" for space, code in zip(spaces, own, strict=False))
    async with desk(folder, game, size=size) as at:
        table = at.screen(ShogunTable)
        table.picker.show(f"plan {laid} bid:0")
        await at.press("e")
        half = read(table.picker.path)
        seen = expected(table.view, half)
        assert len(seen.skips) > 5
        rows = at.text_of("#board").splitlines()
        title = next(row for row in rows if "A last look at your plan" in row)
        left = title.index("A last look")
        end = left + 121 if size == GRAND else size[0]
        look = " ".join(" ".join(row[left:end] for row in rows[rows.index(title) :]).split())
        whole = [say.skip_text(skip) for skip in seen.skips if say.skip_text(skip) in look]
        more = len(seen.skips) - len(whole)
        words = ["A last look at your plan", *whole]
        words += [f"and {more} more {'is' if more == 1 else 'are'} skipped"] if more else []
        words += [say.forecast_text(seen), "Enter: it counts. Esc: change it."]
        assert look.startswith(" ".join(words)), look


async def test_a_plan_that_isnt_complete_says_what_is_missing(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        await at.press("1", "1", "e")
        assert "At least six province cards must be laid; laid so far: 1." in at.prompt


async def test_the_plan_of_last_season_is_laid_again_as_far_as_it_fits(folder: Path) -> None:
    game = played(5, 60)
    while game.view().ask != "plan" or game.round < 2:
        seat = game.awaited[0]
        actions = game.view(seat).legal_actions
        game.play(actions[0] if actions else planning_text(game), seat)
    seat = game.awaited[0]
    view = game.view(seat)
    text = last_plan(view)
    assert text
    assert read(text).laid.items() <= read(next(
        event.action for event in reversed(view.events) if event.seat == seat and event.action.startswith("plan ")
    )).laid.items()  # fmt: skip
    async with desk(folder, game) as at:
        while at.screen(ShogunTable).story.page is not None:
            await at.press("enter")
        await at.press("r")
        assert read(at.screen(ShogunTable).picker.path).laid == read(text).laid


async def test_last_seasons_plan_moves_no_card_that_is_laid(folder: Path) -> None:
    game = played(5, 60)
    while game.view().ask != "plan" or game.round < 2:
        seat = game.awaited[0]
        actions = game.view(seat).legal_actions
        game.play(actions[0] if actions else planning_text(game), seat)
    view = game.view(game.awaited[0])
    last = read(last_plan(view)).laid
    card = next(card for card in last.values() if not card.isdecimal())
    space = next(space for space in SPACES if space != "bid" and last.get(space) != card)
    async with desk(folder, game) as at:
        table = at.screen(ShogunTable)
        while table.story.page is not None:
            await at.press("enter")
        table.picker.show(f"plan {space}:{card}")
        table.cursor_moved()
        await at.press("r")
        laid = read(table.picker.path).laid
        assert laid[space] == card
        assert len({*laid.values()}) == len(laid) > 1
        await at.press("r")
        assert read(table.picker.path).laid == laid
        assert "Nothing of last season's plan fits on an empty space." in at.prompt
        await at.press("u")
        assert read(table.picker.path).laid == {space: card}


async def test_a_digit_bids_chests_and_never_a_province(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(ShogunTable)
        await at.press("1", "2")
        laid = read(table.picker.path).laid
        for digit in "56789":
            await at.press("b", digit)
            assert read(table.picker.path).laid == laid
            assert f"There is no {digit} to choose." in at.prompt
        await at.press("4")
        assert read(table.picker.path).laid == {**laid, "bid": "4"}


async def test_a_card_that_is_laid_elsewhere_says_which_space_it_leaves(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(ShogunTable)
        await at.press("1", "2")
        card = read(table.picker.path).laid["castle"]
        await at.press("5", "2")
        assert f"tax: {card} (leaves castle). Next:" in at.prompt
        await at.press("5", "3")
        assert "(leaves" not in at.prompt


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


# --- Throws ---


async def test_a_throw_is_shown_in_frames_that_any_key_ends(folder: Path) -> None:
    game = fighting()
    async with desk(folder, game, settings=still(animations=True)) as at:
        await at.press("1")
        before = len(game.actions)
        await at.press("1")
        assert len(game.actions) == before + 1
        assert "─ Battle ─" in at.text_of("#board")
        await until(lambda: len(at.screen(ShogunTable).frames) == 1, "the frames have run")
        assert "out: " in at.text_of("#board")
        await at.press("m")
        assert "─ Battle ─" not in at.text
        assert game.view().ask != "end"


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
def test_nothing_below_the_map_is_cut_by_a_throw(size: tuple[int, int]) -> None:
    game = fighting()
    while not throws(game.view().events):
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    view, below = game.view(), 16 if size == STANDARD else 0
    event = throws(view.events)[-1]
    tops = set()
    for target in range(len(board().provinces)):
        frame = Frame(event._replace(target=target, province=target), view.names, 3)
        drawing = ShogunBoard("shogun").draw(view, size[0], size[1] - 5, "", frame=frame)
        rows = ["".join(span.text for span in row) for row in drawing.rows]
        top = next(line for line, row in enumerate(rows) if "┌" in row)
        bottom = next(line for line, row in enumerate(rows) if "└" in row)
        tops.add(top)
        for row in rows[max(top, below) : bottom + 1]:
            assert row.strip()[0] + row.strip()[-1] in {"┌┐", "││", "└┘"}, row
    assert len(tops) == 2


async def test_keys_typed_ahead_of_the_frames_do_what_they_do_without_them(folder: Path) -> None:
    ends = []
    for animations in (False, True):
        game = fighting()
        async with desk(folder, game, settings=still(animations=animations)) as at:
            await at.press("1", "1", "enter", "enter", "enter")
        ends.append([str(action) for action in game.actions])
    assert ends[0] == ends[1]


def test_a_frame_stays_for_at_most_a_quarter_of_a_second_and_there_are_few() -> None:
    assert SECONDS <= 0.25
    game = fighting()
    while not throws(game.view().events):
        seat = game.awaited[0]
        game.play(game.view(seat).legal_actions[0], seat)
    view = game.view()
    for count in range(1, 4):
        battle = view.events[-1]
        assert len(frames_of(view, [battle] * count)) <= 4 * max(count * len(throws([battle])), 1)
    assert len(frames_of(view, [battle] * 8)) == 2 * len(throws([battle] * 8))


async def test_without_animations_nothing_covers_the_map(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        await at.press("1", "1")
        assert "─ Battle ─" not in at.text
        assert "attacks" in at.text


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


async def test_the_marks_are_explained(folder: Path) -> None:
    async with desk(folder, fighting()) as at:
        assert "F2 marks" in at.text
        await at.press("f2")
        text = " ".join(at.text.split())
        for words in ("c castle, t temple, n Noh theatre", "green, red, purple, brown or yellow", "(3): the digit"):
            assert words in text
        everything = " ".join(paragraph for section in legend(fighting().view()) for paragraph in section.paragraphs)
        assert "the groups of armies you have still to place" in everything
        assert all(f"{code}: " in everything for code in (fighting().view().event, *SPECIALS))


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


@pytest.mark.parametrize("size", [GRAND, LARGEST])
@pytest.mark.parametrize("kind", ["battle", "revolt"])
def test_a_throw_hides_neither_its_province_nor_what_is_beside_a_drawn_map(kind: str, size: tuple[int, int]) -> None:
    view, (width, height) = fighting().view(0), (size[0], size[1] - 6)
    drawing = maps.drawing_for(width - SIDE, height)
    assert drawing is not None

    def rows(frame: Frame | None) -> list[str]:
        painted = ShogunBoard("shogun").draw(view, width, height, "", frame=frame)
        return ["".join(span.text for span in row).ljust(width) for row in painted.rows]

    without = rows(None)
    for land in view.land:
        at = indexes()[land.code]
        event = Happening(kind, 0, at, target=at, number=1, cubes=(3, 0, 0, 0, 0, 2), fell=(3, 0, 0, 0, 0, 2))
        framed = rows(Frame(event, view.names, 3))
        assert framed != without
        assert [row[drawing.width :] for row in framed] == [row[drawing.width :] for row in without]
        x, y, columns, lines = drawing.labels[land.code]
        for line in range(y, y + lines):
            assert framed[line][x : x + columns] == without[line][x : x + columns], land.code


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
