"""The imperial court: six spots, and the emissaries on them."""

from __future__ import annotations

from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action, Decree, Discard, Swap
from naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, SWAP_SPOTS
from naishi_tui.widgets.command_panel import CommandPanel, PanelCommand

MINE, THEIRS, FREE = "●", "○", "·"
"""Emissaries of the viewer and of the opponent, and a free spot: told apart by shape, not by colour."""


class CourtPanel(CommandPanel):
    """What can be done by sending an emissary, and who stands where."""

    def show(self, view: PlayerView, choosing: type[Action], advised: Action | None = None) -> None:
        """Draw the court of a view; `choosing` is the kind of action being made."""
        mine, theirs = view.mine.sent, view.theirs.sent
        spots = (
            ("swap", _("swap"), Swap, SWAP_SPOTS, mine.swap, theirs.swap),
            ("discard", _("discard"), Discard, DISCARD_SPOTS, mine.discard, theirs.discard),
            ("decree", _("decree"), Decree, DECREE_SPOTS, mine.decree, theirs.decree),
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
                    marks=_marks(count, ours, others),
                )
                for key, label, kind, count, ours, others in spots
            ),
        )


def _marks(spots: int, mine: int, theirs: int) -> str:
    return " ".join(MINE * mine + THEIRS * theirs + FREE * (spots - mine - theirs))
