"""Worker process that runs bots (`python -m naishi.bots.worker`).

Once it has started it writes `{"ready": true}`. Then it reads JSON documents from standard input, one a line: a request
`{"game", "kind", "seed", "seconds", "view", "language"}`, or `{"cancel": true}` for the request before. To each request
it writes one line: `{"action"}`, or `{"failure"}` with a sentence in that language. It exits when standard input
closes.
"""

import queue
import threading
from typing import Any

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask
from naishi.common import i18n
from naishi.common.i18n import NaishiError
from naishi.common.worker_process import Answers, until_gone
from naishi.tabletop.kinds import kind_of


def main() -> None:
    answers, cancelled = Answers(), threading.Event()
    waiting: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]] = queue.SimpleQueue()

    def take(message: dict[str, Any]) -> None:
        """Queue a request, or cancel the last one."""
        nonlocal cancelled
        if "cancel" in message:
            cancelled.set()
        else:
            cancelled = threading.Event()
            waiting.put((message, cancelled))

    until_gone(take)
    answers.write({"ready": True})
    while True:
        answers.write(_answer(*waiting.get()))


def _answer(request: dict[str, Any], cancelled: threading.Event) -> dict[str, object]:
    i18n.use(i18n.load(request["language"]))
    try:
        game = request["game"]
        view = kind_of(game).view(request["view"])
        clock = Clock(request["seconds"], cancelled=cancelled.is_set)
        return {"action": ask(game, request["kind"], request["seed"], view, clock).text}
    except NaishiError as error:
        return {"failure": str(error)}


if __name__ == "__main__":
    main()
