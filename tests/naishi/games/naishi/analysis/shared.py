"""What several of the test modules here use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from naishi import Action, Game, Position
from naishi.games.naishi.analysis.follow import why_rather
from naishi.games.naishi.analysis.reasons import in_words
from naishi.games.naishi.game.view import PlayerView
from naishi.saves.document import SUFFIX, write
from tests.naishi.playing import random_game

NAMES = "Aiko", "Bruno"


def view(position: str) -> PlayerView:
    game = Game.from_position(Position.from_text(position), NAMES)
    return game.view(game.turn)


def why(position: str, action: str) -> str:
    """Why an action is worth playing; never for more than two reasons."""
    seen = view(position)
    given = why_rather(seen, (Action.from_text(action),))
    assert len(given) <= 2
    return in_words(given, seen.names[1 - seen.seat], seen.names[seen.seat])


WHEN = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)


def finished(seed: int, *players: str, kinds: tuple[str, str] = ("human", "human")) -> Game:
    played = random_game(seed)
    for seat, (name, kind) in enumerate(zip(players, kinds, strict=True)):
        played.change_player(seat, name=name, kind=kind)
    return played


def put(folder: Path, save_id: str, of: Game, days: int = 0) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{save_id}{SUFFIX}"
    path.write_bytes(write(of.document(), save_id, WHEN, WHEN + timedelta(days=days)))
    return path


def put_several(folder: Path) -> None:
    """Save three finished games of Aiko, one that is not over, one of bots, and a damaged file."""
    put(folder, "a1", finished(1, "Aiko", "Bruno"), 2)
    put(folder, "a2", finished(2, "Strong bot", "Aiko", kinds=("strong", "human")), 1)
    put(folder, "a3", finished(3, "Aiko", "Bot", kinds=("human", "strong")))
    put(folder, "b1", random_game(4, 10))
    put(folder, "b2", finished(5, "One", "Other", kinds=("strong", "greedy")))
    (folder / f"c1{SUFFIX}").write_text("{")
