"""Catalogue maintenance: creation, updates, compilation, checks.

.venv/bin/python scripts/translations.py begin de   make the files of a new language
.venv/bin/python scripts/translations.py update     bring the .po files up to the texts in the code
.venv/bin/python scripts/translations.py compile    make the .mo files from them
.venv/bin/python scripts/translations.py check      say what is wrong, and how much is translated
.venv/bin/python scripts/translations.py check de   say also what is missing, text by text
"""

from __future__ import annotations

import inspect
import pkgutil
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

import click
import tomlkit
from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from rich.cells import cell_len

from naishi import plain
from naishi.common import i18n
from naishi.common.i18n import ENGLISH, LOCALES, OWN_NAMES, SHARES, nouns
from naishi.plain.console import Commands, CommandWord, folded

ROOT = Path(__file__).parent.parent
TRANSLATED = sorted(OWN_NAMES.keys() - {ENGLISH})
LIST = LOCALES / "languages.toml"
"""The languages that there are, and how much of each is translated."""
WIDTH = 120
SHARED = "naishi"
"""The catalogue of what is shared, and of the first game."""
CATALOGUES = (SHARED, "ninjato", "shogun")
"""One more for each other game, which is loaded with it."""
SHORT = 8
"""The cells that a card's short name has at most."""
KEYWORDS: Mapping[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pN_": ((1, "c"), 2),
}
OF_CLICK = {
    "Usage:",
    "Options",
    "Commands",
    "Try '{command} {option}' for help.",
    "Error: {message}",
    "No such command {name!r}.",
    "No such option {name!r}.",
    "Did you mean {possibility}?",
    "Missing argument",
    "Missing option",
    "Missing command.",
    "Missing {param_type}",
    "Got unexpected extra argument ({args})",
    "Option {name!r} requires an argument.",
    "Option {name!r} does not take a value.",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "{value!r} is not {choice}.",
    "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.",
    "{name} {filename!r} is a directory.",
    "file",
    "directory",
    "path",
    "Choose from:\n\t{choices}",
    "{name} {filename!r} is a file.",
    "default: {default}",
}
"""Click's own sentences that a person may read."""

HEADER: Mapping[str, Any] = {
    "project": "Naishi",
    "header_comment": "# Naishi, Ninjato and Shogun in the terminal. How to translate: docs/translating.md",
    "charset": "utf-8",
    "fuzzy": False,
}

CARDS = ("card", "one", "two", "ninja", "new", "old", "mine", "theirs", "given", "kept")
WORDS = dict.fromkeys(CARDS, "cards") | dict.fromkeys(("cell", "first", "second"), "places")
"""The gaps that words with forms are filled in, and where these words are."""

Key = tuple[str, str | None]
"""A text of the code, and its sense where it has several."""


@cache
def extract() -> Catalog:
    """Collect the texts of the code, and click's: once, since it takes seconds."""
    template = Catalog(**HEADER)
    for folder in (ROOT / "naishi", ROOT / "naishi_tui"):
        _collect(template, folder)
    _collect(template, Path(click.__file__).parent, only=OF_CLICK)
    missing = OF_CLICK - {_english(message) for message in template}
    if missing:
        raise SystemExit(f"click has no such sentences any more: {sorted(missing)}")
    return template


def _collect(template: Catalog, folder: Path, only: set[str] | None = None) -> None:
    found = extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"])
    for file, _line, text, comments, sense in sorted(found, key=lambda each: each[:2]):
        english = text if isinstance(text, str) else text[0]
        if only is None or english in only:
            template.add(text, locations=[(f"{folder.name}/{file}", 0)], auto_comments=comments, context=sense)


def catalogue_file(language: str, ending: str = "po", name: str = SHARED) -> Path:
    """Return the path of a catalogue."""
    return LOCALES / language / "LC_MESSAGES" / f"{name}.{ending}"


def read(language: str) -> Catalog:
    """Read all catalogues of a language as people edit them, in one; an empty one where there are none yet."""
    found: Catalog | None = None
    for name in CATALOGUES:
        path = catalogue_file(language, name=name)
        if not path.exists():
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        if found is None:
            found = catalogue
            continue
        for message in catalogue:
            there = found.get(message.id, message.context) if message.id else message
            if there is None or not any(translations(there)):
                found.delete(message.id, message.context)
                found[message.id] = message
    return Catalog(locale=language, **HEADER) if found is None else found


def name_of(message: Message) -> str:
    """Return the catalogue that a text belongs to: that of a game where nothing else has it."""
    games = {_game_of(place) for place, _line in message.locations}
    return games.pop() if len(games) == 1 else SHARED


def _game_of(place: str) -> str:
    _package, folder, game, *file = (*place.split("/"), "", "")
    return game if folder == "games" and game in CATALOGUES and any(file) else SHARED


def parts(catalogue: Catalog) -> Iterator[tuple[str, Catalog]]:
    """Yield the catalogues that a language is kept in, each with its name."""
    made = {name: Catalog(locale=catalogue.locale, **HEADER) for name in CATALOGUES}
    for name, part in made.items():
        part.mime_headers = catalogue.mime_headers
        part.header_comment = catalogue.header_comment
        for message in catalogue:
            if message.id and name_of(message) == name:
                part[message.id] = message
        yield name, part


