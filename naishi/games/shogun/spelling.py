"""Words of Shogun's action texts, typed and heard in the language of the moment."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from naishi.common.i18n import _, language, ngettext, pgettext
from naishi.games.shogun.actions import CHEST_CARDS
from naishi.games.shogun.data import ACTIONS, SPECIALS, board
from naishi.tabletop.spelling import Spelling

SPACES = (*ACTIONS, "bid")
_CHESTS = "chest"
"""What may follow the number of a bid."""


def english(typed: str) -> str:
    """Return what a person typed with the words of action texts; a plan may be typed with commas and without colons."""
    spelled = spelling().english(typed.replace(",", " ").replace(":", " "))
    verb, *words = spelled.split() or [""]
    if verb != "plan":
        return spelled
    plan: list[str] = []
    for word in words:
        if word == _CHESTS and plan and plan[-1][-1:].isdecimal():
            continue
        if plan and plan[-1] in SPACES and word not in SPACES:
            plan[-1] += f":{word}"
        else:
            plan.append(word)
    return " ".join([verb, *plan])


def local(text: str) -> str:
    """Return an action text as it is heard, and can be typed again: "plan castle Kii, bid 2"."""
    verb, *parts = text.split()
    if verb != "plan":
        return spelling().local(text)
    cards = (" ".join(map(spelling().phrase, part.split(":"))) for part in parts)
    return f"{spelling().local(verb)} {', '.join(cards)}"


def spelling() -> Spelling:
    return _spelling(language())


@lru_cache(8)
def _spelling(_language: str) -> Spelling:
    return Spelling(_verbs(), _words())


def _verbs() -> Mapping[str, str]:
    return {
        "take": pgettext("typed", "take"),
        "draw": pgettext("typed", "draw"),
        "renew": pgettext("typed", "renew"),
        "place": pgettext("typed", "place"),
        "plan": pgettext("typed", "plan"),
        "choose": pgettext("typed", "choose"),
        "move": pgettext("typed", "move"),
        "stay": pgettext("typed", "stay"),
        "revolt": pgettext("typed", "revolt"),
    }


def _words() -> Iterator[tuple[str, str]]:
    """Yield phrases with their spelling in action texts."""
    here = {
        "castle": _("castle"),
        "temple": _("temple"),
        "theatre": pgettext("typed", "theatre"),
        "rice": pgettext("typed", "rice"),
        "tax": pgettext("typed", "tax"),
        "bid": _("bid"),
        "chest": pgettext("typed", "chest"),
        "six": pgettext("typed", "six"),
        "attack": pgettext("typed", "attack"),
        "defence": pgettext("typed", "defence"),
    }
    there = {"raise": pgettext("typed", "raise"), "fight": pgettext("typed", "fight")}
    for code in (*SPACES, *SPECIALS):
        if code in here:
            yield here[code], code
        else:
            yield f"{there[code[:5]]} {code[5:]}", code
            yield f"{code[:5]} {code[5:]}", code
        yield code, code
    yield _("Noh theatre"), "theatre"
    yield "Noh theatre", "theatre"
    for number in CHEST_CARDS:
        yield ngettext("{count} chest", "{count} chests", number).replace(f"{number}", "").strip(), _CHESTS
    yield "chests", _CHESTS
    for province in board().provinces:
        yield province.name, province.name
        yield province.name.replace("-", " "), province.name
        yield province.code, province.name
