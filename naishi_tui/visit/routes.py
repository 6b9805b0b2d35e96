"""Message routes of a visitor, and the match on the screen."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from textual.app import App
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.server import Match, MatchParticipant, Visitor
from naishi.server.history.past_games import KeptProgress
from naishi.server.lobby.notices import next_turn
from naishi.server.lobby.tv import Tv
from naishi.server.match.match import NAISHI
from naishi.server.match.running_sessions import MatchDrafts
from naishi.sessions import Ask
from naishi.settings.key_table import ON_A_SERVER
from naishi.settings.keymap import KEY, offered
from naishi.settings.schema import Layers, Settings
from naishi.transports.client import PublicAddress
from naishi_tui import messages
from naishi_tui.dialogs.palette import Offer
from naishi_tui.lobby.account import AccountScreen, PeopleScreen, PlayerPage, ShowAccount, ShowPeople, ShowPlayer
from naishi_tui.lobby.history import PAGE, HistoryScreen, ShowHistory
from naishi_tui.lobby.lobby import LobbyScreen, ShowTournaments, TvWaiting, WatchTv
from naishi_tui.lobby.lobby_lists import GoToMatch
from naishi_tui.lobby.match_menu import MatchMenu, TalkMenu
from naishi_tui.lobby.tournaments import ShowTournament, TournamentScreen, TournamentsScreen
from naishi_tui.parts.game_app import GameApp
from naishi_tui.parts.input_guard import above_home, go_home
from naishi_tui.parts.router import AnyScreen, Route, Routes
from naishi_tui.registry import match_screen, past_screen, rules_of
from naishi_tui.settings.settings import SettingsScreen
from naishi_tui.table.game_screen import GameScreen, with_answer
from naishi_tui.visit.watches import OFFERED, FollowRematch, GoingAlong

READ = 2.0
"""Seconds after which a key means that what others say has been read."""


class ShowMatchMenu(messages.Routed):
    """Show what the players can agree on."""


class ShowTalk(messages.Routed):
    """Show what the players can say to each other."""


class GoToNext(messages.Routed):
    """Go to the next game that waits for the visitor."""


class CurrentMatch:
    """Holds the visitor's participant in one match; it may have lost its seat by the time it gets there."""

    def __init__(self, app: App[Any], visitor: Visitor, say: Callable[[str], None]) -> None:
        self.participant: MatchParticipant | None = None
        self._app, self._visitor, self.say = app, visitor, say
        self._along = GoingAlong(app, say)
        self._told, self._told_at = "", 0.0
        self._clock: Timer | None = None
        """Fires when the clock of the match reads differently."""

    @property
    def here(self) -> str:
        """The id of the match; empty for none."""
        return "" if self.participant is None else self.participant.match_id

    async def go_to(self, match: Match) -> None:
        """Come to a match. Raises NaishiError: it has not begun, or is gone."""
        await self._come_to(await self._visitor.come(match))

    async def follow_rematch(self) -> bool:
        """Go to the next match; returns False where the player has left or gone there already."""
        if (participant := self.participant) is None or participant.agreements.next is None:
            return False
        await self._come_to(await self._visitor.follow(participant))
        return True

    async def _come_to(self, participant: MatchParticipant) -> None:
        before, self.participant = self.participant, participant
        self._along.stop()
        if before is not None:
            await self._visitor.detach(before)
        self._told = with_answer(participant, participant.news.latest)
        if not participant.has_lost_seat:  # just now, at another terminal
            self._app.run_worker(self._follow(participant), exclusive=True, group="match")
        self._watch_clock()

    async def leave(self) -> MatchParticipant | None:
        """Leave the match; it waits. Returns who was there."""
        participant, self.participant = self.participant, None
        self._along.stop()
        self._watch_clock()
        if participant is not None:
            await self._visitor.detach(participant)
        return participant

    async def _follow(self, participant: MatchParticipant) -> None:
        async for _change in participant.changes():
            if participant is not self.participant:
                return
            self._watch_clock()
            if participant.rematch_has_begun and participant.seat is None:
                self._along.begin()
                return
            if participant.rematch_has_begun:
                # By a message: who goes to another match ends this worker, and must not run in it.
                self._app.post_message(FollowRematch())
                return
            told = with_answer(participant, participant.news.latest)
            if told and told != self._told:
                self._told_at = time.monotonic()
                self.say(told)
            self._told = told

    def react(self) -> None:
        """Take note of a key: what others have said and done was read if it stood for a while."""
        self._along.react()
        participant, screen = self.participant, self._app.screen
        if participant is None or not isinstance(screen, GameScreen) or not participant.news.passes:
            return
        if time.monotonic() - self._told_at > READ:
            participant.news.react()
            self._told = with_answer(participant, participant.news.latest)
            screen.following.update()

    def _watch_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
        if self.participant is None or (time := self.participant.time) is None:
            return
        if (seconds := time.until_it_reads_differently(self.participant.seat)) is not None:
            self._clock = self._app.set_timer(seconds, self._draw_clock, name="clock")

    def _draw_clock(self) -> None:
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen) and screen.is_current and screen.can_draw:
                screen.draw_header()
        self._watch_clock()

    def offers(self, screen: Screen[Any]) -> Iterator[Offer]:
        """Offer what the players can agree on, on the screens of their match; there and in the lobby, the next game."""
        participant = self.participant if isinstance(screen, GameScreen) else None
        if participant is not None and Ask.AGREEMENT in participant.allowed:
            yield _menu_of(participant), lambda: self._app.post_message(ShowMatchMenu())
        if participant is not None and Ask.TALK in participant.allowed:
            yield offered("match.talk"), lambda: self._app.post_message(ShowTalk())
        if leads_on(screen):
            yield offered("match.next"), lambda: self._app.post_message(GoToNext())

    def next_screen(self, settings: Settings) -> GameScreen | None:
        if (participant := self.participant) is None:
            return None
        drafts = MatchDrafts()
        if participant.seat is not None:
            drafts = self._visitor.lobby.drafts.of(self._visitor.account.id, participant.match_id)
        return match_screen(participant.match.game, participant, settings, drafts)


