"""End of a game: copies, score pad, rematch."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import cycle
from pathlib import Path

import pytest

from naishi import Deal, Game, Phase, Player
from naishi.games.naishi.analysis.exercises import AnalysisRun, AnalysisStore
from naishi.games.naishi.bots.engine.ninjas import copies
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.cards import BASE_CARDS, TERRITORY, Card, Cell
from naishi.tabletop.chance import DealProof
from naishi.tabletop.players import HUMAN
from naishi_tui.games.naishi import score as score_view
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.gift import Ninja
from naishi_tui.games.naishi.reading import WholeLog
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.study.analysis import AnalysisScreen
from naishi_tui.home.home import Home
from naishi_tui.messages import ShowNextScreen
from naishi_tui.table.cover import Handover
from tests.naishi.games.naishi.analysis.analysed import keep_made_up, made_up
from tests.naishi_tui.desk import (
    COMPACT,
    GRAND,
    NAMES,
    ROOMY,
    STANDARD,
    Desk,
    at_a_ninja,
    desk,
    finished,
    region_of,
    still,
)
from tests.naishi_tui.games import before_the_end, over
from tests.naishi_tui.waiting import settle, until


def cursor_of(at: Desk) -> tuple[int, int]:
    """Where the cursor's left bar is drawn: column and line."""
    return next((line.index("▐"), y) for y, line in enumerate(at.lines) if "▐" in line)


