"""Partial action: a kind and the cells chosen so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from naishi.common.i18n import IllegalActionError, InvalidActionError, _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import DEVELOPING, EXCHANGING, RECALLING, RIVER, Card, Cell

KINDS: Mapping[Card, type[actions.Use]] = {
    **dict.fromkeys(EXCHANGING, actions.UseExchange),
    **dict.fromkeys(RECALLING, actions.UseRecall),
    DEVELOPING: actions.UseDevelop,
}
"""The kind of action that uses the effect of each Traveller."""

VERBS: Mapping[type[actions.Use], str] = {
    actions.UseExchange: "swap",
    actions.UseRecall: "recall",
    actions.UseDevelop: "discard",
}
"""The command whose key begins each kind of effect. A develop has none of its own, but it discards a card."""


def offered(view: PlayerView) -> dict[type[actions.Use], Card]:
    """Return the kinds of effects that the viewer may use now, each with the first Traveller that has it."""
    effects: dict[type[actions.Use], Card] = {}
    for traveller in view.pending if view.legal_actions else ():
        effects.setdefault(KINDS[traveller], traveller)
    return effects


def after(traveller: Card | None, view: PlayerView) -> Card:
    effects = [*offered(view).values()]
    return effects[(effects.index(traveller) + 1) % len(effects)] if traveller in effects else effects[0]


@dataclass(frozen=True, slots=True)
class PartialAction:
    """What the person has chosen of an action. A develop is the kind to begin with, or else a pending effect."""

    kind: type[actions.Action] = actions.Develop
    cells: tuple[Cell, ...] = ()
    traveller: Card | None = None

    @classmethod
    def using(cls, traveller: Card) -> PartialAction:
        return cls(KINDS[traveller], traveller=traveller)

    @classmethod
    def beginning(cls, view: PlayerView) -> PartialAction:
        return next(map(cls.using, offered(view).values()), cls())

    @classmethod
    def all_but_last(cls, action: actions.Action) -> tuple[PartialAction, Cell | None]:
        """Make an action up to its last choice; return that too, or None where it has only to be confirmed."""
        if isinstance(action, actions.Give | actions.End | actions.Pass | actions.Skip | actions.Copy):
            return cls(), None
        traveller = action.traveller if isinstance(action, actions.Use) else None
        return cls(type(action), action.cells[:-1], traveller), next(reversed(action.cells), None)

    @property
    def needs_no_cell(self) -> bool:
        return self.kind in {actions.Recall, actions.Declare, actions.UseRecall}

    def targets(self, legal: Iterable[actions.Action]) -> frozenset[Cell]:
        fitting = (cells_of(action) for action in self._fitting(legal))
        return frozenset(cell for cells in fitting for cell in cells) - frozenset(self.cells)

    def plus(self, cell: Cell) -> PartialAction:
        return replace(self, cells=(*self.cells, cell))

    def pick(self, cell: Cell | None, view: PlayerView) -> PartialAction:
        """Choose a cell, or unchoose one that is chosen; None stands for a card that never can be.

        Raises IllegalActionError: the cell can't be chosen; the text says why.
        """
        if cell is None:
            raise IllegalActionError(_("That card is {name}'s.").format(name=view.names[1 - view.seat]))
        if cell in self.cells:
            return replace(self, cells=tuple(each for each in self.cells if each is not cell))
        if cell not in self.targets(view.legal_actions):
            raise IllegalActionError(self.refusal(cell, view))
        return self.plus(cell)

    def back(self, view: PlayerView) -> PartialAction:
        return replace(self, cells=self.cells[:-1]) if self.cells else self.beginning(view)

    def action(self, legal: Iterable[actions.Action]) -> actions.Action | None:
        complete = [action for action in self._fitting(legal) if set(action.cells) <= set(self.cells)]
        return complete[0] if len(complete) == 1 else None

    def refusal(self, cell: Cell, view: PlayerView) -> str:
        try:
            return view.refusal(self._meant(cell)) or _("Choose another card.")
        except InvalidActionError:
            pass
        if self.kind is actions.UseExchange:
            return _("The exchange is between two of your own ten cards.")
        if self.kind is actions.Discard:
            return _("The bonus discards two cards from the River.")
        return _(
            "Swap two River cards, two in your Line, two in your Hand, or a Line and a Hand card at the same position."
        )

    def _fitting(self, legal: Iterable[actions.Action]) -> list[actions.Action]:
        return [
            action
            for action in legal
            if type(action) is self.kind
            and set(self.cells) <= set(cells_of(action))
            and (not isinstance(action, actions.Use) or action.traveller is self.traveller)
        ]

    def _meant(self, cell: Cell) -> actions.Action:
        if self.kind is actions.UseExchange:
            raise InvalidActionError(cell.name)
        if self.kind in {actions.Swap, actions.Discard}:
            # Any other cell of the same row will do, to ask why a cell can't be the first of two.
            other = self.cells[0] if self.cells else Cell(cell - 1 if cell.position else cell + 1)
            kind = actions.Swap if self.kind is actions.Swap else actions.Discard
            return kind(*sorted((cell, other)))
        if cell in RIVER:
            cell = Cell(cell.position)
        if self.traveller is DEVELOPING:
            return actions.UseDevelop(DEVELOPING, cell)
        return actions.Decree(cell) if self.kind is actions.Decree else actions.Develop(cell)


def cells_of(action: actions.Action) -> tuple[Cell, ...]:
    """List the cells an action is about; for a develop the River's too, so that one may start from there."""
    if isinstance(action, actions.Develop | actions.UseDevelop):
        return action.cell, RIVER[action.cell.position]
    return () if isinstance(action, actions.Copy) else action.cells
