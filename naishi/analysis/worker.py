"""A process that analyses for `naishi.analysis.running`: `python -m naishi.analysis.worker`.

It reads one JSON document, `{"record", "depth", "plies", "truth"}`, from the first line of standard input, and writes a
line for each thing that it finds: `{"truth"}` if that was asked for, `{"decision"}` for each of the plies, and
`{"done": true}`; or `{"failure"}` with a sentence. It exits early when nobody reads it any more.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from naishi.analysis.decisions import Assessor, Depth
from naishi.analysis.truth import truth
from naishi.common.errors import BotNotReadyError
from naishi.game.game import Game
from naishi.game.record import GameRecord


def main() -> None:
    """Answer the one request."""
    request = json.loads(sys.stdin.readline())
    game = Game(GameRecord.model_validate(request["record"]))
    try:
        assessor = Assessor(game, Depth(*request["depth"]))
        first, rest = request["plies"][:1], request["plies"][1:]
        _assess(assessor, first)
        if request["truth"]:  # second, since it takes longer: somebody waits for the first result
            _write({"truth": truth(game).model_dump(mode="json")})
        _assess(assessor, rest)
    except BotNotReadyError as error:
        _write({"failure": str(error)})
    _write({"done": True})


def _assess(assessor: Assessor, plies: Sequence[int]) -> None:
    for ply in plies:
        _write({"decision": assessor.assess(ply).model_dump(mode="json")})


def _write(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
