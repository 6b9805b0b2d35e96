"""Whole turns: every way to develop, every bonus before or after it, and every other thing a turn may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naishi.bots.engine import observation as f
from naishi.bots.engine.effects import Menu, Rows, menu
from naishi.bots.engine.evaluation import Evaluate, each_once, utility
from naishi.bots.engine.legal_moves import Options, options
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import Facts
from naishi.rules.actions import ACTIONS, Action, Develop, Discard
from naishi.rules.position import Position


class Turns(NamedTuple):
    """Turns that may be played in many positions."""

    game: Rows
    """For each turn, which position it belongs to."""
    first: Rows
    second: Rows
    """The codes of its actions; the second is -1 where there is only one."""
    values: Floats
    """The chance to win and the expected margin after it."""

    def best(self, game: int, count: int = 1) -> list[int]:
        """Return the best turns of a position, the best one first."""
        mine = np.flatnonzero(self.game == game)
        return [int(at) for at in mine[np.argsort(-utility(self.values[mine]), kind="stable")[:count]]]

    def best_of_each(self, games: int) -> Rows:
        """Return the best turn of each of the positions."""
        order: Rows = np.lexsort((-utility(self.values), self.game))
        firsts: Rows = order[np.searchsorted(self.game[order], np.arange(games))]
        return firsts

    def different(self, game: int, count: int) -> list[int]:
        """Return the best turns of a position that come to different things, the best one first.

        What follows a develop or a discard is chosen once the new cards are seen, so of the turns that begin with the
        same one of these, only the best counts; so does only one of those that come to the same in another order.
        """
        found: dict[tuple[int, int], tuple[float, float]] = {}
        kept = []
        for turn in self.best(game, 20 * count):
            first = int(self.first[turn])
            begun = first, -1 if _REVEALS[first] else int(self.second[turn])
            value = round(float(self.values[turn, 0]), 5), round(float(self.values[turn, 1]), 3)
            if begun not in found and value not in found.values():
                found[begun] = value
                kept.append(turn)
            if len(kept) == count:
                break
        return kept

    def actions(self, turn: int) -> tuple[Action, ...]:
        """Return the actions of a turn."""
        codes = [int(self.first[turn]), int(self.second[turn])]
        return tuple(ACTIONS[code] for code in codes if code >= 0)


def turns(base: Facts, positions: Sequence[Position], evaluate: Evaluate) -> Turns:
    """List and evaluate all turns in many positions, in one batch.

    A develop or a discard shows new cards before the turn goes on. What is hidden stays hidden here: a turn that
    begins so counts for what the network makes of that moment, or for its best continuation not knowing the new
    card, whichever is more.

    Args:
        base: What the seat to act knows in each position.
        positions: The positions; only what is public is looked at.
        evaluate: Says what knowledge is worth.
    """
    one = options(base, [menu(position) for position in positions])
    goes_on = np.flatnonzero(one.rows[:, f.TO_ACT])
    if not goes_on.size:
        return Turns(one.game, one.codes, np.full(len(one.codes), -1), one.means(evaluate(one.rows)))
    begun = one.option[goes_on]
    two = _seen(options(one.rows[goes_on], _next_menus(positions, one, begun)))
    values = each_once(evaluate, np.concatenate([one.rows, two.rows]))
    singly, doubly = one.means(values[: len(one.rows)]), two.means(values[len(one.rows) :])
    whole = np.ones(len(one.codes), dtype=np.bool_)
    whole[begun[~_REVEALS[one.codes[begun]]]] = False
    return Turns(
        np.concatenate([one.game[whole], one.game[begun][two.game]]),
        np.concatenate([one.codes[whole], one.codes[begun][two.game]]),
        np.concatenate([np.full(int(whole.sum()), -1), two.codes]),
        np.concatenate([singly[whole], doubly]),
    )


_REVEALS = np.array([isinstance(action, Develop | Discard) for action in ACTIONS])


def _seen(two: Options) -> Options:
    """Leave out what would take a card that isn't turned up yet."""
    keep = (two.rows[:, f.OWN] < f.UNKNOWN).all(axis=1)
    count = int(keep.sum())
    return Options(two.game[keep], two.codes[keep], two.rows[keep], np.arange(count), two.weight[keep])


def _next_menus(positions: Sequence[Position], one: Options, begun: Rows) -> list[Menu]:
    menus = []
    for option in begun:
        position = positions[int(one.game[option])]
        position.push(ACTIONS[one.codes[option]])
        menus.append(menu(position))
        position.pop()
    return menus
