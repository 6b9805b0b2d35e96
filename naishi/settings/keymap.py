"""The names of keys, the keys of an app, and the check of keys that a person assigns."""

import string
import unicodedata
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field

from naishi.common.i18n import N_, NaishiError, Shared, _, quoted, sentence_case
from naishi.settings.key_table import COMMANDS, LIKE, SCREENS, groups

KEYS: Mapping[str, str] = {name: command.keys for name, command in COMMANDS.items()}
"""The usual keys of each command."""

_RESERVED = {"ctrl+c", "ctrl+q", "ctrl+p"}
"""They leave the program or open the command palette, on every screen."""

_SENT_AS = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+left_square_bracket": "escape"}
"""Keys that a terminal can't tell apart from others."""

_MOVING = ("left", "right", "up", "down", "home", "end", "insert", "delete", "pageup", "pagedown")
_FUNCTION = tuple(f"f{n}" for n in range(1, 25))
NAMED = {
    *("enter", "escape", "space", "tab", "shift+tab", "backspace"),
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase),
    *("ctrl+backslash", "ctrl+right_square_bracket", "ctrl+circumflex_accent", "ctrl+underscore"),
    *(f"{held}{key}" for held in ("", "ctrl+", "shift+", "ctrl+shift+") for key in _MOVING),
    *(f"{held}{key}" for held in ("", "ctrl+") for key in _FUNCTION),
}
"""The keys that terminals send, apart from those that print a character."""

_SHORT_NAMES = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at",
    "hyphen_minus": "minus", "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""Keys for which Textual and Unicode use different names."""

