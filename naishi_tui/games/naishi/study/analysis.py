"""Analysis of a finished game: accuracy, chances, mistakes."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import Worker
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, ngettext
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import Decision, Verdict
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.study import Run, Study
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.settings.keymap import KEY, shown
from naishi_tui.dialogs.screens import ScrollText, SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board import Hand, Line, River
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.faces import Highlights, worth_of_lines
from naishi_tui.games.naishi.panels import NameLabel, RowLabel
from naishi_tui.games.naishi.partial_action import cells_of
from naishi_tui.games.naishi.study.curves import Curves
from naishi_tui.messages import ShowExercises, bindings
from naishi_tui.widgets.text_rows import Column, Ground, KeyHint, KeyLine, Menu, Span, TextRow, TextRows, hint


class BoardThen(Column):
    """Both territories and the River as they lay; what was played and what would have been better are marked."""

    def __init__(self, *, id: str) -> None:
        self.their_label, self.my_label = NameLabel(), NameLabel()
        self.their_hand, self.their_line = Hand(id="their-hand-then"), Line(id="their-line-then")
        self.river_label, self.river = RowLabel(_("River")), River(id="river-then")
        self.my_line, self.my_hand = Line(id="my-line-then"), Hand(id="my-hand-then")
        super().__init__(
            *(self.their_label, self.their_hand, self.their_line),
            *(self.river_label, self.river),
            *(self.my_label, self.my_line, self.my_hand),
            id=id,
        )

    def show(self, game: Game, ply: int, seat: int, decision: Decision | None = None) -> None:
        """Draw a moment of a finished game from a seat's side; with a decision, also what it was about."""
        then = game.at(ply)
        view, other = then.view(seat), then.view(1 - seat)
        better = decision is not None and decision.best != decision.played
        shown = Highlights(
            chosen=cells_of(decision.played) if decision is not None else (),
            advised=decision.best if decision is not None and better else None,
        )
        self._show_side(other, self.their_label, self.their_hand, self.their_line, shown.on_opponents_side(), lit=False)
        marks = _("◆ played, ★ better") if better else _("◆ played") if decision is not None else ""
        self.river_label.show(_("River"), marks)
        self.river.show(view, shown)
        self._show_side(view, self.my_label, self.my_hand, self.my_line, shown.on_own_side(), lit=True)

    def _show_side(
        self, view: PlayerView, label: NameLabel, hand: Hand, line: Line, highlights: Highlights, *, lit: bool
    ) -> None:
        sheet = turns.if_it_ended(view) if None not in view.mine.hand else None
        worth = worth_of_lines(sheet.lines) if sheet is not None else {}
        zones = _("Line and Hand") if lit else _("Hand and Line")
        label.show(view.names[view.seat], view.seat, zones, card_text.points(sheet.total) if sheet else "", lit=lit)
        hand.show(view.mine, worth, highlights)
        line.show(view.mine, worth, highlights)


BAR = 20
"""The length of the bar that shows how far the analysis is."""


class Chosen(NamedTuple):
    """What to look at in the replay."""

    ply: int
    """The moment before the decision that was chosen."""
    mistakes: Mapping[int, tuple[str, ...]]
    """What there is to say about decisions of both players, in sentences, by their moments."""


