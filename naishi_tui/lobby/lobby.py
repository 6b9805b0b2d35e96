"""Lobby: own games, open tables, games to watch, TV."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static
from typing_extensions import override

from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.lobby.account_flow import rename
from naishi.server.lobby.tv import nothing_on
from naishi.server.tables.open_tables import table_is_gone
from naishi.settings.key_table import COMMANDS
from naishi.settings.keymap import offered
from naishi.transports.client import PublicAddress
from naishi_tui.dialogs.screens import AskLine, SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby.account import ShowAccount, ShowPeople
from naishi_tui.lobby.history import ShowHistory
from naishi_tui.lobby.lobby_lists import GoToMatch, LobbyLists, LobbyTables
from naishi_tui.lobby.match_list import MatchList
from naishi_tui.messages import LeaveGame, Routed, ShowLessons, ShowSettings, bindings
from naishi_tui.parts.input_guard import SETTLED
from naishi_tui.widgets.text_rows import Ground, KeyHint, KeyLine, Span, TextRows, hint


class WatchTv(Routed):
    """Watch the most interesting public game, and then the next one."""


class TvWaiting(SteadyScreen[None], Ground):
    """Says that there is nothing to see yet; the next game takes its place."""

    CSS_PATH = stylesheet("lobby/tv_waiting.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False), *bindings({"tv.leave": "back"})]

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Static(Content(nothing_on()), id="nothing")
        yield KeyLine([KeyHint("back", _("Esc"), _("lobby"))], id="keys")

    def on_mount(self) -> None:
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(" "), Span(_("TV"))),)

    @override
    def go_back(self) -> None:
        self.post_message(LeaveGame())


class ShowTournaments(Routed):
    """Show the tournaments."""


def hints(*, new: bool) -> Iterator[KeyHint]:
    """Return what the key line names: first what leads to all the rest, then what strangers look for.

    Args:
        new: Whether someone has no game yet: they are shown where it is learnt, instead of what they don't need now.
    """
    learning = [hint(command, minor=not new) for command in ("lobby.learn", "lobby.rules", "lobby.settings")]
    yield hint("lobby.menu", gives="app.command_palette")
    yield hint("lobby.table", gives="open_table(True)")
    yield hint("lobby.bot", gives="play_bot")
    if new:
        yield from learning
    yield from (hint(command, minor=new) for command in ("lobby.word", "lobby.tournaments", "lobby.people"))
    yield from map(hint, ("lobby.pair", "lobby.tv", "lobby.history", "lobby.account"))
    if not new:
        yield from learning
    yield hint("lobby.private", gives="open_table(False)")
    yield hint("lobby.rename")
    yield hint("lobby.quit", gives="app.quit")


DOES = {
    "lobby.table": "open_table(True)",
    "lobby.pair": "pair",
    "lobby.private": "open_table(False)",
    "lobby.bot": "play_bot",
    "lobby.word": "word",
    "lobby.mix": "mix",
    "lobby.tv": "tv",
    "lobby.people": "people",
    "lobby.tournaments": "tournaments",
    "lobby.account": "account",
    "lobby.history": "history",
    "lobby.rename": "rename",
    "lobby.close": "close_table",
    "lobby.joined": "go_to_joined",
    "lobby.learn": "learn",
    "lobby.settings": "settings",
    "lobby.menu": "app.command_palette",
    "lobby.rules": "rules",
    "lobby.quit": "app.quit",
}


class LobbyScreen(SteadyScreen[None], Ground):
    """Where a visitor arrives, and where matches are left to."""

    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(DOES)]

    def __init__(self, visitor: Visitor, public: PublicAddress) -> None:
        super().__init__()
        self.visitor, self.public = visitor, public
        self.lists = LobbyLists(self, visitor, public)
        self.tables = LobbyTables(self, visitor, public, self.lists)

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="notice")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def key_hints(self) -> Iterator[KeyHint]:
        return hints(new=not self.visitor.listing.mine)

    def on_mount(self) -> None:
        self.lists.draw()
        for follow in (self.lists.follow, self.lists.follow_public_lists, self.lists.follow_clocks):
            self.run_worker(follow())

    def on_key(self) -> None:
        self.lists.key_pressed()

    async def on_screen_resume(self) -> None:
        self.app.delay_update(SETTLED)
        before = self.lists.own
        await self.visitor.lobby.public.refresh()  # else games to watch may be a second old
        await self.lists.look()
        if not self.can_draw:
            return  # the lobby is being laid out again, or the app ends
        self.query_one("#keys", KeyLine).show(self.key_hints())  # others may have been chosen
        rows = self.query_one("#lists", MatchList)
        if self.lists.own - before and rows.cursor not in self.lists.own:
            rows.cursor = self.visitor.listing.mine[0].id

    @on(MatchList.Chosen)
    async def _chosen(self, event: MatchList.Chosen) -> None:
        match = self.lists.matches.get(event.id)
        if match is None or (event.row.joins and not self.tables.flow.joins(match)):
            await self.lists.show(str(table_is_gone()))
        else:
            await self.tables.enter(match)

    def action_go_to_joined(self) -> None:
        if self.lists.joined is not None:
            self.post_message(GoToMatch(self.lists.joined))

    @work
    async def action_open_table(self, public: bool) -> None:
        await self.tables.open(public=public)

    @work
    async def action_pair(self) -> None:
        await self.tables.pair()

    async def action_close_table(self) -> None:
        await self.tables.close()

    @work
    async def action_play_bot(self) -> None:
        await self.tables.play_bots()

    @work
    async def action_word(self) -> None:
        await self.tables.find()

    @work
    async def action_mix(self) -> None:
        """Add a word of one's own to the deal of the table under the cursor; at someone else's, sit down with it."""
        await self.tables.mix()

    @work
    async def action_rename(self) -> None:
        question, shown = _("What name do you want from now on? Esc: back."), self.visitor.account

        async def accept(name: str) -> None:
            self.lists.said = await rename(self.visitor, name, shown)

        await self.app.push_screen_wait(AskLine(question, accept))
        self.lists.draw()

    async def recompose(self) -> None:
        await super().recompose()
        self.lists.draw()

    def action_tv(self) -> None:
        self.post_message(WatchTv())

    def action_people(self) -> None:
        self.post_message(ShowPeople())

    def action_account(self) -> None:
        self.post_message(ShowAccount())

    def action_history(self) -> None:
        self.post_message(ShowHistory())

    def action_tournaments(self) -> None:
        self.post_message(ShowTournaments())

    def action_learn(self) -> None:
        self.post_message(ShowLessons())

    def action_settings(self) -> None:
        self.post_message(ShowSettings())

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]], str]]:
        for command, action in DOES.items():
            if not COMMANDS[command].unlisted:
                yield offered(command), partial(self.run_action, action), _(COMMANDS[command].found_by)
