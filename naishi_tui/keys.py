"""The keys of one app: as its settings have chosen them, bound on its screens, and shown wherever one is named."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from textual.binding import Binding

from naishi.common.i18n import N_, _, quoted
from naishi.settings.key_table import COMMANDS, groups
from naishi.settings.keymap import ARROWS, KEYS, assigned, written


@dataclass(frozen=True)
class Keymap:
    """The keys of one app, as they are shown on its screens; the app binds them by `App.set_keymap`."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    """What the settings have chosen instead of our keys, by command."""
    screen: str = ""
    """The screen whose commands are meant where it has one of a name that the table has too."""

    @property
    def assigned(self) -> dict[str, str]:
        """The keys of all commands that have others than the usual ones, as the app binds them."""
        return assigned(self.chosen)

    def keys(self, command: str) -> tuple[str, ...]:
        """The keys of a command, by Textual's names."""
        own = f"{self.screen}.{command}"
        name = own if own in KEYS else command
        return tuple(self.assigned.get(name, KEYS[name]).split(","))

    def shown(self, command: str) -> str:
        """How the key of a command is written on screen; the first, where it has several."""
        return written(self.keys(command)[0])

    def named(self, text: str, *commands: str) -> str:
        """Return a text with the keys of now where it names the usual keys of commands.

        It names them as in `n: new game`, `n  New game` or `New game (n)`. A text with gaps comes before they are
        filled in, so that no name of a player is taken for a key.
        """
        usual = Keymap(screen=self.screen)
        keys = {usual.shown(command): self.shown(command) for command in commands}
        keys = {before: now for before, now in keys.items() if now != before}
        if not keys:
            return text
        if "{" in text:
            keys = {before: now.replace("{", "{{").replace("}", "}}") for before, now in keys.items()}
        either = "|".join(map(re.escape, keys))
        return re.sub(rf"(?<=\()({either})(?=\))|(?<!\w)({either})(?=\xa0?:|  )", lambda found: keys[found[0]], text)

    def arrows(self, text: str) -> str:
        """Return a text with the keys that move now, where it names the arrows that usually do by their signs."""
        chosen = {sign: command for command, sign in ARROWS.items() if self.keys(command)[0] != command}
        return text.translate({ord(sign): self.shown(command) for sign, command in chosen.items()})

    def described(self, *only: str) -> Iterator[tuple[str, str, str]]:
        """Each command of the table, or some in this order, with its key as it is shown, and what it does."""
        _title, commands = next(self.grouped())
        if only:
            by_id = {each[0]: each for each in commands}
            commands = [by_id[command] for command in only]
        yield from commands

    def grouped(self) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
        """The same of all screens, with their titles; those of the table first."""
        for title, commands in groups():
            yield _(title), [(command, self.shown(command), described(command)) for command in commands]


@dataclass
class _Shown:
    keymap: Keymap


_shown: ContextVar[_Shown] = ContextVar("shown")
"""Tasks inherit it from what started them: each app has its own."""


def use(keymap: Keymap) -> None:
    """Show the keys of a keymap from now on, in the current task and those that it starts."""
    _shown.set(_Shown(keymap))


def switch(keymap: Keymap) -> None:
    """Show the keys of another keymap from now on, wherever the last one was set by the same `use` as here."""
    if (here := _shown.get(None)) is not None:
        here.keymap = keymap
    else:
        use(keymap)


def shown(command: str) -> str:
    """Return how the key of a command is written on the screens of this app."""
    return _of_this_app().shown(command)


def _of_this_app() -> Keymap:
    here = _shown.get(None)
    return here.keymap if here is not None else Keymap()


def named(text: str, *commands: str) -> str:
    """Return a text with the keys of this app where it names the usual keys of commands: see `Keymap.named`."""
    return _of_this_app().named(text, *commands)


def described(command: str) -> str:
    """Return what a command does."""
    return _(COMMANDS[command].words).format(n=command[-1])


def quoted_description(command: str) -> str:
    """Return what a command does, in quotes: how it is called where people read about its key."""
    return quoted(described(command), longest=80)


def bindings(actions: Mapping[str, str], *, priority: bool = False) -> list[Binding]:
    """Return keys as Textual binds them; the keymap of an app may change them by id.

    Args:
        actions: By command, the action of the screen that it runs.
        priority: Whether they run before the widget that has the focus gets them.
    """
    return [
        Binding(KEYS[command], action, id=command, show=False, priority=priority) for command, action in actions.items()
    ]


def means(key: str, command: str) -> bool:
    """Return whether a key, by Textual's name, is one of a command in this app."""
    return key in _of_this_app().keys(command)


def action_of(command: str) -> str:
    """Return the action of Textual that runs a command of a screen of a game, or of the app."""
    return command if command.startswith("app.") else f"command({command.rpartition('.')[2]!r})"


def bindings_of(*commands: str) -> list[Binding]:
    """Return the keys of commands that a screen of a game handles."""
    return bindings({command: action_of(command) for command in commands})


COLUMNS = frozenset(f"column_{n}" for n in range(1, 6))
"""The commands of the table that go to a column."""


def table_bindings(*, without: Container[str] = ()) -> list[Binding]:
    """Return the keys of all commands of the table, or of all but some."""
    _title, commands = next(groups())
    return bindings_of(*(command for command in commands if command not in without))


def back_bindings() -> list[Binding]:
    """Return the keys that go back from a list."""
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


FOUND_BY = {
    "new": N_("two players names PIN expansion deal code"),
    "learn": N_("lessons tutorial puzzle of the day help"),
    "saves": N_("load open replay analyse trash delete"),
    "mistakes": N_("exercises practise train"),
    "statistics": N_("rating points won lost"),
    "rules": N_("help keys how to play"),
    "settings": N_("options theme colours dark light language keys animations bell hints advice pace hide Hands ASCII"),
}
"""By what is chosen at home or in the lobby, words that people type to find it, beside what it is called."""
