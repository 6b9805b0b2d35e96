"""Effects of each action, and their undoing by `pop`.

(Rulebook: a turn, the end of the game.)

The actions have been checked. Only the cards are put back here: `Position.pop` restores the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from naishi.games.naishi.rules.actions import (
    Action,
    Copy,
    Declare,
    Decree,
    Develop,
    Discard,
    End,
    Give,
    Pass,
    Recall,
    Skip,
    Swap,
    Use,
    UseDevelop,
    UseExchange,
    UseRecall,
)
from naishi.games.naishi.rules.cards import TRAVELLERS, Card, Phase
from naishi.games.naishi.rules.court import recalled, sent_to_decree, sent_to_discard, sent_to_swap
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.state import TWO_OR_MORE_EMPTY, State
from naishi.games.naishi.rules.territory import Cell, Zone

_PLAY, _RIVER = Phase.PLAY, Zone.RIVER
"""Module-level names: looking up a member of an enum takes as long as half of an action."""

_FIRST_TRAVELLER = TRAVELLERS[0]
"""Cards with lower numbers trigger nothing."""


def _give(state: State, action: Give) -> None:
    """Choose the card to give; once both have, exchange them. (Rulebook: setup.)"""
    state.given.append(action.which - 1)
    if state.turn == 0:
        state.turn = 1
    else:
        _exchange_gifts(state)
        state.phase, state.turn = _PLAY, 0


def _exchange_gifts(state: State) -> None:
    """Give each seat its first Hand: 3 mountains, the kept and the received card, shuffled. (Rulebook: setup.)"""
    dealt = [cards[8:] for cards in state.territories]
    for seat, shuffle in enumerate(state.shuffles or ()):
        kept = dealt[seat][1 - state.given[seat]]
        received = dealt[1 - seat][state.given[1 - seat]]
        cards = [Card.MOUNTAIN, Card.MOUNTAIN, Card.MOUNTAIN, kept, received]
        state.territories[seat][5:] = [cards[which] for which in shuffle]


def _ungive(state: State, action: Give) -> None:
    if len(state.given) == 2:
        _return_gifts(state)
    state.given.pop()


def _return_gifts(state: State) -> None:
    laid = [
        [cards[5 + shuffle.index(which)] for which in (3, 4)]
        for cards, shuffle in zip(state.territories, state.shuffles or (), strict=True)
    ]
    for seat in (0, 1):
        kept, gave = laid[seat][0], laid[1 - seat][1]
        dealt = [kept, gave] if state.given[seat] else [gave, kept]
        state.territories[seat][5:] = [Card.MOUNTAIN] * 3 + dealt


def _develop(state: State, action: Develop) -> None:
    """Discard your card, take the River's card of that position, turn up the next. (Rulebook: develop.)"""
    cell = action.cell
    mine = state.territories[state.turn]
    left = mine[cell]
    state.discards.append(left)
    mine[cell] = came = _draw(state, cell % 5)
    state.developed = True
    expansion = state.expansion
    if expansion is not None and (left >= _FIRST_TRAVELLER or came >= _FIRST_TRAVELLER):
        expansion = expansion.developed(state.turn, left, came, cell % 5)
        if _pending(state, expansion):
            return
    if state.bonus or not _bonus_possible(state):
        _end_turn(state)


def _undevelop(state: State, action: Develop | UseDevelop) -> None:
    cell = action.cell
    mine = state.territories[state.turn]
    state.river[cell % 5].append(mine[cell])
    mine[cell] = state.discards.pop()


def _pending(state: State, expansion: Expansion, used: Card | None = None) -> bool:
    """Note what is still pending; return whether anything is."""
    recall = state.court.openings[state.turn].recall
    state.expansion = after = expansion.settled(recall=recall, piles=state.open_piles, used=used)
    return bool(after.pending)


def _used(state: State, action: Use) -> None:
    """Go on with the other effects that are pending, or else with the turn. (Expansion: resolving effects.)"""
    if not _pending(state, cast("Expansion", state.expansion), action.traveller):
        _resume(state)


def _resume(state: State) -> None:
    """Go on with the turn after a develop and all that it has triggered."""
    if state.bonus or not _bonus_possible(state):
        _end_turn(state)


def _use_exchange(state: State, action: UseExchange) -> None:
    """Exchange any two of your cards. (Expansion: Cherry Blossom Lady, Umbrella Lady.)"""
    _exchange_own(state, action)
    _used(state, action)


def _exchange_own(state: State, action: UseExchange) -> None:
    mine = state.territories[state.turn]
    mine[action.first], mine[action.second] = mine[action.second], mine[action.first]


def _use_recall(state: State, action: UseRecall) -> None:
    """Recall all emissaries except one on the decree. (Expansion: Porter, Old Man.)"""
    state.court = recalled(state.court, state.turn)
    _used(state, action)


