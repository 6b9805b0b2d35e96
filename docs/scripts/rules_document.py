"""Generator of the rules pages: `.venv/bin/python docs/scripts/rules_document.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from naishi.common import i18n
from naishi.tabletop.kinds import keys, kind_of

FOLDER = Path(__file__).parent.parent
LANGUAGES = ("en", "fr", "pl", "de")
MADE_BY = "<!-- docs/scripts/rules_document.py makes this file -->"
HEADS = {
    "en": "The rules of {game}",
    "fr": "Les règles de {game}",
    "pl": "Zasady gry {game}",
    "de": "Die Regeln von {game}",
}
FIRST = """
What `naishi rules{which}` prints, and `F1` shows during a game."""
NEW_HERE = {
    "naishi": " New to it? [How to play](how-to-play.md) begins with pictures.",
    "ninjato": " New to it? [How to play](how-to-play-ninjato.md) is shorter.",
    "shogun": " New to it? [How to play](how-to-play-shogun.md) begins with pictures.",
}


def name(game: str, language: str) -> str:
    """Return what the page of a game is called in a language."""
    middle = "" if game == keys()[0] else f"-{game}"
    return f"rules{middle}.md" if language == "en" else f"rules{middle}.{language}.md"


def documents() -> Mapping[Path, str]:
    """Return the texts of all pages."""
    return {FOLDER / name(game, code): document(game, code) for code in LANGUAGES for game in NEW_HERE}


def document(game: str, language: str) -> str:
    """Return the text of one."""
    before = i18n.current()
    i18n.use(i18n.load(language))
    try:
        title = kind_of(game).title()
        lines = [MADE_BY, "", f"# {HEADS[language].format(game=title)}", "", " · ".join(_others(game, language))]
        if language == "en":
            which = "" if game == keys()[0] else f" --game {game}"
            lines.append(FIRST.format(which=which) + NEW_HERE[game])
        return "\n".join([*lines, "", *_sections(game)])
    finally:
        i18n.use(before)


def _others(game: str, language: str) -> Iterator[str]:
    """Link the page in the other languages, then those of the other games."""
    for code in LANGUAGES:
        if code != language:
            yield f"[{i18n.languages()[code]}]({name(game, code)})"
    for each in NEW_HERE:
        if each != game:
            yield f"[{kind_of(each).title()}]({name(each, language)})"


def _sections(game: str) -> Iterator[str]:
    for section in kind_of(game).rules():
        yield f"## {section.title}\n"
        for paragraph in section.paragraphs:
            term, colon, rule = paragraph.partition(":")
            name = term.rstrip()  # French has a blank before the colon, which would leave the asterisks as they are
            bold = f"**{name}**{term.removeprefix(name)}:{rule}"
            yield f"{bold if colon and rule.startswith(' ') and len(name) < 25 else paragraph}\n"


if __name__ == "__main__":
    for path, text in documents().items():
        path.write_text(text, "utf-8")
