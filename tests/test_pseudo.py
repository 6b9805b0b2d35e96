"""Pseudo-locale in every text of the command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import naishi
from naishi.cli.commands import naishi as command
from naishi.saves import Saves
from tests.naishi.saving import play
from tests.pseudo import dressed, outside, pseudo

NAMES = ("Aiko", "Bruno")
DATE = re.compile(r"\d{1,2} \w+ \d{4}, \d\d:\d\d")
CODES = re.compile(r"\b[LHR][1-5]\b")
"""Cells, as action texts name them in every language."""
SYNTAX = re.compile(r"-{1,2}[\w-]+|\[[^\]]*\]|\b[A-Z]{2,}\b|\b(ID|KEY|A B|H3=advisor|\d+x\d+|\d+-\d+)\b")
"""What is typed: flags, and what stands for their values."""

EXAMPLE = "FSABR / FMNRR"


def said(*arguments: str) -> str:
    """What a command prints outside the brackets, without what is the same in every language."""
    with pseudo():
        text = CliRunner().invoke(command, arguments, prog_name="naishi").output
    left = CODES.sub("", DATE.sub("", outside(text)))
    return " ".join(word for word in re.findall(r"[^\W\d]+", left) if word not in NAMES)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A game that is being played, and a finished one."""
    monkeypatch.setenv("NAISHI_SAVES", str(tmp_path / "saves"))
    ids = []
    for last in (12, 1000):
        with Saves(tmp_path / "saves").create(naishi.Game.new(seed=7, players=NAMES)) as opened:
            while opened.game.turn is not None and len(opened.game.actions) < last:
                play(opened, opened.game.legal_actions()[-1])
        ids.append(opened.id)
    return ids


def test_a_dressed_text_is_longer_and_keeps_its_gaps() -> None:
    assert dressed("Give {card:a} to {name!r}.\n") == "⟦Gívé {card:a} tö {name!r}.~~~~⟧\n"
    assert outside("1 ⟦ö ⟦né⟧ é⟧ two").split() == ["1", "two"]


@pytest.mark.parametrize("arguments", ["rules", f"score|{EXAMPLE}", "score|FXABR / FMNRR|--copy|L2=advisor"])
def test_nothing_that_is_printed_escapes(arguments: str) -> None:
    assert said(*arguments.split("|")) == ""


@pytest.mark.parametrize("arguments", ["score|x", "score|QQQQQ / MMMMM", f"score|{EXAMPLE}|--copy|L1=monk", "show|zzz"])
def test_no_refusal_escapes(arguments: str) -> None:
    assert said(*arguments.split("|")) == "naishi"


def test_nothing_about_saved_games_escapes(games: list[str]) -> None:
    (listed_ids := said("saves").split()).sort()
    assert listed_ids == sorted(word for each in games for word in re.findall(r"[^\W\d]+", each))
    assert [said("show", each) for each in games] == ["", ""]


@pytest.mark.parametrize("name", ["", *command.commands])
def test_no_help_escapes(name: str) -> None:
    with pseudo():
        text = CliRunner().invoke(command, [*name.split(), "--help"], prog_name="naishi").output
    left = re.findall(r"[^\W\d]+", SYNTAX.sub("", outside(text)))
    assert set(left) <= {"naishi", *command.commands, "A", "B", "N", "bash", "zsh", "fish"}


@pytest.mark.parametrize("name", ["", "rules"])
def test_help_is_in_the_language_of_the_moment(name: str) -> None:
    """Click keeps the option that shows the help, with the text it was first made with."""

    def help_text() -> str:
        return CliRunner().invoke(command, [*name.split(), "--help"], prog_name="naishi").output

    before = help_text()
    with pseudo():
        dressed_help = help_text()
    assert "Show this message and exit." in before
    assert "Show" not in outside(dressed_help)
    assert help_text() == before
