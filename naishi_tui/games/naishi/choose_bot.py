"""Choice of a replacement for a failed bot."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import levels, strength, titled
from naishi_tui.dialogs.questions import Choice, ChooseOne
from naishi_tui.drawing.theme import stylesheet

MIX = "mix"
"""The choice of adding a word of one's own to the deal."""


class ChooseBot(ChooseOne[str]):
    """The bots that one can play against; its result is the kind of one, `MIX`, or None."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, asked: str = "", *, mixes: bool = False) -> None:
        """Ask; by default which bot takes the place of one that failed.

        Args:
            asked: What is asked.
            mixes: Whether a word can be added to the deal.
        """
        super().__init__()
        self.asked, self.mixes = asked, mixes

    def question(self) -> str:
        """Return what is asked."""
        return self.asked or _("Which bot takes over? Esc: none.")

    def choices(self) -> list[Choice[str]]:
        """Return the bots, and what can be done before one is chosen."""
        bots = [Choice(titled(kind), kind, strength(kind)) for kind, _level in levels()]
        mix = Choice(_("Add a word of yours to the deal"), MIX, _("So that nobody can have chosen the cards."))
        return [*bots, mix] if self.mixes else bots
