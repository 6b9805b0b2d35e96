"""Shogun in the app: draft, planning, what the board shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from naishi.common import i18n
from naishi.games.shogun import words as say
from naishi.games.shogun.bots import make
from naishi.games.shogun.data import board as map_board
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.rules import from_case
from naishi.sessions.participant import Ask
from naishi.tabletop.players import Player
from naishi_tui.dialogs.screens import ScrollText
from naishi_tui.games.shogun.board import QUESTIONS, ShogunBoard
from naishi_tui.games.shogun.plan import Half, name_of, read
from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from naishi_tui.table.score import GameScore
from naishi_tui.table.table import GameTable
from naishi_tui.table.widgets import Drawing
from tests.naishi.games.shogun.playing import cases
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD, Desk, desk, still
from tests.naishi_tui.games.shogun.shared import NAMES, planning, played, shogun
from tests.naishi_tui.waiting import until


async def plan_by_keys(at: Desk) -> None:
    """Lay a card on each space, the next that is free each time, until the plan is ready; Enter after a last look."""
    table = at.screen(ShogunTable)
    for _choice in range(40):
        if table.picker.option.endswith("ready"):
            break
        await at.press("enter")
    await at.press("enter")
    assert "A last look at your plan" in at.text
    await at.press("enter")


@pytest.mark.parametrize("size", [STANDARD, pytest.param(GRAND, marks=pytest.mark.ci)])
async def test_three_draft_and_plan_their_first_season_by_keys(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, shogun(*NAMES[:3]), size=size) as at:
        while at.any_game.view().ask != "plan":
            table = at.screen(GameTable)
            assert table.view.seat == at.any_game.awaited[0]
            await at.press("right", "enter") if len(table.picker.options) > 1 else await at.press("enter")
        for _seat in range(3):
            if isinstance(at.app.screen, Handover):
                await at.press("enter")
            await plan_by_keys(at)
            if at.any_game.view().ask == "plan":
                assert at.screen(ShogunTable).can_withdraw
                await at.press("enter")
                at.screen(Handover)
        assert sum(action.verb == "plan" for action in at.any_game.actions) == 3


async def test_one_who_has_planned_takes_it_out_again(folder: Path) -> None:
    game = planning()
    plan = make("beginner", 1).choose(game.view(0), None)
    async with desk(folder, game) as at:
        await at.screen(GameTable).participant.play(plan.text)
        await at.press("u")
        assert game.awaited == (0, 1, 2)
        await at.press("enter")  # others may look on: it comes back behind a cover
        assert at.screen(GameTable).acting


async def test_escape_never_takes_a_card_off_a_plan_and_leaves_with_it_kept(folder: Path) -> None:
    async with desk(folder, planning()) as at:
        table = at.screen(GameTable)
        await at.press("1", "2", "2", "1", "3")
        laid = read(table.picker.path).laid
        assert len(laid) == 2
        assert "Esc back" in at.text
        await at.press("escape")
        assert read(table.picker.path) == Half(laid)
        assert table.picker.option.endswith(" theatre")
        assert "Esc leave" in at.text
        await at.press("escape")
        assert "Esc again: leave the game. Your plan so far is kept." in at.prompt
        assert read(table.picker.path) == Half(laid)
        await at.press("escape")
        at.screen(Home)
        await at.press("c")
        await at.uncover()
        assert read(at.screen(GameTable).picker.path).laid == laid


async def test_undo_goes_back_in_a_half_made_plan_before_it_undoes(folder: Path) -> None:
    game = planning()
    async with desk(folder, game) as at:
        table, done = at.screen(GameTable), len(game.actions)
        await at.press("1", "2", "2", "1")
        await at.press("u")
        assert table.picker.path.count(":") == 1
        await at.press("u")
        assert read(table.picker.path).laid == {}
        assert len(game.actions) == done


def test_every_question_fits_the_smallest_screen() -> None:
    longest = max((each.name for each in map_board().provinces), key=len)
    assert all(cell_len(text.format(province=longest)) <= COMPACT[0] - 2 for text in QUESTIONS.values())


@pytest.mark.parametrize("key", ["g", "f1", "?"])
async def test_what_is_read_at_the_table_names_the_game(folder: Path, key: str) -> None:
    async with desk(folder, planning()) as at:
        await at.press(key)
        at.screen(ScrollText)
        assert at.text.lstrip().startswith("SHOGUN")
        assert "NAISHI" not in at.text


async def test_what_a_season_begins_with_is_a_line_each_in_the_log(folder: Path) -> None:
    game, bot = planning(), make("beginner", 1)
    for seat in (2, 1, 0):
        game.play(bot.choose(game.view(seat), None), seat)
    async with desk(folder, game) as at:
        assert "g: the log" in at.text
        await at.press("g")
        lines = [line.strip() for line in at.text.splitlines()]
        assert any(line.startswith("Event: ") for line in lines)
        assert any(line.startswith("Chie bids ") for line in lines)


async def test_a_province_is_taken_by_mouse(folder: Path) -> None:
    game = shogun(*NAMES[:3])
    code = game.view(0).open_cards[0]
    async with desk(folder, game) as at:
        lines = at.text_of("#board").splitlines()
        y, x = next((y, line.index(code)) for y, line in enumerate(lines) if code in line)
        await at.click("#board", (x, y))
        assert game.actions[0].verb == "take"


async def test_a_game_among_bots_is_watched_to_its_score(folder: Path) -> None:
    bots = [Player(name=name, kind="random") for name in NAMES[:3]]
    game = played(3, 420)
    watched = SHOGUN.read({**game.document(), "players": [player.model_dump() for player in bots]})
    async with desk(folder, watched, settings=still(pace="instant")) as at:
        if watched.awaited:
            table = at.screen(GameTable)
            assert {Ask.PAUSE, Ask.CONTINUE} & table.participant.allowed or not watched.awaited
            await until(lambda: not watched.awaited, "the bots have played")
            await at.press("enter")
        assert at.screen(GameScore).view.result == watched.result


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("size", [STANDARD, COMPACT, ROOMY, LARGEST])
def test_every_line_of_the_board_fits(players: int, size: tuple[int, int]) -> None:
    width, height, board = size[0], size[1] - 5, ShogunBoard("shogun")
    for actions in (0, 40, 18 * players, 120, 200):
        game = played(players, actions)
        for seat in (*range(players), None):
            view = game.view(seat)
            options = board.tree(view)("")
            for pointed in ("", *options[:1]):
                drawing = board.draw(view, width, height, pointed)
                assert len(drawing.rows) == height
                assert all(sum(cell_len(span.text) for span in row) <= width for row in drawing.rows)


def test_nobody_sees_the_plan_of_another() -> None:
    game = planning()
    plan = make("beginner", 1).choose(game.view(0), None)
    game.play(plan, 0)
    board = ShogunBoard("shogun")
    own = board.draw(game.view(0), 82, 30, "")
    for seat in (1, 2, None):
        other = board.draw(game.view(seat), 82, 30, "")
        words = [span.text for row in other.rows for span in row]
        assert "your plan" not in " ".join(words)
    assert own.rows


@pytest.mark.parametrize(
    ("language", "heading", "bid"), [("fr", "votre plan", "enchère"), ("pl", "twój plan", "stawka")]
)
def test_a_plan_that_lies_is_named_in_the_language(language: str, heading: str, bid: str) -> None:
    view = played(5, 80).view(0)
    i18n.use(i18n.load(language))
    rows = ShogunBoard("shogun").draw(view, 82, 34, "").rows
    lines = ["".join(span.text for span in row) for row in rows]
    assert any(line.startswith(f"{heading} castle ") for line in lines)
    assert any(f" {bid} " in line for line in lines)


@pytest.mark.ci
def test_the_action_of_now_and_all_that_follow_are_always_on_the_line() -> None:
    for players in (3, 5):
        for actions in range(60, 60 + 40 * players, 7):
            view = played(players, actions, 2).view(0)
            if not view.order or view.ask == "plan":
                continue
            rows = ShogunBoard("shogun").draw(view, 80, 19, "").rows
            line = next(text for row in rows if (text := "".join(span.text for span in row)).startswith("year "))
            assert line.split()[-(10 - view.done) :] == [card or "?" for card in view.order[view.done :]] or (
                view.done == 10
            )


@pytest.mark.ci
def test_a_move_between_own_provinces_says_how_many_go_and_how_many_stay() -> None:
    board, said = ShogunBoard("shogun"), list[str]()
    for actions in range(60, 260, 2):
        view = played(3, actions, 4).view(0)
        for action in view.legal_actions if view.ask in {"raise1", "fightA", "fightB"} else ():
            if action.verb == "move" and view.table.owner[action.target] == view.seat:
                said.append(board.about(view, action.text))
                assert re.fullmatch(r"\d+ arm(y goes|ies go) from \S+ to \S+; \d+ will be left in \S+\.", said[-1])
    assert said


async def test_the_overview_says_what_each_seat_has_and_what_a_winter_would_bring(folder: Path) -> None:
    async with desk(folder, played(4, 60), size=ROOMY) as at:
        await at.press("i")
        for seat in at.any_game.view().seats:
            assert f"{seat.chests} chest" in at.text
        assert at.text.count("A winter now would bring") == 4
        assert "'s provinces: " in at.text


def test_the_overview_names_the_letters_of_the_board() -> None:
    view = planning().view(0)
    assert [section.title for section in ShogunBoard("shogun").overview(view)] == [
        f"{letter} {name}" for letter, name in zip("ABC", view.names, strict=True)
    ]


def test_each_line_of_the_log_bears_the_letter_of_whom_it_is_about() -> None:
    view, found = played(3, 70).view(), dict[str, set[int | None]]()
    for event in view.events:
        lines = ShogunBoard("shogun").log_lines(view, event, None)
        assert [text for _seat, text in lines] == [*ShogunBoard("shogun").sentences(view, event, None)]
        for seat, text in lines:
            found.setdefault(text.split()[0], set()).add(seat)
    for seat, name in enumerate(view.names):
        assert found[name] == {seat}
    for neutral in ("Action", "Event:", "Order"):
        assert found[neutral] == {None}


def test_the_end_table_has_the_same_rows_for_both_winters() -> None:
    view = from_case(cases()[1]).view()
    *rows, total = ShogunBoard("shogun").score(view)
    kinds = ("Provinces", "Buildings", "Most buildings")
    assert [row.label for row in rows] == [f"{kind}, year {year}" for year in (1, 2) for kind in kinds]
    for seat, points in enumerate(total.points):
        assert sum(row.points[seat] for row in rows) == points
    first = say.first_winter(view.events)
    assert [*rows[1].points] == [first[seat].cubes[1] for seat in range(len(view.names))]


def test_special_cards_and_their_places_are_seen_while_one_plans() -> None:
    game = planning()
    view, board = game.view(game.awaited[0]), ShogunBoard("shogun")
    cards = ", ".join(f"{number} {card}" for number, (card, _taker) in enumerate(view.places, 1))
    for width, height in ((80, 19), (120, 30)):
        rows = [*map("".join, _texts(board.draw(view, width, height, "plan")))]
        assert any(f"special cards: {cards}" in row for row in rows)
        assert any("rice short" in row or "enough rice" in row for row in rows)
    beside = [row[123:] for row in map("".join, _texts(board.draw(view, 160, 42, "plan")))]
    assert f"special cards: {cards}" in " ".join(" ".join(beside).split())
    assert any("rice short" in row or "enough rice" in row for row in beside)


def _texts(drawing: Drawing) -> list[list[str]]:
    return [[span.text for span in row] for row in drawing.rows]


def test_open_cards_come_before_an_unseen_one_as_they_lie() -> None:
    view = shogun(*NAMES[:3]).view(0)
    first, second = (f"take {name_of(code)}" for code in view.open_cards)
    assert [*ShogunBoard("shogun").tree(view)("")][:3] == [first, second, "draw"]
