"""The other end of a `WorkerProcess`: the documents that it reads, and those that it writes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any


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
