"""Lookalike names of players."""

from __future__ import annotations

import unicodedata

import pytest

from naishi import NaishiError
from naishi.tabletop.players import Player, check_different, clean_name, numbered_by_seat, same_name, typed_name

SAME = [("Aiko", "Aiko"), ("Aiko", "aiko"), ("Zoë", unicodedata.normalize("NFD", "zoë")), ("Straße", "STRASSE"),
        ("Ａｉｋｏ", "aiko")]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_differ_by_capitals_or_form_alone_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    with pytest.raises(NaishiError, match="The two players need different names"):
        check_different([Player(name=one), Player(name=other)])
    with pytest.raises(NaishiError, match="All players need different names"):
        check_different([Player(name=one), Player(name="Chika"), Player(name=other)])


def test_other_names_are_different() -> None:
    check_different([Player(name=name) for name in ("Aiko", "Aika", "Aiko 2", "Zoe", "Zoë")])


def test_bots_of_one_name_are_numbered_by_seat() -> None:
    bots = [Player(name=name, kind="strong") for name in ("Tomoe 2", "Tomoe", "Tomoe 3")]
    weak = Player(name="Yoshitsune", kind="weak")
    seated = numbered_by_seat([bots[0], Player(name="Aiko 2"), weak, bots[2], bots[1], Player(name="Aiko")])
    assert [player.name for player in seated] == ["Tomoe", "Aiko 2", "Yoshitsune", "Tomoe 2", "Tomoe 3", "Aiko"]
    assert [player.kind for player in seated] == ["strong", "human", "weak", "strong", "strong", "human"]


@pytest.mark.parametrize("name", ["Maximilian-Alexander", "a" * 17, "x" * 400, "Aiko  of  the  West  Wind", "é" * 17])
def test_a_typed_name_that_is_too_long_is_refused_and_not_cut(name: str) -> None:
    with pytest.raises(NaishiError, match="at most 16 characters"):
        typed_name(name)


@pytest.mark.parametrize("name", ["Aiko", "a" * 16, "  Aiko   of the W ", "e\u0301" * 16, "A\x1b[31miko\u200b\u202e"])
def test_a_typed_name_that_fits_is_cleaned(name: str) -> None:
    assert typed_name(name) == clean_name(name)
