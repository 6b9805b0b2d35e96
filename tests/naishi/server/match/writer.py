"""Endless random server without terminals, for kill tests."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from naishi.server import Database, Lobby, MatchStage


async def main(path: Path) -> None:
    """Play one game after another; write `match actions` once the last of the actions is acknowledged."""
    lobby = Lobby(Database(path))
    people = [await lobby.visit(f"SHA256:{name}", "192.0.2.7", "en") for name in "ab"]
    while True:
        people[0].own_lists_changed()
        unfinished = [match for match in (await people[0].refresh()).mine if match.state is MatchStage.PLAYING]
        match = unfinished[0] if unfinished else await people[1].tables.join(await people[0].tables.open(public=True))
        seats = [await person.attach(match.id) for person in people]
        seats.sort(key=lambda seat: seat.seat or 0)
        while not seats[0].over:
            seat = seats[seats[0].view.turn or 0]
            await seat.play(random.choice(seat.view.legal_actions))
            assert not seat.trouble
            game = (await lobby.matches.load(match.id)).game
            print(match.id, *(action.text.replace(" ", "_") for action in game.actions), flush=True)
        for seat, person in zip(seats, people, strict=True):
            await person.detach(seat)


asyncio.run(main(Path(sys.argv[1])))
