"""Where each message of the lobby's app leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from naishi.common.errors import NaishiError
from naishi.sessions import Ask
from naishi_tui.messages import LeaveGame, Rematch, Routed, ShowNextScreen, ShowSettings
from naishi_tui.parts.router import Route
from naishi_tui.preferences import OFFERED
from naishi_tui.screen_stack import above_home, go_home
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.lobby import GoToMatch
from naishi_tui.screens.lobby_settings import LobbySettings
from naishi_tui.screens.match_menu import MatchMenu
from naishi_tui.ssh.current_match import FollowRematch, ShowMatchMenu

if TYPE_CHECKING:
    from naishi_tui.ssh.app import LobbyApp

AnyScreen = Screen[Any]


async def _go_to(app: LobbyApp, message: GoToMatch) -> AnyScreen | None:
    await app.match.go_to(message.match)
    return await _at_match(app)


async def _follow_rematch(app: LobbyApp, _message: FollowRematch) -> AnyScreen | None:
    return await _at_match(app) if await app.match.follow_rematch() else None


async def _at_match(app: LobbyApp) -> AnyScreen | None:
    participant = app.match.participant
    if participant is None:
        return None
    if participant.has_lost_seat:
        await _leave(app)
        return None
    app.lobby.came_to(participant.match_id)
    return app.match.next_screen(app.settings)


async def _leave(app: LobbyApp, _message: LeaveGame | None = None) -> None:
    left = await app.match.leave()
    go_home(app)
    if left is not None:
        await app.lobby.back_from(left.match_id)


async def _rematch(app: LobbyApp, _message: Rematch) -> None:
    if app.match.participant is not None:
        await app.match.participant.rematch()


def _match_menu(app: LobbyApp, _message: ShowMatchMenu) -> AnyScreen | None:
    participant = app.match.participant
    if participant is None or participant.seat is None or not isinstance(app.screen, GameScreen):
        return None
    if refusal := participant.refusal(Ask.AGREEMENT):
        raise NaishiError(refusal)
    return MatchMenu(participant)


ROUTES: Mapping[type[Routed], Route] = {
    GoToMatch: Route(_go_to, above_home),
    ShowNextScreen: Route(lambda app, _message: app.match.next_screen(app.settings), above_home),
    LeaveGame: Route(_leave),
    Rematch: Route(_rematch),
    FollowRematch: Route(_follow_rematch, above_home),
    ShowMatchMenu: Route(_match_menu, typed_ahead=True),
    ShowSettings: Route(lambda app, _message: LobbySettings(app.layers, OFFERED), typed_ahead=True),
}
