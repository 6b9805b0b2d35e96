"""Hidden information: views, events and memory of each seat and the public.

(Rules: who knows what.)
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from operator import index
from typing import Any, NamedTuple, SupportsIndex

from naishi.common.i18n import NaishiError, _, quoted
from naishi.games.naishi.game.view import Event, Pile, PlayerView, Ryokan, Side
from naishi.games.naishi.rules.actions import ACTIONS, Action, Decree, Develop, Give, Swap, UseDevelop, UseExchange
from naishi.games.naishi.rules.cards import LEGENDS, TRAVELLERS, Card, Phase, Zone, counted
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import Outcome
from naishi.tabletop.players import Player

_FIRST_LEGEND = LEGENDS[0]
"""Cards with lower numbers are those of the base game."""

FIRST_MOUNTAINS = (Card.MOUNTAIN,) * 3


def face_down(position: Position) -> list[Card]:
    """Return the face-down cards of the River; while effects are pending, a pile may have no other."""
    down = [card for pile in position.river for card in pile[:-1]]
    if position.expansion is not None and (unturned := position.expansion.unturned):
        down += [pile[-1] for at, pile in enumerate(position.river) if unturned >> at & 1]
    return down


def boxed(position: Position) -> list[Card]:
    """Return the Travellers that are nowhere: nobody knows which one stayed in the box. (Expansion: setup.)"""
    if position.expansion is None:
        return []
    everywhere = {*position.discards, *chain(*position.river, *position.territories)}
    return [card for card in TRAVELLERS if card not in everywhere]


class Memory(NamedTuple):
    """What the seat `watcher` knows of the Hand of the other seat, the two Hands having been laid out.

    A first Hand is three mountains, the card that the watcher gave, and the kept card, in an unknown order. A card
    leaves the unknown when it is seen; should the kept card be of the same type as the given one, it makes no
    difference which of the two was seen first.
    """

    watcher: int
    seen: tuple[Card | None, ...]
    """For each position of the Hand the card there, if the watcher saw it come."""
    certain: tuple[Card, ...]
    """Cards known to be at unseen positions: mountains, and the card that the watcher gave."""
    kept: bool
    """The card that the other seat kept has not been seen, and lies at an unseen position too."""

    @classmethod
    def of_first_hand(cls, watcher: int, given: Card) -> Memory:
        """Return the memory at the start, after the watcher has given a card."""
        return cls(watcher, (None,) * 5, (*FIRST_MOUNTAINS, given), kept=True)

    def after(self, action: Action, position: Position) -> Memory:
        """Return the memory after an action; the position is the one before it."""
        watched = 1 - self.watcher
        cards, at_hand = position.territories[watched], position.turn == watched
        match action:
            case Decree(cell=cell) if cell.zone is Zone.HAND:
                return self._replaced(cell.position, cards[cell], position.territories[self.watcher][cell])
            case Develop(cell=cell) | UseDevelop(cell=cell) if at_hand and cell.zone is Zone.HAND:
                return self._replaced(cell.position, cards[cell], position.river[cell.position][-1])
            case Swap(first=first, second=second) | UseExchange(first=first, second=second) if (
                at_hand and second.zone is Zone.HAND
            ):
                if first.zone is not Zone.HAND:
                    return self._replaced(second.position, cards[second], cards[first])
                seen = list(self.seen)
                a, b = first.position, second.position
                seen[a], seen[b] = seen[b], seen[a]
                return self._replace(seen=tuple(seen))
        return self

    def known(self, kept: Collection[Card]) -> tuple[Card | None, ...]:
        """For each position of the Hand the card there, seen or deduced, else None.

        Args:
            kept: All that the kept card may be, as long as it has not been seen: `unseen(position)`. It is none of the
                expansion: those are never dealt.
        """
        possible = {*self.certain, *[card for card in kept if card < _FIRST_LEGEND]} if self.kept else set(self.certain)
        only = possible.pop() if len(possible) == 1 else None
        return tuple(only if card is None else card for card in self.seen)

    def unseen(self, position: Position) -> dict[Card, int]:
        """Count the cards that the watcher has not seen: the face-down River, the kept card, the box's Traveller."""
        return counted(face_down(position) + self.hidden(position) + boxed(position))

    def hidden(self, position: Position) -> list[Card]:
        """Return the kept card in a list, or nothing once the watcher has seen it."""
        hand = position.territories[1 - self.watcher][5:]
        cards = [card for card, seen in zip(hand, self.seen, strict=True) if seen is None]
        for card in self.certain:
            cards.remove(card)
        return cards

    def exposed(self, position: Position, unseen: Collection[Card]) -> tuple[bool, ...]:
        """For each position of the Hand, whether its owner can be sure that the watcher knows the card.

        What the watcher deduces from the cards it has not seen depends on the card that it kept itself, of which the
        owner may know nothing: it must follow whatever that card is. The unseen cards are those that the owner hasn't.
        """
        basic_left = any(card < _FIRST_LEGEND for card in face_down(position))  # as both seats can count
        may_be = {*self.hidden(position), *(unseen if basic_left else ())}
        return tuple(card is not None for card in self.known(may_be))

    def _replaced(self, at: int, left: Card, came: Card) -> Memory:
        """Return the memory after a card at a position of the Hand was replaced by another."""
        watcher, before, certain, kept = self
        seen = (*before[:at], came, *before[at + 1 :])
        if before[at] is not None:
            return Memory(watcher, seen, certain, kept)
        if left not in certain:
            return Memory(watcher, seen, certain, kept=False)
        where = certain.index(left)
        return Memory(watcher, seen, certain[:where] + certain[where + 1 :], kept)


Memories = tuple[Memory, Memory]
"""What each seat remembers of the other Hand."""

