"""Choices before and after the turns: the gift, and ninjas' copies on the grid of both territories."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Copy, Give
from naishi.games.naishi.rules.cards import HAND, TERRITORY, Card, Cell, Phase
from naishi.games.naishi.rules.scoring import ScoreSheet, score
from naishi.games.naishi.rules.totals import best_copies
from naishi.sessions.participant import Ask, Participant
from naishi.settings.keymap import KEY, arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board import River
from naishi_tui.games.naishi.board_view import CardScreen
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.cards.faces import Highlights, card_face
from naishi_tui.games.naishi.panels import RowLabel
from naishi_tui.games.naishi.reading import CardCursor
from naishi_tui.games.naishi.score import OpenTerritories
from naishi_tui.messages import action_of, bindings, bindings_of
from naishi_tui.table.part import ARROWS, Handlers, Part
from naishi_tui.widgets.text_rows import Column, KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from textual.widget import Widget

    from naishi.settings.schema import Settings


class GiftControl(Part, CardCursor):
    """Two dealt cards, one of which is pointed at.

    Args:
        whose: What stands above them; by default to whom they were dealt.
    """

    def __init__(self, screen: CardScreen, whose: str = "") -> None:
        self.screen, self.whose = screen, whose
        self.pointed = 0
        self.river, self.dealt = River(id="river"), CardRow(id="dealt")
        self.handlers: Handlers = {
            "first": partial(self.point, 0),
            "second": partial(self.point, 1),
            "other": self.point_at_other,
        }

    def widgets(self) -> "tuple[Widget, ...]":
        view = self.screen.view
        whose = self.whose or _("Dealt to {name}").format(name=view.names[view.seat])
        above_river, above_dealt = RowLabel(_("River"), _("cards left")), RowLabel(whose)
        return (Column(above_river, self.river, above_dealt, self.dealt, id="board"),)

    def draw(self) -> None:
        view = self.screen.view
        self.river.show(view, Highlights())
        self.dealt.faces = tuple(
            card_face(card, cell, foot=str(number))
            for number, (cell, card) in enumerate(zip(HAND, view.dealt or (), strict=False), 1)
        )
        self._show_cursor()

    @property
    def acting(self) -> bool:
        return Ask.PLAY in self.screen.participant.allowed

    def _show_cursor(self) -> None:
        self.dealt.cursor = self.pointed if self.acting else None

    def instruction(self) -> str:
        if self.acting:
            return _("Which of your two cards do you give away?")
        view = self.screen.view
        return self.screen.bots.thinking() or _("It is {name}'s turn.").format(name=view.names[view.turn or 0])

    def cursor_help(self) -> PromptLine:
        if not self.acting:
            return PromptLine("")
        given, kept = (card.noun for card in self._given_and_kept())
        name = self.screen.view.names[1 - self.screen.view.seat]
        words = _("{key:choose}: give {given} to {name}, keep {kept}.")
        return PromptLine(words.format(key=KEY, given=given, name=name, kept=kept))

    def keep_enter_named(self, said: PromptLine | None) -> None:
        """Draw what is said in the place of the question: a card given by Enter can't be taken back by everybody."""
        if said is not None and said.text and self.acting:
            self.screen.prompt.show(said.text, self.screen.cursor_help(), failed=said.refused)

    def card(self) -> Card:
        return self._given_and_kept()[0]

    def next_card(self, columns: int, _rows: int) -> Card:
        if columns:
            self.point_at_other()
        return self.card()

    def pick(self, row: CardRow, position: int) -> str:
        """Point at a card that was clicked, which is to be given, if it is one of the dealt ones."""
        if row is not self.dealt:
            return ""
        self.point(position)
        return "choose"

    def point(self, which: int) -> None:
        self.pointed = which
        self._show_cursor()
        self.screen.show_prompt()

    def point_at_other(self) -> None:
        self.point(1 - self.pointed)

    async def give(self) -> None:
        with self.screen.attempt():
            await self.screen.participant.play(Give(self.pointed + 1))

    def _given_and_kept(self) -> tuple[Card, Card]:
        first, second = self.screen.view.dealt or (Card.MOUNTAIN, Card.MOUNTAIN)
        return (first, second) if self.pointed == 0 else (second, first)


FIRST, SECOND, OTHER = map(action_of, ("first", "second", "other"))


