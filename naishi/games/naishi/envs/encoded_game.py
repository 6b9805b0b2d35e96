"""Encoded views and actions of a game, shared by the environments.

They are what `encode_view` makes of a view, column by column; here no view is made, since one takes longer than all the
rest of an action, and cards are counted as they move. The tests compare both.
"""

from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.common.i18n import InvalidPositionError, _
from naishi.games.naishi.game import hiding
from naishi.games.naishi.game.encoding import NO_CARD, VIEW_COLUMNS, VIEW_WIDTH, decode_action
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, BASE_ACTIONS, Action, Develop, Discard, UseDevelop
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, PILES, TERRITORY, TRAVELLERS, Card, Deal, Phase
from naishi.games.naishi.rules.notation import Shuffle
from naishi.games.naishi.rules.position import Position
from naishi.tabletop.players import Player

_GIFT, _PLAY, _COPY, _OVER = Phase.GIFT, Phase.PLAY, Phase.COPY, Phase.OVER
_MOUNTAIN = Card.MOUNTAIN
"""Module-level names: looking up a member of an enum takes as long as writing a column."""
_MOMENTS = {
    (phase, own, public): bytes((number, 0 if phase is _OVER else 1 if own else 2, public))
    for number, phase in enumerate(Phase)
    for own in (False, True)
    for public in (False, True)
}
"""The columns `phase`, `turn` and `public`, by the phase, whether it is the viewer's turn, and whether it is nobody's
view."""
_BASE, _FIRST_LEGEND = len(BASE_CARDS), int(LEGENDS[0])
_EVERY_NUMBER = max(Card) + 1
_NO_CARDS = bytes([NO_CARD] * 5)
_NO_COPIES = bytes([NO_CARD] * 2 * len(TERRITORY))
_NOTHING, _EVERYTHING = bytes(5), bytes([1] * 5)
_NO_EXPANSION = bytes(VIEW_WIDTH - VIEW_COLUMNS["expansion"].start)


def _drawn_from(action: Action) -> int:
    match action:
        case Develop(cell=cell) | UseDevelop(cell=cell):
            return 1 << cell % PILES
        case Discard(first=first, second=second):
            return 1 << first % PILES | 1 << second % PILES
    return 0


_DRAWN_FROM = tuple(map(_drawn_from, ACTIONS))
"""By the number of an action: the piles that it takes a card from, as bits."""
_PILES = tuple(tuple(pile for pile in range(PILES) if bits >> pile & 1) for bits in range(1 << PILES))


class Watch(NamedTuple):
    """What a seat remembers of the other Hand, in the numbers of a row; it stays the same until a Hand changes."""

    memory: hiding.Memory
    hidden: int
    """The kept card, as long as it hasn't been seen; else NO_CARD. For the watcher it is one of the unseen."""
    hand: bytes
    """The other Hand; NO_CARD for what the seat hasn't seen come."""
    seen: bytes
    """1 for each card of it that the seat has seen come."""
    deducible: bool
    """Whether the rest of it may follow from the cards that are left."""
    sure: bytes
    """The columns `sure_mountains`, `sure_gift` and `kept`."""


_SURE_OF_ALL = bytes([0, NO_CARD, 0])
_SURE_OF_NOTHING = bytes([0, NO_CARD, 1])
_SURE_AT_FIRST = bytes([len(hiding.FIRST_MOUNTAINS), NO_CARD, 1])
_SEEN = bytes([number != NO_CARD for number in range(256)])
"""Translates the cards of a Hand to 1 for each that has been seen."""


def _watch(memory: hiding.Memory, position: Position, before: Watch | None = None) -> Watch:
    """Return what is remembered in the numbers of a row; the kept card is the one before, as long as there is one."""
    watcher, seen, certain, kept = memory
    hand = bytes([NO_CARD if card is None else card for card in seen])
    unknown = hand.count(NO_CARD)
    if not unknown:
        return Watch(memory, NO_CARD, hand, _EVERYTHING, False, _SURE_OF_ALL)
    mountains = certain.count(_MOUNTAIN)
    sure = bytes((mountains, certain[-1] if len(certain) > mountains else NO_CARD, kept))
    hidden = NO_CARD
    if kept and before is not None:
        hidden = before.hidden
    elif kept:  # the only card of the Hand that is neither seen nor certain
        hidden = sum(position.territories[1 - watcher][5:]) - (sum(hand) - unknown * NO_CARD) - sum(certain)
    one_type = not certain or certain[0] is certain[-1]  # mountains come first
    return Watch(memory, hidden, hand, hand.translate(_SEEN), one_type, sure)


