"""Sample game in line mode, comment by comment."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from naishi.common.i18n import _, pgettext
from naishi.plain.commands import Commands, CommandWord, alone, by_id, common, of_key, viewing
from naishi.plain.context import Context
from naishi.plain.room import MORE, Room, groups_of
from naishi.plain.table_answers import TableAnswers, asking
from naishi.sessions.sample import SampleRun
from naishi.tabletop.kinds import GameKind, Section, kind_of, sample_of


def sampling() -> Commands:
    own = (
        alone("next", pgettext("a command", "next"), _("The next comment; Enter alone does so, too.")),
        alone("previous", _("previous"), _("The comment before.")),
        of_key("task.again", help_=_("This comment once more.")),
        of_key("replay.first", help_=_("To the first comment.")),
        alone("play", pgettext("a command", "play"), _("Your first game, against beginners.")),
    )
    asked = [each for each in asking() if each.id not in {"actions", "why"}]
    return by_id(own, asked, (viewing(),), common())


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
        """Whether a first game is to begin."""

    @override
    def commands(self) -> Commands:
        return sampling()

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
            view = self.me.view
            self.console.write(
                *(text for event in self.me.since_last() for text in self.answers.sentences(view, event))
            )
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
