"""Schema of settings: names, values, defaults, purposes.

The command's flags are made from it, and `naishi.settings.check` checks values against it. It doesn't import pydantic:
parsing flags and drawing the first frame don't need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from naishi.common.i18n import N_

PREFIX = "NAISHI_"
"""The prefix of each setting's environment variable."""


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
    """Return the kind of each setting, by name."""
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
    return f"{PREFIX}{name.upper()}"