def begin(language: str) -> None:
    """Make the files of a new language: an empty catalogue, and the English words, to be replaced.

    Raises:
        SystemExit: It is there already, or no language has this code.
    """
    if language in OWN_NAMES:
        raise SystemExit(f"{language} is there already: {LOCALES / language}")
    try:
        name = Locale.parse(language).get_display_name() or language
    except (ValueError, UnknownLocaleError):
        raise SystemExit(f"{language!r} is no code of a language, such as de or pt_BR") from None
    if Locale.parse(language).text_direction != "ltr":
        raise SystemExit(f"{name} is written from right to left, which neither the screens nor line mode can do yet")
    catalogue_file(language).parent.mkdir(parents=True)
    for words in ("cards.toml", "places.toml"):
        shutil.copy(LOCALES / ENGLISH / words, LOCALES / language)
    listed = tomlkit.parse(LIST.read_text("utf-8"))
    listed[language] = {"name": name[0].upper() + name[1:], "share": 0}
    LIST.write_text(tomlkit.dumps(listed), "utf-8")
    write(language, extract())
    compile_language(language)


def update() -> None:
    """Add new texts to each catalogue, and drop those that are gone."""
    template = extract()
    for language in TRANSLATED:
        write(language, template)


def write(language: str, template: Catalog) -> None:
    """Write a catalogue as people edit it, with the texts of the template and the translations that it has."""
    catalogue = read(language)
    template.creation_date = catalogue.creation_date  # no change where no text changed
    catalogue.update(template, no_fuzzy_matching=True, keep_user_comments=True)
    catalogue.obsolete.clear()
    for name, part in parts(catalogue):
        with catalogue_file(language, name=name).open("wb") as file:
            write_po(file, part, width=WIDTH, sort_by_file=True, include_lineno=False)


def compiled(language: str) -> Iterator[tuple[str, bytes]]:
    """Compile the catalogues of a language; yield the name and the content of each."""
    for name, part in parts(read(language)):
        made = BytesIO()
        write_mo(made, part)
        yield name, made.getvalue()


def compile_language(language: str) -> None:
    """Write the compiled catalogues of a language."""
    for name, content in compiled(language):
        catalogue_file(language, "mo", name).write_bytes(content)


def compile_all() -> None:
    """Write the compiled catalogues, and the shares of those that are not complete."""
    for language in TRANSLATED:
        compile_language(language)
    listed = tomlkit.parse(LIST.read_text("utf-8"))
    for language in SHARES:
        row: Any = listed[language]
        row["share"] = share(language)
        if row["share"] == 100:
            del row["share"]
    LIST.write_text(tomlkit.dumps(listed), "utf-8")


def share(language: str) -> int:
    """How many percent of its texts a catalogue translates, rounded down."""
    texts = [message for message in read(language) if message.id]
    return 100 * sum(all(translations(each)) and not each.fuzzy for each in texts) // max(len(texts), 1)


def is_fresh(language: str) -> bool:
    """Tell whether the compiled catalogues and the share say what the edited catalogues say."""
    if language in SHARES and SHARES[language] != share(language):
        return False
    return all(_is_fresh(catalogue_file(language, "mo", name), content) for name, content in compiled(language))


def _is_fresh(path: Path, content: bytes) -> bool:
    if not path.exists():
        return False
    shipped, made = read_mo(BytesIO(path.read_bytes())), read_mo(BytesIO(content))
    return _texts(shipped) == _texts(made) and shipped.plural_expr == made.plural_expr


def _texts(catalogue: Catalog) -> dict[Key, object]:
    return {key(message): message.string for message in catalogue if message.id}


def key(message: Message) -> Key:
    """Return what a text is looked up by."""
    return _english(message), message.context


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def missing(language: str) -> Iterator[str]:
    """Say which texts of the code a catalogue lacks, and which it has for nothing."""
    there = {key(message): message for message in read(language) if message.id}
    wanted = {key(message) for message in extract() if message.id}
    for each in sorted(wanted - there.keys(), key=str):
        yield f"{language}: not in the catalogue: {each[0]!r}"
    for each in sorted(there.keys() - wanted, key=str):
        yield f"{language}: not in the code any more: {each[0]!r}"
    for each, message in there.items():
        if not all(translations(message)):
            yield f"{language}: not translated: {each[0]!r}"


def faults(language: str) -> Iterator[str]:
    """Say what is wrong with the translations that a catalogue has."""
    catalogue = read(language)
    for message in catalogue:
        texts = translations(message)
        if not message.id or not any(texts):
            continue
        if message.fuzzy:
            yield f"{language}: fuzzy: {_english(message)!r}"
        if message.pluralizable and len(texts) != catalogue.num_plurals:
            yield f"{language}: {len(texts)} plural forms, not {catalogue.num_plurals}: {_english(message)!r}"
        for translation in texts:
            for problem in _wrong_gaps(message, translation, language):
                yield f"{language}: {problem}: {translation!r}"


