"""The game is over, both Hands are open, and a ninja chooses on the grid what it copies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.actions import Copy
from naishi.rules.cards import Card
from naishi.rules.phase import Phase
from naishi.rules.scoring import score
from naishi.rules.sheet import ScoreSheet
from naishi.rules.territory import TERRITORY, Cell
from naishi.rules.totals import best_copies
from naishi.sessions.participant import Ask, Participant
from naishi_tui.drawing import card_text
from naishi_tui.drawing.faces import Highlights
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.screens.open_territories import OpenScreen
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.text_rows import TextRows

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Ninja(OpenScreen):
    """The seat whose ninja it is chooses a character of its own territory."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_target", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        targets = _targets(participant.view)
        super().__init__(participant, settings, (participant.view.seat, targets[0] if targets else Cell.L3))
        self.draw()

    @property
    def copies(self) -> dict[Card, Copy]:
        """What the viewer's ninja may copy; nothing while it isn't the viewer's turn."""
        return _copies(self.view)

    @property
    def targets(self) -> tuple[Cell, ...]:
        """Where it lies."""
        return _targets(self.view)

    def outdated(self) -> bool:
        """Return whether all ninjas have chosen, the other person has to choose, or the game was ended."""
        moved_on = self.view.phase is not Phase.COPY or Ask.HAND_OVER in self.participant.allowed
        return moved_on or bool(self.participant.ended_early)

    def view_changed(self, before: PlayerView) -> None:
        """Point at what can be copied, where it has become the viewer's turn."""
        if self.copies and not _copies(before):
            self.pointed = self.view.seat, self.targets[0]

    def draw(self) -> None:
        """Draw both territories, the cursor and the prompt."""
        view = self.view
        self.header.show(view, self.note, _("{name}'s ninja").format(name=view.names[view.turn or 0]))
        chosen = {copy.cell for copy in self.copies.values()}
        own_highlights = Highlights(self.targets, chosen, dim_others=True) if chosen else Highlights()
        for each in self.territories:
            own = each.seat == view.seat
            highlights = own_highlights if own else Highlights()
            each.show(view, self._sheet(each.seat), highlights, lit=own)
        self.show_cursor()

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        yield KeyHint("choose", _("Enter"), _("copy"))
        yield self.hint("explain", _("card"))
        yield from self.hints_for_undo()
        yield self.hint("back", _("leave"))

    def instruction(self) -> str:
        """Ask for the copy, or say for whom one waits."""
        if not self.copies:
            return self.waiting_for_bot() or _("It is {name}'s turn.").format(name=self.view.names[self.view.turn or 0])
        return _("{name}, which character does your ninja at {cell} copy?").format(
            name=self.view.names[self.view.seat], cell=next(iter(self.copies.values())).cell
        )

    def cursor_help(self) -> PromptLine:
        """Say what copying the card under the cursor would bring."""
        if not self.copies:
            return PromptLine("")
        if (copy := self._copy()) is None:
            return PromptLine(_("A ninja copies another character in its own territory."))
        sheet = self._sheet(self.view.seat, copy)
        points = sum(line.points for line in sheet.lines if copy.cell in line.cells)
        return PromptLine(
            _("Enter: copy {card} for {points}, {total} in all.").format(
                card=copy.card.noun, points=card_text.points(points), total=sheet.total
            )
        )

    def action_next_target(self) -> None:
        """Move the cursor to the next character that can be copied."""
        seat, cell = self.pointed
        if self.targets:
            after = [each for each in self.targets if seat == self.view.seat and each > cell]
            self.pointed = self.view.seat, (after or self.targets)[0]
            self.show_cursor()

    async def action_choose(self) -> None:
        """Copy the character under the cursor."""
        if refusal := self.participant.refusal(Ask.PLAY):
            self.refuse(refusal)
        elif (copy := self._copy()) is None:
            self.refuse(_("A ninja copies another character in its own territory."))
        else:
            with self.attempt():
                await self.participant.play(copy)

    async def clicked_again(self) -> None:
        """Copy the character."""
        await self.action_choose()

    @on(TextRows.Picked, "#prompt")
    async def _prompt_clicked(self) -> None:
        await self.action_choose()

    def _copy(self) -> Copy | None:
        card = self.pointed_card()
        return self.copies.get(card) if self.pointed[0] == self.view.seat and card is not None else None

    def _sheet(self, seat: int, copy: Copy | None = None) -> ScoreSheet:
        """Score a territory, ninjas that have not chosen taking what is best for them."""
        side = self.view.sides[seat]
        copies = best_copies(side.territory()) | side.copies
        return score(side.territory(), copies | ({copy.cell: copy.card} if copy else {}))


def _copies(view: PlayerView) -> dict[Card, Copy]:
    return {action.card: action for action in view.legal_actions if isinstance(action, Copy)}


def _targets(view: PlayerView) -> tuple[Cell, ...]:
    copies = _copies(view)
    return tuple(cell for cell in TERRITORY if view.mine.card(cell) in copies)
