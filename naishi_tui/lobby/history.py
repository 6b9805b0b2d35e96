"""Finished games on a server, for replay and analysis."""

import re
from collections.abc import AsyncIterable, Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.server.history import past_games
from naishi.server.history.past_games import PastGames
from naishi.server.match.match_lists import PastMatch
from naishi_tui.drawing.cells import NO_BREAK
from naishi_tui.lobby.lobby_lists import FollowedList
from naishi_tui.lobby.match_list import MatchRow
from naishi_tui.messages import Routed, ShowAnalysis, ShowExercises, ShowReplay, ShowStatistics, own_bindings
from naishi_tui.registry import brand, is_analysed
from naishi_tui.widgets.text_rows import KeyHint, KeyLine, Span, hint

PLACE = re.compile(r"(\b\d\.) ")
"""A rank, which stays in the line of the name behind it."""
PAGE = 50
"""How many games are read at a time."""
OLDER = "older"
"""The id of the row below the games that fetches more; no match has it."""


class ShowHistory(Routed):
    """Show one's finished games."""


class HistoryScreen(FollowedList):
    """A list of games. Its last row brings the older ones, where there are more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *own_bindings("saves.replay", "saves.analyse", "saves.learn", "saves.statistics", "screen.rules"),
    ]

    def __init__(self, games: PastGames, first: Sequence[PastMatch]) -> None:
        super().__init__()
        self.games, self.player = games, games.player
        self.listed = [*first]
        self.is_whole = len(first) < PAGE

    @override
    def brand(self) -> str:
        return brand(past.match.game for past in self.listed)

    @override
    def heading(self) -> tuple[Span, ...]:
        words = _("finished games")
        return (Span(f" {words}"),)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("choose"))
        yield hint("saves.replay")
        under_cursor = self._highlighted() if self.is_mounted else None
        if any(is_analysed(past.match.game) for past in self.listed if past.match.id == under_cursor):
            yield hint("saves.analyse")
        yield hint("saves.learn")
        yield hint("saves.statistics")
        yield KeyHint("back", _("Esc"), _("back"))

    @override
    def on_mount(self) -> None:
        super().on_mount()
        self.watch(self.shown, "cursor", self._show_keys, init=False)

    @override
    def draw(self) -> None:
        super().draw()
        self._show_keys()

    def _show_keys(self) -> None:
        if self.can_draw:
            self.query_one("#keys", KeyLine).show(self.key_hints())

    def changes(self) -> AsyncIterable[object]:
        return self.games.changes()

    async def look(self) -> None:
        """Read the newest games again; the older ones that are listed stay."""
        newest = await self.games.page(count=PAGE)
        if len(newest) < PAGE or self.games.player != self.player:
            self.player, self.listed, self.is_whole = self.games.player, [*newest], len(newest) < PAGE
        else:
            known = {past.match.id for past in newest}
            self.listed = [*newest, *(past for past in self.listed if past.match.id not in known)]
        self.draw()

    def rows(self) -> Iterator[MatchRow]:
        if not self.listed:
            yield MatchRow(None, _("No game of yours is over yet."))
        for past in self.listed:
            name, outcome = past_games.in_a_list(past)
            words = _("{date}  {name}: {outcome}").format(date=past_games.when(past), name=name, outcome=outcome)
            yield MatchRow(past.match.id, PLACE.sub(f"\\1{NO_BREAK}", words))
        if not self.is_whole:
            yield MatchRow(OLDER, _("Older games"))

    async def choose(self, row: str) -> None:
        if row == OLDER:
            await self._add_older()
        else:
            self.post_message(ShowReplay(row))

    async def _add_older(self) -> None:
        older = await self.games.page(self.listed[-1], PAGE)
        self.listed += older
        self.is_whole = len(older) < PAGE
        self.draw()
        if older:
            self.shown.cursor = older[0].match.id

    def action_replay(self) -> None:
        if (match := self._highlighted()) is not None:
            self.post_message(ShowReplay(match))

    def action_analyse(self) -> None:
        if (match := self._highlighted()) is not None:
            self.post_message(ShowAnalysis(match))

    def action_learn(self) -> None:
        self.post_message(ShowExercises())

    def action_statistics(self) -> None:
        self.post_message(ShowStatistics())

    def _highlighted(self) -> str | None:
        cursor = self.shown.cursor
        return None if cursor == OLDER else cursor