def leads_on(screen: Screen[Any]) -> bool:
    at_match = isinstance(screen, GameScreen) and isinstance(screen.participant, MatchParticipant)
    return at_match or isinstance(screen, LobbyScreen)


def _menu_of(participant: MatchParticipant) -> str:
    words = _("Resign (x)") if participant.against_bot else _("Resign, draw, undo (x)")
    if len(participant.match.seats) > 2:
        words = _("Leave the game, undo, call it off (x)")
    return (_("Rematch ({key:match.menu})") if participant.over else words).format(key=KEY)


class NextOnTv(messages.Routed):
    """Show what is on by now."""


class TvSet:
    """Has the match on the screen be what is on TV, for as long as it is switched on."""

    def __init__(self, app: App[Any], visitor: Visitor, match: CurrentMatch) -> None:
        self._app, self._visitor, self._match = app, visitor, match
        self._tv: Tv | None = None
        self._worker: Worker[None] | None = None

    @property
    def is_on(self) -> bool:
        return self._tv is not None

    async def switch(self) -> bool:
        """Go to the match that is on now; return whether any is."""
        if self._tv is None:
            self._tv = Tv(self._visitor)
            self._worker = self._app.run_worker(self._follow(self._tv), group="tv")
        while (match := self._tv.switch()) is not None:
            try:
                await self._match.go_to(match)
            except NaishiError:
                self._tv.skip(match)
            else:
                return True
        await self._match.leave()
        return False

    def off(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
        self._tv = self._worker = None

    async def _follow(self, tv: Tv) -> None:
        async for _change in tv.changes():
            if isinstance(self._app.screen, GameScreen | TvWaiting):  # else the visitor reads something above it
                self._app.post_message(NextOnTv())


class RoutedLobbyApp(GameApp):
    """What the routes need of the app."""

    match: CurrentMatch
    tv: TvSet
    visitor: Visitor
    public: PublicAddress
    progress: KeptProgress
    layers: Layers
    still = False

    @property
    @override
    def settings(self) -> Settings:
        settings = self.layers.effective
        if self.plain_colours:
            settings = replace(settings, theme="terminal")
        return replace(settings, animations=False) if self.still else settings

    @property
    def lobby(self) -> LobbyScreen:
        lobby = self.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)  # noqa: S101 - the default screen
        return lobby


async def _go_to(app: RoutedLobbyApp, message: GoToMatch) -> AnyScreen | None:
    await app.match.go_to(message.match)
    return await _at_match(app)


async def _go_to_next(app: RoutedLobbyApp, _message: GoToNext) -> AnyScreen | None:
    if not leads_on(screen := app.screen):
        return None
    app.guard.drop_typed()  # it was for this screen, and not for the one to come
    match = await next_turn(app.visitor, app.match.here)
    if app.screen is not screen:
        return None  # something else was opened meanwhile
    await app.match.go_to(match)
    app.tv.off()
    return await _at_match(app)


async def _follow_rematch(app: RoutedLobbyApp, _message: FollowRematch) -> AnyScreen | None:
    return await _at_match(app) if await app.match.follow_rematch() else None


async def _at_match(app: RoutedLobbyApp) -> AnyScreen | None:
    participant = app.match.participant
    if participant is None:
        return None
    if participant.has_lost_seat:
        await _leave(app)
        return None
    app.lobby.lists.came_to(participant.match_id)
    return app.match.next_screen(app.settings)


