"""Typography of the translations."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from naishi.common import i18n
from naishi.common.i18n import nouns
from naishi.games.naishi.game.bot_names import NAMES, levels
from naishi.games.naishi.rules.actions import ACTIONS
from scripts import translations

COMMANDS = {action.text.split()[0] for action in ACTIONS} | {"what", "help", "quit", "undo", "retry", "replace"}
"""What one may type in English: in another language no sentence should ask for it."""
CAPITALS = ("Ligne", "Main", "Rivière", "Ryokan", "Naishi", "Maj", "Échap", "Entrée", "ASCII", "JSON", "PIN", "PARTIE")
"""What French writes with a capital wherever it stands: the zones, names, keys."""
TYPED = re.compile(r"\bnaishi\b.*|`[^`]*`|undo=z|[LHR]1-[LHR]5|ou H4|rozwiń L4|^H4$|H3=")
"""What is typed the same in every language, or said beside the words of the language."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Each English text and a translation of it, without the lines of help that are examples."""
    for message in translations.read(language):
        english = message.id if isinstance(message.id, str) else message.id[0] if message.id else ""
        for text in translations.translations(message) if english else ():
            lines = "\n".join(line for line in text.split("\n") if not line.startswith("      "))
            yield english, re.sub(r"\{(\w+)[^}]*\}", r"{\1}", lines)


def found(language: str, pattern: str, *, besides: str = "") -> list[str]:
    """The translations in which a pattern is found, after what may be so is taken out."""
    cleaned = ((text, re.sub(besides, "", text) if besides else text) for _english, text in texts(language))
    return [text for text, rest in cleaned if re.search(pattern, rest)]


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("fr", r"[’‘“”„\"](?!\{)"),  # « … » and the straight apostrophe
        ("fr", r"(?<!\w)'[^']+'(?!\w)"),
        ("pl", r"[’‘“«»]|(?<![\w\$(=])\"(?=\w)"),  # „…”
        ("pl", r"(?<!\w)'[^']+'(?!\w)"),
        ("de", r"[’‘”«»]|(?<![\w\$(=])\"(?=\w)"),  # „…“
        ("de", r"(?<!\w)'[^']+'(?!\w)"),
    ],
)
def test_a_language_has_one_style_of_quotes(language: str, wrong: str) -> None:
    assert (
        found(language, wrong, besides=r"naishi score \"[^\"]*\"|'naishi\[cluster\]'|eval \"[^\"]*\"|\"\$POSITION\"")
        == []
    )


def test_french_keeps_its_punctuation_beside_its_word() -> None:
    assert found("fr", r" [:;!?»%]|« |\w[;!?»]|\d%") == []


def test_french_goes_on_in_lower_case_after_a_colon() -> None:
    capital = re.compile(r"\xa0: (\w+)")
    wrong = [
        (word, text)
        for _english, text in texts("fr")
        for word in capital.findall(text)
        if word[0].isupper() and word not in CAPITALS and not re.fullmatch(r"[A-Z]\d?|[A-Z]\w*", text[-len(word) :])
    ]
    assert [text for word, text in wrong if word not in NAMES.values()] == []


@pytest.mark.parametrize("language", ["fr", "pl"])
def test_a_card_within_a_sentence_has_no_capital(language: str) -> None:
    """The plain form of its name is the one that a line begins with."""
    told = (text for message in translations.read(language) for text in translations.translations(message))
    assert [text for text in told if re.search(r"[^\W\d_][ \xa0]\{(card|one|two|traveller)\}", text)] == []


@pytest.mark.ci
def test_no_line_of_polish_ends_with_a_word_of_one_letter() -> None:
    assert found("pl", r"(?<![\w-])[wziuoaWZIUOA] (?=[\w{„])", besides=r"(?m)^ .*$") == []
    assert [
        form for word in nouns("pl", "cards").values() for form in word.values() if re.search(r"\b[a-z] ", form)
    ] == []


