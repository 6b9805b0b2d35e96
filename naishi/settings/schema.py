"""Settings: what there is, their values in layers, and the file.

The command's flags are made from it, and `naishi.settings.check` checks values against it. It doesn't import pydantic:
parsing flags and drawing the first frame don't need it.
"""

import os
import re
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from naishi.common import paths
from naishi.common.files import read_regular_file, write_atomically
from naishi.common.i18n import N_, NaishiError, _, reason

SIZE_LIMIT = 100_000
"""In bytes. A file that sets everything has about 2,000."""


class SettingsFileError(NaishiError):
    """The settings file can't be read or understood; it is left as it is."""


def parse(path: Path) -> tuple[dict[str, Any], str]:
    """Read a settings file, unchecked.

    Returns:
        Its values and its text; both are empty if there is no file.

    Raises:
        SettingsFileError: It can't be read, or isn't TOML.
    """
    try:
        data = read_regular_file(path, SIZE_LIMIT)
        if data is None:
            raise _unreadable(path, _what_else(path))
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        raise _unreadable(path, reason(error)) from None
    except UnicodeDecodeError:
        raise SettingsFileError(_("{file} is not a text file.").format(file=path.name)) from None
    import tomllib

    try:
        values = tomllib.loads(text)
        str(values)  # tomllib reads hexadecimal numbers of any length
        return values, text
    except tomllib.TOMLDecodeError as error:
        raise SettingsFileError(_("{file}: {why}.").format(file=path.name, why=error)) from None
    except ValueError:  # a number of thousands of digits
        raise SettingsFileError(_("{file} has a number that is too long.").format(file=path.name)) from None
    except RecursionError:
        raise SettingsFileError(_("{file} is nested too deeply.").format(file=path.name)) from None


def _unreadable(path: Path, why: str) -> SettingsFileError:
    return SettingsFileError(_("{file} can't be read: {why}.").format(file=path.name, why=why))


def _what_else(path: Path) -> str:
    """Say what is there instead of a file of settings."""
    if path.is_dir():
        return _("Is a directory")
    if not path.is_file():
        return _("it is not a regular file")
    return _("it is larger than {count} KB").format(count=SIZE_LIMIT // 1000)


def write(path: Path, name: str, value: object) -> None:
    """Change one setting in the file, or add it; everything else in the file stays, including comments.

    Raises SettingsFileError: the file can't be read or understood; it is left as it is; OSError: it can't be written;
    what was there before is still there.
    """
    with _changing(path) as document:
        document[name] = value


def write_key(path: Path, command: str, key: str | None) -> None:
    """Change the key of one command in the file, or add it, or take it away; everything else stays.

    Raises SettingsFileError, OSError: as `write`.
    """
    with _changing(path) as document:
        keys = document.get("keys", {})
        if not isinstance(keys, MutableMapping):
            words = _("{name} must assign keys to commands, as in {example}.")
            raise SettingsFileError(words.format(name="keys", example='undo = "z"'))
        if key is not None:
            document.setdefault("keys", {})[command] = key
        else:
            keys.pop(command, None)


@contextmanager
def _changing(path: Path) -> Iterator[dict[str, Any]]:
    import tomlkit

    _values, text = parse(path)
    try:
        document = tomlkit.parse(text)
    except ValueError as error:  # tomlkit and tomllib may disagree
        raise SettingsFileError(_("{file}: {why}.").format(file=path.name, why=error)) from None
    yield document
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path.resolve(), tomlkit.dumps(document).encode())


def line_of(text: str, name: str, command: str = "") -> int:
    lines = text.splitlines()
    line = _first(rf"(?:\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[=.\]]", lines, 1)
    return _first(rf"(?:keys\s*\.\s*)?[\"']?{re.escape(command)}[\"']?\s*=", lines, line) if command else line


def _first(pattern: str, lines: list[str], start: int) -> int:
    """Return the number of the first line from `start` on that begins like this; `start` if none does."""
    begins = re.compile(r"\s*" + pattern)
    return next((number for number, line in enumerate(lines, 1) if number >= start and begins.match(line)), start)


@dataclass(frozen=True)
class Settings:
    """How the app looks and behaves."""

    theme: Annotated[
        Literal["dark", "light", "colour-blind", "terminal"],
        N_("Colours; `terminal` uses the terminal's own sixteen."),
    ] = "dark"
    ascii: Annotated[bool, N_("Draw with ASCII characters only.")] = False
    pictures: Annotated[bool, N_("Show cards as true pictures where the terminal says that it can.")] = True
    """In the explanation of a card and at the score."""
    animations: Annotated[bool, N_("Show turns card by card and the score row by row.")] = True
    hints: Annotated[bool, N_("Show what cards are currently worth.")] = True
    """And what a choice would change; off for the pure game."""
    memory_aid: Annotated[bool, N_("Show what a perfect memory would know.")] = False
    """The opponent's known cards, the discarded cards, the unseen cards."""
    handover: Annotated[Literal["always", "never"], N_("Cover Hands between turns; `never` plays with open Hands.")] = (
        "always"
    )
    """`never` is for learning together with open Hands."""
    pace: Annotated[Literal["instant", "quick", "relaxed"], N_("How fast bots play.")] = "quick"
    bell: Annotated[Literal["off", "turn", "always"], N_("Ring the bell on your turn, or on every move.")] = "off"
    notice: Annotated[
        Literal["off", "bell", "notification", "title"],
        N_("On a server: what tells you that it is your turn in another game."),
    ] = "off"
    """Once, until the player reacts."""
    advice: Annotated[bool, N_("Allow asking for advice.")] = True
    nudges: Annotated[bool, N_("Suggest a key when you seem stuck.")] = True
    plain: Annotated[bool, N_("Play in plain lines of text, for screen readers, slow links and scripts.")] = False
    language: Annotated[str, N_("Language code, such as en.")] = ""
    """Empty for the language of the system."""
    keys: Annotated[Mapping[str, str], N_("Key for a command, as in undo=z; repeatable.")] = field(default_factory=dict)
    """By the commands in `naishi.settings.key_table`; keys by Textual's names, comma-separated."""


