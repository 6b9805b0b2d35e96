"""Game dealt card by card for OpenSpiel's chance nodes, and redeals of hidden cards.

Two games look the same to a seat, with all that it has seen before, exactly if it has seen the same in both.

A draw decides one thing: a card that is dealt or turned up, or the place of a dealt card in a first Hand. Face-down
cards are drawn only when they are turned up. Until then they lie there in any order: drawing one means to change the
places of two cards that nobody has seen.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from naishi.common.i18n import IllegalActionError, NaishiError, _
from naishi.games.naishi.bots.engine.belief import Determinizer
from naishi.games.naishi.envs.encoded_game import CARDS, EncodedGame, first_order
from naishi.games.naishi.game.hiding import face_down
from naishi.games.naishi.game.view import seen_to_move
from naishi.games.naishi.rules import cards
from naishi.games.naishi.rules.actions import ACTIONS, Action, Decree, Develop, Give, Swap, UseDevelop, UseExchange
from naishi.games.naishi.rules.cards import BASE_CARDS, PILES, TRAVELLERS, Card, Expansion, Phase, Zone
from naishi.games.naishi.rules.notation import Fields
from naishi.games.naishi.rules.position import Position

FIRST_ACTION = 1
"""The number of the first action; 0 stands for nothing."""
FIRST_CARD = FIRST_ACTION + len(ACTIONS)
SECRET_GIFT = FIRST_CARD + max(Card) + 1
"""Stands for the other seat's choice of a gift."""


_GIFT, _OPEN = Phase.GIFT, (Phase.COPY, Phase.OVER)
_GIVES = {action.code for action in ACTIONS if isinstance(action, Give)}

_WORDS = "", *(action.text for action in ACTIONS)
_CARD_WORDS = {FIRST_CARD + card: str(card) for card in Card} | {SECRET_GIFT: "a gift"}


@dataclass
class Seen:
    """What a seat has seen: cards, and actions with the cards that moved, as numbers."""

    numbers: list[int] = field(default_factory=list)
    laid: bool = False
    """Whether it has seen its own Hand laid out."""
    open: bool = False
    """Whether it has seen the other Hand revealed."""

    def copy(self) -> "Seen":
        return Seen(self.numbers.copy(), self.laid, self.open)

    def words(self) -> list[str]:
        return [_WORDS[number] if number < FIRST_CARD else _CARD_WORDS[number] for number in self.numbers]

    def cards(self, turned_up: Iterable[int]) -> None:
        """See cards that stay visible to the seat."""
        self.numbers += [FIRST_CARD + card for card in turned_up]


def write(both: tuple[Seen, Seen], events: Iterable[int | tuple[int, Sequence[Card], int]]) -> None:
    """Write down what both seats have seen.

    Args:
        events: Cards turned up, and actions by number, with the cards that everybody saw move (`seen_to_move`) and the
            seat that acted.
    """
    first, second = both[0].numbers, both[1].numbers
    for event in events:
        if isinstance(event, int):
            first.append(FIRST_CARD + event)
            second.append(FIRST_CARD + event)
            continue
        code, moved, by = event
        numbers = [FIRST_ACTION + code, *[FIRST_CARD + card for card in moved]]
        both[by].numbers += numbers
        both[1 - by].numbers += [SECRET_GIFT] if code in _GIVES else numbers


def look(both: tuple[Seen, Seen], position: Position) -> None:
    """Have both seats see what has been laid out or revealed."""
    phase = position.phase
    for seat, seen in enumerate(both):
        if not seen.laid and phase is not _GIFT:
            seen.laid = True
            seen.cards(position.territories[seat][5:])
        if not seen.open and phase in _OPEN:
            seen.open = True
            seen.cards(position.territories[1 - seat][5:])


CHANCE, OVER = -1, -4
"""The player where something is drawn, and where the game is over, as OpenSpiel numbers them."""

What = Literal["legend", "boxed", "dealt", "top", "kept", "received"]


class Draw(NamedTuple):
    """What chance decides."""

    what: What
    """A Legend that takes part, the Traveller that stays in the box, a dealt card, the top of a pile of the River, or
    where in the first Hand the kept or the received card will lie."""
    at: int = 0
    """The seat; for a top the pile, 0-4."""


_PLAY, _OVER = Phase.PLAY, Phase.OVER
"""Module-level names: looking up a member of an enum takes long."""

_ANY_PLACE = (1,) * 5
_OTHER_PLACES = tuple(tuple(int(place != taken) for place in range(5)) for taken in range(5))
"""The places of a first Hand that are left for the received card, by that of the kept one."""

