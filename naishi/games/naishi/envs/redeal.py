"""Redeals of cards that a seat can't know."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.games.naishi.bots.engine.worlds import Determinizer
from naishi.games.naishi.envs.encoded_game import CARDS, Played
from naishi.games.naishi.envs.unfolding import Unfolding
from naishi.games.naishi.rules.actions import Action, Decree, Develop, Give, Swap, UseDevelop, UseExchange
from naishi.games.naishi.rules.cards import TRAVELLERS, Card
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import Zone

_GIVE = Give(1).code
"""The number of giving the first card; that of giving the second comes next."""


def redealt(game: Unfolding, seat: int, chance: random.Random) -> list[int]:
    """Return the outcomes and actions of a random game that looks to a seat as this one does.

    All its actions are the same but for a secret gift. Each such game is as likely as by the rules alone,
    whatever the other seat would have done with its cards.

    Raises:
        NaishiError: Something is still to be drawn before the first action.
    """
    if game.start is not None:
        return _regiven(game, seat, chance)
    if game.game is None:
        raise NaishiError(_("There is nothing to deal again before all first cards are dealt."))
    view, other = game.game.view(seat), 1 - seat
    hand = Determinizer(view).deal(chance)
    anew = _Rewritten(game)
    if len(game.history) < len(game.setup) + 2:
        dealt = hand[3:]
        for each in (seat, other):
            anew.lay(each, *chance.sample(range(5), 2))
    else:
        first = _first_hand(anew.first_hand(other), hand, other, game.game.played[2:])
        kept, received = anew.places(first, anew.gift(seat), chance)
        anew.lay(other, kept, received)
        dealt = [first[kept], anew.gift(other)]
    anew.deal(other, dealt, chance)
    if game.expansion:
        unseen = [card for card in view.unseen if card in TRAVELLERS]
        anew.history[anew.at("boxed")] = chance.choice(unseen)
    return [*map(int, anew.history)]


def _regiven(game: Unfolding, seat: int, chance: random.Random) -> list[int]:
    """Return a history of a game that began at a position: all that can be unknown there is a gift just chosen.

    What lies face down is drawn when it is turned up, and the first Hands and dealt cards are those of the position.
    """
    assert game.game is not None  # noqa: S101 - at a position everything is dealt
    history = game.history.copy()
    if game.game.position.phase is Phase.GIFT and len(history) == 1 and seat != game.game.played[0].seat:
        history[0] = _GIVE + chance.randrange(2)
    return history


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
        """Return the card that a seat gave."""
        return self.dealt(seat)[self.old[len(self.setup) + seat] - _GIVE]

    def first_hand(self, seat: int) -> list[Card]:
        """Return the first Hand of a seat, as it was."""
        a, b = self.dealt(seat)
        kept = b if self.old[len(self.setup) + seat] == _GIVE else a
        hand = dict(zip(self._places(seat), (kept, self.gift(1 - seat)), strict=True))
        return [hand.get(place, Card.MOUNTAIN) for place in range(5)]

    def _places(self, seat: int) -> tuple[int, int]:
        return self.old[self.at("kept", seat)], self.old[self.at("received", seat)]

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


def _first_hand(first: Sequence[Card], now: Sequence[Card], seat: int, actions: Iterable[Played]) -> list[Card]:
    """Return the first Hand of a seat that would have led to another Hand now.

    Args:
        first: Its true first Hand.
        now: The Hand that it may have now, by what the seat has seen leave it and come to it.
        seat: The seat.
        actions: All that was done since the first Hands were laid out.
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
