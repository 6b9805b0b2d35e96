"""The imperial court: six spots, and the emissaries on them."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Decree, Discard, Swap
from naishi.games.naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, SWAP_SPOTS
from naishi_tui.widgets.command_panel import CommandPanel, PanelCommand
from naishi_tui.widgets.player_mark import mark
from naishi_tui.widgets.text_rows import Span, TextRow

FREE = "·"
"""A free spot."""


class CourtPanel(CommandPanel):
    """What can be done by sending an emissary, and who stands where."""

    def show(self, view: PlayerView, choosing: type[Action], advised: Action | None = None) -> None:
        """Draw the court of a view; `choosing` is the kind of action being made."""
        first, second = (side.sent for side in view.sides)
        spots = (
            ("swap", _("swap"), Swap, SWAP_SPOTS, first.swap, second.swap),
            ("discard", _("discard"), Discard, DISCARD_SPOTS, first.discard, second.discard),
            ("decree", _("decree"), Decree, DECREE_SPOTS, first.decree, second.decree),
        )
        self.show_commands(
            _("Imperial court"),
            tuple(
                PanelCommand(
                    key,
                    label,
                    possible=view.can(kind),
                    chosen=choosing is kind,
                    advised=isinstance(advised, kind),
                    marks=spot_marks(count, one, other),
                )
                for key, label, kind, count, one, other in spots
            ),
        )


def spot_marks(spots: int, first: int, second: int) -> TextRow:
    """A sign for each spot: the shape of the player whose emissary stands there, or that it is free."""
    return (*[mark(0)] * first, *[mark(1)] * second, *[Span(FREE, "mark")] * (spots - first - second))
