"""How the app looks and behaves: flags, then `NAISHI_…` in the environment, then the settings file, then defaults."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)  # fmt: skip

from naishi.errors import NaishiError
from naishi.i18n import _, quoted
from naishi.settings.paths import settings_file
from naishi.settings.schema import Look
from naishi.settings.startup import PREFIX

FILE = settings_file()


class Settings(Look, BaseSettings):
    """What a person can set, checked."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", validate_assignment=True)

    @field_validator("language")
    @classmethod
    def _check_language(cls, language: str) -> str:
        if not _LANGUAGE.fullmatch(language):
            raise NaishiError(_("A language is written like en or pt_BR."))
        return language

    @field_validator("keys")
    @classmethod
    def _check_keys(cls, keys: dict[str, str]) -> dict[str, str]:
        if not keys:
            return keys
        from naishi_tui.keys import checked

        return checked(keys)


_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


def load(flags: Mapping[str, Any] | None = None, path: Path | None = None) -> tuple[Settings, str]:
    """Read the settings.

    Args:
        flags: What the command line said; None values are not said.
        path: The file; by default the one in the user's config folder.

    Returns:
        The settings, and a sentence about what was wrong, or nothing. What is wrong is left at its default.
    """
    filed, trouble = _from_file(path or FILE)
    said = {name: value for name, value in (flags or {}).items() if value is not None}

    class Sourced(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, InitSettingsSource(settings_cls, filed)

    try:
        return Sourced(**said), trouble
    except (ValidationError, SettingsError) as error:
        what = str(error)
        if isinstance(error, ValidationError):
            what = f"{PREFIX}{str(error.errors()[0]['loc'][0]).upper()}: {_words(error)}"
        return Settings.model_construct(**filed | said), _("In the environment: {what}").format(what=what)


def _from_file(path: Path) -> tuple[dict[str, Any], str]:
    """Read what is good in a settings file, and say what is wrong first."""
    try:
        text = path.read_text("utf-8")
        values = tomllib.loads(text)
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        return {}, _("{file} can't be read: {why}.").format(file=path.name, why=error.strerror)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else _("it is no text")
        return {}, _("{file}: {why}. The defaults are used.").format(file=path.name, why=why)
    good: dict[str, Any] = {}
    trouble = ""
    for name, value in values.items():
        wrong = _problem(name, value)
        if not wrong:
            good[name] = value
        elif not trouble:
            trouble = _("{file}, line {line}: {problem} The default is used.").format(
                file=path.name, line=_line_of(name, text), problem=wrong
            )
    return good, trouble


def _problem(name: str, value: object) -> str:
    if name not in Settings.model_fields:
        return _("there is no setting {name}.").format(name=quoted(name))
    wrong = wrong_with(name, value)
    return f"{name}: {wrong}" if wrong else ""


def wrong_with(name: str, value: object) -> str:
    """Say what is wrong with the value of a setting, or nothing."""
    try:
        setattr(Settings.model_construct(), name, value)
    except ValidationError as error:
        return _words(error)
    return ""


def _line_of(name: str, text: str) -> int:
    """The line that sets a name at the top level of a file, or opens its table."""
    begins = re.compile(rf"\s*(?:\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[=.\]]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 1)


def _words(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return first["msg"].removeprefix("Value error, ").removesuffix(".") + "."


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings file; what somebody else wrote into it stays, comments included.

    Raises:
        OSError: It can't be written.
    """
    import tomlkit

    file = path or FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        document = tomlkit.parse(file.read_text("utf-8"))
    except (OSError, ValueError):
        document = tomlkit.document()
    document.update(settings.model_dump())
    file.write_text(tomlkit.dumps(document), "utf-8")