_BASE_SETUP = (
    *[Draw("dealt", seat) for seat in (0, 0, 1, 1)],
    *[Draw("top", pile) for pile in range(PILES)],
    *[Draw(what, seat) for seat in (0, 1) for what in ("kept", "received")],
)  # fmt: skip
_NEXT_TOP = tuple(Draw("top", (bits & -bits).bit_length() - 1) for bits in range(1 << PILES))
"""By the piles whose next card has to be turned up, as bits: the draw of the first of them."""
_EXPANSION_SETUP = (*[Draw("legend")] * cards.LEGENDS_DRAWN, Draw("boxed"), *_BASE_SETUP)


def _outcomes(counts: Sequence[int]) -> list[tuple[int, float]]:
    total = sum(counts)
    return [(each, count / total) for each, count in enumerate(counts) if count]


def setup(*, expansion: bool) -> tuple[Draw, ...]:
    """Return what is drawn before the first action, in order. (Rulebook: setup.)"""
    return _EXPANSION_SETUP if expansion else _BASE_SETUP


class Unfolding:
    """A game being dealt and played, by numbers: an outcome of chance or an action after the other."""

    def __init__(self, *, expansion: bool, start: Position | None = None) -> None:
        """Begin before anything is dealt, or at a position.

        Raises:
            InvalidPositionError: The game is over at this position.
        """
        self.expansion, self.start = expansion, start
        self.setup = setup(expansion=expansion) if start is None else ()
        self.history: list[int] = []
        self.game: EncodedGame | None = None
        """None until everything is drawn that is drawn before the first action."""
        self._seen = Seen(), Seen()
        self._unwritten: list[int | tuple[int, Sequence[Card], int]] = []
        """What both have seen since: cards turned up, and actions, each with the cards that moved and the seat."""
        self._due = 0
        """The piles whose next card has to be turned up now, as bits."""
        self.player = CHANCE
        """The seat to act, `CHANCE` or `OVER`."""
        self.draw: Draw | None = None
        """What chance decides now; None where a seat is to act or the game is over."""
        self._outcomes: list[tuple[int, float]] | None = None
        """How it can, once asked for."""
        if start is None:
            self._left = _counted(cards.DECK, expansion=expansion)
            """By the number of a card: how many may still be drawn."""
            self.draw = self.setup[0]
        else:
            self.game = EncodedGame(start)
            self._left = _counted(face_down(start), expansion=expansion)
            self.player = self.game.position.turn
            for seen in self._seen:
                seen.laid = start.phase is not Phase.GIFT  # who begins at a position knows it
                seen.open = start.phase is Phase.COPY

    def copy(self) -> "Unfolding":
        twin = Unfolding.__new__(Unfolding)
        twin.expansion, twin.start, twin.setup = self.expansion, self.start, self.setup
        twin.history, twin._left = self.history.copy(), self._left.copy()
        first, second = self._seen
        twin._seen, twin._unwritten = (first.copy(), second.copy()), self._unwritten.copy()
        twin.game = None if self.game is None else self.game.copy()
        twin.player, twin._due, twin.draw, twin._outcomes = self.player, self._due, self.draw, self._outcomes
        return twin

    def __deepcopy__(self, memo: object) -> "Unfolding":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.expansion, tuple(self.history), self.start)

    @property
    def seen(self) -> tuple[Seen, Seen]:
        """What each seat has seen so far; written only once it is asked for."""
        if self._unwritten:
            write(self._seen, self._unwritten)
            self._unwritten.clear()
        return self._seen

    def outcomes(self) -> list[tuple[int, float]]:
        """List what can be drawn, cards or places from 0, each with its probability.

        Raises:
            NaishiError: Nothing is drawn now.
        """
        if self._outcomes is None:
            if self.draw is None:
                raise NaishiError(_("Nothing is drawn now."))
            self._outcomes = _outcomes(self._counts(self.draw))
        return self._outcomes

    def _counts(self, draw: Draw) -> Sequence[int]:
        """Return how often each outcome, by its number, is among those of which one is drawn."""
        match draw.what:
            case "top":
                return self._left
            case "dealt":
                return self._left[: len(BASE_CARDS)]
            case "legend" | "boxed":
                kinds = cards.LEGENDS if draw.what == "legend" else TRAVELLERS
                return _counted((card for card in kinds if card not in self.history), expansion=True)
        return _ANY_PLACE if draw.what == "kept" else _OTHER_PLACES[self.history[-1]]

    def apply(self, number: int, *, check: bool = True) -> None:
        """Draw an outcome or play an action.

        Args:
            check: Whether it is checked that the outcome can be drawn.

        Raises:
            NaishiError: The outcome can't be drawn, or the action isn't possible; nothing has changed.
        """
        draw = self.draw
        if draw is None:
            self._play(number)
        elif check and not (0 <= number < len(counts := self._counts(draw)) and counts[number] > 0):
            raise IllegalActionError(_("{number} can't be drawn now.").format(number=number))
        elif self.game is None:
            self._set_up(draw, number)
        else:
            self._turn_up(draw.at, number)
        self.history.append(number)
        self._outcomes = None
        if self.game is None:
            self.draw = self.setup[len(self.history)]
        elif self._due:
            self.draw, self.player = _NEXT_TOP[self._due], CHANCE
        else:
            position = self.game.position
            self.draw, self.player = None, OVER if position.phase is _OVER else position.turn

    def _set_up(self, draw: Draw, number: int) -> None:
        match draw.what:
            case "top":
                self._left[number] -= 1
                self._unwritten.append(number)
            case "dealt":
                self._left[number] -= 1
                self.seen[draw.at].cards([number])
            case "legend":
                self._left[number] += 1
                self._left[cards.REPLACED[CARDS[number]]] -= 1
                self._unwritten.append(number)
            case "boxed":
                for card in TRAVELLERS:
                    self._left[card] += card != number
        if len(self.history) == len(self.setup) - 1:
            self.game = EncodedGame(self._dealt([*self.history, number]))

    def _dealt(self, drawn: list[int]) -> Position:
        """Lay out what has been drawn, with all other cards face down in any order."""
        *first, kept_0, received_0, kept_1, received_1 = drawn[-len(_BASE_SETUP) :]
        a, b, c, d, *tops = (CARDS[card] for card in first)
        down = [CARDS[number] for number, count in enumerate(self._left) for _copy in range(count)]
        height = (cards.EXPANSION_PILE_HEIGHT if self.expansion else cards.PILE_HEIGHT) - 1
        fields = Fields(
            river=[[*down[pile * height : (pile + 1) * height], top] for pile, top in enumerate(tops)],
            territories=[[Card.MOUNTAIN] * 8 + [a, b], [Card.MOUNTAIN] * 8 + [c, d]],
            discards=[],
            given=[],
            phase=Phase.GIFT,
            court=cards.court(),
            copies=({}, {}),
            shuffles=(first_order(kept_0, received_0), first_order(kept_1, received_1)),
            expansion=Expansion() if self.expansion else None,
        )
        return Position.from_fields(fields)

    def _play(self, code: int) -> None:
        assert self.game is not None  # noqa: S101 - all is dealt when nothing is drawn
        game, position = self.game, self.game.position
        by, legal = position.turn, position.legal or position.legal_set()
        moved = seen_to_move(ACTIONS[code], position) if code in legal.codes else ()
        self._due = game.play(code)
        self._unwritten.append((code, moved, by))
        if position.phase is not _PLAY or not self._seen[0].laid:
            look(self.seen, position)

    def _turn_up(self, pile: int, number: int) -> None:
        assert self.game is not None  # noqa: S101 - a top is turned up in a game
        card = CARDS[number]
        if self.game.position.river[pile][-1] is not card:
            self.game.table.turn_up(pile, card, *self._where(card))
        self._due ^= 1 << pile
        self._left[number] -= 1
        self._unwritten.append(number)

    def _where(self, card: Card) -> tuple[int, int]:
        """Return the pile and the height of a card in the River that nobody has seen."""
        assert self.game is not None  # noqa: S101 - before the game there is no River
        position = self.game.position
        hidden = self._due if position.expansion is None else self._due | position.expansion.unturned
        for number, pile in enumerate(position.river):
            if card in pile and ((at := pile.index(card)) < len(pile) - 1 or hidden >> number & 1):
                return number, at
        raise NaishiError(_("{number} can't be drawn now.").format(number=int(card)))


