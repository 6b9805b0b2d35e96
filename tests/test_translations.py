"""Catalogues, against the texts in the code."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from rich.cells import cell_len

from naishi.common import i18n
from naishi.games.naishi.rules.cards import Card
from naishi.tabletop.kinds import keys, kind_of
from scripts import translations

ALL = sorted(i18n.OWN_NAMES)
ASKED_FOR = {"name", "short", "bare"}
"""The forms that the code asks for by itself, in every language."""


def test_a_language_that_is_offered_has_a_name_for_itself() -> None:
    assert set(i18n.languages()) <= set(i18n.OWN_NAMES)


def test_nothing_is_missing_or_stale_where_a_language_is_complete() -> None:
    complete = sorted({*translations.TRANSLATED} - i18n.SHARES.keys())
    assert [each for language in complete for each in translations.missing(language)] == []


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_what_is_translated_fits_the_english(language: str) -> None:
    assert list(translations.faults(language)) == []


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    assert translations.is_fresh(language), "run scripts/translations.py compile"
    assert i18n.load(language).info()["language"] == language


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_each_game_has_a_catalogue_of_what_nothing_else_says(language: str) -> None:
    names = {name: {*map(translations.name_of, part)} for name, part in translations.parts(translations.read(language))}
    for name in translations.CATALOGUES:
        with translations.catalogue_file(language, name=name).open("rb") as file:
            texts = [message for message in read_po(file) if message.id]
        assert {translations.name_of(message) for message in texts} == {name}, name
    assert names.keys() == {*translations.CATALOGUES}


GAMES = """
import sys
from naishi.common import i18n
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
i18n.use(i18n.load("de"))
text = "{text} is not an action of Ninjato, such as {examples}."
print(i18n._(text) == text, [each.rsplit("/")[-1] for each in opened if each.endswith(".mo")])
import naishi.games.ninjato
print(i18n._(text) == text, i18n.load("fr").gettext(text) == text, i18n.load("en").gettext(text) == text)
print(sorted({each.rsplit("/")[-1] for each in opened if each.endswith(".mo")}))
"""


def test_the_texts_of_a_game_are_loaded_with_it_in_every_language() -> None:
    shown = subprocess.run([sys.executable, "-c", GAMES], capture_output=True, text=True, check=True, timeout=60)
    assert shown.stdout.splitlines() == [
        "True ['naishi.mo']",
        "False False True",
        "['naishi.mo', 'ninjato.mo']",
    ]


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
    monkeypatch.setattr(translations, "catalogue_file", lambda *_language, name="": tmp_path / f"{name}.po")
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
    monkeypatch.setattr(translations, "catalogue_file", lambda *_language, name="": tmp_path / f"{name}.po")
    assert list(translations.faults("fr")) == [
        "fr: gaps ['choices'] instead of ['choice', 'choices', 'value']: '{choices}'"
    ]


# A language that isn't complete

GERMAN = i18n.LOCALES / "de"


@pytest.fixture
def half(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder where German is begun and has every second text."""
    for key in keys():  # the texts of a game come with it
        kind_of(key)
    folder = tmp_path / "locales"
    shutil.copytree(i18n.LOCALES, folder, ignore=shutil.ignore_patterns("de"))
    english = (folder / "languages.toml").read_text("utf-8").split("[de]")[0]
    (folder / "languages.toml").write_text(english, "utf-8")
    german = translations.read("de")
    monkeypatch.setattr(i18n, "LOCALES", folder)
    monkeypatch.setattr(translations, "LOCALES", folder)
    monkeypatch.setattr(translations, "LIST", folder / "languages.toml")
    monkeypatch.setattr(translations, "OWN_NAMES", {"en": "English"})
    monkeypatch.setattr(translations, "SHARES", {"de": 0})
    monkeypatch.setattr(translations, "TRANSLATED", ["de"])
    i18n.load.cache_clear()
    i18n.nouns.cache_clear()
    translations.begin("de")
    for message in [each for each in german if each.id][::2]:
        message.string = ("", "") if message.pluralizable else ""
    with translations.catalogue_file("de").open("wb") as file:
        write_po(file, german)
    yield folder
    i18n.load.cache_clear()
    i18n.nouns.cache_clear()


