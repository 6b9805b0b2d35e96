"""Finished matches, made at once."""

from __future__ import annotations

from collections.abc import Sequence

from naishi import Game
from naishi.games.naishi.game.record import Options
from naishi.server import Lobby, Match, Visitor
from naishi.server.match.state import Ending, EndKind
from naishi.tabletop.players import Player
from tests.naishi.playing import chance


def game_of(*names: str, seed: int = 1, options: Options | None = None) -> Game:
    """A game that was played to its end, by chance."""
    first, second = (Player(name=name) for name in names)
    draw, game = chance(seed), Game.new(seed, (first, second), options=options or Options(undo="off"))
    while actions := game.legal_actions():
        game.play(draw.choice(actions))
    return game


async def finished(
    lobby: Lobby, people: Sequence[Visitor], *, game: Game | None = None, resigned: int | None = None
) -> Match:
    """Store a match of two people that is over, by the rules or because a seat has resigned."""
    first, second = people
    played = game or game_of(first.account.name, second.account.name)
    begun = Game.new(1, played.players, options=played.options) if resigned is not None else played
    players = first.account.id, second.account.id
    match = await lobby.matches.start(players[0], begun, players, public=True)
    state = await lobby.matches.load(match.id)
    ended = state.ending if resigned is None else Ending(EndKind.RESIGNED, resigned)
    await lobby.matches.write(match.id, state._replace(ending=ended), 0)
    return await lobby.matches.get(match.id)
