"""Replay of Naishi in line mode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from typing_extensions import override

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.games.naishi.editor.replay import NaishiReplay
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import seated
from naishi.games.naishi.rules.cards import Phase
from naishi.games.naishi.text.sentences import hand_stays_hidden, result, sentence
from naishi.plain.console import Commands, CommandWord, alone, by_id, common, looking, of_key, side
from naishi.plain.naishi.answers import answer
from naishi.plain.naishi.editor import PlainEditor, kind_and_cards
from naishi.plain.naishi.facts import hand_row, turned_up_lines
from naishi.plain.naishi.study import AnalysisLines, PlainExercises, ReplayChoices
from naishi.plain.replay_room import MOVING, ReplayRoom, moving
from naishi.plain.room import LOOK, MORE, Context, groups_of, whose_view
from naishi.sessions import Ask
from naishi.tabletop.players import HUMAN, clean_name

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import Studies

BRANCHING = {"play", "edit", "position", "choices", "better"}
"""The commands by which something new begins at a moment of a replay."""


def replaying() -> Commands:
    own = (
        *moving(),
        side(),
        of_key("replay.hands"),
        of_key("replay.play_on"),
        of_key("replay.choices"),
        CommandWord(
            "better",
            _("better"),
            _("better 1"),
            _("The line that would have followed one of the choices, action by action."),
        ),
        of_key("replay.analyse"),
        CommandWord(
            "mistake",
            _("mistake"),
            _("mistake 1"),
            _("To a mistake that an analysis has found; without a number, to the worst."),
        ),
        alone("numbers", _("numbers"), _("What the numbers of an analysis mean.")),
        alone("curve", _("curve"), _("Both players' chances to win, turn by turn.")),
        of_key("analysis.moves"),
        of_key("analysis.learn"),
        of_key("replay.edit"),
        of_key("edit.text", help_=_("The position as a text.")),
        alone("view", pgettext("a command", "view"), _("For programs: everything that you may know.")),
    )
    return by_id(own, looking(), common())


class PlainReplay(ReplayRoom):
    """A recorded game of Naishi."""

    me: NaishiReplay

    def __init__(self, context: Context, replay: NaishiReplay, studies: Studies) -> None:
        super().__init__(context, replay)
        self._studies = studies
        self._analysis: AnalysisLines | None = None
        self._choices = ReplayChoices(context, replay)

    @override
    def commands(self) -> Commands:
        return replaying()

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        own = {
            _("Move"): (*MOVING, "run"),
            _("This moment"): ("side", "both", "play", "edit", "position"),
            _("Analysis"): ("choices", "better", "analyse", "mistake", "moves", "curve", "numbers", "exercises"),
        }
        if Ask.BRANCH not in self.me.allowed:
            own = {title: tuple(each for each in ids if each not in BRANCHING) for title, ids in own.items()}
        return {**own, **groups_of(look=LOOK, back=("last", "log"), more=MORE)}

    @override
    def enter(self) -> None:
        self.console.write(
            _("{first} and {second}, {count} actions. Type next, or help.").format(
                first=self.me.players[0].name, second=self.me.players[1].name, count=self.me.length
            ),
            whose_view(self.me),
        )
        self.show_change(self.me)
        super().enter()

    @override
    async def understand(self, words: Sequence[str]) -> None:
        await super().understand(words)
        self.show_change(self.me)

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case verb if verb in MOVING:
                self.move(command, words)
            case "run":
                await self.run_on()
            case "side":
                await self.sides.look_from_next()
            case "both":
                self.console.write(*self._both())
            case "play":
                self.begun = self._branch(words)
                self.left = True
            case "edit" | "position":
                await self._edit(command)
            case "choices" | "better":
                await self._weigh(command, words)
            case "view":
                self.console.answer(view=self.me.view)
            case "analyse" | "mistake" | "curve" | "moves" | "numbers" | "exercises":
                await self._analyse(command, words)
            case _:
                answer(self.me.view, command.id, words, self.context, you=False)

    @override
    def tell(self, before: int, *, in_order: bool) -> None:
        view, ply = self.me.view_of(None), self.me.ply
        if ply == before:
            self.console.write(_("This is the end.") if ply else _("This is the beginning."))
            return
        self.console.write(_("Action {number} of {count}.").format(number=ply, count=self.me.length))
        done = view.events[before if in_order else max(ply - 1, 0) : ply]
        self.console.write(*(sentence(event, view.names) for event in done), *turned_up_lines(view, done))
        if view.phase is Phase.OVER:
            self.console.write(result(view))
        elif self.me.ended and ply == self.me.length:
            self.console.write(self.me.ended)
        if self._analysis is not None and (words := self._analysis.about(ply)):
            self.console.write(_("Next: {what}").format(what=words))

    def _both(self) -> Iterator[str]:
        if not self.me.revealed:
            raise NaishiError(hand_stays_hidden())
        for seat in (0, 1):
            yield hand_row(self.me.view_of(seat), seat)

    def _branch(self, words: Sequence[str]) -> Game:
        self.me.check_playing_on()
        if self.me.must_choose_side:
            raise NaishiError(_("Choose a side first, with side: you play on with what that player knows."))
        seat = (self.me.turn or 0) if self.me.seat is None else self.me.seat
        mine, theirs = self.me.players[seat], self.me.players[1 - seat]
        kind, anew = kind_and_cards(words, theirs.kind)
        name = mine.name if mine.kind == HUMAN else clean_name(_("Player {number}").format(number=seat + 1))
        players = seated(seat, name, theirs.name, kind)
        return self.me.branch(players, unknown_to=seat if anew or not self.me.revealed else None)

    async def _edit(self, command: CommandWord) -> None:
        self.me.check(Ask.BRANCH)
        if command.id == "position":
            self.console.write_exactly(self.me.position_text())
            return

        first, second = self.me.players
        editor = PlainEditor(self.context, self.me.position_text(), (first.name, second.name))
        await self.stay_in(editor)
        self.begun, self.left = editor.begun, editor.begun is not None
        super().enter()

    async def _weigh(self, command: CommandWord, words: Sequence[str]) -> None:
        self.me.check(Ask.BRANCH)
        if command.id == "choices":
            await self._choices.weigh("deep" if words and words[0] in {"deep", _("deep")} else "quick")
        else:
            await self._choices.show_line(command, words)
            super().enter()

    async def _analyse(self, command: CommandWord, words: Sequence[str]) -> None:
        if command.id == "numbers":
            from naishi.games.naishi.analysis.words import explained  # noqa: PLC0415 - it brings numpy

            self.console.write(*explained())
            return
        if self._analysis is None:
            self._analysis = AnalysisLines(self.context, await self._studies.open(self.me.finished_game()))
        lines = self._analysis
        match command.id:
            case "analyse":
                await lines.analyse("deep" if words and words[0] in {"deep", _("deep")} else "quick")
            case "moves":
                await lines.moves()
            case "curve":
                await lines.curve()
            case "mistake":
                ply = await lines.mistake(command, words)
                self.me.go(ply)
                self.sides.look_from_seat(self.me.turn)
                self.console.write(_("Action {number} of {count}.").format(number=ply, count=self.me.length))
                self.console.write(lines.about(ply), whose_view(self.me))
            case _:
                if Ask.BRANCH not in self.me.allowed and not lines.made:  # it may have to wait for long
                    raise NaishiError(_("Type analyse first: exercises are made of the mistakes that it finds."))

                await self.stay_in(PlainExercises(self.context, self._studies.book, await lines.exercises()))
                super().enter()