class GiftScreen(CardScreen):
    """A screen on which one of two cards is given away."""

    CSS_PATH = stylesheet("games/naishi/gift.tcss")
    DEFAULT_CLASSES = "-gift"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"left": FIRST, "column_1": FIRST, "right": SECOND, "column_2": SECOND}),
        *bindings({"next": OTHER, "previous": OTHER}),
        *bindings_of("choose", "advice"),
    ]
    gift: GiftControl

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt; what is said stands above what Enter would do: a gift can't be taken back by everybody."""
        super().show_prompt(said)
        if said is not None and said.text and self.gift.acting:
            self.prompt.show(said.text, self.cursor_help(), failed=said.refused)


def _has_left(screen: CardScreen, phase: Phase) -> bool:
    me = screen.participant
    return screen.view.phase is not phase or Ask.HAND_OVER in me.allowed or bool(me.ended_early)


class Gift(GiftScreen):
    """Two dealt cards: one is kept, the other given. Neither player sees the other's gift before both have chosen."""

    def __init__(self, participant: Participant, settings: "Settings") -> None:
        super().__init__(participant, settings)
        self.gift = self.cursor = self.middle = self.control = GiftControl(self)
        self.offer(self.game_commands, self.gift.handlers)
        self.offer({"choose": self.gift.give, "back": self.ask_to_leave, "advice": self.advise})
        self.draw()

    def outdated(self) -> bool:
        return _has_left(self, Phase.GIFT)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        if self.gift.acting:
            yield KeyHint("other", arrows("←→"), _("choose"))
            yield hint("choose", _("give"))
        yield hint("explain", minor=False)
        yield from self.requests.hints()
        yield hint("rules")
        yield hint("back", _("leave"))

    def advise(self) -> None:
        self.refuse(_("There is advice from the first turn on."))


class NinjaControl(Part):
    """The viewer's ninja, and the characters of its own territory.

    Args:
        at_best: Whether the cursor begins at the copy that brings most, and not at the first one.
    """

    def __init__(self, screen: CardScreen, *, at_best: bool = False) -> None:
        self.screen, self.at_best = screen, at_best
        self.territories = OpenTerritories(screen, (self.seat, self._first() if self.targets else Cell.L3))
        self.widgets = self.territories.widgets
        self.handlers: Handlers = {**self.territories.handlers, "next": self.go_to_target}

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
        me = self.screen.view.seat
        return max(self.targets, key=lambda cell: self._sheet(me, self._copy_at(self.seat, cell)).total)

    def draw(self) -> None:
        view = self.screen.view
        chosen = {copy.cell for copy in self.copies.values()}
        for each in self.territories.sides:
            own, copied = each.seat == view.seat, each.seat == self.seat
            targets, cells = self.targets if copied else (), chosen if own else ()
            shown = Highlights(targets, cells, dim_others=bool(chosen) and (own or copied))
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
        words = _("{key:choose}: copy {card} for {points}, {total} in all.")
        of_card, of_all = card_text.points(points), sheet.total
        return PromptLine(words.format(key=KEY, card=copy.card.noun, points=of_card, total=of_all))

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
        return self._copy_at(*self.territories.pointed)

    def _copy_at(self, seat: int, cell: Cell) -> Copy | None:
        card = self.screen.view.sides[seat].card(cell)
        return self.copies.get(card) if seat == self.seat and card is not None else None

    def _sheet(self, seat: int, copy: Copy | None = None) -> ScoreSheet:
        """Score a territory, ninjas that have not chosen taking what is best for them."""
        view = self.screen.view
        side, territory, other = view.sides[seat], view.territory(seat), view.territory(1 - seat)
        copies = best_copies(territory, other) | side.copies
        return score(territory, copies | ({copy.cell: copy.card} if copy else {}), opponent=other)


def _copies(view: PlayerView) -> dict[Card, Copy]:
    return {action.card: action for action in view.legal_actions if isinstance(action, Copy)}


class NinjaScreen(CardScreen):
    """A screen on which a ninja's choice is made."""

    CSS_PATH = stylesheet("games/naishi/open_territories.tcss")
    DEFAULT_CLASSES = "-territories -ninja"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(*ARROWS, "next", "choose")]


class Ninja(NinjaScreen):
    """The seat whose ninja it is chooses a character of its own territory."""

    def __init__(self, participant: Participant, settings: "Settings") -> None:
        super().__init__(participant, settings)
        self.ninja = self.middle = self.control = NinjaControl(self, at_best=settings.hints)  # as in the score so far
        self.cursor = self.ninja.territories
        self.parts.append(self.ninja)
        self.offer(self.game_commands, self.ninja.handlers)
        self.offer({"choose": self.ninja.copy, "back": self.ask_to_leave})
        self.draw()

    def outdated(self) -> bool:
        return _has_left(self, Phase.COPY)

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
