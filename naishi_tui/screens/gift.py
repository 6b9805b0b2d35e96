"""The gift: each player gives one of the two dealt cards away before the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from naishi.common.i18n import _
from naishi.games.naishi.rules.phase import Phase
from naishi.sessions.participant import Ask, Participant
from naishi_tui.screens.card_screen import CardScreen
from naishi_tui.screens.gift_control import GiftControl, gift_bindings
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.prompt import PromptLine

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Gift(CardScreen):
    """Two dealt cards: one is kept, the other given. Neither player sees the other's gift before both have chosen."""

    CSS_PATH = "gift.tcss"
    DEFAULT_CLASSES = "-gift"
    BINDINGS: ClassVar[list[BindingType]] = [*gift_bindings()]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.gift = self.cursor = self.middle = self.control = GiftControl(self)
        own = {"choose": self.gift.give, "back": self.ask_to_leave, "advice": self.advise}
        self.offer(self.game_commands, self.gift.handlers, own)
        self.draw()

    def outdated(self) -> bool:
        """Return whether both have given, the other person has to choose, or the game was ended."""
        moved_on = self.view.phase is not Phase.GIFT or Ask.HAND_OVER in self.participant.allowed
        return moved_on or bool(self.participant.ended_early)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        if self.gift.acting:
            yield KeyHint("other", self.keymap.arrows("←→"), _("choose"))
            yield self.hint("choose", _("give"))
        yield self.hint("explain", _("card"))
        yield from self.requests.hints()
        yield self.hint("rules", _("help"))
        yield self.hint("back", _("leave"))

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt; what is said stands above what Enter would do."""
        super().show_prompt(said)
        self.gift.keep_enter_named(said)

    def advise(self) -> None:
        """Say from when on there is advice."""
        self.refuse(_("There is advice from the first turn on."))
