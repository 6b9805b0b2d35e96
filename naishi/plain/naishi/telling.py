"""Narration of a game to one listener, without repeats."""

from collections.abc import Iterator, Sequence

from typing_extensions import override

from naishi.common.i18n import _, listed
from naishi.games.naishi.game.turns import without_turn_ends
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules.actions import Copy, Declare, Swap, UseExchange
from naishi.games.naishi.rules.cards import Card, Phase
from naishi.games.naishi.text import expansion
from naishi.games.naishi.text.sentences import result, sentence
from naishi.plain.naishi import facts, parsing
from naishi.plain.room import Context
from naishi.plain.table_telling import Narrator, in_common
from naishi.sessions import Participant


class Telling(Narrator):
    """Tells one person, or several who listen together, what happens in a game, and what is asked of them."""

    def __init__(self, context: Context, *, you: bool = True) -> None:
        super().__init__(context)
        self._you = you
        self._heard: tuple[Event, ...] | None = None
        self._empty_piles = 0
        self._last: int | None = None
        self._open = self._over = self._has_begun = False

    @override
    def news(self, me: Participant, *, turned_up: bool = True) -> None:
        view, console = me.view, self.context.console
        first = self._heard is None
        heard = before_the_last_turn(view) if self._heard is None else self._heard
        same = in_common(heard, view.events)
        new = [*_completed(heard, view.events[:same]), *view.events[same:]]
        undone = same < len(heard)
        if not (first or new or undone):
            return
        if undone and not new and all(event.action is None for event in heard[same:]):
            console.show(view, me)  # a sealed gift is chosen again: nobody has to know
            return
        self._heard = view.events
        if first and me.trouble:
            console.write_exactly(me.trouble)
        if first:
            console.write(*filter(None, (expansion.legends(view), expansion.travellers(view))))
        if undone:
            self._asked = None
            console.write(_("Something was undone meanwhile."))
        console.write(
            *(sentence(each, view.names, view.seat if self._you else None) for each in without_turn_ends(new))
        )
        if self._you:
            console.write(*_own_cards_moved(view, new))
        if turned_up:
            console.write(*facts.turned_up_lines(view, new))
        console.write(*self._milestones(view))
        if not first and me.trouble:
            console.write_exactly(me.trouble)
        console.show(view, me)

    @override
    def undone_lines(self, before: PlayerView, after: PlayerView) -> Iterator[str]:
        return undone_lines(before, after)

    @override
    def withdrawn(self, before: PlayerView, me: Participant) -> None:
        self.context.console.write(_("Withdrawn: choose again."))
        self.forget(me.view)
        self.show(me.view, me)

    @override
    def forget(self, view: PlayerView) -> None:
        self._asked = None
        if self._heard is not None:
            self._heard = self._heard[: in_common(self._heard, view.events)]
        self._empty_piles = min(self._empty_piles, _empty_piles(view))
        self._last = self._last if view.last is not None else None
        self._open, self._over = self._open and _is_open(view), self._over and view.phase is Phase.OVER

    @override
    def skip(self, view: PlayerView) -> None:
        self._heard, self._empty_piles, self._last = view.events, _empty_piles(view), view.last
        self._open, self._over = _is_open(view), view.phase is Phase.OVER

    @override
    def ask(self, me: Participant, when_over: str) -> None:
        view = me.view
        now = (view.phase, view.turn, view.round, view.developed, view.bonus, len(view.events))
        if now == self._asked:
            return
        self._asked = now
        if view.turn == view.seat:
            self.context.console.write(*asked(view))
            if not self._has_begun and view.phase is Phase.PLAY:  # later turns say what has changed since
                self._has_begun = True
                self.context.console.write(*facts.beginning_lines(view))
        elif view.phase is Phase.OVER:
            self.context.console.write(when_over)

    def _milestones(self, view: PlayerView) -> Iterator[str]:
        empty, self._empty_piles = self._empty_piles, _empty_piles(view)
        if view.phase is Phase.PLAY and view.last is None and self._empty_piles > empty:
            yield (
                _("A River pile is empty: from now on the end can be declared.")
                if self._empty_piles == 1
                else _("Two River piles are empty: the game is about to end.")
            )
        declared = any(isinstance(event.action, Declare) for event in view.events)
        if view.last is not None and self._last is None and view.phase is Phase.PLAY and not declared:
            yield _("Two River piles are empty: {name} has the last turn.").format(name=view.names[view.last])
        self._last = view.last
        if _is_open(view) and not self._open:
            yield _("The last turn is over, and both Hands are open.")
            yield from facts.hand_rows(view)
        self._open = _is_open(view)
        if view.phase is Phase.OVER and not self._over:
            yield result(view)
            yield from facts.score_lines(view)
        self._over = view.phase is Phase.OVER


def asked(view: PlayerView) -> Iterator[str]:
    name = view.names[view.seat]
    if view.phase is Phase.GIFT:
        yield _("{name}, give one of your two dealt cards: give 1 or give 2.").format(name=name)
        yield from facts.dealt_lines(view)
    elif view.phase is Phase.COPY:
        copies = [action for action in view.legal_actions if isinstance(action, Copy)]
        words = _("{name}, say what your ninja at {cell} copies: {cards}.")
        if view.mine.card(copies[0].cell) is Card.LEGENDARY_NINJA:
            words = _("{name}, say which of your opponent's characters your Legendary Ninja at {cell} copies: {cards}.")
        yield words.format(
            name=name,
            cell=copies[0].cell.noun,
            cards=listed((each.card.noun for each in copies), conjunction=False),
        )
    elif view.pending:
        yield from parsing.asked(view)
    elif view.bonus:
        yield _("Now develop, {name}.").format(name=name)
    elif view.developed:
        yield _("Take a bonus, {name}, or type end.").format(name=name)
    elif view.last == view.seat:
        yield _("Round {round}. Your last turn, {name}.").format(round=view.round, name=name)
    else:
        yield _("Round {round}. Your turn, {name}.").format(round=view.round, name=name)


def undone_lines(before: PlayerView, after: PlayerView) -> Iterator[str]:
    gone = before.events[in_common(before.events, after.events) :]
    viewer = None if after.public else after.seat
    for event in reversed(without_turn_ends(gone) or gone):
        yield _("Undone: {what}").format(what=sentence(event, after.names, viewer))


def before_the_last_turn(view: PlayerView) -> tuple[Event, ...]:
    """Return what someone has heard who left before the other seat's newest turn."""
    events = [*view.events]
    while events and events[-1].seat == view.seat:
        events.pop()
    while events and events[-1].seat != view.seat:
        events.pop()
    return tuple(events)


def _own_cards_moved(view: PlayerView, new: Sequence[Event]) -> Iterator[str]:
    """Say which cards of the listener's own Hand lie where now, if the newest of what was done moved them face down."""
    done = without_turn_ends(new)
    if not done or done[-1].seat != view.seat or view.public or None in view.mine.hand:
        return
    match done[-1].action:
        case Swap(first=first, second=second) | UseExchange(first=first, second=second) if not done[-1].cards:
            yield from (facts.own_line(view, cell, {}) for cell in (first, second))


def _completed(heard: Sequence[Event], now: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of which more is known now: gifts that had only been chosen."""
    return (after for before, after in zip(heard, now, strict=False) if after.cards and not before.cards)


def _empty_piles(view: PlayerView) -> int:
    return sum(not pile.height for pile in view.river)


def _is_open(view: PlayerView) -> bool:
    return view.phase in {Phase.COPY, Phase.OVER}
