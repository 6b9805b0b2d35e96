"""Enumeration of whole turns, and exact values of finished games from one seat's knowledge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o, points as p
from naishi.games.naishi.bots.engine.afterstates import DECREED, Afterstates, after_each, afterstates
from naishi.games.naishi.bots.engine.belief import REASON, possible_territories
from naishi.games.naishi.bots.engine.expansion_gains import CHOICES
from naishi.games.naishi.bots.engine.expansion_sides import THEIR_CARDS, copyable, own_scores, own_totals, their_scores
from naishi.games.naishi.bots.engine.legal_moves import Indices, agreements, bits, continuations, legal_moves, packed
from naishi.games.naishi.bots.engine.network import Evaluate, Floats, last_preference, preference
from naishi.games.naishi.bots.engine.ninjas import FinalScores, among_best, best_copies, final_scores
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.actions import ACTIONS, Action, Develop, Discard, Skip, Swap, Use
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.position import Position


@dataclass(frozen=True)
class ExactAtEnd:
    """Evaluates games that are over by their result, and all others by another evaluation."""

    evaluate: Evaluate

    def __call__(self, rows: Observations) -> Floats:
        over = rows[:, o.OVER] == 1
        if not over.any():
            return self.evaluate(rows)
        values = np.empty((len(rows), 2), dtype=np.float32)
        values[over] = final_values(rows[over])
        if not over.all():
            values[~over] = self.evaluate(rows[~over])
        return values


exact_at_end = ExactAtEnd


class _Beliefs(NamedTuple):
    """The territories that the other side may have in some positions, and how likely each is."""

    cards: Indices
    chances: npt.NDArray[np.float64]
    """Those of a position add up to 1."""
    scores: FinalScores
    starts: Indices
    """Where the territories of each different other side begin."""
    again: Indices
    """Which of these sides each position has."""
    counts: Indices
    """How many territories there are for each position."""
    begins: Indices
    """Where its pairs begin."""
    which: Indices
    """Each position paired with every territory that its other side may have: the territory of each pair."""


def _beliefs(rows: Observations) -> _Beliefs:
    """List what the other sides may have. A Hand is the likelier, the more it scores: see `bots.engine.belief`."""
    first, again = _distinct_sides(rows)
    possible = [possible_territories(rows[row]) for row in first]
    sizes = np.array([len(each.dealt) for each in possible])
    cards = np.concatenate([each.cards for each in possible])
    theirs = final_scores(p.masks_of(cards)) if not o.is_wide(rows) else their_scores(rows[first.repeat(sizes)], cards)
    starts = sizes.cumsum() - sizes
    highest = np.maximum.reduceat(theirs.totals, starts).repeat(sizes)
    chances = np.concatenate([each.dealt for each in possible]) * np.exp(REASON * (theirs.totals - highest))
    chances /= np.add.reduceat(chances, starts).repeat(sizes)
    counts = sizes[again]
    begins = counts.cumsum() - counts
    which = np.arange(counts.sum()) + (starts[again] - begins).repeat(counts)
    return _Beliefs(cards, chances, theirs, starts, again, counts, begins, which)


def final_values(rows: Observations) -> Floats:
    """Return the chance to have won and the expected margin, one row for each observation of a game that is over.

    Colours break ties.
    """
    those = _beliefs(rows)
    chances, theirs, which = those.chances, those.scores, those.which
    mine = _mine(rows, those.counts, those.cards, which)
    better = np.sign(mine.ranks - theirs.ranks[which])
    values = np.empty((len(rows), 2), dtype=np.float32)
    values[:, 0] = np.add.reduceat((better + 1) / 2 * chances[which], those.begins)
    copies = _copies(rows, o.OWN).any()
    lead = np.add.reduceat(mine.totals * chances[which], those.begins) if copies else mine.totals[those.begins]
    values[:, 1] = lead - np.add.reduceat(theirs.totals * chances, those.starts)[those.again]
    return values


def decreed_values(before: Observations, cells: Indices) -> Floats:
    """Return the same for decrees that end the game.

    How likely a Hand is follows from what the other seat had chosen to hold, not from what the decree leaves it with.
    """
    those = _beliefs(before)
    row = np.arange(len(before)).repeat(those.counts)
    after, theirs, pair, cell = before[row], those.cards[those.which].copy(), np.arange(len(row)), cells[row]
    taken, given = theirs[pair, cell], after[pair, o.OWN.start + cell]
    theirs[pair, cell], after[pair, o.OWN.start + cell] = given, taken
    if o.is_wide(before):
        own, other = own_scores(after, theirs), their_scores(after, theirs)
    else:
        own, other = final_scores(p.masks_of(after[:, o.OWN])), final_scores(p.masks_of(theirs))
    found = np.stack([(np.sign(own.ranks - other.ranks) + 1) / 2, own.totals - other.totals], axis=1)
    means = np.add.reduceat(found * those.chances[those.which, None], those.begins, axis=0)
    return means.astype(np.float32)


def _copies(rows: Observations, cards: slice) -> npt.NDArray[np.bool_]:
    result: npt.NDArray[np.bool_] = (rows[:, cards] == Card.LEGENDARY_NINJA).any(axis=1)
    return result


def _mine(rows: Observations, counts: Indices, cards: Indices, which: Indices) -> FinalScores:
    """Return what the seats' territories score beside each of the territories that the other side may have."""
    copies = _copies(rows, o.OWN)
    if not copies.any():
        wide = o.is_wide(rows)
        mine = own_scores(rows, rows[:, THEIR_CARDS]) if wide else final_scores(p.masks_of(rows[:, o.OWN]))
        return FinalScores(mine.totals.repeat(counts), mine.ranks.repeat(counts))
    row = np.arange(len(rows)).repeat(counts)
    characters = (copyable(cards) @ (1 << np.arange(len(CHOICES))))[which] * copies[row]
    _each, first, again = np.unique((row << len(CHOICES)) + characters, return_index=True, return_inverse=True)
    mine = own_scores(rows[row[first]], cards[which[first]])
    return FinalScores(mine.totals[again], mine.ranks[again])


