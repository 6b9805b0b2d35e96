"""Naishi being played in line mode on a server."""

from collections.abc import Iterator, Sequence

from typing_extensions import override

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.games.naishi.game import record
from naishi.games.naishi.rules.cards import Phase
from naishi.plain import console
from naishi.plain.naishi import facts
from naishi.plain.naishi.answers import answer
from naishi.plain.naishi.game import take_part
from naishi.plain.naishi.telling import Telling, asked
from naishi.plain.room import LOOK, MORE, groups_of, whose_view
from naishi.plain.server.agreeing import lines_of, plan
from naishi.plain.server.commands import match_commands
from naishi.plain.server.game_lines import PLAYING, GameLines
from naishi.server import MatchParticipant
from naishi.sessions import Ask
from naishi.tabletop import chance
from naishi.tabletop.chance import committed_to_rematch, mixed_into_rematch


def playing(at_any: console.Commands | None = None) -> console.Commands:
    """Return the commands of a player; `at_any` are those of a match of any kind."""
    own = console.by_id((at_any or match_commands()).values(), _own(), (_dealt(), console.withdrawing()))
    order = (
        *("undo", "withdraw", "draw", "agree", "decline", "replay", "analyse", "resign", "abort", "rematch"),
        *("mix", "when", "say", "mute", "report", "match", "deal", "time", "pause", "continue", "claim"),
        *("next", "quit"),
    )
    return console.by_id(console.commands().values(), (own[each] for each in order))


def watching_match() -> console.Commands:
    at_any = match_commands(watching=True)
    own = (
        console.of_key("watch.other_side"),
        console.viewing(),
        at_any["match"],
        at_any["time"],
        _dealt(),
        at_any["rematch"],
    )
    return console.by_id(console.looking(), own, console.common(), (at_any["next"], at_any["quit"]))


def _own() -> tuple[console.CommandWord, ...]:
    return (
        console.of_key("score.analyse"),
        console.of_key(
            "lobby.mix",
            help_=_(
                "After the game: add words of yours to the deal of the rematch; mix alone says what it is committed to."
            ),
            usage=_("mix rain on the roof"),
            whole=True,
        ),
        console.CommandWord(
            "when", pgettext("a verb", "when"), _("when decree H3 play develop H3, end"),
            _("Play something if the other player does something in their next turn; when lists that, when none drops "
              "it."),
            whole=True,
        ),
    )  # fmt: skip


def _dealt() -> console.CommandWord:
    word = pgettext("how the cards were drawn", "deal")
    return console.alone("deal", word, _("How the cards were drawn, so that you can check it."))


def dealt(me: MatchParticipant) -> Sequence[str]:
    """Say how the cards were drawn, as far as that may be known."""
    lines, check = [*chance.dealt(me.commitment, me.proof, me.view.names)], me.view.deal_check
    if lines and check is not None:
        lines.append(record.verdict(check))
    if (following := me.rematch_deal.commitment) is not None:
        lines.append(committed_to_rematch(following))
    return lines or [_("The server drew this deal by itself; there is nothing to check.")]


async def mix(me: MatchParticipant, words: Sequence[str]) -> str:
    """Add words to the deal of the rematch, or say what that is committed to.

    Raises NaishiError: they can't be added.
    """
    deal, word = me.rematch_deal, " ".join(words)
    if not word and deal.commitment is not None:
        return committed_to_rematch(deal.commitment)
    await deal.add(word)
    return mixed_into_rematch()


class NaishiLines(GameLines):
    """A match of Naishi."""

    plays = PLAYING | {*console.ACTIONS, console.SKIP, "mix"}
    looks = frozenset({*LOOK, "what", "last", "log", "deal"})

    @override
    def make_narrator(self) -> Telling:
        return Telling(self.context, you=self.me.seat is not None)

    @override
    def commands(self, at_any: console.Commands) -> console.Commands:
        return watching_match() if self.me.seat is None else playing(at_any)

    @override
    def groups(self, at_any: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        return groups_of(
            look=LOOK,
            act=("what", *sorted(console.ACTIONS)),
            back=("last", "log", "undo", "redo", "withdraw", "side"),
            game=at_any,
            more=MORE,
        )

    @override
    def terms(self) -> Iterator[str]:
        if self.me.view.module:
            yield _("Played with Legends & Travellers.")

    @override
    async def obey(self, command: console.CommandWord, words: Sequence[str]) -> None:
        me = self.me
        match command.id:
            case "deal":
                self.console.write(*dealt(me))
            case "mix":
                self.console.write(await mix(me, words))
            case "when":
                self.console.write(*await plan(self.room.visitor, me, words))
            case "side":
                me.turn_table()
                self.console.write(whose_view(me), _("From {name}'s side.").format(name=me.view.names[me.view.seat]))
            case "advice":
                raise NaishiError(me.refusal(Ask.ADVISE))
            case "view":
                self.console.answer(view=me.view)
            case _ if me.seat is None:
                answer(me.view, command.id, words, self.context, you=False)
            case _:
                await take_part(self.context, me, self.narrator, command, words)

    @override
    def lines_of(self, words: Sequence[str]) -> list[str]:
        return lines_of(words)

    @override
    def whole_table(self) -> Iterator[str]:
        view = self.me.view
        yield from facts.table_lines(view)
        if self.me.ended_early:
            yield from facts.hand_rows(view)
        elif view.turn == self.me.seat and self.me.seat is not None:
            yield from asked(view)

    @override
    def opened_hands(self) -> Iterator[str]:
        if self.me.view.phase is Phase.PLAY:  # in a later one, they were told as they opened
            yield from facts.hand_rows(self.me.view)
