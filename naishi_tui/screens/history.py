"""A player's finished games on a server, the newest first: to replay, and to analyse."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from naishi.common.i18n import _
from naishi.server.play import past_text
from naishi.server.play.past_games import PastGames
from naishi.server.storage.past_matches import PastMatch
from naishi_tui.keys import bindings, shown
from naishi_tui.messages import Routed, ShowAnalysis, ShowExercises, ShowReplay, ShowRules, ShowStatistics
from naishi_tui.screens.lobby_lists import REDRAWN
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.match_list import MatchList, MatchRow
from naishi_tui.widgets.text_rows import Span, TextRows

PAGE = 50
"""How many games are read at a time."""
OLDER = "older"
"""The id of the row below the games that fetches more; no match has it."""


class ShowHistory(Routed):
    """Show one's finished games."""


class HistoryScreen(SteadyScreen[None], Ground):
    """A list of games. Its last row brings the older ones, where there are more."""

    CSS_PATH = "history.tcss"
    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        *bindings(
            {
                "list.back": "back",
                "saves.replay": "replay",
                "saves.analyse": "analyse",
                "saves.learn": "learn",
                "saves.statistics": "statistics",
                "screen.rules": "rules",
            }
        ),
    ]

    def __init__(self, games: PastGames, first: Sequence[PastMatch]) -> None:
        """Show some games.

        Args:
            games: All of them.
            first: Their first page.
        """
        super().__init__()
        self.games, self.player = games, games.player
        self.listed = [*first]
        self.is_whole = len(first) < PAGE

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="said")
        yield KeyLine(self._key_hints(), id="keys")

    def _key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("choose"))
        yield KeyHint("replay", shown("saves.replay"), _("replay"))
        yield KeyHint("analyse", shown("saves.analyse"), _("analyse"))
        yield KeyHint("learn", shown("saves.learn"), _("mistakes"))
        yield KeyHint("statistics", shown("saves.statistics"), _("statistics"))
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        """Draw the list, and follow what ends meanwhile."""
        self.draw()
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _change in self.games.changes():
            if self.is_current:
                await self._look_again()
            await asyncio.sleep(REDRAWN)

    async def _look_again(self) -> None:
        """Read the newest games anew; the older ones that are listed stay."""
        newest = await self.games.page(count=PAGE)
        if len(newest) < PAGE or self.games.player != self.player:
            self.player, self.listed, self.is_whole = self.games.player, [*newest], len(newest) < PAGE
        else:
            known = {past.match.id for past in newest}
            self.listed = [*newest, *(past for past in self.listed if past.match.id not in known)]
        self.draw()

    async def on_screen_resume(self) -> None:
        """Draw what has ended while another screen lay above."""
        if self.is_mounted:
            await self._look_again()

    def draw(self) -> None:
        """Draw the list."""
        if self.can_draw:
            heading = _("finished games")
            self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(f" {heading}")),)
            self.query_one("#lists", MatchList).rows = tuple(self._rows())

    def _rows(self) -> Iterator[MatchRow]:
        if not self.listed:
            yield MatchRow(None, _("No game of yours is over yet."))
        for past in self.listed:
            words = _("{date}  {name}: {outcome}").format(
                date=past_text.when(past), name=past_text.opponent(past), outcome=past_text.outcome(past)
            )
            yield MatchRow(past.match.id, words)
        if not self.is_whole:
            yield MatchRow(OLDER, _("Older games"))

    @on(MatchList.Chosen)
    async def _chosen(self, event: MatchList.Chosen) -> None:
        if event.id == OLDER:
            await self._add_older()
        else:
            self.post_message(ShowReplay(event.id))

    async def _add_older(self) -> None:
        older = await self.games.page(self.listed[-1], PAGE)
        self.listed += older
        self.is_whole = len(older) < PAGE
        self.draw()
        if older:
            self.query_one("#lists", MatchList).cursor = older[0].match.id

    def tell(self, text: str) -> None:
        """Say something below the list."""
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    def action_replay(self) -> None:
        """Replay the game under the cursor."""
        if (match := self._highlighted()) is not None:
            self.post_message(ShowReplay(match))

    def action_analyse(self) -> None:
        """Analyse the game under the cursor."""
        if (match := self._highlighted()) is not None:
            self.post_message(ShowAnalysis(match))

    def action_learn(self) -> None:
        """Practise on one's own mistakes."""
        self.post_message(ShowExercises())

    def action_statistics(self) -> None:
        """Show how one has done here."""
        self.post_message(ShowStatistics())

    def _highlighted(self) -> str | None:
        cursor = self.query_one("#lists", MatchList).cursor
        return None if cursor == OLDER else cursor

    def action_rules(self) -> None:
        """Show the rules."""
        self.post_message(ShowRules())

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()
