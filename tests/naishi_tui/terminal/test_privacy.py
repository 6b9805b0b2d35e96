"""Hot seat, no Hand behind the cover: navigator, cover, crash_report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import naishi
from naishi.games.naishi.game.turns import last_turn
from naishi.games.naishi.text.sentences import sentences
from naishi.saves import Summary
from naishi.tabletop.pins import hash_pin
from tests.naishi.saving import play
from tests.naishi_tui.terminal.app import AS_IT_WAS, IN_TIME, NAMES, Program, a_game
from tests.naishi_tui.terminal.shared import MISTAKE, SEQUENCE

PLACE = re.compile(r"\b[LHR][1-5]\b")
SIZES = ((200, 60), (40, 10), (80, 24), (60, 20), (120, 40), (1, 1), (80, 24))


def with_pins(home: Path) -> naishi.Game:
    """A saved game whose players have PINs, 1111 and 2222; it is Aiko's first turn."""
    players = (naishi.Player(name="Aiko", pin=hash_pin("1111")), naishi.Player(name="Bruno", pin=hash_pin("2222")))
    game = naishi.Game.new(seed=7, players=players)
    with naishi.saves.Saves(home / "saves").create(game) as opened:
        play(opened, "give 1")
        play(opened, "give 1")
    return game


def assert_no_cards(program: Program, start: int, public: str = "") -> None:
    """No card's name is in what was written since, nor on the screen, nor any title or clipboard.

    Except what everybody at the table has just seen: `public` is the sentence about it that the cover shows.
    """
    raw = bytes(program.written[start:]).decode()
    assert not set(re.findall(r"\x1b\](\d*)", raw)) - {"22"}, "only the shape of the mouse pointer"
    text = (SEQUENCE.sub("", raw) + program.text).replace("Naishi needs", "")  # the game itself
    assert {name for name in NAMES if name in text} <= {name for name in NAMES if name in public}
    assert set(PLACE.findall(text)) <= set(PLACE.findall(public)), "nor a place where one lies"


