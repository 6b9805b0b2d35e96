"""Hidden cards at a shared keyboard in line mode."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from naishi import Game, Player
from naishi.games.naishi.analysis.choices import CHOICES, Depth
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.plain.console import COVER
from naishi.plain.local import StandardLines
from naishi.saves import Saves, Summary
from naishi.tabletop import pins
from naishi.tabletop.pins import hash_pin
from tests.naishi.plain.hearing import hear, kept
from tests.naishi.plain.shared import of_type, talk
from tests.naishi.saving import play

pytestmark = pytest.mark.ci

WRONG = "That is not Aiko's PIN. Try again in {} second{}."


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time for those who have to wait: it stands still."""
    now = [100.0]
    monkeypatch.setattr(pins, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def slowly(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a PIN take five seconds to type."""
    before = StandardLines.read_secret

    async def read_secret(lines: StandardLines, prompt: str) -> str | None:
        clock[0] += 5
        return await before(lines, prompt)

    monkeypatch.setattr(StandardLines, "read_secret", read_secret)


def of_both(folder: Path, *actions: str, pins: tuple[str | None, str | None] = ("1234", "5678")) -> str:
    """Save a game of Aiko and Bruno, with their PINs; return its id."""
    players = (Player(name=name, pin=pin and hash_pin(pin)) for name, pin in zip(("Aiko", "Bruno"), pins, strict=True))
    with Saves(folder).create(Game.new(7, (*players,))) as opened:
        for action in ("give 1", "give 1", *actions):
            play(opened, action)
    return opened.id


def hands(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith("Hand ")]


def test_after_a_wrong_pin_even_the_right_one_has_to_wait(tmp_path: Path) -> None:
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", "", "0000", "1234", "quit", "quit")
    assert [line for line in said if "second" in line] == [
        WRONG.format(1, ""),
        "Not yet: wait 1 second before you type the PIN.",
    ]
    assert not [line for line in said if "Your turn, Aiko" in line]


def test_how_to_go_on_without_a_pin_is_said_after_the_first_wrong_one_alone(tmp_path: Path) -> None:
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", "", "0000", "1111", "2222", "quit", "quit")
    assert said.count("To leave the game, type quit.") == 1
    assert sum("type forgotten" in line for line in said) == 1


@pytest.mark.usefixtures("slowly")
def test_the_wait_grows_and_the_right_pin_opens_however_many_were_wrong(tmp_path: Path) -> None:
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", "", "0", "1", "2", "3", "1234", "quit", "quit")
    waits = [WRONG.format(seconds, "s" if seconds > 1 else "") for seconds in (1, 2, 4, 4)]
    assert [line for line in said if line.startswith("That is not")] == waits
    assert "Round 1. Your turn, Aiko." in said


def test_a_wrong_pin_in_a_replay_counts_at_the_table_and_after_leaving(tmp_path: Path) -> None:
    id_ = of_both(tmp_path)
    said = hear(tmp_path, f"replay {id_}", "side", "0", "quit", f"resume {id_}", "", "1234", "quit", "quit")
    assert WRONG.format(1, "") in said
    assert "Not yet: wait 1 second before you type the PIN." in said
    assert "Round 1. Your turn, Aiko." not in said


def test_the_pin_of_who_agrees_to_drop_one_counts_too(tmp_path: Path) -> None:
    typed = "", "forgotten", "0", "", "forgotten", "5678", "", "quit"
    id_ = of_both(tmp_path)
    said = hear(tmp_path, f"resume {id_}", *typed, "quit")
    assert "That is not Bruno's PIN. Try again in 1 second." in said
    assert said.count("The PIN stays.") == 2
    assert Saves(tmp_path).load(id_).players[0].pin is not None


def test_whose_pin_is_dropped_sits_down_first_though_nobody_hands_over(tmp_path: Path) -> None:
    id_ = of_both(tmp_path)
    said = hear(tmp_path, f"resume {id_}", "", "forgotten", "5678", handover="never")
    assert Saves(tmp_path).load(id_).players[0].pin is None
    assert "Round 1. Your turn, Aiko." not in said, "Bruno is at the keyboard"
    assert "Round 1. Your turn, Aiko." in hear(tmp_path, f"resume {id_}", "", "quit", "quit", handover="never")


@pytest.mark.parametrize("tried", [("side", "1234", "side", "9999"), ("side", "9999")])
def test_whoever_failed_at_a_cover_of_a_replay_comes_back_to_a_covered_table(
    tmp_path: Path, tried: tuple[str, ...]
) -> None:
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", "", "1234", "replay", *tried, "quit", "hand", "quit", "quit")
    back = said.index("Back in the game.")
    assert hands(said[back:]) == []


def test_who_plays_on_with_a_person_leaves_nobody_a_way_around_their_pin(tmp_path: Path) -> None:
    replay = NaishiReplay(Saves(tmp_path).load(of_both(tmp_path)))
    replay.go(2)
    new = replay.branch(replay.players, unknown_to=0)
    assert [player.pin for player in new.players] == [player.pin for player in replay.players]


def test_nothing_typed_is_no_wrong_pin(tmp_path: Path) -> None:
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", "", "", "1234", "quit", "quit")
    assert "Round 1. Your turn, Aiko." in said


def test_a_script_ends_at_a_wrong_pin(tmp_path: Path) -> None:
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", "0", "1234", "quit", "quit", person=False)
    assert said[-1] == WRONG.format(1, "")


def test_a_program_hears_what_is_wrong_with_a_pin_and_can_leave(tmp_path: Path) -> None:
    objects = talk(tmp_path, f"resume {of_both(tmp_path)}", "0", "1234", "quit", {"do": "saves", "tag": 1})
    assert [(each["code"], each["text"]) for each in of_type(objects, "error")] == [
        ("refused", WRONG.format(1, "")),
        ("refused", "Not yet: wait 1 second before you type the PIN."),
    ]
    assert [each["secret"] for each in of_type(objects, "question")] == [True] * 3
    assert not of_type(objects, "state")
    assert of_type(objects, "reply")[-1]["tag"] == 1


@pytest.mark.parametrize("handover", ["always", "never"])
def test_a_pin_covers_at_the_table_and_in_a_replay(tmp_path: Path, handover: str) -> None:
    id_ = of_both(tmp_path, pins=(None, "5678"))
    typed = "", "hand", "develop l4", "end", "", "5678", "quit"
    said = hear(tmp_path, f"resume {id_}", *(typed if handover == "always" else typed[1:]), "quit", handover=handover)
    shown, asked = said.index(hands(said)[-1]), said.index("Round 1. Your turn, Bruno.")
    assert said[shown:asked].count("") >= COVER
    alone = [""] if handover == "always" else []
    said = hear(tmp_path, f"replay {id_}", "side", *alone, "side", "0", "hand", "quit", "quit", handover=handover)
    assert "You see what Aiko sees." in said
    assert "You see what Bruno sees." not in said
    assert not hands(said)


@pytest.mark.parametrize("kind", ["beginner", "human"])
def test_only_who_plays_against_a_person_is_asked_whether_they_are_alone(tmp_path: Path, kind: str) -> None:
    id_ = kept(tmp_path, "give 1", kinds=("human", kind))
    said = hear(tmp_path, f"replay {id_}", "side", "table", "quit", "quit")
    assert ("You see what Aiko sees." in said) is (kind == "beginner")


def test_whose_pin_is_unknown_is_passed_by(tmp_path: Path) -> None:
    said = hear(tmp_path, f"replay {of_both(tmp_path)}", "side", "0", "side", "5678", "finish", "hand", "quit", "quit")
    assert "You see what Bruno sees." in said
    assert len(hands(said)) == 5


def test_the_cards_of_one_side_are_out_of_sight_before_the_next(tmp_path: Path) -> None:
    typed = "side", "1234", "finish", "hand", "side", "5678", "hand", "side", "quit"
    said = hear(tmp_path, f"replay {of_both(tmp_path)}", *typed, "quit")
    places = [said.index(f"You see what {who}.") for who in ("Aiko sees", "Bruno sees")]
    places.append(len(said) - 1 - said[::-1].index("You see what everyone at the table sees."))
    for before, after in pairwise(places):
        assert said[before:after].count("") >= COVER


def test_who_has_looked_in_a_replay_does_not_come_back_to_the_other_table(tmp_path: Path) -> None:
    typed = "", "1234", "replay", "side", "0", "side", "5678", "quit", "hand", "quit"
    said = hear(tmp_path, f"resume {of_both(tmp_path)}", *typed, "quit")
    assert "You see what Bruno sees." in said
    assert "Back in the game." in said
    assert not hands(said)


@pytest.mark.usefixtures("slowly")
def test_a_replay_from_an_open_side_covers_the_table_of_who_has_a_pin(tmp_path: Path) -> None:
    id_ = of_both(tmp_path, pins=("1234", None))
    typed = "", "1234", "replay", "side", "1234", "side", "quit", "hand", "quit"
    said = hear(tmp_path, f"resume {id_}", *typed, "quit", handover="never")
    assert "You see what Bruno sees." in said
    assert not hands(said)


@pytest.mark.usefixtures("slowly")
def test_who_comes_back_from_their_own_side_is_not_asked_again(tmp_path: Path) -> None:
    typed = "", "1234", "replay", "side", "1234", "quit", "hand", "quit"
    assert len(hands(hear(tmp_path, f"resume {of_both(tmp_path)}", *typed, "quit"))) == 5


def test_what_one_side_has_weighed_is_not_gone_through_from_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHOICES, "quick", Depth(worlds=4, rounds=1, candidates=3, trials=0))
    typed = "finish", "side", "1234", "choices", "side", "5678", "better", "hand", "side", "better", "hand", "quit"
    said = hear(tmp_path, f"replay {of_both(tmp_path)}", *typed, "quit")
    assert said.count("It is Aiko's turn here, and only Aiko may know more.") == 2
    assert not [line for line in said if line.startswith("Better line")]


def test_what_is_played_on_from_a_side_stays_behind_its_pin(tmp_path: Path) -> None:
    id_ = of_both(tmp_path)
    hear(tmp_path, f"replay {id_}", "side", "1234", "finish", "play strong", "quit", "quit")
    begun = next(entry.id for entry in Saves(tmp_path).list() if isinstance(entry, Summary) and entry.id != id_)
    said = hear(tmp_path, f"resume {begun}", "0", "hand", "quit", "quit")
    assert WRONG.format(1, "") in said
    assert not hands(said)


@pytest.mark.parametrize("command", ["replay", "analyse"])
def test_no_side_of_a_game_that_is_open_elsewhere_is_looked_from(tmp_path: Path, command: str) -> None:
    id_ = of_both(tmp_path)
    with Saves(tmp_path).open(id_):
        said = hear(tmp_path, f"{command} {id_}", "side", "1234", "hand", "quit", "quit")
    assert "You see what Aiko sees." not in said
    assert not hands(said)
