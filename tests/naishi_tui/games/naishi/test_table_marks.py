"""Table marks: last turn, emissaries, known cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from naishi import Cell, PlayerView
from naishi.sessions import PACES
from naishi_tui.games.naishi import board_view
from naishi_tui.games.naishi.board_view import Steps
from naishi_tui.games.naishi.cards.card import CardFace, CardRow, CardSlot
from naishi_tui.games.naishi.cards.card_text import name
from naishi_tui.games.naishi.cards.faces import changed_by
from tests.naishi_tui.desk import COMPACT, ROOMY, STANDARD, Desk, desk, game_after, still
from tests.naishi_tui.waiting import until

MOVING = still(animations=True, pace="relaxed")
ROWS = "#their-line", "#river", "#my-line"


def marked(at: Desk) -> frozenset[Cell]:
    """What is marked as changed on the other side, and in the River."""
    return frozenset(changed_by(at.table.board_view.steps.marked, 0).changed)


def faces(at: Desk, row: str) -> list[str]:
    """The names of the cards in a row."""
    return [face.name for face in _faces(at, row)]


def worth(at: Desk, row: str) -> list[str]:
    """What the cards of a row are worth."""
    return [face.worth for face in _faces(at, row)]


def _faces(at: Desk, row: str) -> list[CardFace]:
    return [slot.face for slot in at.app.screen.query_one(row, CardRow).query(CardSlot) if slot.face is not None]


def names_in(view: PlayerView) -> list[list[str]]:
    """The names of the cards in those rows."""
    rows = view.theirs.line, [pile.top for pile in view.river], view.mine.line
    return [[name(card) for card in row if card is not None] for row in rows]


class TestLastTurn:
    TURN = ("develop L1", "end", "develop L4", "swap R1 R2")

    async def test_is_told_with_the_cards_names(self, folder: Path) -> None:
        game = game_after(*self.TURN)
        names = [str(card).capitalize() for event in game.events(0)[-2:] for card in event.cards]
        async with desk(folder, game, size=COMPACT) as at:
            for size in (COMPACT, STANDARD, ROOMY):
                await at.resize(*size)
                told = at.text_of("#last-turn")
                assert all(name in told for name in names), told
            await at.act("develop L2")
            assert at.text_of("#last-turn") == told, "it stays while one plays"

    async def test_is_told_on_the_cover_too(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), uncovered=False) as at:
            assert "Bruno placed" in at.text
            assert "Bruno swapped" in at.text


class TestShownTurn:
    TURN = ("develop L1", "end", "develop L4", "swap R1 R2")

    @pytest.fixture
    def slowly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have the first frame stay."""
        monkeypatch.setattr(board_view, "BEAT", 3600)
        monkeypatch.setitem(PACES, "relaxed", 3600)

    @pytest.mark.usefixtures("slowly")
    async def test_a_key_shows_all_at_once(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), settings=MOVING) as at:
            assert marked(at) == {Cell.L4, Cell.R4}
            assert "swap" not in at.text_of("#last-turn")
            await at.press("right")
            assert marked(at) == {Cell.L4, Cell.R4, Cell.R1, Cell.R2}
            assert at.cursor == (2, 3), "the key does what it always does"
            assert "swap" in at.text_of("#last-turn")
            await at.press("right")
            assert at.table.board_view.steps.marked == ()

    @pytest.mark.usefixtures("slowly")
    async def test_begins_with_the_cards_as_they_lay(self, folder: Path) -> None:
        game = game_after(*self.TURN)
        then, now = game.at(len(game.actions) - 2).view(0), game.view(0)
        async with desk(folder, game, settings=MOVING) as at:
            assert [faces(at, row) for row in ROWS] == names_in(then)
            assert "Enter:" not in at.text_of("#prompt"), "nothing is said of cards that will lie elsewhere at once"
            await at.press("right")
            assert [faces(at, row) for row in ROWS] == names_in(now) != names_in(then)
            assert "Enter:" in at.text_of("#prompt")

    @pytest.mark.usefixtures("slowly")
    async def test_enter_and_clicks_choose_nothing_that_was_not_seen(self, folder: Path) -> None:
        played = len(game_after(*self.TURN).actions)
        async with desk(folder, game_after(*self.TURN), settings=MOVING) as at:
            await at.press("enter")
            assert (len(at.actions), at.table.board_view.showing) == (played, False)
            await at.press("enter")
            assert len(at.actions) == played + 1
        async with desk(folder / "other", game_after(*self.TURN), settings=MOVING) as at:
            await at.click_card("#my-line", 2)
            assert (len(at.actions), at.table.board_view.showing) == (played, False)
            await at.click_card("#my-line", 2)
            assert len(at.actions) == played + 1

    async def test_enter_chooses_nothing_the_moment_that_a_turn_has_been_shown(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(board_view, "REACTION", 3600)
        played = len(game_after(*self.TURN).actions)
        async with desk(folder, game_after(*self.TURN), settings=still(animations=True, pace="quick")) as at:
            await until(lambda: not at.table.board_view.showing, "all frames")
            await at.press("enter")
            await at.click_card("#my-line", 2)
            assert len(at.actions) == played, "it was meant for the frame before"
            await at.press("4", "down", "enter")
            assert len(at.actions) == played + 1, "whoever moves the cursor has seen the cards"

    async def test_enter_that_was_typed_before_a_turn_came_chooses_nothing(self, folder: Path) -> None:
        game = game_after(*self.TURN)
        async with desk(folder, game) as at:
            view = at.table.board_view
            for late, ignored in ((False, True), (True, False)):
                view.steps = Steps(())
                early = events.Key("enter", None)
                view.view_changed(game.at(len(game.actions) - 2).view(0))
                view.key_pressed(events.Key("enter", None) if late else early)
                assert view.cut_short is ignored

    @pytest.mark.usefixtures("slowly")
    async def test_what_an_own_card_was_worth_is_shown_before_a_decree_takes_it(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "decree L1"), settings=MOVING) as at:
            before = worth(at, "#my-line")
            assert before[0] == "0", "a ninja with nothing to copy"
            await at.press("right")
            assert worth(at, "#my-line")[0].startswith("-5/"), "a mountain"

    async def test_goes_on_by_itself(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN), settings=still(animations=True, pace="quick")) as at:
            view = at.table.board_view
            await until(lambda: view.steps.frame >= 2, "the second action")
            await until(lambda: not view.showing, "all frames")
            assert len(view.steps.marked) == 2

    @pytest.mark.usefixtures("slowly")
    async def test_an_older_turn_is_not_shown_again(self, folder: Path) -> None:
        async with desk(folder, game_after(*self.TURN, "develop L3"), settings=MOVING) as at:
            assert at.game.turn == 0
            assert not at.table.board_view.showing


