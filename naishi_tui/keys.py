"""The keys of the table: one list, from which bindings, panels, the key line and the help are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from textual.binding import Binding, InvalidBinding
from textual.keys import Keys, key_to_character

from naishi.errors import NaishiError
from naishi.i18n import _, quoted


@dataclass(frozen=True, slots=True)
class Key:
    """A command of the table and the keys that give it."""

    id: str
    """By which settings name it."""
    keys: str
    """As Textual names them, with commas between."""
    action: str
    """The action of the screen, with its arguments."""
    shown: str
    """How the default key is written on screen."""
    description: str


_remapped: dict[str, str] = {}
"""The keys that a person has chosen instead of ours, by id."""

_WRITTEN = {"enter": "Enter", "escape": "Esc", "space": "Space", "tab": "Tab", "shift+tab": "Shift+Tab"}


def checked(keymap: Mapping[str, str]) -> dict[str, str]:
    """Write keys that a person has chosen as Textual names them: `?` is question_mark.

    Raises:
        NaishiError: There is no such command, or no such key.
    """
    return {command: ",".join(_named(command, keys)) for command, keys in keymap.items()}


def _named(command: str, keys: str) -> Iterator[str]:
    if command not in table_keys():
        raise NaishiError(_("There is no command {command}.").format(command=quoted(command)))
    try:
        bound = list(Binding.make_bindings([Binding(keys, command)]))
    except InvalidBinding:
        raise NaishiError(_("{command} has no key.").format(command=command)) from None
    for binding in bound:
        if key_to_character(binding.key) is None and binding.key not in set(Keys):
            raise NaishiError(_("There is no key {key}.").format(key=quoted(binding.key)))
        yield binding.key


def remap(keymap: Mapping[str, str]) -> None:
    """Show other keys from now on; the app binds them (`App.set_keymap`)."""
    _remapped.clear()
    _remapped.update(keymap)


def shown(command: str) -> str:
    """How the key of a command is written on screen."""
    if keys := _remapped.get(command):
        first = keys.split(",")[0].strip()
        if first.startswith("ctrl+"):
            return f"^{first.removeprefix('ctrl+').upper()}"
        return _WRITTEN.get(first) or key_to_character(first) or first
    return table_keys()[command].shown


@cache
def table_keys() -> Mapping[str, Key]:
    """All keys of the table as they are by default, by id."""
    return {
        key.id: key
        for key in (
            Key("choose", "enter,space", "choose", "Enter", _("choose the card under the cursor")),
            Key("back", "escape", "back", "Esc", _("one step back; at the start, leave the game (it is saved)")),
            Key("left", "left,h", "move(-1,0)", "←", _("move left")),
            Key("right", "right,l", "move(1,0)", "→", _("move right")),
            Key("up", "up,k", "move(0,-1)", "↑", _("move up")),
            Key("down", "down,j", "move(0,1)", "↓", _("move down")),
            *(
                Key(f"column_{n}", str(n), f"column({n - 1})", str(n), _("go to column {n}").format(n=n))
                for n in range(1, 6)
            ),
            Key("next", "tab", "next_target(1)", "Tab", _("next card that can be chosen")),
            Key("previous", "shift+tab", "next_target(-1)", "Shift+Tab", _("previous card that can be chosen")),
            Key("swap", "s", "begin('swap')", "s", _("bonus: swap two cards")),
            Key("discard", "d", "begin('discard')", "d", _("bonus: discard two River cards")),
            Key("bonus", "b", "bonus", "b", _("bonus: swap, then discard")),
            Key("decree", "i", "begin('decree')", "i", _("impose the imperial decree")),
            Key("recall", "r", "begin('recall')", "r", _("recall your emissaries")),
            Key("declare", "f", "begin('declare')", "f", _("declare the end of the game")),
            Key("end", "e", "end_turn", "e", _("end the turn")),
            Key("undo", "u", "undo", "u", _("take back the last action")),
            Key("redo", "ctrl+r", "redo", "^R", _("do again what was taken back")),
            Key("explain", "question_mark", "explain", "?", _("explain the card under the cursor")),
            Key("advice", "a", "advice", "a", _("advice: what the strong bot would do")),
            Key("faster", "plus", "pace(1)", "+", _("bots act faster, while you watch")),
            Key("slower", "minus", "pace(-1)", "-", _("bots act slower, while you watch")),
            Key("memory", "m", "memory", "m", _("what a perfect memory knows (memory aid)")),
            Key("log", "g", "log", "g", _("the whole log")),
            Key("rules", "f1", "rules", "F1", _("the rules and all keys")),
        )
    }


def table_bindings() -> list[Binding]:
    """The keys of the table as Textual binds them; a user's keymap may change them by id."""
    return [Binding(key.keys, key.action, key.description, id=key.id, show=False) for key in table_keys().values()]
