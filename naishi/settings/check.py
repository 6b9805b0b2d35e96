"""Validation of all settings layers, after the first frame.

Imported late: pydantic is heavy.
"""

import json
from collections.abc import Callable, Container
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ConfigDict, ValidationError, create_model

from naishi.common import paths
from naishi.common.i18n import NaishiError, _, listed, quoted
from naishi.settings import schema
from naishi.settings.key_table import AT_HOME
from naishi.settings.keymap import check_keys, parse_assignments

_FIELDS: dict[str, Any] = {name: (kind.type, getattr(schema.DEFAULTS, name)) for name, kind in schema.kinds().items()}
_MODEL = create_model("Settings", __config__=ConfigDict(validate_assignment=True), **_FIELDS)


class Fault(NamedTuple):
    """What is wrong with a setting."""

    name: str
    problem: str
    """A sentence."""
    command: str = ""
    """The command whose key it is about."""


def load(flags: schema.Layer | None = None, path: Path | None = None) -> schema.Layers:
    """Read and check all layers. Invalid values are left out and reported as faults; the rest is used."""
    path = path or paths.settings_file()
    filed, file_faults = _read_file(path)
    variables: dict[str, Any] = schema.variables()
    if "keys" in variables:
        variables["keys"] = _keys(variables["keys"])
    environment, unset = check_all(variables, filed.get("keys", {}), setting=schema.variable)
    environment_faults = [
        f"{schema.variable('keys')}: {fault.problem}" if fault.command else fault.problem for fault in unset
    ]
    said, wrong = check_all(flags or {}, filed.get("keys", {}) | environment.get("keys", {}))
    flag_faults = [f"{schema.flag(fault.name)}: {fault.problem}" for fault in wrong]
    in_file = {name: tuple(words for of, words in file_faults if of == name) for name, _words in file_faults}
    faults = (*(words for _name, words in file_faults), *environment_faults, *flag_faults)
    return schema.Layers(filed, environment, said, faults=faults, in_file=in_file, path=path)


def check_all(
    values: schema.Layer,
    keys_beneath: schema.Layer,
    place: Container[str] = AT_HOME,
    called: Callable[[str], str] = str,
    *,
    setting: Callable[[str], str] = str,
) -> tuple[dict[str, Any], list[Fault]]:
    """Check the values of a layer: return the valid ones, and the faults of the others.

    Args:
        called: Returns what a command is called where someone reads what is wrong with its key; by default, its name.
        setting: Returns what a setting is called there; by default, its name.
    """
    good: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, value in values.items():
        try:
            good[name] = _check(name, value, setting(name))
        except NaishiError as error:
            faults.append(Fault(name, str(error)))
    if "keys" in good:
        good["keys"], wrong = check_keys(good["keys"], keys_beneath, place=place, called=called)
        faults += (Fault("keys", problem, command) for command, problem in wrong.items())
    return good, faults


def _read_file(path: Path) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return the valid values of the file, and what is wrong in it: the name of a setting, and a sentence."""
    try:
        values, text = schema.parse(path)
    except schema.SettingsFileError as error:
        return {}, [("", str(error))]
    good, faults = check_all(values, {})
    words = _("{file}, line {line}: {problem}")
    return good, [
        (name, words.format(file=path.name, line=schema.line_of(text, name, command), problem=problem))
        for name, problem, command in faults
    ]


def _keys(text: str) -> object:
    """Read keys as a variable has them: `undo=z,redo=y`, or as JSON; what can't be read becomes None."""
    with suppress(ValueError, RecursionError):
        return json.loads(text) if text.lstrip().startswith("{") else parse_assignments(text)
    return None


def _check(name: str, value: object, called: str) -> Any:
    """Return the value of a setting as the app uses it; keys are checked separately, all together.

    Raises NaishiError: there is no such setting, or it can't have this value.
    """
    if name not in schema.NAMES:
        raise NaishiError(_("There is no setting called {name}.").format(name=quoted(name)))
    model = _MODEL.model_construct()
    try:
        setattr(model, name, value)
    except ValidationError:
        raise NaishiError(_must(name, called)) from None
    if name == "language" and not schema.LANGUAGE.fullmatch(getattr(model, name)):
        raise NaishiError(_must(name, called))
    return getattr(model, name)


def _must(name: str, called: str) -> str:
    kind = schema.kinds()[name]
    if kind.values:
        return _("{name} must be one of: {values}.").format(name=called, values=listed(kind.values, conjunction=False))
    if kind.type is bool:
        return _("{name} must be true or false.").format(name=called)
    if name == "language":
        return _("{name} must be a language code, such as en or pt_BR.").format(name=called)
    example = "undo=z,redo=y" if called == schema.variable(name) else 'undo = "z"'
    return _("{name} must assign keys to commands, as in {example}.").format(name=called, example=example)
