"""Components of a game's screens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from textual import events
    from textual.app import App
    from textual.message import Message
    from textual.timer import Timer
    from textual.widget import Widget

    from naishi.sessions.participant import Participant
    from naishi.settings.schema import Settings
    from naishi_tui.dialogs.questions import ChooseOne
    from naishi_tui.widgets.text_rows import KeyHint, PromptLine

Handler = Callable[[], Awaitable[None] | None]
"""Runs a command."""
Handlers = Mapping[str, Handler]
"""By command, what it does."""


class Part:
    """One thing that a screen does. The screen tells it what happens; it does nothing about that by itself."""

    def start(self) -> None:
        """Begin: the screen is up."""

    def key_pressed(self, event: events.Key) -> None:
        """Notice a key, before the command runs that it has."""

    def cursor_moved(self) -> None:
        """Notice that the cursor may be elsewhere."""

    def clicked(self) -> None:
        """Notice a click."""

    def view_changed(self, before: Any) -> None:
        """Adapt to another view, before it is drawn."""

    def updated(self) -> None:
        """Notice that something has changed, after it was drawn."""

    def add_to(self, refusal: str) -> str:
        return refusal


class Middle(Protocol):
    """What lies between the first line of a screen and its prompt."""

    def widgets(self) -> Iterable[Widget]:
        """Return what lies there from top to bottom, each time that the screen is composed."""

    def draw(self) -> None:
        """Draw it. Widgets repaint only what differs."""


class Control(Protocol):
    """What the prompt says comes from here."""

    def instruction(self) -> str:
        """Say what is asked for."""

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do at the cursor, or nothing."""


class Readable(Protocol):
    """What can be read on a screen."""

    handlers: Handlers

    def hints(self) -> Iterable[KeyHint]:
        """Name the keys that explain."""


class PartHost(Protocol):
    """A screen of a game, as its parts need it."""

    view: Any
    """What is drawn of the game."""
    settings: Settings

    @property
    def participant(self) -> Participant:
        """Who looks at the game."""

    @property
    def reader(self) -> int | None:
        """The seat of whoever reads the screen; None where no player does."""

    @property
    def app(self) -> App[object]:
        """What the screen belongs to."""

    @property
    def is_current(self) -> bool:
        """Whether someone sees the screen."""

    def draw(self) -> None:
        """Draw everything. Widgets repaint only what differs."""

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt and the key line."""

    def cursor_moved(self) -> None:
        """Draw what Enter would do, now that the cursor may be elsewhere."""

    def refuse(self, why: str) -> None:
        """Say why something can't be done."""

    def in_short(self, event: Any) -> str:
        """Say what was done, in a few words or a sentence, without its full stop."""

    def choose_bot(self) -> ChooseOne[str]:
        """Return the question which bot takes the place of one that failed."""

    def tell(self, text: str) -> None:
        """Say something that has happened, until the next key."""

    def attempt(self) -> AbstractContextManager[None]:
        """Draw what came of a request, or say why it is refused."""

    def post_message(self, message: Message) -> bool:
        """Ask the app for something."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call something back."""

    def set_interval(self, interval: float, callback: Callable[[], None], *, pause: bool = False) -> Timer:
        """Call something back again and again."""

    def run_worker(
        self, work: Coroutine[None, None, None], *, group: str = "default", exclusive: bool = False
    ) -> object:
        """Run something beside the screen, which ends with it."""
