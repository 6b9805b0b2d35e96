"""Actions of Ninjato and their texts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from naishi.common.i18n import InvalidActionError, _, listed, quoted
from naishi.games.ninjato.components import KINDS, SKILLS, TREASURES
from naishi.games.ninjato.position import MODES, RANK

BECOMING = ("intonjutsu", "kenjutsu")
BY_ONE = "open_hand"
BY_TWO = ("distraction", "shinobi_iri")
ON_CARDS = (*BECOMING, BY_ONE, *BY_TWO)
"""The skills that change what a card is worth, in the order of an action's text."""
BASES = (*"12345", "boryaku2", "boryaku4")

EXAMPLES = {
    "dojo": "dojo",
    "draw": "draw deck",
    "drop": "drop 2",
    "learn": "learn kenjutsu 5",
    "bribe": "bribe G47 v v",
    "spread": "spread master:j j",
    "raid": "raid 3 stealth",
    "play": "play 1 3 open_hand",
    "fail": "fail",
    "switch": "switch",
    "banzai": "banzai",
    "leave": "leave",
    "swap": "swap f j*",
    "refresh": "refresh kenjutsu",
    "keep": "keep v",
    "claim": "claim G8",
    "disguise": "disguise T25",
    "take": "take honour",
}
"""The verbs, each with an example."""

_ENVOY, _RUMOUR, _TOKEN = r"[TMG]\d\d", rf"(?:{'|'.join(KINDS)}):(?:\?\??|[fsvj])", r"[TMG]\d"
_SKILL, _PAID, _EITHER = "|".join(SKILLS), rf"(?: [{TREASURES}])+", rf"[{TREASURES}]\*?"
_ARGUMENTS = {
    "dojo": "",
    "draw": " (?:deck|[1-5])",
    "drop": " [1-5]",
    "learn": rf" (?:{_SKILL})(?: [1-5])?",
    "bribe": rf" {_ENVOY}{_PAID}",
    "spread": rf" {_RUMOUR}{_PAID}",
    "raid": rf" [1-5] (?:{'|'.join(MODES)})",
    "play": rf" (?:{'|'.join(BASES)})(?: 3)*(?: (?:{'|'.join(ON_CARDS)}))*(?: @[1-5])?",
    "fail": "",
    "switch": "",
    "banzai": "",
    "leave": "",
    "swap": rf" {_EITHER} {_EITHER}",
    "refresh": rf" (?:{_SKILL})",
    "keep": rf" [{TREASURES}]",
    "claim": rf" {_TOKEN}",
    "disguise": rf" (?:none|{_ENVOY})",
    "take": rf" (?:honour|{_RUMOUR})",
}
_PATTERNS = {verb: re.compile(verb + arguments) for verb, arguments in _ARGUMENTS.items()}


_SEVERAL_WORDS = re.compile("|".join(skill.replace("_", " ") for skill in SKILLS if "_" in skill), re.IGNORECASE)
"""The skills whose codes have several words, as one says them."""


@dataclass(frozen=True, slots=True)
class Action:
    """One decision; equal where the texts are."""

    text: str
    verb: str
    words: tuple[str, ...]
    """What follows the verb."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Play:
    """Cards and skills played against a guard."""

    base: str
    """A dojo card, `boryaku2` or `boryaku4`."""
    threes: int = 0
    """How many 3s are added."""
    skills: tuple[str, ...] = ()
    """Skills that change what the card is worth, in their order."""
    part: str | None = None
    """Which half of an untouched double guard it is meant for."""

    @property
    def text(self) -> str:
        part = () if self.part is None else (f"@{self.part}",)
        return " ".join(("play", self.base, *("3",) * self.threes, *self.skills, *part))

    @property
    def cards(self) -> tuple[str, ...]:
        """The dojo cards it takes."""
        return (*(() if self.base.startswith("boryaku") else (self.base,)), *("3",) * self.threes)

    @property
    def tiles(self) -> tuple[str, ...]:
        """The skill tiles it takes."""
        return (*(("boryaku",) if self.base.startswith("boryaku") else ()), *self.skills)


@lru_cache(8192)
def action(text: str) -> Action:
    """Return the action of a text; treasures, and skills after a card, may come in any order.

    A skill of several words may be written as such: "open hand".

    Raises:
        InvalidActionError: It is none; the text shows what one looks like.
    """
    words = _SEVERAL_WORDS.sub(lambda found: found[0].lower().replace(" ", "_"), text).split()
    verb = words[0].lower() if words else ""
    if (pattern := _PATTERNS.get(verb)) is None:
        raise InvalidActionError(
            _("{text} is not an action of Ninjato, such as {examples}.").format(
                text=quoted(text), examples=listed(EXAMPLES[each] for each in ("dojo", "raid", "learn"))
            )
        )
    plain = " ".join([verb, *_ordered(verb, words[1:])])
    if not pattern.fullmatch(plain):
        raise InvalidActionError(
            _("{text} is not an action of Ninjato; those of that kind are written like {example}.").format(
                text=quoted(text), example=quoted(_example(verb, words).replace("_", " "))
            )
        )
    return Action(plain, verb, tuple(plain.split()[1:]))


def _example(verb: str, words: Sequence[str]) -> str:
    """Return an action of a verb, with the card that was meant."""
    return "play boryaku4 3" if verb == "play" and "boryaku" in words else EXAMPLES[verb]


def _ordered(verb: str, words: Sequence[str]) -> list[str]:
    if verb in ("bribe", "spread"):
        return [*words[:1], *sorted(words[1:], key=lambda word: RANK.get(word, -1))]
    if verb == "play":
        skills = sorted((word for word in words if word in ON_CARDS), key=ON_CARDS.index)
        others = [word for word in words if word not in ON_CARDS]
        part = [word for word in others if word.startswith("@")]
        return [*(word for word in others if not word.startswith("@")), *skills, *part]
    return list(words)


@lru_cache(8192)
def play_of(played: Action) -> Play:
    """Return what an action of the verb `play` plays."""
    base, *others = played.words
    part = others.pop()[1:] if others and others[-1].startswith("@") else None
    threes = others.count("3")
    return Play(base, threes, tuple(others[threes:]), part)
