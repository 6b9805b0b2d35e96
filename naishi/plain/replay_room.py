"""Recorded games and samples in line mode."""

import asyncio
from abc import abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from itertools import chain

from typing_extensions import override

from naishi.common.i18n import _, listed, pgettext
from naishi.plain.console import Commands, CommandWord, alone, by_id, common, of_key, viewing
from naishi.plain.room import MORE, Context, Room, ask_pin, find_number, follow, groups_of, whose_view
from naishi.plain.table_answers import TableAnswers, asking
from naishi.plain.table_telling import completed, in_common
from naishi.sessions import PACES
from naishi.sessions.one_keyboard import PinEntry, is_covered_in_replay
from naishi.sessions.replay import Replay, SampleRun
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import GameKind, Section, kind_of, sample_of

MOVING = ("next", "previous", "round", "to", "start", "finish")


def moving() -> tuple[CommandWord, ...]:
    return (
        alone("next", pgettext("a command", "next"), _("One action on; next turn: to the next turn.")),
        alone("previous", _("previous"), _("One action back; previous turn: to the turn before.")),
        CommandWord("round", _("round"), _("round 3"), _("To the beginning of a round.")),
        CommandWord("to", pgettext("a command", "to"), _("to 12"), _("To an action by its number.")),
        of_key("replay.first"),
        of_key("replay.last"),
        alone(
            "run", pgettext("a command", "run"), _("The rest by itself, as fast as bots play; Enter alone stops it.")
        ),
    )


class ReplayRoom(Room):
    """A recorded game, read action by action."""

    def __init__(self, context: Context, replay: Replay) -> None:
        super().__init__(context)
        self.me = replay
        self.begun: Game | None = None
        self.sides = ReplaySides(context, replay)

    @abstractmethod
    def tell(self, before: int, *, in_order: bool) -> None:
        """Say where this is, and what was done there.

        Args:
            in_order: Whether all that was done since then is said, rather than the last of it.
        """

    def move(self, command: CommandWord, words: Sequence[str]) -> None:
        before = self.me.ply
        turns = bool(words) and words[0] in {"turn", pgettext("a command", "turn")}
        match command.id:
            case "start":
                self.me.go(0)
            case "finish":
                self.me.go(self.me.length)
            case "round":
                self.me.go_to_round(find_number(words, self.me.rounds, command))
            case "to":
                self.me.go(find_number(words, max(self.me.length, 1), command))
            case direction:
                step = 1 if direction == "next" else -1
                self.me.go_by_turns(step) if turns else self.me.go(before + step)
        self.tell(before, in_order=command.id == "next")

    async def run_on(self) -> None:
        async with aclosing(follow(self, self._clock())) as lines:
            async for line in lines:
                if line is not None or self.me.ply == self.me.length:
                    return

    async def _clock(self) -> AsyncIterator[None]:
        while self.me.ply < self.me.length:
            before = self.me.ply
            self.me.go(before + 1)
            self.tell(before, in_order=True)
            self.show_change(self.me)
            await asyncio.sleep(PACES[self.context.settings.pace])
            yield


class ReplaySides:
    """Goes from side to side of a replay, behind a cover where it shows what the game still hides."""

    def __init__(self, context: Context, replay: Replay) -> None:
        self.context, self.console, self.me = context, context.console, replay
        self.readers: set[int] = set()
        """The seats whose players have read here what the game still hides, or may be at the keyboard."""
        self._asked = replay.seat
        """The side that was asked for last; what it knows may have stayed covered."""

    async def look_from_next(self) -> None:
        """Look from the next seat, or as the public; from a covered seat once its player is at the keyboard."""
        viewpoints = self.me.viewpoints
        self._asked = seat = viewpoints[(viewpoints.index(self._asked) + 1) % len(viewpoints)]
        if self._is_covered(seat) or self._is_covered(self.me.seat):
            self.me.look_from(None)
            self.console.cover()
        if seat is not None and self._is_covered(seat) and not await self._is_there(seat):
            self.readers.update(range(len(self.me.players)))  # whoever has tried may be at the keyboard still
            seat = None
        if seat is not None and not self.me.revealed:
            self.readers.add(seat)
            self.console.hand_over(self.me.players[seat].name)
        self.me.look_from(seat)
        self.console.write(whose_view(self.me))

    def look_from_seat(self, seat: int | None) -> None:
        self._asked = seat
        self.me.look_from(seat)

    def _is_covered(self, seat: int | None) -> bool:
        return is_covered_in_replay(self.me, seat, self.context.settings.handover)

    async def _is_there(self, seat: int) -> bool:
        self.console.hand_over(None)
        player = self.me.players[seat]
        if player.pin is None:
            asked = _("Only {name} may look. Press Enter if you are alone. ").format(name=player.name)
            return await self.console.ask(asked) == ""
        typed = await ask_pin(self.context, player)
        if typed and (refusal := PinEntry(player, self.context.pin_attempts).refusal(typed)):
            self.console.write(refusal)
            return False
        return bool(typed)


