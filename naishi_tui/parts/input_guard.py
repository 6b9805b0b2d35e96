"""Input guard against keys for another screen, typing aids, the screen stack.

`App._batch_count` is private, and this is the only file that names it. Checked with textual 8.2.8.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, runtime_checkable

from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.screen import Screen
from textual.widgets import Input

from naishi.settings.keymap import name_of
from naishi_tui.terminal.input_decoder import QUIT_KEYS, Keyboard

SETTLED = 0.02
"""Seconds in which a screen that comes to the top has done its layout and styles."""


class TeachesGame:
    """A screen on which a game is learnt, and from which the first one is begun; see `messages.PlayBot`."""


Place = Callable[[App[None], Screen[Any]], Awaitable[object]]


async def on_top(app: App[None], screen: Screen[Any]) -> None:
    """Put a screen above all others; what is typed meanwhile waits until it has its widgets."""
    await app.push_screen(screen)


async def above_home(app: App[None], screen: Screen[Any]) -> None:
    """Put a screen above home, in the place of all others, and paint it once it is complete."""
    with app.batch_update():
        while len(app.screen_stack) > 2:
            await app.pop_screen()
        if len(app.screen_stack) == 2:
            await app.switch_screen(screen)
        else:
            await app.push_screen(screen)
        app.delay_update(SETTLED)


def go_home(app: App[None]) -> None:
    while len(app.screen_stack) > 1:
        app.pop_screen()


def painting_is_put_off(app: App[None]) -> bool:
    """Return whether an app paints nothing now, by `batch_update` or `delay_update`; callbacks don't wait for it."""
    return app._batch_count > 0


RIGHT = 3
"""The right button of a mouse; 2 is the middle one."""

TYPED_AT_ONCE = 0.3
"""Seconds between keys that were typed without a look at what the one before does."""
LONGEST_BURST = 1.0
"""Seconds for which a key that came too early has those after it refused at most: whoever holds one down is heard."""

LONGEST_PAINT = 3.0
"""Seconds after which a screen is taken to be painted, whatever became of it."""

TO_PASS_ON = 0.6
"""Seconds of rest before another person is heard at one keyboard: less than it takes to change seats, and more than
lies between the keys of whoever is still typing."""


