"""App of a visitor, from the arrival on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from pathlib import PurePath
from typing import Any, ClassVar

from textual import events, on, work
from textual.actions import ActionParseResult
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.screen import Screen
from typing_extensions import override

from naishi.common import i18n
from naishi.common.i18n import NaishiError, _, find_language
from naishi.plain.server.match_numbers import MatchIds
from naishi.server import Match, MatchStage, Visitor
from naishi.server.history.past_games import KeptProgress
from naishi.server.lobby.account_flow import other_key
from naishi.server.lobby.table_flow import TableFlow, seated
from naishi.server.match.match_text import TWO
from naishi.settings.keymap import KEY
from naishi.tabletop.kinds import kind_of
from naishi.transports.client import InitialCommand, PublicAddress
from naishi_tui.dialogs.palette import Offer
from naishi_tui.dialogs.screens import AskLine, Confirm
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby.account import AccountScreen, PeopleScreen, PlayerPage
from naishi_tui.lobby.lobby import LobbyScreen, WatchTv
from naishi_tui.lobby.lobby_lists import FollowedList, GoToMatch
from naishi_tui.messages import ChangeSettings, LeaveGame, bindings
from naishi_tui.registry import routes_of_visits
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.visit import watches
from naishi_tui.visit.driver import isolate
from naishi_tui.visit.routes import ROUTES, CurrentMatch, GoToNext, RoutedLobbyApp, ShowMatchMenu, ShowTalk, TvSet


class Arrival:
    """Takes a visitor from the door to where they want to be."""

    def __init__(
        self,
        visitor: Visitor,
        public: PublicAddress,
        ask: Callable[[Screen[Any]], Awaitable[object]],
        say: Callable[[str], Awaitable[None]],
    ) -> None:
        async def confirm(question: str) -> bool:  # it doesn't know this, so that whoever leaves is forgotten at once
            return bool(await ask(Confirm(question, harmless=True)))

        self._visitor, self._public, self._ask, self._say = visitor, public, ask, say
        self._tables = TableFlow(visitor, confirm)
        self.is_new = False
        """Whether the visitor has sat down at a table by its word, and has no other game here."""

    async def ask_name(self) -> None:
        if self._visitor.account.named or self._visitor.fingerprint is None:
            return

        async def accept(name: str) -> None:
            if not self._visitor.account.named:  # else the key was added to an account meanwhile
                await self._visitor.rename(name)

        question, hint = _("Welcome! What name do you want to play under?"), other_key(self._public.ssh_line())
        await self._ask(AskLine("\n\n".join(filter(None, (question, hint))), accept))
        await self._say("")

    async def match(self, command: InitialCommand) -> Match | None:
        """Return the match that the visitor has asked for, at a seat if there is one; None says why in the lobby."""
        if not command.verb:
            return None
        try:
            return await self._find(command.word, watch=command.verb == "watch")
        except NaishiError as error:
            await self._say(str(error))
            return None

    async def _find(self, word: str, *, watch: bool) -> Match | None:
        await self._visitor.refresh()
        match = await MatchIds(self._visitor).look_up(word, to_sit=not watch)
        if not watch and self._tables.joins(match):
            if not await self._tables.agrees(match, always=self._public.by_web):
                return None
            self.is_new = not self._visitor.listing.mine
            match = (await self._tables.join(match)).match
        me = self._visitor.account.id  # a guest's account is stored with the first seat
        if not watch and match.state is MatchStage.OPEN and me in match.seats and len(match.seats) > TWO:
            await self._say(seated(match))
            return None
        if not watch and match.seat_of(me) is None and match.state is not MatchStage.OPEN:
            line = self._public.ssh_line("watch", match.id if match.public else match.invite)
            raise NaishiError(_("This table is full. To watch:\n{line}").format(line=line))
        return match


AT_ONCE = "app.", "page(", "scroll("
"""How the actions of screens begin that have done all they do once they have run."""


class LobbyApp(RoutedLobbyApp):
    """What a visitor sees. What it does is done by its parts; where its messages lead stands in `ROUTES`."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("app.tcss"), stylesheet("lobby/lobby.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("ctrl+z", "no_shell", show=False),
        *bindings({f"match.{each}": f"in_match({each!r})" for each in ("menu", "talk", "next")}),
        *bindings({"tv.leave": "in_match('off')"}),
    ]

    def __init__(
        self, visitor: Visitor, command: InitialCommand, public: PublicAddress, *, plain_colours: bool = False
    ) -> None:
        super().__init__()
        isolate(self)
        self.visitor, self.public, self.command = visitor, public, command
        self.layers = watches.layers_of(visitor)
        self.plain_colours = plain_colours
        self.match = CurrentMatch(self, visitor, self.say)
        self.tv = TvSet(self, visitor, self.match)
        self.progress = KeptProgress(visitor.lobby.solved, visitor)
        self.account_watch = watches.AccountWatch(visitor, self.post_message, by_web=public.by_web)
        self.turn_watch = watches.TurnWatch(
            visitor, lambda: watches.layers_of(visitor).effective, lambda: self.match.here
        )
        self.add_parts({**ROUTES, **routes_of_visits()})

    @override
    def get_default_screen(self) -> LobbyScreen:
        return LobbyScreen(self.visitor, self.public)

    @override
    def leaving(self) -> str:
        return _("Leave; your games wait for you")

    @override
    def offers(self, screen: Screen[Any]) -> Iterable[Offer]:
        return self.match.offers(screen)

    def copy_to_clipboard(self, text: str) -> None:
        """Copy nothing: what is copied here would be sent as a command to the terminal."""

    def action_no_shell(self) -> None:
        """Say that nothing is stopped: the program runs at the server."""
        self.say(_("There is no shell here to go back to."))

    @override
    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.MouseDown):
            self.turn_watch.react()
            self.match.react()
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action. What was typed behind it was for the screen that it leads to, and not for the one it was on.

        What it leads to is shown only once the database has answered. At a table, keys may be typed ahead.
        """
        done = await super().run_action(action, default_namespace, namespaces)
        leads_on = isinstance(default_namespace, Screen) or action in {"choose", "select"}
        at_once = isinstance(action, str) and action.startswith(AT_ONCE)
        if done and leads_on and not at_once and not isinstance(self.screen, GameScreen):
            self.guard.drop_typed()
        return done

    def on_load(self) -> None:
        self.appearance.begin()
        self.apply_settings()

    def on_mount(self) -> None:
        self._arrive()
        self.run_worker(self.account_watch.follow(), group="account")
        self.run_worker(self.turn_watch.follow(), group="turns")
        self.run_worker(watches.follow_plans(self.visitor, self.say), group="plans")
        self.run_worker(watches.follow_tournaments(self.visitor, self._say_of_match, self.bell), group="tournaments")

    @work
    async def _arrive(self) -> None:
        arrival = Arrival(self.visitor, self.public, self.push_screen_wait, self.lobby.lists.show)
        await arrival.ask_name()
        if refused := watches.refused_keys(self.visitor):
            await self.lobby.lists.show("\n".join(refused))
        if self.command.verb in {"tv", "next"}:
            await self.show(WatchTv() if self.command.verb == "tv" else GoToNext())
        elif (match := await arrival.match(self.command)) is not None:
            await self.show(GoToMatch(match))
            if arrival.is_new:
                words = _("New here? {key:rules}: the rules of {game}.")
                self.say(words.format(key=KEY, game=kind_of(match.game).title()))
        self.show_announced()

    @on(ChangeSettings)
    async def _change_settings(self, event: ChangeSettings) -> None:
        def change() -> None:
            self.layers = event.layers
            self.apply_settings()

        await self.appearance.change(change, self.screen_stack)

    @override
    def apply_settings(self) -> None:
        i18n.switch(i18n.load(find_language(self.settings.language) or self.visitor.language))
        super().apply_settings()

    @on(watches.AccountChanged)
    async def _account_changed(self) -> None:
        if self.account_watch.is_another():
            self.post_message(ChangeSettings(watches.layers_of(self.visitor)))
        if self.match.participant is not None and self.match.participant.has_lost_seat:
            await self.show(LeaveGame())
        if news := self.account_watch.news():
            called = self.visitor.news is not None and self.visitor.news.calls
            lists = self.lobby.lists
            self.say(news, lists.show_challenge if called else lists.hint)
            if called:
                self.bell()
        if request := self.account_watch.link_request():
            self.bell()
            if isinstance(self.screen, GameScreen):
                self.say(request)

    def say(self, text: str, in_lobby: Callable[[str], Coroutine[None, None, None]] | None = None) -> None:
        """Say something on the screen on top, or on the one below a question.

        Args:
            in_lobby: How the lobby says it; by default, until something else is said.
        """
        for screen in reversed(self.screen_stack):
            if isinstance(screen, GameScreen | AccountScreen | FollowedList | PeopleScreen | PlayerPage):
                screen.tell(text)
                return
        self.run_worker((in_lobby or self.lobby.lists.show)(text))

    def _say_of_match(self, match: str, text: str) -> None:
        self.say(text, partial(self.lobby.lists.show_of_match, match))

    def show_announced(self) -> None:
        if announced := self.visitor.take_announced():
            self.say(announced)
            self.bell()

    async def action_in_match(self, choice: str) -> None:
        shown = {"menu": ShowMatchMenu, "talk": ShowTalk, "next": GoToNext}
        if choice != "off":
            await self.show(shown[choice]())
        elif self.tv.is_on and isinstance(self.screen, GameScreen):
            await self.show(LeaveGame())