_Known = tuple[bytes, bytes, bytes, bytearray]
"""What a viewer knows of the hidden cards, as columns of a row: `their_hand`, `exposed`, the three from
`sure_mountains`, and by the number of a card how many of it are unseen."""


class Table:
    """A position being played, with all that is remembered and counted of it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        """The table's own: it is played on."""
        self.memories: hiding.Memories | None = hiding.first_memories(position)
        """What each seat remembers of the other Hand; None in the gift phase."""
        self._watches: tuple[Watch, Watch] | None = None
        """The same for rows, as far as it has been asked for."""
        self._down, self._discarded = bytearray(_EVERY_NUMBER), bytearray(_EVERY_NUMBER)
        """By the number of a card: how many are face down in the River, and how many have been discarded."""
        for card in hiding.face_down(position):
            self._down[card] += 1
        for card in position.discards:
            self._discarded[card] += 1
        self._boxed = hiding.boxed(position)
        everywhere = {*position.discards, *chain(*position.river, *position.territories)}
        self._legends = bytes([card in everywhere for card in LEGENDS])

    def copy(self) -> "Table":
        twin = Table.__new__(Table)
        twin.position, twin.memories = self.position.copy(), self.memories
        twin._watches = self._watches
        twin._down, twin._discarded = self._down.copy(), self._discarded.copy()
        twin._boxed, twin._legends = self._boxed, self._legends
        return twin

    def __deepcopy__(self, memo: object) -> "Table":
        return self.copy()

    def push(self, action: Action) -> int:
        """Play an action that is legal; return the piles whose next card was turned up, as bits."""
        position = self.position
        discards, expansion = position.discards, position.expansion
        memories, discarded = hiding.memories_after(self.memories, action, position), len(discards)
        turned_up = _DRAWN_FROM[action.code]
        if expansion is not None:
            turned_up |= expansion.unturned
        position.push(action)
        self.memories = memories
        shown = 0
        if turned_up:
            if position.expansion is not None:
                turned_up &= ~position.expansion.unturned
            for card in discards[discarded:]:
                self._discarded[card] += 1
            for pile in _PILES[turned_up]:
                if cards := position.river[pile]:
                    self._down[cards[-1]] -= 1
                    shown |= 1 << pile
        return shown

    def turn_up(self, pile: int, card: Card, other: int, at: int) -> None:
        """Exchange the card just turned up with another one that nobody has seen.

        Args:
            card: The other one.
            other: Its pile.
            at: Its place there, from the lowest one up.
        """
        river = self.position.river
        left = river[pile][-1]
        river[pile][-1], river[other][at] = card, left
        unturned = 0 if self.position.expansion is None else self.position.expansion.unturned
        if at < len(river[other]) - 1 or unturned >> other & 1:  # else the other one was turned up by the same action
            self._down[left] += 1
            self._down[card] -= 1

    def row(self, viewer: int | None) -> bytearray:
        """Return the encoded view of a seat; for None, of everybody at the table."""
        position, seat, copies = self.position, viewer or 0, _NO_COPIES
        river, phase, last, expansion = position.river, position.phase, position.last, position.expansion
        mine, theirs = bytes(position.territories[seat]), bytes(position.territories[1 - seat])
        their_hand, exposed, sure, unseen = self._known(viewer, mine, theirs)
        own, sent = position.turn == seat, position.court.sent
        to_act = own and phase is _PLAY
        if phase is not _PLAY and any(position.copies):
            both = position.copies[::-1] if seat else position.copies
            copies = bytes([settled.get(cell, NO_CARD) for settled in both for cell in TERRITORY])
        if expansion is None or not expansion.unturned:
            a, b, c, d, e = river  # a comprehension takes twice as long
            tops = [
                a[-1] if a else NO_CARD, b[-1] if b else NO_CARD, c[-1] if c else NO_CARD, d[-1] if d else NO_CARD,
                e[-1] if e else NO_CARD,
            ]  # fmt: skip
        else:
            tops = [pile[-1] if pile and not expansion.unturned >> at & 1 else NO_CARD for at, pile in enumerate(river)]
        return bytearray().join((
            mine if viewer is not None or phase is _COPY or phase is _OVER else mine[:5] + _NO_CARDS,
            theirs[:5], their_hand,
            bytes(tops), exposed,
            bytes([
                *map(len, river), to_act, to_act and position.developed, to_act and position.bonus,
                0 if last is None else 1 if last == seat else 2, phase is _COPY or phase is _OVER,
                *sent[seat], *sent[1 - seat], seat,
            ]),
            sure, unseen[:_BASE], _MOMENTS[phase, own, viewer is None],
            mine[8:] if phase is _GIFT and viewer is not None else _NO_CARDS[:2],
            copies, self._discarded[:_BASE], bytes(position.discards[-1:]) or _NO_CARDS[:1],
            _NO_EXPANSION if expansion is None else self._expansion(seat, unseen),
        ))  # fmt: skip

    def _known(self, viewer: int | None, mine: bytes, theirs: bytes) -> _Known:
        position, unseen = self.position, self._down.copy()
        for card in self._boxed:
            unseen[card] += 1
        if position.phase is _COPY or position.phase is _OVER:
            return theirs[5:], _NOTHING if viewer is None else _EVERYTHING, _SURE_OF_ALL, unseen
        if viewer is not None and self.memories is not None:
            return self._remembered(viewer, self.memories, unseen)
        for number in mine[5:] + theirs[5:] if viewer is None else theirs[8:]:
            unseen[number] += 1
        return _NO_CARDS, _NOTHING, _SURE_OF_NOTHING if viewer is None else _SURE_AT_FIRST, unseen

    def _remembered(self, viewer: int, memories: hiding.Memories, unseen: bytearray) -> _Known:
        """Return what a seat knows by what it remembers; `unseen` comes with all but the kept card."""
        watches = self._watching(memories)
        (memory, hidden, their_hand, _seen, deducible, sure), other = watches[viewer], watches[1 - viewer]
        if hidden != NO_CARD:
            unseen[hidden] += 1
        exposed = other.seen
        if not deducible and not other.deducible:
            return their_hand, exposed, sure, unseen
        one_type = unseen.count(0, 0, _BASE) >= _BASE - 1  # else nothing follows where one of the unseen cards was kept
        if deducible and (one_type or not memory.kept) and (only := _deduced(memory, _basic(unseen))) is not None:
            their_hand = bytes([only if card == NO_CARD else card for card in their_hand])
            sure = _SURE_OF_ALL
        if other.deducible:
            basic_left = self._down.count(0, 0, _BASE) < _BASE
            if one_type or not basic_left or not other.memory.kept:
                # it must follow whatever the viewer's own kept card is
                may_be = _basic(unseen) if basic_left else set()
                if other.hidden != NO_CARD:
                    may_be.add(other.hidden)
                if _deduced(other.memory, may_be) is not None:
                    exposed = _EVERYTHING
        return their_hand, exposed, sure, unseen

    def _watching(self, memories: hiding.Memories) -> tuple[Watch, Watch]:
        """Return what each seat remembers as it is written in rows."""
        mine, theirs = memories
        if (watches := self._watches) is None:
            watches = self._watches = _watch(mine, self.position), _watch(theirs, self.position)
        elif watches[0].memory is not mine or watches[1].memory is not theirs:
            first, second = watches
            watches = self._watches = (
                first if first.memory is mine else _watch(mine, self.position, first),
                second if second.memory is theirs else _watch(theirs, self.position, second),
            )
        return watches

    def _expansion(self, seat: int, unseen: bytearray) -> bytes:
        river, expansion = self.position.river, self.position.expansion
        assert expansion is not None  # noqa: S101 - only a game with it has these columns
        owner, side, pending, unturned = expansion
        return bytes((
            1, 0 if owner is None else 1 if owner == seat else 2, side, *self._legends,
            *[card in pending for card in TRAVELLERS],
            *[bool(river[pile]) and unturned >> pile & 1 for pile in range(PILES)],
            *unseen[_FIRST_LEGEND:], *self._discarded[_FIRST_LEGEND:],
        ))  # fmt: skip


