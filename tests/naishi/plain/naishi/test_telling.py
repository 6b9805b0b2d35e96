"""Narration of a game: no repeats, no omissions."""

from __future__ import annotations

import asyncio
import io
import os
import threading
from pathlib import Path

import pytest

from naishi import Game, Player
from naishi.common.i18n import BotFailedError
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.plain import session_room
from naishi.plain.console import Console, spoken
from naishi.plain.local import StandardLines
from naishi.plain.naishi.game import PlainGame
from naishi.saves import Saves
from naishi.sessions import Session
from naishi.tabletop.pins import hash_pin
from tests.naishi.plain.hearing import Typist, context_of, hear, hear_game, kept, kept_position
from tests.naishi.plain.naishi.shared import BOTH_BEGUN

ONE_NINJA = "A/A/A/-/- FXSAM/MMMMM MMMMM/MMMMM 000:000 0 - 0 -"
"""After Aiko's last turn her ninja copies a sentinel or an advisor; two piles are empty already."""


def test_what_a_ninja_has_to_do_is_asked_and_open_hands_are_told(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, ONE_NINJA)
    said = hear_game(tmp_path, id_, "", "develop line 1", "end", "quit")
    opened = said.index("The last turn is over, and both Hands are open.")
    assert said[opened + 1].startswith("Bruno's Hand: Mountain, ")
    assert said[-1] == "Aiko, say what your ninja at Line 2 copies: Advisor, Sentinel."


@pytest.mark.ci
def test_open_hands_are_covered_no_more(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, ONE_NINJA, "develop L1", "end", pin=hash_pin("1234"))
    said = hear_game(tmp_path, id_, "copy l2 sentinel", "quit")
    assert "Your ninja at Line 2 copies a sentinel." in said
    assert not any("PIN" in line or "Press Enter when you are alone" in line for line in said)


def test_the_only_ninja_needs_no_place(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, ONE_NINJA)
    said = hear_game(tmp_path, id_, "", "develop line 1", "end", "copy l2", "copy sentinel", "quit")
    assert "Write it like this: copy hand 3 advisor" in said
    assert "Your ninja at Line 2 copies a sentinel." in said


@pytest.mark.parametrize("kinds", [("human", "beginner"), ("beginner", "human")])
def test_nothing_is_said_twice_when_a_game_with_a_bot_begins(tmp_path: Path, kinds: tuple[str, str]) -> None:
    id_ = kept(tmp_path, kinds=kinds)
    said = hear_game(tmp_path, id_, "quit")
    assert len({*said}) == len(said)
    assert said[-3].endswith("give one of your two dealt cards: give 1 or give 2.")


def test_nothing_is_said_twice_when_a_finished_game_is_resumed(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, ONE_NINJA, "develop L1", "end", "copy L2 advisor")
    said = hear_game(tmp_path, id_, "quit")
    assert sum("wins" in line or "A draw" in line for line in said) == 1
    assert sum(line.startswith("Aiko: ") for line in said) == 1


def test_who_leaves_a_game_hears_what_can_be_done_with_it(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, ONE_NINJA, "develop L1", "end")
    assert f"Saved. resume {id_} continues it." in hear(tmp_path, f"resume {id_}", "quit", "quit")
    typed = f"resume {id_}", "", "copy sentinel", "quit", "quit"
    assert f"Saved. replay {id_} shows it again." in hear(tmp_path, *typed)


def test_at_a_shared_keyboard_nothing_is_said_twice(tmp_path: Path) -> None:
    id_ = kept(tmp_path, *BOTH_BEGUN)
    said = hear_game(tmp_path, id_, "", "develop line 4", "end", "", "quit")
    his_from = next(n for n, line in enumerate(said) if line.startswith("Aiko placed "))
    hers, his = said[:his_from], said[his_from:]
    assert (len({*hers}), len({*his})) == (len(hers), len(his))
    assert his[1].startswith("River 4: ")
    assert his[2] == "Round 1. Your turn, Bruno."
    assert [line.partition(":")[0] for line in his[3:]] == ["River", "Bruno's Line", "Bruno's Hand"]


