"""The screens of a match on a server: the table, watching, and what two players can agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.rules.cards import Card
from naishi.rules.legal import Phase
from naishi.server import MatchParticipant, Presence
from naishi.text.formats import listed
from naishi_tui.drawing import prompt_text
from naishi_tui.drawing.prompt_text import Said
from naishi_tui.messages import Rematch
from naishi_tui.screens.board_screen import BoardScreen
from naishi_tui.screens.dismiss_once import DismissOnceScreen
from naishi_tui.screens.score import Score
from naishi_tui.screens.table import Table
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.menu import Menu

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


def news(participant: MatchParticipant) -> str:
    """Say what the other player offers, or else that the other is not here; nothing where there is nothing to say."""
    seat, agreed = participant.seat, participant.agreed
    if seat is None:
        return ""
    name = participant.view.names[1 - seat]
    offers = {
        agreed.draw: _("{name} offers a draw: x."),
        agreed.take_back: _("{name} asks to undo the last turn: x."),
        agreed.rematch: _("{name} asks for a rematch: n."),
    }
    if 1 - seat in offers:
        return offers[1 - seat].format(name=name)
    if seat in offers:
        return _("Waiting for {name}'s answer.").format(name=name)
    where = {Presence.AWAY: _("{name} is in the lobby."), Presence.GONE: _("{name} is not here; the game waits.")}
    return "" if participant.over else where.get(participant.presence(1 - seat), "").format(name=name)


def how_it_ended(participant: MatchParticipant) -> str:
    """Say how the players ended the game before its end."""
    loser, names = participant.agreed.resigned, participant.view.names
    if loser is None:
        return _("The players agreed on a draw.")
    return _("{loser} resigned; {winner} wins.").format(loser=names[loser], winner=names[1 - loser])


def watched_by(names: Sequence[str]) -> str:
    """Say who watches."""
    return _("watched by {names}").format(names=listed(names))


OTHER_SIDE = "v"
"""The key by which somebody who watches looks from the other side of the table."""


class MatchTable(Table):
    """A person's turn in a match, and waiting for the other's."""

    participant: MatchParticipant
    AUTO_FOCUS = ""

    def __init__(self, participant: MatchParticipant, settings: Settings) -> None:
        self.note_drawn = ""
        super().__init__(participant, settings)

    @property
    def note(self) -> str:
        """What the other player offers, or that the other is not here; else who watches."""
        if said := news(self.participant):
            return said
        watchers = self.participant.watchers
        return watched_by(watchers[:3]) if watchers else ""

    def outdated(self) -> bool:
        """Return whether another screen has to show the match."""
        return self.view.phase is not Phase.PLAY or self.participant.agreed.ended

    def _status(self) -> tuple[object, ...]:
        return *super()._status(), self.note

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield from super().key_hints()
        yield KeyHint("match_menu", "x", _("offers"), minor=True)

    def action_of(self, command: str) -> str:
        """The action that a key has."""
        return "app.match_menu" if command == "match_menu" else super().action_of(command)


class MatchWatching(BoardScreen):
    """The board as everybody may see it; or as a player sees it whose game was ended early."""

    participant: MatchParticipant
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rematch", show=False),
        Binding(OTHER_SIDE, "other_side", show=False),
    ]

    def __init__(self, participant: MatchParticipant, settings: Settings) -> None:
        super().__init__(participant, settings)

    @property
    def note(self) -> str:
        """That one watches, or that the game is over."""
        return _("over") if self.participant.agreed.ended else _("watching")

    def _status(self) -> tuple[object, ...]:
        return *super()._status(), self.participant.agreed

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "←↑↓→", _("move"))
        if self.participant.seat is not None:
            yield KeyHint("rematch", "n", _("rematch"))
        else:
            yield KeyHint("other_side", OTHER_SIDE, _("other side"))
        yield from self.hints_for_reading()
        yield self.hint("back", _("leave"))

    def what_now(self) -> str:
        """Say whose turn it is, or how it ended."""
        if self.participant.agreed.ended:
            return how_it_ended(self.participant)
        return prompt_text.looked_at(self.view, ended=False)

    def what_here(self) -> Said:
        """Say nothing: no card can be chosen."""
        return Said("")

    def action_of(self, command: str) -> str:
        """The action that a key has."""
        return command if command in {"rematch", "other_side"} else super().action_of(command)

    def draw(self) -> None:
        """Draw the view, with both Hands once the game is over."""
        self.hands_open = self.participant.agreed.ended
        super().draw()

    def known_hand(self) -> Sequence[Card | None]:
        """Return the Hand on the other side, once the game is over."""
        return self.view.theirs.hand if self.hands_open else super().known_hand()

    def action_rematch(self) -> None:
        """Ask for a rematch."""
        self.post_message(Rematch())

    def action_other_side(self) -> None:
        """Look from the other side of the table; nobody else's screen changes."""
        if self.participant.seat is None:
            self.participant.turn_table()
            self.update()

    async def action_choose(self) -> None:
        """Count the points once the game is over."""
        if self.view.phase is Phase.OVER:
            self.proceed()
        else:
            self._refuse_to_play()


