"""A finished game counted: territories, score pad, reasons."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import BindingType
from textual.timer import Timer
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.turns import TurningPoint, by_points
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import BASE_CARDS, HAND, LINE, TERRITORY, Card, Cell, Phase
from naishi.games.naishi.rules.scoring import Outcome, ScoreLine, ScoreSheet
from naishi.games.naishi.text import expansion
from naishi.games.naishi.text.sentences import balance, bare_balance, heading, result, sentence, told_in_short
from naishi.sessions.one_keyboard import GamesWon, with_winner
from naishi.sessions.participant import Ask, Participant
from naishi.settings.keymap import arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board import Hand, Line
from naishi_tui.games.naishi.board_view import CardScreen
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardRow, true_pictures
from naishi_tui.games.naishi.cards.card_text import RYOKAN, CardOrRyokan
from naishi_tui.games.naishi.cards.faces import Highlights, worth_of_lines
from naishi_tui.games.naishi.panels import NameLabel, NextSteps, Story
from naishi_tui.games.naishi.reading import CardCursor
from naishi_tui.games.naishi.score_pad import ScorePad
from naishi_tui.games.naishi.study.curves import PointsCurve
from naishi_tui.messages import ShowAnalysis, action_of, bindings, bindings_of
from naishi_tui.table.part import ARROWS, Part, moves
from naishi_tui.widgets.text_rows import Column, KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class OpenTerritory(Column):
    """A seat's Line above its Hand, below its name."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.label, self.line, self.hand = NameLabel(), Line(id=f"line-{seat}"), Hand(id=f"hand-{seat}")
        super().__init__(self.label, self.line, self.hand, id=f"territory-{seat}")

    def show(
        self,
        view: PlayerView,
        lines: Iterable[ScoreLine],
        highlights: Highlights,
        *,
        lit: bool,
        note: str = "",
        rating: str = "",
    ) -> None:
        """Draw the territory, each card with what it is worth, and a note beside the name; `lit` if it stands out."""
        side, worth = view.sides[self.seat], worth_of_lines(lines)
        below = _("Line and Hand")
        if rating:
            below = f"{rating} · {below}"
        if points := view.ryokan_of(self.seat):
            below = _("{what} · Ryokan {points}").format(what=below, points=points)
        self.label.show(view.names[self.seat], self.seat, below, note, lit=lit)
        self.line.show(side, worth, highlights)
        self.hand.show(side, worth, highlights)


class OpenTerritories(Part, CardCursor):
    """Both territories, one below the other, and a cursor on all twenty cards.

    Args:
        beside: Returns what else there is to see, each time that the screen is composed.
    """

    def __init__(
        self, screen: CardScreen, pointed: tuple[int, Cell], beside: Callable[[], Iterable[Widget]] = tuple
    ) -> None:
        self.screen, self.beside = screen, beside
        self.pointed = pointed
        self.sides = OpenTerritory(0), OpenTerritory(1)
        self.handlers = moves(self.move)

    def widgets(self) -> tuple[Widget, ...]:
        return (Column(Column(*self.sides, id="territories"), *self.beside(), id="middle"),)

    async def show_true_pictures(self) -> None:
        """Paint the cards of both as true pictures, once these are ready; nothing where the terminal keeps none."""
        rows = [row for each in self.sides for row in (each.line, each.hand)]
        if (pictures := true_pictures(self.screen.app, often=True)) is not None:
            await pictures.prepare({scene for row in rows for scene in row.scenes()})
        for row in rows:
            row.true_pictures = True

    def card(self) -> CardOrRyokan | None:
        seat, cell = self.pointed
        return self.screen.view.sides[seat].card(cell)

    def next_card(self, columns: int, rows: int) -> CardOrRyokan | None:
        self.move(columns, rows)
        return self.card()

    def draw_cursor(self, *, elsewhere: bool = False) -> None:
        """Draw the cursor; on no card if it is `elsewhere`."""
        seat, cell = self.pointed
        for each in self.sides:
            for row, cells in ((each.line, LINE), (each.hand, HAND)):
                row.cursor = cell.position if each.seat == seat and cell in cells and not elsewhere else None

    def point_at(self, seat: int, cell: Cell) -> None:
        self.pointed = seat, cell
        self.screen.draw()

    def move(self, columns: int, rows: int) -> None:
        seat, cell = self.pointed
        x = min(max(cell.position + columns, 0), 4)
        y = min(max(2 * seat + (cell in HAND) + rows, 0), 3)
        self.pointed = y // 2, TERRITORY[y % 2 * 5 + x]
        self.screen.draw()

    def pick(self, row: CardRow, position: int) -> str:
        """Move the cursor to a card that was clicked, which is to be chosen."""
        side = next(each for each in self.sides if row in {each.line, each.hand})
        self.point_at(side.seat, (HAND if row is side.hand else LINE)[position])
        return "choose"


