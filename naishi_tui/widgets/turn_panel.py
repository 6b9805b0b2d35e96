"""What takes a whole turn without a card, or ends it."""

from __future__ import annotations

from collections.abc import Collection

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import (
    Action,
    Declare,
    End,
    Pass,
    Recall,
    Skip,
    Use,
    UseDevelop,
    UseExchange,
    UseRecall,
)
from naishi_tui.effects import VERBS, offered
from naishi_tui.widgets.command_panel import CommandPanel, PanelCommand


class TurnPanel(CommandPanel):
    """Recall, declare the end, end the turn; while effects of Travellers are pending, these."""

    def show(self, view: PlayerView, choosing: type[Action], advised: Action | None = None) -> None:
        """Draw what is possible in a view, nothing once it is over; `choosing` is the kind of action being made."""
        if view.turn is None:
            self.show_commands("", ())
            return
        if effects := offered(view):
            self._show_effects(effects, choosing, advised)
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

    def _show_effects(self, effects: Collection[type[Use]], choosing: type[Action], advised: Action | None) -> None:
        words = {UseExchange: _("exchange cards"), UseRecall: _("recall"), UseDevelop: _("develop again")}
        verbs: list[tuple[str, str, type[Action]]] = [
            *((VERBS[kind], words[kind], kind) for kind in effects),
            ("end", _("use none"), Skip),
        ]
        self.show_commands(
            _("Effects"),
            tuple(
                PanelCommand(key, label, possible=True, chosen=choosing is kind, advised=isinstance(advised, kind))
                for key, label, kind in verbs
            ),
        )
