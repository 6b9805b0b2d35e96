"""Bots in processes, their fairness, cancellation and failures: process_executor, bots.worker."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from naishi import Action, Game, PlayerView
from naishi.bots import Clock, make
from naishi.common import i18n
from naishi.common.i18n import BotFailedError
from naishi.common.worker_process import WorkerProcess
from naishi.sessions.process_executor import ProcessExecutor

pytestmark = pytest.mark.ci

FAULTY = "tests.naishi.bots.faulty"
VIEW = Game.new(seed=3).view(0)
PATIENCE = 60


@pytest.fixture
async def one() -> AsyncIterator[ProcessExecutor]:
    """An executor with one process."""
    async with ProcessExecutor(1, thinking_time=1, grace=1) as processes:
        yield processes


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """All processes that are started."""
    make, started = WorkerProcess.__init__, list[WorkerProcess]()

    def noted(worker: WorkerProcess, process: asyncio.subprocess.Process) -> None:
        make(worker, process)
        started.append(worker)

    monkeypatch.setattr(WorkerProcess, "__init__", noted)
    return started


async def choose(processes: ProcessExecutor, kind: str, view: PlayerView = VIEW) -> Action:
    return await asyncio.wait_for(processes.choose("naishi", kind, 7, view), PATIENCE)


async def begun(path: Path) -> None:
    """Wait until a bot of `faulty` has written a file."""
    async with asyncio.timeout(PATIENCE):
        while not path.exists():
            await asyncio.sleep(0.02)


async def test_a_bot_chooses_as_it_does_here(one: ProcessExecutor) -> None:
    game = Game.new(seed=4)
    for action in ("give 1", "give 2", "develop L1"):
        game.play(action)
    for kind in ("strong", "random", "greedy"):
        view = game.view(game.turn or 0)
        assert await choose(one, kind, view) == make(kind, 7).choose(view, Clock())


async def test_no_process_starts_before_it_is_needed_and_none_stays(
    one: ProcessExecutor, workers: list[WorkerProcess]
) -> None:
    assert workers == []
    await choose(one, "random")
    (worker,) = workers
    assert worker.alive
    await one.close()
    assert not worker.alive
    with pytest.raises(BotFailedError, match="shut down"):
        await choose(one, "random")


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (f"{FAULTY}:Raises", r"It failed \(RuntimeError\)\."),
        (f"{FAULTY}:Cheats", "the rules don't allow"),
        (f"{FAULTY}:Mumbles", "the rules don't allow"),
        (f"{FAULTY}:Crashes", r"Its process ended\."),
        ("deep", "There is no bot called"),
        (f"{FAULTY}:NotEvenMade", "can't be loaded"),
    ],
)
async def test_a_broken_bot_is_told_in_a_sentence_and_the_next_one_plays(
    one: ProcessExecutor, kind: str, reason: str
) -> None:
    with pytest.raises(BotFailedError, match=reason):
        await choose(one, kind)
    assert await choose(one, "random") in VIEW.legal_actions


async def test_a_bot_that_hangs_is_killed_and_the_next_one_plays(one: ProcessExecutor) -> None:
    with pytest.raises(BotFailedError, match="took too long"):
        await choose(one, f"{FAULTY}:Hangs")
    assert await choose(one, "random") in VIEW.legal_actions


@pytest.mark.parametrize(("kind", "survives"), [("Listens", True), ("HangsUp", False)])
async def test_a_cancelled_bot_makes_room_at_once(
    kind: str, *, survives: bool, workers: list[WorkerProcess], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that listens keeps its process; one that doesn't loses it."""
    monkeypatch.setenv("NAISHI_TEST_BEGUN", str(tmp_path / "begun"))
    async with ProcessExecutor(1, thinking_time=PATIENCE) as processes:
        await choose(processes, "random")
        (before,) = workers
        thinking = asyncio.create_task(processes.choose("naishi", f"{FAULTY}:{kind}", 7, VIEW))
        await begun(tmp_path / "begun")
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        assert await choose(processes, "random") in VIEW.legal_actions
        assert before.alive is survives


async def test_a_choice_that_is_cancelled_while_it_waits_never_begins(
    one: ProcessExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAISHI_TEST_BEGUN", str(tmp_path / "begun"))
    first = asyncio.create_task(one.choose("naishi", f"{FAULTY}:SleepsABit", 7, VIEW))
    second = asyncio.create_task(one.choose("naishi", f"{FAULTY}:Listens", 7, VIEW))
    await asyncio.sleep(0)
    second.cancel()
    assert await first in VIEW.legal_actions
    assert await choose(one, "random") in VIEW.legal_actions
    assert not (tmp_path / "begun").exists()


async def test_nobody_waits_for_all_the_bots_of_somebody_else(one: ProcessExecutor) -> None:
    order: list[str] = []

    async def play(key: str) -> None:
        await one.of(key).choose("naishi", f"{FAULTY}:SleepsABit", 7, VIEW)
        order.append(key)

    await asyncio.wait_for(asyncio.gather(*(play(key) for key in "AAAAAAB")), PATIENCE)
    assert order.index("B") == 1


async def test_closing_ends_what_runs_and_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAISHI_TEST_BEGUN", str(tmp_path / "begun"))
    processes = ProcessExecutor(1)
    choices = [asyncio.create_task(processes.choose("naishi", f"{FAULTY}:HangsUp", 7, VIEW)) for _ in range(2)]
    await begun(tmp_path / "begun")
    process = int((tmp_path / "begun").read_text())
    await asyncio.wait_for(processes.close(), PATIENCE)
    for choice in choices:
        with pytest.raises(BotFailedError, match="shut down"):
            await choice
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_a_process_that_does_not_start_is_told_in_a_sentence(
    one: ProcessExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(BotFailedError, match=r"Its process ended\."):
        await choose(one, "random")
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(BotFailedError, match=r"Its process ended\."):
        await choose(one, "random")


async def test_a_failure_is_told_in_the_language_of_whoever_waits(one: ProcessExecutor) -> None:
    i18n.use(i18n.load("fr"))
    for kind, why in ((f"{FAULTY}:Raises", "échoué"), ("deep", "Aucun bot"), (f"{FAULTY}:Cheats", "règles")):
        with pytest.raises(BotFailedError, match=why):
            await choose(one, kind)


async def test_whoever_waits_is_answered_whatever_goes_wrong(
    one: ProcessExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_arguments: object) -> None:
        raise KeyError

    monkeypatch.setattr(WorkerProcess, "__init__", mistaken)
    with pytest.raises(BotFailedError, match="shut down"):
        await choose(one, "novice")
    monkeypatch.undo()
    assert await choose(one, "novice")
