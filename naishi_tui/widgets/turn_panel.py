"""What takes a whole turn without a card, or ends it."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.actions import Action, Declare, End, Pass, Recall
from naishi_tui.widgets.command_panel import CommandPanel, PanelCommand


class TurnPanel(CommandPanel):
    """Recall, declare the end, end the turn."""

    def show(self, view: PlayerView, choosing: type[Action], advised: Action | None = None) -> None:
        """Draw what is possible in a view, nothing once it is over; `choosing` is the kind of action being made."""
        if view.turn is None:
            self.show_commands("", ())
            return
        passing = view.can(Pass)
        verbs = (
            ("recall", _("recall"), Recall),
            ("declare", _("declare the end"), Declare),
            ("end", _("pass") if passing else _("end the turn"), Pass if passing else End),
        )
        self.show_commands(
            _("Turn"),
            tuple(
                PanelCommand(key, label, view.can(kind), chosen=choosing is kind, advised=isinstance(advised, kind))
                for key, label, kind in verbs
            ),
        )
