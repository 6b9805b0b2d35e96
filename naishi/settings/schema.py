"""Every setting: its name, its values, its default, and what it is for.

The flags of the command are made from this, and `naishi.settings.check` checks values against it. No pydantic here: a
command takes its flags without it, and the app draws its first frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from naishi.i18n import N_

PREFIX = "NAISHI_"
"""What the environment's name of each setting begins with."""


@dataclass(frozen=True)
class Settings:
    """How the app looks and behaves."""

    theme: Annotated[
        Literal["dark", "light", "colour-blind", "terminal"],
        N_("The colours; `terminal` takes the terminal's own sixteen."),
    ] = "dark"
    ascii: Annotated[bool, N_("Draw with ASCII alone.")] = False
    animations: Annotated[bool, N_("Count the score row by row.")] = True
    hints: Annotated[bool, N_("Show what cards are worth now.")] = True
    """And what a choice would change; off for the pure game."""
    memory_aid: Annotated[bool, N_("Show what a perfect memory knows.")] = False
    """The opponent's known cards, the discards, what has not been seen."""
    handover: Annotated[Literal["always", "never"], N_("Whether Hands are covered when the keyboard passes.")] = (
        "always"
    )
    """`never` is for teaching with open Hands."""
    pace: Annotated[Literal["instant", "quick", "relaxed"], N_("How fast bots act.")] = "quick"
    advice: Annotated[bool, N_("Let a key ask the strong bot for advice.")] = True
    plain: Annotated[bool, N_("Play in plain lines: for screen readers, slow links and scripts.")] = False
    language: Annotated[str, N_("The language, such as en.")] = ""
    """Empty for the one that the system is set to."""
    keys: Annotated[Mapping[str, str], N_("Another key for a command of the table, such as undo=z; repeatable.")] = (
        field(default_factory=dict)
    )
    """By the commands of `naishi.settings.commands`; keys as Textual names them, with commas between."""


DEFAULTS = Settings()
NAMES = tuple(each.name for each in fields(Settings))


class Kind(NamedTuple):
    """What a setting can be, and what it is for."""

    type: Any
    values: tuple[str, ...]
    """The words that can be chosen from; empty where the type isn't a choice."""
    help: str
    """In English: translate it where it is shown."""


def kinds() -> dict[str, Kind]:
    """Return the kind of each setting, by name."""
    hints = get_type_hints(Settings, include_extras=True)
    return {name: _kind(*get_args(hints[name])) for name in NAMES}


def _kind(kind: Any, words: str) -> Kind:
    return Kind(kind, get_args(kind) if get_origin(kind) is Literal else (), words)


def flag(name: str, value: object = None) -> str:
    """How a setting is written as a flag of the command: `--memory-aid`, `--no-hints`, `--key`."""
    if name == "keys":
        return "--key"
    return f"--{'no-' if value is False else ''}{name.replace('_', '-')}"


def variable(name: str) -> str:
    """How a setting is called in the environment: `NAISHI_MEMORY_AID`."""
    return f"{PREFIX}{name.upper()}"
