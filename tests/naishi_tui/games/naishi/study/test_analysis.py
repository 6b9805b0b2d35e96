"""Analysis in the app, from computation to replay."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import DEPTHS, decisions_of
from naishi.games.naishi.analysis.exercises import AnalysisRun, AnalysisStore, FolderStudy
from naishi.games.naishi.analysis.report import Analysis
from naishi.saves import Saves
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.study.analysis import AnalysisScreen, BoardThen
from naishi_tui.widgets.text_rows import Menu
from tests.naishi.games.naishi.analysis.analysed import TINY, deficit, game, keep_made_up, made_up
from tests.naishi_tui.desk import COMPACT, desk
from tests.naishi_tui.games import midgame, over
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


def let_worker_answer(folder: Path, monkeypatch: pytest.MonkeyPatch, decisions: int | None = None) -> None:
    """Have the process of an analysis write a made-up one at once: all of it, or so many decisions and no end."""
    found = made_up(over())
    answers = [{"truth": found.truth.model_dump(mode="json")}]
    answers += [{"decision": each.model_dump(mode="json")} for each in found.decisions[:decisions]]
    worker, written = folder.with_name("worker"), folder.with_name("answers")
    written.write_text("".join(f"{json.dumps(answer)}\n" for answer in answers))
    worker.write_text(f"#!/bin/sh\nread request\ncat {written}\nexec sleep 1000\n")
    worker.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(worker))


def nothing_certain() -> Analysis:
    """A made-up analysis whose losses are all too small to have a name."""
    found = made_up(over())
    decisions = [
        each.model_copy(update={"loss": each.loss / 10, "best_chance": each.chance + each.loss / 10})
        for each in found.decisions
    ]
    return found.model_copy(update={"decisions": tuple(decisions)})


async def test_what_cost_most_is_listed_with_its_bar_where_nothing_has_a_name(folder: Path) -> None:
    found = nothing_certain()
    AnalysisStore(folder).keep(found)
    costliest = found.costliest(0)
    assert costliest
    assert found.mistakes(0) == ()
    async with desk(folder, over()) as at:
        await at.press("a")
        listed = " ".join(at.text_of("#mistakes").split())
        assert "(fine, 0.6 ± 2.0 percentage points)" in listed
        assert f"Round {costliest[0].round}: " in listed
        said = " ".join(at.text_of("#why").split())
        assert re.search(r"before, \S+ after it, \S+ at the next decision\. With all cards open, in points: ", said)
        await at.press("enter")
        assert at.screen(ReplayScreen).participant.ply == min(each.ply for each in costliest)


async def test_the_cursor_goes_along_the_curve_by_arrows_and_by_clicks_and_shows_the_board_then(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over(), size=(160, 48)) as at:
        await at.press("a", "left")
        menu = at.screen(AnalysisScreen).query_one("#mistakes", Menu)
        mine = [each.ply for each in made_up(over()).decisions if each.seat == 0]
        first = made_up(over()).costliest(0)
        assert menu.option_count == len(mine), "the decision before is only in the list of all"
        assert menu.highlighted_option is not None
        chosen = int(menu.highlighted_option.id or 0)
        assert mine.index(chosen) == mine.index(min(each.ply for each in first)) - 1
        curve, last = at.text_of("#curves"), over().events()[-1].round
        assert curve.split()[-last:] == [str(number) for number in range(1, last + 1)], "each round keeps its number"
        assert curve.count("│") > 5, "the moment is an upright line"
        board = at.text_of("#cards")
        await at.press("right", "right", "right", "right")
        assert at.text_of("#cards") != board
        await at.click("#curves", offset=(66, 5))
        assert menu.highlighted_option.id == str(mine[-1])
        assert at.game.at(mine[-1]).position.territories[0][0].noun in at.text_of("#cards")
        await at.press("l")
        assert menu.option_count < len(mine)


async def test_the_board_then_is_as_rich_as_the_table_where_there_is_room(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over(), size=(160, 48)) as at:
        await at.press("a", "down")
        cards = at.screen(AnalysisScreen).query_one("#cards", BoardThen)
        rows = cards.their_hand, cards.their_line, cards.river, cards.my_line, cards.my_hand
        assert all(len(row.scenes()) == 5 for row in rows), "each card has its picture"
        drawn = at.text_of("#cards")
        assert "◆ played, ★ better" in drawn
        assert "★1" in drawn, "Horseman of R1 would have been better"
        assert "★H1" in drawn
        assert "◆H2" in drawn, "Sentinel went there"
        assert "+10/2" in drawn, "what the cards were worth"
        await at.resize(120, 36)
        assert "★H1" in at.text_of("#cards")
        await at.resize(80, 36)
        assert not cards.display or not cards.size
        assert "River" in at.text_of("#board")


async def test_an_analysis_that_was_stopped_goes_on_where_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half = len(made_up(over()).decisions) // 2
    let_worker_answer(folder, monkeypatch, half)
    async with desk(folder, over()) as at:
        await at.press("a")
        screen = at.screen(AnalysisScreen)
        await until(lambda: screen.analysis is not None and len(screen.analysis.decisions) == half, "half of it")
        await at.press("escape")
        await until(lambda: AnalysisStore(folder).begun(over(), "quick") is not None, "it is kept")
    run = FolderStudy(over(), folder).run("quick")
    assert run.begun
    assert run.share == pytest.approx((half + 1) / (len(run.plies) + 1))
    assert run.analysis.decisions == made_up(over()).decisions[:half]
    AnalysisStore(folder).keep(made_up(over()))
    assert AnalysisStore(folder).begun(over(), "quick") is None


async def test_all_that_is_said_of_a_decision_can_be_read_on_a_small_screen(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over(), size=(80, 24)) as at:
        await at.press("a")
        assert " ".join(at.text.split()).count("by this turn, ") == 1
        shown = at.screen(AnalysisScreen).query_one("#why")
        assert shown.virtual_size.height <= shown.size.height
        assert "by Bruno's." in " ".join(at.text.split())


async def test_without_a_mistake_no_key_is_named_that_looks_at_one(folder: Path) -> None:
    found = made_up(over())
    AnalysisStore(folder).keep(found.model_copy(update={"decisions": found.decisions[:1]}))
    async with desk(folder, over()) as at:
        await at.press("a")
        assert "No mistakes here." in at.text
        assert "look at it" not in at.text_of("KeyLine")
        assert "choose" not in at.text_of("KeyLine")


async def test_a_kept_analysis_is_shown_and_its_mistakes_are_looked_at_in_the_replay(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over()) as at:
        await at.press("a")
        at.screen(AnalysisScreen)
        assert "Aiko: accuracy 94.9%" in at.text
        assert "⠤⠤ Aiko's chance to win by what Aiko could know" in at.text_of("#curves")
        assert "⠄⠄" not in at.text_of("#curves")
        assert "by their own turns" not in at.text
        assert "It puts 2 rice fields side by side (+10). Otherwise Bruno would" in " ".join(at.text.split())
        await at.press("o")
        assert "choose" not in at.text_of("#keys")
        open_cards = " ".join(at.text.split())
        assert "With all cards open, in game points: Aiko lost by 13: -6 by luck, -32 by their own turns" in open_cards
        assert "⠄⠄ with all cards open" in at.text_of("#curves")
        assert "percentage points" not in open_cards
        await at.press("o")
        await at.press("down", "enter")
        replay = at.screen(ReplayScreen)
        assert replay.view.seat == replay.view.turn == 0
        assert "(39% to 33%). Better: Horseman to H1 for Ninja. It puts 2 rice fields" in " ".join(at.prompt.split())
        assert str(over().actions[replay.participant.ply]) == "develop H2"
        await at.press("right")
        assert "Better: " not in at.prompt
        await at.press("a", "v")
        assert "Bruno: accuracy" in at.text
        await at.press("escape")
        at.screen(Score)


async def test_the_way_back_from_a_moment_leads_to_the_analysis(folder: Path) -> None:
    keep_made_up(folder, over())
    async with desk(folder, over()) as at:
        await at.press("a", "down", "enter")
        at.screen(ReplayScreen)
        await at.press("escape")
        at.screen(AnalysisScreen)
        await at.press("escape")
        at.screen(Score)
        await at.press("a", "v", "l", *["down"] * 4)
        theirs, menu = at.text_of("#heading"), at.screen(AnalysisScreen).query_one("#mistakes", Menu)
        assert menu.highlighted_option is not None
        chosen = menu.highlighted_option.id
        await at.press("enter", "escape")
        menu = at.screen(AnalysisScreen).query_one("#mistakes", Menu)
        assert at.text_of("#heading") == theirs, "it is still the other player's"
        assert menu.highlighted_option is not None
        assert menu.highlighted_option.id == chosen
        await at.press("escape", "r", "a", "down", "enter", "escape")
        at.screen(AnalysisScreen)
        await at.press("escape")
        at.screen(ReplayScreen)
        await at.press("escape")
        at.screen(Score)


async def test_where_there_is_none_it_is_made_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)
    async with desk(folder, game()) as at:
        await at.press("a")
        screen = at.screen(AnalysisScreen)
        assert "Analysing" in at.text_of("#progress")
        await until(lambda: screen.analysis is not None and screen.under_way is None, "the end of the analysis")
        await at.pilot.pause()
        listed = at.app.screen.query_one("#mistakes", Menu).option_count
        assert ("after it" in at.text_of("#why")) == (listed > 0), "what was left out while the rest wasn't known"
        await at.press("j")
        assert screen.analysis is not None
        assert [decision.ply for decision in screen.analysis.decisions] == [*decisions_of(game())]
        assert screen.analysis == AnalysisStore(folder).find(game(), "quick")
        await at.press("o")
        assert f"You lost by {deficit()}" in at.text, "the other one is a bot"
        await at.press("escape")
        at.screen(Score)


async def test_it_is_left_while_it_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_worker_answer(folder, monkeypatch, decisions=1)
    async with desk(folder, over()) as at:
        await at.press("a")
        screen = at.screen(AnalysisScreen)
        await until(lambda: screen.analysis is not None, "the first result")
        assert "after it" not in at.text_of("#why"), "what comes next isn't known"
        assert "Esc stop" in at.text_of("#keys")
        assert "Enter" not in at.text_of("#keys"), "to look at a mistake would stop the analysis"
        await at.press("v", "escape")
        at.screen(Score)
        await until(lambda: screen.under_way is None, "the end of the process")
        await until(lambda: not screen.is_attached, "the end of the screen")
        screen.show()  # as for what was found just before: it finds nothing to draw on
        assert AnalysisStore(folder).find(over(), "quick") is None


async def test_a_failure_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/true")
    async with desk(folder, over()) as at:
        await at.press("a")
        await until(lambda: "its process ended" in at.text, "the failure")


async def test_it_goes_deeper(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_made_up(folder, over())
    let_worker_answer(folder, monkeypatch)
    monkeypatch.setattr("naishi.games.naishi.analysis.exercises.WORKERS", {"quick": 1, "deep": 1})
    async with desk(folder, over()) as at:
        await at.press("a", "d")
        screen = at.screen(AnalysisScreen)
        await until(lambda: screen.analysis is not None and screen.analysis.depth == "deep", "the end")
        await at.press("j")
        assert "d deeper" not in at.text_of("#keys")


async def test_esc_looks_no_deeper_and_leaves_what_there_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_made_up(folder, over())
    let_worker_answer(folder, monkeypatch, decisions=1)
    monkeypatch.setattr("naishi.games.naishi.analysis.exercises.WORKERS", {"quick": 1, "deep": 1})
    async with desk(folder, over()) as at:
        await at.press("a", "d")
        screen = at.screen(AnalysisScreen)
        assert "Esc stop" in at.text_of("#keys")
        await at.press("escape")
        assert at.screen(AnalysisScreen) is screen
        assert screen.under_way is None
        assert screen.analysis == made_up(over())
        assert "Esc back" in at.text_of("#keys")
        await at.press("escape")
        at.screen(Score)


async def test_the_summary_is_readable_to_its_end_on_the_smallest_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = (
        "Maximilian Alexander: accuracy 61.2%, 11 blunders, 10 mistakes, 10 inaccuracies, 12 uncertain and "
        "11 too close to call."
    )
    monkeypatch.setattr(words, "summary", lambda *_args: summary)
    keep_made_up(folder, over())
    async with desk(folder, over(), size=COMPACT) as at:
        await at.press("a")
        assert " ".join(at.text_of("#summary").split()) == summary
        assert at.screen(AnalysisScreen).max_scroll_y == 0


async def test_an_unfinished_game_is_not_analysed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnalysisRun, "steps", None)
    Saves(folder).create(midgame()).close()
    async with desk(folder) as at:
        await at.press("l", "r", "a")
        assert "Only a finished game can be analysed" in at.prompt


def test_a_player_against_a_bot_is_the_one_addressed(folder: Path) -> None:
    study = FolderStudy(game(), folder)
    assert [player.kind for player in game().players] == ["human", "strong"]
    assert study.reader == 0
    assert FolderStudy(over(), folder).reader is None
