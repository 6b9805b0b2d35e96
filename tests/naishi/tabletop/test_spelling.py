"""Words of actions in another language, typed and heard."""

from __future__ import annotations

import pytest

from naishi.tabletop.spelling import Spelling, folded

WORDS = Spelling(
    {"move": "ruszaj", "stay": "zostań"}, [("pole ryżowe", "rice"), ("zamek", "castle"), ("zamknięte", "closed")]
)


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("RUSZ zamek pole ryzowe", "move castle rice"),
        ("zostan", "stay"),
        ("move castle", "move castle"),
        ("move zame", "move castle"),
    ],
)
def test_words_are_typed_by_their_beginnings_and_without_accents(typed: str, english: str) -> None:
    assert WORDS.english(typed) == english


@pytest.mark.parametrize("typed", ["zos", "move zam", "move za"])
def test_too_few_letters_and_those_of_several_words_stay_as_they_are(typed: str) -> None:
    assert WORDS.english(typed) == typed


def test_what_is_heard_can_be_typed_again() -> None:
    heard = WORDS.local("move castle rice")
    assert heard == "ruszaj zamek pole ryżowe"
    assert WORDS.english(heard) == "move castle rice"
    assert WORDS.glossary() == ["ruszaj for move", "zostań for stay"]


def test_letters_that_have_no_plain_one_are_folded_too() -> None:
    assert folded("Łódź Œuf") == "lodz oeuf"
