"""The position editor in line mode, and replay of Naishi there."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from typing_extensions import override

from naishi.common.i18n import N_, InvalidActionError, NaishiError, _, pgettext
from naishi.games.naishi.editor.draft import Draft, EditorParticipant, Stage
from naishi.games.naishi.editor.replay import NaishiReplay, check_not_played_out
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import seated
from naishi.games.naishi.rules.cards import HAND, LINE, RIVER, Card, Phase
from naishi.games.naishi.text.sentences import hand_stays_hidden, result, sentence
from naishi.plain.console import Commands, CommandWord, alone, by_id, common, folded, looking, of_key, undoing, viewing
from naishi.plain.naishi.answers import answer
from naishi.plain.naishi.facts import hand_row, table_lines, turned_up_lines
from naishi.plain.naishi.parsing import find_card, find_place, zones
from naishi.plain.naishi.study import AnalysisLines, PlainExercises, ReplayChoices, curve_lines, move_lines, weigh_aloud
from naishi.plain.new_table import NAISHI
from naishi.plain.replay_room import MOVING, ReplayRoom, moving
from naishi.plain.room import LOOK, MORE, Context, Room, find_number, groups_of, whose_view
from naishi.plain.table_answers import bot_of
from naishi.sessions import Ask
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN, clean_name

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.choices import WeighedTurn
    from naishi.games.naishi.analysis.study import Studies
    from naishi.games.naishi.rules.actions import Action


def editing() -> Commands:
    own = (
        CommandWord(
            "put", _("put"), _("put fort line 3"), _("Put a card in a place; on the far side: put fort their line 3.")
        ),
        CommandWord(
            "take",
            pgettext("a command", "take"),
            _("take river 2"),
            _("Take the top card off a pile; elsewhere, put a mountain."),
        ),
        CommandWord("pile", _("pile"), _("pile 2 rice fort"), _("All cards of a pile, the face-up one first.")),
        CommandWord(
            "row",
            _("row"),
            _("row line fort rice rice torii monk"),
            _("All five cards of a Line or Hand; row their line, on the far side."),
        ),
        CommandWord("add", pgettext("a command", "add"), _("add 2"), _("Slip a card of the box below a pile.")),
        CommandWord("drop", _("drop"), _("drop 2"), _("Take the lowest card of a pile away.")),
        of_key("edit.deal"),
        of_key("edit.discards"),
        CommandWord(
            "send",
            _("send"),
            _("send swap"),
            _("Send an emissary to swap, discard or decree; where none is left, recall them."),
        ),
        of_key("edit.turn"),
        of_key("edit.stage"),
        of_key("edit.last"),
        of_key("edit.ryokan"),
        of_key("watch.other_side"),
        alone("check", _("check"), _("What is wrong with the position, if anything; and its text.")),
        of_key("edit.text"),
        of_key("edit.analyse"),
        CommandWord("do", _("do"), _("do 1"), _("Do one of the choices.")),
        of_key("edit.play"),
    )
    of_a_game = (each for each in looking() if each.id not in {"pile", "last", "log", "memory"})
    return by_id(of_a_game, own, undoing(), common())


def kind_and_cards(words: Sequence[str], offered: str) -> tuple[str, bool]:
    """Read against whom to play, and whether hidden cards are dealt again.

    Args:
        words: A bot's level or `person`, `again` or `same`, in any order, or nothing.

    Raises:
        NaishiError: A word is none of these.
    """
    kind, anew = offered, False
    for word in words:
        if (bot := bot_of(kind_of(NAISHI), word)) is not None:
            kind = bot.kind
        elif folded(word) in {"person", folded(_("person"))}:
            kind = HUMAN
        elif folded(word) in {"anew", "same", folded(_("anew")), folded(_("same"))}:
            anew = folded(word) in {"anew", folded(_("anew"))}
        else:
            raise NaishiError(_("Say against whom, and anew for other hidden cards: play strong anew, play person."))
    return kind, anew


def depth_of(words: Sequence[str]) -> str:
    """Return how deeply to look, from what was typed after a command: quickly, unless it says otherwise."""
    return "deep" if words and folded(words[0]) in {"deep", folded(_("deep"))} else "quick"


class PlainEditor(Room):
    """A position being set up.

    Args:
        text: The position to begin with; empty for a new deal.
    """

    asks = N_("editor> ")

    def __init__(self, context: Context, text: str, names: Sequence[str]) -> None:
        super().__init__(context)
        self.draft = Draft(text) if text else Draft.dealt()
        self.me = EditorParticipant(self.draft, names)
        self.begun: Game | None = None
        self._chance = random.SystemRandom()
        self._choices: tuple[WeighedTurn, ...] = ()

    @override
    def commands(self) -> Commands:
        return editing()

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        own = {
            _("Cards"): ("put", "take", "pile", "row", "add", "drop", "deal", "discards"),
            _("Court and turn"): ("send", "turn", "stage", "ending", "ryokan", "side"),
            _("The position"): ("check", "position", "choices", "do", "play", "undo", "redo"),
        }
        look = tuple(each for each in LOOK if each not in {"pile", "memory"})
        return {**own, **groups_of(look=look, more=MORE)}

    async def run(self) -> None:
        """Edit until it is left; the position is written in the end, to be copied."""
        await super().run()
        if self.begun is None:
            self.console.write_exactly(self.draft.text)

    def enter(self) -> None:
        self.console.write(*_rows(self.me), _("Type put fort line 3, or help."))
        self.show_change(self.me)
        super().enter()

    @override
    async def understand(self, words: Sequence[str]) -> None:
        await super().understand(words)
        self.show_change(self.me)

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "check":
                fault = self.draft.fault
                self.console.write(_("This position can be played.") if fault is None else fault, *_turn_lines(self.me))
                self.console.write_exactly(self.draft.text)
            case "position" if not words:
                self.console.write_exactly(self.draft.text)
            case "side":
                self.me.seat = 1 - self.me.seat
                self.console.write(_("The near side is {name}'s.").format(name=self.me.names[self.me.seat]))
            case "choices":
                await self._weigh(depth_of(words))
            case "play":
                self.begun = self._play(words)
                self.left = True
            case edit if (change := self._edits(command, words).get(edit)) is not None:
                before = self.draft.text
                change()
                self._choices = ()
                self.console.write(*self._what_changed(before))
            case "view":
                self.console.answer(view=self.me.view)
            case "table":
                self.console.write(*_rows(self.me), *_turn_lines(self.me))
            case _:
                answer(self.me.view, command.id, words, self.context, you=False)

    def _edits(self, command: CommandWord, words: Sequence[str]) -> Mapping[str, Callable[[], object]]:
        """Return what changes the position; each raises NaishiError where the words name nothing, or make no sense."""
        draft = self.draft
        set_card, set_cards = partial(self._set_card, command, words), partial(self._set_cards, command, words)
        return {
            "put": set_card,
            "take": set_card,
            "pile": set_cards,
            "row": set_cards,
            "discards": set_cards,
            "add": lambda: draft.lengthen(find_number(words, 5, command) - 1, self._chance),
            "drop": lambda: draft.shorten(find_number(words, 5, command) - 1),
            "deal": lambda: draft.deal_face_down(self._chance),
            "position": lambda: draft.read(" ".join(words)),
            "send": lambda: draft.send(self.me.seat, _spot(words, command)),
            "turn": lambda: draft.set_turn(1 - draft.fields.turn),
            "stage": draft.next_stage,
            "ending": lambda: draft.set_last(draft.fields.last is None),
            "ryokan": draft.next_ryokan,
            "do": lambda: draft.play(self._choice(command, words)),
            "undo": draft.undo,
            "redo": draft.redo,
        }

    def _choice(self, command: CommandWord, words: Sequence[str]) -> "Action":
        if not self._choices:
            raise NaishiError(_("First type choices."))
        return self._choices[find_number(words, len(self._choices), command) - 1].turn[0]

    def _set_card(self, command: CommandWord, words: Sequence[str]) -> None:
        seat, words = self._whose(words)
        for at in range(len(words)):
            if (cell := find_place(words[at:])) is not None and (at or command.id == "take"):
                if command.id == "take":
                    self.draft.take_off(seat, cell)
                else:
                    self.draft.put(seat, cell, find_card(" ".join(words[:at])))
                return
        raise _written_like(command)

    def _set_cards(self, command: CommandWord, words: Sequence[str]) -> None:
        seat, words = self._whose(words)
        if command.id == "discards":
            self.draft.set_discards(_letters(words))
        elif command.id == "pile":
            self.draft.set_letters(seat, RIVER[find_number(words[:1], 5, command) - 1], _letters(words[1:]))
        else:
            row = {"L": LINE, "H": HAND}.get(zones().get(folded(words[0]), "") if words else "")
            if row is None:
                raise _written_like(command)
            self.draft.set_letters(seat, row[0], _letters(words[1:]))

    def _whose(self, words: Sequence[str]) -> tuple[int, Sequence[str]]:
        theirs = {"their", "theirs", folded(_("theirs"))}
        rest = [word for word in words if folded(word) not in theirs]
        return (self.me.seat if len(rest) == len(words) else 1 - self.me.seat), rest

    def _what_changed(self, before: str) -> Iterator[str]:
        """Say the rows that are different now, and what is wrong with the position."""
        if before == self.draft.text:
            yield _("Nothing has changed.")
            return
        was = EditorParticipant(Draft(before), self.me.names)
        was.seat = self.me.seat
        old = {*_rows(was), *_turn_lines(was), was.draft.fault}
        for line in (*_rows(self.me), *_turn_lines(self.me), self.draft.fault):
            if line is not None and line not in old:
                yield line
        if was.draft.fault is not None and self.draft.fault is None:
            yield _("Now a game can have these cards.")

    async def _weigh(self, depth: str) -> None:
        """Write the best actions from here. Raises NaishiError: there is nothing to choose."""
        if self.me.view.turn is None:
            raise NaishiError(_("The game is over."))
        game = Game.from_position(self.draft.playable(), self.me.names)
        self._choices = await weigh_aloud(self.console, game, depth)

    def _play(self, words: Sequence[str]) -> Game:
        """Begin a game from here; who has set it up need not know what lies face down in it."""
        check_not_played_out(self.me.view)
        same = any(folded(word) in {"same", folded(_("same"))} for word in words)
        kind, _anew = kind_and_cards(words, HUMAN)
        seat = self.me.seat
        players = seated(seat, self.me.names[seat], self.me.names[1 - seat], kind)
        draft = Draft(self.draft.text)
        if not same:
            draft.shuffle_face_down(self._chance)
        return Game.from_position(draft.playable(), players)


def _rows(editing_: EditorParticipant) -> Iterator[str]:
    """The whole table, a row a line; both players know each other's Hand here."""
    near, far = editing_.view_of(editing_.seat), editing_.view_of(1 - editing_.seat)
    sides = [far.sides[seat] if seat == far.seat else near.sides[seat] for seat in (0, 1)]
    return table_lines(near.model_copy(update={"sides": (sides[0], sides[1])}), both_hands=True)