def test_who_begins_hears_what_there_is_to_choose_from_and_later_only_what_has_changed(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    said = hear_game(tmp_path, id_, "", "develop line 4", "end", "", "develop line 1", "end", "", "quit")
    turn = said.index("Round 1. Your turn, Aiko.")
    assert [line.partition(":")[0] for line in said[turn + 1 : turn + 4]] == ["River", "Aiko's Line", "Aiko's Hand"]
    assert said[-1] == "Round 2. Your turn, Aiko."


def test_who_plays_with_open_hands_hears_everything_once(tmp_path: Path) -> None:
    id_ = kept(tmp_path, *BOTH_BEGUN)
    said = hear_game(tmp_path, id_, "develop line 4", "end", "quit", handover="never")
    assert sum("placed" in line for line in said) == 1
    assert said[-1] == "Round 1. Your turn, Bruno."


@pytest.mark.ci
def test_who_watches_two_bots_is_not_called_you(tmp_path: Path) -> None:
    id_ = kept(tmp_path, kinds=("beginner", "beginner"))
    said = hear(tmp_path, f"resume {id_}", person=False)
    assert not [line for line in said if "You " in line and not line.startswith("You see")]
    assert [line for line in said if line.startswith("Aiko placed ")]
    assert sum(" wins" in line or "A draw" in line for line in said) == 1


def test_only_the_owner_hears_which_cards_of_a_hand_were_swapped(tmp_path: Path) -> None:
    id_ = kept(tmp_path, *BOTH_BEGUN)
    said = hear_game(tmp_path, id_, "", "hand", "swap hand 3 hand 5", "hand", "develop line 4", "", "quit", hints=False)
    swapped = said.index("You swapped Hand 3 and Hand 5, face down.")
    before, after = said[swapped - 5 : swapped], said[swapped + 1 : swapped + 3]
    card = {line[:7]: line.partition(": ")[2] for line in before}
    assert after == [f"Hand 3: {card['Hand 5:']}", f"Hand 5: {card['Hand 3:']}"]
    assert after != [before[2], before[4]]
    others = said[said.index("Aiko swapped Hand 3 and Hand 5, face down.") :]
    assert not [line for line in others if line.startswith("Hand ")]


def test_undone_is_said_with_what(tmp_path: Path) -> None:
    id_ = kept(tmp_path, *BOTH_BEGUN)
    said = hear_game(tmp_path, id_, "", "swap l1 l5", "undo", "quit")
    assert said[-2:] == ["Undone: You swapped Mountain at Line 1 with Mountain at Line 5.", "Round 1. Your turn, Aiko."]


def test_after_undo_of_a_gift_the_two_cards_are_said_again(tmp_path: Path) -> None:
    id_ = kept(tmp_path, kinds=("human", "beginner"))
    said = hear_game(tmp_path, id_, "give 1", "undo", "quit")
    assert said[-3].startswith("Aiko, give one of your two dealt cards")
    assert [line[:8] for line in said[-2:]] == ["Dealt 1:", "Dealt 2:"]


def test_the_action_that_ended_a_turn_can_be_undone_while_the_keyboard_is_passed_on(tmp_path: Path) -> None:
    id_ = kept(tmp_path, *BOTH_BEGUN)
    said = hear_game(tmp_path, id_, "", "recall", "develop line 4", "end", "undo", "", "undo", "quit")
    assert "Undone: Aiko ended their turn." in said
    assert said[-2].startswith("Undone: You placed ")
    assert said[-1] == "Round 1. Your turn, Aiko."


def test_whatever_else_is_typed_there_uncovers_nobody(tmp_path: Path) -> None:
    id_ = kept(tmp_path)
    said = hear_game(tmp_path, id_, "give 1", "hand", "quit")
    words = "Press Enter alone to go on. undo: undo the last action. clear: clear the terminal. quit: leave."
    assert said == [words] * 2


def test_the_first_empty_pile_is_said_and_why_the_last_turn_has_come(tmp_path: Path) -> None:
    id_ = kept_position(tmp_path, "A/A/AR/AR/AR MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -")
    said = hear_game(
        tmp_path, id_, "", "develop l1", "end", "", "develop l3", "end", "", "develop l2", "end", "", "quit"
    )
    assert sum(line == "A River pile is empty: from now on the end can be declared." for line in said) == 2
    assert said.count("Two River piles are empty: Bruno has the last turn.") == 2
    assert said[-1] == "Round 2. Your last turn, Bruno."


class SlowBots:
    """Bots that choose once they may."""

    def __init__(self) -> None:
        self.may = asyncio.Event()

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView) -> Action:
        await self.may.wait()
        return view.legal_actions[0]


