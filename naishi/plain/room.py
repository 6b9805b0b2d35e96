"""A room of line mode: a place with commands of its own, such as home, a game or a lesson."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.games.naishi.text.rules_help import rules
from naishi.plain.ascii_text import BYTE_ORDER_MARK, with_our_digits
from naishi.plain.commands import Commands, CommandWord, alone, find, words_beginning
from naishi.plain.context import Context
from naishi.plain.settings_command import set_setting, setting_lines
from naishi.tabletop.kinds import Section


class Room(ABC):
    """Reads lines and does what they say until it is left."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.console = context.console
        self.left = False
        """Whether somebody wants to leave."""

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return "> "

    @abstractmethod
    def commands(self) -> Commands:
        """Return what can be typed here now."""

    @abstractmethod
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says.

        Raises:
            NaishiError: It isn't possible.
        """

    def known(self) -> Commands:
        """Return what can be typed here now; `what` lists it wherever it has no better meaning."""
        what = alone("what", _("what"), _("What can be typed here."))
        return {"what": what, **self.commands()}

    async def run(self) -> None:
        """Do what is typed until the room is left.

        Raises:
            NaishiError: A script asked for something that isn't possible.
        """
        self.enter()
        while not self.left:
            line = await self.console.read(self.prompt)
            if line is None:
                return
            await self.take(line)

    async def next_line(self) -> str | None:
        """Wait for the next line while something goes on."""
        return await self.console.typed()

    def put_back(self, line: str) -> None:  # noqa: B027 - where one room is left for none, nobody else would read it
        """Leave a line that was typed while the room was left to the next one."""

    async def stay_in(self, room: Room) -> None:
        """Be in a room that lies behind this one until it is left."""
        await room.run()

    def enter(self) -> None:
        """Begin to read here; whatever is said first belongs to the answer to what led here."""
        self.console.done()
        self.console.complete(lambda text: words_beginning(text, self.known()))

    async def take(self, line: str) -> None:
        """Do what a line says, or say why not."""
        words = with_our_digits(line.removeprefix(BYTE_ORDER_MARK)).split()
        if not words:
            return
        try:
            await self.understand(words)
        except NaishiError as error:
            self.console.refuse(error)
        else:
            self.console.done()

    async def understand(self, words: Sequence[str]) -> None:
        """Do what the words of a line say.

        Raises:
            NaishiError: They mean nothing here, or it isn't possible.
        """
        await self._do(self.find(words[0]), words[1:])

    def find(self, word: str) -> CommandWord:
        """Find the command that a word means here.

        Raises:
            UnknownCommandError: None, or more than one, begins so.
        """
        return find(word, self.known())

    async def _do(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "quit":
                self.left = True
            case "what" if "what" not in self.commands():
                self.console.write(*self._help(()))
            case "help":
                self.console.write(*self._help(words))
            case "settings":
                self.console.write(*setting_lines(self.context.layers, self.context.offered))
            case "set":
                self.context.layers = await set_setting(self.context.layers, words, self.context.offered)
                self.settings_changed()
                self.console.write(_("Set."))
            case "rules":
                self.console.write(*rules_text(self.rules()))
            case _:
                await self.obey(command, words)

    def settings_changed(self) -> None:  # noqa: B027 - most rooms have nothing to follow
        """Follow a setting that was changed."""

    def rules(self) -> Sequence[Section]:
        """Return the rules that are read out here."""
        return rules()

    def _help(self, words: Sequence[str]) -> Iterator[str]:
        known = self.known()
        if words:
            command = find(words[0], known)
            yield _("{usage}: {help}").format(usage=command.usage, help=command.help)
            return
        for what, ids in self.help_groups().items():
            if here := [known[each].word for each in ids if each in known]:
                yield _("{what}: {words}.").format(what=what, words=listed(here, conjunction=False))
        example = next(iter(self.commands().values()))
        yield _("The first letters of a word will do. More about a command: {help} {word}.").format(
            help=known["help"].word, word=example.word
        )
        yield from self.more_help()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return {_("Commands"): tuple(self.commands())}

    def more_help(self) -> Iterator[str]:
        """Say what else there is to know here."""
        return iter(())


def groups_of(**ids: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the groups of a game's commands, each with its title."""
    titles = {"look": _("Look"), "act": _("Act"), "back": _("Look back"), "game": _("The game"), "more": _("More")}
    return {titles[group]: each for group, each in ids.items()}


LOOK = ("table", "hand", "line", "river", "column", "theirs", "court", "pile", "where", "score", "why", "memory")
MORE = ("settings", "set", "rules", "help", "quit")


def rules_text(sections: Sequence[Section]) -> Iterator[str]:
    """The rules, a paragraph a line."""
    for section in sections:
        yield _("{title}:").format(title=section.title)
        yield from section.paragraphs
