"""App of the parts that every terminal of ours needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import App, SystemCommand
from textual.filter import LineFilter
from textual.screen import Screen

from naishi_tui.dialogs.palette import Offer, SystemCommands
from naishi_tui.messages import Routed
from naishi_tui.parts.appearance import Appearance, PlainOutput, WindowSize, true_pictures_of
from naishi_tui.parts.input_guard import InputGuard, Typing
from naishi_tui.parts.router import Router, Routes
from naishi_tui.terminal.colours import without_environment
from naishi_tui.terminal.timers import fire_late_timers

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class GameApp(App[None]):
    """An app whose screens lead to each other by messages; one at home and one of a server add what they keep open."""

    TITLE = "Naishi"
    COMMAND_PALETTE_BINDING = "ctrl+p"
    only_ascii = False
    """The terminal shows nothing else, whatever the settings say."""
    on_console = False
    """The terminal is a Linux console, whose fonts lack most of our marks."""
    plain_colours = False
    """The terminal shows sixteen colours or fewer."""

    def add_parts(self, routes: Routes) -> None:
        """Add the parts, once there are settings; the routes say which screen each message leads to."""
        fire_late_timers(self)
        self.guard, self.typing = InputGuard(self), Typing(self)
        self.router = Router(self, self.guard, routes, self.say)
        self.appearance = Appearance(self, lambda: self.settings)
        self.pictures = true_pictures_of(self, lambda: self.settings)
        self.plain_output = PlainOutput(lambda: self.only_ascii or self.settings.ascii, lambda: self.on_console)
        self.system_commands = SystemCommands(self, self.leaving, self.offers)
        self.window_size = WindowSize(self)

    @property
    def settings(self) -> Settings:
        """The settings, as far as the terminal can follow them."""
        raise NotImplementedError

    def leaving(self) -> str:
        """Say what it means to leave the app."""
        raise NotImplementedError

    def offers(self, screen: Screen[Any]) -> Iterable[Offer]:
        """Return what the app itself offers in the palette of a screen."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Say something on the screen on top."""
        raise NotImplementedError

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what every line goes through that is drawn."""
        return [*without_environment(super().get_line_filters()), *self.plain_output.filters]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return what the command palette offers on a screen."""
        return self.system_commands.on(screen)

    def action_command_palette(self) -> None:
        """Show the command palette."""
        self.system_commands.show()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for input that was meant for another screen. A key that no widget took returns here."""
        if self.guard.admits(event):
            await super().on_event(self.typing.understood(event))

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a larger window where the table has no room."""
        self.window_size.resized(event.size)

    @on(Routed)
    async def show(self, message: Routed) -> None:
        """Show the screen that a message asks for."""
        await self.router.show(message)

    def apply_settings(self) -> None:
        """Look and behave as the settings say."""
        self.appearance.apply()
        self.pictures.settings_changed()
