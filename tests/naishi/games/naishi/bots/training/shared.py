"""What several of the test modules here use."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from naishi.games.naishi.bots.training.learner import Plan


class Here(Executor):
    """Does everything at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


SMALL = Plan(games=24, seed=4, iteration=8, chunk=4, measure=2, measured_games=4, batch=64)