async def test_a_bot_that_takes_long_is_said_to_be_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_room, "PATIENCE", 0)
    players = Player(name="Bot", kind="beginner"), Player(name="Aiko")
    opened, bots, out = Saves(tmp_path).create(Game.new(7, players)), SlowBots(), io.StringIO()
    context = context_of(Console(StandardLines(Typist("quit\n"), out)), tmp_path)
    room = PlainGame(context, Session(opened.game, opened, bots=bots))
    playing = asyncio.ensure_future(room.play())
    while "Bot is thinking." not in out.getvalue():
        await asyncio.sleep(0)
    bots.may.set()
    await playing
    assert out.getvalue().count("Bot is thinking.") == 1


class FailingBots:
    """Bots that fail."""

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView) -> Action:
        raise BotFailedError("It is tired.")


async def test_each_failure_of_a_bot_is_said_once(tmp_path: Path) -> None:
    players = Player(name="Bot", kind="beginner"), Player(name="Aiko")
    opened, out = Saves(tmp_path).create(Game.new(7, players)), io.StringIO()
    context = context_of(Console(StandardLines(Typist("river\nretry\nquit\n"), out)), tmp_path)
    await PlainGame(context, Session(opened.game, opened, bots=FailingBots())).play()
    assert out.getvalue().count("Bot can't continue: It is tired.") == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("48–5", "48 to 5"),
        ("-5 points, +3", "minus 5 points, plus 3"),
        ("53.0 ± 2.1", "53.0 plus or minus 2.1"),
        ("48% to 6 %", "48 percent to 6 percent"),
        ("at H4, not in R2-D2", "at Hand 4, not in R2-D2"),
        ("Develop a card · 1/3", "Develop a card, 1 of 3"),
        ("naishi resume k4m-2", "naishi resume k4m-2"),
        ("F1 and Q3", "F1 and Q3"),
    ],
)
def test_signs_and_codes_are_said_in_words(text: str, said: str) -> None:
    assert spoken(text) == said


def test_the_bell_rings_once_it_is_ones_turn(tmp_path: Path) -> None:
    id_ = kept(tmp_path, kinds=("beginner", "human"))
    assert "\a" in "".join(hear(tmp_path, f"resume {id_}", "quit", bell="turn"))
    assert "\a" not in "".join(hear(tmp_path, f"resume {id_}", "give 1", "quit", bell="off"))


@pytest.mark.parametrize(("accessible", "height", "lines"), [("", 24, 30), ("", 50, 50), ("1", 50, 0)])
def test_blank_lines_cover_all_of_a_terminal_but_only_for_who_looks(
    monkeypatch: pytest.MonkeyPatch, accessible: str, height: int, lines: int
) -> None:
    monkeypatch.setenv("ACCESSIBLE", accessible)
    monkeypatch.setattr("os.get_terminal_size", lambda *_file: os.terminal_size((90, height)))
    out = io.StringIO()
    Console(StandardLines(Typist(""), out)).cover()
    assert out.getvalue() == "\n" * lines


def test_no_thread_is_left_by_a_game(tmp_path: Path) -> None:
    before = {*threading.enumerate()}
    hear_game(tmp_path, kept(tmp_path), "", "quit")
    assert {*threading.enumerate()} <= before


def test_a_hand_that_is_not_dealt_yet_earns_nothing_and_holds_nothing(tmp_path: Path) -> None:
    said = hear_game(tmp_path, kept(tmp_path), "", "score", "why hand 5", "where mountain", "quit")
    assert not [line for line in said if "points" in line and "Hand" in line]
    assert sum("Your Hand isn't shuffled yet" in line for line in said) == 2
    assert not [line for line in said if line.startswith("Aiko: ") and "Hand" in line]
