"""Games on a Dask cluster. (Extra `cluster`; https://distributed.dask.org)"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from naishi.bots.arena.games import Pairing, Result, play
from naishi.bots.arena.workers import play_all as play_here
from naishi.common.i18n import NaishiError, _, quoted
from naishi.common.paths import install


class ClusterError(NaishiError):
    """No cluster can be used."""


def connect(address: str, timeout: float = 10) -> Any:
    """Connect to the scheduler of a cluster. Raises ClusterError: Dask isn't installed, or nobody answers there."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        needed = _("Using a cluster needs an extra; install it with: {line}")
        raise ClusterError(needed.format(line=install("cluster"))) from None
    try:
        return distributed.Client(address, timeout=timeout)
    except (OSError, ValueError) as error:
        words = _("No Dask scheduler answers at {address}: {why}")
        raise ClusterError(words.format(address=quoted(address), why=error)) from None


def play_all(pairings: Iterable[Pairing], address: str, limit: float) -> Iterator[Result]:
    """Play games on a cluster; yield each result once, as it comes.

    The scheduler restarts a game whose worker is lost. A game that takes down worker after worker is played in a local
    process instead, to find out which bot is at fault.

    Args:
        limit: The time limit of each decision, in seconds.
    """
    with connect(address) as client:
        distributed: Any = import_module("distributed")
        waiting = {client.submit(play, pairing, limit, pure=False, retries=2): pairing for pairing in pairings}
        for future in distributed.as_completed(list(waiting)):
            pairing = waiting.pop(future)
            try:
                yield future.result()
            except distributed.KilledWorker:
                yield from play_here([pairing], 1, limit)
