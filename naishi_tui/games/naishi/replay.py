"""Replay of Naishi, with analysis."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import work
from textual.binding import BindingType

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.turns import newest_turn
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.text.sentences import hand_stays_hidden, result
from naishi.sessions import Ask
from naishi.sessions.one_keyboard import is_covered_in_replay
from naishi.settings.keymap import KEY, arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.board_view import BoardView
from naishi_tui.games.naishi.card_screen import CardScreen
from naishi_tui.keys import COLUMNS, bindings_of, table_bindings
from naishi_tui.messages import ShowEditor, StartGame
from naishi_tui.replay.replay import ReplayCover
from naishi_tui.replay.replay_time import ReplayTime, digit_bindings
from naishi_tui.table.cover import cards_words
from naishi_tui.table.part import Handlers, Part, PartHost
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import Studies
    from naishi.games.naishi.game.game import Game
    from naishi.games.naishi.game.view import PlayerView
    from naishi.settings.schema import Settings
    from naishi.tabletop.pins import PinAttempts
    from naishi_tui.games.naishi.study.analysis import Chosen


class StudiedScreen(PartHost, Protocol):
    """A screen on which a recorded game is looked at."""

    time: ReplayTime

    @property
    def participant(self) -> NaishiReplay:
        """The game."""

    @property
    def is_active(self) -> bool:
        """Whether nothing is open above the screen."""

    def show_moment(self, ply: int) -> None:
        """Show a moment from the side of the seat that acts."""

    def dismiss(self) -> object:
        """Close the screen."""


class ReplayStudy(Part):
    """Leads from a replay to the analysis of its game and back, and weighs what could be done at a moment."""

    def __init__(self, screen: StudiedScreen, studies: Studies) -> None:
        """Begin with no analysis.

        Args:
            screen: Where the game is looked at.
            studies: Where it can be looked into, once it is over.
        """
        self.screen, self._studies = screen, studies
        self._mistakes: Mapping[int, tuple[str, ...]] = {}
        self._from_analysis = False
        self._opened_by_analysis = False
        """Whether the analysis was there before the replay: who leaves it leaves both."""
        self._looked_at: int | None = None
        """The moment before the decision that was chosen in the analysis last."""
        self.handlers: Handlers = {"analyse": self.analyse, "choices": self.weigh}

    @property
    def mistake(self) -> tuple[str, ...]:
        """What an analysis says about the next action, in sentences."""
        return self._mistakes.get(self.screen.participant.ply, ())

    def begin_at(self, chosen: Chosen, *, from_analysis: bool = True) -> None:
        """Begin at a moment that an analysis names.

        Args:
            chosen: The moment.
            from_analysis: Whether it was chosen there, so that the way back leads to it.
        """
        self._look_at(chosen)
        self._from_analysis = self._opened_by_analysis = from_analysis

    def _look_at(self, chosen: Chosen) -> None:
        self._mistakes, self._from_analysis, self._looked_at = chosen.mistakes, True, chosen.ply
        self.screen.show_moment(chosen.ply)

    def back(self) -> bool:
        """Go back to the analysis that the moment was chosen in; return whether there is one."""
        leads_back, self._from_analysis = self._from_analysis, False
        if leads_back:
            self.analyse()
        return leads_back

    def analyse(self) -> None:
        """Analyse the game, and go to the mistake that is chosen there."""
        self.screen.run_worker(self._analyse())

    async def _analyse(self) -> None:
        from naishi_tui.games.naishi.study.analysis import AnalysisScreen

        try:
            study = await self._studies.open(self.screen.participant.finished_game())
        except NaishiError as error:
            self.screen.refuse(str(error))
            return
        self.screen.time.stop()
        chosen = await self.screen.app.push_screen_wait(AnalysisScreen(study, at=self._looked_at))
        if chosen is not None:
            self._look_at(chosen)
        elif self._opened_by_analysis:
            self.screen.dismiss()

    def weigh(self) -> None:
        """Weigh what could be done at this moment, and show how a better turn would have gone on."""
        replay = self.screen.participant
        try:
            replay.check(Ask.BRANCH)
            game = replay.to_weigh(advice=self.screen.settings.advice)
        except NaishiError as error:
            self.screen.refuse(str(error))
        else:
            self.screen.time.stop()
            self.screen.run_worker(self._weigh(game))

    async def _weigh(self, game: Game) -> None:
        from naishi.games.naishi.editor.replay import play_better_line
        from naishi_tui.games.naishi.study.better_line import BetterLineScreen
        from naishi_tui.games.naishi.study.choices import Choices

        screen, seat = self.screen, self.screen.participant.seat
        if not screen.is_active:  # a cover has come between, and what was asked is not for whoever is behind it
            return
        name = screen.participant.players[game.turn or 0].name
        about = _("Chances to win, as far as {name} could know in round {round}. ± holds 19 of 20 true values.")
        choices = Choices(game, about.format(name=name, round=game.round), _("show the line"))
        if (chosen := await screen.app.push_screen_wait(choices)) is None:
            return
        screen.tell(_("Thinking …"))
        try:
            line = await asyncio.to_thread(play_better_line, game, chosen.turn)
        except NaishiError as error:
            screen.refuse(str(error))
            return
        screen.show_prompt()
        if screen.is_active and screen.participant.seat == seat:
            screen.app.push_screen(BetterLineScreen(line, screen.settings, choices.why(chosen)))


OWN = (
    *("replay.play", "replay.faster", "replay.slower", "replay.hands", "replay.analyse"),
    *("replay.view_from", "replay.play_on", "replay.choices", "replay.edit", "replay.first", "replay.last"),
)
"""Commands of this screen alone."""


class ReplayScreen(CardScreen):
    """The board, at any moment of a game; the arrow keys move through time."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(without={*COLUMNS, "decree", "choose", "advice", "memory", "faster", "slower"}),
        *bindings_of(*OWN),
        *digit_bindings(),
    ]
    participant: NaishiReplay

    def __init__(self, replay: NaishiReplay, settings: Settings, attempts: PinAttempts, studies: Studies) -> None:
        """Look at a recorded game.

        Args:
            replay: The game.
            settings: How the table looks.
            attempts: The wrong PINs so far.
            studies: Where the game can be looked into, once it is over.
        """
        super().__init__(replay, settings)
        self.attempts = attempts
        self.viewpoint = replay.viewpoints.index(replay.seat)
        """The place of the viewpoint that was asked for last; its cards may have stayed covered."""
        self.hands_open = False
        """Whether the Hand on the other side is open too."""
        self.board_view = BoardView(self, newest_turn, self._open_hand, lasting=True)
        self.cursor, self.middle = self.board_view.cursor, self.board_view
        self.time = ReplayTime(self, replay, result, self.board_view.show_turn)
        self.study = ReplayStudy(self, studies)
        self.parts += self.board_view, self.time
        without_bots = {name: each for name, each in self.game_commands.items() if name not in self.bots.handlers}
        self.offer(without_bots, self.time.handlers, self.board_view.card_commands(), self.study.handlers)
        self.offer(self._own_commands())
        self.draw()

    def _own_commands(self) -> Handlers:
        return {
            "view_from": self.view_from,
            "hands": self.open_hands,
            "play_on": self.play_on,
            "edit": self.edit,
            "back": self.back,
        }

    def _open_hand(self) -> Sequence[Card | None] | None:
        """The Hand on the other side, where both are open."""
        if not self.hands_open or self.view.public:
            return None
        other: PlayerView = self.participant.view_of(1 - self.view.seat)
        return other.mine.hand

    @property
    def reader(self) -> int | None:
        """The seat that is looked from, if it was a person's."""
        return self.participant.reader

    @property
    def note(self) -> str:
        """Whose view it is."""
        return prompt_text.seen_in_a_replay(self.view, hands_open=self.hands_open)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        playing, revealed = self.time.playing, self.participant.revealed
        yield KeyHint("", arrows("←→"), _("action"))
        yield KeyHint("", arrows("↑↓"), _("turn"))
        yield hint("replay.play", _("stop") if playing else _("play"))
        if playing:
            yield hint("replay.faster")
            yield hint("replay.slower")
        if len(self.participant.viewpoints) > 1:
            yield hint("replay.view_from")
        if revealed:
            yield hint("replay.hands", _("one Hand") if self.hands_open else _("both Hands"))
            yield hint("replay.analyse")
        if Ask.BRANCH in self.participant.allowed:
            yield from self._branching_hints()
        yield hint("back")

    def _branching_hints(self) -> Iterator[KeyHint]:
        yield hint("replay.play_on")
        yield hint("replay.choices")
        if self.participant.revealed:
            yield hint("replay.edit")

    def instruction(self) -> str:
        """Say what was wrong with the next action, or where in the game this is."""
        return next(iter(self.study.mistake), "") or self.time.instruction()

    def cursor_help(self) -> PromptLine:
        """Say why another action would have been better than the next one, or how to go on."""
        reasons = self.study.mistake[1:]
        return PromptLine("" if reasons else self.time.cursor_help(), reasons=reasons)

    def on_screen_suspend(self) -> None:
        """Wait while another screen lies above."""
        self.time.stop()

    def open_hands(self) -> None:
        """Open both Hands, or one only."""
        if not self.participant.revealed:
            self.refuse(hand_stays_hidden())
            return
        if self.view.public:
            self.participant.look_from(0)
            self.hands_open = True
        else:
            self.hands_open = not self.hands_open
        self.time.show()

    def view_from(self) -> None:
        """Look from the next seat, or as the public; behind a cover where the Hand is someone's secret still."""
        self._view_from()

    @work
    async def _view_from(self) -> None:
        if not self.is_active:  # a key before this one has led to another screen, from another side
            return
        viewpoints = self.participant.viewpoints
        self.viewpoint = (self.viewpoint + 1) % len(viewpoints)
        seat = viewpoints[self.viewpoint]
        if seat is not None and is_covered_in_replay(self.participant, seat, self.settings.handover):
            cover = ReplayCover(self.participant.players, seat, self.attempts, cards_words())
            await self.app.push_screen_wait(cover)
            seat = seat if cover.uncovered else None
        self.hands_open = False
        self.participant.look_from(seat)
        self.time.show()

    def play_on(self) -> None:
        """Begin a new game from here."""
        try:
            self.participant.check_playing_on()
        except NaishiError as error:
            self.refuse(str(error))
            return
        if self.participant.must_choose_side:
            words = _("Choose a side first ({key:replay.view_from}): you play on with what that player knows.")
            self.refuse(words.format(key=KEY))
        else:
            self._play_on()

    @work
    async def _play_on(self) -> None:
        from naishi_tui.games.naishi.play_from import PlayOn

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

    def show_moment(self, ply: int) -> None:
        """Show a moment from the side of the seat that acts."""
        self.participant.go(ply)
        self.participant.look_from(self.participant.turn)
        self.viewpoint = self.participant.viewpoints.index(self.participant.seat)
        self.hands_open = False
        self.time.show()

    def back(self) -> None:
        """Forget what was typed; else go back to the analysis, or close the replay, which stops it."""
        if not self.time.forget_round() and not self.study.back():
            self.dismiss()

    def listed(self) -> Iterable[str]:
        """Return what the command palette offers here."""
        branching = (
            ("replay.play_on", "replay.choices", "replay.edit") if Ask.BRANCH in self.participant.allowed else ()
        )
        own = ("replay.first", "replay.last", "replay.analyse", "replay.hands")
        return "replay.view_from", *branching, *own, "log", "explain", "rules", "legend"
