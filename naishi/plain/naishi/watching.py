"""Watching in line mode: bots that play each other, or a game that is open elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing

from naishi.common.i18n import _
from naishi.plain.commands import Commands, CommandWord, spectating, watching
from naishi.plain.context import Context, HomeContext
from naishi.plain.naishi.answers import answer
from naishi.plain.naishi.game import Left, SessionRoom
from naishi.plain.naishi.telling import Telling
from naishi.plain.narrator import Narrator
from naishi.plain.room import LOOK, MORE, Room, follow, groups_of, whose_view
from naishi.sessions import Ask, Session, Spectator


class PlainWatching(SessionRoom):
    """Bots that play each other; whoever watches sees what everybody at the table sees, or looks from a seat."""

    def __init__(self, context: HomeContext, session: Session) -> None:
        super().__init__(context, session)
        self.me = session.join(0)
        self._public = session.join()
        self._telling = self.narrator()
        self._ended = False
        """A script has said all that it had to say."""

    def narrator(self) -> Narrator:
        """Return what tells what happens."""
        return Telling(self.context, you=False)

    def commands(self) -> Commands:
        """Return what can be typed here."""
        return watching()

    async def play(self) -> Left:
        """Watch until it is left.

        Raises:
            NaishiError: A script asked for something that isn't possible.
        """
        self.begin()
        self.console.write(_("Enter alone pauses the bots. Type help for more."))
        self.session.start()
        async with aclosing(follow(self, self.session.revisions.since(-1))) as lines:
            async for line in lines:
                if line is None:
                    self._tell()
                elif line.strip():
                    await self.take(line)
                else:
                    self._pause_or_continue()
                if self.left or (line is None and self._nothing_comes()):
                    break
        return self.how

    def _tell(self) -> None:
        over = not self._public.view.awaited
        self._telling.news(self._public)
        self.tell_failure(self.me)
        if over and self.console.interactive:
            self.console.write(self.when_over())

    def _nothing_comes(self) -> bool:
        """Whether a script would wait for ever."""
        status = self.session.bots
        return not self.console.interactive and (self.session.over or status.paused or bool(status.failure))

    def _pause_or_continue(self) -> None:
        if Ask.CONTINUE in self.me.allowed:
            self.me.resume()
        elif Ask.PAUSE in self.me.allowed:
            self.me.pause()
            self.console.write(_("Paused. Enter alone: continue. step: one action."))

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        match command.id:
            case "pause":
                self.me.pause()
                self.console.write(_("Paused. Enter alone: continue. step: one action."))
            case "continue":
                self.me.resume()
            case "step":
                self.me.step()
            case "side":
                seat = 0 if self.me.seat is None else self.me.seat + 1
                self.me = self.session.join(seat if seat < len(self.session.game.players) else None)
                self.console.write(whose_view(self.me))
            case "retry" | "replace" | "pace":
                await self.run_bots(self.me, command, words)
            case "rematch":
                self.play_again(self.me)
            case "replay":
                await self.look_back()
            case _:
                self.answer(command, words)

    def answer(self, command: CommandWord, words: Sequence[str]) -> None:
        """Answer what is asked."""
        if command.id == "view":
            self.console.answer(view=self.me.view)
        else:
            answer(self.me.view, command.id, words, self.context, you=False)


class PlainSpectating(Room):
    """A game that is open elsewhere."""

    def __init__(self, context: Context, spectator: Spectator) -> None:
        super().__init__(context)
        self.me = spectator
        self.taken_over = False
        """Whether the game is to be continued here."""
        self._telling = self.narrator()
        self._owner: object = ""

    def narrator(self) -> Narrator:
        """Return what tells what happens."""
        return Telling(self.context, you=False)

    def commands(self) -> Commands:
        """Return what can be typed here."""
        return spectating()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return groups_of(look=LOOK, back=("last", "log"), game=("takeover",), more=MORE)

    async def watch(self) -> bool:
        """Watch until it is left; return whether the game is to be continued here."""
        self.enter()
        self.opened()
        self._tell()
        async with aclosing(follow(self, self.me.changes())) as lines:
            async for line in lines:
                if line is None:
                    self._tell()
                else:
                    await self.take(line)
                if self.left or (line is None and not self.console.interactive and self._is_still()):
                    break
        return self.taken_over

    def opened(self) -> None:
        """Say to a program which game this is."""
        self.console.opened(self.me.id, ("", ""))

    def _is_still(self) -> bool:
        return self.me.owner is None or not self.me.view.awaited

    def _tell(self) -> None:
        self._telling.news(self.me)
        if self.me.trouble:
            self.console.write_exactly(self.me.trouble)
        if self.me.owner != self._owner and self.me.view.awaited:
            self._owner = self.me.owner
            self.console.write(
                _("Nobody has this game open: takeover continues it here.")
                if self.me.owner is None
                else _("This game is open in {owner}; you hear what happens there.").format(owner=self.me.owner)
            )

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        if command.id == "takeover":
            if refusal := self.me.refusal(Ask.TAKE_OVER):
                self.console.write(refusal)
            else:
                self.left = self.taken_over = True
        else:
            self.answer(command, words)

    def answer(self, command: CommandWord, words: Sequence[str]) -> None:
        """Answer what is asked."""
        answer(self.me.view, command.id, words, self.context, you=False)