class AnalysisScreen(SteadyScreen[Chosen | None], Ground):
    """Its result is what to look at in the replay, or None.

    Args:
        at: The moment before the decision that was looked at in the replay, to go on from there.
    """

    CSS_PATH = stylesheet("games/naishi/study/analysis.tcss")
    AUTO_FOCUS = "#mistakes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop_or_leave", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        *bindings(
            {
                "list.back": "stop_or_leave",
                "analysis.other": "other_player",
                "analysis.open_cards": "open_cards",
                "analysis.deeper": "deeper",
                "analysis.moves": "all_moves",
                "analysis.learn": "learn",
                "analysis.help": "help",
            }
        ),
    ]

    def __init__(self, study: Study, *, to_worst: bool = False, at: int | None = None) -> None:
        super().__init__()
        self.study, self.game = study, study.game
        self.to_worst = to_worst
        self.rounds = [event.round for event in self.game.events()]
        self.looked_at = at
        self.seat = self.game.events()[at].seat if at is not None else study.reader or 0
        self.analysis: Analysis | None = None
        self.under_way: Run | None = None
        self._following: Worker[None] | None = None
        self.trouble = ""
        self.open_cards = False
        self.all_moves = False
        """Whether all decisions are listed, and not only those that cost most."""

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        with Horizontal(id="middle"):
            with Vertical(id="judgement"):
                yield Static(id="summary")
                yield Curves(id="curves")
                yield Static(id="ledger")
                yield TextRows(id="board")
                yield Menu(id="mistakes", compact=True)
                yield Static(id="why")
            yield BoardThen(id="cards")
        yield TextRows(id="progress")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        self.analysis = self.study.found
        if self.analysis is None:
            self.begin("quick")
        self.show()
        if self.analysis is not None and self.looked_at in {each.ply for each in self.analysis.decisions}:
            self._go_to(self.looked_at)

    async def on_screen_resume(self) -> None:
        await self.study.due()
        if not self.dismissed:
            self.query_one("#keys", KeyLine).show(self._key_hints())

    async def take(self, analysis: Analysis) -> None:
        self.analysis = analysis
        await self.study.keep(analysis)
        if self.to_worst and (worst := self._worst_of(analysis)) is not None:
            self.dismiss(worst)

    def worst_of_stored(self) -> Chosen | None:
        return self._worst_of(self.study.found) if self.study.found is not None else None

    def _worst_of(self, analysis: Analysis) -> Chosen | None:
        """The move of the only person, or of both players, that lost most; nothing if none lost anything."""
        seats = {0, 1} if self.study.reader is None else {self.study.reader}
        lost = [each for each in analysis.decisions if each.seat in seats and each.loss > 0]
        worst = max(lost, key=lambda each: each.loss, default=None)
        if worst is None:
            return None
        found = self._chosen(worst, analysis)
        first, *rest = found.mistakes[worst.ply]
        said = _("The worst move. {decision}") if self.study.reader is None else _("Your worst move. {decision}")
        return Chosen(found.ply, {**found.mistakes, worst.ply: (said.format(decision=first), *rest)})

    def _chosen(self, one: Decision, analysis: Analysis) -> Chosen:
        told = {each.ply: each for each in (*analysis.mistakes(), *analysis.costliest(one.seat), one)}
        return Chosen(one.ply, {ply: words.on_the_board(each, self.game) for ply, each in told.items()})

    def begin(self, depth: str) -> None:
        self.trouble = ""
        try:
            self.under_way = self.study.run(depth)
        except NaishiError as error:
            self.trouble = str(error)
        else:
            self._following = self._follow(self.under_way)

    @work(exclusive=True)
    async def _follow(self, run: Run) -> None:
        steps = run.steps()
        try:
            async for _share in steps:
                if run.depth == "quick" and run.begun:
                    self.analysis = run.analysis
                self.show()
            await self.take(run.analysis)
        except NaishiError as error:
            self.trouble = str(error)
        finally:
            await steps.aclose()
            if self.under_way is run:
                self.under_way = None
        self.show()

    @property
    def complete(self) -> bool:
        under_way = self.under_way.depth if self.under_way is not None else ""
        return self.analysis is not None and self.analysis.depth != under_way

    def show(self) -> None:
        """Draw what is known so far, unless the screen has been left."""
        if self.dismissed:
            return
        name = self.game.players[self.seat].name
        heading = _("analysis: {name}").format(name=name)
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(f" {heading}")),)
        self._show_progress()
        self.query_one("#keys", KeyLine).show(self._key_hints())
        if self.analysis is None:
            self.query_one("#cards", BoardThen).show(self.game, len(self.game.actions), self.seat)
            return
        self._show_curves()
        you = self.seat == self.study.reader
        said = words.with_open_cards(self.analysis, self.game, self.seat, you=you) if self.open_cards else ""
        self.query_one("#ledger", Static).update(Content(said))
        summary = self._summary(self.analysis) if self.complete else ""
        self.query_one("#summary", Static).update(Content(summary))
        self._show_mistakes(self.analysis)
        self._say_why()

    def _summary(self, analysis: Analysis) -> str:
        """Say how accurate the player was; where there is room, also when the game turned."""
        said = words.summary(analysis, self.seat)
        roomy = self.has_class("-tall", "-wider") or self.has_class("-tallest") or self.has_class("-towering")
        return f"{said} {words.turning_point(analysis, self.game, self.seat)}".rstrip() if roomy else said

    def _listed(self, analysis: Analysis) -> tuple[Decision, ...]:
        wanted = {each.ply for each in (*analysis.mistakes(self.seat), *analysis.costliest(self.seat))}
        return tuple(
            each for each in analysis.decisions if each.seat == self.seat and (self.all_moves or each.ply in wanted)
        )

    def _show_mistakes(self, analysis: Analysis) -> None:
        listed = self._listed(analysis)
        options = [Option(Content(words.judged(each, self.game)), id=str(each.ply)) for each in listed]
        if self.query_one("#mistakes", Menu).fill(options) and not listed:
            self.query_one("#why", Static).update("")

    @property
    def _under_cursor(self) -> Decision | None:
        option = self.query_one("#mistakes", Menu).highlighted_option
        if option is None or self.analysis is None:
            return None
        return next((each for each in self.analysis.decisions if str(each.ply) == option.id), None)

    def _show_curves(self) -> None:
        if self.analysis is None:
            return
        chosen, at, moment = self._under_cursor, None, len(self.game.actions)
        if chosen is not None and chosen.seat == self.seat:
            at = moment = chosen.ply
        curves = self.query_one("#curves", Curves)
        curves.show(self.analysis, self.seat, self.rounds, open_cards=self.open_cards, at=at)
        self.query_one("#board", TextRows).rows = self._board(at) if at is not None else ()
        self.query_one("#cards", BoardThen).show(self.game, moment, self.seat, chosen if at is not None else None)

    def _board(self, ply: int) -> tuple[TextRow, ...]:
        """Return the cards on the table before a decision, the other player's above."""
        view = self.game.at(ply).view(self.seat)
        mine, theirs = self.game.at(ply).position.territories[:: 1 if self.seat == 0 else -1]
        rows = (
            (_("Hand"), view.names[1 - self.seat], theirs[5:]),
            (_("Line"), "", theirs[:5]),
            (_("River"), "", [pile.top for pile in view.river]),
            (_("Line"), view.names[self.seat], mine[:5]),
            (_("Hand"), "", mine[5:]),
        )
        cards = [[each.noun.short if each is not None else "-" for each in row] for _zone, _name, row in rows]
        width = max(cell_len(card) for row in cards for card in row) + 2
        side = max(cell_len(zone) for zone, _name, _row in rows) + 2
        return tuple(
            (
                Span(f" {set_cell_size(zone, side)}", "quiet"),
                *(Span(set_cell_size(card, width)) for card in row),
                Span(name, "quiet"),
            )
            for (zone, name, _row), row in zip(rows, cards, strict=True)
        )

    @on(OptionList.OptionHighlighted)
    def _show_why(self) -> None:
        self._say_why()
        self._show_curves()

    def _say_why(self) -> None:
        chosen = self._under_cursor
        if self.analysis is None or chosen is None:
            return
        said = list(words.better(chosen, self.game))
        if self.complete:  # until then, what comes next isn't known
            said.append(words.change(self.analysis, self.game, chosen.ply))
        self.query_one("#why", Static).update(Content(" ".join(filter(None, said))))

    @on(Curves.Chosen)
    def _curve_chosen(self, event: Curves.Chosen) -> None:
        if mine := self._on_curve:
            self._go_to(min(mine, key=lambda ply: abs(ply - event.ply)))

    @property
    def _on_curve(self) -> list[int]:
        """The moments of the player's decisions, where one may go along the curve."""
        found = self.analysis.decisions if self.analysis is not None and not self.open_cards else ()
        return [each.ply for each in found if each.seat == self.seat]

    def action_step(self, by: int) -> None:
        chosen, mine = self._under_cursor, self._on_curve
        if chosen is not None and chosen.ply in mine:
            self._go_to(mine[min(max(mine.index(chosen.ply) + by, 0), len(mine) - 1)])

    def _go_to(self, ply: int | None) -> None:
        """Put the cursor at a decision; one that isn't listed yet needs the list of all."""
        if self.analysis is None or ply is None:
            return
        if ply not in {each.ply for each in self._listed(self.analysis)}:
            self.all_moves = True
            self.show()
        menu = self.query_one("#mistakes", Menu)
        menu.highlighted = menu.get_option_index(str(ply))

    def action_all_moves(self) -> None:
        if not self.open_cards:
            self.all_moves = not self.all_moves
            self.show()

    def _show_progress(self) -> None:
        row: tuple[Span, ...] = (Span(f" {self.trouble}", "bad"),)
        if self.under_way is not None and self.under_way.ahead:
            row = (Span(f" {words.waiting(self.under_way.ahead)}", "quiet"),)
        elif self.under_way is not None:
            done = round(self.under_way.share * BAR)
            doing = _("Looking for the worst move … {share}%") if self.to_worst else _("Analysing … {share}%")
            text = doing.format(share=round(100 * self.under_way.share))
            row = Span(f" {'█' * done}", "key"), Span("·" * (BAR - done), "quieter"), Span(f" {text}", "quiet")
        elif not self.trouble and self.analysis is not None and not self.analysis.mistakes(self.seat):
            row = (Span(" "), Span(self._without_mistakes(self.analysis), "quiet"))
        self.query_one("#progress", TextRows).rows = (row,)

    def _without_mistakes(self, analysis: Analysis) -> str:
        unclear = analysis.verdicts(self.seat)[Verdict.TOO_CLOSE]
        if not unclear or not self._can_go_deeper:
            return _("No mistakes here.")
        return ngettext(
            "No clear mistakes. {count} decision is too close to call: {key:analysis.deeper} looks deeper.",
            "No clear mistakes. {count} decisions are too close to call: {key:analysis.deeper} looks deeper.",
            unclear,
            key=KEY,
        )

    @property
    def _can_go_deeper(self) -> bool:
        made = self.analysis.depth if self.analysis is not None else ""
        return self.under_way is None and made != "deep" and "deep" in self.study.depths

    def _key_hints(self) -> Iterator[KeyHint]:
        listed = self.analysis is not None and not self.open_cards and bool(self._listed(self.analysis))
        if listed:
            yield KeyHint("", "↑↓←→", _("choose"))
        if listed and self.complete:
            yield KeyHint("look", _("Enter"), _("look at it"))
        if not self.open_cards:
            said = _("costliest") if self.all_moves else _("all moves")
            yield hint("analysis.moves", said, gives="all_moves")
        words = _("decisions") if self.open_cards else _("open cards")
        yield KeyHint("open_cards", shown("analysis.open_cards"), words, minor=True)
        yield hint("analysis.other", gives="other_player")
        if self._can_go_deeper:
            yield hint("analysis.deeper")
        if self.study.to_learn:
            yield hint("analysis.learn")
        yield KeyHint("stop_or_leave", _("Esc"), _("stop") if self.under_way is not None else _("back"))

    @on(OptionList.OptionSelected)
    def action_look(self) -> None:
        chosen = self._under_cursor
        if chosen is not None and self.analysis is not None and self.complete:
            self.dismiss(self._chosen(chosen, self.analysis))

    def action_open_cards(self) -> None:
        self.open_cards = not self.open_cards
        self.set_class(self.open_cards, "-open")
        if not self.open_cards:
            self.query_one("#mistakes").focus()
        self.show()

    def action_other_player(self) -> None:
        self.seat = 1 - self.seat
        self.show()

    def action_deeper(self) -> None:
        """Analyse more thoroughly, which takes up to two minutes."""
        if self._can_go_deeper:
            self.begin("deep")
            self.show()

    def action_stop_or_leave(self) -> None:
        """Look no deeper, if the analysis before can be read on; else leave."""
        if self.under_way is None or not self.complete or self._following is None:
            self.dismiss(None)
            return
        self._following.cancel()
        self.under_way = None
        self.show()

    def action_help(self) -> None:
        looking = _("← and → go along the curve, ↑ and ↓ through the list; a click at the curve goes to that moment.")
        self.app.push_screen(ScrollText(_("the analysis"), map(Content, (*words.explained(), looking))))

    async def action_learn(self) -> None:
        if due := await self.study.due():
            self.post_message(ShowExercises(due))
