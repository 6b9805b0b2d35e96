"""The game is over, both Hands are open, and a ninja chooses on the grid what it copies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.participant import Ask, Participant
from naishi_tui.screens.card_screen import CardScreen
from naishi_tui.screens.ninja_control import NinjaControl, ninja_bindings
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Ninja(CardScreen):
    """The seat whose ninja it is chooses a character of its own territory."""

    CSS_PATH = "open_territories.tcss"
    DEFAULT_CLASSES = "-territories -ninja"
    BINDINGS: ClassVar[list[BindingType]] = [*ninja_bindings()]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.ninja = self.middle = self.control = NinjaControl(self, at_best=settings.hints)  # as in the score so far
        self.cursor = self.ninja.territories
        self.parts += (self.ninja,)
        own = {"choose": self.ninja.copy, "back": self.ask_to_leave}
        self.offer(self.game_commands, self.ninja.handlers, own)
        self.draw()

    def outdated(self) -> bool:
        """Return whether all ninjas have chosen, the other person has to choose, or the game was ended."""
        moved_on = self.view.phase is not Phase.COPY or Ask.HAND_OVER in self.participant.allowed
        return moved_on or bool(self.participant.ended_early)

    def draw_header(self) -> None:
        """Draw the first line, and whose ninja chooses."""
        view = self.view
        doing = _("{name}'s ninja").format(name=view.names[view.turn or 0])
        self.header.show(view, self.note, doing, self.participant.clock)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", self.keymap.arrows("←↑↓→"), _("move"))
        yield self.hint("choose", _("copy"))
        yield self.hint("explain", _("card"))
        yield from self.requests.hints()
        yield self.hint("back", _("leave"))
