"""A process that runs bots for `naishi.bots.executor`: `python -m naishi.bots.worker`.

Once it has started it writes `{"ready": true}`. Then it reads JSON documents from standard input, one a line: a request
`{"kind", "seed", "seconds", "view"}`, or `{"cancel": true}` for the request before. To each request it writes one line:
`{"action"}`; `{"failure"}` with a sentence if the bot can't play; or `{"error"}` with the type of an exception. It
exits when standard input closes.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any, TextIO

from naishi.bots import BotNotReadyError, Clock, UnknownBotError, check_playable, make
from naishi.game.view import PlayerView


def main() -> None:
    """Answer requests until standard input closes."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints is no answer
    requests: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, requests), daemon=True).start()
    print(json.dumps({"ready": True}), file=answers, flush=True)
    while True:
        print(json.dumps(_answer(*requests.get())), file=answers, flush=True)


def _read(lines: TextIO, requests: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]]) -> None:
    """Queue requests and pass on cancellations; exit at once when the other side is gone, whatever a bot does."""
    cancelled = threading.Event()
    for line in lines:
        message = json.loads(line)
        if "cancel" in message:
            cancelled.set()
        else:
            cancelled = threading.Event()
            requests.put((message, cancelled))
    os._exit(0)


def _answer(request: dict[str, Any], cancelled: threading.Event) -> dict[str, str]:
    """Run a bot. The answer never quotes an exception of a bot, whose text may contain what it has seen."""
    try:
        view = PlayerView.model_validate(request["view"])
        check_playable(view)
        action = make(request["kind"], request["seed"]).choose(
            view, Clock(request["seconds"], cancelled=cancelled.is_set)
        )
    except (UnknownBotError, BotNotReadyError) as error:
        return {"failure": str(error)}
    except Exception as error:
        return {"error": type(error).__name__}
    return {"action": str(action)}


if __name__ == "__main__":
    main()
