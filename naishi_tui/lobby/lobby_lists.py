"""Lists on a server, followed and drawn; what can be done at a table."""

import asyncio
import random
from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import _, listed, ngettext
from naishi.server import Match, MatchStage, Visitor
from naishi.server.lobby.account_flow import guest_code
from naishi.server.lobby.table_flow import TableFlow
from naishi.server.match import match_text
from naishi.server.match.clock import MINUTE
from naishi.server.match.match_text import TWO
from naishi.server.presence.service_clock import long_sleep
from naishi.settings.keymap import KEY
from naishi.transports.client import PublicAddress
from naishi_tui.dialogs.screens import Choice, ChooseOne, Confirm, SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby.match_list import MatchList, MatchRow
from naishi_tui.messages import Routed, back_bindings
from naishi_tui.widgets.text_rows import Ground, KeyHint, KeyLine, Span, TextRows

REDRAWN = 0.25
"""Seconds between two drawings of a list, however much happens."""


class FollowedList(SteadyScreen[None], Ground):
    """A heading, rows to choose from, and a line for what is said of them."""

    CSS_PATH = stylesheet("lobby/followed_list.tcss")
    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [*back_bindings()]

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def brand(self) -> str:
        return "NAISHI"

    def heading(self) -> tuple[Span, ...]:
        raise NotImplementedError

    def rows(self) -> Iterator[MatchRow]:
        raise NotImplementedError

    def key_hints(self) -> Iterator[KeyHint]:
        raise NotImplementedError

    def changes(self) -> AsyncIterable[object]:
        """Return something each time that what is listed may be different."""
        raise NotImplementedError

    async def look(self) -> None:
        raise NotImplementedError

    async def choose(self, row: str) -> None:
        raise NotImplementedError

    def on_mount(self) -> None:
        self.draw()
        self.run_worker(self._follow())

    async def _follow(self) -> None:
        async for _change in self.changes():
            if self.is_current:
                await self.look()
            await asyncio.sleep(REDRAWN)

    async def on_screen_resume(self) -> None:
        if self.is_mounted:
            await self.look()

    def draw(self) -> None:
        if self.can_draw:
            self.query_one("#heading", TextRows).rows = ((Span(f" {self.brand()} ", "title"), *self.heading()),)
            self.shown.rows = tuple(self.rows())

    @property
    def shown(self) -> MatchList:
        return self.query_one("#lists", MatchList)

    def tell(self, text: str) -> None:
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    @on(MatchList.Chosen)
    @work(exclusive=True, group="row")
    async def _chosen(self, event: MatchList.Chosen) -> None:
        await self.choose(event.id)

    def action_choose(self) -> None:
        self.shown.action_choose()


def row(match: Match, player: int, now: float) -> str:
    return _table(match, player) if match.state is MatchStage.OPEN else match_text.begun(match, player, now)


def mix(*, joins: bool) -> str:
    why = _("With a word of yours in the deal, not even the server can have chosen the cards.")
    keys = _("Enter: sit down. Esc: back.") if joins else _("Enter: add it. Esc: back.")
    return f"{why}\n{keys}"


def _table(match: Match, player: int) -> str:
    terms = match_text.terms(match, in_short=True)
    if match.challenged is not None and match.challenged not in match.seats:
        return _challenge(match, player, f" ({terms})" if terms else "")
    if len(match.seats) > TWO:
        return _larger_table(match, player)
    if match.host != player and (match.control or match.rated):
        words = _("{name} is waiting for an opponent ({terms}). Enter: join.")
        return words.format(name=match_text.named(match, 0), terms=terms)
    if match.host != player:
        words = _("{name} is waiting for an opponent. Enter: join.")
        if what := match_text.terms(match):
            words = _("{name} is waiting to play {game}. Enter: join.")
        return words.format(name=match_text.named(match, 0), game=what)
    words = _("Waiting for an opponent: join {word} (Enter: a bot; {key:lobby.close}: close)")
    if match.rated:
        words = _("Waiting for an opponent ({terms}): join {word} ({key:lobby.close}: close)")
    elif terms:
        words = _("Waiting for an opponent ({terms}): join {word} (Enter: a bot; {key:lobby.close}: close)")
    return words.format(key=KEY, word=_word(match), terms=terms)


