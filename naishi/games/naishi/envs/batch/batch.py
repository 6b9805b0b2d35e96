"""Batches of games for learning, and their observations.

NumPy takes a whole row of bytes in few instructions, unless it has to choose or to look up. So what depends on a bit is
multiplied by it, and of two values the viewer's is the first one `^ (first ^ second) * viewer`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.envs.batch import state as t
from naishi.games.naishi.envs.batch.games import GameBatch, Step, impossible
from naishi.games.naishi.envs.batch.steps import DO, end_turns, open_hands, scores
from naishi.games.naishi.envs.encoded_game import CARDS, first_order
from naishi.games.naishi.game.encoding import NO_CARD, VIEW_COLUMNS
from naishi.games.naishi.rules import cards
from naishi.games.naishi.rules.cards import PILES, TERRITORY, Card, Deal, Phase, Sent, court
from naishi.games.naishi.rules.notation import Copies, Fields
from naishi.games.naishi.rules.position import Position

WIDTH = VIEW_COLUMNS["expansion"].start
_AT = VIEW_COLUMNS
_NO_CARD = np.uint8(NO_CARD)
_EVERY_BIT = np.uint16(0xFFFF)
_EACH_TYPE = np.arange(t.TYPES, dtype=np.uint8)[:, None]


class Sides(NamedTuple):
    """Rows for the viewer and as many for the other seat."""

    mine: npt.NDArray[Any]
    theirs: npt.NDArray[Any]


def observe(s: t.State, viewer: t.Bytes, out: t.Bytes) -> None:
    """Write what a seat of each game knows.

    Args:
        s: The games.
        viewer: The seat, in each game.
        out: `WIDTH` rows, one for each column of an encoded view, with a column for each game.
    """

    def sides(both: npt.NDArray[Any], mine: t.Bytes | None = None, theirs: t.Bytes | None = None) -> Sides:
        """Sort rows for seat 0 and as many for seat 1 by whose they are, into those given."""
        first, second = both.reshape(2, -1, s.size)
        swapped = (first ^ second) * viewer.astype(both.dtype)
        return Sides(np.bitwise_xor(first, swapped, out=mine), np.bitwise_xor(second, swapped, out=theirs))

    mountains, gift, kept = sides(s.mountains), sides(s.gift_bit), sides(s.kept_bit)
    known, exposed = _deduced(s, mountains, gift, kept)
    seen = sides(s.seen)
    np.bitwise_or(seen.mine, exposed, out=out[_AT["exposed"]])
    lying = sides(s.cards, out[_AT["own_cards"]])
    out[_AT["their_line"]] = lying.theirs[:5]
    _if_known(seen.theirs | known, lying.theirs[5:], out[_AT["their_hand"]])
    sides(s.sent, out[_AT["sent"]], out[_AT["their_sent"]])
    sides(s.copies, out[_AT["copies"]], out[_AT["their_copies"]])
    unknown = 1 - known
    np.multiply(mountains.theirs, unknown, out=out[_AT["sure_mountains"]])
    _if_known((gift.theirs != 0) * unknown, sides(s.gift_card).theirs, out[_AT["sure_gift"]])
    hides = kept.theirs != 0
    np.multiply(hides, unknown, out=out[_AT["kept"]])
    np.add(s.down[: t.TYPES], _if_known(hides, sides(s.kept_card).theirs) == _EACH_TYPE, out=out[_AT["unseen"]])
    _turn(s, viewer, out)
    out[_AT["tops"]], out[_AT["heights"]] = s.tops, s.heights
    out[_AT["discarded"]], out[_AT["top_discard"]] = s.discarded[: t.TYPES], s.top_discard
    _gifts(s, lying, out)


def _if_known(known: t.Bytes, there: t.Bytes, out: t.Bytes | None = None) -> t.Bytes:
    """Return what lies there where it is known, else no card."""
    return np.bitwise_xor((there ^ _NO_CARD) * known, _NO_CARD, out=out)


def _deduced(s: t.State, mountains: Sides, gift: Sides, kept: Sides) -> tuple[t.Bytes, t.Bytes]:
    """Return whether the viewer knows the unseen cards of the other's Hand, and whether their own are known.

    They are if all that may be there is of one type (compare `Memory.known` and `Memory.exposed`).
    """
    theirs = (mountains.theirs != 0) | gift.theirs | _EVERY_BIT * (kept.theirs != 0) & (s.down_types | kept.theirs)
    down = _EVERY_BIT * (s.down_types != 0) & (s.down_types | kept.theirs)
    own = (mountains.mine != 0) | gift.mine | _EVERY_BIT * (kept.mine != 0) & (kept.mine | down)
    return _at_most_one(theirs), _at_most_one(own)


def _at_most_one(bits: t.Bits) -> t.Bytes:
    return (bits & (bits - np.uint16(1)) == 0).view(np.uint8)


def _turn(s: t.State, viewer: t.Bytes, out: t.Bytes) -> None:
    own = (s.turn == viewer).view(np.uint8)
    to_act = own * (s.phase == t.PLAY_PHASE)
    out[_AT["to_act"]] = to_act
    out[_AT["developed"]], out[_AT["bonus"]] = s.developed * to_act, s.bonus * to_act
    out[_AT["last_turn"]] = (s.last != 0) * (1 + (s.last != viewer + 1).view(np.uint8))
    out[_AT["hands_open"]] = s.phase > t.PLAY_PHASE
    out[_AT["seat"]], out[_AT["phase"]], out[_AT["public"]] = viewer, s.phase, 0
    out[_AT["turn"]] = (s.phase != t.OVER_PHASE) * (2 - own)


def _gifts(s: t.State, lying: Sides, out: t.Bytes) -> None:
    """Show the dealt cards of the viewer before both gifts are chosen, and those of the other among the unseen.

    They are the last two of the territories. One of the other's counts already, as one that may have been kept.
    """
    giving = (s.phase == t.GIFT_PHASE).view(np.uint8)
    _if_known(giving, lying.mine[-2:], out[_AT["dealt"]])
    out[_AT["unseen"]] += _if_known(giving, lying.theirs[-1]) == _EACH_TYPE


_PHASES = Phase.GIFT, Phase.PLAY, Phase.COPY, Phase.OVER
"""By the number of a phase."""


def put_position(s: t.State, game: int, position: Position) -> None:
    """Begin a game at a position of the base game that isn't over.

    In play, each seat has seen all cards of the other Hand.
    """
    s.cards[:, game] = [*position.territories[0], *position.territories[1]]
    heights = [len(pile) for pile in position.river]
    layers = s.river[game].reshape(t.LAYERS, PILES)
    layers[:] = NO_CARD
    for at, pile in enumerate(position.river):
        layers[1 : 1 + len(pile), at] = pile
    s.heights[:, game], s.open_piles[game] = heights, position.open_piles
    s.tops[:, game] = [pile[-1] if pile else NO_CARD for pile in position.river]
    down = [card for pile in position.river for card in pile[:-1]]
    s.down[:, game] = np.bincount(down, minlength=NO_CARD + 1)
    s.down_types[game] = sum({1 << card for card in down})
    s.discarded[:, game] = np.bincount(position.discards, minlength=NO_CARD + 1)
    s.top_discard[game] = position.discards[-1] if position.discards else NO_CARD
    s.sent[:, game] = [*position.court[0], *position.court[1]]
    s.phase[game], s.turn[game] = _PHASES.index(position.phase), position.turn
    s.developed[game], s.bonus[game] = position.developed, position.bonus
    s.last[game], s.declared[game] = 0 if position.last is None else position.last + 1, position.declared
    for known, nothing in ((s.mountains, 0), (s.gift_card, NO_CARD), (s.gift_bit, 0), (s.kept_card, NO_CARD)):
        known[:, game] = nothing
    s.kept_bit[:, game], s.seen[:, game] = 0, 1
    s.given[:, game], s.copies[:, game] = 0, NO_CARD
    if position.phase is Phase.GIFT:
        s.seen[:, game], s.mountains[:, game] = 0, 3
        s.given[: len(position.given), game] = position.given
        for seat, shuffle in enumerate(position.shuffles or ()):
            s.kept_places[seat, game], s.gift_places[seat, game] = shuffle.index(3), shuffle.index(4)
            s.kept_card[seat, game] = one = s.cards[t.DEALT[2 * seat], game]
            s.kept_bit[seat, game] = t.TYPE_BITS[one]
    if position.phase is Phase.COPY:
        open_hands(s, np.array([game]))
        _put_copies(s, game, position.copies)


def _put_copies(s: t.State, game: int, copies: Copies) -> None:
    """Write what is copied; the ninja that is to copy next, and the one after it, have yet to be settled."""
    for seat, settled in enumerate(copies):
        for cell, card in settled.items():
            s.copies[seat * len(TERRITORY) + cell, game] = card
    left = [
        row + 1
        for row, card in enumerate(s.cards[:, game])
        if card == Card.NINJA and s.copies[row, game] == NO_CARD and s.characters[row // len(TERRITORY), game]
    ]
    s.ninjas[:, game] = [*left, 0, 0][:2]


def taken_position(s: t.State, game: int) -> Position:
    """Return the position of a game; of the discarded cards only the last one is where it belongs."""
    layers, phase = s.river[game].reshape(t.LAYERS, PILES), _PHASES[int(s.phase[game])]
    heights = s.heights[:, game].tolist()
    river = [_cards(layers[1 : height + 1, at]) for at, height in enumerate(heights)]
    for pile, top in zip(river, s.tops[:, game].tolist(), strict=True):
        if pile:
            pile[-1] = CARDS[top]
    discarded = s.discarded[: t.TYPES, game].copy()
    top = int(s.top_discard[game])
    discards = [] if top == NO_CARD else [CARDS[top]]
    if discards:
        discarded[top] -= 1
    rows = s.copies[:, game].reshape(2, -1)
    copies = [
        {cell: CARDS[int(card)] for cell, card in zip(TERRITORY, row, strict=True) if card != NO_CARD} for row in rows
    ]
    turn = int(s.turn[game])
    if phase is Phase.OVER and (copies[0] or copies[1]):
        turn = int(bool(copies[1]))  # whose ninja was settled last
    gift = phase is Phase.GIFT
    sent, last = s.sent[:, game].tolist(), int(s.last[game])
    places = zip(s.kept_places[:, game].tolist(), s.gift_places[:, game].tolist(), strict=True)
    first, second = (first_order(*each) for each in places)
    return Position.from_fields(
        Fields(
            river=river,
            territories=[_cards(s.cards[:10, game]), _cards(s.cards[10:, game])],
            discards=[card for card in cards.BASE_CARDS for _copy in range(discarded[card])] + discards,
            given=[int(s.given[0, game])] if gift and turn else [],
            phase=phase,
            court=court(Sent(*sent[:3]), Sent(*sent[3:])),
            copies=(copies[0], copies[1]),
            turn=turn,
            developed=bool(s.developed[game]),
            bonus=bool(s.bonus[game]),
            last=last - 1 if last else None,
            declared=bool(s.declared[game]),
            shuffles=(first, second) if gift else None,
        )
    )


def _cards(numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Card]:
    return [CARDS[number] for number in numbers.tolist()]


_SITUATIONS = np.array([t.GIFT_SITUATION, 0, t.COPY_SITUATIONS, t.OVER_SITUATION])
"""By phase: a situation in it."""


class Batch(GameBatch):
    """Many base games. Games that end begin again, unless asked otherwise."""

    with_expansion = False

    @override
    def __init__(self, size: int, seed: int | None = None, *, begin_anew: bool = True) -> None:
        super().__init__(size, seed, begin_anew=begin_anew)
        self._state = t.State(size)
        self._situations = np.zeros(size, dtype=np.intp)
        self._make_room()
        self.reset()

    def _make_room(self) -> None:
        """Make the arrays that each call overwrites, and look up the tables that all batches share."""
        self._observed = np.empty((WIDTH, self.size), dtype=np.uint8)
        self._masks = np.empty((self.size, t.CODES), dtype=np.uint8)
        self._legal = t.legal()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in {"_observed", "_masks", "_legal"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_room()

    @override
    def _begin(self, games: t.Games, deals: Sequence[Deal] | None) -> None:
        if deals is None:
            self._state.begin(games, t.random_deals(self.chance, len(games)))
        else:
            self._state.begin_with(games, deals)
        self._situations[games] = t.GIFT_SITUATION

    @override
    def _begin_at(self, games: t.Games, positions: Sequence[Position]) -> None:
        ninjas = (sum(row.count(Card.NINJA) for row in (*each.river, *each.territories)) for each in positions)
        if max(ninjas, default=0) > Card.NINJA.copies:
            raise NaishiError(_("A batch plays positions with at most two ninjas, as many as the game has."))
        for game, position in zip(games, positions, strict=True):
            put_position(self._state, int(game), position)
        self._look_up()

    @override
    def _position(self, game: int) -> Position:
        return taken_position(self._state, game)

    @property
    def turn(self) -> t.Bytes:
        """The seat to act in each game; once it is over, the one that acted last."""
        return self._state.turn.copy()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over; only without `begin_anew` it stays so."""
        return self._state.phase == t.OVER_PHASE

    def masks(self) -> t.Bytes:
        """Return 1 for each legal action, a row for each game; all 0 where it is over.

        They change with the next call.
        """
        return self._legal.masks.take(self._situations, axis=0, out=self._masks, mode="clip")

    @override
    def _observations(self, viewer: int | None) -> t.Bytes:
        seats = self._state.turn if viewer is None else np.full(self.size, viewer, dtype=np.uint8)
        observe(self._state, seats, self._observed)
        return self._observed.T

    def random_actions(self) -> t.Bytes:
        """Return a random legal action of each game."""
        counts = self._legal.counts.take(self._situations)
        chosen = (self.chance.random(self.size, dtype=np.float32) * counts).astype(np.intp)
        width = self._legal.lists.shape[1]
        return self._legal.lists.reshape(-1).take(self._situations * width + chosen)

    @override
    def _step(self, actions: npt.NDArray[Any]) -> Step:
        codes = self._checked(actions)
        kinds = t.KIND.take(codes)
        if not self.begin_anew:
            kinds[self.over] = t.NOTHING
        self._play(codes, kinds)
        end_turns(self._state, self._turn_is_over(kinds))
        self._look_up()
        return self._finish(kinds)

    def _play(self, codes: t.Bytes, kinds: t.Bytes) -> None:
        self._state.developed |= kinds == t.DEVELOP
        self._state.bonus |= (kinds == t.SWAP_RIVER) | (kinds == t.SWAP_OWN) | (kinds == t.DISCARD)
        rest = t.which(kinds != t.DEVELOP)  # two of three actions develop: look for the other kinds in what is left
        kinds_left = kinds.take(rest)
        for kind, do in DO.items():
            games = t.which(kinds == kind) if kind == t.DEVELOP else rest.take(t.which(kinds_left == kind))
            if len(games):
                do(self._state, games, codes.take(games))

    def _checked(self, numbers: npt.NDArray[Any]) -> t.Bytes:
        codes = numbers.astype(np.uint8)
        allowed = self._legal.masks.reshape(-1).take(self._situations * t.CODES + codes, mode="clip")
        wrong = (allowed == 0) | (codes >= t.CODES) | (codes != numbers)
        if not wrong.any():
            return codes
        if (refused := wrong & ~self.over).any():
            game = int(refused.argmax())
            raise impossible(int(numbers[game]), game, t.CODES)
        return codes * ~wrong  # a game that is over ignores any number

    def _turn_is_over(self, kinds: t.Bytes) -> t.Bytes:
        """Return where a turn ends: with an action that ends it, or because nothing is left but to end it."""
        state = self._state
        over = (kinds == t.DECREE) | (kinds == t.RECALL) | (kinds == t.END)
        over |= (state.developed & state.bonus).view(np.bool_)
        games = t.which((kinds == t.DEVELOP) & ~over)
        piles = state.open_piles.take(games).astype(np.intp)
        now = self._situations.take(games) & 0xFF | 1 << t.DEVELOPED | piles * 256
        over[games] = self._legal.counts.take(now) == 1
        return over.view(np.uint8)

    def _finish(self, kinds: t.Bytes) -> Step:
        rewards = np.zeros((self.size, 2), dtype=np.int8)
        points = np.zeros((self.size, 2), dtype=np.int16)
        over = self.over if self.begin_anew else self.over & (kinds != t.NOTHING)
        if len(games := t.which(over)):
            points[games], won = scores(self._state, games)
            rewards[games] = np.stack([won, -won], axis=1)
            if self.begin_anew:
                self.reset(games)
        return Step(rewards, over, points)

    def _look_up(self) -> None:
        """Work out in which situation each game is, as `state` numbers them."""
        phase = self._state.phase
        self._situations = self._turns()
        others = t.which(phase != t.PLAY_PHASE)
        phases = phase.take(others)
        self._situations[others] = _SITUATIONS.take(phases)
        copying = others.take(t.which(phases == t.COPY_PHASE))
        self._situations[copying] = self._copying(copying)

    def _turns(self) -> npt.NDArray[np.intp]:
        """Return the numbers of the situations, where it is a seat's turn."""
        s = self._state
        swaps, discards, decrees = s.sent[:3] + s.sent[3:]
        own = s.sent[:3] + s.turn * (s.sent[3:] - s.sent[:3])
        bonuses = own[0] + own[1]
        bits = [
            bonuses + own[2] < cards.EMISSARIES, swaps < cards.SWAP_SPOTS,
            discards < cards.DISCARD_SPOTS, decrees < cards.DECREE_SPOTS,
            bonuses > 0, s.developed, s.bonus, s.last != 0,
        ]  # fmt: skip
        low = np.zeros(self.size, dtype=np.uint8)
        for shift, bit in enumerate(bits):
            low |= bit.view(np.uint8) * np.uint8(1 << shift)  # several times as fast as a shift
        two_left = (s.heights.sum(axis=0, dtype=np.uint8) == 2) & (s.open_piles & (s.open_piles - 1) != 0)
        high = s.open_piles | two_left.view(np.uint8) * np.uint8(32)
        return high.astype(np.intp) * 256 + low

    def _copying(self, games: t.Games) -> npt.NDArray[np.intp]:
        s, seat = self._state, self._state.turn.take(games)
        cell = s.ninjas[0].take(games) - 1 - seat * 10
        may = s.characters.reshape(-1).take(s.at(seat, games))
        return cell.astype(np.intp) * t.CHARACTERS + may + t.COPY_SITUATIONS
