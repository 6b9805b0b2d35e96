"""Ninjato in the app: whole game, refusals, frames."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from naishi.games.ninjato import names as of
from naishi.games.ninjato.actions import action, play_of
from naishi.games.ninjato.kind import NINJATO
from naishi.sessions.participant import Ask
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from naishi_tui.games.ninjato.board import NinjatoBoard
from naishi_tui.table.reading import Rules
from naishi_tui.table.score import GameScore
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import COMPACT, GRAND, LARGEST, ROOMY, STANDARD, Desk, SilentBots, desk, still
from tests.naishi_tui.games.ninjato.playing import NAMES, in_stage, ninjato
from tests.naishi_tui.games.ninjato.shared import played_at_random
from tests.naishi_tui.waiting import until


async def bots_have_decided(at: Desk) -> None:
    table = at.screen(GameTable)
    await until(
        lambda: not at.any_game.awaited or (Ask.PLAY in table.participant.allowed and table.picker.options),
        "the bots have decided, and the table shows it",
    )


async def decide(at: Desk, chance: random.Random) -> None:
    """Choose options at random until an action is played."""
    table, before = at.screen(GameTable), len(at.any_game.actions)
    while len(at.any_game.actions) == before:
        step = chance.randrange(len(table.picker.options))
        await at.press(*("right",) * step, "enter")


@pytest.mark.ci
async def test_a_whole_game_against_a_beginner_by_keys(folder: Path) -> None:
    players = (Player(name="Aiko"), Player(name="Kotaro", kind="beginner"))
    chance = random.Random(2)
    async with desk(folder, ninjato(*players), settings=still(pace="instant")) as at:
        while at.any_game.awaited:
            await bots_have_decided(at)
            if at.any_game.awaited:
                await decide(at, chance)
        assert "The game is over. Enter: the points. ←: how it was scored." in at.prompt
        await at.press("left")
        page = at.screen(GameTable).story.page
        assert page is not None
        assert page.title in at.text_of("#board")
        await at.press("escape", "enter")
        score = at.screen(GameScore)
        assert score.view.result == at.any_game.result
        best = at.any_game.result.winners[0]
        assert at.any_game.players[best].name in at.prompt or "You win" in at.prompt


async def test_a_house_is_raided_by_mouse(folder: Path) -> None:
    async with desk(folder, ninjato("Aiko", "Bruno")) as at:
        seat = at.any_game.awaited[0]
        await at.click("#board", (3, 0))
        first, _second = at.screen(GameTable).picker.options
        assert at.screen(GameTable).picker.path == "raid 1"
        await at.press("enter")
        assert [done.text for done in at.any_game.actions] == [first]
        assert [*at.any_game.seats()] == [seat]


async def test_a_place_that_cant_be_used_says_why(folder: Path) -> None:
    async with desk(folder, ninjato("Aiko", "Bruno")) as at:
        view = at.screen(GameTable).view
        row = next(y for y, line in enumerate(at.text_of("#board").splitlines()) if line.startswith("PALACE"))
        await at.click("#board", (2, row + 1))
        assert "Your treasures don't meet the price" in at.prompt
        await at.press("question_mark")
        refused = [line.strip() for line in at.text.splitlines() if "Your treasures" in line]
        envoys = [of.envoy(code) for code in view.table.palace]
        assert all(any(envoy in line for line in refused) for envoy in envoys)
        assert len(refused) == len(set(refused))
        await at.press("escape", "right", "enter", "question_mark")
        assert "Your treasures" not in at.text


async def test_the_log_of_a_game_that_just_began_says_that_nothing_has_happened(folder: Path) -> None:
    async with desk(folder, ninjato("Aiko", "Bruno")) as at:
        await at.press("g")
        assert "Nothing has happened yet." in at.text


def test_a_price_that_can_be_paid_is_no_why_not() -> None:
    board, view = NinjatoBoard("ninjato"), raided_with(("2",), "2")
    view.table.players[view.seat].loot = ("j", "j", "j", "j", "v", "v", "s", "s", "g", "g", "f")
    assert not [
        text for text in board.tries(view) if text.startswith(("bribe", "spread")) and board.why_not(view, text)
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [STANDARD, COMPACT, ROOMY, GRAND, LARGEST])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_line_of_the_board_fits(players: int, size: tuple[int, int], seed: int) -> None:
    width, height = size[0], size[1] - 5
    for actions in (0, 30, 60, 90, 120):
        game = played_at_random(players, actions, seed)
        for seat in (*range(players), None):
            drawing = NinjatoBoard("ninjato").draw(game.view(seat), width, height, "")
            assert len(drawing.rows) == height
            assert all(sum(cell_len(span.text) for span in row) <= width for row in drawing.rows)
            assert all(0 <= place.start <= place.stop <= width for place in drawing.places)


def test_a_board_shows_nobody_elses_hand() -> None:
    game = played_at_random(3, 40)
    for seat in range(3):
        drawing = NinjatoBoard("ninjato").draw(game.view(seat), 80, 19, "")
        hands = [row for row in drawing.rows if any(span.text.startswith("[") for span in row)]
        assert len(hands) <= 1


def test_every_option_has_words() -> None:
    board = NinjatoBoard("ninjato")
    for actions in range(0, 120, 3):
        game = played_at_random(3, actions)
        if game.awaited:
            view = game.view(game.awaited[0])
            for legal in view.legal_actions:
                words = legal.text.split()
                for count in range(1, len(words) + 1):
                    option = " ".join(words[:count])
                    if count == len(words) or option in board.tree(view)(" ".join(words[: count - 1])):
                        assert board.label(view, option, " ".join(words[: count - 1]))
                        assert isinstance(board.about(view, option), str)


@pytest.mark.ci
def test_giving_up_comes_last_and_the_cheapest_play_first() -> None:
    board, compared = NinjatoBoard("ninjato"), 0
    for seed in range(1, 6):
        for actions in range(0, 160, 2):
            game = played_at_random(2, actions, seed)
            view = game.view(game.awaited[0]) if game.awaited else None
            if view is None or view.table.stage != "fight":
                continue
            tree = board.tree(view)
            assert tree("")[-1] == "fail"
            costs = [(len(play.tiles), len(play.cards)) for play in map(play_of, map(action, tree("play")))]
            assert costs == sorted(costs)
            compared += len(costs) > 1
    assert compared


def raided_with(hand: tuple[str, ...], sentry: str) -> Any:
    """What the one sees who is about to place a shuriken; all houses have the same sentry but the last."""
    game = ninjato("Aiko", "Bruno")
    view = game.view(game.awaited[0])
    view.table.players[view.seat].hand = hand
    for house in view.table.houses[:4]:
        house.sentry = sentry
    view.table.houses[4].sentry = "1"
    return view


def test_a_raid_that_no_card_can_win_comes_last_and_says_so() -> None:
    board, view = NinjatoBoard("ninjato"), raided_with(("2",), "2")
    tree = board.tree(view)
    assert tree("raid")[0] == "raid 5"
    assert tree("raid 5") == ("raid 5 strength", "raid 5 stealth")
    assert "No card of your hand" not in board.about(view, "raid 5 strength")
    for hopeless in ("raid 1", "raid 1 strength", "raid 5 stealth"):
        assert board.about(view, hopeless).startswith("× No card of your hand beats the sentry.")
        assert board.label(view, hopeless, "raid").endswith("×")
    text = "\n".join("".join(span.text for span in row) for row in board.draw(view, 80, 19, "").rows)
    assert text.count("ste.×") == 5
    assert text.count("str.×") == 4


def test_a_house_is_named_by_its_number_once() -> None:
    board, view = NinjatoBoard("ninjato"), raided_with(("5",), "2")
    for option in board.tree(view)("raid"):
        assert not board.label(view, option, "raid")[0].isdecimal()


def test_a_long_clan_is_abbreviated_where_it_has_no_room() -> None:
    view = raided_with(("5",), "2")
    view.table.houses[0].clan = "G6"
    first = "".join(span.text for span in NinjatoBoard("ninjato").draw(view, 80, 19, "").rows[0])
    assert first.startswith("1 Go-Shirak. 6")


async def until_told(at: Desk) -> GameTable:
    """Let the person at the keyboard do what comes first, until a round's end is told."""
    table = at.screen(GameTable)
    while table.story.page is None:
        await bots_have_decided(at)
        await at.press("enter")
    return table


