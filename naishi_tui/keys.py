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
        for command, (_action, words) in _COMMANDS.items():
            yield command, self.shown(command), _(words).format(n=command.removeprefix("column_"))


_COLUMN = N_("go to column {n}")

_COMMANDS: Mapping[str, tuple[str, str]] = {
    "choose": ("choose", N_("choose the card under the cursor")),
    "back": ("back", N_("one step back; at the start, leave the game (it is saved)")),
    "left": ("move(-1,0)", N_("move left")),
    "right": ("move(1,0)", N_("move right")),
    "up": ("move(0,-1)", N_("move up")),
    "down": ("move(0,1)", N_("move down")),
    **{f"column_{n}": (f"column({n - 1})", _COLUMN) for n in range(1, 6)},
    "next": ("next_target(1)", N_("next card that can be chosen")),
    "previous": ("next_target(-1)", N_("previous card that can be chosen")),
    "swap": ("begin('swap')", N_("bonus: swap two cards")),
    "discard": ("begin('discard')", N_("bonus: discard two River cards")),
    "bonus": ("bonus", N_("choose a bonus: swap or discard")),
    "decree": ("begin('decree')", N_("impose the imperial decree")),
    "recall": ("begin('recall')", N_("recall your emissaries")),
    "declare": ("begin('declare')", N_("declare the end of the game")),
    "end": ("end_turn", N_("end the turn")),
    "undo": ("undo", N_("undo the last action")),
    "redo": ("redo", N_("redo what was undone")),
    "retry": ("retry", N_("let a failed bot try again")),
    "replace_bot": ("replace_bot", N_("replace a failed bot")),
    "explain": ("explain", N_("explain the card under the cursor")),
    "advice": ("advice", N_("advice: what the strong bot would do; press again to do it")),
    "faster": ("pace(1)", N_("bots play faster")),
    "slower": ("pace(-1)", N_("bots play slower")),
    "memory": ("memory", N_("what a perfect memory knows (memory aid)")),
    "log": ("log", N_("the whole log")),
    "rules": ("rules", N_("the rules and all keys")),
    "legend": ("legend", N_("what the marks mean")),
}
"""What each command runs on the table's screen, and what it does, in English."""


def action_of(command: str) -> str:
    """The action of the table's screen that a command runs, with its arguments; other commands are actions."""
    return _COMMANDS[command][0] if command in _COMMANDS else command


def table_bindings() -> list[Binding]:
    """The keys of the table as Textual binds them; the keymap of an app may change them by id."""
    return [Binding(keys, action_of(command), id=command, show=False) for command, keys in KEYS.items()]