def _larger_table(match: Match, player: int) -> str:
    words = _("{table}. Enter: join.")
    if match.host == player:
        words = _("{table}; join {word} (Enter: begin; {key:lobby.close}: close)")
    elif player in match.seats:
        words = _("{table}. You wait here ({key:lobby.close}: leave).")
    return words.format(key=KEY, table=match_text.table(match, in_short=True), word=_word(match))


def _word(match: Match) -> str:
    return match.id if match.public else match.invite


def _challenge(match: Match, player: int, kind: str) -> str:
    if match.challenged == player:
        words = _("{name} challenges you{kind}. Enter: play; {key:lobby.close}: decline.")
        return words.format(key=KEY, name=match_text.named(match, 0), kind=kind)
    words = _("Waiting for {name}{kind} ({key:lobby.close}: close)")
    return words.format(key=KEY, name=match.challenged_name, kind=kind)


AT_ONCE = 20
"""How many visitors may draw a change of the public lists in a second; where there are more, each waits a little."""


class LobbyLists:
    """Keeps the lists of the lobby up to date on a screen, and the lines below them."""

    def __init__(self, screen: SteadyScreen[None], visitor: Visitor, public: PublicAddress) -> None:
        async def confirm(question: str) -> bool:  # it doesn't know this, so that whoever leaves is forgotten at once
            return await screen.app.push_screen_wait(Confirm(question, harmless=True))

        self._screen, self._visitor, self._public = screen, visitor, public
        self.tables = TableFlow(visitor, confirm)
        self.matches: dict[str, Match] = {}
        self.own: frozenset[str] = frozenset()
        """The games of one's own that were drawn last."""
        self.waiting: dict[str, Match] = {}
        """The tables at which the visitor waits, as they were looked at last."""
        self.begun: set[str] = set()
        """The tables whose games the visitor has begun here: that is no news."""
        self.announced = "", ""
        """The table that was made or joined last, and what was said of it."""
        self._holding = "", MatchStage.OPEN, ""
        """The match, or challenge, of which something was said last that holds while it is at a stage; and what."""
        self.joined: Match | None = None
        """A match that has just begun at a table of one's own."""
        self.said = ""
        self._until_next_key = ""

    @property
    def highlighted(self) -> Match | None:
        return self.matches.get(self._screen.query_one("#lists", MatchList).cursor or "")

    async def follow(self) -> None:
        """Draw at once what has changed in one's own games; the bell rings below a game, too."""
        async for _change in self._visitor.changes():
            if self._screen.is_current or self.waiting:
                await self.look()
            await asyncio.sleep(REDRAWN)

    async def follow_public_lists(self) -> None:
        """Draw what has changed for everybody, not at the same moment as everybody else."""
        lobby = self._visitor.lobby
        async for _change in lobby.public.changes.since(lobby.public.changes.newest):
            crowd = len(lobby.visitors) / AT_ONCE
            await asyncio.sleep(max(REDRAWN, random.uniform(0.5, 1.5) * crowd))  # noqa: S311 - no secret
            if self._screen.is_current:
                self.draw()

    async def follow_clocks(self) -> None:
        """Draw the time that players have left, once a minute at most: most of it is days."""
        while True:
            await long_sleep(MINUTE)
            if self._screen.is_current and any(match.control for match in self.matches.values()):
                self.draw()

    async def look(self) -> None:
        listing = await self._visitor.refresh()
        waiting = self.waiting  # from now on nobody else looks before this is done: each join is told once
        self.waiting = {match.id: match for match in listing.mine if match.state is MatchStage.OPEN}
        gone = waiting.keys() - self.waiting.keys()
        announced, words = self.announced
        if announced in gone:  # closed or left, or the game has begun
            self.said, self.announced = "" if self.said == words else self.said, ("", "")
        about, stage, words = self._holding
        stages = {(each.id, each.state) for each in (*listing.mine, *listing.open)}
        if self.said == words and (about, stage) not in stages:
            self.said = ""  # a challenge was accepted, or withdrawn; or a game is over
        for match in listing.mine:
            if match.id in gone or (match.id not in waiting and match.id == self._visitor.paired):
                self._tell_of_game(match)
            elif match.id in waiting:
                self._tell_who_came(waiting[match.id], match)
        if self._screen.is_current:
            self.draw()

    def _tell_of_game(self, match: Match) -> None:
        """Say that a game with others has begun where the visitor waited, unless they have begun it themselves."""
        me = self._visitor.account.id
        others = [name for name, player in zip(match.names, match.seats, strict=True) if player not in {None, me}]
        if match.seat_of(me) is None or not others or match.id in self.begun:
            return
        self._screen.app.bell()
        self.joined = match
        if match.id == self._visitor.paired:
            self._visitor.paired = ""
            words = _("You are paired with {name}. {key:lobby.joined}: go there.")
        elif len(match.seats) == TWO:
            words = _("{name} has joined your table. {key:lobby.joined}: go there.")
        else:
            words = _("Your game with {name} has begun. {key:lobby.joined}: go there.")
        self.said = words.format(key=KEY, name=listed(others))
        self._holding = match.id, MatchStage.PLAYING, self.said

    def _tell_who_came(self, before: Match, match: Match) -> None:
        me = self._visitor.account.id
        was, now = (dict(zip(each.seats, each.names, strict=True)) for each in (before, match))
        came = [now[player] for player in now.keys() - was.keys() if player not in {None, me}]
        left = [was[player] for player in was.keys() - now.keys() if player not in {None, me}]
        if came:
            self.said = ngettext(
                "{names} has come to your table.", "{names} have come to your table.", len(came), names=listed(came)
            )
        elif left:
            self.said = ngettext(
                "{names} has left your table.", "{names} have left your table.", len(left), names=listed(left)
            )

    def announce(self, table: str, said: str) -> None:
        self.said, self.announced = said, (table, said)

    async def show(self, said: str = "") -> None:
        self.said = said or self.said
        await self.look()

    async def show_of_match(self, match: str, said: str) -> None:
        self._holding = match, MatchStage.PLAYING, said
        await self.show(said)

    async def show_challenge(self, said: str) -> None:
        await self.show(said)
        newest = next(iter(self._visitor.own_lists.challenges), None)
        self._holding = "" if newest is None else newest.id, MatchStage.OPEN, said

    async def hint(self, said: str) -> None:
        self._until_next_key = said
        await self.show(said)

    def key_pressed(self) -> None:
        hint, self._until_next_key = self._until_next_key, ""
        if hint and self.said == hint:
            self.said = ""
            self.draw()

    def came_to(self, match: str) -> None:
        if self.joined is None or self.joined.id == match:
            self.joined, self.said = None, ""

    def point_at(self, match: str) -> None:
        self._screen.query_one("#lists", MatchList).cursor = match

    def draw(self) -> None:
        if not self._screen.can_draw:
            return  # the lobby is being laid out again, and drawn after that, or the app ends
        account, notice = self._visitor.account, guest_code(self._visitor)
        if self._visitor.credentials.link_request is not None:
            notice = _("A key asks to be added to your account ({key:lobby.account}).").format(key=KEY)
        for line, words in (("#notice", notice), ("#said", self.said)):
            shown = self._screen.query_one(line, Static)
            if str(shown.content) != words:  # else the whole screen would be laid out again
                shown.update(Content(words))
        rows = tuple(self._rows())
        turns = sum(match.is_turn_of(account.id) for match in self.matches.values())
        waiting = ngettext("your turn in {count} game", "your turn in {count} games", turns) if turns else ""
        rating = match_text.of_standing(self._visitor.own_lists.standing)
        me = f"{account.name} ({rating})" if rating else account.name
        self._screen.query_one("#heading", TextRows).rows = (
            (Span(" NAISHI ", "title"), Span(f" {me}  "), Span(waiting, "mark")),
        )
        self._screen.query_one("#lists", MatchList).rows = rows

    def _rows(self) -> Iterator[MatchRow]:
        account, listing, now = self._visitor.account, self._visitor.listing, self._visitor.lobby.matches.now()
        self.matches = {match.id: match for match in (*listing.mine, *listing.open, *listing.watchable)}
        mine = [match for match in listing.mine if match_text.is_current(match, account.id)]
        self.own = frozenset(match.id for match in mine)
        none = _("none yet: make a table ({key:lobby.table}) or play a bot ({key:lobby.bot})")
        if listing.mine:
            none = _(
                "none in progress: make a table ({key:lobby.table}) or play a bot ({key:lobby.bot}); "
                "finished ones ({key:lobby.history})"
            )
        sections = (
            (_("Your games"), mine, none.format(key=KEY)),
            (_("Open tables"), listing.open, _("none") if mine else self._invitation()),
            (_("Games to watch"), listing.watchable, _("none")),
        )
        for title, matches, nothing in sections:
            yield MatchRow(None, title, bold=True)
            if not matches:
                yield MatchRow(None, f"  {nothing}")
            for match in matches:
                words, bold = row(match, account.id, now), match_text.calls(match, account.id)
                yield MatchRow(match.id, f"  {words}", bold=bold, joins=self.tables.joins(match))
        if listing.unlisted:
            yield MatchRow(None, f"  {match_text.and_more(listing.unlisted)}")

    def _invitation(self) -> str:
        """Say how to get someone to play with, or a bot: the lobby is empty."""
        words = _(
            "No one is waiting. Make a table ({key:lobby.table}) and bring a friend by {line}, "
            "or play a bot now ({key:lobby.bot})."
        )
        return words.format(key=KEY, line=self._public.ssh_line())