DEFAULTS = Settings()
NAMES = tuple(each.name for each in fields(Settings))
ON_A_SERVER_ONLY = frozenset({"notice"})
"""Settings that mean nothing at home: there is no flag for them."""


class SettingKind(NamedTuple):
    """The type of a setting, and what it is for."""

    type: Any
    values: tuple[str, ...]
    """The words to choose from; empty if the setting isn't a choice."""
    help: str
    """In English; translate it where it is shown."""


def kinds() -> dict[str, SettingKind]:
    hints = get_type_hints(Settings, include_extras=True)
    return {name: _kind(*get_args(hints[name])) for name in NAMES}


def _kind(kind: Any, words: str) -> SettingKind:
    return SettingKind(kind, get_args(kind) if get_origin(kind) is Literal else (), words)


def flag(name: str, value: object = None) -> str:
    """Return the command-line flag of a setting: `--memory-aid`, `--no-hints`, `--key`."""
    if name == "keys":
        return "--key"
    return f"--{'no-' if value is False else ''}{name.replace('_', '-')}"


def variable(name: str) -> str:
    """Return the environment variable of a setting: `NAISHI_MEMORY_AID`."""
    return f"NAISHI_{name.upper()}"


TRUE = {"true", "1", "on", "yes", "t", "y"}
FALSE = {"false", "0", "off", "no", "f", "n"}
"""The words that pydantic accepts as booleans."""

LANGUAGE = re.compile(r"([a-z]{2,3}(_[A-Z]{2})?)?")
"""A language code; empty for the language of the system."""

Layer = Mapping[str, Any]
"""The values of some settings, by name, all valid."""


@dataclass(frozen=True)
class Layers:
    """The values from each source, weakest first. A stronger one overrides the weaker, keys one by one."""

    file: Layer = field(default_factory=dict)
    environment: Layer = field(default_factory=dict)
    flags: Layer = field(default_factory=dict)
    chosen: Layer = field(default_factory=dict)
    """Choices made on the settings screen since the start; they apply at once and override everything else."""
    faults: tuple[str, ...] = ()
    """What was wrong in the sources, a sentence for each; invalid values are left out of the layers."""
    in_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of `faults` that the file causes, by the name of the setting."""
    path: Path = field(default_factory=paths.settings_file)

    @cached_property
    def effective(self) -> Settings:
        layers = (self.file, self.environment, self.flags)
        keys = {command: key for layer in layers for command, key in layer.get("keys", {}).items()}
        values = {name: value for layer in layers for name, value in layer.items()}
        return Settings(**values | {"keys": keys, **self.chosen})

    @property
    def kept(self) -> str:
        return _("Settings are kept in {file}.").format(file=self.path)

    def overridden_by(self, name: str) -> str:
        """Return the flag or environment variable that sets a setting for this run; empty if neither does."""
        if name in self.chosen:
            return ""
        if name in self.flags:
            return flag(name, self.flags[name])
        return variable(name) if name in self.environment else ""

    def choose(self, name: str, value: object) -> "Layers":
        """Return layers in which a setting has another value, or keys are all others; `write` keeps it."""
        return replace(self, chosen={**self.chosen, name: value})

    def mended(self, name: str) -> "Layers":
        """Return layers whose file has a valid value for a setting by now: `write` has put it there."""
        gone = self.in_file.get(name, ())
        return replace(self, faults=tuple(fault for fault in self.faults if fault not in gone))

    async def write(self, name: str) -> None:
        """Write the chosen value of one setting to the file, and nothing from the other layers.

        Raises SettingsFileError, OSError: as the function `write`.
        """
        write(self.path, name, self.chosen[name])

    async def write_key(self, command: str) -> None:
        """Write the chosen key of one command to the file, or nothing of it where it has its usual one again.

        Raises SettingsFileError, OSError: as the function `write`.
        """
        write_key(self.path, command, self.chosen["keys"].get(command))


def read_plain(flags: Layer, path: Path | None = None) -> tuple[Layers, bool]:
    """Read what needs no pydantic, which costs time and memory: enough for the first frame.

    Returns:
        The layers, with the values that are plainly valid; and whether there were others, so that
        `naishi.settings.check` has to read everything again and report what is wrong.
    """
    path = path or paths.settings_file()
    try:
        filed, readable = parse(path)[0], True
    except SettingsFileError:
        filed, readable = {}, False
    named = variables()
    file, environment, said = map(_plain_part, (filed, named, flags))
    complete = (file.keys(), environment.keys(), said.keys()) == (filed.keys(), named.keys(), flags.keys())
    return Layers(file, environment, said, path=path), not (readable and complete)


def variables() -> dict[str, str]:
    """Return what environment variables say of settings, by the names of these; an empty one says nothing."""
    named = {name.upper(): value for name, value in os.environ.items() if value}
    return {name: named[variable(name)] for name in NAMES if variable(name) in named}


def _plain_part(source: Layer) -> dict[str, Any]:
    """Return the values that need no more checking: choices, booleans, a language."""
    known = kinds()
    plain: dict[str, Any] = {}
    for name, value in source.items():
        if name not in known:
            continue
        if known[name].type is bool and str(value).lower() in TRUE | FALSE:
            plain[name] = str(value).lower() in TRUE
        elif isinstance(value, str) and (
            value in known[name].values or (name == "language" and LANGUAGE.fullmatch(value))
        ):
            plain[name] = value
    return plain
