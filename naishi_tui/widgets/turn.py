"""What takes a whole turn without a card, or ends it."""

from __future__ import annotations

from naishi.actions import Action, Declare, End, Pass, Recall
from naishi.i18n import _
from naishi.view import PlayerView
from naishi_tui.widgets.verbs import Verb, Verbs


class Turn(Verbs):
    """Recall, declare the end, end the turn."""

    def show(self, view: PlayerView, choosing: type[Action]) -> None:
        """Draw what is possible in a view; `choosing` is the kind of action being made."""
        passing = view.can(Pass)
        self.list_verbs(
            _("Turn"),
            (
                Verb("recall", _("recall"), view.can(Recall), choosing is Recall),
                Verb("declare", _("declare the end"), view.can(Declare), choosing is Declare),
                Verb("end", _("pass") if passing else _("end the turn"), passing or view.can(End)),
            ),
        )