def _distinct_sides(rows: Observations) -> tuple[Indices, Indices]:
    """Return a position for each different other side, and which of them each position has."""
    columns = rows[:, [*_THEIRS, *_RYOKAN] if o.is_wide(rows) else _THEIRS]
    copies = _copies(rows, THEIR_CARDS)
    if copies.any():
        columns = np.concatenate([columns, copyable(rows[:, o.OWN]) & copies[:, None]], axis=1)
    sides = [side.tobytes() for side in columns]
    first = {side: row for row, side in enumerate(sides)}
    number = {side: i for i, side in enumerate(first)}
    return np.array([*first.values()]), np.array([number[side] for side in sides])


_THEIRS = [*range(o.THEIR_LINE.start, o.THEIR_HAND.stop), *range(o.SURE_MOUNTAINS, o.WIDTH)]
_RYOKAN = o.RYOKAN, o.SIDE


class Turns(NamedTuple):
    """The possible turns in many positions, and their values."""

    game: Indices
    """For each turn, the index of its position."""
    first: Indices
    second: Indices
    """The codes of its actions; the second is -1 if there is only one."""
    values: Floats
    """The chance to win and the expected margin after it."""
    worth: Floats
    """What the bots choose by."""

    def best(self, game: int, count: int = 1) -> list[int]:
        mine = np.flatnonzero(self.game == game)
        result: list[int] = mine[np.argsort(-self.worth[mine], kind="stable")[:count]].tolist()
        return result

    def different(self, game: int, count: int) -> list[int]:
        """Return the best turns of a position that lead to different results, the best one first.

        The second action after a develop or a discard is chosen once the new cards are visible, so only the best of
        the turns that begin with the same one of these counts; so does only one of those that have the same value.
        """
        found: dict[tuple[int, int], tuple[float, float]] = {}
        kept = []
        for turn in self.best(game, 20 * count):
            first, second = int(self.first[turn]), int(self.second[turn])
            begun = first, -1 if REVEALS[first] and not EFFECTS[second] else second
            value = round(float(self.values[turn, 0]), 5), round(float(self.values[turn, 1]), 3)
            if begun not in found and value not in found.values():
                found[begun] = value
                kept.append(turn)
            if len(kept) == count:
                break
        return kept

    def actions(self, turn: int) -> tuple[Action, ...]:
        return tuple(ACTIONS[code] for code in (self.first[turn], self.second[turn]) if code >= 0)

    def begun(self, turn: int) -> tuple[Action, ...]:
        return up_to_new_cards(self.actions(turn))


