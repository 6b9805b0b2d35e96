"""Tables in the lobby: made, joined, and their terms."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, replace
from functools import partial

from textual import work
from textual.content import Content

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import player_name
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS, Module
from naishi.server import Match, MatchStage, Visitor
from naishi.server.match.clock import CHOICES
from naishi.server.match.words import control_explained, control_in_words
from naishi.server.play import match_text, rating_text
from naishi.server.storage.terms import PLAIN, Terms
from naishi.tabletop.commitments import committed
from naishi_tui.dialogs.questions import AskLine, Choice, ChooseOne, Confirm
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.choose_bot import MIX, ChooseBot
from naishi_tui.keys import named
from naishi_tui.lobby import lobby_lists
from naishi_tui.lobby.lobby_lists import LobbyLists
from naishi_tui.messages import Routed
from naishi_tui.public_address import PublicAddress

CONTROLS = ("", *CHOICES)


class ChooseClock(ChooseOne[str]):
    """A clock for a table; its result is what `clock.TimeControl` reads, empty for no clock, or None for no choice."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, control: str) -> None:
        """Ask.

        Args:
            control: The clock that the cursor is on at first.
        """
        super().__init__()
        self.control = control

    def question(self) -> str:
        """Ask for the time."""
        return _("How much time do both players have? Esc: back.")

    def choices(self) -> list[Choice[str]]:
        """Return the clocks."""
        return [Choice(control_in_words(each) or _("No clock"), each, control_explained(each)) for each in CONTROLS]

    def on_mount(self) -> None:
        """Place the cursor."""
        self.menu.highlighted = CONTROLS.index(self.control)


