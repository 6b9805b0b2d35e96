"""A match on a server in lines: played, or watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, pgettext
from naishi.games.naishi.game import deal_proof
from naishi.plain.commands import ACTIONS, Commands, CommandWord, alone, by_id, commands, common, looking, side, viewing
from naishi.plain.game_room import GameRoom
from naishi.plain.naishi.answers import answer
from naishi.plain.room import LOOK, MORE, groups_of, whose_view
from naishi.plain.server.agreeing import AGREEING
from naishi.plain.server.context import ServerContext
from naishi.plain.server.looking_back import look_at
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.plan_words import plan
from naishi.plain.server.room import ServerRoom
from naishi.plain.server.talking import TALKING
from naishi.plain.server.telling import TellingPeople, TellingTime, days_of
from naishi.plain.server.telling_match import TellingMatch
from naishi.server import MatchParticipant, OfferKind, Request, Verb
from naishi.server.play import rating_text, tournament_text
from naishi.server.play.next_turn import next_turn
from naishi.sessions import Ask


def playing() -> Commands:
    """The commands of a player of a match."""
    own = (
        alone("undo", _("undo"), _("Undo your last turn; a person has to agree, a bot doesn't.")),
        alone("draw", _("draw"), _("Offer a draw.")),
        CommandWord("agree", _("agree"), _("agree draw"), _("Agree to what the other player offers or asks for.")),
        CommandWord("decline", _("decline"), _("decline draw"), _("Decline what the other player offers or asks for.")),
        alone("replay", _("replay"), _("After the game: look at it step by step.")),
        alone("analyse", _("analyse"), _("After the game: accuracy, luck and mistakes.")),
        alone("resign", _("resign"), _("Give the game up.")),
        alone("abort", _("abort"), _("Call a rated game off before you have acted; it isn't rated then.")),
        alone("rematch", _("rematch"), _("After the game: ask for a rematch, or agree to one.")),
        CommandWord("mix", pgettext("a deal", "mix"), _("mix rain on the roof"),
                    _("After the game: add words of yours to the deal of the rematch; mix alone says what it is "
                      "committed to."),
                    whole=True),
        CommandWord(
            "when", pgettext("a verb", "when"), _("when decree H3 play develop H3, end"),
            _("Play something if the other player does something in their next turn; when lists that, when none drops "
              "it."),
            whole=True,
        ),
        CommandWord("say", pgettext("a phrase", "say"), _("say good luck"),
                    _("Say a set phrase to the other player, by its number or its beginning; say alone lists them.")),
        CommandWord("mute", pgettext("a player", "mute"), _("mute off"),
                    _("mute: hear nothing more from the other player; mute off: hear them again. They aren't told."),
                    whole=True),
        CommandWord("report", pgettext("a player", "report"), _("report cheating"),
                    _("Report the other player to whoever runs this server: name, behaviour or cheating."),
                    whole=True),
        _about(),
        _dealt(),
        _time(),
        CommandWord("pause", pgettext("a clock", "pause"), _("pause 3"),
                    _("Offer that the clock stands still: pause 3 for three days, pause 14 for a holiday.")),
        alone("continue", pgettext("a pause", "continue"), _("End the pause.")),
        alone("claim", _("claim"), _("Without a clock: claim the game of a player who has not acted for 14 days.")),
        *_leaving(),
    )  # fmt: skip
    return by_id(commands().values(), own)


def watching_match() -> Commands:
    """The commands of somebody who watches a match."""
    rematch = alone("rematch", _("rematch"), _("After the game: watch the rematch, if one has begun."))
    return by_id(looking(), (side(), viewing(), _about(), _time(), _dealt(), rematch), common(), _leaving())


def match_groups() -> dict[str, tuple[str, ...]]:
    """Return the ids of the commands, in groups with a title."""
    return groups_of(
        look=LOOK,
        act=("what", *sorted(ACTIONS)),
        back=("last", "log", "undo", "redo", "side"),
        game=(
            "match",
            "time",
            "draw",
            "pause",
            "continue",
            "agree",
            "decline",
            "resign",
            "abort",
            "claim",
            "rematch",
            "mix",
            "when",
            "say",
            "mute",
            "report",
            "deal",
            "retry",
            "replace",
            "replay",
            "analyse",
            "next",
        ),
        more=MORE,
    )


def _about() -> CommandWord:
    return alone("match", _("match"), _("Who is here and who watches, and what you can ask for or answer."))


def _dealt() -> CommandWord:
    word = pgettext("how the cards were drawn", "deal")
    return alone("deal", word, _("How the cards were drawn, so that you can check it."))


def _time() -> CommandWord:
    return alone("time", pgettext("a clock", "time"), _("What both players have left, in a game with a clock."))


def _leaving() -> tuple[CommandWord, ...]:
    return (
        alone("next", pgettext("a game", "next"), _("Go to the next game that waits for you."), whole=True),
        alone("quit", _("quit"), _("Back to the lobby; the game waits for you.")),
    )


def dealt(me: MatchParticipant) -> Sequence[str]:
    """Say how the cards were drawn, as far as that may be known."""
    lines, check = [*deal_proof.dealt(me.commitment, me.proof, me.view.names)], me.view.deal_check
    if lines and check is not None:
        lines.append(deal_proof.verdict(check))
    if (following := me.rematch_deal.commitment) is not None:
        lines.append(deal_proof.committed_to_rematch(following))
    return lines or [_("The server drew this deal by itself; there is nothing to check.")]


async def mix(me: MatchParticipant, words: Sequence[str]) -> str:
    """Add words to the deal of the rematch, or say what that is committed to.

    Raises:
        NaishiError: They can't be added.
    """
    deal, word = me.rematch_deal, " ".join(words)
    if not word and deal.commitment is not None:
        return deal_proof.committed_to_rematch(deal.commitment)
    await deal.add(word)
    return _("Your words are added to the deal of the rematch.")


class PlainMatch(ServerRoom, GameRoom):
    """Somebody at a match, then at the rematches that follow or at the next game that waits."""

    def __init__(self, context: ServerContext, news: OwnNews, me: MatchParticipant) -> None:
        super().__init__(context, news)
        self._come_to(me)

    def _come_to(self, me: MatchParticipant) -> None:
        """Be at a match, about which nothing has been said."""
        self.me = me
        self.context.happenings.follow("match", me.changes())
        self.news.came_to(me.match_id)
        self._telling = TellingMatch(self.context, me, when_over=self.when_over, ways_on=self._ways_on)
        self._agreeing, self._talking = self._telling.agreeing, self._telling.talking
        self._time, self._people = TellingTime(self.context, me), TellingPeople(self.context, me)

    def commands(self) -> Commands:
        """Return what can be typed here: by a player, or by somebody who watches."""
        return watching_match() if self.me.seat is None else playing()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return match_groups()

    def enter(self) -> None:
        """Say which match this is."""
        me = self.me
        if me.seat is None:
            first, second = rating_text.players(me.match, me.view.names)
            self.console.write(_("You are watching {first} and {second}.").format(first=first, second=second))
        else:
            self.console.write(
                _("Your game with {name}.").format(name=rating_text.players(me.match, me.view.names)[me.others[0]])
            )
        if me.view.module:
            self.console.write(_("Played with Legends & Travellers."))
        if me.match.rated:
            self.console.write(_("It is rated."))
        self.console.write(*filter(None, [tournament_text.at_table(me.match)]))
        if me.time is not None:
            self.console.write(*self._time.left())
        super().enter()
        self.console.opened(me.match_id, me.kinds)

    async def leave(self) -> None:
        """Leave the match; it waits."""
        self.context.happenings.forget("match")
        self.context.happenings.forget("clock")
        self.news.came_to("")
        await self.visitor.detach(self.me)
        self.console.opened("", ("", ""))

    async def tell_here(self) -> None:
        """Tell what has happened in the match, and what the players ask of each other."""
        me = self.me
        if me.has_lost_seat:
            self.console.notice(_("You have left this game: its seat isn't yours any more."))
            self.left = True
            return
        if me.rematch_has_begun:
            await self._follow_rematch()
            return
        self._tell_what_is_new()
        self._telling.tell_ratings()
        self._people.tell()
        self._time.tell()
        self.context.happenings.follow("clock", self._time.alarm())
        self._telling.send()

    async def _move_to(self, me: MatchParticipant) -> None:
        """Be at another match, and leave the one before."""
        before = self.me
        self._come_to(me)
        await self.visitor.detach(before)

    async def _follow_rematch(self) -> None:
        await self._move_to(await self.visitor.follow(self.me))
        self.console.write(_("The rematch begins."))
        self.console.opened(self.me.match_id, self.me.kinds)
        self._tell_what_is_new()  # the other player may need a moment to come
        self._telling.send()

    async def _go_to_next(self) -> None:
        """Leave this match for the next one that waits.

        Raises:
            NaishiError: No other one does, or it is gone.
        """
        match = await next_turn(self.visitor, self.me.match_id)
        await self._move_to(await self.visitor.attach(match.id))
        self.enter()

    def _tell_what_is_new(self) -> None:
        self._telling.tell()
        self.tell_failure(self.me)

    def _ways_on(self) -> str:
        """Say what can be typed once the game is over."""
        again = Ask.REMATCH in self.me.allowed
        return _("Type rematch, log, table or quit.") if again else _("Type log, table or quit.")

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        me = self.me
        match command.id:
            case "match" | "deal" | "time" | "side":
                self.console.write(*self._told(command.id))
            case "when" | "mix":
                self.console.write(*await self._prepare(command.id, words))
            case _ if command.id in AGREEING | TALKING:
                await self._ask_other(command, words)
            case "next":
                await self._go_to_next()
            case "what" if not words:
                self._say_what()
            case "undo" if not me.against_bot:
                await self._agreeing.offer(OfferKind.UNDO)
            case "advice":
                raise NaishiError(me.refusal(Ask.ADVISE))
            case "replay" | "analyse":
                await self._look_back(command)
            case _ if me.seat is None:
                self._look(command, words)
            case _:
                await self.take_part(me, self._telling.game, command, words)

    async def _look_back(self, command: CommandWord) -> None:
        """Replay or analyse the match once it is over, and come back to it."""
        await look_at(self, self.me.match_id, command.id)
        if not self.context.gone:
            self.enter()

    def _say_what(self) -> None:
        """Say what a player can do now: answer the other one, act, or go on after the game."""
        me, to_answer = self.me, [*self._agreeing.to_answer()]
        self.console.write(*to_answer)
        if me.over:
            self.console.write(me.ended_early or _("The game is over."), self._ways_on())
            self.console.answer(actions=())
        elif to_answer and not me.view.legal_actions:
            self.console.answer(actions=())
        else:
            answer(me.view, "what", (), self.context)

    async def _ask_other(self, command: CommandWord, words: Sequence[str]) -> None:
        """Ask something of the other player, or answer what they ask."""
        match command.id:
            case "draw":
                await self._agreeing.offer(OfferKind.DRAW)
            case "rematch" if self.me.seat is None:
                self.me.check(Ask.REMATCH)
                await self._follow_rematch()
            case "rematch":
                await self._agreeing.rematch()
            case "pause":
                await self._agreeing.offer(OfferKind.PAUSE, days_of(words))
            case "continue" | "claim":
                await self.me.request(Request(Verb(command.id)))
            case "resign":
                if self.me.over or await self.confirmed(_("This loses the game.")):
                    await self._agreeing.give_up(Verb.RESIGN)
            case "say" | "mute" | "report":
                await self._talking.obey(command, words)
            case "abort":
                await self._agreeing.give_up(Verb.ABORT)
            case answered:
                await self._agreeing.answer(Verb(answered), words)

    async def _prepare(self, command: str, words: Sequence[str]) -> Iterable[str]:
        """Plan a turn; or add words to the deal of the rematch, or say what that is committed to."""
        return await plan(self.visitor, self.me, words) if command == "when" else [await mix(self.me, words)]

    def _look(self, command: CommandWord, words: Sequence[str]) -> None:
        """Answer a question of somebody who watches."""
        if command.id == "view":
            self.console.answer(view=self.me.view)
        else:
            answer(self.me.view, command.id, words, self.context, you=False)

    def _told(self, asked: str) -> Iterable[str]:
        """Answer a question about the match, beside the game."""
        me = self.me
        match asked:
            case "match":
                return self._about()
            case "deal":
                return dealt(me)
            case "time":
                return self._time.left()
            case _:
                me.turn_table()
                return whose_view(me), _("From {name}'s side.").format(name=me.view.names[me.view.seat])

    def _about(self) -> Iterator[str]:
        """Say who is here, and what can be asked for or answered."""
        me = self.me
        if me.ended_early:
            yield me.ended_early
        yield from self._people.here()
        yield from self._agreeing.possible()
