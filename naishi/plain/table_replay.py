"""Replay of any kind of game in line mode."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.plain.commands import Commands, CommandWord, by_id, common, of_key, viewing
from naishi.plain.context import Context
from naishi.plain.replay_room import MOVING, ReplayRoom, moving
from naishi.plain.room import MORE, groups_of, whose_view
from naishi.plain.table_answers import TableAnswers, asking
from naishi.plain.table_telling import completed, in_common
from naishi.sessions.replay import Replay
from naishi.tabletop.kinds import Section


class TableReplay(ReplayRoom):
    """A recorded game of a kind whose words are all that line mode knows of it."""

    def __init__(self, context: Context, replay: Replay, *, of_its_own: bool = True) -> None:
        """Look at a game from its beginning.

        Args:
            context: Where it is told.
            replay: The game.
            of_its_own: Whether no game is open for a program: it then gets the table of each moment.
        """
        super().__init__(context, replay)
        self.answers = TableAnswers(replay.key, replay.players, you=False)
        self._of_its_own = of_its_own

    @override
    def commands(self) -> Commands:
        return replaying_table()

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


def replaying_table() -> Commands:
    """The commands of a replay of any game."""
    side = of_key("replay.view_from", help_=_("Look from the next seat, or as everybody at the table."))
    asked = [each for each in asking() if each.id not in {"actions", "why"}]
    return by_id(moving(), (side, viewing()), asked, common())