def _use_develop(state: State, action: UseDevelop) -> None:
    """Develop once more; what that triggers is pending too. (Expansion: Little Girl.)"""
    cell = action.cell
    mine, expansion = state.territories[state.turn], cast("Expansion", state.expansion)
    state.discards.append(mine[cell])
    mine[cell] = _draw(state, cell % 5)
    after = expansion.developed(state.turn, state.discards[-1], mine[cell], cell % 5)
    if not _pending(state, after, used=action.traveller):
        _resume(state)


def _skip(state: State, action: Skip) -> None:
    """Leave all pending effects unused."""
    _pending(state, cast("Expansion", state.expansion)._replace(pending=()))
    _resume(state)


def _swap(state: State, action: Swap) -> None:
    """Exchange two cards. (Rulebook: additional actions.)"""
    _exchange(state, action)
    state.court = sent_to_swap(state.court, state.turn)
    _bonus_taken(state)


def _exchange(state: State, action: Swap) -> None:
    first, second = action.first, action.second
    if first.zone is _RIVER:
        one, other = state.river[first % 5], state.river[second % 5]
        one[-1], other[-1] = other[-1], one[-1]
    else:
        mine = state.territories[state.turn]
        mine[first], mine[second] = mine[second], mine[first]


def _discard(state: State, action: Discard) -> None:
    """Discard the top cards of two piles, then turn up the next ones. (Rulebook: additional actions.)"""
    state.discards += _draw(state, action.first % 5), _draw(state, action.second % 5)
    state.court = sent_to_discard(state.court, state.turn)
    _bonus_taken(state)


def _undiscard(state: State, action: Discard) -> None:
    state.river[action.second % 5].append(state.discards.pop())
    state.river[action.first % 5].append(state.discards.pop())


def _decree(state: State, action: Decree) -> None:
    """Exchange your card with the opponent's at the same place. (Rulebook: impose an imperial decree.)"""
    _exchange_seats(state, action)
    state.court = sent_to_decree(state.court, state.turn)
    _end_turn(state)


def _exchange_seats(state: State, action: Decree) -> None:
    (first, second), cell = state.territories, action.cell
    first[cell], second[cell] = second[cell], first[cell]


def _recall(state: State, action: Recall) -> None:
    """Recall all emissaries except one on the decree. (Rulebook: recall your emissaries.)"""
    state.court = recalled(state.court, state.turn)
    _end_turn(state)


def _declare(state: State, action: Declare) -> None:
    """Trigger the end: the opponent plays one last turn. (Rulebook: declare the end.)"""
    state.turn = state.last = 1 - state.turn
    state.declared = True


def _undeclare(state: State, action: Declare) -> None:
    state.declared = False


def _end(state: State, action: End | Pass) -> None:
    _end_turn(state)


def _copy(state: State, action: Copy) -> None:
    _settle(state, action.cell, action.card)
    settle_ninjas(state)


def _bonus_possible(state: State) -> bool:
    """Return whether a bonus is possible after the develop."""
    return state.court.openings[state.turn].emissary and len(state.legal_set().actions) > 1


def _draw(state: State, position: int) -> Card:
    pile = state.river[position]
    card = pile.pop()
    if not pile:
        state.open_piles &= ~(1 << position)
    return card


def _bonus_taken(state: State) -> None:
    state.bonus = True
    if state.developed:
        _end_turn(state)


def _end_turn(state: State) -> None:
    """Pass the turn on, or end the game. (Rulebook: end of the game.)"""
    state.developed = state.bonus = False
    state.legal = None
    if state.last is None and state.open_piles in TWO_OR_MORE_EMPTY:
        state.last = 1  # where the second player's turn ends, it was the last one
    if state.last == state.turn:
        settle_ninjas(state)
    else:
        state.turn = 1 - state.turn


def settle_ninjas(state: State) -> None:
    """Settle what each ninja copies: seat 0's from L1 to H5, then seat 1's. Stop at one that has a choice."""
    state.phase = Phase.COPY
    while waiting := state.next_ninja():
        state.turn, ninja, may = waiting
        if len(may) > 1:
            return
        _settle(state, ninja, may[0])
    state.phase = Phase.OVER


def _settle(state: State, ninja: Cell, card: Card) -> None:
    first, second = state.copies
    settled = {ninja: card}
    state.copies = (first | settled, second) if state.turn == 0 else (first, second | settled)


DO: dict[type[Action], Callable[[State, Any], None]] = {
    Give: _give,
    Develop: _develop,
    Swap: _swap,
    Discard: _discard,
    Decree: _decree,
    Recall: _recall,
    Declare: _declare,
    End: _end,
    Pass: _end,
    Copy: _copy,
    UseExchange: _use_exchange,
    UseRecall: _use_recall,
    UseDevelop: _use_develop,
    Skip: _skip,
}
"""What each kind of action does."""

UNDO: dict[type[Action], Callable[[State, Any], None]] = {
    Give: _ungive,
    Develop: _undevelop,
    Swap: _exchange,
    Discard: _undiscard,
    Decree: _exchange_seats,
    Declare: _undeclare,
    UseExchange: _exchange_own,
    UseDevelop: _undevelop,
}
"""What `pop` does beyond restoring what was noted before the action, mostly to put the cards back."""