class TableReplay(ReplayRoom):
    """A recorded game of a kind whose words are all that line mode knows of it.

    Args:
        of_its_own: Whether no game is open for a program: it then gets the table of each moment.
    """

    def __init__(self, context: Context, replay: Replay, *, of_its_own: bool = True) -> None:
        super().__init__(context, replay)
        self.answers = TableAnswers(replay.key, replay.players, you=False)
        self._of_its_own = of_its_own

    @override
    def commands(self) -> Commands:
        side = of_key("replay.view_from", help_=_("Look from the next seat, or as everybody at the table."))
        return by_id(moving(), (side, viewing()), _asking(), common())

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        own = {_("Move"): (*MOVING, "run"), _("This moment"): ("side",)}
        return {**own, **groups_of(look=("look", "what", "score", "players"), back=("log",), more=MORE)}

    @override
    def rules(self) -> Sequence[Section]:
        return self.answers.kind.rules()

    @override
    def enter(self) -> None:
        if self._of_its_own:
            self.console.opened("", tuple(player.kind for player in self.me.players), self.me.key)
        self.console.write(
            _("{names}, {count} actions. Type next, or help.").format(
                names=listed(player.name for player in self.me.players), count=self.me.length
            ),
            whose_view(self.me),
        )
        self._show()
        super().enter()

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case verb if verb in MOVING:
                self.move(command, words)
            case "run":
                await self.run_on()
            case "side":
                await self.sides.look_from_next()
                self._show()
            case "view":
                self.console.show(self.me.view, self.me)
            case _:
                self.console.write(*self.answers.answer(self.me.view, None, command.id, words))

    def _show(self) -> None:
        if self._of_its_own:
            self.console.show(self.me.view, self.me)

    @override
    def tell(self, before: int, *, in_order: bool) -> None:
        ply, view = self.me.ply, self.me.view
        if ply == before:
            self.console.write(_("This is the end.") if ply else _("This is the beginning."))
            return
        self.console.write(_("Action {number} of {count}.").format(number=ply, count=self.me.length))
        self.me.go(before if in_order else max(ply - 1, 0))
        known = self.me.view.events
        self.me.go(ply)
        same = in_common(known, view.events)
        done = (*completed(known, view.events[:same]), *view.events[same:])
        self.console.write(*(text for event in done for text in self.answers.sentences(view, event)))
        if view.result is not None:
            self.console.write(*self.answers.kind.outcome(view, None))
        elif self.me.ended and ply == self.me.length:
            self.console.write(self.me.ended)
        self._show()


def _asking() -> list[CommandWord]:
    return [each for each in asking() if each.id not in {"actions", "why"}]


class PlainSample(Room):
    """A commented game of a kind, read from its beginning.

    Raises:
        NaishiError: There is no sample of it.
    """

    def __init__(self, context: Context, key: str) -> None:
        super().__init__(context)
        self.kind: GameKind = kind_of(key)
        self.me = SampleRun(sample_of(key))
        self.answers = TableAnswers(key, self.me.players)
        self.wants_to_play = False

    @override
    def commands(self) -> Commands:
        own = (
            alone("next", pgettext("a command", "next"), _("The next comment; Enter alone does so, too.")),
            alone("previous", _("previous"), _("The comment before.")),
            of_key("task.again", help_=_("This comment once more.")),
            of_key("replay.first", help_=_("To the first comment.")),
            alone("play", pgettext("a command", "play"), _("Your first game, against beginners.")),
        )
        return by_id(own, _asking(), (viewing(),), common())

    @override
    def help_groups(self) -> dict[str, tuple[str, ...]]:
        own = {_("Learn"): ("next", "previous", "again", "start", "play")}
        return {**own, **groups_of(look=("look", "what", "score", "players"), back=("log",), more=MORE)}

    @override
    def rules(self) -> Sequence[Section]:
        return self.kind.rules()

    @override
    def enter(self) -> None:
        self.console.opened("", tuple("" for _player in self.me.players), self.kind.key)
        self.console.write(
            _("{game}: {sample}. Type next to go on, look for the whole table, play for your first game.").format(
                game=self.kind.title(), sample=self.kind.sample_title()
            )
        )
        self._tell()
        super().enter()

    @override
    async def take(self, line: str) -> bool:
        return await super().take(line if line.strip() or not self.console.interactive else "next")

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "next":
                self._go_to(self.me.place + 1)
            case "previous":
                self._go_to(self.me.place - 1)
            case "start":
                self._go_to(0)
            case "again":
                self._tell()
            case "play":
                self.wants_to_play = self.left = True
            case "view":
                self.console.show(self.me.view, self.me)
            case _:
                self.console.write(*self.answers.answer(self.me.view, None, command.id, words))

    def _go_to(self, step: int) -> None:
        forward = step > self.me.place
        self.me.go_to(step)
        if forward and not self.me.at_end:
            told = (self.answers.sentences(self.me.view, event) for event in self.me.since_last())
            self.console.write(*chain.from_iterable(told))
        self._tell()

    def _tell(self) -> None:
        """Say the comment; at the end, how to go on."""
        if self.me.at_end:
            self.console.write(_("That was all. Type play for your first game, against beginners, or quit."))
            return
        count = len(self.me.comments)
        number = _("{number} of {count}").format(number=self.me.place + 1, count=count)
        self.console.write(_("{what}: {words}").format(what=number, words=self.me.comment.text))
        self.console.show(self.me.view, self.me)
