"""Secrecy of command output, over indistinguishable deals: commands, files."""

from __future__ import annotations

import os
import random
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from naishi import Game, Phase
from naishi.saves import document
from tests import forked
from tests.fuzzing import seeds
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.games.shogun.plans import played_with, two_plans
from tests.naishi.playing import random_game

NAME = "same"
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
PUBLIC = ("saves", f"show {NAME}", "check", f"replay {NAME} --plain", "stats --json", f"analyse {NAME}", "--plain")
"""Commands that show what everybody may see."""
LOOKS = ("river", "line", "hand", "court", "log", "memory", "what", "why h1", "why mountain", "help", "nonsense")
"""What the player to act asks for in line mode."""


class Written(NamedTuple):
    """All that a command leaves."""

    status: int
    out: bytes
    err: bytes
    files: dict[str, bytes]


def two_worlds(chance: random.Random, length: int) -> tuple[Game, Game] | None:
    """Return two unfinished games that differ, but not for the seat to act; None if there are none."""
    game = random_game(chance.getrandbits(32), length)
    if game.turn is None or game.phase is Phase.COPY:
        return None
    for _draw in range(8):
        record = resampled(game, game.turn, chance)
        other = Game(record.model_copy(update={"cursor": len(record.actions), "options": game.options}))
        if other.view(1 - game.turn) != game.view(1 - game.turn):
            return game, other
    return None


def written(home: Path, game: Any, command: str, lines: str) -> Written:
    """Run a command in a home of its own, over one save."""
    (home / "saves").mkdir(parents=True)
    save = home / "saves" / f"{NAME}{document.SUFFIX}"
    save.write_bytes(document.write(game.document(), NAME, MOMENT, MOMENT))
    result = forked.run(
        *command.split(), "--saves", str(home / "saves"), typed=lines.encode(),
        environment=os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_STATE_HOME": str(home)},
    )  # fmt: skip
    files = {
        path.name: re.sub(rb"\d{4,}", b"#", path.read_bytes())  # times and processes
        for path in home.rglob("*")
        if path.is_file() and path != save
    }
    out, err = (said.replace(bytes(home), b"HOME") for said in (result.stdout, result.stderr))
    return Written(result.returncode, out, err, files)


@pytest.mark.parametrize("seed", seeds(1, 60))
def test_what_is_written_depends_on_nothing_that_the_reader_cannot_know(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    found = None
    while found is None:
        found = two_worlds(chance, chance.randrange(45))
    asked = "".join(f"{line}\n" for line in chance.sample(LOOKS, 5))
    commands = [
        (chance.choice(PUBLIC), "saves\nquit\n"),
        (f"resume {NAME} --plain", asked),
        (f"resume {NAME} --json", chance.choice(["", "hand\n", "develop L9\n"])),
    ]
    for number, (command, lines) in enumerate(commands):
        one, other = [
            written(tmp_path / f"{number}{which}" / "home", game, command, lines) for which, game in enumerate(found)
        ]
        assert one == other, command
        assert one.out or one.err


@pytest.mark.ci
@pytest.mark.parametrize(
    ("command", "lines"),
    [
        (f"show {NAME}", ""),
        ("saves", ""),
        ("check", ""),
        (f"replay {NAME} --plain", "next\nnext\nnext\nnext\ntable\nlog\nfinish\nlog\nscore\n"),
        (f"resume {NAME} --plain", "table\nlook plan\nlook Bruno\nlog\nscore\nwhat\nhand\nwhy stay\nmove Kii Ise 99\n"),
        (f"resume {NAME} --json", "table\nlook Bruno\nlog\nmove Kii Ise 99\n"),
    ],
)
def test_what_is_written_depends_on_no_plan_of_which_nothing_else_is_shown_yet(
    tmp_path: Path, command: str, lines: str
) -> None:
    one, other = [
        written(tmp_path / str(number) / "home", played_with(decided), command, lines)
        for number, decided in enumerate(two_plans())
    ]
    assert one == other
    assert one.out