@pytest.mark.ci
def test_german_closes_the_quotes_that_it_opens() -> None:
    assert [text for _english, text in texts("de") if re.sub("[^„“]", "", text).replace("„“", "")] == []


def test_german_has_a_space_before_the_percent_sign_that_no_line_ends_at() -> None:
    assert found("de", r"[\d}]%|[\d}] %") == []


def test_german_says_du_in_lower_case() -> None:
    """And never "Sie" to the reader; where a sentence begins, one can't tell."""
    formal = r"\b(Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Du|Dir|Dich|Dein|Deine|Deinem|Deinen|Deiner)\b"
    assert found("de", formal, besides=r"(^|[.!?:;] |[„\n(])\w+") == []


def test_german_writes_a_word_for_a_card_with_a_capital() -> None:
    lower = "|".join(word["bare"].lower() for word in nouns("de", "cards").values() if " " not in word["bare"])
    besides = r"„[^“]*“|`[^`]*`|\{\w+\}|\bnaishi\b.*"
    assert found("de", rf"\b({lower})\b", besides=besides) == []


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_a_number_before_a_noun_has_plural_forms(language: str) -> None:
    """Else "1 parties", "5 karty". After a colon a number may stand for itself."""
    single = {
        message.string: message.id
        for message in translations.read(language)
        if isinstance(message.id, str) and isinstance(message.string, str)
    }
    assert [text for text in single if re.search(r"\{count\}[ \xa0](?!z\b|sur\b)[^\W\d_]{3,}", text)] == []


@pytest.mark.ci
@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_no_sentence_names_an_english_command(language: str) -> None:
    own = {text for _english, text in texts(language)}
    words = "|".join(sorted(COMMANDS - own))
    codes = rf"\b({words})\b|\bH[1-5]\b" + (r"|\b[LR][1-5]\b" if language == "pl" else "")
    assert found(language, codes, besides=rf"{TYPED.pattern}|\{{\w+\}}") == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        (
            "fr",
            r"(?i)\b(dernier tour)\b(?=[^.]*\b(reprendre|repris|a changé|placé)\b)|(?<!de )(?<!de\xa0)\bpoints de vue",
        ),
        ("pl", r"(zmiana|odrzuc\w+) w\xa0ostatniej turze"),
        ("fr", r"± \{error\} points\.|points de % de %"),
        ("pl", r"± \{error\} pkt"),
        ("fr", r"points? de[ \xa0]%"),
        ("fr", r"\b(par|avec) son mot\b(?! d'invitation)"),
        ("pl", r"(?i)\b(na|w|do|z|u|przy)[ \xa0]\{(cell|place|first|second)\}"),  # the place's form has its preposition
        ("de", r"(?i)\b(in|auf|an|von|nach|bei|aus)[ \xa0]\{(cell|place|first|second)\}"),
        ("pl", r"(?i)\bz (sztandar|strażnicz|starc)"),
        ("pl", r"(?i)\bkoniec gry\b|\bpoddaj(e|) grę\b|\bzapisan(a|e|ą|ej|ych) (gra|gry|grę|gier)\b"),
        ("fr", r"(?i)\béchang\w* (deux|vos deux)\b"),
    ],
)
def test_a_term_is_not_mistaken_for_another(language: str, wrong: str) -> None:
    assert found(language, wrong) == []


@pytest.mark.ci
@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_the_levels_of_bots_are_said_in_the_language(language: str) -> None:
    english = "|".join(kind for kind, _words in levels())
    assert found(language, rf"\b({english})\b", besides=r"(?m)^ .*$|`[^`]*`") == []


@pytest.mark.ci
@pytest.mark.parametrize("language", sorted(i18n.OWN_NAMES))
def test_every_place_has_every_form(language: str) -> None:
    words = nouns(language, "places")
    assert list(words) == ["line", "hand", "river"]
    assert len({frozenset(word) for word in words.values()}) == 1
    assert {"name", "short", "several"} <= set(words["line"])