class TestMarks:
    async def test_what_the_opponent_changed_is_marked_until_the_first_key(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "develop L4", "swap R1 R2")) as at:
            assert "•" in at.text_of("#their-line")
            assert at.text_of("#river").count("•") == 3
            assert changed_by(at.table.board_view.steps.marked, 0).changed == {Cell.L4, Cell.R4, Cell.R1, Cell.R2}
            await at.press("left")
            assert "•" not in at.text

    async def test_an_own_card_taken_by_decree_is_marked(self, folder: Path) -> None:
        async with desk(folder, game_after("develop L1", "end", "decree H2")) as at:
            assert changed_by(at.table.board_view.steps.marked, 0).changed_mine == {Cell.H2}
            assert "•" in at.text_of("#my-hand")

    async def test_chosen_and_possible_cards_are_marked_by_shape(self, folder: Path) -> None:
        async with desk(folder, game_after()) as at:
            await at.press("s", "1", "enter")
            assert at.text_of("#my-line").count("◆") == 1
            assert at.text_of("#my-line").count("◇") == 4
            assert at.text_of("#my-hand").count("◇") == 1
            assert "◇" not in at.text_of("#river")


async def test_the_memory_aid_shows_what_is_known_and_only_then(folder: Path) -> None:
    async with desk(folder, game_after("develop L1", "end", "develop H3", "end")) as at:
        await at.press("left")
        assert at.text_of("#their-hand").strip(" ▒\n") == ""
    async with desk(
        folder, game_after("develop L1", "end", "develop H3", "end"), settings=still(memory_aid=True)
    ) as at:
        known = at.table.view.theirs.hand[2]
        assert known is not None
        assert str(known).capitalize() in at.text_of("#their-hand")


async def test_a_players_marks_are_the_same_for_both(folder: Path) -> None:
    async with desk(folder, game_after("swap L1 L2", "develop L1", "develop L1", "end")) as at:
        court = at.text_of("#court").splitlines()[1]
        assert "● · ·" in court
        assert "● Aiko 1 emissary free" in at.text
        await at.act("swap L1 L2")
        await at.act("develop L1")
        await at.pass_on()
        assert at.table.view.seat == 1
        assert "● ● ·" in at.text_of("#court")
        assert "● Aiko no emissary free" in at.text
        assert "▲ Bruno 2 emissaries free" in at.text
