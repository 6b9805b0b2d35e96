"""Sample season of Shogun, and the numbers in its comments."""

from __future__ import annotations

from typing import Any

import pytest

from naishi.common import i18n
from naishi.games.shogun.actions import CHESTS
from naishi.games.shogun.data import ACTIONS, BID, board, indexes
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.legal import MUST_LAY
from naishi.games.shogun.position import Happening
from naishi.games.shogun.view import ShogunView
from naishi.sessions.replay import SampleRun


def moments() -> list[tuple[str, ShogunView, list[Happening]]]:
    """Each comment, the view that you have then, and what happened since the one before."""
    sample = SampleRun(SHOGUN.sample())
    found = []
    while not sample.at_end:
        done = [Happening(*each) for event in sample.since_last() for each in event.facts["happened"]]
        found.append((sample.comment.text, sample.view, done))
        sample.go_to(sample.place + 1)
    return found


def battle(done: list[Happening]) -> tuple[Any, ...]:
    """The cubes that went in and fell out in the one battle, how many armies hold the province, and for whom."""
    (found,) = (each for each in done if each.kind == "battle")
    return tuple(found.cubes), tuple(found.fell), found.item, found.word


def moment(words: str) -> tuple[str, ShogunView, list[Happening]]:
    (found,) = (each for each in moments() if words in each[0])
    return found


def land(view: ShogunView, code: str) -> Any:
    return next(each for each in view.land if each.code == code)


def test_it_is_one_whole_season_that_a_record_reads_again() -> None:
    game = SHOGUN.sample().game
    assert (game.round, game.view().ask, game.result) == (2, "plan", None)
    assert SHOGUN.read(game.document()).position_text() == game.position_text()
    assert 15 <= len(moments()) <= 25


def test_what_is_said_of_the_beginning_is_so() -> None:
    text, view, _done = moment("you are A")
    assert text.startswith("You begin with 9 provinces")
    assert "18 chests" in text
    assert sum(each.owner == 0 for each in view.land) == 9
    assert view.seats[0].chests == 18
    _text, view, _done = moment("Five lie open")
    assert view.order == ("raise1", "rice", "theatre", "raise3", "tax", "", "", "", "", "")


def test_what_is_said_of_the_plan_is_so() -> None:
    box, at = board(), indexes()
    text, view, _done = moment("Harima shall build a castle")
    assert "for 3 chests, and Sagami a theatre, for 1." in text
    assert (box.costs[ACTIONS.index("castle")], box.costs[ACTIONS.index("theatre")]) == (3, 1)
    text, _view, _done = moment("Both cost a little peace")
    assert "Mino gives 5 rice, and Tamba pays 7 chests" in text
    assert (box.provinces[at["Mino"]].rice, box.provinces[at["Tamba"]].tax) == (5, 7)
    assert "raises 5 armies for 3 chests" in moment("Owari raises")[0]
    text, view, _done = moment("That is your plan")
    assert f"at least {MUST_LAY} have to" in text
    assert view.plans == (None, None, None)
    _text, view, _done = moment("All plans are in")
    assert view.plans[0] is not None
    assert view.plans[0][BID] == "2"
    for plan in view.plans[1:]:
        assert plan is not None
        assert {*plan[:BID]} == {"?"}, "the plans of the others stay secret"


def test_what_is_said_of_the_order_of_turns_is_so() -> None:
    text, view, done = moment("All plans are in")
    assert "2 farmers defend each neutral province" in text
    bids = [each.number - CHESTS for each in done if each.kind == "bid"]
    assert bids[:2] == [2, 1]
    assert bids[2] < 0, "Chika bids a province"
    assert view.seats[0].chests == 18 - 2
    text, view, _done = moment("a chest more from taxes")
    assert [view.names[seat] for seat in view.turns] == ["Bruno", "Chika", "Aiko"]
    assert text.endswith("Bruno, Chika, Aiko.")


def test_what_is_said_of_the_first_five_actions_is_so() -> None:
    text, view, done = moment("Five are done")
    assert view.done == 5
    assert "You have 5 rice" in text
    assert view.seats[0].rice == 5
    assert "8 chests from Tamba" in text
    assert [each.number for each in done if (each.kind, each.seat) == ("gained", 0)] == [5, 8]
    assert [land(view, code).markers for code in ("Min", "Tam")] == [1, 1]
    assert land(view, "Sag").buildings == "n"


def test_what_is_said_of_the_battles_is_so() -> None:
    text, view, done = moment("A battle: Bruno attacks Kozuke")
    assert "his 4 armies, one of them by his special card, and 2 farmers" in text
    assert "loses 1 for it, and holds Kozuke with 2." in text
    assert "3 of his fell out and 1 farmer" in text
    assert battle(done) == ((0, 4, 0, 2), (3, 3, 0, 1), 2, "attacker")
    assert (land(view, "Koz").owner, land(view, "Koz").armies) == (1, 2)
    _text, view, _done = moment("two armies go to Kai")
    assert land(view, "Mus").armies == 3
    text, view, done = moment("Bad luck!")
    assert "3 of your cubes fell out, but 4 farmers" in text
    assert battle(done) == ((2, 0, 0, 2), (3, 3, 0, 4), 0, "")
    assert (land(view, "Kai").owner, land(view, "Mus").armies) == (-1, 1)
    _text, view, done = moment("takes Omi from Chika")
    assert [each.seat for each in done if each.kind == "card"] == [2]
    text, view, done = moment("Totomi is yours")
    assert "5 of your cubes fell out, though you threw in 4" in text
    assert battle(done) == ((4, 0, 0, 2), (5, 1, 0, 2), 3, "attacker")
    assert (land(view, "Tot").owner, land(view, "Tot").armies) == (0, 3)


def test_what_is_said_of_the_end_is_so() -> None:
    text, view, _done = moment("The other actions followed")
    assert text.endswith("10 provinces, 17 chests and 5 rice.")
    assert sum(each.owner == 0 for each in view.land) == 10
    assert (view.seats[0].chests, view.seats[0].rice) == (17, 5)
    assert (land(view, "Owa").armies, land(view, "Har").buildings) == (2 + 5, "c")
    assert (view.year, view.time) == (1, 2)


@pytest.mark.parametrize("language", ["fr", "pl", "de"])
def test_it_is_told_in_every_language(language: str) -> None:
    i18n.use(i18n.load(language))
    assert len(SHOGUN.sample().comments) == len(moments())
