"""Shogun explained: provinces, actions, battles, cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from naishi.games.shogun.bots import make
from naishi.games.shogun.data import ACTIONS
from naishi_tui.dialogs.screens import ScrollText
from naishi_tui.games.shogun.board import ShogunBoard
from naishi_tui.games.shogun.map import LOOK
from naishi_tui.games.shogun.plan import SPACES, name_of
from naishi_tui.games.shogun.table import ShogunTable
from naishi_tui.table.reading import Rules
from naishi_tui.widgets.text_rows import TextRows
from tests.naishi_tui.desk import COMPACT, STANDARD, desk
from tests.naishi_tui.games.shogun.shared import NAMES, fighting, planning, played, shogun

BOARD = ShogunBoard("shogun")


def explained(view: Any, option: str, *, aids: bool = True) -> dict[str, str]:
    """By title, what is explained."""
    return {each.title: "\n".join(each.paragraphs) for each in ShogunBoard("shogun", aids=aids).explained(view, option)}


def provinces(view: Any, owner: int) -> list[str]:
    return [name_of(land.code) for land in view.land if land.owner == owner]


def test_a_card_of_the_draft_is_explained_by_its_province_and_the_rule() -> None:
    view = shogun(*NAMES[:3]).view(0)
    card = name_of(view.open_cards[0])
    found = explained(view, f"take {card}")
    assert found[card].startswith(f"{card} (")
    assert "Neighbours: 1 " in found[card]
    assert "two open province cards" in found["The draft"]
    assert "An attack" not in found
    assert "under the deck" in explained(view, "renew")["The draft"]
    assert "Open cards: " in explained(view, "")["Draft"]


@pytest.mark.parametrize("space", SPACES)
def test_a_space_of_a_plan_is_explained(space: str) -> None:
    view = planning().view(0)
    found = [*explained(view, f"plan {space}").items()]
    assert len(found) >= 3
    if space != "bid":
        order = "It is action" if space in view.order else "It lies face down"
        assert order in found[0][1]
    assert "An event that may come: " in found[-1][1]


def test_a_card_of_a_plan_says_what_it_would_bring_on_each_action() -> None:
    game = planning()
    name = provinces(game.view(0), 0)[0]
    found = explained(game.view(0), f"plan tax:{name}")
    assert f"{name}: " in found["Collect taxes"]
    lines = found["What its card would bring as things stand"].splitlines()
    assert [line.partition(":")[0] for line in lines] == [*ACTIONS]
    assert "castle: build a castle, for 3 chests" in lines
    game.position.chests[0] = 2
    skipped = explained(game.view(0), f"{LOOK} {name}")["What its card would bring as things stand"]
    assert "castle: skipped, not enough chests" in skipped


def test_an_attack_is_explained_with_its_odds_only_where_aids_are_on() -> None:
    game = fighting()
    view = game.view(game.awaited[0])
    move = next(action for action in view.legal_actions if BOARD.why_not(view, action.text) is None)
    words = move.text.split()
    found = explained(view, move.text)
    assert "taken (model)" in found[f"{words[1]} to {words[2]}"]
    assert {words[2], "Fight", "The tower", "An attack"} <= found.keys()
    assert "%" not in "".join(explained(view, move.text, aids=False).values())


def test_the_season_is_explained_where_nothing_is_under_the_cursor() -> None:
    game = fighting()
    for seat in (None, *range(5)):
        [(title, text)] = explained(game.view(seat), "").items()
        assert title == "Year 1, summer"
        assert "Order of actions: " in text
        assert "Event: " in text


@pytest.mark.parametrize("players", [3, 5])
def test_every_option_of_a_whole_game_is_explained(players: int) -> None:
    game, bot, asked = shogun(*NAMES[:players], seed="2"), make("beginner", 1), set[str]()
    while game.awaited:
        seat = game.awaited[0]
        view = game.view(seat)
        tree = BOARD.tree(view)
        options = [option for path in ("", *tree("")) for option in tree(path)][:30]
        if view.ask not in asked or view.ask == "revolt":
            asked.add(view.ask)
            for option in (*options, *(f"{LOOK} {name_of(land.code)}" for land in view.land)):
                assert all(each.title and all(each.paragraphs) for each in BOARD.explained(view, option)), option
        laid = " ".join(
            f"{space}:{name}" for space, name in zip(reversed(ACTIONS), provinces(view, seat), strict=False)
        )
        game.play(f"plan {laid} bid:0" if view.ask == "plan" else bot.choose(view, None), seat)
    assert asked >= {"take", "place", "plan", "choose", "fightA", "fightB", "raise1"}


def test_nothing_explained_depends_on_a_plan_that_is_secret() -> None:
    found = []
    for seed in (1, 2):
        game = planning()
        plan = make("beginner", seed).choose(game.view(1), None)
        game.play(plan, 1)
        view = game.view(0)
        options = [
            "plan",
            *(f"plan {space}" for space in SPACES),
            *(f"{LOOK} {name_of(land.code)}" for land in view.land),
            *(f"plan tax:{name}" for name in provinces(view, 0)),
        ]
        found.append((str(plan), [explained(view, option) for option in options]))
    (first, one), (second, other) = found
    assert first != second
    assert one == other


def test_ones_own_card_says_on_which_space_it_lies() -> None:
    game = planning()
    plan = make("beginner", 1).choose(game.view(0), None)
    game.play(plan, 0)
    card = str(plan).split()[1].partition(":")
    name = card[2]
    assert f"its card lies on {card[0]}." in explained(game.view(0), f"{LOOK} {name}")[name]
    assert "its card lies" not in explained(game.view(1), f"{LOOK} {name}")[name]
    assert "its card lies" not in explained(game.view(), f"{LOOK} {name}")[name]


def test_a_finished_game_is_explained_by_its_points() -> None:
    game = played(3, 10_000)
    assert not game.awaited
    [(title, text)] = explained(game.view(0), "").items()
    assert " points" in title
    assert "First winter" in text
    assert "Last winter" in text


@pytest.mark.parametrize("size", [COMPACT, STANDARD])
async def test_the_key_explains_at_the_table(folder: Path, size: tuple[int, int]) -> None:
    async with desk(folder, planning(), size=size) as at:
        await at.press("question_mark")
        at.screen(ScrollText)
        assert "Build a castle" in at.text
        assert "Nothing is refused now" not in at.text
        await at.press("escape", "m")
        name = name_of(at.screen(ShogunTable).looking)
        await at.press("question_mark")
        assert f"{name} (" in at.text
        await at.press("f1")
        assert "SHOGUN" in at.screen(Rules).query_one("#heading", TextRows).rows[0][0].text
