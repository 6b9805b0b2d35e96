"""Permitted player names."""

from __future__ import annotations

import unicodedata
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.plain.server.commands import in_account, in_lobby, match_commands, verbs
from naishi.server.database.names import checked_name, skeleton, well_formed
from naishi.tabletop.kinds import keys, kind_of

ALLOWED = [
    *(
        "Anna",
        "Zoë",
        "José",
        "Łukasz",
        "Nguyễn",
        "Þór",
        "Nuñez",
        "Bjørn",
        "Æsa",
        "Strauß",
        "Müller",
        "Ağa",
        "İpek",
        "O'Brien",
        "O’Neil",
        "José-María",
        "Mª",
    ),
    *(
        "Анна",
        "Ольга",
        "Юлия",
        "Їжак",
        "Ђорђе",
        "Ωμέγα",
        "Άννα",
        "Νίκος",
        "Արամ",
        "გიორგი",
        "שרה",
        "יוסף",
        "فاطمة",
        "محمد",
        "رامي",
    ),
    *(
        "राम",
        "सीता",
        "নূর",
        "ਗੁਰਪ੍ਰੀਤ",
        "தமிழ்",
        "สมชาย",
        "ດາວ",
        "သီရိ",
        "ሰላም",
        "愛子",
        "花子",
        "はなこ",
        "ハナコ",
        "ユーキ",
        "ﾕｰｷ",
        "佐々木",
        "K太郎",
        "민준",
        "Kim민준",
    ),
    *(
        "Adminka",
        "Rooted",
        "Mei",
        "Meg",
        "Toivo",
        "Ryan",
        "Tyra",
        "Jana",
        "Naisha",
        "Robot",
        "Botho",
        "Guestlin",
        "Botond",
        "Systema",
    ),
]


@pytest.mark.parametrize("name", [*ALLOWED, "Player 2", "Jean-Luc P.", "Анна 2", "愛子 2"])
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert checked_name(name) == unicodedata.normalize("NFC", name)


def test_of_the_welcome_names_only_these_look_alike() -> None:
    alike = {(one, other) for one, other in combinations(ALLOWED, 2) if skeleton(one) == skeleton(other)}
    assert alike == {("Anna", "Άννα"), ("ユーキ", "ﾕｰｷ")}


@pytest.mark.parametrize(
    "name", ["[red]x", "a/b", "<b>", "a\\b", "😀", "123", "...", "ʼʼʼ", "愛子愛子愛子愛子愛", "Maximilian-Alexander"]
)
def test_names_that_could_be_mistaken_for_something_else_are_refused(name: str) -> None:
    with pytest.raises(NaishiError):
        checked_name(name)


@pytest.mark.parametrize("name", ["Λnna", "Ꭺnna", "Beո", "Annа", "αıkο", "Ωmega", "Вen", "Tomﾛ", "Anna Анна", "𝐀nnа"])
def test_letters_of_several_alphabets_are_not_mixed(name: str) -> None:
    with pytest.raises(NaishiError, match="several alphabets"):
        checked_name(name)
    assert well_formed(name) == name, "it was allowed once: an export may hold it"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Server",
            "admin",
            "Administrator",
            "Operator",
            "MODERATOR",
            "root",
            "System",
            "Naishi",
            "nobody",
            "Anonymous",
        ),
        *("me", "You", "toi", "Vous", "ty", "Guest", "Invité", "Gość", "bot", "Serveur", "Opératrice", "Moderatorka"),
        *(
            "Tomoe",
            "tomoe 2",
            "ro0t",
            "Аdmіn",
            "АDМІN",
            "5erver",
            "r.o.o.t",
            "ᴀᴅᴍɪɴ",
            "y0u",
            "adrnin",
            "B0t",
            "strongbot",
            "Strong bot 2",
        ),
        *("Du", "Ich", "Niemand", "Jemand", "Betreiber", "Betreiberin", "Moderatorin", "Gelöscht", "Unbekannt"),
        *("Strong", "Master", "beginner", "Fort", "Maître", "Débutant", "Stark", "Meister", "Mistrz", "Master 2"),
        *("Guest l23456", "Gue5t 7", "guest 000000", "Guests", "Gosc 12", "Invitée", "1nvite 42", "Guest ٣٤"),
    ],
)
def test_names_of_the_program_and_of_who_runs_it_are_reserved(name: str) -> None:
    with pytest.raises(NaishiError, match=r"reserved|several alphabets"):
        checked_name(name)


@pytest.mark.parametrize("language", i18n.languages())
def test_nobody_can_choose_the_name_of_a_guest_or_a_bot_in_any_language(language: str) -> None:
    i18n.use(i18n.load(language))
    names = [i18n._("Guest {number}").format(number=number) for number in (0, 42, 123456, 999999)]
    for kind in map(kind_of, keys()):
        names += [word for level in kind.levels() for word in (*level.names, level.words, level.words.title())]
    i18n.use(i18n.load("en"))
    for name in names:
        with pytest.raises(NaishiError, match=r"reserved|columns wide"):
            checked_name(name)


@pytest.mark.parametrize("language", i18n.languages())
def test_nobody_is_called_like_a_command_in_any_language(language: str) -> None:
    i18n.use(i18n.load(language))
    every = (in_lobby(), in_account(), match_commands(), match_commands(3), match_commands(watching=True), verbs())
    words = {word for commands in every for each in commands.values() for word in (each.id, each.word, "off")}
    i18n.use(i18n.load("en"))
    for word in words:
        with pytest.raises(NaishiError, match=r"reserved|columns wide|characters long"):
            checked_name(word)
        assert checked_name(f"Aiko {word[:9]}"), "only the whole name"


@pytest.mark.parametrize("name", ["Boris and Anna", "Aiko et Bruno", "Aiko UND Bruno", "Aiko i Bruno", "A oraz B"])
def test_no_name_is_that_of_two(name: str) -> None:
    with pytest.raises(NaishiError, match="reserved"):
        checked_name(name)


@pytest.mark.parametrize("name", ["And", "Et Cetera", "Undine", "Anna I", "Anderson"])
def test_a_name_may_have_those_words_elsewhere(name: str) -> None:
    assert checked_name(name) == name


def test_which_names_are_reserved_does_not_depend_on_the_language_in_use() -> None:
    before = i18n.current()
    checked_name("Aiko")
    assert i18n.current() is before


@given(st.text(max_size=20))
def test_any_text_is_a_name_or_is_refused_in_a_sentence(text: str) -> None:
    try:
        name = checked_name(text)
    except NaishiError:
        return
    assert checked_name(name) == name
    assert skeleton(name)


@pytest.mark.parametrize("name", ["-x", "--why", "'Aiko'", ".Aiko", "_Aiko"])
def test_a_name_begins_with_a_letter_or_a_digit(name: str) -> None:
    with pytest.raises(NaishiError, match="begins with a letter or a digit"):
        checked_name(name)


def test_a_name_may_begin_with_a_digit_and_one_from_before_with_a_dash() -> None:
    assert checked_name("4 Winds") == "4 Winds"
    assert well_formed("-x") == "-x"
