"""The pace of bots, changed by keys."""

from __future__ import annotations

from functools import partial

from naishi.sessions import PACES
from naishi.sessions.participant import Ask
from naishi_tui.drawing import prompt_text
from naishi_tui.screens.part import Handlers, PartHost


def pace(screen: PartHost) -> Handlers:
    """Return the commands that make bots act faster or slower, and say how fast that is."""

    def change(step: int) -> None:
        participant, paces = screen.participant, sorted(PACES.values(), reverse=True)
        if refusal := participant.refusal(Ask.PACE):
            screen.refuse(refusal)
            return
        place = paces.index(participant.pace) + step
        participant.set_pace(paces[min(max(place, 0), len(paces) - 1)])
        screen.tell(prompt_text.pace(participant.pace))

    return {"faster": partial(change, 1), "slower": partial(change, -1)}
