"""Screens of each kind of game, imported lazily."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from textual.screen import Screen

from naishi.tabletop.kinds import keys, kind_of

if TYPE_CHECKING:
    from naishi.saves import LastPlayed
    from naishi.server import MatchParticipant, Visitor
    from naishi.server.history.past_games import PastGame
    from naishi.sessions import Session, Spectator
    from naishi.sessions.one_keyboard import GamesWon
    from naishi.settings.schema import Settings
    from naishi.tabletop.game import Game
    from naishi_tui.context import AppContext
    from naishi_tui.parts.router import Routes
    from naishi_tui.table.cover import CoverWords
    from naishi_tui.table.game_screen import GameScreen
    from naishi_tui.table.table import Drafts


class GameScreens(Protocol):
    """The screens on which a kind of game is played at home."""

    keeps_drafts: bool
    """Whether its table offers again what was half chosen, or withdrawn."""

    def play(self, seated: Seated) -> GameScreen:
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


class Places(NamedTuple):
    """Where what is drawn of a kind of game is, as `module:name`; by default what all kinds share."""

    board: str = "naishi_tui.table.boards:Board"
    """What lies on the table."""
    table: str = "naishi_tui.table.table:GameTable"
    """The table on which it is played, drawn by its board."""
    questions: str = "naishi_tui.lobby.table_questions:TableQuestions"
    """Questions on a server to the maker of a table, or to a player of bots."""
    match: str = "naishi_tui.any_game:match_screen"
    """Returns the screen of a match on a server."""
    screens: str = ""
    """All its screens at home, of a kind that has its own."""
    form: str = ""
    """The form of a new game of a kind that asks more than its options."""
    rules: str = ""
    """The page of the rules of a kind that explains more than its sections."""
    picture: str = ""
    """What the first screen shows of it; empty for nothing."""
    routes: str = ""
    """Where messages lead that only this kind has screens for."""
    visit_routes: str = ""
    """The same on a server."""
    is_analysed: bool = False
    """Whether there is an analysis of finished games."""
    past: str = "naishi_tui.any_game:past_screen"
    """Returns the replay screen of a finished match on a server."""


_PLACES: dict[str, Places] = {
    "naishi": Places(
        screens="naishi_tui.games.naishi.screens:NaishiScreens",
        match="naishi_tui.games.naishi.match:match_screen",
        questions="naishi_tui.games.naishi.table_questions:NaishiQuestions",
        form="naishi_tui.games.naishi.new_game:NewGameScreen",
        rules="naishi_tui.games.naishi.reading:NaishiRules",
        picture="naishi_tui.games.naishi.cards.home_picture:HomePicture",
        routes="naishi_tui.games.naishi.routes:ROUTES",
        visit_routes="naishi_tui.games.naishi.visit_routes:ROUTES",
        is_analysed=True,
        past="naishi_tui.games.naishi.visit_routes:past_screen",
    ),
    "ninjato": Places("naishi_tui.games.ninjato.board:NinjatoBoard", "naishi_tui.games.ninjato.table:NinjatoTable"),
    "shogun": Places("naishi_tui.games.shogun.board:ShogunBoard", "naishi_tui.games.shogun.table:ShogunTable"),
}
"""By key of the kind; one that isn't here has a plain board."""


def register_board(key: str, place: str) -> None:
    """Have a board drawn for a kind of game in this process."""
    _PLACES[key] = Places(board=place)


def is_analysed(key: str) -> bool:
    return _of(key).is_analysed


def brand(games: Iterable[str]) -> str:
    """Name the kinds of the games in a list, as its heading does; the first kind where there are none."""
    listed = {*games}
    return (
        " · ".join(kind_of(key).title().upper() for key in keys() if key in listed)
        or kind_of(keys()[0]).title().upper()
    )


def picture_of(key: str) -> Any:
    """Return what the first screen shows of a kind of game: `widgets` below the title, which it can `draw` there."""
    return _found(_PLACES[key].picture)()


def board_of(key: str, *, aids: bool = True) -> Any:
    """Return the board of a kind of game, with aids or without; a plain one where it has none."""
    return _found(_of(key).board)(key, aids=aids)


def table_of(key: str) -> Any:
    return _found(_of(key).table)


def routes_of_games() -> Routes:
    return dict(ChainMap(*(_found(places.routes) for places in _PLACES.values() if places.routes)))


def routes_of_visits() -> Routes:
    return dict(ChainMap(*(_found(places.visit_routes) for places in _PLACES.values() if places.visit_routes)))


def form_of(key: str, last: LastPlayed, *, expansion: bool) -> Screen[None]:
    """Return the form of a new game of a kind, with the names of those who played last; Naishi's has an expansion."""
    if place := _of(key).form:
        return _found(place)(last.two_names(), expansion=expansion)  # type: ignore[no-any-return]
    return _found("naishi_tui.new_game.form:GameForm")(kind_of(key), last.people)  # type: ignore[no-any-return]


def rules_of(key: str) -> Screen[None]:
    if place := _of(key).rules:
        return _found(place)()  # type: ignore[no-any-return]
    return _found("naishi_tui.table.reading:Rules")(kind_of(key))  # type: ignore[no-any-return]


def questions_of(key: str) -> Any:
    return _found(_of(key).questions)


def screens_of(key: str, context: AppContext) -> GameScreens:
    if place := _of(key).screens:
        return _found(place)(context)  # type: ignore[no-any-return]
    board = board_of(key, aids=context.settings.hints)
    return _found("naishi_tui.any_game:TableScreens")(kind_of(key), board, context)  # type: ignore[no-any-return]


def match_screen(key: str, participant: MatchParticipant, settings: Settings, drafts: Drafts) -> GameScreen:
    return _found(_of(key).match)(participant, settings, drafts)  # type: ignore[no-any-return]


def past_screen(key: str, past: PastGame, visitor: Visitor, settings: Settings) -> Screen[None]:
    return _found(_of(key).past)(past, visitor, settings)  # type: ignore[no-any-return]


def _of(key: str) -> Places:
    return _PLACES.get(key, Places())


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
    """Whether a cover comes before what the next person sees; where none does, nobody has to ask."""
    drafts: Drafts | None
    """What the people at this keyboard have half chosen."""
    must_cover: Callable[[], bool]
    """Whether the viewer has to be alone by now, and nobody has said that they are."""
