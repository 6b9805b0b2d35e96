"""Bots that fail in every way."""

from __future__ import annotations

import os
import time
from pathlib import Path

from naishi import Action, Phase, PlayerView
from naishi.bots import Clock
from naishi.games.naishi.rules.actions import Pass


class Raises:
    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        raise RuntimeError("no idea")


class NotEvenMade(Raises):
    def __init__(self, seed: int) -> None:
        raise RuntimeError("no weights")


class Cheats(Raises):
    def choose(self, view: PlayerView, clock: Clock) -> Action:
        return Pass()


class Mumbles(Raises):
    def choose(self, view: PlayerView, clock: Clock) -> Action:
        return None  # type: ignore[return-value]


class Slow(Raises):
    def choose(self, view: PlayerView, clock: Clock) -> Action:
        time.sleep(clock.left + 0.5)
        return view.legal_actions[0]


class Hangs(Raises):
    def choose(self, view: PlayerView, clock: Clock) -> Action:
        while True:
            time.sleep(1)


class HangsInPlay(Hangs):
    """Gives a card, and hangs then: what it does first may take long, as it may have to be loaded."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        return view.legal_actions[0] if view.phase is Phase.GIFT else super().choose(view, clock)


class Crashes(Raises):
    def choose(self, view: PlayerView, clock: Clock) -> Action:
        os._exit(3)


class SleepsABit(Raises):
    """Plays the first legal action, taking its time: a game lasts long enough to be interrupted."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        time.sleep(0.02)
        return view.legal_actions[0]


def _begin() -> None:
    """Write this process's number where the test waits for it."""
    path = Path(os.environ["NAISHI_TEST_BEGUN"])
    path.with_suffix(".part").write_text(str(os.getpid()))
    path.with_suffix(".part").rename(path)


class Listens(Raises):
    """Thinks until it is cancelled."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        _begin()
        while True:
            time.sleep(0.01)
            clock.check()


class HangsUp(Hangs):
    """Says that it has begun, and hangs."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        _begin()
        return super().choose(view, clock)
