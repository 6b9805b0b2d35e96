"""A server without terminals that plays random actions for ever, and says which are stored: for tests to kill."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from naishi.server import Database, Lobby


async def main(path: Path) -> None:
    """Play one game after another; write `match actions` once the last of the actions is acknowledged."""
    lobby = Lobby(Database(path))
    people = [lobby.players.of_key(f"SHA256:{name}") for name in "ab"]
    while True:
        unfinished = [each for each in lobby.list(people[0].id).mine if each.state == "playing"]
        match = unfinished[0] if unfinished else lobby.join(lobby.open_table(people[0], public=True), people[1])
        seats = [lobby.attach(match.id, person) for person in people]
        seats.sort(key=lambda seat: seat.seat or 0)
        while not seats[0].over:
            seat = seats[seats[0].view.turn or 0]
            await seat.play(random.choice(seat.view.legal_actions))
            game, _agreed, _revision = lobby.matches.load(match.id)
            print(match.id, *(action.text.replace(" ", "_") for action in game.actions), flush=True)
        for seat, person in zip(seats, people, strict=True):
            lobby.detach(seat, person)


asyncio.run(main(Path(sys.argv[1])))
