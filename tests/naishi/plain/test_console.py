"""Commands of line mode: found, completed, in each language and in ASCII."""

from __future__ import annotations

import contextlib
import re
from contextvars import copy_context
from pathlib import Path

import pytest

from naishi import NaishiError
from naishi.common import i18n
from naishi.plain.console import (
    by_id,
    commands,
    find,
    folded,
    handing_over,
    spectating,
    to_ascii,
    watching,
    words_beginning,
)
from naishi.plain.home import at_home
from naishi.plain.naishi.editor import editing, replaying
from naishi.plain.naishi.lessons import learning
from naishi.plain.naishi.match import playing, watching_match
from naishi.plain.naishi.study import exercising, walking
from naishi.plain.server.commands import in_account, in_lobby
from naishi.saves import Saves
from tests.naishi.plain.shared import run, saved


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(("typed", "meant"), [("zamień", "swap"), ("ZAMIEN", "swap"), ("ręk", "hand"), ("rek", "hand")])
def test_a_command_is_found_without_its_accents(typed: str, meant: str) -> None:
    assert find(typed, commands()).id == meant


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(("typed", "meant"), [("adv", "theirs"), ("advice", "advice"), ("und", "undo")])
def test_beginnings_in_the_language_of_the_moment_come_first(typed: str, meant: str) -> None:
    assert find(typed, commands()).id == meant


@pytest.mark.parametrize(
    ("language", "typed", "words"), [("fr", "dev", ["développer"]), ("fr", "undo", ["undo"]), ("en", "sav", ["saves"])]
)
def test_tab_completes_words_of_the_language_and_english_ones(language: str, typed: str, words: list[str]) -> None:
    i18n.use(i18n.load(language))
    try:
        assert words_beginning(typed, by_id(commands().values(), at_home().values())) == words
    finally:
        i18n.use(i18n.load("en"))


def test_wide_digits_and_those_of_other_scripts_are_digits(tmp_path: Path) -> None:
    id_ = saved(tmp_path)
    said = run(tmp_path, f"resume {id_}\ngive １\nGIVE ٢\ncolumn ３\ndevelop hand ４\n")
    assert "Line 3" in said
    assert [str(each) for each in Saves(tmp_path).load(id_).actions] == ["give 1", "give 2", "develop H4"]


@pytest.mark.parametrize(
    ("language", "lines", "actions"),
    [
        ("fr", "inverser ligne 5 ligne 1\ndeveloppe m2", ["swap L1 L5", "develop H2"]),
        ("fr", "inv l1 l5\ndevelop h2\npourquoi une mont", ["swap L1 L5", "develop H2"]),
        ("pl", "zamień rząd 1 rząd 5\nrozwin reka 2\ndlaczego pole ryżowe", ["swap L1 L5", "develop H2"]),
        ("pl", "SWAP L1 L5\nroz H2\ndisc", ["swap L1 L5", "develop H2"]),
        ("de", "tauschen Reihe 1 Reihe 5\nentw hand 2\nwarum reisfeld", ["swap L1 L5", "develop H2"]),
        ("de", "TAUSCH L1 L5\ndev H2\nabwerfen", ["swap L1 L5", "develop H2"]),
    ],
)
def test_commands_are_understood_in_the_language_and_in_english(
    tmp_path: Path, language: str, lines: str, actions: list[str]
) -> None:
    """With or without accents, by their beginnings; the last word of all is refused, having too little after it."""
    id_ = saved(tmp_path, "give 1", "give 1")
    spoken = copy_context()
    spoken.run(i18n.use, i18n.load(language))
    with contextlib.suppress(NaishiError):
        spoken.run(run, tmp_path, f"resume {id_}\n{lines}\n")
    assert [str(action) for action in Saves(tmp_path).load(id_).actions[2:]] == actions


@pytest.mark.parametrize("language", i18n.languages())
def test_no_command_of_a_language_is_another_one_in_english(language: str) -> None:
    spoken = copy_context()
    spoken.run(i18n.use, i18n.load(language))
    of_a_server = (in_lobby, in_account, playing, watching_match)
    at_a_keyboard = (
        commands, learning, watching, spectating, handing_over, at_home, replaying, walking, editing, exercising,
    )  # fmt: skip
    for known in (spoken.run(room) for room in (*at_a_keyboard, *of_a_server)):
        assert not [command.word for command in known.values() if " " in command.word]
        words = {id_: to_ascii(command.word).casefold() for id_, command in known.items()}
        assert len({*words.values()}) == len(words)
        assert [(id_, word) for id_, word in words.items() if word in known and word != id_] == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("developp L4", "Did you mean develop?"),
        ("l", "could be: line, last, log"),
        ("xyzzy", "is not a command"),
        ("column 7", "column 1 to column 5"),
        ("why tree", "no card called 'tree'"),
        ("develop river 9", "Write it like this: develop line 4"),
        ("copy hand 3 tree", "no card called 'tree'"),
    ],
)
def test_wrong_input_gets_one_line_that_helps(tmp_path: Path, typed: str, said: str) -> None:
    id_ = saved(tmp_path, "give 1", "give 1")
    with pytest.raises(NaishiError, match=re.escape(said)) as error:
        run(tmp_path, f"resume {id_}\n{typed}\n")
    assert "\n" not in str(error.value)


def test_ascii_alone_where_nothing_else_can_be_written() -> None:
    assert to_ascii("Łódź – “œuvre” ×2 … 五") == 'Lodz - "oeuvre" x2 ... ?'
    assert to_ascii("„góra” ou « Œuf »") == '"gora" ou " OEuf "'


def test_a_language_may_have_its_own_way_to_write_ascii() -> None:
    i18n.use(i18n.load("de"))
    assert to_ascii("„Übung“ für größere Mönche") == '"Uebung" fuer groessere Moenche'
    assert folded("AENDERN") == folded("ändern") == folded("a\N{COMBINING DIAERESIS}ndern")
