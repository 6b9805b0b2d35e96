"""Settings file: reading, and changes of single settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from naishi.common.errors import NaishiError, reason
from naishi.common.files import read_regular_file
from naishi.common.i18n import _

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

    Raises SettingsFileError: the file can't be read or understood; it is left as it is; OSError: it can't be written;
    what was there before is still there.
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
    """Read the file, and write it again with what was changed."""
    import tomlkit

    from naishi.common.files import write_atomically

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
