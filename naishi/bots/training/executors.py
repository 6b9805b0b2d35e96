"""Who plays the games of a training run: processes here, or a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor


def processes(workers: int) -> Executor:
    """Play in so many processes here; they leave when this one is gone, however it went."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_with, initargs=(os.getpid(),))


def cluster(address: str) -> Executor:
    """Play on the Dask cluster whose scheduler listens at an address.

    Raises:
        ClusterError: Dask isn't installed, or nobody answers there.
    """
    from naishi.bots.arena.cluster import connect  # noqa: PLC0415 - an extra

    executor: Executor = connect(address).get_executor(pure=False, retries=2)
    return executor


def _leave_with(parent: int) -> None:
    """Leave once the parent is gone: nobody else would ever tell."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
