"""Bell, by the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi import Action, Game, Player, PlayerView
from naishi.games.naishi.rules.actions import Develop, End
from tests.naishi_tui.desk import desk, still
from tests.naishi_tui.waiting import until

PLAYERS = Player(name="Aiko"), Player(name="Murasaki", kind="strong")


class Developer:
    """A bot that develops and ends its turn: two moves."""

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView) -> Action:
        kind_wanted = End if view.developed else Develop
        return next(action for action in view.legal_actions if isinstance(action, kind_wanted))


# Two moves that follow each other at once may be shown, and heard, as one.
@pytest.mark.parametrize(("bell", "rings"), [("off", {0}), ("turn", {1}), ("always", {1, 2})])
async def test_it_rings(folder: Path, monkeypatch: pytest.MonkeyPatch, bell: str, rings: set[int]) -> None:
    game = Game.new(7, PLAYERS)
    for action in ("give 1", "give 1", "develop L1"):
        game.play(action)
    rung = []
    settings = still(bell=bell, pace="instant")
    async with desk(folder, game, settings=settings, bots=Developer()) as at:
        monkeypatch.setattr(at.app, "bell", lambda: rung.append(1))
        await at.press("e")
        await until(lambda: at.game.turn == 0 and at.game.round == 2, "the bot has played")
        await until(lambda: at.table.view.round == 2, "it is shown")
        assert len(rung) in rings
