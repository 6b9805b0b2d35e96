"""Messages, and errors whose text is one: translated; lists, dates and numbers in the language of the moment.

Write `_("A sentence with {a_gap}.").format(a_gap=…)`; the catalogues are gettext's. A text is translated when it is
shown, never when a module is imported: one process may speak several languages. Babel writes dates and lists. It is
imported when it is first needed: that takes 40 ms, which the first frame does not have.
"""

import datetime as calendar
import gettext
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import takewhile
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from babel import Locale


LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says its language; the first that is set counts."""
LIST = "LANGUAGE"
"""Where it lists those that are better still."""
UNTRANSLATED = frozenset({"C", "POSIX"})
"""Locales where nothing is translated, whatever the list says; in it, they end it."""

_of_system: dict[str, str] = {}
"""What the list was before the command put its own choice there."""


def negotiate(wanted: str) -> str:
    """Return the code of the language to speak, by the setting `language`: empty for the language of the system."""
    if wanted:
        return find_language(wanted) or ENGLISH
    return language_of({**os.environ, **_of_system})


def language_of(environment: Mapping[str, str]) -> str:
    locale = next((environment[each] for each in LOCALE if environment.get(each)), "")
    better = "" if locale in UNTRANSLATED else environment.get(LIST, "")
    wishes = takewhile(lambda wish: wish not in UNTRANSLATED, [*better.split(":"), locale])
    found = filter(None, (find_language(each[:32]) for each in wishes))
    return next((each for each in found if each in languages()), ENGLISH)


def put_in_list(code: str) -> None:
    """Have libraries that look into the environment speak a language, too."""
    _of_system.setdefault(LIST, os.environ.get(LIST, ""))
    os.environ[LIST] = code


def unknown(wanted: str) -> str:
    """Return a line about a language that was asked for and isn't here; empty where there is nothing to say."""
    if not wanted or find_language(wanted) is not None:
        return ""
    return _("There is no {code} translation yet; this is English.").format(code=quoted(wanted))


LOCALES = Path(__file__).parent / "locales"
"""A folder for each language: its catalogues, and its words with their forms."""

ENGLISH = "en"
"""The language of the texts in the code; it has no catalogue."""

_LANGUAGES: Mapping[str, Mapping[str, Any]] = tomllib.loads((LOCALES / "languages.toml").read_text("utf-8"))

OWN_NAMES: Mapping[str, str] = {ENGLISH: "English"} | {code: each["name"] for code, each in _LANGUAGES.items()}

SHARES: Mapping[str, int] = {code: each["share"] for code, each in _LANGUAGES.items() if "share" in each}
"""How many percent of the texts are translated, in the languages where not all are."""

LETTERS: Mapping[str, Mapping[str, str]] = {code: each.get("letters", {}) for code, each in _LANGUAGES.items()}
"""How a language writes its letters where there is only ASCII, if not by dropping their accents."""

OFFERED_FROM = 50
"""The share from which an incomplete language is offered; with less, most of what one reads would be English."""

Forms = Mapping[str, str]
"""A word in the forms that its language needs, by the name of the form; `name` is the plain one."""

_ENGLISH = gettext.NullTranslations()


T = TypeVar("T")


class Shared(Generic[T]):
    """A value of one app, which all its tasks share, so that a switch reaches those already running.

    Tasks and `asyncio.to_thread` inherit it from what started them.
    """

    def __init__(self, name: str, usual: T) -> None:
        self._here: ContextVar[list[T]] = ContextVar(name)
        self._usual = [usual]

    def get(self) -> T:
        return self._here.get(self._usual)[0]

    def use(self, value: T) -> None:
        """Use a value from now on, in the current context: the current task and those it starts."""
        self._here.set([value])

    def switch(self, value: T) -> None:
        """Use a value from now on, wherever it was set by the same `use` as here."""
        if (here := self._here.get(None)) is not None:
            here[0] = value
        else:
            self.use(value)


_catalogue = Shared("catalogue", _ENGLISH)
use, switch, current = _catalogue.use, _catalogue.switch, _catalogue.get
"""The catalogue of the language that is spoken."""

_games: list[str] = []
"""The games whose texts are loaded with every language."""
_loaded: dict[str, gettext.NullTranslations] = {}


