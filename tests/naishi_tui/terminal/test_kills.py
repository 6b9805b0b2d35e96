"""kill -9 at any moment, everything shown is saved: navigator, local, folder."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from pathlib import Path

import pytest

import naishi
from naishi.games.naishi.text.sentences import in_short, sentences
from naishi.saves import Saves
from tests.fuzzing import long_seeds
from tests.naishi.saving import play
from tests.naishi_tui.terminal.app import Program

KEYS = ("\r", "\r", "e", "1", "2", "3", "4", "5")
"""What the player hammers: develop here or there, end the turn, pass the keyboard, uncover."""


def letters(text: str) -> str:
    return re.sub(r"\W", "", text)


def acknowledged(program: Program, save_id: str) -> naishi.Game:
    """The saved game, which is what the table on the screen tells: the newest action is in the log or the last turn."""
    program.settle()
    game: naishi.Game = program.saves.load(save_id)
    column, _row = program.find("─ Log ─")
    told = letters("".join(line[column:] for line in program.screen.display) + "".join(program.screen.display))
    view = game.view(game.turn or 0)
    newest = [*sentences(view, view.events)][-1], in_short(view.events[-1])
    assert any(letters(words) in told for words in newest), newest
    return game


def new_game(saves: Saves, seed: int) -> str:
    with saves.create(naishi.Game.new(seed=seed, players=("Aiko", "Bruno"))) as opened:
        play(opened, "give 1")
        play(opened, "give 1")
    return opened.id


def play_and_kill(home: Path, kills: int, seed: int) -> int:
    """Play, kill and look; return how many actions were saved of those that no screen has shown yet."""
    chance = random.Random(seed)
    saves = Saves(home / "saves")
    save_id = new_game(saves, seed)
    unseen = 0
    for kill in range(kills):
        if saves.load(save_id).phase is not naishi.Phase.PLAY:
            save_id = new_game(saves, seed + kill)
        with Program(home, "resume", save_id) as program:
            program.to_table()
            shown = acknowledged(program, save_id)
            for _key in range(chance.randrange(4, 12)):
                os.write(program.fd, chance.choice(KEYS).encode())
                if chance.random() < 0.3:
                    time.sleep(chance.random() / 20)
            time.sleep(chance.random() / 5)
            os.kill(program.pid, signal.SIGKILL)
            assert program.wait() == -signal.SIGKILL
        survived = saves.load(save_id)
        assert survived.record.deal == shown.record.deal
        assert survived.actions[: len(shown.actions)] == shown.actions
        unseen += len(survived.actions) - len(shown.actions)
        with saves.open(save_id) as opened:  # the lock of the dead is free, and nothing half-written is left
            assert opened.unsaved is None
        assert not list(saves.folder.glob(".*.tmp"))
    return unseen


def test_a_killed_program_has_saved_all_that_it_has_shown(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path, 3, seed=1) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", long_seeds(100, 120))
def test_hundreds_of_killed_programs_have_saved_all_that_they_have_shown(tmp_path: Path, seed: int) -> None:
    assert play_and_kill(tmp_path, 20, seed) > 0