def _basic(counts: bytearray) -> set[int]:
    """Return the cards of the base game that are there: no others are ever dealt to a seat."""
    return {card for card, count in enumerate(counts[:_BASE]) if count}


def _deduced(memory: hiding.Memory, kept: set[int]) -> int | None:
    """Return what all unseen cards of a Hand must be; None if they may be different ones.

    Args:
        memory: What is remembered of the Hand.
        kept: All that the kept card may be, as long as it hasn't been seen.
    """
    possible = {*memory.certain, *kept} if memory.kept else {*memory.certain}
    return int(possible.pop()) if len(possible) == 1 else None


Row = npt.NDArray[np.int8]

HIGHEST = int(max(Card))
"""The largest number in an encoded view: the last card."""

CARDS = {int(card): card for card in Card}

_PLAYERS = Player(name="Player 1"), Player(name="Player 2")


def row_width(*, expansion: bool) -> int:
    """Return how many columns an encoded view has; without the expansion, those that only it uses are left out."""
    return VIEW_WIDTH if expansion else VIEW_COLUMNS["expansion"].start


def action_count(*, expansion: bool) -> int:
    """Return how many actions there are, by number; those of the expansion come last."""
    return len(ACTIONS if expansion else BASE_ACTIONS)


def first_order(kept: int, received: int) -> Shuffle:
    """Return the order of a first Hand, as `Deal.shuffles` has it, by where its two dealt cards lie."""
    mountains = iter(range(3))
    return tuple(3 if at == kept else 4 if at == received else next(mountains) for at in range(5))


