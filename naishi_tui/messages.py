"""Messages from widgets to screens, and screens to the app; keys as Textual binds them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.message import Message

from naishi.settings.key_table import groups
from naishi.settings.keymap import KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from naishi.saves import OpenGame
    from naishi.sessions import Replay
    from naishi.settings.schema import Layers
    from naishi.tabletop.game import Game


@dataclass
class Command(Message):
    """A command of the table was clicked, possible or not."""

    id: str


class Routed(Message):
    """A message that may lead to another screen; a table of the app says where."""


@dataclass
class ShowNextScreen(Routed):
    """Show what comes next in the game."""

    seat: int | None = None
    """The seat whose player has just said that they are at the keyboard; None where nobody has."""


@dataclass
class DropPin(Routed):
    """Let a player go on without a PIN: it was forgotten, and the other player agrees."""

    seat: int


class UndoCovered(Routed):
    """Undo the last action while the cards of the next player are covered."""


@dataclass
class WithdrawCovered(Routed):
    """Withdraw what a seat has chosen, where others may look on: its player comes back to it behind a cover."""

    seat: int


class LeaveGame(Routed):
    """Leave the game for the home screen; it is saved."""


class Rematch(Routed):
    """Play again with the same players, in the other order."""


@dataclass
class ResumeGame(Routed):
    """Resume a saved game."""

    id: str


@dataclass
class OfferToSpectate(Routed):
    """Offer to watch a saved game that can't be resumed: it is open elsewhere."""

    id: str
    owner: str
    """Where it is open, in words."""


@dataclass
class ShowNewGame(Routed):
    """Ask for the players of a new game."""

    expansion: bool = False
    game: str = ""
    """The key of its kind; empty for the first kind."""


@dataclass
class PlayBot(Routed):
    """Deal a new game against a bot."""

    level: str = ""
    """Its kind; empty for that of the last one."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Its own; see `GameKind.option_rows`."""
    seed: str | None = None
    """Draws the deal; None draws any."""
    person_first: bool = False
    """Whether the person has the first seat; else it is drawn who sits where."""
    game: str = ""
    """The key of its kind; empty for the first kind."""


class ShowLessons(Routed):
    """Show the lessons and the puzzles."""


@dataclass
class ShowSample(Routed):
    """Show the sample of a kind of game."""

    game: str


class ShowSaves(Routed):
    """Show the saved games."""


@dataclass
class ShowRules(Routed):
    """Show the rules."""

    game: str = ""
    """The key of the kind of game; empty for the first kind."""


@dataclass
class StartGame(Routed):
    """Begin a game that stands ready, such as one from the middle of another."""

    game: Game


@dataclass
class PlayGame(Routed):
    """Play a game that was opened."""

    opened: OpenGame


@dataclass
class ShowReplay(Routed):
    """Show a game action by action."""

    id: str = ""
    """The id of a saved game; empty for the game that is open."""
    replay: Replay | None = None
    """A game that was read already, in the place of both."""


@dataclass
class ShowEditor(Routed):
    """Set up a position."""

    position: str = ""
    """A position text; empty for the one that was edited last."""
    names: tuple[str, ...] = ()
    """What both seats are called; by default like the people who played last."""


@dataclass
class ShowAnalysis(Routed):
    """Analyse a game that is over."""

    id: str = ""
    """The id of a saved game; empty for the game that is open."""
    worst: bool = False
    """Whether to go straight to the worst move, once it is found."""


@dataclass
class ShowExercises(Routed):
    """Show one's own mistakes as exercises."""

    exercises: Sequence[Any] | None = None
    """Those to show; None for all that are due."""


class ShowStatistics(Routed):
    """Show how everybody has done in all finished games."""


class ShowSettings(Routed):
    """Show the settings."""


@dataclass
class ChangeSettings(Message):
    """Change the settings from now on."""

    layers: Layers


def bindings(actions: Mapping[str, str], *, priority: bool = False) -> list[Binding]:
    """Return keys as Textual binds them; the keymap of an app may change them by id."""
    return [
        Binding(KEYS[command], action, id=command, show=False, priority=priority) for command, action in actions.items()
    ]


def action_of(command: str) -> str:
    return command if command.startswith("app.") else f"command({command.rpartition('.')[2]!r})"


def bindings_of(*commands: str) -> list[Binding]:
    return bindings({command: action_of(command) for command in commands})


def own_bindings(*commands: str) -> list[Binding]:
    """Return keys for actions of a screen's own, which are called as the commands end."""
    return bindings({command: command.rpartition(".")[2] for command in commands})


COLUMNS = frozenset(f"column_{n}" for n in range(1, 6))


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
