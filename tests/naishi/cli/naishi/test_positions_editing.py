"""Refusal of `naishi edit` without a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]

TEXT = "FTR/SM/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -"


@pytest.mark.parametrize("arguments", [("--check", TEXT), tuple(TEXT.split())])
def test_a_position_is_checked_and_printed_in_a_line(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("edit", *arguments)
    assert (result.exit_code, result.stdout) == (0, f"{TEXT}\n")


def test_what_is_wrong_with_it_is_one_line_on_standard_error(run: Run) -> None:
    result = run("edit", "--check", TEXT.replace("000:000", "003:000"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "naishi: Each player has only two emissaries.\n"


@pytest.mark.parametrize(("arguments", "says"), [(("--check",), "Give its text"), ((), "needs a terminal")])
def test_without_one_there_is_nothing_to_check(run: Run, arguments: tuple[str, ...], says: str) -> None:
    result = run("edit", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_position_whose_first_pile_is_empty_is_no_option(run: Run) -> None:
    text = "-/-/FTR/RR/T MMMMM/MMNMA MMMMM/SMMTM 200:000 0 d 0 -"
    assert run("edit", "--check", text).stdout == f"{text}\n"
    assert run("edit", *text.split()).stdout == f"{text}\n"
    assert re.search("No such option:? '?--chek", run("edit", "--chek").stderr)


def test_in_line_mode_the_editor_reads_commands_and_prints_the_position(run: Run) -> None:
    result = run("edit", "--plain", TEXT)
    assert result.exit_code == 0
    assert "Player 2's Hand: Sentinel, Mountain, Mountain, Torii, Mountain." in result.stdout
    assert result.stdout.splitlines()[-1] == TEXT