class CountedTerritories(OpenTerritories):
    """Counted territories; what stands on the score pad is chosen by keys, and by clicks on cards and on the pad."""

    def __init__(self, screen: CardScreen, outcome: Outcome, beside: Callable[[], Iterable[Widget]]) -> None:
        super().__init__(screen, (outcome.winner or 0, Cell.L3), beside)
        self.outcome = outcome
        self.on_ryokan = False

    @property
    def lines(self) -> list[ScoreLine]:
        """What the card under the cursor earned: a Traveller nothing, a Legendary Monk as a monk and as a torii."""
        return [] if self.on_ryokan else self._lines(*self.pointed)

    def _lines(self, seat: int, cell: Cell) -> list[ScoreLine]:
        return [line for line in self.outcome.sheets[seat].lines if cell in line.cells]

    @property
    def rows(self) -> tuple[CardOrRyokan, ...]:
        return (RYOKAN,) if self.on_ryokan else tuple(line.pad_row for line in self.lines)

    @override
    def card(self) -> CardOrRyokan | None:
        return RYOKAN if self.on_ryokan else super().card()

    @override
    def worth(self) -> str:
        return " ".join(map(card_text.earned, self.lines))

    @override
    def pick(self, row: CardRow, position: int) -> str:
        """Move the cursor to a card that was clicked; there is nothing to choose."""
        self.on_ryokan = False
        super().pick(row, position)
        return ""

    @override
    def move(self, columns: int, rows: int) -> None:
        """Move the cursor over both territories, and from the last row down to the Ryokan, if a player has it."""
        seat, cell = self.pointed
        above_it = seat == 1 and cell in HAND and any(sheet.ryokan for sheet in self.outcome.sheets)
        if self.on_ryokan or (above_it and rows > 0):
            self.on_ryokan = rows >= 0
            self.screen.draw()
        else:
            super().move(columns, rows)

    def point_at_row(self, row: CardOrRyokan, seat: int | None) -> None:
        """Move the cursor to what stands in a row of the pad, or to the next of it; tell if nothing does.

        Args:
            seat: In whose column it was clicked; None beside both columns.
        """
        here = self.pointed[0]
        seats = (here, 1 - here) if seat is None else (seat,)
        if row == RYOKAN:
            self.on_ryokan = True
            self.screen.draw()
        elif place := next(filter(None, (self._place(each, row) for each in seats)), None):
            self.on_ryokan = False
            self.point_at(*place)
        elif row is Card.NINJA:
            self.screen.tell(_("A ninja's points are in the row of the card it copies."))
        else:
            names = " · ".join(self.screen.view.names[each] for each in sorted(seats))
            self.screen.tell(_("{name}: no card in this row.").format(name=names))

    def _place(self, seat: int, row: CardOrRyokan) -> tuple[int, Cell] | None:
        """Return a card of the line behind the cursor in a row, one of that line alone if possible."""
        lines = [line for line in self.outcome.sheets[seat].lines if line.pad_row is row]
        if not lines:
            return None
        here = next((n for n, line in enumerate(lines) if seat == self.pointed[0] and line in self.lines), -1)
        line = lines[(here + 1) % len(lines)]
        return seat, min(line.cells, key=lambda cell: len(self._lines(seat, cell)))


A_ROW = 0.25
"""Seconds for a row of the score pad."""


