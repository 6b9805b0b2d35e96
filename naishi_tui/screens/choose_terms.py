"""What is agreed on with a new game of a server: the expansion, and at a table whether it is rated, and the clock."""

from __future__ import annotations

from dataclasses import replace

from textual import work
from textual.content import Content

from naishi.common.i18n import _
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS, Module
from naishi.server.play import clock_text
from naishi.server.storage.terms import Terms
from naishi_tui.screens.choose_clock import ChooseClock
from naishi_tui.screens.choose_one import Choice, ChooseOne


class ChooseTerms(ChooseOne[Terms | None]):
    """The games that there are, and below them the clock; its result is what was chosen, or None."""

    CSS_PATH = "choose_one.tcss"

    def __init__(self, asked: str, terms: Terms, *, rating: str = "", with_clock: bool = True) -> None:
        """Ask.

        Args:
            asked: What is asked.
            terms: What was chosen last: there the cursor is at first.
            rating: What is said of the player's rating, at a rated game; empty where there can be none.
            with_clock: Whether a clock can be chosen.
        """
        super().__init__()
        self.asked, self.terms, self.rating, self.with_clock = asked, terms, rating, with_clock
        self.set_class(bool(rating), "-rated")

    def question(self) -> str:
        """Return what is asked."""
        return self.asked

    def choices(self) -> list[Choice[Terms | None]]:
        """Return the games, and the clock, which leads to no game yet."""
        games = [self._game(_("Base game")), self._game(_("With Legends & Travellers"), LEGENDS_TRAVELLERS)]
        if self.rating:
            games.append(self._game(_("Base game, rated"), rated=True))
            games.append(self._game(_("Legends & Travellers, rated"), LEGENDS_TRAVELLERS, rated=True))
        return [*games, self._clock()] if self.with_clock else games

    def _game(self, words: str, expansion: Module | None = None, *, rated: bool = False) -> Choice[Terms | None]:
        about = [_("Three Legends and five Travellers join the River; the rules have a page.")] if expansion else []
        about += [self.rating, _("Only a player with a key can join.")] if rated else []
        return Choice(words, Terms(expansion, self.terms.control, rated), " ".join(about))

    def _clock(self) -> Choice[Terms | None]:
        words = _("Clock: {clock}").format(clock=clock_text.agreed(self.terms.control) or _("none"))
        return Choice(words, None, _("Enter: choose how much time both players have."))

    def on_mount(self) -> None:
        """Place the cursor."""
        self._place_cursor()

    def _place_cursor(self) -> None:
        chosen = replace(self.terms, rated=self.terms.rated and bool(self.rating))
        self.menu.highlighted = [each.value for each in self.choices()].index(chosen)

    def choose(self, value: Terms | None) -> None:
        """Take the game; or choose a clock first."""
        if value is None:
            self._choose_clock()
        else:
            self.dismiss(value)

    @work
    async def _choose_clock(self) -> None:
        chosen = await self.app.push_screen_wait(ChooseClock(self.terms.control))
        if chosen is not None and self.can_draw:
            self.terms = replace(self.terms, control=chosen)
            self.menu.replace_option_prompt_at_index(self.menu.option_count - 1, Content(self._clock().words))
            self._place_cursor()
