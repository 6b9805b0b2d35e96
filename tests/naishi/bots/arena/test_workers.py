"""Worker processes of the arena, with bots that fail: workers, worker."""

from __future__ import annotations

import pytest

from naishi.bots.arena import workers
from naishi.bots.arena.games import Pairing
from tests.naishi.bots.arena.shared import FAULTY

pytestmark = pytest.mark.ci


def test_slow_hanging_and_crashing_bots_lose_and_the_arena_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    bots = [f"{FAULTY}:{name}" for name in ("Slow", "HangsInPlay", "Crashes")]
    pairings = [Pairing(i, "d", ("random", bot)) for i, bot in enumerate(bots)]
    pairings += [Pairing(3 + i, f"d{i}", ("random", "random")) for i in range(6)]
    results = {result.pairing.number: result for result in workers.play_all(pairings, 2, 1.0)}
    assert len(results) == len(pairings)
    assert [results[i].winner for i in range(3)] == [0, 0, 0]
    assert [results[i].forfeit.reason for i in range(3)] == ["clock", "clock", "crash"]  # type: ignore[union-attr]
    assert all(results[i].forfeit is None for i in range(3, 9))