def test_a_language_begins_with_the_words_of_english_and_no_texts(half: Path) -> None:
    assert (half / "de/cards.toml").read_text("utf-8") == (half / "en/cards.toml").read_text("utf-8")
    assert tomllib.loads((half / "languages.toml").read_text("utf-8"))["de"] == {"name": "Deutsch", "share": 0}
    with pytest.raises(SystemExit, match="xyz"):
        translations.begin("xyz")


def test_half_a_language_is_offered_with_its_share_and_english_in_the_gaps(
    half: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    translations.compile_all()
    share = tomllib.loads((half / "languages.toml").read_text("utf-8"))["de"]["share"]
    assert share in {49, 50}
    monkeypatch.setattr(i18n, "SHARES", {"de": i18n.OFFERED_FROM})
    assert i18n.languages()["de"] == f"Deutsch ({i18n.OFFERED_FROM}\N{NO-BREAK SPACE}%)"
    i18n.use(i18n.load("de"))
    texts = [(each, each.id) for each in translations.read("de") if isinstance(each.id, str) and each.id]
    said = [i18n.pgettext(each.context, text) if each.context else i18n._(text) for each, text in texts]
    assert said == [each.string or text for each, text in texts]
    assert f"{i18n.noun('cards', 'fort'):a}" == "a fort"


def test_less_is_not_offered_but_may_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "SHARES", {"de": i18n.OFFERED_FROM - 1})
    assert "de" not in i18n.languages()
    assert i18n.find_language("de_AT") == "de"


def test_the_check_tells_how_much_there_is(
    half: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("cards.toml", "places.toml"):
        shutil.copy(GERMAN / words, half / "de")
    translations.compile_all()
    monkeypatch.setattr(translations, "SHARES", {"de": translations.share("de")})
    assert translations.check("de")
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == f"de: {translations.share('de')}% translated"
    assert sum(line.startswith("de: not translated: ") for line in printed) > 900


def test_a_share_of_all_is_no_share(half: Path) -> None:
    german = translations.read("de")
    for message in german:
        if message.id:
            message.string = ("x", "x") if message.pluralizable else "x"
    with translations.catalogue_file("de").open("wb") as file:
        write_po(file, german)
    translations.compile_all()
    assert tomllib.loads((half / "languages.toml").read_text("utf-8"))["de"] == {"name": "Deutsch"}


def words_of(folder: Path, table: str, change: Callable[[str], str]) -> None:
    file = folder / "de" / f"{table}.toml"
    file.write_text(change((GERMAN / f"{table}.toml").read_text("utf-8")), "utf-8")
    i18n.nouns.cache_clear()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('short = "Berg"', 'short = "Gebirgszug"', "[mountain] short = 'Gebirgszug' has 10 cells, not at most 8"),
        ('short = "Berg"', 'short = "Naishi"', "[naishi] and [mountain] have the same short name, 'Naishi'"),
        ('acc = "einen Berg"\n', "", "[mountain] has no acc, which others have"),
        ('acc = "einen Berg"', 'acc = " "', "[mountain] has no acc, which others have"),
        ("[mountain]", "[hill]", "[mountain] is missing"),
    ],
)
def test_words_that_do_not_fit_are_found(half: Path, old: str, new: str, says: str) -> None:
    words_of(half, "cards", str)
    assert not any("cards.toml" in each for each in translations.word_faults("de"))
    words_of(half, "cards", lambda text: text.replace(old, new, 1))
    assert f"de: cards.toml: {says}" in [*translations.word_faults("de")]


@pytest.mark.parametrize("language", translations.TRANSLATED)
def test_no_two_commands_of_a_place_have_the_same_word(language: str) -> None:
    assert [*translations.word_faults(language), *translations.command_faults(language)] == []
    assert len([*translations._commands()]) > 10


def test_a_word_of_two_commands_is_found(half: Path) -> None:
    german = translations.read("de")
    for message in german:
        if message.id in {"develop", "swap"}:
            message.string = "legen"
    with translations.catalogue_file("de").open("wb") as file:
        write_po(file, german)
    translations.compile_all()
    i18n.load.cache_clear()
    assert any("'legen' is both 'develop' and 'swap'" in each for each in translations.command_faults("de"))
    assert i18n.language() == "en"


@pytest.mark.parametrize("language", ["ar", "he", "fa", "ur"])
def test_a_language_that_is_written_from_right_to_left_is_not_begun(half: Path, language: str) -> None:
    with pytest.raises(SystemExit, match="from right to left"):
        translations.begin(language)
    assert not (half / language).exists()