class ChooseTerms(ChooseOne[Terms | None]):
    """The games that there are, and below them the clock; its result is what was chosen, or None."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

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
        words = _("Clock: {clock}").format(clock=control_in_words(self.terms.control) or _("none"))
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


@dataclass
class GoToMatch(Routed):
    """Come to a match."""

    match: Match


class LobbyTables:
    """Makes and closes tables, finds them, sits down at them, and says in the lobby what came of it."""

    def __init__(self, screen: SteadyScreen[None], visitor: Visitor, public: PublicAddress, lists: LobbyLists) -> None:
        """Begin with no terms chosen.

        Args:
            screen: The lobby's: it asks, and is left for a match.
            visitor: Who sits down.
            public: Where friends reach the server.
            lists: Where tables stand, and the line below them.
        """
        self._screen, self._visitor, self._public, self._lists = screen, visitor, public, lists
        self._terms = PLAIN
        """What was chosen for the newest game that was made here."""

    async def enter(self, match: Match) -> None:
        """Go to a match, join a table, or offer a bot the empty seat of one's own."""
        if self._lists.joins(match):
            await self._try(self._join(match))
        elif match.state is MatchStage.OPEN and match.challenged is not None:
            await self._lists.show(_("This table waits for {name}.").format(name=match.challenged_name))
        elif match.state is MatchStage.OPEN and match.rated:
            words = _("This table is rated: it waits for a player with a key. d: close it.")
            await self._lists.show(named(words, "lobby.close"))
        elif match.state is MatchStage.OPEN:
            self._screen.run_worker(self.play_bot(match))
        else:
            self._go_to(match)

    async def open(self, *, public: bool) -> None:
        """Make a table."""
        everyone, friends = _("A table that everyone sees. Esc: none."), _("A table that only friends find. Esc: none.")
        if (terms := await self._choose_terms(everyone if public else friends)) is None:
            return
        before = self._lists.announced
        await self._try(self._make(terms, public=public))
        if self._lists.announced != before:
            self._lists.point_at(self._lists.announced[0])

    async def close(self) -> None:
        """Close the table of one's own under the cursor."""
        match = self._lists.highlighted
        me = self._visitor.account.id
        if match is not None and match.state is MatchStage.OPEN and me in {match.host, match.challenged}:
            await self._try(self._visitor.tables.close(match))
        else:
            await self._lists.hint(_("Only a table of yours that is still waiting can be closed."))

    async def play_bot(self, table: Match | None = None) -> None:
        """Have a bot take the empty seat of a table, or of a new one."""
        no_clock = table is not None and table.control
        which = (
            _("Which bot do you play, without a clock? Esc: none.")
            if no_clock
            else _("Which bot do you play? Esc: none.")
        )
        while (kind := await self._screen.app.push_screen_wait(ChooseBot(which, mixes=table is None))) == MIX:
            await self._mix_for_bot()
        if kind is None:
            return
        question = _("A game against {name}. Esc: none.").format(name=player_name(kind))
        if table is None and await self._choose_expansion(question) is None:
            return
        expansion = self._terms.expansion if table is None else table.expansion

        async def play() -> None:
            self._go_to(await self._visitor.tables.play_bot(kind, table, expansion=expansion))

        await self._try(play())

    async def find(self) -> None:
        """Join or watch by a word."""
        found: list[Match] = []

        async def find(word: str) -> None:
            found.append(await self._visitor.find(word))

        ask = self._screen.app.push_screen_wait
        if not await ask(AskLine(_("Which word were you given? Esc: back."), find)):
            return
        match = found[-1]
        if self._lists.joins(match) and match_text.has_terms(match):
            sure = Confirm(lobby_lists.sit_down(match), harmless=True)
            if not await ask(sure):
                return
        await self.enter(match)

    async def mix(self) -> None:
        """Add a word of one's own to the deal of the table under the cursor; at somebody else's, sit down with it."""
        match = self._lists.highlighted
        if match is None or match.state is not MatchStage.OPEN:
            await self._lists.hint(_("Put the cursor on a table at which someone waits."))
            return
        try:
            commitment = committed(await self._visitor.tables.commitment(match))
        except NaishiError as error:
            await self._lists.show(str(error))
            return
        joins = self._lists.joins(match)
        question = f"{commitment}\n{lobby_lists.mix(joins=joins)}"
        await self._screen.app.push_screen_wait(AskLine(question, partial(self._mix, match, joins)))

    async def _join(self, match: Match) -> None:
        self._go_to(await self._visitor.tables.join(match))

    async def _make(self, terms: Terms, *, public: bool) -> None:
        match = await self._visitor.tables.open(terms, public=public)
        line = self._public.ssh_line("join", match.id if public else match.invite)
        waiting = _("Your table is waiting. A friend can join with:\n{line}")
        with_it = _("Your table with Legends & Travellers is waiting. A friend can join with:\n{line}")
        with_terms = _("Your table ({terms}) is waiting. A friend can join with:\n{line}")
        words = with_terms if match.control or match.rated else with_it if match.expansion else waiting
        self._lists.said = words.format(line=line, terms=match_text.terms(match))
        self._lists.announced = match.id, self._lists.said

    async def _mix(self, match: Match, joins: bool, word: str) -> None:
        if joins:
            self._go_to(await self._visitor.tables.join(match, word))
        else:
            await self._visitor.tables.give_word(match, word)
            self._lists.said = _("Your words are added to the deal.")

    async def _mix_for_bot(self) -> None:
        """Add a word of one's own to the deal of the next game against a bot."""
        deal = self._visitor.tables.bot_deal

        async def add(word: str) -> None:
            deal.add(word)

        question = f"{committed(deal.commitment)}\n{lobby_lists.mix(joins=False)}"
        await self._screen.app.push_screen_wait(AskLine(question, add))

    async def _choose_expansion(self, question: str) -> Terms | None:
        """Ask whether a game against a bot is played with the expansion; None for no game."""
        chosen = await self._screen.app.push_screen_wait(ChooseTerms(question, self._terms, with_clock=False))
        if chosen is not None:
            self._terms = replace(self._terms, expansion=chosen.expansion)
        return chosen

    async def _choose_terms(self, question: str) -> Terms | None:
        """Ask what is played at a new table, whoever has a key also whether it is rated; None for no table."""
        rating = "" if self._visitor.account.guest else rating_text.about(self._visitor.own_lists.standing)
        chosen = await self._screen.app.push_screen_wait(ChooseTerms(question, self._terms, rating=rating))
        if chosen is not None:
            self._terms = chosen
        return chosen

    def _go_to(self, match: Match) -> None:
        self._screen.post_message(GoToMatch(match))

    async def _try(self, act: Awaitable[object]) -> None:
        """Do something, or say why it can't be done."""
        try:
            await act
        except NaishiError as error:
            self._lists.said = str(error)
        await self._lists.look()