def up_to_new_cards(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions of a turn, up to the first that turns up new cards: none are before all effects are used."""
    return actions[:1] if REVEALS[actions[0].code] and not EFFECTS[actions[-1].code] else actions


def list_turns(
    base: Observations, positions: Sequence[Position], evaluate: Evaluate, *, briefly: bool = False
) -> Turns:
    """List and evaluate all turns in many positions, in one batch.

    A develop or a discard turns up new cards before the turn continues, which are unknown here. A turn that begins
    with one has the value of that moment, or of its best continuation without the new cards, whichever is higher.
    In the last turn of the game the card that a develop turns up is of no use, so only the continuations count.
    Of the turns that have two actions only those are evaluated that leave the seat the most points (`MANY`).

    Args:
        briefly: Whether to list fewer, as simulations do: turns that may wait for new cards are not continued, and
            fewer turns with a swap are evaluated (`BRIEF`).
    """
    one = afterstates(base, [legal_moves(position) for position in positions])
    if briefly:
        one = _without_poor_swaps(one)
    goes_on = one.rows[:, o.TO_ACT] == 1
    codes, last = one.codes[one.action], one.rows[:, o.LAST] == 1
    waits = np.where(last, _DISCARDS[codes], REVEALS[codes]) & ~one.rows[:, o.PENDING].any(axis=1)
    begun = np.flatnonzero(goes_on & ~waits if briefly else goes_on)
    if not begun.size:
        return _ranked(one.game, one.codes, np.full(len(one.codes), -1), one.means(evaluate(one.rows)), base)
    first = one.action[begun]
    two = without_unknown(_continued(positions, one, begun))
    most = BRIEF if briefly else MANY_WIDE if o.is_wide(base) else MANY
    if len(two.rows) > most:  # all that end the game are kept
        best = among_best(one.game[first][two.game], _held(two.rows), most)
        two = _some(two, np.flatnonzero(best | (two.rows[:, o.OVER] == 1)))
    return _evaluated(base, one, ~goes_on | waits, two, first[two.game], evaluate)


MANY, BRIEF = 80, 4
"""How many turns of two actions are evaluated in a list and in a brief one, besides those that end the game. There are
up to 550, but in 3,200 games against a bot that evaluated all of them 80 won 50.1 ± 0.9 %, and 40 won 48.7 %. In a
brief list as many swaps that end a turn are evaluated too."""
MANY_WIDE = 48
"""The same with the expansion, where each takes longer."""


def _without_poor_swaps(one: Afterstates) -> Afterstates:
    """Keep the swaps that leave the seat to act the most points in each game, of those that end its turn."""
    swaps = np.flatnonzero(_SWAPS[one.codes[one.action]] & (one.rows[:, o.TO_ACT] == 0))
    if not swaps.size:
        return one
    keep = np.ones(len(one.rows), dtype=np.bool_)
    keep[swaps] = among_best(one.game[one.action[swaps]], _held(one.rows[swaps]), BRIEF)
    return _some(one, np.flatnonzero(keep))


def _held(rows: Observations) -> npt.NDArray[np.float32]:
    if o.is_wide(rows):
        return own_totals(rows)
    cards = rows[:, o.OWN]
    (same,) = agreements(packed(cards, _CARDS))  # many turns leave the seat the same cards
    return p.totals(p.points(best_copies(p.masks_of(cards[same.first]))))[same.row]


_CARDS = bits(range(p.CELLS), 4, p.CELLS)[:, None]
"""Factors that pack the cards of a territory into a number."""


def _evaluated(
    base: Observations,
    one: Afterstates,
    alone: npt.NDArray[np.bool_],
    two: Afterstates,
    first: Indices,
    evaluate: Evaluate,
) -> Turns:
    """Evaluate the turns of one action and those of two, in one batch.

    Args:
        alone: For each row of `one`, whether its action is evaluated without one that follows.
    """
    values = evaluate(np.concatenate([one.rows[alone], two.rows]))
    count = len(values) - len(two.rows)
    of_rows = np.zeros((len(one.rows), 2), dtype=np.float32)
    of_rows[alone] = values[:count]
    whole = np.ones(len(one.codes), dtype=np.bool_)
    whole[one.action[~alone]] = False
    first_values = one.means(of_rows)
    if isinstance(evaluate, ExactAtEnd):
        ends = np.zeros(len(one.codes), dtype=np.bool_)
        ends[one.action[one.rows[:, o.OVER] == 1]] = True
        decrees = np.flatnonzero(ends & (DECREED[one.codes] >= 0))
        if decrees.size:
            first_values[decrees] = decreed_values(base[one.game[decrees]], DECREED[one.codes[decrees]])
    return _ranked(
        np.concatenate([one.game[whole], one.game[first]]),
        np.concatenate([one.codes[whole], one.codes[first]]),
        np.concatenate([np.full(int(whole.sum()), -1), two.codes]),
        np.concatenate([first_values[whole], two.means(values[count:])]),
        base,
    )


def _ranked(game: Indices, first: Indices, second: Indices, values: Floats, base: Observations) -> Turns:
    last = base[game, o.LAST] == 1
    guessed = DOUBT * (_DISCARDS[first] & (second < 0))
    return Turns(game, first, second, values, np.where(last, last_preference(values) - guessed, preference(values)))


DOUBT = 0.05
"""How much better a discard in the last turn has to be, by the network's guess of what it turns up, than a turn whose
value is calculated."""


REVEALS = np.array([isinstance(action, Develop | Discard | Use | Skip) for action in ACTIONS])
"""Whether an action turns up new cards: one that triggers or leaves an effect does so only once that is used."""
EFFECTS = np.array([isinstance(action, Use | Skip) for action in ACTIONS] + [False])
"""Whether an action deals with pending effects; for -1, that there is no action."""
_DISCARDS = np.array([isinstance(action, Discard) for action in ACTIONS])
_SWAPS = np.array([isinstance(action, Swap) for action in ACTIONS])


def without_unknown(two: Afterstates) -> Afterstates:
    own = two.rows[:, o.OWN]
    known = (own != o.UNKNOWN) & (own != o.FACE_DOWN) if o.is_wide(two.rows) else own < o.UNKNOWN
    return _some(two, np.flatnonzero(known.all(axis=1)))


def _some(after: Afterstates, which: Indices) -> Afterstates:
    """Return the actions that some rows come after; each with all its rows."""
    kept = np.zeros(len(after.codes), dtype=np.bool_)
    kept[after.action[which]] = True
    number = kept.cumsum() - 1
    return Afterstates(
        after.game[kept], after.codes[kept], after.rows[which], number[after.action[which]], after.weight[which]
    )


def _continued(positions: Sequence[Position], one: Afterstates, begun: Indices) -> Afterstates:
    first = one.action[begun]
    game, codes = one.game[first], one.codes[first].tolist()
    ends = [*(np.flatnonzero(game[1:] != game[:-1]) + 1).tolist(), len(codes)]
    runs = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
    found = [continuations(positions[game[run.start]], tuple(codes[run])) for run in runs]
    counts, codes, follows = (np.concatenate(each) for each in zip(*found, strict=True))
    return after_each(one.rows[begun], counts, codes, follows)
