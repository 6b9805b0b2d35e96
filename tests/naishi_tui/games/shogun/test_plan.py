"""Season plan: laid by keys, kept, completed, looked at once more."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from naishi.common import i18n
from naishi.games.shogun import words as say
from naishi.games.shogun.data import board as map_board, indexes
from naishi.games.shogun.kind import SHOGUN
from naishi_tui.games.shogun.board import ShogunBoard
from naishi_tui.games.shogun.plan import (
    SPACES,
    Half,
    bid_rule,
    expected,
    hand,
    last_plan,
    missing,
    name_of,
    read,
    short_of_rice,
)
from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.table.picker import Picker
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD, desk
from tests.naishi_tui.games.shogun.shared import planning, planning_text, played


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


async def test_the_key_line_names_the_key_that_takes_a_card_off(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        assert "take off" not in at.text
        await at.press("1", "2", "up")
        assert "Del take off" in at.text
        await at.press("backspace")
        assert read(at.screen(GameTable).picker.path).laid == {}


async def test_choosing_a_space_again_leaves_its_card_there(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(GameTable)
        await at.press("1", "2")
        card = read(table.picker.path).laid["castle"]
        await at.press("1")
        assert read(table.picker.path) == Half({"castle": card}, "castle")
        assert table.picker.option.endswith(f"castle:{card}")
        await at.press("3")
        assert len(read(table.picker.path).laid) == 1
        assert read(table.picker.path).laid["castle"] != card


def test_a_whole_plan_is_on_the_smallest_screen() -> None:
    view, board = planning().view(0), ShogunBoard("shogun")
    own = [land.code for land in view.land if land.owner == 0][:6]
    names = [map_board().provinces[indexes()[code]].name for code in own]
    spaces = ("castle", "temple", "rice", "raise5", "fightA", "fightB")
    pointed = " ".join(["plan", *(f"{space}:{name}" for space, name in zip(spaces, names, strict=True)), "bid:1"])
    rows = board.draw(view, COMPACT[0], COMPACT[1] - 5, f"{pointed} ready", path=pointed).rows
    lines = ["".join(span.text for span in row) for row in rows]
    for space, name in zip((*spaces, "bid"), (*names, "1"), strict=True):
        assert any(space in line[:10] and f" {name}" in line[:27] for line in lines), space


async def test_what_a_space_of_a_plan_is_good_for_is_never_half_a_sentence(folder: Path) -> None:
    async with desk(folder, planning(), size=COMPACT) as at:
        for space in SPACES:
            if space != "bid":
                assert "…" not in at.prompt, space
            await at.press("right")


@pytest.mark.ci
@pytest.mark.parametrize("players", [3, 4, 5])
def test_whatever_is_laid_in_the_picker_can_be_planned(players: int) -> None:
    board, chance, plans = ShogunBoard("shogun"), random.Random(players), 0
    for actions in range(20, 140, 8):
        game = played(players, actions)
        for seat in game.awaited if game.view().ask == "plan" else ():
            view = game.view(seat)
            for _plan in range(5):
                pick, action = Picker(board.tree(view)), None
                while action is None:
                    ready = [place for place, each in enumerate(pick.options) if each.endswith("ready")]
                    pick.cursor = chance.choice(ready) if ready and chance.random() < 0.3 else chance.randrange(99)
                    pick.cursor %= len(pick.options)
                    action = pick.choose()
                assert view.refusal(SHOGUN.action(board.action(action))) is None
                plans += 1
    assert plans


async def test_a_digit_bids_as_many_chests(folder: Path) -> None:
    game = planning()
    game.position.chests[0] = 3
    async with desk(folder, game) as at:
        table = at.screen(GameTable)
        for number in range(4):
            await at.press("b", str(number))
            assert read(table.picker.path).laid == {"bid": str(number)}
        await at.press("b", "4")
        assert "You can't bid 4: you have 3 chests." in at.prompt
        await at.press("5")
        assert read(table.picker.path).laid == {"bid": "3"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "pl"])
def test_the_rule_of_bids_has_room_in_a_line_of_the_smallest_screen(language: str) -> None:
    i18n.use(i18n.load(language))
    assert cell_len(bid_rule()) < COMPACT[0]


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
async def test_the_rule_of_bids_stands_where_the_bid_is_chosen(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, planning(), size=size) as at:
        await at.press("b")
        assert bid_rule() in " ".join(at.prompt.split())
        assert "plan, 0 of 11 laid ▸ bid ▸" in at.prompt
        others = "  or a card" * (size != COMPACT)
        assert f"chests  0  1  2  3  4{others}" in at.text_of("#board")


@pytest.mark.parametrize(
    ("best", "worst", "said"),
    [
        (4, 4, "4 rice short: 2 revolts"),
        (4, 5, "4–5 rice short: 2 revolts"),
        (4, 8, "4–8 rice short: 2–3 revolts"),
        (0, 0, "enough rice for winter"),
    ],
)
def test_as_many_revolts_either_way_are_one_number(best: int, worst: int, said: str) -> None:
    assert short_of_rice(best, worst) == said


@pytest.mark.parametrize("size", [COMPACT, STANDARD, ROOMY, GRAND, LARGEST])
def test_what_a_plan_lacks_and_brings_is_on_every_screen(size: tuple[int, int]) -> None:
    game = planning()
    view = game.view(0)
    path = f"plan castle:{name_of(hand(view)[0].code)}"
    others = 6 if size[1] >= 36 else 5
    drawing = ShogunBoard("shogun").draw(view, min(size[0], 82) if size == ROOMY else size[0], size[1] - others, path)
    text = "\n".join("".join(span.text for span in row) for row in drawing.rows)
    for words in ("missing: 5 cards and the bid", "chests 18→15  rice 0→0", "9 rice short: 3 revolts"):
        assert words in text


async def test_the_panel_says_what_a_plan_lacks_until_it_can_be_given(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(GameTable)
        assert "missing: 6 cards and the bid" in at.text_of("#board")
        for cards in range(1, 7):
            await at.press("enter", "enter")
            assert (f"missing: {6 - cards} card" in at.text_of("#board")) == (cards < 6)
        assert "missing: the bid" in at.text_of("#board")
        assert table.view.refusal(read(table.picker.path).text)
        await at.press("b", "0")
        assert missing(table.view, read(table.picker.path)) == ""
        assert table.view.refusal(read(table.picker.path).text) is None
        assert "complete; e: last look" in at.text_of("#board")


async def test_a_plan_that_earns_something_has_one_forecast(folder: Path) -> None:
    """On the space of a card that is laid, the lines below the board say nothing else than the board."""
    game = planning()
    async with desk(folder, game) as at:
        table = at.screen(ShogunTable)
        await at.press("4", "2", "5", "3")
        half = read(table.picker.path)
        seen = expected(table.view, half)
        await at.press("up")
        while not table.picker.option.endswith(" tax"):
            await at.press("up")
        for _key in range(2):
            board = at.text_of("#board")
            assert f"chests 18→{seen.chests}  rice 0→{seen.rice}" in board
            assert not re.search(r"\d+ chests|\d+ rice|chests \d", at.prompt)
            await at.press("enter")


async def test_a_key_that_lays_a_card_says_so_and_where_the_cursor_goes(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(ShogunTable)
        await at.press("1", "2")
        card = read(table.picker.path).laid["castle"]
        assert f"castle: {card}. Next: temple ▸" in at.prompt
        await at.press("down")
        assert "Next:" not in at.prompt
