"""Words of action texts, typed and heard in the language of the moment."""

import unicodedata
from collections.abc import Iterable, Mapping

from naishi.common.i18n import LETTERS, _, language

SHORTEST = 3
"""How many of a word's first letters will do, where they are those of no other word."""

_OWN_LETTERS = str.maketrans({"ł": "l", "œ": "oe", "æ": "ae"})


def folded(text: str) -> str:
    """Fold case and accents, also those of letters that have no plain one."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_OWN_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _ways(phrase: str) -> set[str]:
    """Return how a phrase may be typed: without accents, or as its language writes it in ASCII."""
    ascii_ = phrase.casefold()
    for letter, plain in LETTERS.get(language(), {}).items():
        ascii_ = ascii_.replace(letter, plain)
    return {folded(phrase), folded(ascii_)}


class Spelling:
    """The words of one game in one language, each with how action texts spell it.

    Args:
        words: The phrases for everything else, each with its spelling; the first of several with one is heard.
    """

    def __init__(self, verbs: Mapping[str, str], words: Iterable[tuple[str, str]]) -> None:
        words = [*words]
        self._heard_verbs = dict(verbs)
        self._heard = {to: phrase for phrase, to in reversed(words)}
        self._verbs = {way: verb for verb, word in verbs.items() for way in _ways(word)}
        self._verbs |= {each: each for each in verbs}
        self._words = {way: spelling for phrase, spelling in reversed(words) for way in _ways(phrase)}
        self._words |= {each.casefold(): each for _phrase, each in words}
        self._longest = max((len(each.split()) for each in self._words), default=1)

    def english(self, typed: str) -> str:
        """Return what was typed with all known words as action texts spell them; English words always are known."""
        words, found = typed.split(), list[str]()
        while words:
            if (verb := None if found else self._verb(words)) is not None:
                found.append(verb)
                del words[0]
                continue
            for count in range(min(self._longest, len(words)), 0, -1):
                spelling = self._words.get(folded(" ".join(words[:count])))
                if spelling is not None:
                    break
            else:
                spelling = _only_one(words[0], self._words) if found else None
            found.append(spelling or words[0])
            del words[:count]
        return " ".join(found)

    def _verb(self, words: list[str]) -> str | None:
        """Return the verb that a line begins with; its first letters will do only where more follows."""
        verb = self._verbs.get(folded(words[0]))
        return verb or (_only_one(words[0], self._verbs) if len(words) > 1 else None)

    def local(self, text: str) -> str:
        """Return an action text in words that can be heard, and typed again."""
        verb, *words = text.split()
        return " ".join([self._heard_verbs.get(verb, verb), *map(self.phrase, words)])

    def glossary(self) -> list[str]:
        """List the words of this language that actions begin with, each with the English one; nothing in English."""
        pairs = [(here, verb) for verb, here in self._heard_verbs.items() if folded(here) != verb]
        return [_("{here} for {english}").format(here=here, english=verb) for here, verb in pairs]

    def phrase(self, spelling: str) -> str:
        """Return the words for what is no verb."""
        return self._heard.get(spelling) or spelling.replace("_", " ")


def _only_one(typed: str, known: Mapping[str, str]) -> str | None:
    """Return what the only word means that begins with some letters; None where there is none, or several."""
    begin = folded(typed)
    if len(begin) < SHORTEST or not begin.replace("-", "").isalpha():
        return None
    found = {spelling for word, spelling in known.items() if word.startswith(begin)}
    return found.pop() if len(found) == 1 else None
