"""Games of any kind at home: bots watched, games open elsewhere, forgotten PINs."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest

from naishi.plain.console import Console
from naishi.plain.local import StandardLines
from naishi.plain.naishi.game import PlainSpectating
from naishi.saves import Saves
from naishi.sessions import Spectator
from naishi.tabletop.pins import hash_pin
from tests.naishi.plain.hearing import context_of, hear, kept
from tests.naishi.saving import play


def test_bots_are_paused_stepped_and_continued(tmp_path: Path) -> None:
    id_ = kept(tmp_path, kinds=("beginner", "beginner"))
    said = hear(tmp_path, f"resume {id_}", "pause", "step", "side", "table", "pace relaxed", "quit", person=False)
    assert "Paused. Enter alone: continue. step: one action." in said
    assert "You see what Bruno sees." in said


def test_a_game_that_is_open_elsewhere_is_watched_and_taken_over(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    with Saves(tmp_path).open(id_):
        refused = hear(tmp_path, f"resume {id_}", "quit")[-1]
        assert refused.endswith(f"To watch it: watch {id_}.")
        said = hear(tmp_path, f"watch {id_}", "takeover", "table", "hand", "quit", "quit")
    assert any(line.startswith("This game is open in ") for line in said)
    assert "You are watching; this game is being played elsewhere." in said
    assert not [line for line in said if "'s Hand" in line]
    said = hear(tmp_path, f"watch {id_}", "takeover", "", "quit", "quit")
    assert "Nobody has this game open: takeover continues it here." in said
    assert "Round 1. Your turn, Aiko." in said


async def test_what_happens_elsewhere_is_told(tmp_path: Path) -> None:
    id_ = kept(tmp_path, "give 1", "give 1")
    out = io.StringIO()
    with Saves(tmp_path).open(id_) as opened:
        context = context_of(Console(StandardLines(io.StringIO(""), out)), tmp_path)
        watched = Saves(tmp_path).spectate(id_)
        room = PlainSpectating(context, Spectator(watched, interval=0), watched.game)
        watching = asyncio.ensure_future(room.watch())
        while "This game is open" not in out.getvalue():
            await asyncio.sleep(0)
        play(opened, "develop L4")
        while "Aiko placed Ninja at Line 4" not in out.getvalue():
            await asyncio.sleep(0)
    await watching
    assert "Nobody has this game open" in out.getvalue()


@pytest.mark.ci
def test_a_forgotten_pin_is_dropped_if_the_other_player_agrees(tmp_path: Path) -> None:
    id_ = kept(tmp_path, pin=hash_pin("1234"))
    said = hear(tmp_path, f"resume {id_}", "", "0000", "forgotten", "no", "", "forgotten", "yes", "", "quit", "quit")
    assert "The PIN stays." in said
    assert said[-4].startswith("Aiko, give one of your two dealt cards")
    assert Saves(tmp_path).load(id_).players[0].pin is None