def word_faults(language: str) -> Iterator[str]:
    """Say what is wrong with the words of a language that have forms: the cards and the places."""
    for table in ("cards", "places"):
        words, wanted = nouns(language, table), nouns(ENGLISH, table)
        for word in wanted.keys() - words.keys():
            yield f"{language}: {table}.toml: [{word}] is missing"
        every = {form for forms_ in words.values() for form in forms_}
        for word, forms_ in words.items():
            for form in sorted(every - {each for each, text in forms_.items() if text.strip()}):
                yield f"{language}: {table}.toml: [{word}] has no {form}, which others have"
    short: dict[str, str] = {}
    for word, forms_ in nouns(language, "cards").items():
        name = forms_.get("short", "")
        if cell_len(name) > SHORT:
            yield f"{language}: cards.toml: [{word}] short = {name!r} has {cell_len(name)} cells, not at most {SHORT}"
        if name in short:
            yield f"{language}: cards.toml: [{word}] and [{short[name]}] have the same short name, {name!r}"
        short[name] = word


def command_faults(language: str) -> Iterator[str]:
    """Say which words of line mode mean two commands of one place."""
    before = i18n.current()
    i18n.use(i18n.load(language))
    try:
        for place, listed in _commands():
            known: dict[str, str] = {}
            for command in listed().values():
                for word in {command.id, folded(command.word)}:
                    if (other := known.setdefault(word, command.id)) != command.id:
                        yield f"{language}: {place}: {word!r} is both {other!r} and {command.id!r}"
    finally:
        i18n.use(before)


def _commands() -> Iterator[tuple[str, Callable[[], Mapping[str, CommandWord]]]]:
    """Yield the functions that list what can be typed somewhere in line mode, with their names."""
    for found in pkgutil.walk_packages(plain.__path__, f"{plain.__name__}."):
        module = import_module(found.name)
        for name, each in vars(module).items():
            if inspect.isfunction(each) and each.__module__ == module.__name__ and not name.startswith("_"):
                signature = inspect.signature(each)
                if signature.return_annotation in (Commands, "Commands") and not signature.parameters:
                    yield f"{found.name.removeprefix(plain.__name__ + '.')}.{name}", each


def translations(message: Message) -> tuple[str, ...]:
    """Return the translation of a text, or of its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _wrong_gaps(message: Message, translation: str, language: str) -> Iterator[str]:
    """Compare the gaps of a translation with those of the English text.

    A gap for a word may ask for any form that the language has; another gap is as in English. The count may be left
    out: a language may say "one card" for it. So may a gap that only one of the English plural forms has.
    """
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    try:
        ours = gaps(translation)
    except ValueError as error:
        yield f"broken gaps ({error})"
        return
    each = [gaps(text) for text in english]
    theirs = {name: spec for form in each for name, spec in form.items()}
    needed = set.intersection(*map(set, each)) - ({"count"} if message.pluralizable else set())
    if needed - ours.keys() or ours.keys() - theirs.keys():
        yield f"gaps {sorted(ours)} instead of {sorted(theirs)}"
    for name in ours.keys() & theirs.keys():
        if name in WORDS and ours[name].removeprefix(":") not in forms(language, WORDS[name]):
            yield f"words have no form {ours[name]!r}"
        elif name not in WORDS and ours[name] != theirs[name]:
            yield f"{{{name}{ours[name]}}} instead of {{{name}{theirs[name]}}}"


def gaps(text: str) -> dict[str, str]:
    """List the gaps of a text: `{card:a}` is card, with `:a`. Each key is a gap of its own, such as `key:undo`."""
    found = {}
    for _text, name, spec, conversion in Formatter().parse(text):
        if name is not None:
            each = f"key:{spec}" if name == "key" and spec else name
            found[each] = f"!{conversion}" if conversion else f":{spec}" if spec else ""
    return found


def forms(language: str, table: str) -> set[str]:
    """The forms that the words of a language have; the plain one needs no name in a gap."""
    return {"", *(form for word in nouns(language, table).values() for form in word)}


def check(language: str = "") -> bool:
    """Print what is wrong in the catalogues, and how much of each is translated; return whether nothing is wrong.

    Args:
        language: Whose missing texts are told one by one, though it isn't complete.
    """
    problems = [each for code in TRANSLATED for each in faults(code)]
    problems += [each for code in TRANSLATED for each in (*word_faults(code), *command_faults(code))]
    problems += [each for code in TRANSLATED if code not in SHARES for each in missing(code)]
    problems += [f"{code}: compile it" for code in TRANSLATED if not is_fresh(code)]
    to_do = [*missing(language)] if language in SHARES else []
    for line in (*problems, *to_do, *(f"{code}: {share(code)}% translated" for code in TRANSLATED)):
        print(line)
    return not problems


def main(arguments: list[str]) -> int:
    """Do what the command line says; return the exit status."""
    match arguments:
        case ["begin", language]:
            begin(language)
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check", *languages] if len(languages) <= 1:
            return 0 if check(*languages) else 1
        case _:
            print((__doc__ or "").strip(), file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
