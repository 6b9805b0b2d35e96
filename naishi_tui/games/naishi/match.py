"""Screens of a match of Naishi."""

from typing import TYPE_CHECKING

from naishi.games.naishi.rules.cards import Phase
from naishi.server import MatchParticipant
from naishi_tui.games.naishi.gift import Gift, Ninja
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Spectating, Table

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.games.naishi.board_view import CardScreen
    from naishi_tui.table.table import Drafts


def match_screen(participant: MatchParticipant, settings: "Settings", _drafts: "Drafts") -> "CardScreen":
    """Return the screen that shows a match as it stands; a turn that is half chosen is nothing to keep."""
    view = participant.view
    if participant.ended_early or (view.outcome is None and participant.seat is None):
        return Spectating(participant, settings)
    if view.outcome is not None:
        return Score(participant, settings, {}, reader=participant.seat)
    match view.phase:
        case Phase.GIFT:
            return Gift(participant, settings)
        case Phase.COPY:
            return Ninja(participant, settings)
    return Table(participant, settings)