def _counted(possible: Iterable[Card], *, expansion: bool) -> list[int]:
    counts = [0] * (max(Card) + 1 if expansion else len(BASE_CARDS))
    for card in possible:
        counts[card] += 1
    return counts


def replayed(expansion: bool, history: tuple[int, ...], start: Position | None = None) -> Unfolding:
    game = Unfolding(expansion=expansion, start=start)
    for number in history:
        game.apply(number, check=False)
    return game


_GIVE = Give(1).code
"""The number of giving the first card; that of giving the second comes next."""


def redealt(game: Unfolding, seat: int, chance: random.Random) -> list[int]:
    """Return the outcomes and actions of a random game that looks to a seat as this one does.

    All its actions are the same but for a secret gift. Each such game is as likely as by the rules alone,
    whatever the other seat would have done with its cards.

    Raises:
        NaishiError: Something is still to be drawn before the first action.
    """
    if game.start is not None and game.game is not None:  # at a position, only a gift just chosen can be unknown
        history = game.history.copy()
        if game.game.position.phase is Phase.GIFT and len(history) == 1 and seat != game.game.played[0][0]:
            history[0] = _GIVE + chance.randrange(2)
        return history
    if game.game is None:
        raise NaishiError(_("There is nothing to deal again before all first cards are dealt."))
    view, other = game.game.view(seat), 1 - seat
    hand = Determinizer(view).deal(chance)
    rewritten = _Rewritten(game)
    if len(game.history) < len(game.setup) + 2:
        dealt = hand[3:]
        for each in (seat, other):
            rewritten.lay(each, *chance.sample(range(5), 2))
    else:
        first = _first_hand(rewritten.first_hand(other), hand, other, game.game.played[2:])
        kept, received = rewritten.places(first, rewritten.gift(seat), chance)
        rewritten.lay(other, kept, received)
        dealt = [first[kept], rewritten.gift(other)]
    rewritten.deal(other, dealt, chance)
    if game.expansion:
        unseen = [card for card in view.unseen if card in TRAVELLERS]
        rewritten.history[rewritten.at("boxed")] = chance.choice(unseen)
    return [*map(int, rewritten.history)]