async def _tv(app: RoutedLobbyApp, message: WatchTv | NextOnTv) -> AnyScreen | None:
    if isinstance(message, NextOnTv) and not app.tv.is_on:
        return None  # the visitor has left
    if not await app.tv.switch():
        return TvWaiting()
    screen = await _at_match(app)
    if isinstance(screen, GameScreen):
        screen.tell(_("TV: the next game follows by itself. {key:tv.leave}: lobby.").format(key=KEY))
    return screen


async def _leave(app: RoutedLobbyApp, _message: messages.LeaveGame | None = None) -> None:
    app.tv.off()
    left = await app.match.leave()
    go_home(app)
    app.guard.open_once_painted()
    if left is not None:
        await app.lobby.lists.look()
        app.lobby.lists.point_at(left.match_id)


async def _rematch(app: RoutedLobbyApp, _message: messages.Rematch) -> None:
    if (participant := app.match.participant) is None:
        return
    if participant.seat is None:
        app.post_message(FollowRematch())
    else:
        await participant.rematch()


def _match_menu(app: RoutedLobbyApp, _message: ShowMatchMenu) -> AnyScreen | None:
    participant = app.match.participant
    if participant is None or participant.seat is None or not isinstance(app.screen, GameScreen):
        return None
    if refusal := participant.refusal(Ask.AGREEMENT):
        raise NaishiError(refusal)
    return MatchMenu(participant, app.visitor, app.match.say)


async def _talk(app: RoutedLobbyApp, _message: ShowTalk) -> AnyScreen | None:
    participant, talk, screen = app.match.participant, app.visitor.lobby.talk, app.screen
    if participant is None or not isinstance(screen, GameScreen):
        return None
    if refusal := talk.refusal(participant):
        raise NaishiError(refusal)
    muted = [seat for seat in participant.listeners if await talk.mutes(participant, seat)]
    return TalkMenu(participant, app.visitor, app.match.say, screen.outdated, muted=muted)


async def _history(app: RoutedLobbyApp, _message: ShowHistory) -> AnyScreen:
    games = app.visitor.past_games
    return HistoryScreen(games, await games.page(count=PAGE))


async def _loaded(screen: TournamentsScreen | PeopleScreen | AccountScreen) -> AnyScreen:
    """Return a screen with all that it shows, so that its first frame has that in it."""
    await screen.load()
    return screen


async def _tournament(app: RoutedLobbyApp, message: ShowTournament) -> AnyScreen:
    tournaments = app.visitor.tournaments
    return TournamentScreen(tournaments, await tournaments.page(message.id))


async def _replay(app: RoutedLobbyApp, message: messages.ShowReplay) -> AnyScreen:
    past = await app.visitor.past_games.load(message.id or app.match.here)
    return past_screen(past.match.game, past, app.visitor, app.settings)


async def _first_game(app: RoutedLobbyApp, message: messages.PlayBot) -> AnyScreen | None:
    expansion = message.options.get("expansion") or None
    await app.match.go_to(await app.visitor.tables.play_bot(message.level, expansion=expansion))
    return await _at_match(app)


ROUTES: Routes = {
    GoToMatch: Route(_go_to, above_home),
    GoToNext: Route(_go_to_next, above_home),
    messages.ShowNextScreen: Route(lambda app, _message: app.match.next_screen(app.settings), above_home),
    WatchTv: Route(_tv, above_home),
    NextOnTv: Route(_tv, above_home),
    messages.LeaveGame: Route(_leave),
    messages.Rematch: Route(_rematch),
    FollowRematch: Route(_follow_rematch, above_home),
    ShowMatchMenu: Route(_match_menu, typed_ahead=True),
    ShowTalk: Route(_talk, typed_ahead=True),
    ShowHistory: Route(_history, typed_ahead=True),
    ShowTournaments: Route(lambda app, _message: _loaded(TournamentsScreen(app.visitor.tournaments)), typed_ahead=True),
    ShowTournament: Route(_tournament, typed_ahead=True),
    ShowPeople: Route(lambda app, _message: _loaded(PeopleScreen(app.visitor)), typed_ahead=True),
    ShowPlayer: Route(lambda app, message: PlayerPage.of(app.visitor, message.name), typed_ahead=True),
    ShowAccount: Route(lambda app, _message: _loaded(AccountScreen(app.visitor, app.public)), typed_ahead=True),
    messages.ShowReplay: Route(_replay),
    messages.PlayBot: Route(_first_game, above_home),
    messages.ShowRules: Route(lambda _app, message: rules_of(message.game or NAISHI), typed_ahead=True),
    messages.ShowSettings: Route(
        lambda app, _message: SettingsScreen(app.layers, OFFERED, ON_A_SERVER), typed_ahead=True
    ),
}
"""Those of any game; `registry.routes_of_visits` has those of the games themselves."""
