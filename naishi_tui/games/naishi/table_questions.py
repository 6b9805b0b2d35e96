"""Questions before a Naishi table or bot game."""

from dataclasses import replace

from textual import work
from textual.content import Content
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import levels, player_name, strength, titled
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module
from naishi.server.match.match import Terms
from naishi.server.match.words import control_in_words
from naishi.server.tables.actions import TableActions
from naishi.tabletop.chance import committed
from naishi_tui.dialogs.screens import AskLine, Choice, ChooseOne
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby import table_questions
from naishi_tui.lobby.lobby_lists import mix

MIX = "mix"
"""The choice of adding a word of one's own to the deal."""


class ChooseBot(ChooseOne[str]):
    """The bots that one can play against; its result is the kind of one, or None."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, asked: str = "") -> None:
        """Ask; by default which bot takes the place of one that failed."""
        super().__init__()
        self.asked = asked

    @override
    def question(self) -> str:
        return self.asked or _("Which bot takes over? Esc: none.")

    def choices(self) -> list[Choice[str]]:
        return [Choice(titled(kind), kind, strength(kind)) for kind, _level in levels()]


KEY = "naishi"
CLOCK, GAME = "clock", "game"
"""Choices that lead to no game yet."""


class ChooseTerms(table_questions.ChooseInGame[Terms | str]):
    """The games that there are, and below them the clock; its result is what was chosen, or None.

    Args:
        rating: What is said of the player's rating, at a rated game; empty where there can be none.
    """

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")
    key = KEY

    def __init__(self, asked: str, terms: Terms, *, rating: str = "", for_table: bool = True) -> None:
        super().__init__()
        self.asked, self.terms, self.rating, self.has_others = asked, terms, rating, for_table
        self.set_class(bool(rating), "-rated")

    @override
    def question(self) -> str:
        return self.asked

    @override
    def choices(self) -> list[Choice[Terms | str]]:
        games = [self._game(_("Base game")), self._game(_("With Legends & Travellers"), LEGENDS_TRAVELLERS)]
        if self.rating:
            games.append(self._game(_("Base game, rated"), rated=True))
            games.append(self._game(_("Legends & Travellers, rated"), LEGENDS_TRAVELLERS, rated=True))
        return [*games, table_questions.other_kind(KEY, GAME), self._clock()] if self.has_others else games

    def _game(self, words: str, expansion: Module | None = None, *, rated: bool = False) -> Choice[Terms | str]:
        about = [_("Three Legends and five Travellers join the River; the rules have a page.")] if expansion else []
        about += [self.rating, _("Only a player with a key can join.")] if rated else []
        return Choice(words, Terms(expansion, self.terms.control, rated), " ".join(about))

    def _clock(self) -> Choice[Terms | str]:
        words = _("Clock: {clock}").format(clock=control_in_words(self.terms.control) or _("none"))
        return Choice(words, CLOCK, _("Enter: choose how much time both players have."))

    def on_mount(self) -> None:
        self._place_cursor()

    def _place_cursor(self) -> None:
        chosen = replace(self.terms, rated=self.terms.rated and bool(self.rating))
        self.menu.highlighted = [each.value for each in self.choices()].index(chosen)

    @override
    def choose(self, value: Terms | str) -> None:
        if value == CLOCK:
            self._choose_clock()
        elif value == GAME:
            self.action_other_game(1)
        else:
            self.dismiss(value)

    @work
    async def _choose_clock(self) -> None:
        chosen = await self.app.push_screen_wait(table_questions.ChooseClock(self.terms.control))
        if chosen is not None and self.can_draw:
            self.terms = replace(self.terms, control=chosen)
            at = [each.value for each in self.choices()].index(CLOCK)
            self.menu.replace_option_prompt_at_index(at, Content(self._clock().words))
            self._place_cursor()


class ChooseOpponent(table_questions.ChooseInGame[str], ChooseBot):
    """The bots that one can play against in a new game, and other kinds of game; its result may be `MIX`, too."""

    key = KEY

    @override
    def choices(self) -> list[Choice[str]]:
        mix = Choice(_("Add a word of yours to the deal"), MIX, _("So that nobody can have chosen the cards."))
        return [*super().choices(), table_questions.other_kind(KEY, GAME), mix]

    @override
    def choose(self, value: str) -> None:
        if value == GAME:
            self.action_other_game(1)
        else:
            self.dismiss(value)


class NaishiQuestions(table_questions.TableQuestions):
    """With the expansion and ratings; against a bot, a word of the player's can be added to the deal."""

    @override
    async def table(
        self, asked: str, last: Terms, rating: str
    ) -> table_questions.Wanted | table_questions.OtherGame | None:
        screen = ChooseTerms(asked, last, rating=rating)
        chosen = await self._ask(screen)
        return screen.other or (table_questions.Wanted(chosen) if isinstance(chosen, Terms) else None)

    @override
    async def against_bots(
        self, last: table_questions.Wanted, tables: TableActions
    ) -> table_questions.Wanted | table_questions.OtherGame | None:
        asked = _("Which bot do you play? Esc: none.")
        while True:
            screen = ChooseOpponent("\n".join((asked, table_questions.who_watches())))
            kind = await self._ask(screen)
            if screen.other is not None or kind is None:
                return screen.other
            if kind != MIX:
                break
            await self._mix(tables)
        question = _("A game against {name}. Esc: none.").format(name=player_name(kind))
        chosen = await self._ask(ChooseTerms(question, replace(last.terms, control=""), for_table=False))
        return table_questions.Wanted(chosen, kind) if isinstance(chosen, Terms) else None

    async def _mix(self, tables: TableActions) -> None:
        """Add a word of one's own to the deal of the next game against a bot."""
        deal = tables.bot_deal

        async def add(word: str) -> None:
            deal.add(word)

        await self._ask(AskLine(f"{committed(deal.commitment)}\n{mix(joins=False)}", add))

    @override
    async def bot(self, asked: str) -> str | None:
        chosen: str | None = await self._ask(ChooseBot(asked))
        return chosen