def _turn_lines(editing_: EditorParticipant) -> Iterator[str]:
    view, stage = editing_.view, editing_.draft.stage
    name = view.names[view.turn] if view.turn is not None else ""
    words = {
        Stage.SETUP: _("{name} is choosing a gift."),
        Stage.BEGUN: _("{name} is to act."),
        Stage.DEVELOPED: _("{name} has developed, and may take a bonus."),
        Stage.BONUS: _("{name} has taken a bonus, and must develop."),
        Stage.SCORING: _("The game is over.") if view.turn is None else _("{name} says what a ninja copies."),
    }
    yield words[stage].format(name=name)
    if view.last is not None and stage is not Stage.SCORING:
        yield _("It is the last turn.")


def _spot(words: Sequence[str], command: CommandWord) -> str:
    here = {"swap": _("swap"), "discard": _("discard"), "decree": _("decree")}
    typed_ = folded(words[0]) if words else ""
    for spot, word in here.items():
        if typed_ in {spot, folded(word)}:
            return spot
    raise _written_like(command)


def _letters(words: Sequence[str]) -> str:
    """Return the letters of cards that are named one by one; the short name of each will do."""
    return "".join((Card.from_text(word) if len(word) == 1 else find_card(word)).letter for word in words)


def _written_like(command: CommandWord) -> InvalidActionError:
    return InvalidActionError(_("Write it like this: {usage}").format(usage=command.usage))


BRANCHING = {"play", "edit", "position", "choices", "better"}
"""The commands by which something new begins at a moment of a replay."""


def replaying() -> Commands:
    own = (
        *moving(),
        of_key("watch.other_side"),
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
        viewing(),
    )
    return by_id(own, looking(), common())


class PlainReplay(ReplayRoom):
    """A recorded game of Naishi."""

    me: NaishiReplay

    def __init__(self, context: Context, replay: NaishiReplay, studies: "Studies") -> None:
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
        return (hand_row(self.me.view_of(seat), seat) for seat in (0, 1))

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
            await self._choices.weigh(depth_of(words))
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
                await lines.analyse(depth_of(words))
            case "moves" | "curve":
                found = await lines.found("quick")
                told = move_lines if command.id == "moves" else curve_lines
                self.console.write(*told(lines.game, found))
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