def languages() -> Mapping[str, str]:
    """Return the languages that are offered: their codes, and what they call themselves: "Deutsch (82 %)"."""
    shares = {code: SHARES.get(code, 100) for code in OWN_NAMES}
    return {
        code: name if shares[code] == 100 else f"{name} ({shares[code]}\N{NO-BREAK SPACE}%)"
        for code, name in OWN_NAMES.items()
        if shares[code] >= OFFERED_FROM
    }


def find_language(wanted: str) -> str | None:
    """Find the language that serves a wanted one best: `fr` for `fr_CA`, `fr_FR.UTF-8` and `FR`; else None.

    A language of which too little is translated is found too: whoever asks for it by name may have it.
    """
    code = wanted.split(".", maxsplit=1)[0].split("@", maxsplit=1)[0].replace("-", "_").lower()
    have = {each.lower(): each for each in OWN_NAMES}
    return have.get(code) or have.get(code.split("_")[0])


@cache
def load(code: str) -> gettext.NullTranslations:
    """Load the catalogue of a language by its code; a text that it lacks stays English."""
    if code == ENGLISH:
        return _ENGLISH
    catalogue = _loaded[code] = gettext.translation("naishi", LOCALES, [code])
    for game in _games:
        catalogue.add_fallback(_of_game(game, code))
    return catalogue


def add_game(key: str) -> None:
    """Have the texts of a game in every language, from now on: what doesn't play it doesn't load them."""
    if key not in _games:
        _games.append(key)
        for code, catalogue in _loaded.items():
            catalogue.add_fallback(_of_game(key, code))


def _of_game(key: str, code: str) -> gettext.NullTranslations:
    return gettext.translation(key, LOCALES, [code], fallback=True)


def language() -> str:
    return current().info().get("language", ENGLISH)


def _(text: str) -> str:
    return current().gettext(text) if text else ""  # gettext's answer to "" is the head of the catalogue


def ngettext(one: str, many: str, count: int, **gaps: object) -> str:
    """Translate a text whose form depends on a count, and fill in the count as `{count}`, and other gaps.

    The form is that of the count without its sign: -1 point.
    """
    return current().ngettext(one, many, abs(count)).format(count=count, **gaps)


def pgettext(sense: str, text: str) -> str:
    return current().pgettext(sense, text)


def N_(text: str) -> str:  # noqa: N802 - the name by which gettext's tools find it
    """Mark a text for the catalogues and leave it as it is; `_` translates it where it is shown."""
    return text


class Sensed(str):
    """A text that has several senses in English, in one of them; `translated` translates it."""

    __slots__ = ("sense",)

    sense: str


def pN_(sense: str, text: str) -> Sensed:  # noqa: N802 - as N_
    marked = Sensed(text)
    marked.sense = sense
    return marked


def translated(marked: str) -> str:
    """Translate a text that was marked, by `N_` or `pN_`."""
    return pgettext(marked.sense, marked) if isinstance(marked, Sensed) else _(marked)


class Noun(str):
    """A word that has forms: in a sentence `{card}` is the plain one, `{card:a}` another.

    Each language has the forms that it needs, and its translations ask for those. A text that is not translated yet
    asks for English ones; where the language has no such form it gets the plain one.
    """

    __slots__ = ("_forms",)
    _forms: Forms

    def __new__(cls, forms: Forms) -> "Noun":
        word = super().__new__(cls, forms["name"])
        word._forms = forms
        return word

    @classmethod
    def plain(cls, text: str) -> "Noun":
        """Make a word of a text that stands where words do, such as "unknown": it has one form for all."""
        return cls({"name": text})

    @property
    def short(self) -> "Noun":
        return Noun({**self._forms, "name": self._forms["short"]})

    def __format__(self, form: str) -> str:
        return self._forms.get(form, str(self)) if form.isidentifier() else format(str(self), form)


def noun(table: str, key: str, **gaps: str) -> Noun:
    """Return a word in the current language, from a file such as `cards`."""
    forms = nouns(language(), table)[key]
    return Noun({form: text.format(**gaps) for form, text in forms.items()} if gaps else forms)


@cache
def nouns(code: str, table: str) -> Mapping[str, Forms]:
    """Read the words of a language, by their English names; the English ones where it has none."""
    path = LOCALES / code / f"{table}.toml"
    if not path.exists():
        return nouns(ENGLISH, table)
    words: Mapping[str, Forms] = tomllib.loads(path.read_text("utf-8"))
    return words


