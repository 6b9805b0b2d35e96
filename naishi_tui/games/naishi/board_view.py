"""Screens with Naishi's board: cursor, and animated turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import _, listed
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.turns import copies_in, last_turn, newest_turn, without_copies
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.cards import HAND, LINE, RIVER, Card, counted
from naishi.games.naishi.rules.scoring import ScoreSheet
from naishi.games.naishi.text.sentences import in_short
from naishi.settings.keymap import keymap
from naishi_tui.dialogs.screens import ScrollText
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board import Board
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardRow
from naishi_tui.games.naishi.cards.faces import Highlights, changed_by
from naishi_tui.games.naishi.panels import Header, LastTurn
from naishi_tui.games.naishi.partial_action import cells_of
from naishi_tui.games.naishi.reading import CardCursor, Reading
from naishi_tui.messages import bindings_of
from naishi_tui.table.game_screen import GameScreen
from naishi_tui.table.part import Handlers, Part, moves

if TYPE_CHECKING:
    from naishi.sessions.participant import Participant
    from naishi.settings.schema import Settings
    from naishi_tui.games.naishi.table_questions import ChooseBot

BEAT = 0.25
"""Seconds that each frame stays at most: the cards before an action, marked, and as they lie after it."""


@dataclass(frozen=True)
class Steps:
    """How far the last turn has been shown: each action in two frames, before it and after it."""

    turn: tuple[Event, ...]
    frame: int = 0
    """How many frames have been shown before the present one."""
    animated: bool = False
    """Whether the frames are shown one by one, not just the last."""
    was_seen: bool = False
    """Whether nothing has to be marked any more."""

    @property
    def all_shown(self) -> bool:
        return not self.animated or self.frame >= 2 * len(self.turn)

    @property
    def so_far(self) -> tuple[Event, ...]:
        return self.turn if self.all_shown else self.turn[: self.frame // 2 + 1]

    @property
    def to_come(self) -> tuple[Event, ...]:
        return () if self.all_shown else self.turn[(self.frame + 1) // 2 :]

    @property
    def marked(self) -> tuple[Event, ...]:
        if self.was_seen:
            return ()
        return self.turn if self.all_shown else self.turn[self.frame // 2 : self.frame // 2 + 1]

    def next(self) -> Steps:
        return replace(self, frame=self.frame + 1)

    def skipped(self) -> Steps:
        """Show what is left at once; where nothing is left, all was seen."""
        return replace(self, was_seen=True) if self.all_shown else replace(self, animated=False)


class PerfectMemory(ScrollText):
    """The opponent's Hand as far as known, the discards, and the cards not yet seen."""

    def __init__(self, view: PlayerView) -> None:
        super().__init__(_("what a perfect memory knows"), _paragraphs(view))


def _paragraphs(view: PlayerView) -> Iterator[Content]:
    name = view.names[1 - view.seat]
    yield _titled(_("{name}'s Hand").format(name=name), _named(view.theirs.hand))
    if view.certain:
        yield _titled(_("Also in that Hand, position unknown"), _counted(counted(view.certain)))
    exposed = (card if shown else None for card, shown in zip(view.mine.hand, view.exposed, strict=True))
    yield _titled(_("Your Hand, as {name} knows it").format(name=name), _named(exposed))
    if view.exposed_somewhere:
        title = _("Also in your Hand, position unknown to {name}")
        yield _titled(title.format(name=name), _counted(counted(view.exposed_somewhere)))
    yield _titled(_("Not seen yet"), _counted(view.unseen))
    yield _titled(_("Discarded"), _counted(counted(view.discards)) if view.discards else [_("nothing")])


def _titled(title: str, texts: Iterable[str]) -> Content:
    return Content.assemble(Content.styled(title, "bold $accent"), f"\n{listed(texts, conjunction=False)}")


def _named(cards: Iterable[Card | None]) -> Iterator[str]:
    return (card.noun if card is not None else "?" for card in cards)


def _counted(cards: dict[Card, int]) -> Iterator[str]:
    return (f"{count} × {card.noun}" for card, count in cards.items())


NOTHING = Highlights()
REACTION = 0.2
"""Seconds that it takes at least to react to what has just been shown."""


