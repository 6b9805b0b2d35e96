"""What several of the test modules here use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import pytest

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask
from naishi.games.shogun.actions import Action
from naishi.games.shogun.data import towers
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.position import PUBLIC, Position, cubes_text
from naishi.games.shogun.tower import ThrowNeededError, fall
from naishi.games.shogun.view import ShogunView
from naishi.sessions import Session
from naishi.sessions.session import SeatParticipant
from naishi.tabletop.chance import OutcomeNeededError, Source
from naishi.tabletop.players import Player
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.shogun.playing import any_action, cases, random_game
from tests.naishi.sessions.conftest import MemoryStore, settle

PLAYERS = ("Aiko", Player(name="Ieyasu", kind="beginner"), Player(name="Shingen", kind="beginner"))


OPENING = [("throw", "4.4.6.8")]


class Bots:
    """Bots that choose at once."""

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        return ask(game, kind, seed, view, Clock())


def fallen(needed: OutcomeNeededError, source: Source) -> str:
    """What a model lets fall in the place of a real tower."""
    assert isinstance(needed, ThrowNeededError)
    return cubes_text(fall(towers()["published"], needed.thrown, needed.inside, source))


def new(players: Sequence[str | Player] = PLAYERS) -> Any:
    return SHOGUN.new(players, {"tower": "real", "setup": "printed"}, "7", OPENING)


async def quiet(session: Session) -> None:
    await settle()
    while session.bots.thinking is not None:
        await settle()


async def act(me: SeatParticipant, game: Any, source: Source) -> None:
    """Have the person do something, and throw where that needs it."""
    action = any_action(game.position, me.seat, source)
    seen: list[Any] = []
    while True:
        try:
            await me.play_with(action, seen)
        except OutcomeNeededError as needed:
            seen.append((needed.name, fallen(needed, source)))
        else:
            return


async def until_a_bot_throws(session: Session, me: SeatParticipant, source: Source) -> None:
    session.start()
    await quiet(session)
    while session.bots.draw is None:
        await act(me, session.game, source)
        await quiet(session)


async def waiting(source: Source) -> Any:
    """A game whose next action is a bot's that throws."""
    game = new()
    session = Session(game, MemoryStore(game), bots=Bots())
    me = session.join(0)
    assert isinstance(me, SeatParticipant)
    await until_a_bot_throws(session, me, source)
    session.close()
    return game


class RandomGame(NamedTuple):
    """A random game, by its seed."""

    seed: int
    seats: int
    setup: Literal["draft", "printed"]
    is_aggressive: bool
    is_short: bool = False
    """Whether little is left in the box, and a seat begins without provinces."""

    def steps(self) -> Iterator[tuple[Position, int, Action, Position]]:
        return random_game(self.seed, self.seats, self.setup, is_aggressive=self.is_aggressive, is_short=self.is_short)


SHORT = [RandomGame(seed, 3 + seed % 3, "printed", seed % 2 > 0, is_short=True) for seed in range(6)]


games = pytest.mark.parametrize(
    "game",
    [*(RandomGame(seed, 3 + seed % 3, ("draft", "printed")[seed % 2], seed % 4 > 1) for seed in range(9)), *SHORT],
)


def viewers(position: Position) -> tuple[int, ...]:
    return (PUBLIC, *range(position.seats))


NAMES = ("Aiko", "Bruno", "Chie")


def views() -> list[ShogunView]:
    """The views of those who decide in a recorded game."""
    game = SHOGUN.from_case(cases()[1])
    moments = (game.at(ply) for ply in range(len(game.actions)))
    return [moment.view(moment.awaited[0]) for moment in moments]


def printed() -> RecordedGame[Position]:
    return SHOGUN.new(NAMES, {"setup": "printed"}, "5")
