"""A process that runs bots for `naishi.sessions.process_executor`: `python -m naishi.bots.worker`.

Once it has started it writes `{"ready": true}`. Then it reads JSON documents from standard input, one a line: a request
`{"kind", "seed", "seconds", "view", "language"}`, or `{"cancel": true}` for the request before. To each request it
writes one line: `{"action"}`, or `{"failure"}` with a sentence in that language. It exits when standard input closes.
"""

from __future__ import annotations

import os
import queue
import threading
from typing import Any

from naishi.bots.asking import ask
from naishi.bots.protocol import Clock
from naishi.common import i18n
from naishi.common.errors import BotFailedError
from naishi.common.worker_answers import Answers, requests
from naishi.game.view import PlayerView


def main() -> None:
    """Answer requests until standard input closes."""
    answers = Answers()
    waiting: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(waiting,), daemon=True).start()
    answers.write({"ready": True})
    while True:
        answers.write(_answer(*waiting.get()))


def _read(waiting: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]]) -> None:
    """Queue requests and pass on cancellations; exit at once when the other side is gone, whatever a bot does."""
    cancelled = threading.Event()
    for message in requests():
        if "cancel" in message:
            cancelled.set()
        else:
            cancelled = threading.Event()
            waiting.put((message, cancelled))
    os._exit(0)


def _answer(request: dict[str, Any], cancelled: threading.Event) -> dict[str, object]:
    i18n.use(i18n.load(request["language"]))
    try:
        view = PlayerView.model_validate(request["view"])
        clock = Clock(request["seconds"], cancelled=cancelled.is_set)
        return {"action": ask(request["kind"], request["seed"], view, clock).text}
    except BotFailedError as error:
        return {"failure": str(error)}


if __name__ == "__main__":
    main()