class TestNinja:
    @pytest.mark.ci
    async def test_copies_any_character_it_may_by_keys_and_by_mouse(self, folder: Path) -> None:
        actions = at_a_ninja().legal_actions()
        assert len(actions) >= 4
        async with desk(folder) as at:
            for action, act in zip(actions, cycle((at.act, at.act_by_mouse)), strict=False):
                await at.play(at_a_ninja())
                await act(action)
                assert at.actions[-1] == action.text

    async def test_says_whose_ninja_it_is_and_what_a_copy_is_worth(self, folder: Path) -> None:
        async with desk(folder, at_a_ninja()) as at:
            assert "Aiko's ninja" in at.lines[0]
            assert "Which character does your ninja at L2 copy?" in at.prompt
            assert "Enter: copy Advisor for 4 points, 10 in all." in at.prompt

    async def test_begins_at_the_copy_that_the_score_so_far_counts_on(self, folder: Path) -> None:
        game = at_a_ninja()
        best = max(copies(game.view(game.turn)), key=lambda each: each.sheet.total)
        async with desk(folder, game) as at:
            assert f"Enter: copy {best.action.card.noun} for" in at.prompt
            assert f"{best.sheet.total} in all." in at.prompt
            await at.press("enter")
            assert at.actions[-1] == best.action.text

    async def test_without_hints_begins_at_the_first_character(self, folder: Path) -> None:
        async with desk(folder, at_a_ninja(), settings=still(hints=False)) as at:
            ninja = at.screen(Ninja)
            assert ninja.ninja.territories.pointed[1] == ninja.ninja.targets[0]

    async def test_a_card_that_can_not_be_copied_says_so(self, folder: Path) -> None:
        async with desk(folder, at_a_ninja()) as at:
            before = at.actions
            await at.click_card("#line-1", 0)
            await at.press("enter")
            assert "another character in its own territory" in at.prompt
            assert at.actions == before

    async def test_undo_takes_the_last_turn_back(self, folder: Path) -> None:
        async with desk(folder, at_a_ninja()) as at:
            await at.press("u")
            await at.uncover()
            assert at.game.phase is Phase.PLAY

    @pytest.mark.ci
    @pytest.mark.parametrize(
        ("size", "keys"),
        [
            (COMPACT, "←→↑↓"), ((180, 50), "hlkj"),
            pytest.param(STANDARD, "hlkj", marks=pytest.mark.slow), pytest.param(ROOMY, "←→↑↓", marks=pytest.mark.slow),
        ],
    )  # fmt: skip
    async def test_the_cursor_goes_where_the_arrow_points(self, folder: Path, size: tuple[int, int], keys: str) -> None:
        """Over all twenty cards."""
        names = dict(zip("←→↑↓", ("left", "right", "up", "down"), strict=True))
        left, right, up, down = (names.get(key, key) for key in keys)
        async with desk(folder, at_a_ninja(), size=size) as at:
            ninja = at.screen(Ninja)
            await at.press(*[up] * 4, *[left] * 10)
            seen = []
            for y in range(4):
                for x in range(5):
                    seen.append(cursor_of(at))
                    assert ninja.ninja.territories.pointed == (y // 2, TERRITORY[y % 2 * 5 + x])
                    await at.press(right)
                await at.press(*[left] * 10, down)
            assert len({*seen}) == 20
            assert seen == sorted(seen, key=lambda at: (at[1], at[0])), "as they lie on the screen"

    @pytest.mark.ci
    async def test_the_cursor_stays_on_its_card_when_the_window_changes(self, folder: Path) -> None:
        async with desk(folder, at_a_ninja(), size=ROOMY) as at:
            ninja = at.screen(Ninja)
            await at.press("right", "right", "right", "right")
            for size, key in ((COMPACT, "down"), (ROOMY, "down"), ((180, 50), "left"), (STANDARD, "down")):
                pointed = ninja.ninja.territories.pointed
                await at.resize(*size)
                assert ninja.ninja.territories.pointed == pointed
                await at.press(key)
            assert ninja.ninja.territories.pointed == (1, Cell.H4), "three rows below, and one to the left"


class TestDeal:
    @pytest.mark.ci
    async def test_is_said_to_be_right_or_why_it_cannot_be_checked_where_a_card_is_explained(
        self, folder: Path
    ) -> None:
        proof = DealProof.seated("0" * 32, ("rain", ""))
        players = Player(name="Aiko"), Player(name="Bruno")
        dealt = Game(GameRecord(players=players, deal=Deal.random(proof.seed), proof=proof))
        async with desk(folder, settings=still()) as at:
            await at.play(dealt)
            await at.press("question_mark")
            assert "deal" not in "\n".join(at.lines), "the game goes on"
            await at.press("escape")
            while dealt.outcome is None:
                dealt.play(dealt.legal_actions()[0])
            for game, said in ((dealt, "The deal is right: it follows from"), (finished(), "deal can't be checked")):
                await at.play(game)
                await at.press("question_mark")
                assert said in "\n".join(at.lines)
                await at.press("escape")


class TestScore:
    async def test_the_only_person_at_the_table_is_addressed(self, folder: Path) -> None:
        game = over()
        assert game.outcome is not None
        kinds = [HUMAN if seat == game.outcome.winner else "beginner" for seat in (0, 1)]
        players = tuple(Player(name=name, kind=kind) for name, kind in zip(NAMES, kinds, strict=True))
        async with desk(folder, Game(game.record.model_copy(update={"players": players}))) as at:
            assert re.search(r"You win \d+–\d+\.", at.prompt)

    async def test_says_who_won_and_why(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            outcome = at.game.outcome
            assert outcome is not None
            assert outcome.winner is not None
            assert f"{at.game.players[outcome.winner].name} wins" in at.prompt
            pad = at.text_of("#pad")
            for card in BASE_CARDS:
                assert str(card).capitalize() in pad
            assert all(str(sheet.total) in pad for sheet in outcome.sheets)

    @pytest.mark.ci
    async def test_marks_the_type_of_the_card_under_the_cursor_and_gives_a_reason(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            score = at.screen(Score)
            for row in ("#line-0", "#hand-0", "#line-1", "#hand-1"):
                for position in range(5):
                    await (at.press("right") if position else at.click_card(row, position))
                    seat, cell = score.points.territories.pointed
                    assert cell.position == position
                    lines = [line for line in score.points.outcome.sheets[seat].lines if cell in line.cells]
                    assert all(line.parts[0].reason in at.prompt for line in lines)
            await at.click_card("#hand-0", 3)
            assert "▸Monk" in at.text_of("#pad")
            assert at.text_of("#pad").count("▸") == 1

    @pytest.mark.ci
    async def test_counts_row_by_row_and_skips_at_any_key(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(score_view, "A_ROW", 3600)
        async with desk(folder, over(), settings=still(animations=True)) as at:
            score = at.screen(Score)
            first = score.points.counted
            assert first < len(BASE_CARDS)
            assert "Counting" in at.prompt
            while score.points.counted < first + 5:
                score.points.count()
            worth = [face.worth for side in score.points.territories.sides for face in side.line.faces]
            assert any(worth) != all(worth), "only cards whose row was counted show their points"
            assert "Turning point" not in at.text
            await at.press("enter")
            assert score.points.counted == len(BASE_CARDS)
            assert at.app.screen is score, "the key that ended the counting did nothing else"
            assert "wins" in at.prompt

    async def test_a_click_ends_the_counting(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(score_view, "A_ROW", 3600)
        async with desk(folder, over(), settings=still(animations=True)) as at:
            assert at.screen(Score).points.counting
            await at.click_card("#hand-0", 1)
            assert not at.screen(Score).points.counting
            assert "wins" in at.prompt

    @pytest.mark.ci
    async def test_counts_to_the_end_by_itself(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(score_view, "A_ROW", 0.01)
        async with desk(folder, over(), settings=still(animations=True)) as at:
            score = at.screen(Score)
            await until(lambda: score.points.counted == len(BASE_CARDS), "all is counted")
            await settle(at.pilot)
            assert "wins" in at.prompt

    @pytest.mark.ci
    async def test_a_rematch_passes_the_first_player_card_on_and_keeps_a_series(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            winner = at.game.outcome.winner if at.game.outcome else None
            assert winner is not None
            name = at.game.players[winner].name
            await at.press("n")
            assert [player.name for player in at.game.players] == ["Bruno", "Aiko"]
            assert at.screen(Handover).player.name == "Bruno"
            assert at.app.game.navigator.series == {name: 1}
            await at.uncover()
            while at.game.phase is not Phase.OVER:
                await at.session.play(at.game.turn or 0, at.game.legal_actions()[0])
            await at.app.show(ShowNextScreen())
            await settle(at.pilot)
            assert "Series" in at.text_of("#pad")
            await at.click("#keys", (at.lines[-1].index("rematch"), 0))
            assert at.screen(Handover).player.name == "Aiko"

    @pytest.mark.ci
    async def test_after_a_rematch_it_is_said_where_a_game_is_that_its_folder_refuses(self, folder: Path) -> None:
        async with desk(folder, finished(7, ("Aiko", Player(name="Bot", kind="beginner")))) as at:
            folder.rename(folder.with_name("gone"))
            folder.write_text("no folder any more")
            await at.press("n")
            folder.unlink()
            folder.with_name("gone").rename(folder)
            await at.leave_game()
            assert "Couldn't write to the saves folder" in at.text
            assert len(at.app.game.unsaved) == 1

    @pytest.mark.ci
    async def test_shows_both_territories_and_the_whole_pad_at_any_size(self, folder: Path) -> None:
        async with desk(folder, over(), size=COMPACT) as at:
            for size in (COMPACT, (70, 22), STANDARD, (100, 30), (114, 20), (120, 24), ROOMY, (180, 50)):
                if size != at.app.size:
                    await at.resize(*size)
                pad = at.text_of("#pad")
                assert all(card_text.name(card) in pad for card in BASE_CARDS)
                assert "Total" in pad
                assert "Aiko" in pad
                text = at.text
                assert all(text.count(f" {cell} ") >= 2 for cell in TERRITORY)
                first, second = (region_of(at, f"#territory-{seat}") for seat in (0, 1))
                assert first.bottom <= second.y

    @pytest.mark.ci
    async def test_leaves_the_pad_a_line_for_each_type_in_a_high_window_of_any_width(self, folder: Path) -> None:
        async with desk(folder, over(), size=STANDARD) as at:
            for size in ((80, 36), (99, 47), (80, 48), (99, 60), (100, 36)):
                await at.resize(*size)
                pad = [line.strip(" ▸").split() for line in at.text_of("#pad").splitlines()]
                types = [line[0] for line in pad if len(line) == 3][: len(BASE_CARDS)]
                assert types == [card_text.name(card) for card in BASE_CARDS]

    @pytest.mark.ci
    async def test_tells_names_apart_that_begin_the_same(self, folder: Path) -> None:
        game = finished(7, ("Player 1", "Player 2"))
        async with desk(folder, game, size=COMPACT) as at:
            assert at.text_of("#pad").splitlines()[0].split() == ["Player", "1", "Pla…2"] * 3
            await at.resize(*ROOMY)
            assert any(line.split() == ["Player", "1", "Player", "2"] for line in at.text_of("#pad").splitlines())
            await at.resize(*COMPACT)
            await at.play(finished(7, ("Bruno", "Chiyo")))
            assert at.text_of("#pad").splitlines()[0].split() == ["Bruno", "Chiyo"] * 3, "five letters have room"

    async def test_names_the_usual_bot_whole_on_the_standard_terminal(self, folder: Path) -> None:
        async with desk(folder, finished(7, ("Aurélie", "Koshikibu"))) as at:
            assert at.text_of("#pad").splitlines()[0].split() == ["Aurélie", "Koshikibu"]

    async def test_tells_the_turning_point_by_points_and_then_by_an_analysis(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            assert "Turning point: round 8" in at.text
            assert "55–53 → 55–73" in at.text
            keep_made_up(folder, over())
            await at.press("g", "escape")
            assert re.search(r"\d+–\d+ → \d+–\d+%", at.text)

    @pytest.mark.ci
    async def test_w_goes_to_the_worst_move(self, folder: Path) -> None:
        keep_made_up(folder, over())
        async with desk(folder, over(), size=GRAND) as at:
            assert "the worst move" in at.text_of("#next")
            await at.press("w")
            worst = max(made_up(over()).mistakes(), key=lambda each: each.loss)
            replay = at.screen(ReplayScreen)
            assert replay.participant.ply == worst.ply
            assert replay.mistake
            assert at.prompt.strip().startswith("The worst move. "), "both are people: it is nobody's own"
            await at.press("escape")
            at.screen(Score)

    @pytest.mark.ci
    async def test_w_goes_on_from_an_analysis_that_has_to_be_made(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(AnalysisScreen, "begin", lambda *_arguments: None)
        async with desk(folder, over()) as at:
            await at.press("w")
            screen = at.screen(AnalysisScreen)
            await screen.take(made_up(over()))
            await settle(at.pilot)
            at.screen(ReplayScreen)

    @pytest.mark.ci
    async def test_w_says_what_it_looks_for(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        async def never(_run: AnalysisRun) -> AsyncIterator[float]:
            await asyncio.Event().wait()
            yield 1.0

        monkeypatch.setattr(AnalysisRun, "steps", never)
        async with desk(folder, over()) as at:
            await at.press("w")
            assert "Looking for the worst move … 0%" in at.text
            await at.press("escape")
            await at.press("a")
            assert "Analysing … 0%" in at.text

    @pytest.mark.ci
    async def test_w_goes_to_the_move_that_lost_most_where_none_is_called_a_mistake(self, folder: Path) -> None:
        found = made_up(over())
        fine = tuple(each.model_copy(update={"loss": each.loss / 1000}) for each in found.decisions)
        AnalysisStore(folder).keep(found.model_copy(update={"decisions": fine}))
        async with desk(folder, over()) as at:
            await at.press("w")
            replay = at.screen(ReplayScreen)
            assert replay.participant.ply == max(fine, key=lambda each: each.loss).ply
            assert replay.mistake

    @pytest.mark.ci
    async def test_a_step_is_clicked(self, folder: Path) -> None:
        async with desk(folder, over(), size=GRAND) as at:
            lines = at.text_of("#next").splitlines()
            assert [line.split()[0] for line in lines[1:]] == ["n", "w", "r", "a", "Esc"]
            await at.click("#next", (2, 3))
            at.screen(ReplayScreen)

    async def test_undo_goes_back_into_the_game(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            await at.press("u")
            await at.uncover()
            assert at.game.phase in {Phase.PLAY, Phase.COPY}

    @pytest.mark.ci
    async def test_shows_the_log_and_is_left_for_home_but_not_with_enter(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            await at.press("g")
            at.screen(WholeLog)
            await at.press("escape")
            at.screen(Score)
            await at.press("enter")
            at.screen(Score)
            assert "n: rematch. Esc: home." in at.prompt
            await at.press("escape")
            at.screen(Home)

    async def test_says_who_declared_the_end(self, folder: Path) -> None:
        game = before_the_end()
        game.play("declare")
        while game.legal_actions():
            game.play(game.legal_actions()[0])
        async with desk(folder, game) as at:
            assert re.search(r"Aiko declared the end\. (Aiko|Bruno) wins,? -?\d+(–| to )-?\d+\.|A draw", at.prompt)

    async def test_a_ninjas_points_stand_with_the_card_it_copies(self, folder: Path) -> None:
        """On the pad of the base game as with the expansion, and beside the table."""
        async with desk(folder, over(), size=GRAND) as at:
            sheet = at.screen(Score).points.outcome.sheets[0]
            (ninja,) = [line for line in sheet.lines if line.copy_of is not None]
            assert ninja.copy_of is not None
            assert ninja.points
            copied = ninja.copy_of.noun.title()
            with_it = sum(line.points for line in sheet.lines if ninja.copy_of in (line.card, line.copy_of))
            rows = {line.split()[0]: line.split()[1:] for line in at.text_of("#pad").splitlines() if line.split()}
            assert rows[copied][0] == str(with_it)
            assert rows["Ninja"][0] == "·"
            at.screen(Score).points.cursor.point_at_row(Card.NINJA, 0)
            assert "in the row of the card it copies" in at.prompt
            await at.press("r", "end")
            beside = {line.split()[0]: line.split()[-1] for line in at.text_of("#score").splitlines() if line.split()}
            assert (beside[copied], beside["Ninja"]) == (str(with_it), "·")

    async def test_a_ninjas_card_shows_what_it_copied(self, folder: Path) -> None:
        async with desk(folder, over()) as at:
            (ninja,) = [line for line in at.screen(Score).points.outcome.sheets[0].lines if line.copy_of is not None]
            assert ninja.copy_of is not None
            face = at.screen(Score).points.territories.sides[0].line.faces[ninja.cells[0].position]
            assert (face.name, face.look) == ("Ninja", str(ninja.copy_of))
            assert face.rule == ("copies", card_text.name(ninja.copy_of))
