"""A game whose cards are dealt one at a time, as OpenSpiel's chance nodes ask for.

A draw decides one thing: a card that is dealt or turned up, or the place of a dealt card in a first Hand. Face-down
cards are drawn only when they are turned up. Until then they lie there in any order: drawing one means to change the
places of two cards that nobody has seen.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.envs.encoded_game import CARDS, EncodedGame
from naishi.games.naishi.envs.seen import Seen
from naishi.games.naishi.game.events import seen_to_move
from naishi.games.naishi.rules.actions import ACTIONS
from naishi.games.naishi.rules.cards import BASE_CARDS, DECK, LEGENDS, REPLACED, TRAVELLERS, Card
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.expansion import LEGENDS_DRAWN
from naishi.games.naishi.rules.piles import EXPANSION_PILE_HEIGHT, PILE_HEIGHT, PILES

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


_BASE_SETUP = (
    *[Draw("dealt", seat) for seat in (0, 0, 1, 1)],
    *[Draw("top", pile) for pile in range(PILES)],
    *[Draw(what, seat) for seat in (0, 1) for what in ("kept", "received")],
)  # fmt: skip
_EXPANSION_SETUP = (*[Draw("legend")] * LEGENDS_DRAWN, Draw("boxed"), *_BASE_SETUP)


def setup(*, expansion: bool) -> tuple[Draw, ...]:
    """Return what is drawn before the first action, in order. (Rulebook: setup.)"""
    return _EXPANSION_SETUP if expansion else _BASE_SETUP


class Unfolding:
    """A game being dealt and played, by numbers: an outcome of chance or an action after the other."""

    def __init__(self, *, expansion: bool) -> None:
        self.expansion = expansion
        self.setup = setup(expansion=expansion)
        self.history: list[int] = []
        """All outcomes and actions."""
        self.game: EncodedGame | None = None
        """None until everything is drawn that is drawn before the first action."""
        self.seen = Seen(), Seen()
        """What each seat has seen so far."""
        self._shown = [0] * PILES
        """For each pile its height when its top was turned up."""
        self.player = CHANCE
        """The seat to act, `CHANCE` or `OVER`."""
        self._draw: Draw | None = self.setup[0]
        """What chance decides now."""
        self._outcomes: list[tuple[int, float]] | None = None
        """How it can, once asked for."""

    def copy(self) -> Unfolding:
        """Copy the game; the copies are independent of each other."""
        twin = Unfolding(expansion=self.expansion)
        twin.history, twin._shown = self.history.copy(), self._shown.copy()
        twin.seen = self.seen[0].copy(), self.seen[1].copy()
        twin.game = None if self.game is None else self.game.copy()
        twin.player, twin._draw, twin._outcomes = self.player, self._draw, self._outcomes
        return twin

    def __deepcopy__(self, memo: object) -> Unfolding:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.expansion, tuple(self.history))

    def draw(self) -> Draw | None:
        """Return what chance decides now; None where a seat is to act or the game is over."""
        return self._draw

    def outcomes(self) -> list[tuple[int, float]]:
        """List what can be drawn, cards or places from 0, each with its probability."""
        if self._outcomes is not None:
            return self._outcomes
        draw = self._draw
        if draw is None:
            raise NaishiError(_("Nothing is drawn now."))
        if draw.what in {"kept", "received"}:
            taken = self.history[-1] if draw.what == "received" else None
            counts = Counter(place for place in range(5) if place != taken)
        else:
            counts = self._cards_left(draw)
        total = counts.total()
        self._outcomes = [(int(each), count / total) for each, count in sorted(counts.items())]
        return self._outcomes

    def _cards_left(self, draw: Draw) -> Counter[int]:
        if self.game is not None:
            return Counter(map(int, self._face_down()))
        if draw.what in {"legend", "boxed"}:
            cards = LEGENDS if draw.what == "legend" else TRAVELLERS
            return Counter(int(card) for card in cards if card not in self.history)
        left = _undealt(self.history, expansion=self.expansion)
        return Counter(int(card) for card in left if draw.what == "top" or card in BASE_CARDS)

    def apply(self, number: int, *, check: bool = True) -> None:
        """Draw an outcome or play an action.

        Args:
            number: The outcome, or the number of the action.
            check: Whether it is checked that the outcome can be drawn.

        Raises:
            NaishiError: The outcome can't be drawn, or the action isn't possible; nothing has changed.
        """
        draw = self._draw
        if draw is None:
            self._play(number)
        elif check and not any(number == each for each, _share in self.outcomes()):
            raise IllegalActionError(_("{number} can't be drawn now.").format(number=number))
        elif self.game is None:
            self._set_up(draw, number)
        else:
            self._turn_up(draw.at, CARDS[number])
        self.history.append(number)
        self._outcomes, self._draw = None, self._next_draw()
        turn = None if self.game is None else self.game.turn
        self.player = CHANCE if self._draw is not None else OVER if turn is None else turn

    def _next_draw(self) -> Draw | None:
        if len(self.history) < len(self.setup):
            return self.setup[len(self.history)]
        pile = self._to_turn_up()
        return None if pile is None else Draw("top", pile)

    def _set_up(self, draw: Draw, number: int) -> None:
        if draw.what in {"legend", "dealt", "top"}:
            for seat, seen in enumerate(self.seen):
                if draw.what != "dealt" or seat == draw.at:
                    seen.card(CARDS[number])
        if len(self.history) == len(self.setup) - 1:
            self.game = EncodedGame(self._deal([*self.history, number]))
            self._shown = [len(pile) for pile in self.game.position.river]

    def _deal(self, drawn: list[int]) -> Deal:
        """Lay out what has been drawn, with all other cards face down in any order."""
        *cards, kept_0, received_0, kept_1, received_1 = drawn[-len(_BASE_SETUP) :]
        a, b, c, d, *tops = (CARDS[card] for card in cards)
        down = _undealt(drawn[:-4], expansion=self.expansion)
        height = (EXPANSION_PILE_HEIGHT if self.expansion else PILE_HEIGHT) - 1
        river = tuple((top, *down[pile * height : (pile + 1) * height]) for pile, top in enumerate(tops))
        shuffles = _shuffle(kept_0, received_0), _shuffle(kept_1, received_1)
        return Deal(river=river, gifts=((a, b), (c, d)), shuffles=shuffles)

    def _play(self, code: int) -> None:
        assert self.game is not None  # noqa: S101 - all is dealt when nothing is drawn
        game, by = self.game, self.game.position.turn
        cards = seen_to_move(ACTIONS[code], game.position) if code in game.position.legal_set().codes else ()
        game.play(code)
        for seat, seen in enumerate(self.seen):
            seen.action(ACTIONS[code], cards, game.position, seat, own=seat == by)

    def _turn_up(self, pile: int, card: Card) -> None:
        assert self.game is not None  # noqa: S101 - a top is turned up in a game
        river = self.game.position.river
        if river[pile][-1] is not card:
            other, at = next((p, i) for p, i in self._places_down() if river[p][i] is card)
            self.game.table.turn_up(pile, card, other, at)
        self._shown[pile] = len(river[pile])
        for seen in self.seen:
            seen.card(card)

    def _face_down(self) -> list[Card]:
        assert self.game is not None  # noqa: S101 - before the game there is no River
        return [self.game.position.river[pile][at] for pile, at in self._places_down()]

    def _places_down(self) -> list[tuple[int, int]]:
        """List the places of the River whose cards nobody has seen, by pile and height."""
        assert self.game is not None  # noqa: S101 - before the game there is no River
        return [
            (number, at)
            for number, (pile, shown) in enumerate(zip(self.game.position.river, self._shown, strict=True))
            for at in range(len(pile) - (len(pile) == shown))
        ]

    def _to_turn_up(self) -> int | None:
        """Return the pile whose next card has to be turned up now, if any."""
        if self.game is None:
            return None
        position = self.game.position
        later = 0 if position.expansion is None else position.expansion.unturned
        for number, pile in enumerate(position.river):
            if pile and len(pile) != self._shown[number] and not later >> number & 1:
                return number
        return None


def replayed(expansion: bool, history: tuple[int, ...]) -> Unfolding:
    """Return a game after these outcomes and actions."""
    game = Unfolding(expansion=expansion)
    for number in history:
        game.apply(number, check=False)
    return game


def _undealt(drawn: list[int], *, expansion: bool) -> list[Card]:
    """Return the cards of the River and of the first Hands that are not drawn yet. (Expansion: setup.)"""
    left, cards = list(DECK), [CARDS[number] for number in drawn]
    if expansion:
        legends, boxed, cards = cards[:LEGENDS_DRAWN], cards[LEGENDS_DRAWN], cards[LEGENDS_DRAWN + 1 :]
        for legend in legends:
            left.remove(REPLACED[legend])
        left += [*legends, *[card for card in TRAVELLERS if card is not boxed]]
    for card in cards:
        left.remove(card)
    return left


def _shuffle(kept: int, received: int) -> tuple[int, int, int, int, int]:
    """Return the order of a first Hand, as `Deal.shuffles` has it, by where its two dealt cards lie."""
    mountains = iter(range(3))
    a, b, c, d, e = (3 if at == kept else 4 if at == received else next(mountains) for at in range(5))
    return a, b, c, d, e
