"""Generator of `saves/examples/`: `python -m tests.naishi.saves.example_saves [FOLDER]`.

* `rulebook`: a finished game whose winner has the territory of the rulebook's example, 62 points.
* `midgame`: the fourth round, in the middle of a turn, with an undone action.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from naishi import Deal, Game
from naishi.saves.document import SUFFIX, write

MADE = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)

RULEBOOK_DEAL = {
    "river": [
        ["monk", "advisor", "fort", "ronin", "ninja", "fort"],
        ["torii", "sentinel", "sentinel", "ninja", "rice", "monk"],
        ["torii", "advisor", "sentinel", "horseman", "naishi", "rice"],
        ["banner", "banner", "horseman", "advisor", "sentinel", "torii"],
        ["advisor", "ronin", "fort", "rice", "rice", "fort"],
    ],
    "gifts": [["naishi", "torii"], ["monk", "rice"]],
    "shuffles": [[0, 1, 4, 3, 2], [4, 3, 0, 1, 2]],
}
"""Aiko's first Hand: mountain, mountain, rice, naishi, mountain. Bruno's: torii, monk, three mountains."""

RULEBOOK_ACTIONS = """
give 2, give 2,
develop H1, end,                develop H3, end,
swap H3 H4, develop L3,         develop L2, end,
develop L2, end,                swap R1 R2, develop L1,
develop L1, discard R1 R5,      develop L4, end,
develop L4,                     develop H4, discard R1 R5,
develop H1,                     develop L5,
develop L5,                     declare,
develop H5
"""
"""Bruno leads by 61 to 42 and declares; Aiko's last rice earns 20: 10 in its field, 10 for the mountain it replaces."""

MIDGAME_ACTIONS = """
give 1, give 2,
develop H2, end,                develop L2, end,
develop H3, end,                develop L3, swap H3 H5,
decree L3,                      develop H4, swap H3 H4,
develop L4, swap H1 H3
"""


def rulebook() -> Game:
    """Play the game that ends with the rulebook's example."""
    return _played(Game.new(players=("Aiko", "Bruno"), deal=Deal.model_validate(RULEBOOK_DEAL)), RULEBOOK_ACTIONS)


def midgame() -> Game:
    """Play a game into its fourth round, and take the last swap back."""
    game = _played(Game.new(players=("Chiyo", "Daan"), deal=Deal.random(4)), MIDGAME_ACTIONS)
    game.undo()
    return game


def write_examples(folder: Path) -> None:
    """Write both games; the same bytes every time."""
    for save_id, game in {"rulebook": rulebook(), "midgame": midgame()}.items():
        (folder / f"{save_id}{SUFFIX}").write_bytes(write(game.document(), save_id, MADE, MADE))


def _played(game: Game, actions: str) -> Game:
    for action in actions.split(","):
        game.play(action)
    return game


if __name__ == "__main__":
    write_examples(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[3] / "saves" / "examples")
