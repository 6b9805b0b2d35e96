"""Command palette, safe for fast typing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Self

from rich.align import Align
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult, SystemCommand
from textual.command import CommandInput, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, SearchIcon
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.system_commands import SystemCommandsProvider
from textual.visual import VisualType
from textual.widgets import Input, LoadingIndicator, OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker

from naishi.common.i18n import _, sentence_case
from naishi.plain.console import to_ascii
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import Command
from naishi_tui.widgets.text_rows import PALETTE, KeyLine, Menu


class CommandsByWords(SystemCommandsProvider):
    """Finds commands by the beginnings of words, where Textual takes letters that are scattered over them.

    While nothing is typed, it lists those that matter most, in the order in which a screen offers them.
    """

    first = True

    async def discover(self) -> Hits:
        """List what there is while nothing is typed. Textual would put it in alphabetical order."""
        for each in self.app.get_system_commands(self.screen):
            if each.discover is self.first:
                yield DiscoveryHit(each.title, each.callback)

    async def search(self, query: str) -> Hits:
        """Find the commands that each typed word is the beginning of a word of; to leave, only by what it is called."""
        typed = _words(query)
        for place, each in enumerate(self.app.get_system_commands(self.screen)):
            leaves = each.callback == self.app.action_quit
            called, also = _words(each.title.partition(":")[0] if leaves else each.title), _words(each.help)
            if leaves:  # by another word only where that is typed whole
                called, also = [*called, *(word for word in also if word in typed)], []
            if typed and all(_begins_any(word, [*called, *also]) for word in typed):
                by_name = sum(_begins_any(word, called) for word in typed)
                score = (1 + by_name / len(typed)) / 2 - place / 1000 - leaves / 4
                yield Hit(max(score, 0.001), each.title, each.callback, text=each.title)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", to_ascii(text).casefold())


def _begins_any(typed: str, words: Sequence[str]) -> bool:
    return any(word.startswith(typed) for word in words)


class OtherCommands(CommandsByWords):
    """Lists the commands that the first list leaves out."""

    first = False


class FoundCommands(CommandList, Menu, can_focus=False):
    """The commands found so far; while one types they grow fewer under the mouse."""

    def add_option(self, option: Option | VisualType | None = None) -> Self:
        """Add an option; the only disabled one says that nothing was found, for which Textual has English only."""
        if isinstance(option, Option) and option.disabled:
            option = Option(Align.center(Text(_("No matches found"), style="not bold")), id=option.id, disabled=True)
        return super().add_option(option)


class PaletteInput(CommandInput):
    """Where one types; its cursor stays still, see `Field`."""

    cursor_blink = reactive(False, init=False)


class Palette(CommandPalette, SteadyScreen[None]):
    """Textual's own, but it closes only itself, and its search may fail once it is closed."""

    CSS_PATH = stylesheet("dialogs/palette.tcss")

    def __init__(self, *, more: bool = False) -> None:
        super().__init__(providers=[OtherCommands if more else CommandsByWords])

    def compose(self) -> ComposeResult:
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                icon = SearchIcon()
                icon.icon = "▸"  # terminals disagree on the width of the magnifier
                yield icon
                yield PaletteInput(placeholder=_("What do you want to do?"), select_on_focus=False)
            with Vertical(id="--results"):
                yield FoundCommands()
                yield LoadingIndicator()

    @on(OptionList.OptionSelected)
    @on(Input.Submitted)
    def _choose_once(self, event: OptionList.OptionSelected | Input.Submitted) -> None:
        """Keep Textual from running a command once more: it does for each Enter and click that waits meanwhile."""
        if self.dismissed or not self.is_active:
            event.stop().prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Ignore a click outside the window, which has just become smaller; Textual would look what is there."""
        if not self.region.contains_point(event.screen_offset):
            event.prevent_default()

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        return super().run_worker(*arguments, **{**options, "exit_on_error": False})


Offer = tuple[str, Callable[[], Any]] | tuple[str, Callable[[], Any], str]
"""What something is called in the palette, what does it, and other words by which it is found."""

FIRST = 10
"""How many commands are listed; there is room for them and two more in a window of 24 lines."""


def _named_by_keys(screen: Screen[Any]) -> Iterator[Offer]:
    """Yield what the keys of a screen do that are named in its last line, also those that have no room there."""
    for line in screen.query(KeyLine) if isinstance(screen, SteadyScreen) else ():
        for hint in line.hints:
            if hint.id and hint.id != PALETTE:
                title = f"{sentence_case(hint.does)} ({hint.key})"
                yield title, partial(line.post_message, Command(hint.id))


class SystemCommands:
    """Offers what can be done on a screen, by its `commands` or else its keys, and to leave.

    It offers nothing of Textual's, which could uncover a Hand.
    """

    def __init__(
        self,
        app: App[None],
        leave: Callable[[], str],
        others: Callable[[Screen[Any]], Iterable[Offer]] = lambda _screen: (),
    ) -> None:
        self._app, self._leave, self._others = app, leave, others

    def on(self, screen: Screen[Any]) -> Iterator[SystemCommand]:
        """Return what the palette offers on a screen; what it doesn't list at first is left to "more"."""
        own = getattr(screen, "commands", partial(_named_by_keys, screen))
        offered = [*own(), *self._others(screen)]
        more = offered[FIRST:] if len(offered) > FIRST + 1 else []
        for words, run_command, *also in offered[: len(offered) - len(more)]:
            yield SystemCommand(words, "".join(also), run_command)
        if more:
            yield SystemCommand(_("More commands …"), "", partial(self.show, more=True))
        yield SystemCommand(self._leave(), _("exit leave"), self._app.action_quit)
        for words, run_command, *also in more:
            yield SystemCommand(words, "".join(also), run_command, discover=False)

    def show(self, *, more: bool = False) -> None:
        if not any(isinstance(screen, Palette) for screen in self._app.screen_stack):
            self._app.push_screen(Palette(more=more))