def sentence_case(text: str) -> str:
    """Return a text as a sentence begins; unlike `str.capitalize` it leaves German nouns and names as they are."""
    return text[:1].upper() + text[1:]


def quoted(text: str, longest: int = 30) -> str:
    """Show foreign text inside a sentence: shortened, and with every control character made visible."""
    return _("'{text}'").format(text=visible(text, longest))


def visible(text: str, longest: int = 30) -> str:
    """Shorten foreign text, and make every control character in it visible."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return short if short.isprintable() else ascii(short)[1:-1]


def requoted(text: str) -> str:
    """Put what stands between straight quotes between those of the current language, in a text of a library."""
    return re.sub(r"(?<!\w)'([^'\n]+)'(?!\w)", lambda found: _("'{text}'").format(text=found[1]), text)


def listed(items: Iterable[str], *, conjunction: bool = True) -> str:
    """List things: "rice, torii and fort", or "rice, torii, fort" without the conjunction."""
    items = [*items]
    if len(items) < 2:
        return items[0] if items else ""
    if not conjunction:
        return ", ".join(items)  # as in every language that there is: home has no time for babel
    from babel.lists import format_list

    return format_list(items, locale=_locale())


def date(moment: datetime) -> str:
    """Write a date and time as the clock on the wall shows it, "21 Nov 2026, 20:00".

    Any year that a wrong clock may have written will do.
    """
    local = _local(moment)
    return f"{_day(local.date(), language())}, {_time(local.hour, local.minute, language())}"


LAST_MOMENT = 253_402_300_799
"""The last second that a date can be of, in the year 9999."""


def moment(seconds: float) -> datetime:
    """Return the moment so many seconds after 1970; what no date can be of counts as the first or the last one."""
    return datetime.fromtimestamp(min(max(seconds, 0.0), LAST_MOMENT), UTC)


def universal(moment: datetime) -> str:
    """Write a date and time so that it means the same everywhere, "21 Nov 2026, 20:00 UTC"."""
    utc = moment.astimezone(UTC)
    return f"{_day(utc.date(), language())}, {_time(utc.hour, utc.minute, language())} UTC"


def day(moment: datetime | calendar.date) -> str:
    """Write a date as the calendar on the wall shows it, "21 Nov 2026"."""
    return _day(_local(moment).date() if isinstance(moment, datetime) else moment, language())


@lru_cache(1000)
def _day(date_: calendar.date, code: str) -> str:
    """Write a date in a language. A long list has many games of one day, and Babel takes 0.1 ms for each."""
    locale = _babel(code)
    from babel.dates import format_date

    return format_date(date_, locale=locale)


@lru_cache(24 * 60)
def _time(hour: int, minute: int, code: str) -> str:
    locale = _babel(code)
    from babel.dates import format_time

    return format_time(calendar.time(hour, minute), "short", locale=locale)


def _local(moment: datetime) -> datetime:
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):  # a time for which this system has no local time
        return moment.astimezone(UTC)


def number(value: float, decimals: int = 0) -> str:
    """Write a number with so many decimals: "1,234.5"."""
    from babel.numbers import format_decimal

    pattern = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
    rounded = round(value, decimals) + 0.0  # what rounds to nothing from below is no "-0.0"
    return _in_a_terminal(format_decimal(rounded, pattern, locale=_locale()))


def percent(share: float, decimals: int = 0) -> str:
    """Write a share as percent with so many decimals: "71%", in French with a space before the sign."""
    from babel.numbers import format_percent

    locale = _locale()
    pattern = locale.percent_formats[None].pattern
    if decimals:
        pattern = pattern.replace("##0", f"##0.{'0' * decimals}")
    return _in_a_terminal(format_percent(share, pattern, locale=locale))


def _in_a_terminal(text: str) -> str:
    """Write a narrow space as one of a whole cell: many fonts for terminals lack the other."""
    return text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")


def _locale() -> "Locale":
    return _babel(language())


@lru_cache(20)
def _babel(code: str) -> "Locale":
    """Return what Babel knows about a language; our English is British."""
    from babel import Locale

    try:
        import babel.dates  # which all its data need
    except (ValueError, LookupError, OSError):  # it can't read the system's time zone
        zone = os.environ.get("TZ")
        os.environ["TZ"] = "UTC"  # local times are worked out without it
        try:
            import babel.dates  # noqa: F401
        finally:
            if zone is None:
                del os.environ["TZ"]
            else:
                os.environ["TZ"] = zone
    return Locale.parse("en_GB" if code == ENGLISH else code)


_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Marks and letters without a shape: joiners, fillers, variation selectors."""


