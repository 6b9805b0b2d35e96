"""Line editing by the server."""

from __future__ import annotations

import pytest

from naishi.plain.server.serving import LineTyping

WORDS = ("develop", "decree", "declare", "swap")


def type_keys(keys: str, longest: int = 100) -> tuple[list[str], str]:
    """Press keys; return the lines that they make, and what a terminal shows of the last one."""
    typing, lines, screen = LineTyping(longest), list[str](), ""
    typing.complete = lambda text: [word for word in WORDS if word.startswith(text)]
    for key in keys:
        shown, line = typing.press(key)
        for letter in shown.replace("\b \b", "\b"):
            screen = screen[:-1] if letter == "\b" else "" if letter == "\n" else screen + letter
        if line is not None:
            lines.append(line)
    assert screen == typing.text, "what is shown is what was typed"
    return lines, screen


@pytest.mark.parametrize(
    ("keys", "lines", "shown"),
    [
        ("river\r", ["river"], ""),
        ("river\r\nhand\n", ["river", "hand"], ""),
        ("rx\x7fiver\b", [], "rive"),
        ("\x7f\b\x15\x17a", [], "a"),
        ("swap l1 l5\x17", [], "swap l1"),
        ("swap l1\x15hand", [], "hand"),
        ("dev\t", [], "develop "),
        ("de\t", [], "de"),
        ("develop l\t", [], "develop l"),
        ("\x1b[C\x1b[15~\x1b[1;5Da\x1bOb", [], "a"),
        ("one\rtwo\r\x1b[A\x1b[A", ["one", "two"], "one"),
        ("one\rtwo\r\x1b[A\x1bOA\x1b[B", ["one", "two"], "two"),
        ("one\rtw\x1b[A\x1b[B\x1b[B", ["one"], ""),
        ("a\x00\x07\x1b9é", [], "aé"),
        ("a\x1b]11;rgb:0000/0000/0000\x07b", [], "ab"),
        ("a\x1bP>|a name\t\nof two lines\x1b\\b", [], "ab"),
        ("a\x1b_Gi=1;OK\x1b\\\x1b[?62;cb", [], "ab"),
        ("a\x1b]never ends\rb", ["a"], "b"),
    ],
)
def test_keys_make_lines(keys: str, lines: list[str], shown: str) -> None:
    assert type_keys(keys) == (lines, shown)


def test_a_line_has_an_end() -> None:
    assert type_keys("x" * 50 + "\r", longest=10)[0] == ["x" * 10]


@pytest.mark.parametrize(("keys", "ended"), [("\x04", True), ("a\x04", False), ("a\x03", True)])
def test_ctrl_d_on_an_empty_line_and_ctrl_c_end_the_input(keys: str, ended: bool) -> None:
    typing = LineTyping(100)
    for key in keys:
        typing.press(key)
    assert typing.ended is ended
