"""Executors for the games of a training run: local processes, or a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor


def processes(workers: int) -> Executor:
    """Return an executor of local processes, which exit when this process is gone, whatever ended it."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_exit_with, initargs=(os.getpid(),))


def cluster(address: str) -> Executor:
    """Return an executor on the Dask cluster whose scheduler listens at an address.

    Raises:
        ClusterError: Dask isn't installed, or nobody answers there.
    """
    from naishi.bots.arena.cluster import connect  # noqa: PLC0415 - an extra

    executor: Executor = connect(address).get_executor(pure=False, retries=2)
    return executor


def _exit_with(parent: int) -> None:
    """Exit once the parent is gone; a killed parent can't end its processes itself."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
