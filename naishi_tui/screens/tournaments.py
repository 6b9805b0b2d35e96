"""The tournaments of a server: one's own, and the others that everybody sees."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterator, Sequence
from typing import ClassVar

from textual import work
from textual.binding import BindingType

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, pgettext
from naishi.server.play import tournament_text
from naishi.server.play.own_tournaments import OwnTournaments
from naishi.server.storage.tournament import Setup, Tournament
from naishi_tui.keys import bindings, shown
from naishi_tui.screens.followed_list import FollowedList
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.new_tournament import NewTournament
from naishi_tui.screens.tournament_page import ShowTournament
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.match_list import MatchRow
from naishi_tui.widgets.text_rows import Span


class TournamentsScreen(FollowedList):
    """A list of tournaments; each leads to its page."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"tournaments.new": "make", "tournaments.word": "word"})]

    def __init__(self, tournaments: OwnTournaments) -> None:
        """Begin with none; see `load`."""
        super().__init__()
        self.tournaments = tournaments
        self.mine: Sequence[Tournament] = ()
        self.others: Sequence[Tournament] = ()

    def heading(self) -> tuple[Span, ...]:
        """Name the list."""
        words = _("tournaments")
        return (Span(f" {words}"),)

    def key_hints(self) -> Iterator[KeyHint]:
        """Yield what the key line names."""
        yield KeyHint("choose", _("Enter"), _("open"))
        if not self.tournaments.visitor.account.guest:
            yield KeyHint("make", shown("tournaments.new"), pgettext("make a tournament", "new"))
        yield KeyHint("word", shown("tournaments.word"), _("by its word"))
        yield KeyHint("back", _("Esc"), _("back"))

    def changes(self) -> AsyncIterable[object]:
        """Return something each time that a tournament may have changed."""
        return self.tournaments.changes()

    async def load(self) -> None:
        """Fetch the tournaments."""
        self.mine, self.others = await self.tournaments.mine(), await self.tournaments.others()

    async def look(self) -> None:
        """Fetch the tournaments, and draw them."""
        try:
            await self.load()
        except NaishiError as error:
            self.tell(str(error))
        self.draw()

    def rows(self) -> Iterator[MatchRow]:
        """Yield one's own tournaments, and the others."""
        none = pgettext("tournaments", "none")
        guest = self.tournaments.visitor.account.guest
        mine = none if guest else _("none yet: {key} makes one").format(key=shown("tournaments.new"))
        lists = (_("Your tournaments"), self.mine, mine), (_("Others"), self.others, none)
        for title, listed, nothing in lists:
            yield MatchRow(None, title, bold=True)
            if not listed:
                yield MatchRow(None, f"  {nothing}")
            for each in listed:
                yield MatchRow(each.id, f"  {tournament_text.line(each)}")

    async def choose(self, row: str) -> None:
        """Open a tournament."""
        self._show(row)

    def _show(self, tournament: str) -> None:
        self.tell("")
        self.post_message(ShowTournament(tournament))

    @work
    async def action_make(self) -> None:
        """Make a tournament, and show it."""
        try:
            self.tournaments.check_maker()
        except NaishiError as error:
            self.tell(str(error))
            return
        made: list[Tournament] = []

        async def make(setup: Setup) -> None:
            made.append(await self.tournaments.make(setup))

        if await self.app.push_screen_wait(NewTournament(make)):
            self._show(made[-1].id)

    @work
    async def action_word(self) -> None:
        """Show the tournament that somebody was invited to."""
        found: list[Tournament] = []

        async def find(word: str) -> None:
            found.append(await self.tournaments.find(word))

        if await self.app.push_screen_wait(AskLine(_("Which word were you given? Esc: back."), find)):
            self._show(found[-1].id)
