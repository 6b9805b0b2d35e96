"""Screens of each kind of game, found by key and imported when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from textual.screen import Screen
from textual.widget import Widget

from naishi.tabletop.kinds import kind_of

if TYPE_CHECKING:
    from naishi.saves import LastPlayed
    from naishi.server import MatchParticipant
    from naishi.sessions import Session, Spectator
    from naishi.sessions.series import GamesWon
    from naishi.settings.schema import Settings
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext
    from naishi_tui.keys import Keymap
    from naishi_tui.parts.router import Routes
    from naishi_tui.table.cover import CoverWords
    from naishi_tui.table.game_screen import GameScreen
    from naishi_tui.table.table import Drafts


class HomePicture(Protocol):
    """What the first screen shows of a kind of game."""

    def widgets(self) -> Iterable[Widget]:
        """Return what lies below the title."""

    def draw(self, screen: Screen[None]) -> None:
        """Draw it in the language of the moment."""


class GameScreens(Protocol):
    """The screens on which a kind of game is played at home."""

    def play(self, seated: Seated) -> Screen[None]:
        """Return the screen for a game as it stands."""

    def spectate(self, spectator: Spectator) -> Screen[None]:
        """Return the screen of someone who watches a game that is open elsewhere."""

    def so_far(self, session: Session, seat: int) -> tuple[str, str]:
        """Return what a cover says: where the game is, and what was done last, as everybody saw it."""

    def cover_words(self) -> CoverWords:
        """Return what a cover says of what a seat hides."""

    def in_short(self, game: Game, event: Any) -> str:
        """Say what was done in an event that everybody knows, without its full stop."""

    def replay(self, game: Game, *, public_only: bool = False) -> Any:
        """Return a recorded game, to be looked at action by action; see `naishi.sessions.Replay`."""

    def replay_screen(self, replay: Any) -> Screen[None]:
        """Return the screen on which that is done."""


_SCREENS: dict[str, str] = {"naishi": "naishi_tui.games.naishi.screens:NaishiScreens"}
"""By key, where the screens are of a kind of game that has its own: `module:class`."""

ANY_GAME = "naishi_tui.any_game:TableScreens"
"""Where the screens are that all other kinds share."""

_PICTURES: dict[str, str] = {"naishi": "naishi_tui.games.naishi.cards.home_picture:HomePicture"}
"""By key, what the first screen shows of a kind of game."""

_BOARDS: dict[str, str] = {
    "ninjato": "naishi_tui.games.ninjato.board:NinjatoBoard",
    "shogun": "naishi_tui.games.shogun.board:ShogunBoard",
}
"""By key, where the board is that is drawn on the screens of all other kinds."""


_TABLES: dict[str, str] = {
    "ninjato": "naishi_tui.games.ninjato.table:NinjatoTable",
    "shogun": "naishi_tui.games.shogun.table:ShogunTable",
}
"""By key, where the table is of a kind of game that needs more than the one that all others share."""


_ROUTES: dict[str, str] = {"naishi": "naishi_tui.games.naishi.routes:ROUTES"}
"""By key, where messages lead that only a kind of game has screens for."""

_FORMS: dict[str, str] = {"naishi": "naishi_tui.games.naishi.new_game:NewGameScreen"}
"""By key, the form of a new game of a kind that asks more than its options."""

_RULES: dict[str, str] = {"naishi": "naishi_tui.games.naishi.rules:NaishiRules"}
"""By key, the page of the rules of a kind of game that explains more than its sections."""

_MATCHES: dict[str, str] = {"naishi": "naishi_tui.games.naishi.match:match_screen"}
"""By key, what returns the screen of a match on a server, of a kind of game that has its own screens."""

ANY_MATCH = "naishi_tui.any_game:match_screen"
"""What does so for all other kinds."""

_QUESTIONS: dict[str, str] = {"naishi": "naishi_tui.games.naishi.table_questions:NaishiQuestions"}
"""By key, what is asked on a server of whoever makes a table for a kind of game that needs more than all others."""


def register_board(key: str, place: str) -> None:
    """Have a board drawn for a kind of game in this process."""
    _BOARDS[key] = place


def picture_of(key: str) -> HomePicture:
    """Return what the first screen shows of a kind of game."""
    return _found(_PICTURES[key])()  # type: ignore[no-any-return]


def board_of(key: str, *, aids: bool = True) -> Any:
    """Return the board of a kind of game, with aids or without; a plain one where it has none."""
    return _found(_BOARDS.get(key, "naishi_tui.table.boards:Board"))(key, aids=aids)


def table_of(key: str) -> Any:
    """Return the class of the table on which a kind of game is played."""
    return _found(_TABLES.get(key, "naishi_tui.table.table:GameTable"))


def routes_of_games() -> Routes:
    """Return where the messages lead that only single kinds of games have screens for."""
    return {message: route for place in _ROUTES.values() for message, route in _found(place).items()}


def form_of(key: str, last: LastPlayed, *, expansion: bool) -> Screen[None]:
    """Return the form of a new game of a kind, with the names of those who played last; Naishi's has an expansion."""
    if key in _FORMS:
        return _found(_FORMS[key])(last.two_names(), expansion=expansion)  # type: ignore[no-any-return]
    return _found("naishi_tui.new_game.form:GameForm")(kind_of(key), last.people)  # type: ignore[no-any-return]


def rules_of(key: str, keymap: Keymap) -> Screen[None]:
    """Return the page of the rules of a kind of game, with the keys of an app."""
    if key in _RULES:
        return _found(_RULES[key])(keymap)  # type: ignore[no-any-return]
    return _found("naishi_tui.table.rules:Rules")(keymap, kind_of(key))  # type: ignore[no-any-return]


def questions_of(key: str) -> Any:
    """Return the class of what is asked on a server of whoever makes a table for a kind of game, or plays bots."""
    return _found(_QUESTIONS.get(key, "naishi_tui.lobby.table_questions:TableQuestions"))


def screens_of(key: str, context: AppContext) -> GameScreens:
    """Return the screens of a kind of game.

    Args:
        key: Its key.
        context: The settings and the saves of the app.
    """
    if key in _SCREENS:
        return _found(_SCREENS[key])(context)  # type: ignore[no-any-return]
    board = board_of(key, aids=context.settings.hints)
    return _found(ANY_GAME)(kind_of(key), board, context)  # type: ignore[no-any-return]


def match_screen(key: str, participant: MatchParticipant, settings: Settings, drafts: Drafts) -> GameScreen:
    """Return the screen that shows a match on a server as it stands.

    Args:
        key: Of the kind of game.
        participant: Whose terminal it is.
        settings: How to show it.
        drafts: Keeps what the player has half chosen.
    """
    return _found(_MATCHES.get(key, ANY_MATCH))(participant, settings, drafts)  # type: ignore[no-any-return]


def _found(place: str) -> Any:
    module, _colon, name = place.partition(":")
    return getattr(import_module(module), name)


@dataclass(frozen=True)
class Seated:
    """Someone who sits down to a game that is open at this keyboard."""

    session: Session
    viewer: int
    """From which seat the game is seen."""
    series: GamesWon
    """How many games each player had won before."""
    is_covered: Callable[[], bool]
    """Whether a cover comes before what the next person sees."""
    drafts: Drafts | None
    """What the people at this keyboard have half chosen."""
    must_cover: Callable[[], bool]
    """Whether the viewer has to be alone by now, and nobody has said that they are."""