def letters(text: str) -> str:
    """Keep of a text what a terminal shows: no control sequences, nothing invisible."""
    # C holds what controls, Cf in it what turns the writing direction; Zl and Zp are line separators, and the marks of
    # Me enclose letters.
    kept = "".join(c for c in text if not unicodedata.category(c).startswith(("C", "Me", "Zl", "Zp")))
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", kept))


_OF_THE_SYSTEM = (
    N_("Permission denied"),
    N_("Operation not permitted"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Is a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("Too many open files"),
    N_("Function not implemented"),
)
"""What systems say about files. `os.strerror` says it in English, whatever language is spoken."""


def reason(error: OSError) -> str:
    """Return the system's words for an error, in the language of the moment where we know them."""
    return _(os.strerror(error.errno) if error.errno else str(error))


class NaishiError(ValueError):
    """Something a person can fix; its text says what was wrong and what to do."""


class InvalidActionError(NaishiError):
    """A text that isn't an action."""


class IllegalActionError(NaishiError):
    """An action, but not one that the rules allow now."""


class InvalidRecordError(NaishiError):
    """A document that isn't a record of a game: a field is missing, unknown or has an invalid value."""


class BrokenRecordError(NaishiError):
    """A record of which not all could be played."""

    def __init__(self, text: str, game: Any, kept: int) -> None:
        super().__init__(text)
        self.game = game
        """The game as far as it could be played, with nothing undone."""
        self.kept = kept
        """How many of its actions that are."""


class InvalidPositionError(NaishiError):
    """A position, territory or deal that can't be played or scored."""


def require(value: object, kind: type, error: type[NaishiError] = NaishiError) -> None:
    """Refuse a value of another type than is asked for.

    Raises NaishiError: of the kind `error`: it is of another type.
    """
    if not isinstance(value, kind):
        words = _("{expected} is needed here, not {found}.")
        raise error(words.format(expected=kind.__name__, found=type(value).__name__))


def whole(number: object) -> int:
    """Return a whole number, such as one of NumPy's, as a plain int. Raises NaishiError: it is none."""
    if not isinstance(number, SupportsIndex):
        words = _("{expected} is needed here, not {found}.")
        raise NaishiError(words.format(expected="int", found=type(number).__name__))
    return index(number)


class SaveError(NaishiError):
    """A saved game could not be read or written."""


class SaveNotFoundError(SaveError):
    """There is no such saved game."""


class DamagedSaveError(SaveError):
    """A file that isn't a whole, unaltered saved game of this program."""


class NewerSaveError(SaveError):
    """A saved game of a later version of this program."""


class SaveInUseError(SaveError):
    """Another process has this saved game open."""

    def __init__(self, text: str, owner: str = "") -> None:
        super().__init__(text)
        self.owner = owner
        """Which process that is, as shown to a person."""


class SaveNotWrittenError(SaveError):
    """The disk or the folder refused the saved game."""


class BotFailedError(NaishiError):
    """A bot gave no answer. The text is the reason, as a sentence, and contains nothing the bot has seen."""


class UnknownCommandError(NaishiError):
    """Nothing that can be typed; the text names the nearest command."""


class UnknownBotError(NaishiError):
    """There is no bot of that name."""


class BotNotReadyError(NaishiError):
    """A bot can't play: its weights are missing or damaged, or its package doesn't load."""


class ThinkingCancelledError(NaishiError):
    """The bot was cancelled while it was choosing an action."""


def naming_nearest(error: NaishiError, typed: Iterable[str], known: Mapping[str, str]) -> NaishiError:
    """Return an error that also names what was meant perhaps; the same one if nothing is near.

    Args:
        typed: What was typed, in the ways that it can be read, the likeliest first.
    """
    near = [found for text in typed for found in get_close_matches(text, known, 1)]
    return NaishiError(_("{why} Did you mean {word}?").format(why=error, word=known[near[0]])) if near else error