async def test_the_end_of_a_round_is_told_page_by_page_before_one_acts_again(folder: Path) -> None:
    players = (Player(name="Aiko"), Player(name="Kotaro", kind="beginner"))
    async with desk(folder, ninjato(*players), settings=still(pace="instant")) as at:
        table = await until_told(at)
        played = len(at.any_game.actions)
        pages = [page.title for page in table.story.pages]
        assert pages[0] == "Round 1 is over"
        for place, title in enumerate(pages):
            assert title in at.text_of("#board")
            assert table.story.pages[place].paragraphs[0].split()[0] in at.text_of("#board")
            await at.press("enter")
        assert table.story.page is None
        assert len(at.any_game.actions) == played
        assert table.picker.options
        await at.press("left", "g")
        assert "Round 1 is over" in at.text
        assert "Order of turns: " in at.text


async def test_what_is_told_can_be_skipped_and_read_again_page_by_page(folder: Path) -> None:
    game = NINJATO.new(NAMES[:2], seed="told")
    bot = NINJATO.bot("beginner", 1)
    while game.position.stage != "reward":
        game.play(bot.choose(game.view(game.awaited[0])))
    async with desk(folder, game, settings=still(handover="never")) as at:
        table = at.screen(GameTable)
        first, second, *_others = [page.title for page in table.story.pages]
        await at.press("right")
        assert second in at.text_of("#board")
        await at.press("left")
        assert first in at.text_of("#board")
        await at.click("#board", (3, 3))
        assert second in at.text_of("#board")
        await at.press("escape")
        assert table.story.page is None
        assert "Choose as the first in " in at.prompt