class _Rewritten:
    """The outcomes and actions of a game, some of which are rewritten."""

    def __init__(self, game: Unfolding) -> None:
        self.setup, self.old, self.history = game.setup, tuple(game.history), game.history.copy()

    def at(self, what: str, seat: int = 0) -> int:
        """Return where in the history something is drawn; for the dealt cards of a seat, the first one."""
        return next(at for at, draw in enumerate(self.setup) if draw == (what, seat))

    def dealt(self, seat: int) -> tuple[Card, Card]:
        """Return the dealt cards of a seat, as they were."""
        at = self.at("dealt", seat)
        return CARDS[self.old[at]], CARDS[self.old[at + 1]]

    def gift(self, seat: int) -> Card:
        return self.dealt(seat)[self.old[len(self.setup) + seat] - _GIVE]

    def first_hand(self, seat: int) -> list[Card]:
        """Return the first Hand of a seat, as it was."""
        a, b = self.dealt(seat)
        kept = b if self.old[len(self.setup) + seat] == _GIVE else a
        hand = {self.old[self.at("kept", seat)]: kept, self.old[self.at("received", seat)]: self.gift(1 - seat)}
        return [hand.get(place, Card.MOUNTAIN) for place in range(5)]

    def places(self, first: Sequence[Card], received: Card, chance: random.Random) -> tuple[int, int]:
        """Return where in a first Hand the kept and the received card lie; either, if they are the same."""
        one, other = chance.sample([at for at, card in enumerate(first) if card is not Card.MOUNTAIN], 2)
        return (one, other) if first[other] is received else (other, one)

    def lay(self, seat: int, kept: int, received: int) -> None:
        """Write where the kept and the received card of a seat lie in its first Hand."""
        self.history[self.at("kept", seat)], self.history[self.at("received", seat)] = kept, received

    def deal(self, seat: int, dealt: Iterable[Card], chance: random.Random) -> None:
        """Deal a seat two cards in any order; if it has given one, that is the last of them."""
        *_kept, gift = dealt = list(dealt)
        chance.shuffle(dealt)
        at, given = self.at("dealt", seat), len(self.setup) + seat
        self.history[at : at + 2] = dealt
        if given < len(self.history):
            self.history[given] = _GIVE + dealt.index(gift)


def _first_hand(
    first: Sequence[Card], now: Sequence[Card], seat: int, actions: Iterable[tuple[int, Action]]
) -> list[Card]:
    """Return the first Hand of a seat that would have led to another Hand now.

    Args:
        first: Its true first Hand.
        now: The Hand that it may have now, by what the seat has seen leave it and come to it.
        actions: All that was done since the first Hands were laid out, each after its seat.
    """
    came_from: list[int | None] = list(range(5))
    for by, action in actions:
        _move(came_from, action, own=by == seat)
    found = list(first)
    for place, origin in enumerate(came_from):
        if origin is not None:
            found[origin] = now[place]
    return found


def _move(came_from: list[int | None], action: Action, *, own: bool) -> None:
    """Follow the unseen cards of a Hand through an action."""
    match action:
        case Decree(cell=cell) if cell.zone is Zone.HAND:
            came_from[cell.position] = None
        case Develop(cell=cell) | UseDevelop(cell=cell) if own and cell.zone is Zone.HAND:
            came_from[cell.position] = None
        case Swap(first=first, second=second) | UseExchange(first=first, second=second) if own:
            if second.zone is not Zone.HAND:
                return
            a, b = first.position, second.position
            if first.zone is Zone.HAND:
                came_from[a], came_from[b] = came_from[b], came_from[a]
            else:
                came_from[b] = None
