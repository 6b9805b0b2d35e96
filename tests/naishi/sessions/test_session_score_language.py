"""The score sheets of a match, read in different languages."""

from __future__ import annotations

from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, cast

from naishi import Game
from naishi.common import i18n
from naishi.games.naishi.game.view import PlayerView
from naishi.sessions.session import SessionParticipant
from tests.naishi.playing import EXPANSION, random_game


@dataclass
class Session:
    """As much of a session as its viewers look at."""

    game: Game
    game_revision: int = 0


def looked_at(viewer: SessionParticipant, language: str) -> PlayerView:
    def look() -> PlayerView:
        i18n.use(i18n.load(language))
        view: PlayerView = viewer.view
        return view

    return copy_context().run(look)


def reasons(view: PlayerView) -> set[str]:
    assert view.outcome is not None
    return {part.reason for sheet in view.outcome.sheets for line in sheet.lines for part in line.parts}


def test_everybody_reads_the_reasons_for_points_in_their_own_language() -> None:
    """Whoever looks first after the last action may be the other one."""
    game = random_game(3, options=EXPANSION)
    viewer = SessionParticipant(cast("Any", Session(game)), 0)
    polish, english = (looked_at(viewer, language) for language in ("pl", "en"))
    assert not reasons(polish) & reasons(english)
    assert english == copy_context().run(game.view, 0).model_copy(update={"legal_actions": ()})
    assert looked_at(viewer, "pl") is polish
    assert looked_at(viewer, "en") is english
