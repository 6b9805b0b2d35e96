"""The gift: each player gives one of two dealt cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.rules.actions import Give
from naishi.games.naishi.rules.cards import HAND, Card, Phase
from naishi.sessions.participant import Ask, Participant
from naishi.settings.keymap import KEY, arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board import River
from naishi_tui.games.naishi.board_view import CardScreen
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.cards.faces import Highlights, card_face
from naishi_tui.games.naishi.panels import RowLabel
from naishi_tui.keys import action_of, bindings, bindings_of
from naishi_tui.table.game_screen import BotScreen
from naishi_tui.table.part import Handlers, Part
from naishi_tui.widgets.text_rows import Column, KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.widgets.text_rows import Prompt


class GiftScreen(BotScreen, Protocol):
    """A screen on which a gift is chosen."""

    prompt: Prompt

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do at the cursor, or nothing."""


def gift_bindings() -> list[Binding]:
    first, second, other = map(action_of, ("first", "second", "other"))
    return [
        *bindings({"left": first, "column_1": first, "right": second, "column_2": second}),
        *bindings({"next": other, "previous": other}),
        *bindings_of("choose", "advice"),
    ]


class GiftControl(Part):
    """Two dealt cards, one of which is pointed at.

    Args:
        whose: What stands above them; by default to whom they were dealt.
    """

    def __init__(self, screen: GiftScreen, whose: str = "") -> None:
        self.screen, self.whose = screen, whose
        self.pointed = 0
        self.river, self.dealt = River(id="river"), CardRow(id="dealt")
        self.handlers: Handlers = {
            "first": partial(self.point, 0),
            "second": partial(self.point, 1),
            "other": self.point_at_other,
        }
        """The commands of the choice, but for the one that gives."""

    def widgets(self) -> tuple[Widget, ...]:
        view = self.screen.view
        whose = self.whose or _("Dealt to {name}").format(name=view.names[view.seat])
        return (
            Column(
                RowLabel(_("River"), _("cards left")),
                self.river,
                RowLabel(whose),
                self.dealt,
                id="board",
            ),
        )

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
            self.screen.prompt.show(said.text, self.screen.cursor_help().text, failed=said.refused)

    def card(self) -> Card:
        return self._given_and_kept()[0]

    def worth(self) -> str:
        """Say nothing: what it is worth is seen beside it, or not known yet."""
        return ""

    def next_card(self, columns: int, _rows: int) -> Card:
        if columns:
            self.point_at_other()
        return self.card()

    def pick(self, row: CardRow, position: int) -> bool:
        """Point at a card that was clicked; return whether it is one of the dealt ones, which is to be given."""
        if row is not self.dealt:
            return False
        self.point(position)
        return True

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


class Gift(CardScreen):
    """Two dealt cards: one is kept, the other given. Neither player sees the other's gift before both have chosen."""

    CSS_PATH = stylesheet("games/naishi/gift.tcss")
    DEFAULT_CLASSES = "-gift"
    BINDINGS: ClassVar[list[BindingType]] = [*gift_bindings()]

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.gift = self.cursor = self.middle = self.control = GiftControl(self)
        own: Handlers = {"choose": self.gift.give, "back": self.ask_to_leave, "advice": self.advise}
        self.offer(self.game_commands, self.gift.handlers, own)
        self.draw()

    def outdated(self) -> bool:
        moved_on = self.view.phase is not Phase.GIFT or Ask.HAND_OVER in self.participant.allowed
        return moved_on or bool(self.participant.ended_early)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        if self.gift.acting:
            yield KeyHint("other", arrows("←→"), _("choose"))
            yield hint("choose", _("give"))
        yield hint("explain", minor=False)
        yield from self.requests.hints()
        yield hint("rules")
        yield hint("back", _("leave"))

    def show_prompt(self, said: PromptLine | None = None) -> None:
        """Draw the prompt; what is said stands above what Enter would do."""
        super().show_prompt(said)
        self.gift.keep_enter_named(said)

    def advise(self) -> None:
        self.refuse(_("There is advice from the first turn on."))