class MatchScore(Score):
    """The points of a finished match."""

    participant: MatchParticipant

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names: no more than there is on a server."""
        missing = {"replay", "analyse", "back"} | ({"rematch"} if self.participant.seat is None else set())
        yield from (hint for hint in super().key_hints() if hint.id not in missing)
        yield self.hint("back", _("leave"))

    def action_replay(self) -> None:
        """Say that there is none."""
        self.refuse(_("There is no replay or analysis on the server."))

    def action_analyse(self) -> None:
        """Say that there is none."""
        self.action_replay()


class MatchMenu(ModalScreen[None], DismissOnceScreen[None]):
    """Resign, draw, undo; and the answers to what the other player offers."""

    AUTO_FOCUS = "#asks"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,x", "cancel", show=False)]

    def __init__(self, participant: MatchParticipant) -> None:
        super().__init__()
        self.participant = participant
        self.resigning = False
        """Whether the player was asked if that is meant."""

    def compose(self) -> ComposeResult:
        """Lay out what can be asked for. It begins with what does no harm."""
        with Vertical(id="box"):
            yield Static(Content(news(self.participant) or _("This game")), id="news")
            if watchers := self.participant.watchers:
                yield Static(Content(watched_by(watchers)))
            yield Menu(
                *(Option(words, id=str(number)) for number, (words, _act) in enumerate(self._asks())),
                id="asks",
                compact=True,
            )
            yield Static("", id="said")

    def _asks(self) -> list[tuple[str, Callable[[], object]]]:
        participant, agreed = self.participant, self.participant.agreed
        asks: list[tuple[str, Callable[[], object]]] = [(_("Back to the game"), lambda: None)]
        offered = {agreed.draw, agreed.take_back}
        if participant.opponent in offered:
            asks.append((_("Decline"), participant.decline))
        draw = _("Agree to a draw") if agreed.draw == participant.opponent else _("Offer a draw")
        back = _("Ask to undo the last turn")
        if agreed.take_back == participant.opponent:
            back = _("Agree to undo the last turn")
        return [*asks, (back, participant.take_back), (draw, participant.draw), (_("Resign"), self._resign)]

    def _resign(self) -> None:
        """Give the game up, once that was confirmed.

        Raises:
            NaishiError: It wasn't yet, or can't be done.
        """
        if not self.resigning:
            self.resigning = True
            raise NaishiError(_("This loses the game. Enter again: resign. Esc: back to the game."))
        self.participant.resign()

    def action_cancel(self) -> None:
        """Go back to the game."""
        self.dismiss()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        _words, act = self._asks()[int(event.option_id or 0)]
        try:
            act()
        except NaishiError as error:
            self.query_one("#said", Static).update(Content(str(error)))
        else:
            self.dismiss()
