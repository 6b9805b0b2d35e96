"""Graphics queries, and missing answers."""

from __future__ import annotations

import pytest

from naishi.transports.capabilities import may_be_asked
from naishi_tui.pictures.protocols import CELL, Answers, Medium, Protocol

GRAPHICS, SIZE = "\x1b_Gi=1;OK", "\x1b[6;36;18t"
SIXEL_TOO, NO_SIXEL = "\x1b[?62;4;22c", "\x1b[?62;22c"


def named(name: str) -> str:
    return f"\x1bP>|{name}"


def medium(*answers: str) -> Medium | None:
    found = Answers()
    for answer in answers:
        found.take(answer)
    return found.medium


@pytest.mark.parametrize("name", ["kitty(0.28.0)", "kitty(0.32.2)", "kitty(1.0.0)", "ghostty 1.1.3"])
def test_kitty_graphics_are_used_where_placeholders_are_known(name: str) -> None:
    assert medium(GRAPHICS, named(name), SIZE, NO_SIXEL) == Medium(Protocol.KITTY, (18, 36))
    assert medium(GRAPHICS, named(name), NO_SIXEL) == Medium(Protocol.KITTY, CELL)


@pytest.mark.parametrize("name", ["kitty(0.27.1)", "Konsole 24.02", "somebody pretends kitty(0.32.2)"])
def test_kitty_graphics_without_placeholders_are_not_used(name: str) -> None:
    assert medium(GRAPHICS, named(name), SIZE, NO_SIXEL) is None
    assert medium(GRAPHICS, named(name), SIZE, SIXEL_TOO) == Medium(Protocol.SIXEL, (18, 36))


def test_a_name_alone_is_no_yes_to_kitty_graphics() -> None:
    assert medium(named("kitty(0.32.2)"), SIZE, NO_SIXEL) is None
    assert medium("\x1b_Gi=1;ENOTSUPPORTED:no", named("kitty(0.32.2)"), SIZE, NO_SIXEL) is None


@pytest.mark.parametrize("name", ["iTerm2 3.5.2", "WezTerm 20240203-110809-5046fc22"])
def test_iterm_names_itself(name: str) -> None:
    assert medium(named(name), NO_SIXEL) == Medium(Protocol.ITERM, CELL)
    assert medium(GRAPHICS, named(name), SIZE, SIXEL_TOO) == Medium(Protocol.ITERM, (18, 36))


def test_sixel_needs_the_size_of_a_cell() -> None:
    assert medium(SIZE, SIXEL_TOO) == Medium(Protocol.SIXEL, (18, 36))
    assert medium(SIXEL_TOO) is None
    for size in ("\x1b[6;0;0t", "\x1b[6;1;1t", "\x1b[6;999;999t", "\x1b[4;36;18t"):
        assert medium(size, SIXEL_TOO) is None


def test_the_class_of_a_terminal_is_not_taken_for_an_ability() -> None:
    """A VT132 calls itself 4."""
    assert medium(SIZE, "\x1b[?4;6c") is None


@pytest.mark.parametrize("name", ["tmux 3.4", "screen 4.9"])
def test_a_multiplexer_shows_none_whatever_it_can(name: str) -> None:
    assert medium(GRAPHICS, named(name), SIZE, SIXEL_TOO) is None


def test_what_is_not_answered_to_the_end_is_no_yes() -> None:
    assert medium() is None
    assert medium(GRAPHICS, named("kitty(0.32.2)"), SIZE) is None


@pytest.mark.parametrize(
    ("environment", "asked"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm-kitty", "TMUX": "/run/tmux-1000/default,1,0"}, False),
        ({"TERM": "xterm-kitty", "STY": "1234.pts-0.host"}, False),
        ({"TERM": "screen.xterm-256color"}, False),
        ({"TERM": "tmux-256color"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_a_terminal_is_asked_unless_something_is_in_the_way(environment: dict[str, str], asked: bool) -> None:
    assert may_be_asked(environment) is asked
