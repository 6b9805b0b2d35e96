"""Cards, places, points and decks explained."""

from __future__ import annotations

from pathlib import Path

from naishi.games.ninjato import names as of
from naishi.games.ninjato.odds import raid_odds
from naishi_tui.games.ninjato.board import NinjatoBoard
from naishi_tui.games.ninjato.explaining import explain
from naishi_tui.table.score import GameScore
from naishi_tui.table.table import GameTable
from tests.naishi_tui.desk import ROOMY, desk, still
from tests.naishi_tui.games.ninjato.playing import NAMES, bots_until, in_stage, seen
from tests.naishi_tui.games.ninjato.shared import played_at_random


async def test_a_card_is_explained_with_the_payments_and_assumptions_are_left_to_the_rules(folder: Path) -> None:
    game = bots_until(lambda view: any(each.verb == "bribe" for each in view.legal_actions))
    async with desk(folder, game, settings=still(handover="never"), size=ROOMY) as at:
        await at.press("escape")
        table = at.screen(GameTable)
        assert "PALACE" in at.text_of("#board")
        code = next(each.words[0] for each in table.view.legal_actions if each.verb == "bribe")
        place = next(each for each in table.board_rows.drawing.places if each.words == f"bribe {code}")
        await at.click("#board", (place.start, place.line))
        await at.press("question_mark")
        assert of.envoy(code) in at.text
        assert "You could pay: " in at.text
        assert at.text_of("#heading").strip() == "NINJATO  explained"
        assert "why not" not in at.text_of("#heading")
        assert "components.json" not in at.text


async def test_the_overview_says_what_the_next_scoring_would_bring_and_what_each_has(folder: Path) -> None:
    game = bots_until(lambda view: view.table.round == 3 and view.table.stage == "act")
    async with desk(folder, game, settings=still(handover="never"), size=ROOMY) as at:
        await at.press("escape", "i")
        assert "If the scoring after round 3 were now" in at.text
        for name, player in zip(NAMES, game.position.players, strict=False):
            assert name in at.text
            assert f"{player.honour} honour; {len(player.hand)} dojo card" in at.text


async def test_the_points_are_explained_line_by_line(folder: Path) -> None:
    async with desk(folder, played_at_random(2, 900), size=ROOMY) as at:
        at.screen(GameScore)
        await at.press("question_mark")
        assert "Honour won in play" in at.text
        assert "scorings" in at.text


async def test_leaving_and_going_on_are_explained_with_what_they_count(folder: Path) -> None:
    game = in_stage("decide")
    game.position.players[game.awaited[0]].ready = ("choho",)
    async with desk(folder, game, size=ROOMY) as at:
        await at.press("question_mark")
        for words in ("Leave: what the treasures", "With Choho, that counts a swap", "flags of elite guards"):
            assert words in at.text


def test_the_letters_on_the_board_are_explained() -> None:
    board, game = NinjatoBoard("ninjato"), played_at_random(3, 40)
    lines = [line for section in board.legend(game.view(0)) for line in section.paragraphs]
    for letter in "fsvjg":
        assert any(line.startswith(f"{letter}: ") for line in lines)
    for clan in "TMG":
        assert any(line.startswith(f"{clan}: ") for line in lines)
    marks = {line.split(": ")[0] for line in lines}
    assert {"▸", "•", "×", "+8", "?", "G39m", "5/1", "3+5", "v*"} <= marks


async def test_what_is_explained_does_not_say_that_nothing_is_refused(folder: Path) -> None:
    async with desk(folder, in_stage("act")) as at:
        await at.press("3", "1", "question_mark")
        assert "House 1, " in at.text
        assert "Nothing is refused now" not in at.text


def test_an_explanation_names_the_guards_that_may_come_and_who_has_raided_a_house() -> None:
    view = seen(in_stage("decide"))
    odds = raid_odds(view.table)
    assert odds is not None
    text = " ".join(words for page in explain(view, "banzai") for words in page.paragraphs)
    assert all(f"{card} ×{count}" in text for card, (count, _wins) in odds.guards.items())
    assert "If the raid fails, " in text
    assert "×" not in " ".join(words for page in explain(view, "banzai", aids=False) for words in page.paragraphs)
    number = view.table.raid.house + 1
    house, *_weighed = explain(view, f"raid {number}")
    assert house.paragraphs[-1] == f"Raided in this round by {view.names[view.seat]}."


def test_the_overview_counts_the_decks_and_names_all_rumours_once_the_game_is_over() -> None:
    board, game = NinjatoBoard("ninjato"), bots_until(lambda view: view.table.stage == "act", 2)
    decks = board.overview(seen(game))[-1]
    assert decks.title == "Left in the decks"
    assert f"envoys {len(game.position.decks['envoys'])};" in decks.paragraphs[0]
    over = played_at_random(3, 900)
    assert not over.awaited
    for seat, player in enumerate(over.position.players):
        words = " ".join(board.overview(over.view((seat + 1) % 3))[seat].paragraphs)
        assert all(of.rumour(code) in words for code in player.rumours)