class BoardCursor:
    """The cursor of a board, moved by keys."""

    def __init__(self, screen: CardScreen, board: Board) -> None:
        self.screen, self.board = screen, board
        self.moves = moves(self.move)
        self.columns: Handlers = {f"column_{n + 1}": partial(self.go_to_column, n) for n in range(5)}

    def card(self) -> Card | None:
        return self.board.card(self.screen.view)

    def move(self, columns: int, rows: int) -> None:
        self.board.move_cursor(columns, rows)
        self.screen.cursor_moved()

    def go_to_column(self, position: int) -> None:
        self.board.point_at(position=position)
        self.screen.cursor_moved()

    def next_card(self, columns: int, rows: int) -> Card | None:
        """Move the cursor, beyond the end of a row to the next one, and return the card under it."""
        if not rows and not 0 <= self.board.position + columns <= 4:
            self.board.point_at(position=4 if columns < 0 else 0)
            columns, rows = 0, columns
        self.move(columns, rows)
        return self.card()

    def worth(self) -> str:
        view, cell = self.screen.view, self.board.cell
        if not self.screen.settings.hints or view.public or None in view.mine.hand or self.board.on_opponents_side:
            return ""
        lines = [line for line in turns.if_it_ended(view).lines if cell in line.cells]
        words = _("Worth here and now: {reasons}")
        return words.format(reasons=" ".join(map(card_text.earned, lines))) if lines else ""

    def pick(self, _row: CardRow, _position: int) -> str:
        """Draw what Enter would do there; the board has moved the cursor by itself."""
        self.screen.cursor_moved()
        return "card"


