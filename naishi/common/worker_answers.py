"""The other end of a `WorkerProcess`: the documents that it reads, and those that it writes."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any


def until_gone(take: Callable[[dict[str, Any]], None]) -> None:
    """Take the documents that come in, in a thread beside; exit when the other side is gone, whatever a bot does.

    Args:
        take: Takes one.
    """

    def read() -> None:
        for request in requests():
            take(request)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()


def requests() -> Iterator[dict[str, Any]]:
    """Yield the documents that come in; end where the other side is gone."""
    return map(json.loads, sys.stdin)


class Answers:
    """Standard output, for documents alone: whatever else is printed from now on goes to standard error."""

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def write(self, document: dict[str, object]) -> None:
        """Write a document at once."""
        print(json.dumps(document), file=self._lines, flush=True)
