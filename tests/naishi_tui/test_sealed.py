"""Screens without access to the game: participant, naishi.replay, naishi.screens, any_game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.dom import DOMNode

from naishi import Game, GameRecord, Position
from naishi.bots import Clock
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.rules.cards import Deal
from naishi.saves import OpenGame
from naishi.server import Database, Lobby
from naishi.sessions import Session
from naishi.sessions.participant import Participant
from naishi.sessions.replay import Replay
from naishi.tabletop import keys, kind_of
from naishi.tabletop.chance import Chance
from naishi.tabletop.game import Game as AnyGame
from naishi.tabletop.recorded import RecordedGame
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.messages import ShowReplay
from tests.naishi.server.conftest import player, resign
from tests.naishi.sessions.conftest import MemoryStore
from tests.naishi.tabletop import unison
from tests.naishi_tui.desk import NAMES, at_a_ninja, desk, game_after
from tests.naishi_tui.games import against_a_bot, among_bots, over

TRUTH = (Game, GameRecord, Position, Deal, OpenGame, Session, RecordedGame, Chance)
NAMES_OF_FIVE = ("Aiko", "Bruno", "Chika", "Dana", "Emil")


def reached(thing: object) -> Iterator[object]:
    """What can be reached from a thing by public names, through our own objects and containers.

    A participant keeps its session to itself: what it shows is what its properties return.
    """
    if isinstance(thing, dict):
        yield from thing.values()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    elif isinstance(thing, DOMNode | Participant) or type(thing).__module__.startswith("naishi"):
        names = {*getattr(thing, "__dict__", ()), *_own_properties(type(thing))}
        yield from (_value(thing, name) for name in names if not name.startswith("_"))
        if isinstance(thing, DOMNode):
            yield from thing.children


def _value(thing: object, name: str) -> object:
    try:
        return getattr(thing, name, None)
    except LookupError:  # there is nothing of the kind now
        return None


def _own_properties(kind: type) -> Iterator[str]:
    for each in kind.__mro__:
        if each.__module__.startswith("naishi"):
            yield from (name for name, value in vars(each).items() if isinstance(value, property))


def everything(start: object) -> Iterator[object]:
    """All that can be reached."""
    seen: set[int] = set()
    kept: list[Any] = [start]
    for thing in kept:  # it grows; what is kept can't give its id to another object
        if id(thing) in seen or isinstance(thing, App | str | bytes | int | float | type):
            continue
        seen.add(id(thing))
        yield thing
        kept.extend(reached(thing))


@pytest.mark.parametrize("game", [lambda: Game.new(7, NAMES), game_after, against_a_bot, among_bots, at_a_ninja, over])
async def test_no_game_can_be_reached_from_a_screen(folder: Path, game: Callable[[], Game]) -> None:
    async with desk(folder, game()) as at:
        check_sealed(at.app.screen)


async def test_no_game_can_be_reached_from_the_replay_of_an_unfinished_one(folder: Path) -> None:
    async with desk(folder) as at:
        await at.app.show(ShowReplay(replay=NaishiReplay(game_after())))
        check_sealed(at.screen(ReplayScreen))


def begun(key: str, actions: int) -> AnyGame:
    """A game of a kind, with as many players as there can be, some actions from its beginning."""
    kind = kind_of(key)
    game: AnyGame = kind.new(NAMES_OF_FIVE[: kind.seats[-1]], {}, "7")
    for _action in range(actions):
        for seat in game.awaited[:1]:
            listed = game.view(seat).legal_actions
            game.play(listed[-1] if listed else kind.bot("random", 7).choose(game.view(seat), Clock()), seat)
    return game


unison.register()


@pytest.fixture(autouse=True)
def _toy() -> None:
    unison.register()


@pytest.mark.parametrize("actions", [0, 1, 30])
@pytest.mark.parametrize("key", keys())
async def test_no_game_of_any_kind_can_be_reached_from_its_participants(key: str, actions: int) -> None:
    game = begun(key, actions)
    truth = (*TRUTH, *({type(game.position)} if isinstance(game, RecordedGame) else ()))
    session = Session(game, MemoryStore(game))
    for seat in (None, *range(len(game.players))):
        check_sealed(session.join(seat, one_keyboard=True), truth)
    check_sealed(Replay(game), truth)
    session.close()


async def test_no_game_can_be_reached_from_a_participant_of_a_match(folder: Path) -> None:
    folder.mkdir()
    database = Database(folder / "naishi.sqlite")
    lobby = Lobby(database)
    host, guest = [await lobby.visit(None, "192.0.2.7", "en") for _visitor in range(2)]
    match = await guest.tables.join(await host.tables.open(public=True))
    participant = await host.attach(match.id)
    check_sealed(participant)
    await participant.request(participant.requests[-1])
    assert participant.ended_early
    check_sealed(participant)
    check_sealed([participant, host])
    await lobby.close()
    database.close()


@pytest.mark.parametrize("key", keys())
async def test_no_game_of_any_kind_can_be_reached_from_those_at_its_match(folder: Path, key: str) -> None:
    folder.mkdir()
    database = Database(folder / "naishi.sqlite")
    lobby = Lobby(database)
    game = begun(key, 3)
    truth = (*TRUTH, *({type(game.position)} if isinstance(game, RecordedGame) else ()))
    people = [await player(lobby, name) for name in NAMES_OF_FIVE]
    seats = tuple(person.account.id for person in people)[: len(game.players)]
    match = await lobby.matches.start(seats[0], game, seats, public=True)
    watcher = await player(lobby, "Fumi")
    here = [await person.attach(match.id) for person in (*people[: len(seats)], watcher)]
    for participant in here:
        check_sealed(participant, truth)
    for participant in here[1 : len(seats)]:
        await resign(participant)
    assert here[0].ended_early
    for participant in here:
        check_sealed(participant, truth)
    await lobby.close()
    database.close()


def check_sealed(screen: object, truth: tuple[type, ...] = TRUTH) -> None:
    found = list(everything(screen))
    assert any(isinstance(thing, Participant) for thing in found)
    assert [thing for thing in found if isinstance(thing, truth) and not getattr(thing, "masked", False)] == []
