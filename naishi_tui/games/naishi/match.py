"""Match screens of Naishi: table, spectating, agreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.phase import Phase
from naishi.server import MatchParticipant
from naishi.server.match import rating_text
from naishi.sessions.participant import Ask
from naishi.settings.keymap import arrows
from naishi_tui.games.naishi import prompt_text
from naishi_tui.games.naishi.board_view import memory_aid
from naishi_tui.games.naishi.card_screen import CardScreen
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.ninja import Ninja
from naishi_tui.games.naishi.score import CountedScore, ScoreView
from naishi_tui.games.naishi.table import Table
from naishi_tui.games.naishi.watching import WatchedBoard
from naishi_tui.keys import bindings_of, table_bindings
from naishi_tui.messages import ShowAnalysis, ShowReplay
from naishi_tui.table.game_screen import with_answer
from naishi_tui.table.match import ways_on
from naishi_tui.table.part import Handlers
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings
    from naishi_tui.table.table import Drafts


def match_screen(participant: MatchParticipant, settings: Settings, _drafts: Drafts) -> CardScreen:
    """Return the screen that shows a match as it stands; a turn that is half chosen is nothing to keep."""
    view = participant.view
    if participant.ended_early:
        return MatchWatching(participant, settings)
    if view.outcome is not None:
        return MatchScore(participant, settings, view.outcome)
    if participant.seat is None:
        return MatchWatching(participant, settings)
    match view.phase:
        case Phase.GIFT:
            return Gift(participant, settings)
        case Phase.COPY:
            return Ninja(participant, settings)
    return Table(participant, settings)


def looking_back(screen: CardScreen) -> Handlers:
    """Return what replays and analyses the match on a screen once it is over; who watches is told that they can't."""

    def show(message: type[ShowReplay] | type[ShowAnalysis]) -> None:
        participant = screen.participant
        assert isinstance(participant, MatchParticipant)  # noqa: S101 - it is a screen of a match
        screen.post_message(message(participant.match_id))

    return {"replay": partial(show, ShowReplay), "analyse": partial(show, ShowAnalysis)}


def looking_back_hints(screen: CardScreen) -> Iterator[KeyHint]:
    """Name the keys that replay and analyse the match, to its players."""
    if screen.participant.view.public:
        return
    yield hint("score.replay")
    yield hint("score.analyse", minor=True)


class MatchWatching(WatchedBoard):
    """The board as everybody may see it; or as a player sees it whose game was ended early."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *table_bindings(),
        *bindings_of("score.rematch", "watch.other_side"),
    ]
    participant: MatchParticipant

    @override
    def own_commands(self) -> Handlers:
        own = {"rematch": self.requests.rematch, "other_side": self.turn_table}
        return {**memory_aid(self), **own, "choose": self.choose, "back": self.leave}

    @property
    def note(self) -> str:
        """What the other player asks for; else that one watches."""
        return super().note or (_("watching") if self.participant.seat is None else "")

    @override
    def open_hand(self) -> Sequence[Card | None] | None:
        return self.view.theirs.hand if self.participant.ended_early else None

    def outdated(self) -> bool:
        """Return whether another screen has to show the match: the points, or the table of someone who plays."""
        ended = bool(self.participant.ended_early)
        return not ended and (self.view.outcome is not None or self.participant.seat is not None)

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if Ask.REMATCH in self.participant.allowed:
            yield hint("score.rematch")
        if self.participant.seat is None:
            yield hint("watch.other_side")
        yield from self.requests.hints()
        yield from self.reading.hints()
        yield hint("back", _("leave"))

    def instruction(self) -> str:
        """Say whose turn it is, or how it ended."""
        return self.participant.ended_early or prompt_text.looked_at(self.view, ended=False)

    def cursor_help(self) -> PromptLine:
        """Say what can be done once the game is over; no card can be chosen."""
        if not self.participant.ended_early:
            return PromptLine("")
        if news := with_answer(self.participant, self.participant.news.latest):
            return PromptLine(news)
        why_not = rating_text.why_not(self.participant.match, in_short=True)  # how it ended needs the other line
        return PromptLine(" ".join(filter(None, (why_not, ways_on(self.participant)))))

    def turn_table(self) -> None:
        """Look from the other side of the table; nobody else's screen changes."""
        if self.participant.seat is None:
            self.participant.turn_table()
            self.following.update()

    def choose(self) -> None:
        """Say how to go on once the game is over, else why nothing can be chosen."""
        ended = bool(self.participant.ended_early)
        self.refuse(ways_on(self.participant) if ended else self.participant.refusal(Ask.PLAY))


class MatchScore(CountedScore):
    """The points of a finished match."""

    participant: MatchParticipant

    def __init__(self, participant: MatchParticipant, settings: Settings, outcome: Outcome) -> None:
        steps = {"score.rematch": _("rematch"), "back": _("leave")}
        points = partial(ScoreView, outcome=outcome, series={}, reader=participant.seat)
        super().__init__(participant, settings, points, steps, looking_back(self))

    def draw(self) -> None:
        """Draw everything, with what the match has changed behind the names."""
        ratings = self.participant.standings
        for each, rating in zip(self.points.territories.sides, ratings, strict=True):
            each.rating = "" if self.points.counting else rating
        super().draw()

    def instruction(self) -> str:
        """Say who has won, or why it isn't rated."""
        why_not = "" if self.points.counting else rating_text.why_not(self.participant.match)
        return " ".join(filter(None, (super().instruction(), why_not)))

    def cursor_help(self) -> PromptLine:
        """Say what the other player asks for, else what the card under the cursor earned."""
        news = with_answer(self.participant, self.participant.news.latest)
        return PromptLine(news) if news and not self.points.counting else super().cursor_help()

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", arrows("←↑↓→"), _("why"))
        yield hint("explain")
        if Ask.REMATCH in self.participant.allowed:
            yield hint("score.rematch")
        yield from looking_back_hints(self)
        yield hint("log")
        yield from self.requests.hints()
        yield hint("back", _("leave"))

    @override
    def ways_on(self) -> str:
        return ways_on(self.participant)
