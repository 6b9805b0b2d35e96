"""Keys as Textual binds them on screens."""

from collections.abc import Container, Mapping

from textual.binding import Binding

from naishi.settings.key_table import groups
from naishi.settings.keymap import KEYS


def bindings(actions: Mapping[str, str], *, priority: bool = False) -> list[Binding]:
    """Return keys as Textual binds them; the keymap of an app may change them by id."""
    return [
        Binding(KEYS[command], action, id=command, show=False, priority=priority) for command, action in actions.items()
    ]


def action_of(command: str) -> str:
    return command if command.startswith("app.") else f"command({command.rpartition('.')[2]!r})"


def bindings_of(*commands: str) -> list[Binding]:
    return bindings({command: action_of(command) for command in commands})


COLUMNS = frozenset(f"column_{n}" for n in range(1, 6))
"""The commands of the table that go to a column."""


def table_bindings(*, without: Container[str] = ()) -> list[Binding]:
    _title, commands = next(groups())
    return bindings_of(*(command for command in commands if command not in without))


def back_bindings() -> list[Binding]:
    return [Binding("escape", "back", show=False), *bindings({"list.back": "back"})]


def field_bindings() -> list[Binding]:
    """Return the keys that move between the fields of a form, before the field that has the focus gets them."""
    return [
        Binding("down,tab", "app.focus_next", show=False, priority=True),
        Binding("up,shift+tab", "app.focus_previous", show=False, priority=True),
    ]


def fixed_bindings(keys: Mapping[str, str]) -> list[Binding]:
    """Return keys that are the same for everybody, such as digits, by what a screen of a game handles."""
    return [Binding(key, action_of(command), show=False) for command, key in keys.items()]