WAIT, BEGIN, BOTS, CLOSE = "wait", "begin", "bots", "close"


@dataclass
class GoToMatch(Routed):
    """Come to a match."""

    match: Match


class TableMenu(ChooseOne[str]):
    """What can be done at a table of more than two where one waits; it follows who comes and goes."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, table: Match, visitor: Visitor, flow: TableFlow) -> None:
        super().__init__()
        self.table, self.visitor, self.flow = table, visitor, flow

    @override
    def question(self) -> str:
        return match_text.table(self.table)

    @override
    def choices(self) -> list[Choice[str]]:
        wait = Choice(_("Wait for more players"), WAIT, _("The game begins by itself once all seats are taken."))
        if not self.flow.is_host(self.table):
            return [wait, Choice(_("Leave the table"), CLOSE)]
        bots = Choice(_("Begin now: bots take the empty seats"), BOTS)
        close = Choice(_("Close the table"), CLOSE)
        if not self.flow.can_begin(self.table):
            return [wait, bots, close]
        count = len(self.table.seats) - len(self.table.empty)
        return [wait, Choice(_("Begin now, with the {count} who sit here").format(count=count), BEGIN), bots, close]

    @work
    async def on_mount(self) -> None:
        async for _change in self.visitor.changes():
            mine = {match.id: match for match in (await self.visitor.refresh()).mine}
            table = mine.get(self.table.id)
            if table is None or table.state is not MatchStage.OPEN:
                self.dismiss(None)
                return
            if self.can_draw and table != self.table:
                self.table = table
                self.query_one("#box > Static", Static).update(Content(self.question()))
                self.menu.fill([Option(Content(each.words), id=each.value) for each in self.choices()])
