"""The command palette: what it offers on each screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Protocol, runtime_checkable

from textual.app import App, SystemCommand
from textual.screen import Screen

from naishi.common.i18n import _

Offer = tuple[str, Callable[[], Any]] | tuple[str, Callable[[], Any], str]
"""What something is called in the palette, what does it, and other words by which it is found."""

FIRST = 10
"""How many commands are listed; there is room for them and two more in a window of 24 lines."""


@runtime_checkable
class OffersCommands(Protocol):
    """A screen on which there is something to do."""

    def commands(self) -> Iterable[Offer]:
        """Return what there is to do."""


class SystemCommands:
    """Offers what can be done on a screen, and to leave; nothing of Textual's, which could uncover a Hand."""

    def __init__(
        self,
        app: App[None],
        leave: Callable[[], str],
        others: Callable[[Screen[Any]], Iterable[Offer]] = lambda _screen: (),
    ) -> None:
        """Begin.

        Args:
            app: Whose palette it is.
            leave: Says what it means to leave the app.
            others: What the app itself offers on a screen.
        """
        self._app, self._leave, self._others = app, leave, others

    def on(self, screen: Screen[Any]) -> Iterator[SystemCommand]:
        """Return what the palette offers on a screen; what it doesn't list at first is left to "more"."""
        offered = [*(screen.commands() if isinstance(screen, OffersCommands) else ()), *self._others(screen)]
        more = offered[FIRST:] if len(offered) > FIRST + 1 else []
        for words, run_command, *also in offered[: len(offered) - len(more)]:
            yield SystemCommand(words, "".join(also), run_command)
        if more:
            yield SystemCommand(_("More commands …"), "", partial(self.show, more=True))
        yield SystemCommand(self._leave(), "", self._app.action_quit)
        for words, run_command, *also in more:
            yield SystemCommand(words, "".join(also), run_command, discover=False)

    def show(self, *, more: bool = False) -> None:
        """Show the palette, once; or what there is `more`."""
        from naishi_tui.screens.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self._app.screen_stack):
            self._app.push_screen(Palette(more=more))
