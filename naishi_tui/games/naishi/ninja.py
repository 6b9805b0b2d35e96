"""Ninjas' copies, chosen on the grid of both territories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Copy
from naishi.games.naishi.rules.cards import TERRITORY, Card, Cell, Phase
from naishi.games.naishi.rules.scoring import ScoreSheet, score
from naishi.games.naishi.rules.totals import best_copies
from naishi.sessions.participant import Ask, Participant
from naishi.settings.keymap import KEY, arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board_view import CardScreen
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.faces import Highlights
from naishi_tui.games.naishi.score import OpenTerritories, cursor_bindings
from naishi_tui.keys import bindings_of
from naishi_tui.table.game_screen import BotScreen
from naishi_tui.table.part import Handlers, Part
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from textual.widget import Widget

    from naishi.settings.schema import Settings


def ninja_bindings() -> list[Binding]:
    return [*cursor_bindings(), *bindings_of("next", "choose")]


class NinjaControl(Part):
    """The viewer's ninja, and the characters of its own territory.

    Args:
        at_best: Whether the cursor begins at the copy that brings most, and not at the first one.
    """

    def __init__(self, screen: BotScreen, *, at_best: bool = False) -> None:
        self.screen, self.at_best = screen, at_best
        self.territories = OpenTerritories(screen, (self.seat, self._first() if self.targets else Cell.L3))
        self.handlers: Handlers = {**self.territories.handlers, "next": self.go_to_target}
        """The commands of the choice, but for the one that copies."""

    @property
    def copies(self) -> dict[Card, Copy]:
        """What the viewer's ninja may copy; nothing while it isn't the viewer's turn."""
        return _copies(self.screen.view)

    @property
    def legendary(self) -> bool:
        mine = self.screen.view.mine
        return any(mine.card(copy.cell) is Card.LEGENDARY_NINJA for copy in self.copies.values())

    @property
    def seat(self) -> int:
        """The seat whose characters it may copy: the viewer's own, but for the Legendary Ninja."""
        mine: int = self.screen.view.seat
        return 1 - mine if self.legendary else mine

    @property
    def targets(self) -> tuple[Cell, ...]:
        side, copies = self.screen.view.sides[self.seat], self.copies
        return tuple(cell for cell in TERRITORY if side.card(cell) in copies)

    def view_changed(self, before: PlayerView) -> None:
        if self.copies and not _copies(before):
            self.territories.pointed = self.seat, self._first()

    def _first(self) -> Cell:
        if not self.at_best:
            return self.targets[0]
        side = self.screen.view.sides[self.seat]
        copies = {cell: copy for cell in self.targets if (copy := self.copies.get(side.card(cell) or Card.MOUNTAIN))}
        return max(copies, key=lambda cell: self._sheet(self.screen.view.seat, copies[cell]).total)

    def widgets(self) -> tuple[Widget, ...]:
        return self.territories.widgets()

    def draw(self) -> None:
        view = self.screen.view
        chosen = {copy.cell for copy in self.copies.values()}
        for each in self.territories.sides:
            own = each.seat == view.seat
            highlights = Highlights(
                self.targets if each.seat == self.seat else (), chosen if own else (), dim_others=bool(chosen)
            )
            shown = highlights if own or each.seat == self.seat else Highlights()
            each.show(view, self._sheet(each.seat, self.pointed_copy() if own else None).lines, shown, lit=own)
        self.territories.draw_cursor()

    def instruction(self) -> str:
        view = self.screen.view
        if not self.copies:
            return self.screen.bots.thinking() or _("It is {name}'s turn.").format(name=view.names[view.turn or 0])
        cell = next(iter(self.copies.values())).cell.noun
        if self.legendary:
            return _("Which character does your legendary ninja at {cell} copy?").format(cell=cell)
        return _("Which character does your ninja at {cell} copy?").format(cell=cell)

    def cursor_help(self) -> PromptLine:
        if not self.copies:
            return PromptLine("")
        if (copy := self.pointed_copy()) is None:
            return PromptLine(self._what_it_copies())
        sheet = self._sheet(self.screen.view.seat, copy)
        points = sum(line.points for line in sheet.lines if copy.cell in line.cells)
        return PromptLine(
            _("{key:choose}: copy {card} for {points}, {total} in all.").format(
                key=KEY, card=copy.card.noun, points=card_text.points(points), total=sheet.total
            )
        )

    def go_to_target(self) -> None:
        seat, cell = self.territories.pointed
        if self.targets:
            after = [each for each in self.targets if seat == self.seat and each > cell]
            self.territories.point_at(self.seat, (after or self.targets)[0])

    async def copy(self) -> None:
        screen = self.screen
        if refusal := screen.participant.refusal(Ask.PLAY):
            screen.refuse(refusal)
        elif (copy := self.pointed_copy()) is None:
            screen.refuse(self._what_it_copies())
        else:
            with screen.attempt():
                await screen.participant.play(copy)

    def _what_it_copies(self) -> str:
        if self.legendary:
            return _("The legendary ninja copies a character in the other territory.")
        return _("A ninja copies another character in its own territory.")

    def pointed_copy(self) -> Copy | None:
        """Return what Enter would do; None where the card under the cursor can't be copied."""
        card = self.territories.card()
        there = self.territories.pointed[0] == self.seat
        return self.copies.get(card) if there and card is not None else None

    def _sheet(self, seat: int, copy: Copy | None = None) -> ScoreSheet:
        """Score a territory, ninjas that have not chosen taking what is best for them."""
        view = self.screen.view
        side, territory, other = view.sides[seat], view.territory(seat), view.territory(1 - seat)
        copies = best_copies(territory, other) | side.copies
        return score(territory, copies | ({copy.cell: copy.card} if copy else {}), opponent=other)


def _copies(view: PlayerView) -> dict[Card, Copy]:
    return {action.card: action for action in view.legal_actions if isinstance(action, Copy)}


class Ninja(CardScreen):
    """The seat whose ninja it is chooses a character of its own territory."""

    CSS_PATH = stylesheet("games/naishi/open_territories.tcss")
    DEFAULT_CLASSES = "-territories -ninja"
    BINDINGS: ClassVar[list[BindingType]] = [*ninja_bindings()]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.ninja = self.middle = self.control = NinjaControl(self, at_best=settings.hints)  # as in the score so far
        self.cursor = self.ninja.territories
        self.parts += (self.ninja,)
        own: Handlers = {"choose": self.ninja.copy, "back": self.ask_to_leave}
        self.offer(self.game_commands, self.ninja.handlers, own)
        self.draw()

    def outdated(self) -> bool:
        moved_on = self.view.phase is not Phase.COPY or Ask.HAND_OVER in self.participant.allowed
        return moved_on or bool(self.participant.ended_early)

    @override
    def draw_header(self) -> None:
        view = self.view
        doing = _("{name}'s ninja").format(name=view.names[view.turn or 0])
        self.header.show(view, self.note, doing, self.participant.clock)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        yield hint("choose", _("copy"))
        yield hint("explain", minor=False)
        yield from self.requests.hints()
        yield hint("back", _("leave"))
