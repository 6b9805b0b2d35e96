"""The pace of bots, changed by keys."""

from __future__ import annotations

from functools import partial

from naishi.common.i18n import _
from naishi.sessions import PACES
from naishi.sessions.participant import Ask
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
        screen.tell(speed(participant.pace))

    return {"faster": partial(change, 1), "slower": partial(change, -1)}


def speed(seconds: float) -> str:
    """Say how fast the bots play."""
    sentences = {
        "instant": _("Pace: instant."),
        "quick": _("Pace: quick."),
        "relaxed": _("Pace: relaxed."),
    }
    return next((sentences[name] for name, each in PACES.items() if each == seconds), "")
