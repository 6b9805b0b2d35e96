"""Words of Ninjato's action texts, typed and heard in the language of the moment."""

import re
from collections.abc import Iterator
from functools import lru_cache

from naishi.common.i18n import _, language, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.components import HENSOJUTSU, KINDS, SKILLS, STYLES, TREASURES, components
from naishi.games.ninjato.position import MODES
from naishi.tabletop.spelling import Spelling

_BORYAKU = re.compile(r"^play (?:boryaku ([24])|([24]) boryaku)\b")


def english(typed: str) -> str:
    """Return what a person typed with the words of action texts."""
    return _BORYAKU.sub(lambda found: f"play boryaku{found[1] or found[2]}", _spelling(language()).english(typed))


def local(text: str) -> str:
    """Return an action text as it is heard, and can be typed again."""
    return _spelling(language()).local(text)


def phrase(code: str) -> str:
    """Return what names a rumour, a treasure or a skill in an action."""
    return _spelling(language()).phrase(code)


def glossary() -> list[str]:
    """Return the words that actions begin with, in this language and in English; nothing in English."""
    return _spelling(language()).glossary()


@lru_cache(8)
def _spelling(_language: str) -> Spelling:
    return Spelling(_verbs(), _words())


def _verbs() -> dict[str, str]:
    return {
        "dojo": pgettext("typed", "dojo"),
        "draw": pgettext("typed", "draw"),
        "drop": pgettext("typed", "drop"),
        "learn": pgettext("typed", "learn"),
        "bribe": pgettext("typed", "bribe"),
        "spread": pgettext("typed", "spread"),
        "raid": pgettext("typed", "raid"),
        "play": pgettext("typed", "play"),
        "fail": pgettext("typed", "fail"),
        "switch": pgettext("typed", "switch"),
        "banzai": pgettext("typed", "banzai"),
        "leave": pgettext("typed", "leave"),
        "swap": pgettext("typed", "swap"),
        "refresh": pgettext("typed", "refresh"),
        "keep": pgettext("typed", "keep"),
        "claim": pgettext("typed", "claim"),
        "disguise": pgettext("typed", "disguise"),
        "take": pgettext("typed", "take"),
    }


def _words() -> Iterator[tuple[str, str]]:
    """Yield phrases with their spelling in action texts."""
    yield pgettext("typed", "deck"), "deck"
    yield pgettext("typed", "none"), "none"
    yield _("honour"), "honour"
    yield from ((of.mode(mode), mode) for mode in MODES)
    for style in STYLES:
        for name in (HENSOJUTSU, of.skill(HENSOJUTSU)):
            yield f"{name} {of.style(style)}", f"{HENSOJUTSU}_{style}"
    for skill in SKILLS:
        if not skill.startswith(HENSOJUTSU):
            yield of.skill(skill).casefold(), skill
        yield skill.replace("_", " "), skill
    yield from (("boryaku 2", "boryaku2"), ("boryaku 4", "boryaku4"))
    english_words = {"f": "fan", "s": "scroll", "v": "vase", "j": "jade", "g": "gold"}
    for code in TREASURES:
        for name in (of.treasure(code), english_words[code]):
            yield name, code
            yield pgettext("typed", "red {treasure}").format(treasure=name), f"{code}*"
            yield f"red {name}", f"{code}*"
    yield from _rumours()
    for code in components().tokens:  # a letter with one number is heard as a place in some languages
        yield of.token(code), code
    for code in components().prices:
        if ":" not in code:
            yield code, code
            yield f"{of.clan(code)} {code[1:]}", code


def _rumours() -> Iterator[tuple[str, str]]:
    """Yield rumours by their kind and their price: "goodwill two" costs any two treasures."""
    for code in components().prices:
        kind, colon, price = code.partition(":")
        if colon and kind in KINDS:
            here = {"?": pgettext("typed", "any"), "??": pgettext("typed", "two")}.get(price) or of.treasure(price)
            there = {"?": "any", "??": "two", "f": "fan", "s": "scroll", "v": "vase", "j": "jade"}[price]
            for name in (of.rumour_in_short(kind).casefold(), of.rumour(kind), kind):
                yield f"{name} {here}", code
                yield f"{name} {there}", code