class _Legal(NamedTuple):
    """Legal actions by number."""

    codes: tuple[int, ...]
    """Sorted."""
    mask: Row
    """1 for each of them."""
    flags: list[int]
    """The mask in Python's numbers."""


@cache
def _legal(codes: frozenset[int], count: int) -> _Legal:
    mask = np.zeros(count, dtype=np.int8)
    mask[[*codes]] = 1
    return _Legal(tuple(sorted(codes)), mask, mask.tolist())


_INT8 = np.dtype(np.int8)
_NONE = frozenset[int]()


class EncodedGame:
    """A game being played by numbers; who asks for a seat's row sees nothing that the seat doesn't."""

    def __init__(self, start: Deal | Position) -> None:
        """Begin with a deal, or at a position.

        At a position in play, each seat knows the other Hand, as if it had seen every card arrive.

        Raises:
            InvalidPositionError: The game is over at this position.
        """
        position = Position(start) if isinstance(start, Deal) else start.copy()
        if position.is_game_over():
            raise InvalidPositionError(_("The game is over at this position, so nothing can be played there."))
        self.table = Table(position)
        self.position = position
        """The whole truth."""
        self.expansion = position.expansion is not None
        self.played: list[tuple[int, Action]] = []
        """All actions, oldest first, each after its seat; plain tuples cost half as much to make as named ones."""
        self._count, self._width = action_count(expansion=self.expansion), row_width(expansion=self.expansion)

    def copy(self) -> "EncodedGame":
        twin = type(self).__new__(type(self))
        twin.table = self.table.copy()
        twin.position, twin.expansion, twin.played = twin.table.position, self.expansion, self.played.copy()
        twin._count, twin._width = self._count, self._width
        return twin

    def __deepcopy__(self, memo: object) -> "EncodedGame":
        return self.copy()

    @property
    def turn(self) -> int | None:
        """The seat to act; None once the game is over."""
        position = self.position
        return None if position.phase is _OVER else position.turn

    def play(self, code: int) -> int:
        """Play an action by its number; return the piles whose next card was turned up, as bits.

        Raises:
            InvalidActionError: There is no action with this number.
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """
        position = self.position
        if type(code) is not int or code not in (position.legal or position.legal_set()).codes:
            action = decode_action(code)
            position.check(action)
            code = action.code
        action, seat = ACTIONS[code], position.turn
        shown = self.table.push(action)
        self.played.append((seat, action))
        return shown

    def refusal(self, code: int) -> str | None:
        """Return why the action with a number is illegal now; None if it is legal."""
        if code in self.position.legal_set().codes:
            return None
        return self.position.refusal(decode_action(code))

    def _legal_now(self, seat: int) -> _Legal:
        position = self.position
        codes = (position.legal or position.legal_set()).codes if position.turn == seat else _NONE
        return _legal(codes, self._count)

    def legal(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of the legal actions of a seat, sorted; none if it isn't its turn."""
        return self._legal_now(seat).codes

    def mask(self, seat: int) -> Row:
        """Return 1 for each legal action of a seat, else 0."""
        return self._legal_now(seat).mask.copy()

    def flags(self, seat: int) -> list[int]:
        return self._legal_now(seat).flags.copy()

    def view(self, seat: int | None) -> PlayerView:
        """Return what a seat may know, without the events and rounds; for None, what everybody at the table may."""
        return hiding.view(
            self.position, seat, players=_PLAYERS, memories=self.table.memories, round_=1, events=(), outcome=None
        )  # fmt: skip

    def row(self, seat: int | None) -> Row:
        """Return the encoded view of a seat, or of everybody at the table."""
        return np.frombuffer(self.table.row(seat), _INT8, self._width)

    def returns(self) -> tuple[float, float]:
        """Return 1 for the winner and -1 for the loser of a finished game; 0 for a draw, and while the game goes on."""
        if self.turn is not None:
            return 0.0, 0.0
        first, second = self.position.totals()
        won = float((first > second) - (first < second))
        return won, -won