async def click_option(at: Desk, place: int) -> None:
    """Click an option of the menu, once the cursor has brought it on screen."""
    table = at.screen(GameTable)
    while table.picker.cursor != place:
        await at.press("right")
    key, label = table.prompt.menu[place]
    for row, line in enumerate(at.prompt.splitlines()):
        if (column := line.find(f" {key} {label} ")) >= 0 and row:
            await at.click("#prompt", (column + 1, row))
            return
    raise LookupError(label)


async def click_place(at: Desk, chance: random.Random) -> bool:
    """Click one of the places on the board that lead somewhere now, if there are any."""
    table = at.screen(GameTable)
    ahead = {option for option in table.picker.options if option != table.picker.path}
    places = [each for each in table.board_rows.drawing.places if each.words in ahead]
    if places:
        place = chance.choice(places)
        await at.click("#board", (place.start, place.line))
    return bool(places)


@pytest.mark.ci
async def test_a_whole_game_by_mouse_on_a_large_screen(folder: Path) -> None:
    players = (Player(name="Aiko"), Player(name="Kotaro", kind="beginner"))
    chance, on_the_board = random.Random(4), 0
    async with desk(folder, ninjato(*players), size=ROOMY, settings=still(pace="instant")) as at:
        table = at.screen(GameTable)
        while at.any_game.awaited:
            await bots_have_decided(at)
            if not at.any_game.awaited:
                break
            if table.story.page is not None:
                await at.click("#board", (4, 16))
            elif await click_place(at, chance):
                on_the_board += 1
            else:
                await click_option(at, chance.randrange(len(table.picker.options)))
        assert on_the_board > 30
        await at.click("#prompt", (3, 0))
        await at.click("#board", (40, 5))
        assert at.screen(GameScore).view.result == at.any_game.result


async def test_the_places_stand_apart_on_the_smallest_screen(folder: Path) -> None:
    async with desk(folder, played_at_random(4, 2000), size=COMPACT) as at:
        ranks = [at.screen(GameScore).ranks[seat] for seat in at.screen(GameScore).order]
        places = at.text_of("#board").splitlines()[2].split()
        assert places in (["place", *map(str, ranks)], [word for rank in ranks for word in ("place", str(rank))])


@pytest.mark.parametrize(("game", "keys"), [("ninjato", "i ? F2 b e f"), ("shogun", "i ? F2 m /")])
def test_the_keys_at_the_table_are_all_in_its_rules(game: str, keys: str) -> None:
    title, (text,) = Rules(kind_of(game)).chapters[-1]
    assert title == "Keys at the table"
    listed = {line.split()[0] for line in text.plain.splitlines()}
    assert listed >= {*keys.split(), "Enter", "Esc", "g", "F1"}


async def test_alone_at_the_keyboard_it_is_your_turn(folder: Path) -> None:
    for other, words in (("beginner", "your turn"), ("human", "Aiko's turn")):
        game = NINJATO.new([Player(name="Aiko"), Player(name="Bruno", kind=other)], {}, "7")
        async with desk(folder / other, game, bots=SilentBots(), size=ROOMY) as at:
            assert at.any_game.awaited == (0,)
            assert words in at.text_of("#header")


def test_plays_are_numbered_by_their_cards_and_others_not_at_all() -> None:
    options = ["play 3", "play 2", "play 2 3", "play 2 kenjutsu", "play 5 @3", "switch", "fail"]
    assert NinjatoBoard("ninjato").numbers(options, "") == {"play 3": "3", "play 2": "2", "play 2 3": "23"}


async def test_without_hints_there_are_no_odds(folder: Path) -> None:
    game = in_stage("decide")
    async with desk(folder, game) as at:
        assert "go on for" in at.text_of("#board")
    async with desk(folder, game, settings=still(hints=False)) as at:
        assert "RAID" in at.text_of("#board")
        assert "go on for" not in at.text_of("#board")


async def test_the_reasons_of_a_seat_stand_below_the_points_where_there_is_room(folder: Path) -> None:
    async with desk(folder, played_at_random(2, 900), size=ROOMY) as at:
        score = at.screen(GameScore)
        for column, seat in enumerate(score.order):
            reasons = [row.reasons[seat] for row in score.board.score(score.view) if row.reasons and row.reasons[seat]]
            assert reasons
            assert all(f"({reason})" in at.text_of("#board") for reason in reasons)
            if column == 0:
                await at.press("right")


async def test_the_pace_is_named_only_while_bots_act(folder: Path) -> None:
    for first, named in (("human", False), ("beginner", True)):
        second = "beginner" if first == "human" else "human"
        game = NINJATO.new([Player(name="Aiko", kind=first), Player(name="Bruno", kind=second)], {}, "7")
        async with desk(folder / first, game, bots=SilentBots(), size=ROOMY) as at:
            assert ("faster" in at.text_of("#keys")) == named


async def test_why_a_choice_is_refused_can_be_asked_for_on_the_smallest_screen(folder: Path) -> None:
    async with desk(folder, in_stage("decide"), size=COMPACT) as at:
        assert "why not" not in at.text_of("#keys")
        await at.press("f")
        assert "That can't be done now." in at.prompt
        assert "? why not" in at.text_of("#keys")
