"""Names that people can't tell apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from naishi.server.database.names import TABLE, skeleton

SAME = [
    ("Anna", "Ꭺnna"),  # Cherokee
    ("Anna", "ᴀnna"),  # a small capital
    ("Anna", "Λnna"),  # Greek lambda
    ("Anna", "ΑΝΝΑ"),  # all Greek
    ("Anna", "Аnnа"),  # Cyrillic
    ("Anna", "Ａｎｎａ"),
    ("Anna", "𝐀𝐧𝐧𝐚"),
    ("Anna", "ᴬnna"),
    ("Anna", "ɐnna"),
    ("Anna", "Ånnä"),
    ("Anna", "Annaʼ"),  # an apostrophe that is a letter
    ("Anna", "an-na."),
    ("Anna", "4nna"),
    ("Ben", "Beո"),  # Armenian
    ("Ben", "8en"),
    ("Ben", "Bεn"),
    ("Ben", "B3n"),
    ("Otto", "0tto"),
    ("Otto", "οττο"),
    ("Sam", "5am"),
    ("Tim", "7im"),
    ("Zoe", "2oe"),
    ("Ivy", "lvy"),
    ("Ivy", "1vy"),
    ("Ivy", "ɪᴠʏ"),
    ("Carmen", "Carrnen"),
    ("Marta", "rnarta"),
    ("Wanda", "vvanda"),
    ("Łukasz", "Lukasz"),
    ("Røskva", "Roskva"),
    ("Страж", "СТРАЖ"),
    ("Ωμέγα", "ΩΜΈΓΑ"),
    ("カズ", "力ズ"),  # the first one Katakana, then Han
    ("Anna 2", "Anna Z"),
]

DIFFERENT = [
    ("Anna", "Hanna"),
    ("Anna", "Anne"),
    ("Anna", "Ana"),
    ("Ben", "Bea"),
    ("Ben", "Den"),
    ("Tim", "Tom"),
    ("Tim", "Jim"),
    ("Nana", "Hana"),
    ("Nina", "Viva"),
    ("Max", "Mix"),
    ("Player 2", "Player 3"),
    ("Player 6", "Player 8"),
    ("Аида", "Лида"),
    ("Оля", "Юля"),
    ("Νίκος", "Νίκη"),
    ("राम", "रमा"),  # vowel signs
    ("राम", "रोम"),
    ("たいき", "だいき"),
    ("ユキ", "ユーキ"),
    ("석기", "서끼"),
    ("愛子", "花子"),
    ("سامي", "شامي"),  # dots
    ("דן", "דני"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.ci
def test_numbers_stay_different() -> None:
    assert len({skeleton(f"Guest {number}") for number in range(0, 10**6, 37)}) == len(range(0, 10**6, 37))


def test_what_a_character_of_the_table_counts_as_counts_as_itself() -> None:
    for line in TABLE.read_text("ascii").splitlines()[1:]:
        result, *sources = (
            "".join(chr(int(code, 16)) for code in codes.split("+") if code)
            for codes in line.replace(":", "").split(" ")
        )
        assert all(skeleton(c) == skeleton(c.upper()) == skeleton(result) for c in sources)


def test_a_skeleton_is_stable() -> None:
    """What is stored with players: a change needs a migration."""
    names = ["Aiko", "Łukasz 2", "Ольга", "Ωμέγα", "Nguyễn", "愛子", "सीता", "Guest 123456", "wormvv"]
    assert [*map(skeleton, names)] == [
        "alko",
        "lukaszz",
        "oлbra",
        "ωmeya",
        "nguyen",
        "愛子",
        "सीता",
        "guestlzeas6",
        "wormw",
    ]


@pytest.mark.ci
@given(st.text(st.characters(categories=("L", "M", "N")), max_size=20) | st.text(max_size=20))
def test_a_skeleton_is_the_same_for_every_form_of_a_name(name: str) -> None:
    key = skeleton(name)
    assert not any(c.isspace() for c in key)
    assert skeleton(key) == key
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert skeleton(unicodedata.normalize(form, name)) == key
    for other in (name.upper(), name.lower(), name.casefold(), name.swapcase()):
        assert skeleton(other) == key