def test_when_the_keyboard_is_passed_no_hand_is_written_any_more(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        program.press("enter")
        program.wait_for("You placed")
        program.press("e")
        program.wait_for("pass the keyboard")
        program.settle()
        start = len(program.written)
        program.press("enter")
        program.wait_for("Bruno, it is your turn.")
        program.settle()
        (save,) = (entry for entry in program.saves.list() if isinstance(entry, Summary))
        view = program.saves.load(save.id).view()
        public = " ".join(sentences(view, last_turn(view)))
        assert "Aiko placed" in public
        assert_no_cards(program, start, public)
        for size in SIZES:
            program.resize(*size)
            program.settle()
        assert program.covered
        assert_no_cards(program, start, public)


def test_between_the_two_gifts_neither_is_written(tmp_path: Path) -> None:
    with Program(tmp_path, "new", "--names", "Aiko", "Bruno", "--seed", "7") as program:
        program.wait_for("Aiko, it is your turn.")
        program.settle()
        assert_no_cards(program, 0)
        program.uncover()
        program.wait_for("Which of your two cards")
        program.settle()
        start = len(program.written)
        program.press("enter")
        program.wait_for("Bruno, it is your turn.")
        program.settle()
        assert_no_cards(program, start)


@pytest.mark.ci
def test_nothing_that_is_done_to_the_cover_shows_a_card(tmp_path: Path) -> None:
    """Every key, the palette and what is in it, clicks everywhere, a resize, a screenshot; without the PIN."""
    with_pins(tmp_path)
    before = set(tmp_path.rglob("*"))
    with Program(tmp_path, "resume") as program:
        program.wait_for("Show my cards")
        start = len(program.written)
        for key in ("u", "ctrl+r", "?", "g", "m", "f1", "e", "tab", "enter", "space", "up", "left", "\x1b[Z", "\x19"):
            program.press(key)
        program.press("\x10")
        program.wait_for("leave the program")
        program.press("screenshot")
        program.until(lambda: "leave the program" not in program.text)  # else Enter might still mean that
        program.press("enter", "escape")
        for key in (*map(chr, range(4, 16)), *map(chr, range(18, 27)), "\x1bOQ", "\x1b[24~"):
            program.press(key)
        program.wait_for("Show my cards")
        for row in range(23):  # on the last line a click at Esc leaves, as it says
            program.press(*(f"\x1b[<0;{column + 1};{row + 1}{end}" for column in range(0, 80, 5) for end in "Mm"))
        for size in SIZES:
            program.resize(*size)
            program.settle()
        while "No (Esc)" in program.text:  # a click asked what to do about a forgotten PIN
            program.press("escape")
        program.wait_for("Aiko, it is your turn.")
        assert_no_cards(program, start)
        program.press("ctrl+q", wait=False)
        assert program.wait(IN_TIME) == 0
        assert program.modes == AS_IT_WAS
        assert_no_cards(program, start)
    written = {path for path in set(tmp_path.rglob("*")) - before if path.is_file()}
    assert not [path for path in written if path.suffix != ".lock"], "no screenshot anywhere"


def test_leaving_and_coming_back_leads_to_the_cover_again(tmp_path: Path) -> None:
    a_game(tmp_path)
    with Program(tmp_path, "resume") as program:
        program.to_table()
        program.press("escape")
        program.wait_for("again: leave")
        program.press("escape")
        program.wait_for("Continue")
        program.settle()
        assert "H1" not in program.text
        start = len(program.written)
        program.press("c")
        program.wait_for("Aiko, it is your turn.")
        program.settle()
        assert_no_cards(program, start)


def test_a_mistake_under_the_cover_shows_no_card(tmp_path: Path) -> None:
    a_game(tmp_path)
    put_in = "from naishi_tui.table.cover import Handover\nHandover.show_cards = mistake"
    with Program(tmp_path, "resume", before=f"{MISTAKE}\n{put_in}") as program:
        program.wait_for("Show my cards")
        program.press("enter", wait=False)
        assert program.wait(IN_TIME) == 1
        assert "Internal error (KeyError)" in program.text
        assert_no_cards(program, 0)
        for name in NAMES:
            assert name.lower() not in program.report().lower().replace("naishi", "")


CLOCK = """
import os
from naishi.tabletop import pins
pins.monotonic = lambda: float(open(os.environ["HOME"] + "/clock").read())
"""
"""Has wrong PINs wait by a clock that the test sets."""


def it_is(home: Path, seconds: float) -> None:
    """Set that clock."""
    (home / "next").write_text(str(seconds))
    (home / "next").replace(home / "clock")


@pytest.mark.ci
def test_a_wrong_pin_makes_one_wait_longer_each_time_and_leaving_does_not_help(tmp_path: Path) -> None:
    with_pins(tmp_path)
    it_is(tmp_path, 100)
    with Program(tmp_path, "resume", before=CLOCK) as program:
        program.wait_for("Show my cards")
        start = len(program.written)
        program.press("2222", "enter")
        program.wait_for("That is not Aiko's PIN. Try again in 1 second.")
        program.press("1111", "enter")
        assert program.covered, "nothing can be tried while one waits"
        it_is(tmp_path, 100.9)
        program.settle()
        assert "locked for a moment" in program.text
        it_is(tmp_path, 101.5)
        program.until(lambda: "locked for a moment" not in program.text)
        program.press("1112", "enter")
        program.wait_for("Try again in 2 seconds.")
        program.press("escape", "escape")
        program.wait_for("Continue")
        back = len(program.written)
        program.press("c")
        program.wait_for("Try again in")
        assert_no_cards(program, back)
        it_is(tmp_path, 104)
        program.until(lambda: "locked for a moment" not in program.text)
        program.press("9", "enter")
        program.wait_for("Try again in 4 seconds.")
        raw = bytes(program.written[start:]).decode()
        for pin in ("1111", "1112", "2222", "scrypt"):
            assert pin not in raw
        it_is(tmp_path, 109)
        program.until(lambda: "locked for a moment" not in program.text)
        program.press("1111", "enter")
        program.wait_for("─ River")


@pytest.mark.parametrize("undone", [1, 3])
def test_undo_across_a_cover_shows_the_other_hand_to_nobody(tmp_path: Path, undone: int) -> None:
    """Bruno takes back what Aiko did; it is Aiko's turn then, and Bruno still sees his own Hand only."""
    opened = a_game(tmp_path, "give 1", "give 1", "develop L1", "end")
    hand = opened.game.view(0).mine.hand
    with Program(tmp_path, "resume") as program:
        program.wait_for("Bruno, it is your turn.")
        program.to_table()
        start = len(program.written)
        for _undo in range(undone):
            program.press("u")
            program.settle()
        raw = SEQUENCE.sub("", bytes(program.written[start:]).decode())
        assert "Aiko, it is your turn" in raw or "Bruno" in program.text
        deal = opened.game.record.deal
        assert deal is not None
        own = {str(card) for card in (*opened.game.view(1).mine.hand, *deal.gifts[1])}
        on_the_table = {str(pile.top) for pile in opened.game.view(1).river} | {"mountain"}
        for card in {str(card) for card in hand if card is not None} - own - on_the_table:
            assert card.capitalize() not in raw
