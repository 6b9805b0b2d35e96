"""Game of a match in lines, by kind."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from typing_extensions import override

from naishi.common.i18n import InvalidActionError, NaishiError, _
from naishi.plain.console import Commands, CommandWord, of_key
from naishi.plain.room import own, whose_view
from naishi.plain.server.lists import look_at
from naishi.plain.server.room import ServerRoom
from naishi.plain.table_answers import TableAnswers, at_table, help_groups
from naishi.plain.table_telling import Narrator, TableTelling
from naishi.server import MatchParticipant

PLAYING = frozenset({"undo", "redo", "withdraw", "retry", "replace"})
"""The commands of a game of any kind that change something."""


class GameLines(ABC):
    """What is told of the game of a match, what can be typed about it, and what comes of that."""

    plays = PLAYING
    """The commands of a player that change something in the game."""
    looks: frozenset[str]
    """Those that only answer."""

    def __init__(self, room: ServerRoom, me: MatchParticipant) -> None:
        self.room, self.me = room, me
        self.context, self.console = room.context, room.console
        self.narrator = self.make_narrator()

    @abstractmethod
    def make_narrator(self) -> Narrator:
        """Return what tells the viewer what happens."""

    @abstractmethod
    def commands(self, at_any: Commands) -> Commands:
        """Return what the viewer can type."""

    @abstractmethod
    def groups(self, at_any: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""

    @abstractmethod
    def terms(self) -> Iterator[str]:
        """Say what the game is played with, to whoever comes to it."""

    def foretold(self, action: Any) -> Sequence[str]:
        """Say what a choice that the others don't see yet will bring."""
        return ()

    def action_of(self, words: Sequence[str], known: Commands) -> Any | None:
        """Return the action that a line of a player means without a command of its own; None where it means none.

        Raises InvalidActionError: it can mean neither an action nor a command.
        """
        return None

    @abstractmethod
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command about the game says. Raises NaishiError: it isn't possible."""

    def help_on(self, word: str) -> Iterator[str]:
        return iter(())

    def typing(self) -> Iterator[str]:
        return iter(())

    def lines_of(self, words: Sequence[str]) -> list[str]:
        """Return the lines that some words of one command make: parted by commas."""
        return [line for each in " ".join(words).split(",") if (line := each.strip())]

    def show(self) -> None:
        """Hand a program everything that the viewer may know."""
        self.console.answer(view=self.me.view)

    @abstractmethod
    def whole_table(self) -> Iterator[str]:
        """Say all that the viewer may know of the table."""

    def opened_hands(self) -> Iterator[str]:
        """Say what has come to light because the players have ended the game early."""
        return iter(())

    async def look_back(self, command: str) -> None:
        """Look at the match from its beginning, once it is over.

        Args:
            command: `replay` or `analyse`.

        Raises:
            NaishiError: It isn't over.
        """
        await look_at(self.room, self.me.match_id, command)


class AnyGameLines(GameLines):
    """A game of a kind whose words are all that line mode knows of it."""

    looks = frozenset({"look", "hand", "what", "actions", "why", "last", "log", "score", "players", "odds", "view"})

    def __init__(self, room: ServerRoom, me: MatchParticipant) -> None:
        self._answers = TableAnswers(me.match.game, you=me.seat is not None)
        super().__init__(room, me)

    @override
    def foretold(self, action: Any) -> Sequence[str]:
        found: Sequence[str] = self._answers.kind.foretold(self.me.view, action)
        return found

    @override
    def make_narrator(self) -> TableTelling:
        return TableTelling(self.context, self._answers)

    @override
    def commands(self, at_any: Commands) -> Commands:
        of_game = at_table()
        if self.me.seat is None:
            of_game = {each: of_game[each] for each in of_game if each not in PLAYING | {"actions", "why", "odds"}}
            of_game["side"] = of_key("watch.other_side")
        return {**of_game, **at_any}

    @override
    def groups(self, at_any: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        groups = help_groups()
        of_match = list(groups)[3]
        elsewhere = {each for title, ids in groups.items() if title != of_match for each in ids}
        listed = dict.fromkeys((*at_any, *groups[of_match]))
        return {**groups, of_match: tuple(each for each in listed if each not in elsewhere)}

    @override
    def terms(self) -> Iterator[str]:
        options = self.me.match.options
        for row in self._answers.kind.option_rows():
            if (words := dict(row.values).get(options.get(row.name, ""))) is not None:
                yield _("Option: {option}.").format(option=f"{row.label}, {words}")

    @override
    def action_of(self, words: Sequence[str], known: Commands) -> Any | None:
        if self.me.seat is None:
            return None
        if len(words) > 1:  # some games have an action that begins like a command of the match, such as draw 3
            with suppress(InvalidActionError):
                return self._answers.read(" ".join(words), self.me.view.legal_actions)
        return self._answers.action_of(words, self.me.view.legal_actions, known)

    @override
    def help_on(self, word: str) -> Iterator[str]:
        return self._answers.help_on(self.me.view, word)

    @override
    def typing(self) -> Iterator[str]:
        return self._answers.typing(self.me.view) if self.me.seat is not None and not self.me.has_left else iter(())

    @override
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        me, before = self.me, self.me.view
        match command.id:
            case "undo" | "redo" | "withdraw":
                await self.narrator.take_back(me, command.id)
            case "view":
                self.console.show(before, me)
            case "side":
                me.turn_table()
                self.console.write(whose_view(me), _("From {name}'s side.").format(name=me.view.names[me.view.seat]))
            case "what" | "actions" if not words and me.seat not in before.awaited:
                self.console.write(self._answers.kind.lines(before)[0])
            case "why":
                self.console.write(*self._answers.why(before, words, before))
            case "players":
                self.console.write(*self._answers.naming(self._answers.seats(before, me.kinds), words))
            case "odds" if not self.context.settings.hints:
                raise NaishiError(_("Aids are off. To have them: set hints on."))
            case _:  # odds may take most of a second, which others would wait for
                answer = partial(self._answers.answer, before, before.legal_actions, command.id, words)
                self.console.write(*await asyncio.to_thread(lambda: [*answer()]))

    @override
    def show(self) -> None:
        self.console.show(self.me.view, self.me)

    @override
    def whole_table(self) -> Iterator[str]:
        yield from self._answers.kind.lines(self.me.view)


def game_lines(room: ServerRoom, me: MatchParticipant) -> GameLines:
    kind: type[GameLines] = own(me.match.game, "lines") or AnyGameLines
    return kind(room, me)