class ScoreView(Part):
    """Counts a row of the pad at a time; any key or click shows the rest at once, and does nothing else.

    Args:
        reader: The seat of the one person who reads this, addressed as "you"; None where both do.
        turning_point: Finds the turning point of the game; by default, its points tell.
        steps: What one may do next, once it is counted: the ids of commands, each with what it does.
    """

    def __init__(
        self,
        screen: CardScreen,
        series: GamesWon,
        *,
        reader: int | None = None,
        turning_point: Callable[[], TurningPoint | None] | None = None,
        steps: Callable[[], Iterable[tuple[str, str]]] = tuple,
    ) -> None:
        assert screen.view.outcome is not None  # noqa: S101 - the game is over
        self.screen, self.outcome, self.series, self.reader = screen, screen.view.outcome, series, reader
        self.pad, self.next, self._steps = ScorePad(id="pad"), NextSteps(id="next"), steps
        self.curve = PointsCurve(id="curve")
        self.territories = self.cursor = CountedTerritories(
            screen, self.outcome, lambda: [Column(self.pad, self.curve, self.next, id="counted")]
        )
        self.turning_point = turning_point or (lambda: by_points(screen.view))
        self._turned: TurningPoint | None = None
        self.counted = 0 if screen.settings.animations else len(BASE_CARDS)
        self._clock: Timer | None = None

    @property
    def counting(self) -> bool:
        return self.counted < len(BASE_CARDS)

    def start(self) -> None:
        self.look_again()
        self._clock = self.screen.set_interval(A_ROW, self.count, pause=not self.counting)
        self.screen.call_after_refresh(self.screen.run_worker, self.territories.show_true_pictures)

    def count(self) -> None:
        self.counted += 1
        self.screen.draw()
        if not self.counting and self._clock is not None:
            self._clock.pause()

    def key_pressed(self, event: events.Key) -> None:
        """End the counting; the key does nothing else."""
        if self.counting:
            event.stop().prevent_default()
            self.clicked()

    def clicked(self) -> None:
        if self.counting:
            self.counted = len(BASE_CARDS) - 1
            self.count()

    def look_again(self) -> None:
        """Find the turning point: there may be an analysis now that says more than the points."""
        self._turned = self.turning_point()
        self.draw()

    def widgets(self) -> tuple[Widget, ...]:
        return self.territories.widgets()

    def draw(self) -> None:
        view = self.screen.view
        series = with_winner(self.series, view.result, view.names) if self.series else {}
        self.pad.show(self.outcome, view, self.counted, series, self.cursor.rows, self._story())
        self.curve.show(None if self.counting else view, (0, 1))
        self.next.show(() if self.counting else self._steps())
        ratings = ("", "") if self.counting else self.screen.participant.standings or ("", "")
        for each, sheet, rating in zip(self.territories.sides, self.outcome.sheets, ratings, strict=True):
            counted = [line for line in sheet.lines if line.pad_row in BASE_CARDS[: self.counted]]
            won = not self.counting and self.outcome.winner == each.seat
            note = card_text.points(sum(line.points for line in counted) if self.counting else sheet.total)
            each.show(view, counted, self._just_counted(sheet), lit=won, note=note, rating=rating)
        self.territories.draw_cursor(elsewhere=self.cursor.on_ryokan)

    def _just_counted(self, sheet: ScoreSheet) -> Highlights:
        if not self.counting or not self.counted:
            return Highlights()
        newest = BASE_CARDS[self.counted - 1]
        return Highlights({cell for line in sheet.lines if line.pad_row is newest for cell in line.cells})

    def _story(self) -> Story:
        if self.counting or (turned := self._turned) is None:
            return Story()
        return Story(
            heading(turned),
            " ".join(sentence(event, self.screen.view.names, self.reader) for event in turned.turn),
            told_in_short(turned, self.screen.view.names),
            balance(turned),
            bare_balance(turned),
        )

    def instruction(self) -> str:
        return _("Counting …") if self.counting else result(self.screen.view, self.reader)

    def cursor_help(self) -> PromptLine:
        if self.counting:
            return PromptLine(_("Press any key to see it all."))
        on_ryokan = self.cursor.on_ryokan
        return PromptLine(expansion.ryokan_earned(self.screen.view) if on_ryokan else self.cursor.worth())


class Score(CardScreen):
    """A finished game; the prompt says what the card under the cursor earned and why. See `ScoreView`."""

    CSS_PATH = stylesheet("games/naishi/open_territories.tcss")
    DEFAULT_CLASSES = "-territories -score"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings_of(*ARROWS, "score.rematch", "score.worst", "score.replay", "score.analyse"),
        *bindings({"choose": action_of("stay")}),
    ]

    def __init__(
        self,
        participant: Participant,
        settings: "Settings",
        series: GamesWon,
        turning_point: Callable[[], TurningPoint | None] | None = None,
        *,
        reader: int | None = None,
    ) -> None:
        super().__init__(participant, settings)
        self.points = self.middle = self.control = ScoreView(
            self, series, reader=reader, turning_point=turning_point, steps=self._steps
        )
        self.cursor = self.points.cursor
        self.parts.append(self.points)
        self.offer(self.game_commands, self.cursor.handlers)
        self.offer({"analyse": lambda: self.post_message(ShowAnalysis())})
        self.offer({"worst": lambda: self.post_message(ShowAnalysis(worst=True))})
        self.offer({"replay": self.requests.replay, "rematch": self.requests.rematch})
        self.offer({"stay": self.stay, "back": self.leave})
        self.draw()

    @property
    def reader(self) -> int | None:
        return self.points.reader

    @property
    @override
    def counting(self) -> bool:
        return self.points.counting

    def outdated(self) -> bool:
        return self.view.phase is not Phase.OVER

    def _steps(self) -> Iterator[tuple[str, str]]:
        """Yield what can be done next: the ids of commands, each with what it does."""
        if Ask.REMATCH in self.participant.allowed:
            yield "score.rematch", _("rematch")
        if Ask.REPLAY in self.participant.allowed:
            yield "score.worst", _("my worst move") if self.reader is not None else _("the worst move")
            yield "score.replay", _("replay")
            yield "score.analyse", _("analyse")
        yield "back", _("leave") if self.participant.goes_on_without else _("home")

    def instruction(self) -> str:
        unrated = () if self.counting else self.participant.unrated[:1]
        return " ".join((super().instruction(), *unrated))

    def cursor_help(self) -> PromptLine:
        return PromptLine(self.note) if self.note and not self.counting else super().cursor_help()

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        *steps, back = self._steps()
        yield KeyHint("", arrows("←↑↓→"), _("why"))
        yield hint("explain")
        yield from (hint(command) for command, _does in steps)
        yield hint("log")
        yield from self.requests.hints()
        yield hint(*back)

    @on(ScorePad.RowPicked)
    def _pad_clicked(self, event: ScorePad.RowPicked) -> None:
        self.points.cursor.point_at_row(event.row, event.seat)

    def on_screen_resume(self) -> None:
        if self.is_mounted and not self.counting:
            self.points.look_again()
