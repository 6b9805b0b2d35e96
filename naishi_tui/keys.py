"""The keys of the table: one list, from which bindings, panels, the key line and the help are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from textual.binding import Binding

from naishi.common.i18n import N_, _
from naishi.settings.keymap import KEYS, written


@dataclass(frozen=True)
class Keymap:
    """The keys of one app, as they are shown on its screens; the app binds them by `App.set_keymap`."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    """What the settings have chosen instead of our keys, by command."""

    def shown(self, command: str) -> str:
        """How the key of a command is written on screen; the first, where it has several."""
        return written((self.chosen.get(command) or KEYS[command]).split(",")[0])

    def described(self) -> Iterator[tuple[str, str, str]]:
        """Each command of the table, with its key as it is shown, and what it does."""
        for command, words in _WORDS.items():
            yield command, self.shown(command), _(words).format(n=command.removeprefix("column_"))


_COLUMN = N_("go to column {n}")

_WORDS: Mapping[str, str] = {
    "choose": N_("choose the card under the cursor"),
    "back": N_("one step back; at the start, leave the game (it is saved)"),
    "left": N_("move left"),
    "right": N_("move right"),
    "up": N_("move up"),
    "down": N_("move down"),
    **{f"column_{n}": _COLUMN for n in range(1, 6)},
    "next": N_("next card that can be chosen"),
    "previous": N_("previous card that can be chosen"),
    "swap": N_("bonus: swap two cards"),
    "discard": N_("bonus: discard two River cards"),
    "bonus": N_("choose a bonus: swap or discard"),
    "decree": N_("impose the imperial decree"),
    "recall": N_("recall your emissaries"),
    "declare": N_("declare the end of the game"),
    "end": N_("end the turn"),
    "undo": N_("undo the last action"),
    "redo": N_("redo what was undone"),
    "retry": N_("let a failed bot try again"),
    "replace_bot": N_("replace a failed bot"),
    "explain": N_("explain the card under the cursor"),
    "advice": N_("advice: what the strong bot would do; press again to do it"),
    "faster": N_("bots play faster"),
    "slower": N_("bots play slower"),
    "memory": N_("what a perfect memory knows (memory aid)"),
    "log": N_("the whole log"),
    "rules": N_("the rules and all keys"),
    "legend": N_("what the marks mean"),
}
"""What each command does at the table, in English."""


def action_of(command: str) -> str:
    """Return the action of Textual that runs a command of a screen of a game, or of the app."""
    return command if command.startswith("app.") else f"command({command!r})"


def bindings_of(*commands: str) -> list[Binding]:
    """Return the keys of commands as Textual binds them; the keymap of an app may change them by id."""
    return [Binding(KEYS[command], action_of(command), id=command, show=False) for command in commands]


def table_bindings() -> list[Binding]:
    """Return the keys of all commands of the table."""
    return bindings_of(*KEYS)


def fixed_bindings(keys: Mapping[str, str]) -> list[Binding]:
    """Return keys that are the same for everybody, by command."""
    return [Binding(key, action_of(command), show=False) for command, key in keys.items()]
