"""Worker process for analyses (`python -m naishi.games.naishi.analysis.worker`).

It reads one JSON document, `{"record", "depth", "plies", "truth", "nice"}`, from the first line of standard input, and
writes a line for each thing that it finds: `{"truth"}` if that was asked for, `{"decision"}` for each of the plies, and
`{"done": true}`; or `{"failure"}` with a sentence. It exits early when nobody reads it any more.
"""

import os
from collections.abc import Sequence

from naishi.common.i18n import BotNotReadyError
from naishi.common.worker_process import Answers, requests
from naishi.games.naishi.analysis.choices import Depth
from naishi.games.naishi.analysis.decisions import Assessor
from naishi.games.naishi.analysis.truth import truth
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord


def main() -> None:
    answers, request = Answers(), next(requests())
    if hasattr(os, "nice"):
        os.nice(request["nice"])
    game = Game(GameRecord.model_validate(request["record"]))
    try:
        assessor = Assessor(game, Depth(*request["depth"]))
        first, rest = request["plies"][:1], request["plies"][1:]
        _assess(assessor, first, answers)
        if request["truth"]:  # second, since it takes longer: someone waits for the first result
            answers.write({"truth": truth(game).model_dump(mode="json")})
        _assess(assessor, rest, answers)
    except BotNotReadyError as error:
        answers.write({"failure": str(error)})
    answers.write({"done": True})


def _assess(assessor: Assessor, plies: Sequence[int], answers: Answers) -> None:
    for decision in assessor.assess_all(plies):
        answers.write({"decision": decision.model_dump(mode="json")})


if __name__ == "__main__":
    main()
