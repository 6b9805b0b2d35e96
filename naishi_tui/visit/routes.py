"""Message routes of the lobby's app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from textual.screen import Screen
from typing_extensions import override

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server import Visitor
from naishi.server.history.learning import KeptProgress
from naishi.server.lobby.notices import next_turn
from naishi.server.match.rows import NAISHI
from naishi.sessions import Ask
from naishi.settings.key_table import ON_A_SERVER
from naishi.settings.keymap import KEY
from naishi.settings.schema import Layers, Settings
from naishi.transports.client import PublicAddress
from naishi_tui.lobby.account import AccountScreen, ShowAccount
from naishi_tui.lobby.history import PAGE, HistoryScreen, ShowHistory
from naishi_tui.lobby.lobby import LobbyScreen, ShowTournaments, TvWaiting, WatchTv
from naishi_tui.lobby.lobby_tables import GoToMatch
from naishi_tui.lobby.match_menu import MatchMenu
from naishi_tui.lobby.people import PeopleScreen, PlayerPage, ShowPeople, ShowPlayer
from naishi_tui.lobby.talk_menu import TalkMenu
from naishi_tui.lobby.tournaments import ShowTournament, TournamentScreen, TournamentsScreen
from naishi_tui.messages import (
    LeaveGame,
    PlayBot,
    Rematch,
    Routed,
    ShowNextScreen,
    ShowReplay,
    ShowRules,
    ShowSettings,
)
from naishi_tui.parts.game_app import GameApp
from naishi_tui.parts.router import Route
from naishi_tui.preferences import OFFERED
from naishi_tui.registry import past_screen, rules_of
from naishi_tui.screen_stack import above_home, go_home
from naishi_tui.settings.settings import SettingsScreen
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.visit.current_match import CurrentMatch, GoToNext, NextOnTv, ShowMatchMenu, ShowTalk, TvSet, leads_on
from naishi_tui.visit.watches import FollowRematch

AnyScreen = Screen[Any]


class RoutedLobbyApp(GameApp):
    """What the routes need of the app."""

    match: CurrentMatch
    tv: TvSet
    visitor: Visitor
    public: PublicAddress
    progress: KeptProgress
    layers: Layers
    still = False
    """Nothing is to move on the screen."""

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


async def _leave(app: RoutedLobbyApp, _message: LeaveGame | None = None) -> None:
    app.tv.off()
    left = await app.match.leave()
    go_home(app)
    app.guard.open_once_painted()
    if left is not None:
        await app.lobby.lists.back_from(left.match_id)


async def _rematch(app: RoutedLobbyApp, _message: Rematch) -> None:
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


async def _tournaments(app: RoutedLobbyApp, _message: ShowTournaments) -> AnyScreen:
    screen = TournamentsScreen(app.visitor.tournaments)
    await screen.load()  # so that the first frame has them in it
    return screen


async def _tournament(app: RoutedLobbyApp, message: ShowTournament) -> AnyScreen:
    tournaments = app.visitor.tournaments
    return TournamentScreen(tournaments, await tournaments.page(message.id))


async def _people(app: RoutedLobbyApp, _message: ShowPeople) -> AnyScreen:
    screen = PeopleScreen(app.visitor)
    await screen.load()  # so that the first frame has them in it
    return screen


async def _account(app: RoutedLobbyApp, _message: ShowAccount) -> AnyScreen:
    screen = AccountScreen(app.visitor, app.public)
    await screen.load()  # so that the first frame has the keys in it
    return screen


async def _replay(app: RoutedLobbyApp, message: ShowReplay) -> AnyScreen:
    past = await app.visitor.past_games.load(message.id or app.match.here)
    return past_screen(past.match.game, past, app.visitor, app.settings)


async def _first_game(app: RoutedLobbyApp, message: PlayBot) -> AnyScreen | None:
    expansion = message.options.get("expansion") or None
    await app.match.go_to(await app.visitor.tables.play_bot(message.level, expansion=expansion))
    return await _at_match(app)


def _rules(_app: RoutedLobbyApp, message: ShowRules) -> AnyScreen:
    return rules_of(message.game or NAISHI)


ROUTES: Mapping[type[Routed], Route] = {
    GoToMatch: Route(_go_to, above_home),
    GoToNext: Route(_go_to_next, above_home),
    ShowNextScreen: Route(lambda app, _message: app.match.next_screen(app.settings), above_home),
    WatchTv: Route(_tv, above_home),
    NextOnTv: Route(_tv, above_home),
    LeaveGame: Route(_leave),
    Rematch: Route(_rematch),
    FollowRematch: Route(_follow_rematch, above_home),
    ShowMatchMenu: Route(_match_menu, typed_ahead=True),
    ShowTalk: Route(_talk, typed_ahead=True),
    ShowHistory: Route(_history, typed_ahead=True),
    ShowTournaments: Route(_tournaments, typed_ahead=True),
    ShowTournament: Route(_tournament, typed_ahead=True),
    ShowPeople: Route(_people, typed_ahead=True),
    ShowPlayer: Route(lambda app, message: PlayerPage.of(app.visitor, message.name), typed_ahead=True),
    ShowAccount: Route(_account, typed_ahead=True),
    ShowReplay: Route(_replay),
    PlayBot: Route(_first_game, above_home),
    ShowRules: Route(_rules, typed_ahead=True),
    ShowSettings: Route(lambda app, _message: SettingsScreen(app.layers, OFFERED, ON_A_SERVER), typed_ahead=True),
}
"""Those of any game; `registry.routes_of_visits` has those of the games themselves."""
