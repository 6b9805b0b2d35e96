"""The catalogues and the words of each language, against the texts in the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from naishi.common import i18n
from naishi.rules.cards import Card
from scripts import translations

ALL = sorted(i18n.OWN_NAMES)
ASKED_FOR = {"name", "short", "bare"}
"""The forms that the code asks for by itself, in every language."""


def test_a_language_that_is_offered_has_a_name_for_itself() -> None:
    assert set(i18n.languages()) <= set(i18n.OWN_NAMES)


@pytest.mark.parametrize("language", i18n.COMPLETE)
def test_nothing_is_missing_or_stale_where_a_language_is_complete(language: str) -> None:
    assert list(translations.missing(language)) == []


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_what_is_translated_fits_the_english(language: str) -> None:
    assert list(translations.faults(language)) == []


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    assert translations.is_fresh(language), "run scripts/translations.py compile"
    assert i18n.load(language).info()["language"] == language


def test_no_line_of_french_begins_with_its_punctuation() -> None:
    texts = [text for message in translations.read("fr") if message.id for text in translations.translations(message)]
    assert [text for text in texts if re.search(r" [:;!?»]|« ", text)] == []


@pytest.mark.parametrize("language", ALL)
def test_every_card_has_every_form(language: str) -> None:
    words = i18n.nouns(language, "cards")
    assert list(words) == [str(card) for card in Card]
    forms = {frozenset(word) for word in words.values()}
    assert len(forms) == 1
    assert min(forms) >= ASKED_FOR
    assert all(form.strip() for word in words.values() for form in word.values())


@pytest.mark.parametrize("language", ALL)
def test_short_names_fit_on_a_card_and_are_not_mistaken(language: str) -> None:
    short = [word["short"] for word in i18n.nouns(language, "cards").values()]
    assert max(map(cell_len, short)) <= 8
    assert len(set(short)) == len(short)


def test_an_english_text_asks_for_english_forms() -> None:
    asked = {
        (translations.WORDS[name], spec.removeprefix(":"))
        for message in translations.extract()
        if message.id and not any(place.startswith("click/") for place, _line in message.locations)
        for text in ((message.id,) if isinstance(message.id, str) else message.id)
        for name, spec in translations.gaps(text).items()
        if name in translations.WORDS
    }
    assert [each for each in asked if each[1] not in translations.forms("en", each[0])] == []


def po(translation: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What is wrong with a translation of a sentence into Polish."""
    text = f'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\nmsgid "{{name}} gave you {{card:a}}."\nmsgstr "{translation}"\n'
    (tmp_path / "naishi.po").write_text(text, "utf-8")
    monkeypatch.setattr(translations, "catalogue_file", lambda *_language: tmp_path / "naishi.po")
    return list(translations.faults("pl"))


@pytest.mark.parametrize("translation", ["{name} daje {card:acc}.", "{card:gen}, {name}", "{name}: {card}"])
def test_a_translation_may_ask_for_any_form(translation: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert po(translation, monkeypatch, tmp_path) == []


@pytest.mark.parametrize(
    "translation",
    ["{name} daje.", "{name} {card:a}.", "{name:acc} {card}", "{imie} {card}", "{name {card}", "{0} {card}"],
)
def test_a_translation_with_wrong_gaps_is_found(
    translation: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert po(translation, monkeypatch, tmp_path)


def test_a_gap_of_one_plural_form_may_be_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "naishi.po").write_text(
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        'msgid "{value} is not {choice}."\nmsgid_plural "{value} is not one of {choices}."\n'
        'msgstr[0] "{value} : {choice}"\nmsgstr[1] "{choices}"\n',
        "utf-8",
    )
    monkeypatch.setattr(translations, "catalogue_file", lambda *_language: tmp_path / "naishi.po")
    assert list(translations.faults("fr")) == [
        "fr: gaps ['choices'] instead of ['choice', 'choices', 'value']: '{choices}'"
    ]