class BoardView(Part):
    """Draws a view on the board, and what was newly done there until the next key.

    Where animations are on, the newest turn is shown action by action, with the cards as they lay before it. The next
    key ends that; what it would choose among cards that nobody has seen yet, it doesn't.

    Args:
        open_hand: Returns the Hand on the other side, where it lies open.
        copies_told: Whether to tell what ninjas copy; not where the Hands have yet to be opened.
    """

    def __init__(
        self,
        screen: CardScreen,
        turn: Callable[[PlayerView], tuple[Event, ...]] = last_turn,
        open_hand: Callable[[], Sequence[Card | None] | None] = lambda: None,
        *,
        copies_told: bool = True,
        lasting: bool = False,
    ) -> None:
        self.screen, self._copies_told, self._lasting = screen, copies_told, lasting
        self._open_hand = open_hand
        self._turn = turn if copies_told else lambda view: turn(without_copies(view))
        self.board, self.last_turn = Board(), LastTurn(id="last-turn")
        self.cursor = BoardCursor(screen, self.board)
        newest = self._turn(screen.view)
        self.steps = Steps(newest, animated=newest == newest_turn(screen.view) and self._moves_cards(newest))
        self.cut_short = False
        """Whether the newest key or click has ended the showing of a turn, or came before its end could be seen."""
        self._seen_from = 0.0
        """From when on keys may be meant for the cards as they lie now. (In the time of events.)"""
        self._view, self._sheet = screen.view, self._worth(screen.view)
        self._timer: Timer | None = None

    def widgets(self) -> tuple[Widget, ...]:
        return self.board, self.last_turn

    def draw(self, highlights: Highlights = NOTHING) -> None:
        view = self.screen.view
        if (open_hand := self._open_hand()) is not None:
            sides = [*view.sides]
            sides[1 - view.seat] = view.theirs.model_copy(update={"hand": tuple(open_hand)})
            view = view.model_copy(update={"sides": tuple(sides)})
        view = turns.before(view, self.steps.to_come) if self.showing else view
        shown = open_hand is not None or self.screen.settings.memory_aid or view.public
        self._view, self._sheet = view, self._worth(view)
        self.board.ratings = self.screen.participant.standings or ("", "")
        self.board.show(
            view,
            self._with_changes(highlights),
            sheet=self._sheet,
            known=view.theirs.hand if shown else (None,) * 5,
            face_up=open_hand is not None,
            told=self.steps.turn if self._copies_told else (*self.steps.turn, *copies_in(view)),
            reader=self.screen.reader,
        )
        self.last_turn.show(view, self.steps.so_far, self.screen.reader)

    def _worth(self, view: PlayerView) -> ScoreSheet | None:
        return turns.if_it_ended(view) if self.screen.settings.hints and not view.public else None

    def point_out(self, highlights: Highlights) -> None:
        self.board.show_cards(self._view, self._with_changes(highlights), self._sheet)

    def _with_changes(self, highlights: Highlights) -> Highlights:
        changed = changed_by(self.steps.marked, self.screen.view.seat)
        return replace(highlights, changed=changed.changed, changed_mine=changed.changed_mine)

    def _moves_cards(self, turn: Sequence[Event]) -> bool:
        wanted = self.screen.settings.animations and self.screen.participant.pace > 0
        return wanted and any(event.action is not None and cells_of(event.action) for event in turn)

    @property
    def showing(self) -> bool:
        return not self.steps.all_shown

    def start(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        if self.showing:
            self._timer = self.screen.set_timer(min(self.screen.participant.pace, BEAT), self._next_step)

    def _next_step(self) -> None:
        if not self.showing:  # a key has shown the rest meanwhile
            return
        self.steps = self.steps.next()
        if not self.showing:
            self._seen_from = events.Idle().time + REACTION
        self.screen.draw()
        self.start()

    def view_changed(self, before: PlayerView) -> None:
        view = self.screen.view
        turn, shown = self._turn(view), self.steps.turn
        if len(view.events) > len(before.events) and turn != shown:
            before_it = len(shown) if turn[: len(shown)] == shown else 0
            self.steps = Steps(turn, 2 * before_it, animated=self._moves_cards(turn))
            self._seen_from = events.Idle().time
        else:
            self.steps = Steps(turn, was_seen=True)
        self.start()

    def card_commands(self) -> Handlers:
        """Return the commands that move the cursor from card to card where the arrow keys move through time."""
        go = partial(self.board.point_at_next, (*RIVER, *LINE, *HAND))
        return {"next": partial(go, 1), "previous": partial(go, -1)}

    def show_turn(self) -> None:
        self.steps = Steps(self._turn(self.screen.view))

    def key_pressed(self, event: events.Key) -> None:
        """Show at once what is left of the last turn; the next key ends the marking: it was seen."""
        self.cut_short = self.showing or event.time < self._seen_from
        moving = {key for command in (*self.cursor.moves, *self.cursor.columns) for key in keymap().keys(command)}
        if event.key in moving:  # whoever moves the cursor sees the cards, and means what comes next
            self._seen_from = min(self._seen_from, event.time)
        self._skip(marks=not self._lasting)

    def clicked(self) -> None:
        self.cut_short = self.showing or events.Idle().time < self._seen_from
        self._skip(marks=False)

    def _skip(self, *, marks: bool) -> None:
        if (self.showing or marks) and (steps := self.steps.skipped()) != self.steps:
            self.steps = steps
            self.screen.draw()


class CardScreen(GameScreen):
    """A screen with a cursor on cards, which explains the one under it; of a board, if not said otherwise."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("legend")]

    view: PlayerView
    header: Header
    reading: Reading
    cursor: CardCursor

    def __init__(self, participant: Participant, settings: Settings) -> None:
        super().__init__(participant, settings)
        self.header, self.reading = Header(id="header"), Reading(self, lambda: self.cursor)

    def show_header(self) -> None:
        self.header.show(self.view, self.note, clock=self.participant.clock)

    def show_memory(self) -> None:
        """Show what a perfect memory knows, if the players want that."""
        if self.view.public:
            self.refuse(_("You are watching; the memory aid is for the players."))
        elif not self.settings.memory_aid:
            self.refuse(_("The memory aid is off; it can be switched on in the settings."))
        else:
            self.app.push_screen(PerfectMemory(self.view))

    @override
    def in_short(self, event: Any) -> str:
        return in_short(event)

    def choose_bot(self) -> ChooseBot:
        from naishi_tui.games.naishi.table_questions import ChooseBot

        return ChooseBot()

    @on(CardRow.Asked)
    async def _card_asked(self, event: CardRow.Asked) -> None:
        self.cursor.pick(event.row, event.position)
        await self._run("explain")

    @on(CardRow.Hovered)
    def _card_hovered(self, event: CardRow.Hovered) -> None:
        self.cursor.pick(event.row, event.position)

    @on(CardRow.Picked)
    async def _card_clicked(self, event: CardRow.Picked) -> None:
        if not event.again:  # a double click acts once: a second action was not meant
            await self._run(self.cursor.pick(event.row, event.position))
