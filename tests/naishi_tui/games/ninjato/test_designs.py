"""Board designs of Ninjato by size: board, standard, wide, parts, rows, panels."""

from __future__ import annotations

import re
from contextvars import copy_context
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len

from naishi.common import i18n
from naishi.games.ninjato.actions import action
from naishi.games.ninjato.components import components
from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.legal import play_cost, worth
from naishi.games.ninjato.odds import raid_odds
from naishi_tui.drawing.cells import plain
from naishi_tui.drawing.theme import THEMES, TONES, styles
from naishi_tui.games.ninjato.board import NinjatoBoard
from naishi_tui.table.widgets import Canvas, Drawing
from tests.fuzzing import some
from tests.naishi_tui.games.ninjato.playing import NAMES, bots_until, ninjato, seen, worst, written

LIST, TABLE, PICTURES, LARGE = (60, 15), (80, 19), (120, 29), (160, 54)
SIZES = [LIST, TABLE, PICTURES, LARGE]
BOARD, WITHOUT_AIDS = NinjatoBoard("ninjato"), NinjatoBoard("ninjato", aids=False)


def drawn(view: Any, size: tuple[int, int], pointed: str = "", board: NinjatoBoard = BOARD) -> Drawing:
    return board.draw(view, *size, pointed)


def text(view: Any, size: tuple[int, int], board: NinjatoBoard = BOARD) -> str:
    return "\n".join(written(drawn(view, size, board=board)))


def place_of(view: Any, size: tuple[int, int], words: str) -> str:
    """What is written where an action is chosen, the rest of its line included."""
    drawing = drawn(view, size)
    place = next(each for each in drawing.places if each.words == words)
    return written(drawing)[place.line][place.start :]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stage", ["act", "fight", "reward"])
def test_the_longest_of_everything_fits(stage: str, players: int, size: tuple[int, int]) -> None:
    view = worst(players, stage)
    lines = written(drawn(view, size))
    assert len(lines) == size[1]
    assert all(cell_len(line) <= size[0] for line in lines)
    whole = "\n".join(lines)
    assert whole.count("G3") == players
    assert whole.count("188") == players
    assert "[1] [1] [2] [3] [3] [4] [5]" in whole or whole.count("│ 5 │") or "│5 " in whole
    assert re.search(r"f.?9 ?s.?9 ?v.?9 ?j.?9 ?g.?9", whole)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_fields_stand_whole_at_80_by_24(players: int) -> None:
    whole = text(worst(players, "act"), TABLE)
    assert whole.count(" sentry 3!") == 5
    assert whole.count(" f9 s9 v9 j9 g9") == 5
    assert whole.count(" red f9s9v9j9g9") == 5
    for clan, honour in (("G", 40), ("T", 0), ("M", 0)):
        assert f" {clan} {honour} A" in whole
    assert whole.count("T2 M2 G3") == players
    assert whole.count("+20") == 4
    assert "any two +10" in whole


@pytest.mark.parametrize("size", SIZES)
def test_plays_are_listed_cheapest_first_and_can_be_clicked(size: tuple[int, int]) -> None:
    view = seen(bots_until(lambda view: view.table.stage == "fight" and len(view.legal_actions) > 4))
    places = [each for each in drawn(view, size).places if each.words.startswith("play ") and each.line < size[1] - 5]
    plays = [each.words for each in sorted(places, key=lambda each: (each.line, each.start)) if " " in each.words]
    legal = {each.text for each in view.legal_actions}
    shown = [words for words in plays if words in legal]
    costs = [play_cost(action(words), view.table.raid) for words in shown]
    assert len(shown) > 3
    assert costs == sorted(costs)


@pytest.mark.parametrize("size", SIZES)
def test_the_odds_of_a_raid_are_an_aid_of_the_raider_alone(size: tuple[int, int]) -> None:
    game = bots_until(lambda view: (found := raid_odds(view.table)) is not None and 0 < found.chance < 1, seed="6")
    view = seen(game)
    odds = raid_odds(view.table)
    assert odds is not None
    percent = f"{round(100 * odds.chance)}%: you beat"
    assert percent in text(view, size)
    assert f"leave: {odds.leave} · go on" in text(view, size)
    assert "%" not in text(view, size, WITHOUT_AIDS)
    assert "go on" not in text(view, size, WITHOUT_AIDS)
    other = (view.seat + 1) % 3
    assert "%" not in text(game.view(other), size)
    assert "%" not in text(game.view(None), size)


def test_a_failure_says_what_it_leaves() -> None:
    view = seen(bots_until(lambda view: view.table.raid is not None and not view.table.raid.shuriken))
    assert "a failure costs no treasure" in text(view, TABLE)
    view.table.raid.shuriken = ("f",)
    assert "a failure still keeps it" in text(view, TABLE)
    view.table.raid.shuriken = ("f", "v", "g")
    assert "a failure keeps one of 3" in text(view, TABLE)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_shows_the_honour_of_the_best_payment(size: tuple[int, int]) -> None:
    view = seen(bots_until(lambda view: view.table.stage == "act"))
    view.table.palace, view.table.pavilion = ("G39", "T51", "G65"), ("warrior:j",)
    view.table.players[view.seat].loot = ("f", "v", "v", "v", "j", "g")
    assert components().prices["G39"] == "f v"
    assert components().prices["T51"] == "same1-4"
    assert " +6" in place_of(view, size, "bribe G39")
    assert "+16" in place_of(view, size, "bribe T51")
    assert " +5" in place_of(view, size, "spread warrior:j")
    view.table.players[view.seat].loot = ()
    assert "+" not in place_of(view, size, "bribe G39").partition("│")[0].replace("fan + vase", "")