class InputGuard:
    """Tells which input an app should act on: none that was given before its screen was painted, or even composed.

    A screen is on top of the stack before it has any widgets, and stays there while it is composed again. What reaches
    it then, such as a key that a widget of the screen before it didn't take, would find nothing to act on. A screen
    says whether it has all its widgets with `takes_input`.

    On a busy machine an impatient second Enter would otherwise act on a screen that nobody has seen yet: it would fall
    through the cover onto the table, or through the next cover, which then shows the other player's Hand.
    """

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._painted_at = 0.0
        """When the screen on top was painted. (In the time of events.)"""
        self._burst_until = self._longest_burst = 0.0
        self._hasty_at = 0.0
        """When a key was pressed last that came too soon for a screen that wants a pause."""

    @property
    def open_from(self) -> float:
        """Input from before this moment was meant for another screen, or typed together with what was."""
        return max(self._painted_at, self._burst_until)

    def admits(self, event: events.Event) -> bool:
        """Return whether an event should be handled: it is no input, came in time, or quits."""
        if not isinstance(event, events.InputEvent) or (isinstance(event, events.Key) and event.key in QUIT_KEYS):
            return True
        if isinstance(event, events.MouseDown | events.MouseUp) and event.button > 1 and not self._explains(event):
            return False
        return not self._is_early(event) and not self._is_hasty(event)

    def _is_early(self, event: events.InputEvent) -> bool:
        """Whether input came before its screen. Of keys typed ahead all are refused, not only the first ones.

        The last of them would do something else without those.
        """
        unseen = event.time < self._painted_at or not self._screen_takes_input()
        if not unseen and event.time >= self._burst_until:
            return False
        if isinstance(event, events.Key) and not event.is_forwarded:
            if unseen:
                self._longest_burst = event.time + LONGEST_BURST
            self._burst_until = min(event.time + TYPED_AT_ONCE, self._longest_burst)
        return True

    def _is_hasty(self, event: events.InputEvent) -> bool:
        """Whether a screen that wants a pause first hasn't had it: keys that follow each other fast were meant before.

        Each of them begins the pause again, and the screen says why nothing happens.
        """
        screen = self.app.screen_stack[-1]
        if not isinstance(screen, WantsPause) or not screen.pause:
            return False
        if not isinstance(event, events.Key | events.MouseDown | events.Paste):
            return False
        if isinstance(event, events.Key) and not screen.holds(event.key):
            return False
        if event.time - max(self.open_from, self._hasty_at) >= screen.pause:
            screen.pause = 0.0
            return False
        self._hasty_at = event.time
        screen.say_pause()
        return True

    def _explains(self, event: events.MouseEvent) -> bool:
        """Return whether a click of another button than the left one is a question about what lies there.

        A widget or a screen that takes it so says so with `explains_itself`. To all other widgets of Textual each
        button means the same: a click that pastes or asks would choose.
        """
        if event.button != RIGHT:
            return False
        try:
            widget, _region = self.app.screen.get_widget_at(int(event.x), int(event.y))
        except NoWidget:
            return False
        return any(getattr(each, "explains_itself", False) for each in (widget, self.app.screen))

    def _screen_takes_input(self) -> bool:
        """Whether the screen on top is complete; one that can't tell is once it is mounted."""
        return any(getattr(screen, "takes_input", screen.is_mounted) for screen in self.app.screen_stack[-1:])

    def close(self) -> None:
        self._painted_at = _now() + LONGEST_PAINT

    def drop_typed(self) -> None:
        """Refuse what was given up to now and wasn't handled yet, such as keys in one packet with the last one."""
        self._painted_at = max(self._painted_at, _now())

    def open_once_painted(self) -> None:
        self.close()
        self.app.set_timer(SETTLED, partial(self._open_after_paint, self._painted_at))

    def _open_after_paint(self, closed_until: float) -> None:
        if painting_is_put_off(self.app):
            self.app.set_timer(SETTLED, partial(self._open_after_paint, closed_until))
        else:
            self.app.call_after_refresh(self._open, closed_until)

    def _open(self, closed_until: float) -> None:
        if self._painted_at == closed_until:  # else yet another screen has come
            self._painted_at = _now()


def _now() -> float:
    return events.Idle().time


@runtime_checkable
class WantsPause(Protocol):
    """A screen on which nothing is done before the keyboard has been at rest for a moment."""

    pause: float
    """Seconds of it; 0 for none, and once it has been."""

    def holds(self, key: str) -> bool:
        """Return whether a key, by Textual's name, waits for the pause."""

    def say_pause(self) -> None:
        """Say that the last key came too soon."""


class Typing:
    """Takes a key that does nothing for the one that is meant: Caps Lock is on, or the layout isn't Latin.

    What does something keeps its meaning, and what is typed into a field stays as it is. A screen or a widget that does
    something at keys that aren't bound says at which, by Textual's names, with `reads_key`.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app, self._keyboard = app, Keyboard()

    def understood(self, event: events.Event) -> events.Event:
        if not isinstance(event, events.Key) or event.is_forwarded or not event.is_printable:
            return event
        base = getattr(event, "base", "")
        keys = list(map(name_of, self._keyboard.keys(event.character or "", base)))
        if not keys or isinstance(self._app.focused, Input) or self._does_something(event.key):
            return event
        key = next(filter(self._does_something, keys), None)
        if key is None:
            return event
        meant = events.Key(key, key if len(key) == 1 else None)
        meant.time = event.time
        return meant

    def _does_something(self, key: str) -> bool:
        reads = (getattr(each, "reads_key", None) for each in (self._app.focused, self._app.screen))
        return key in self._app.screen.active_bindings or any(each is not None and each(key) for each in reads)
