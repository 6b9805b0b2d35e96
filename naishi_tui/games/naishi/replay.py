"""Replay of Naishi, with analysis and branches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Label, Static
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.editor.draft import Draft
from naishi.games.naishi.editor.replay import NaishiReplay, play_better_line
from naishi.games.naishi.game.bot_names import levels
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import seated
from naishi.games.naishi.game.turns import newest_turn
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.text.sentences import hand_stays_hidden, result
from naishi.sessions import Ask
from naishi.settings.keymap import KEY
from naishi.tabletop.players import HUMAN, clean_name
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.board_view import BoardView, CardScreen
from naishi_tui.messages import COLUMNS, ShowEditor, StartGame, bindings_of, field_bindings, table_bindings
from naishi_tui.replay.replay import ReplayTime, digit_bindings
from naishi_tui.table.cover import cards_words
from naishi_tui.widgets.text_rows import ChoiceRow, KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import Studies
    from naishi.settings.schema import Settings
    from naishi.tabletop.pins import PinAttempts
    from naishi_tui.games.naishi.study.analysis import Chosen


class AgainstWhom(ModalScreen[Game | None], SteadyScreen[Game | None]):
    """A short form; its result is the new game, or None."""

    CSS_PATH = stylesheet("games/naishi/against_whom.tcss")
    AUTO_FOCUS = "#opponent"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", show=False),
        *field_bindings(),
        Binding("enter", "begin", show=False),
    ]

    def __init__(self, title: str, opponent: str = HUMAN) -> None:
        super().__init__()
        self.heading, self.first_offer = title, opponent

    def questions(self) -> ComposeResult:
        yield from ()

    def begin(self, kind: str) -> Game:
        raise NotImplementedError

    @override
    def compose(self) -> ComposeResult:
        kinds, words = zip((HUMAN, _("person")), *levels(), strict=True)
        chosen = kinds.index(self.first_offer) if self.first_offer in kinds else 0
        with Vertical(id="box"):
            yield Static(Content(self.heading), id="title")
            yield Label(Content(_("Against")))
            yield ChoiceRow(*words, id="opponent", chosen=chosen)
            yield from self.questions()
            with Horizontal(id="buttons"):
                yield Button(_("Play (Enter)"), id="begin", variant="primary", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        self.dismiss(None)

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        level = self.query_one("#opponent", ChoiceRow).chosen
        self.dismiss(self.begin(levels()[level - 1][0] if level else HUMAN))


class PlayFrom(AgainstWhom):
    """Asks for the seat and the face-down cards, too."""

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        super().__init__(_("A new game from this position"))
        self.position, self.names = position, names

    def questions(self) -> ComposeResult:
        yield Label(Content(_("Your seat")))
        yield ChoiceRow(*self.names, id="seat", chosen=self.position.turn)
        yield Label(Content(_("Hidden cards")))
        yield ChoiceRow(_("as they were"), _("dealt again"), id="cards", chosen=1)

    def begin(self, kind: str) -> Game:
        """Return the game; who has set it up need not know what lies face down in it."""
        seat = self.query_one("#seat", ChoiceRow).chosen
        players = seated(seat, self.names[seat], self.names[1 - seat], kind)
        draft = Draft(self.position.to_text())
        if self.query_one("#cards", ChoiceRow).chosen == 1:
            draft.shuffle_face_down(random.SystemRandom())
        return Game.from_position(draft.position, players)


class PlayOn(AgainstWhom):
    """Asks for the hidden cards, too."""

    def __init__(self, replay: NaishiReplay) -> None:
        self.replay = replay
        self.seat = (replay.turn or 0) if replay.seat is None else replay.seat
        """The seat of the person who plays on."""
        mine, theirs = replay.players[self.seat], replay.players[1 - self.seat]
        super().__init__(_("A new game from here, in {name}'s place").format(name=mine.name), theirs.kind)

    def questions(self) -> ComposeResult:
        """Ask for the hidden cards; in an unfinished game they stay hidden."""
        yield Label(Content(_("Hidden cards")))
        if self.replay.revealed:
            yield ChoiceRow(_("as they were"), _("dealt again"), id="cards")
        else:
            yield Static(Content(_("dealt again: the game isn't over")), id="anew")

    def begin(self, kind: str) -> Game:
        """Return the game. PINs stay with the other one."""
        anew = not self.replay.revealed or self.query_one("#cards", ChoiceRow).chosen == 1
        mine, theirs = self.replay.players[self.seat], self.replay.players[1 - self.seat]
        name = mine.name if mine.kind == HUMAN else clean_name(_("Player {number}").format(number=self.seat + 1))
        players = seated(self.seat, name, theirs.name, kind)
        return self.replay.branch(players, unknown_to=self.seat if anew else None)


class ReplayScreen(CardScreen):
    """The board, at any moment of a game; the arrow keys move through time. It leads to the analysis and back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(without={*COLUMNS, "decree", "choose", "advice", "memory", "faster", "slower"}),
        *bindings_of("replay.play", "replay.faster", "replay.slower", "replay.hands", "replay.analyse"),
        *bindings_of("replay.view_from", "replay.play_on", "replay.choices", "replay.edit"),
        *bindings_of("replay.first", "replay.last"),
        *digit_bindings(),
    ]
    participant: NaishiReplay

    def __init__(self, replay: NaishiReplay, settings: Settings, attempts: PinAttempts, studies: Studies) -> None:
        super().__init__(replay, settings)
        self.attempts, self._studies = attempts, studies
        self.hands_open = False
        self.board_view = BoardView(self, newest_turn, self._open_hand, lasting=True)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.time = ReplayTime(self, replay, result, self.board_view.show_turn)
        self._mistakes: Mapping[int, tuple[str, ...]] = {}
        self._from_analysis = False
        self._opened_by_analysis = False
        """Whether the analysis was there before the replay: who leaves it leaves both."""
        self._looked_at: int | None = None
        """The moment before the decision that was chosen in the analysis last."""
        self.parts += self.board_view, self.time
        without_bots = {name: each for name, each in self.game_commands.items() if name not in self.bots.handlers}
        self.offer(without_bots, self.time.handlers, self.board_view.card_commands())
        self.offer({"view_from": self.view_from, "hands": self.open_hands, "play_on": self.play_on})
        self.offer({"analyse": self.analyse, "choices": self.weigh, "edit": self.edit, "back": self.back})
        self.draw()

    def _open_hand(self) -> Sequence[Card | None] | None:
        shown = self.hands_open and not self.view.public
        return self.participant.view_of(1 - self.view.seat).mine.hand if shown else None

    @property
    def reader(self) -> int | None:
        return self.participant.reader

    @property
    @override
    def note(self) -> str:
        return prompt_text.seen_in_a_replay(self.view, hands_open=self.hands_open)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        revealed = self.participant.revealed
        yield from self.time.key_hints()
        if revealed:
            yield hint("replay.hands", _("one Hand") if self.hands_open else _("both Hands"))
            yield hint("replay.analyse")
        if Ask.BRANCH in self.participant.allowed:
            yield hint("replay.play_on")
            yield hint("replay.choices")
            if revealed:
                yield hint("replay.edit")
        yield hint("back")

    def instruction(self) -> str:
        return next(iter(self.mistake), "") or self.time.instruction()

    def cursor_help(self) -> PromptLine:
        reasons = self.mistake[1:]
        return PromptLine("" if reasons else self.time.cursor_help(), reasons=reasons)

    def on_screen_suspend(self) -> None:
        self.time.stop()

    def open_hands(self) -> None:
        if not self.participant.revealed:
            self.refuse(hand_stays_hidden())
            return
        self.hands_open = self.view.public or not self.hands_open
        if self.view.public:
            self.participant.look_from(0)
        self.time.show()

    @work
    async def view_from(self) -> None:
        if await self.time.next_viewpoint(self.attempts, cards_words()):
            self.hands_open = False
            self.time.show()

    def play_on(self) -> None:
        with self.attempt():
            self.participant.check_playing_on()
            if self.participant.must_choose_side:
                words = _("Choose a side first ({key:replay.view_from}): you play on with what that player knows.")
                raise NaishiError(words.format(key=KEY))
            self._play_on()

    @work
    async def _play_on(self) -> None:
        if not self.is_active:  # or a cover lies above, from whose player this would be kept
            return
        game = await self.app.push_screen_wait(PlayOn(self.participant))
        if game is not None:
            self.post_message(StartGame(game))

    def edit(self) -> None:
        """Set up another position, beginning with this one: with all cards open, so only once they are."""
        first, second = self.participant.players
        with self.attempt():
            self.participant.check(Ask.BRANCH)
            self.post_message(ShowEditor(self.participant.position_text(), (first.name, second.name)))

    @property
    def mistake(self) -> tuple[str, ...]:
        return self._mistakes.get(self.participant.ply, ())

    def begin_at(self, chosen: Chosen, *, from_analysis: bool = True) -> None:
        self._look_at(chosen)
        self._from_analysis = self._opened_by_analysis = from_analysis

    def _look_at(self, chosen: Chosen) -> None:
        self._mistakes, self._from_analysis, self._looked_at = chosen.mistakes, True, chosen.ply
        self.participant.go(chosen.ply)
        self.participant.look_from(self.participant.turn)
        self.viewpoint = self.participant.viewpoints.index(self.participant.seat)
        self.hands_open = False
        self.time.show()

    def analyse(self) -> None:
        self.run_worker(self._analyse())

    async def _analyse(self) -> None:
        from naishi_tui.games.naishi.study.analysis import AnalysisScreen

        try:
            study = await self._studies.open(self.participant.finished_game())
        except NaishiError as error:
            self.refuse(str(error))
            return
        self.time.stop()
        chosen = await self.app.push_screen_wait(AnalysisScreen(study, at=self._looked_at))
        if chosen is not None:
            self._look_at(chosen)
        elif self._opened_by_analysis:
            self.dismiss()

    def weigh(self) -> None:
        """Weigh what could be done at this moment, and show how a better turn would have gone on."""
        with self.attempt():
            self.participant.check(Ask.BRANCH)
            game = self.participant.to_weigh(advice=self.settings.advice)
            self.time.stop()
            self.run_worker(self._weigh(game))

    async def _weigh(self, game: Game) -> None:
        from naishi_tui.games.naishi.study.choices import BetterLineScreen, Choices

        if not self.is_active:  # a cover has come between, and what was asked is not for whoever is behind it
            return
        seat, name = self.participant.seat, self.participant.players[game.turn or 0].name
        about = _("Chances to win, as far as {name} could know in round {round}. ± holds 19 of 20 true values.")
        choices = Choices(game, about.format(name=name, round=game.round), _("show the line"))
        if (chosen := await self.app.push_screen_wait(choices)) is None:
            return
        self.tell(_("Thinking …"))
        try:
            line = await asyncio.to_thread(play_better_line, game, chosen.turn)
        except NaishiError as error:
            self.refuse(str(error))
            return
        self.show_prompt()
        if self.is_active and self.participant.seat == seat:
            self.app.push_screen(BetterLineScreen(line, self.settings, choices.why(chosen)))

    def back(self) -> None:
        """Forget what was typed; else go back to the analysis, or close the replay, which stops it."""
        if self.time.forget_round():
            return
        leads_back, self._from_analysis = self._from_analysis, False
        if leads_back:
            self.analyse()
        else:
            self.dismiss()

    @override
    def listed(self) -> Iterable[str]:
        branching = "replay.play_on", "replay.choices", "replay.edit"
        branches = Ask.BRANCH in self.participant.allowed
        own = ("replay.first", "replay.last", "replay.analyse", "replay.hands")
        return "replay.view_from", *(branching if branches else ()), *own, "log", "explain", "rules", "legend"