def test_payments_come_best_first_and_without_gold_where_that_makes_no_difference() -> None:
    view = seen(bots_until(lambda view: view.table.stage == "act"))
    view.table.palace = ("G65",)
    view.table.players[view.seat].loot = ("f", "f", "j", "j", "g")
    options = BOARD.tree(view)("bribe G65")
    honours = [worth("same1-4", tuple(option.split()[2:])) or 0 for option in options]
    assert honours == sorted(honours, reverse=True)
    assert options[0] == "bribe G65 j j g"
    assert options.index("bribe G65 j j") < options.index("bribe G65 j g")
    assert BOARD.label(view, options[0], "bribe G65") == "j2 g1 +15"


@pytest.mark.parametrize("size", SIZES)
def test_what_others_have_changed_is_marked_until_one_has_acted(size: tuple[int, int]) -> None:
    game = bots_until(lambda view: view.table.stage == "act" and view.table.round == 2, players=2)
    for text_of in ("raid 1 stealth", "fail"):
        game.play(text_of)
    view = seen(game)
    lines = written(drawn(view, size))
    assert re.match(r" ?1•", lines[0])
    assert lines[0].count("•") == 1 or size == LIST
    assert "• changed since your last turn" in "\n".join(lines) or size == LIST
    assert "•" not in text(game.view(None), size)
    game.play("dojo")
    for _card in range(2):
        assert re.match(r" ?1•", written(drawn(seen(game), size))[0])
        game.play("draw deck")
    while seen(game).table.stage == "drop":
        game.play(seen(game).legal_actions[0])
    assert "1•" not in text(game.view(view.seat), size)


@pytest.mark.parametrize("size", SIZES)
def test_a_scoring_shows_each_clan_and_who_chooses(size: tuple[int, int]) -> None:
    view = seen(bots_until(lambda view: view.table.stage == "reward"))
    whole = text(view, size)
    for clan in ("Taira", "Minamoto", "Go-Shirakawa"):
        assert sum(line.lstrip(" │").startswith(clan) for line in whole.splitlines()) == 1
    assert ("chooses" if size == LIST else "is to choose") in whole


@pytest.mark.parametrize("size", SIZES)
def test_a_page_lies_below_the_houses(size: tuple[int, int]) -> None:
    view = seen(bots_until(lambda view: view.table.stage == "act" and view.table.round == 2))
    page = next(page for event in view.events for page in NINJATO.story(event, view.names, None))
    lines = written(BOARD.draw_page(view, *size, page))
    row = next(number for number, line in enumerate(lines) if page.title in line)
    assert row > 4
    assert page.paragraphs[0].split()[0] in lines[row + 1]
    assert any("•" in line or view.table.houses[0].clan[1:] in line for line in lines[:row])


@pytest.mark.parametrize("stage", ["act", "fight", "decide", "reward"])
@pytest.mark.parametrize("size", SIZES)
def test_everything_on_the_board_has_a_likeness_in_ascii(stage: str, size: tuple[int, int]) -> None:
    view = seen(bots_until(lambda view: view.table.stage == stage))
    whole = text(view, size)
    assert plain(whole.replace("?", "")).count("?") == 0


def test_a_replay_shows_the_plays_and_the_odds_to_the_raider() -> None:
    game = bots_until(lambda view: view.table.stage == "fight" and len(view.legal_actions) > 1)
    view = seen(game)
    replayed = view.unable()
    assert not replayed.legal_actions
    assert text(replayed, TABLE) == text(view, TABLE)
    assert "plays" in text(replayed, TABLE)
    assert "plays" not in text(game.view((view.seat + 1) % 3), TABLE)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has no room on a canvas: cut, left out at the right, or below it."""
    found, put = list[str](), Canvas.put

    def watched(canvas: Canvas, x: int, y: int, text: str, role: str = "", width: int | None = None) -> int:
        room = canvas.width - x if width is None else min(width, canvas.width - x)
        if text.strip() and (cell_len(text.rstrip()) > room or y >= canvas.height):
            found.append(text)
        return put(canvas, x, y, text, role, width)

    monkeypatch.setattr(Canvas, "put", watched)
    return found


@pytest.mark.ci
@pytest.mark.parametrize(
    "game", some([(language, players) for players in (2, 3, 4) for language in i18n.languages()], 5)
)
def test_nothing_is_cut_in_games_of_bots(cut: list[str], game: tuple[str, int]) -> None:
    """Plays that have no room in a raid are the only thing that is left out: the menu below lists all of them."""
    (language, players), context = game, copy_context()
    context.run(i18n.use, i18n.load(language))
    for number, view in enumerate(views_of_bots(players)):
        if number % 4 == 0 or view.table.stage in {"reward", "disguise", "claim", "failed"}:
            for size in SIZES:
                context.run(drawn, view, size)
                assert not cut, (size, cut)


@cache
def views_of_bots(players: int) -> list[Any]:
    """What the player to act sees at each moment of a game of bots, who play the same in every language."""
    game, bot = ninjato(*NAMES[:players]), NINJATO.bot("beginner", 1)
    views = []
    while game.awaited:
        views.append(view := game.view(game.awaited[0]))
        game.play(bot.choose(view), view.seat)
    return views


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
def test_a_guard_and_the_crest_beside_it_have_different_colours(theme: str) -> None:
    roles = styles(theme)
    painted = drawn(seen(ninjato(*NAMES[:2])), (120, 30))
    guards = {span.role for row in painted.rows for span in row if span.role == "guard"}
    assert guards
    assert all(roles["guard"].color != roles[f"tone-{tone}"].color for tone in TONES)