_AT_HANDS = frozenset(
    action.code
    for action in ACTIONS
    if isinstance(action, (Develop, Decree, Swap, UseDevelop, UseExchange)) and action.cells[-1].zone is Zone.HAND
)
"""The actions that change a Hand, by number: no others change what is remembered."""
_AT_BOTH_HANDS = frozenset(code for code in _AT_HANDS if isinstance(ACTIONS[code], Decree))
"""Those that change both; the others change that of the seat that acts."""


def first_memories(position: Position) -> Memories | None:
    """Return what each seat remembers where a game begins: in play, all of the other Hand; None in the gift phase."""
    if position.phase is Phase.GIFT:
        return None
    first, second = (tuple(cards[5:]) for cards in position.territories)
    return Memory(0, second, (), kept=False), Memory(1, first, (), kept=False)


def memories_after(memories: Memories | None, action: Action, position: Position) -> Memories | None:
    """Return what each seat remembers after a legal action; memories and position are those before it."""
    if memories is not None:
        if action.code not in _AT_HANDS:
            return memories
        first, second = memories
        if action.code in _AT_BOTH_HANDS:
            return first.after(action, position), second.after(action, position)
        if position.turn == 1:
            return first.after(action, position), second
        return first, second.after(action, position)
    if not isinstance(action, Give) or position.turn == 0:
        return None
    dealt, other_dealt = position.territories
    given = dealt[8 + position.given[0]]
    return Memory.of_first_hand(0, given), Memory.of_first_hand(1, other_dealt[7 + action.which])


def check_seat(seat: object) -> int | None:
    """Return a seat as a plain int, and None, for the whole table, as it is. Raises NaishiError: it is neither."""
    if seat is None:
        return None
    if not isinstance(seat, SupportsIndex) or (number := index(seat)) not in (0, 1):
        raise NaishiError(_("A seat is 0 or 1, not {text}.").format(text=quoted(str(seat))))
    return number


def view(
    position: Position,
    viewer: int | None,
    players: tuple[Player, Player],
    memories: Memories | None,
    round_: int,
    events: tuple[Event, ...],
    outcome: Outcome | None,
) -> PlayerView:
    """Show a position.

    Args:
        position: The whole truth.
        viewer: The seat it is shown to; None for what everybody at the table sees.
        memories: What each seat remembers of the other Hand; None before both gifts are exchanged.
        events: What happened, as the viewer may know it.
    """
    known = _known(position, viewer, memories)
    unturned = 0 if position.expansion is None else position.expansion.unturned
    return PlayerView.model_construct(
        seat=viewer or 0,
        public=viewer is None,
        names=(players[0].name, players[1].name),
        phase=position.phase,
        round=round_,
        turn=None if position.phase is Phase.OVER else position.turn,
        developed=position.developed,
        bonus=position.bonus,
        last=position.last,
        river=tuple(
            Pile(pile[-1] if pile and not unturned >> at & 1 else None, len(pile))
            for at, pile in enumerate(position.river)
        ),
        sides=tuple(
            Side.model_construct(line=tuple(cards[:5]), hand=hand, sent=sent, copies=copies.copy())
            for cards, hand, sent, copies in zip(
                position.territories, known.hands, position.court.sent, position.copies, strict=True
            )
        ),
        discards=tuple(position.discards),
        dealt=None if viewer is None or position.phase is not Phase.GIFT else tuple(position.territories[viewer][8:]),
        exposed=known.exposed,
        exposed_somewhere=known.exposed_somewhere,
        certain=known.certain,
        unseen=known.unseen,
        legal_actions=position.legal_actions() if position.turn == viewer else (),
        events=events,
        outcome=outcome,
        **_expansion(position),
    )


def _expansion(position: Position) -> dict[str, Any]:
    """Return the fields that only a game with the expansion has: all of them are public."""
    if position.expansion is None:
        return {}
    everywhere = {*position.discards, *chain(*position.river, *position.territories)}
    return {
        "legends": tuple(card for card in LEGENDS if card in everywhere),
        "ryokan": Ryokan(position.expansion.owner, position.expansion.side),
        "pending": position.expansion.pending,
    }


class _Known(NamedTuple):
    """What the viewer knows of the hidden cards."""

    hands: tuple[tuple[Card | None, ...], ...]
    exposed: tuple[bool, ...]
    exposed_somewhere: tuple[Card, ...]
    certain: tuple[Card, ...]
    unseen: dict[Card, int]


def _known(position: Position, viewer: int | None, memories: Memories | None) -> _Known:
    """The public sees neither Hand before the end, so that nobody need remember which of its cards were shown."""
    hands: list[tuple[Card | None, ...]] = [tuple(cards[5:]) for cards in position.territories]
    if position.phase in {Phase.COPY, Phase.OVER}:
        unseen = counted(face_down(position) + boxed(position))
        return _Known(tuple(hands), (viewer is not None,) * 5, (), (), unseen)
    if viewer is None:
        hidden = [card for cards in position.territories for card in cards[5:]]
        unseen = counted(face_down(position) + boxed(position) + hidden)
        return _Known(((None,) * 5,) * 2, (False,) * 5, (), (), unseen)
    other = 1 - viewer
    if memories is None:
        hands[other] = (None,) * 5
        unseen = counted(face_down(position) + position.territories[other][8:] + boxed(position))
        return _Known(tuple(hands), (False,) * 5, FIRST_MOUNTAINS, FIRST_MOUNTAINS, unseen)
    unseen = memories[viewer].unseen(position)
    hands[other] = memories[viewer].known(unseen)
    exposed = memories[other].exposed(position, unseen)
    certain = memories[viewer].certain if None in hands[other] else ()
    somewhere = () if all(exposed) else memories[other].certain
    return _Known(tuple(hands), exposed, somewhere, certain, unseen)
