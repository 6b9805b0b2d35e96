"""Worker process that plays arena games (`python -m naishi.bots.arena.worker`).

It reads JSON documents from standard input, one a line: `{"pairing", "limit"}`. While it plays the game it writes
`{"thinking", "first"}` before each decision: the seat, and whether bots may still have something to load; then
`{"result"}`. It exits when standard input closes, whatever a bot does.
"""

import queue
from typing import Any

from naishi.bots.arena.games import PAIRING, RESULT, Pairing, play
from naishi.common.worker_process import Answers, until_gone


def main() -> None:
    answers = Answers()
    waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    until_gone(waiting.put)
    while True:
        request = waiting.get()
        _play(PAIRING.validate_python(request["pairing"]), request["limit"], answers)


def _play(pairing: Pairing, limit: float, answers: Answers) -> None:
    made, few = 0, 2 * len(pairing.bots)

    def thinking(seat: int) -> None:
        nonlocal made
        made += 1
        answers.write({"thinking": seat, "first": made <= few})  # bots are made, and choose for the first time

    result = play(pairing, limit, thinking)
    answers.write({"result": RESULT.dump_python(result, mode="json")})


if __name__ == "__main__":
    main()