ARROWS = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
"""How the keys are written that are also the usual ones of the commands of these names."""
_WRITTEN = {
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "space": N_("Space"),
    "tab": N_("Tab"),
    "shift+tab": N_("Shift+Tab"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "insert": N_("Ins"),
    "home": N_("Home"),
    "end": N_("End"),
    "pageup": N_("PgUp"),
    "pagedown": N_("PgDn"),
} | ARROWS


def check_keys(
    chosen: Mapping[str, str],
    beneath: Mapping[str, str] | None = None,
    *,
    place: Container[str] = COMMANDS,
    called: Callable[[str], str] = str,
) -> tuple[dict[str, str], dict[str, str]]:
    """Check keys that a person has assigned.

    Args:
        place: The commands that there are where the keys are for; no other one gets in the way.
        called: Returns what a command is called where someone reads what is wrong; by default, its name.

    Returns:
        The valid ones, by Textual's names; and what is wrong with each of the others, by command.
    """
    good: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for command, keys in chosen.items():
        try:
            good[command] = ",".join(dict.fromkeys(_named(command, keys)))
        except NaishiError as error:
            wrong[command] = str(error)
    while clash := _clash({**(beneath or {}), **good}, tuple(good), place):
        command, key, other = clash
        del good[command]
        if other in KEYS:
            words, use = _("{key} can't be the key for {command}: it is already the key for {other}."), called(other)
        else:
            words = _("{key} can't be the key for {command}: it always has another use there ({other}).")
            use = _(other)
        wrong[command] = words.format(command=called(command), key=written(key), other=use)
    return good, wrong


def parse_assignments(text: str) -> dict[str, str]:
    """Read keys written as `undo=z,redo=y`; `choose=enter,space` assigns two keys to one command.

    Raises ValueError: it begins with something else.
    """
    keys: dict[str, str] = {}
    last = ""
    for part in text.split(","):
        command, equals, key = part.partition("=")
        if equals and command.strip():
            last = command.strip()
            keys[last] = key
        elif last:
            keys[last] += f",{part}"
        else:
            raise ValueError(text)
    return keys


def written(key: str) -> str:
    """Return the name of a key for display, as keyboards of the language have it: `^R`, `F1`, `?`, `Enter`."""
    if key.startswith("ctrl+"):
        return f"^{written(key.removeprefix('ctrl+')).upper()}"
    return (
        _(_WRITTEN.get(key, ""))
        or PUNCTUATION.get(key)
        or _character(key)
        or (key.upper() if key in _FUNCTION else key)
    )


def _character(key: str) -> str:
    """Return the character of a key that has a Unicode name; empty if it has none, or isn't printed."""
    try:
        character = unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return ""
    return character if character.isprintable() else ""


def _named(command: str, keys: str) -> Iterator[str]:
    """Yield the keys of a command by Textual's names: `?` is question_mark.

    Raises NaishiError: there is no such command, or no such key, or it can't be used.
    """
    if command not in KEYS:
        raise NaishiError(_("There is no command called {command}.").format(command=quoted(command)))
    for text in map(str.strip, keys.split(",")):
        if not text:
            raise NaishiError(_("No key was given for {command}.").format(command=command))
        key = _name(text)
        if key in _RESERVED:
            words = _("{key} can't be reassigned: it does the same thing on every screen.")
            raise NaishiError(words.format(key=written(key)))
        if key in _SENT_AS:
            sent = written(_SENT_AS[key])
            raise NaishiError(_("Terminals can't tell {key} from {other}.").format(key=written(key), other=sent))
        prints = len(text) == 1 and text.isprintable() and not unicodedata.combining(text)
        if key not in NAMED and key not in PUNCTUATION and not prints:
            raise NaishiError(_("There is no key called {key}.").format(key=quoted(text)))
        yield key


def _name(text: str) -> str:
    held, plus, key = text.rpartition("+")
    if held and key:
        return f"{held.lower()}{plus}{name_of(key.lower()) if len(key) == 1 else key.lower()}"
    return name_of(text) if len(text) == 1 else text.lower()


def name_of(character: str) -> str:
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _SHORT_NAMES.get(name, name)


PUNCTUATION = {name_of(character): character for character in string.punctuation}
"""The marks that keys print, by the names of these keys."""


def assigned(chosen: Mapping[str, str]) -> dict[str, str]:
    return {**{command: chosen[other] for command, other in LIKE.items() if other in chosen}, **chosen}


def _clash(chosen: Mapping[str, str], newest: tuple[str, ...], place: Container[str]) -> tuple[str, str, str] | None:
    """Find a key that two commands of one screen of a place share, or that means something else there.

    Args:
        newest: The commands whose keys are to be checked, in the order of how they were assigned.

    Returns:
        The command that was assigned the key last, the key, and the other command, or what the key does there.
    """
    every = {**KEYS, **assigned(chosen)}
    sources = {command: command if command in chosen else LIKE.get(command, command) for command in every}
    in_order = sorted(every, key=lambda each: newest.index(sources[each]) if sources[each] in newest else -1)
    for screen in SCREENS.values():
        owners = dict(screen.fixed)
        for command in (each for each in in_order if each in screen.commands and each in place):
            for key in every[command].split(","):
                if key in owners:
                    return sources[command], key, owners[key]
                owners[key] = command
    return None


@dataclass(frozen=True)
class Keymap:
    """The keys of one app, as they are shown on its screens; the app binds them by `App.set_keymap`."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    """What the settings have chosen instead of our keys, by command."""

    @property
    def assigned(self) -> dict[str, str]:
        return assigned(self.chosen)

    def keys(self, command: str) -> tuple[str, ...]:
        return tuple(self.assigned.get(command, KEYS[command]).split(","))

    def shown(self, command: str) -> str:
        """How the key of a command is written on screen; the first, where it has several."""
        return written(self.keys(command)[0])

    def described(self, *only: str) -> Iterator[tuple[str, str, str]]:
        """Yield each command of the table, or some of all, with its key as it is shown, and what it does."""
        for command in only or next(groups())[1]:
            yield command, self.shown(command), described(command)

    def grouped(self) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
        """The same of all screens, with their titles; those of the table first."""
        for title, commands in groups():
            yield _(title), [*self.described(*commands)]


_shown = Shared("keymap", Keymap())
use, switch, keymap = _shown.use, _shown.switch, _shown.get
"""The keymap whose keys are shown; each app has its own."""


def shown(command: str) -> str:
    return keymap().shown(command)


def arrows(text: str) -> str:
    """Return a text with the keys that move now, where it names the arrows that usually do by their signs."""
    here = keymap()
    chosen = {sign: here.shown(command) for command, sign in ARROWS.items() if here.keys(command)[0] != command}
    return text.translate({ord(sign): key for sign, key in chosen.items()})


class _Key:
    """The keys of this app, for texts: `{key:home.new}` in a text is how the key of that command is written."""

    def __format__(self, command: str) -> str:
        return shown(command)


KEY = _Key()
"""What a text that names keys is formatted with: `_("{key:undo}: undo.").format(key=KEY)`."""


def described(command: str) -> str:
    return _(COMMANDS[command].words).format(n=command[-1])


def quoted_description(command: str) -> str:
    return quoted(described(command), longest=80)


def offered(command: str) -> str:
    words = described(command)
    return f"{sentence_case(words)} ({shown(command)})"


def means(key: str, command: str) -> bool:
    return key in keymap().keys(command)
