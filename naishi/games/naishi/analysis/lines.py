"""Outcomes of a variation over many deals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.scoring import ScoreSheet

Ryokan = Literal["ryokan"]
RYOKAN: Final = "ryokan"

Earner = Card | Ryokan
"""What earns points: a type of card, or the Ryokan, which is no card."""

Points = Mapping[Earner, float]
"""Points by what earns them; a Legend's are those of the card it replaces."""

Kind = Literal["take", "again", "decree", "swap", "exchange", "recall", "end", "other"]
"""What a turn is about: a card taken from the River, by the develop that the Little Girl adds or by decree, a swap, the
exchange that other Travellers allow, a recall, the end of the game."""


class Move(NamedTuple):
    """What a turn is about, wherever the card was put."""

    kind: Kind
    card: Card | None = None
    """What it brings."""


class Turn(NamedTuple):
    """A turn in one deal, or the rest of one."""

    move: Move
    mine: Points
    """By how much it changed the points of the seat whose line this is."""
    theirs: Points
    brings: int = 0
    """What the move by itself brings the seat whose turn it is."""


class Likely(NamedTuple):
    """What a seat does in most deals."""

    move: Move
    """Without a card for decrees that take different cards in different deals."""
    share: float
    """In what share of the deals."""
    brings: float
    """What the move by itself brings the seat that makes it, on average."""
    points: int = 0
    """The same in most of these deals."""
    price: int = 0
    """And what it then costs the seat whose line this is, where the other one makes it."""
    between: tuple[int, int] | None = None
    """The fewest and the most points that it brings, unless they are the same in nearly all of these deals."""
    price_sure: bool = True
    """Whether the price is the same in nearly all of these deals."""


class Line(NamedTuple):
    """An action, and how the game went on after it in the same deals as after any other that it is compared with."""

    now: Mapping[Earner, int] = {}
    """By how much the action itself changes its seat's points."""
    taken: Mapping[Earner, int] = {}
    """And those of the other one: a decree does, and a Traveller that takes the Ryokan."""
    ends: bool = False
    """Whether it ends the game, or leaves the other seat one turn."""
    lead: float = 0.0
    """The points by which its seat leads after its turn, in the deal in which it leads by the fewest."""
    free: float = 0.0
    """How many emissaries its seat has left after its turn."""
    rest: tuple[Turn, ...] = ()
    """The rest of the turn, in each deal."""
    reply: tuple[Turn, ...] = ()
    """The other seat's next turn, in each deal in which the game goes on so far."""
    following: tuple[Turn, ...] = ()
    """The seat's own next turn."""
    mine: Mapping[Earner, float] = {}
    """By how much the points of the seat change until the other one has had two turns, the mean of all deals."""
    theirs: Mapping[Earner, float] = {}
    """And those of the other one."""
    own_sure: bool = True
    """Whether it changes the points of its own seat alike in all of them."""
    known: bool = False
    """Whether that lead is the same in all deals, the other Hand being known."""
    recalls: bool = False
    """Whether the action recalls the emissaries, itself or by a Traveller."""
    typical: float = 1.0
    """In what share of the deals the action changes the points of both seats by just that; if in fewer than half, it is
    the mean of all deals that stands here."""
    rice: int = 0
    """The fields of the largest group of rice that the action makes."""
    possible: Mapping[Move, int] = {}
    """The points that moves would have brought before the action: what it leads to is no more than that."""
    leaves: frozenset[Card] = frozenset()
    """What the other seat can take from the River after the action as well as before: the action denies it nothing."""
    river: frozenset[Card] = frozenset(Card)
    """What lies face up on the River before the action: the next turn can't count on a card still to be turned up."""


def differences(before: Mapping[Earner, int], after: Mapping[Earner, int]) -> dict[Earner, int]:
    """Return by how much the points of each type of card differ, where they do, in card order; last, the Ryokan's."""
    earners = sorted({*before, *after}, key=lambda each: max(Card) + 1 if each == RYOKAN else each)
    return {each: more for each in earners if (more := after.get(each, 0) - before.get(each, 0))}


def earned(sheet: ScoreSheet) -> dict[Earner, int]:
    return with_ryokan(sheet.points, sheet.ryokan)


def with_ryokan(cards: Mapping[Card, int], ryokan: int) -> dict[Earner, int]:
    found = dict[Earner, int](cards.items())
    return found | {RYOKAN: ryokan} if ryokan else found


def grown_rice(before: ScoreSheet, after: ScoreSheet) -> int:
    groups = [{line.cells for line in sheet.lines if line.card is Card.RICE} for sheet in (before, after)]
    return max(map(len, groups[1] - groups[0]), default=0)


def total(points: Points) -> float:
    return sum(points.values())


def mean(turns: Sequence[Turn], *, theirs: bool = False) -> float:
    changes = [total(turn.theirs if theirs else turn.mine) for turn in turns]
    return sum(changes) / len(changes) if changes else 0.0


def own_turn(line: Line) -> dict[Earner, float]:
    points = dict[Earner, float](line.now)
    for turn in line.rest:
        for card, change in turn.mine.items():
            points[card] = points.get(card, 0.0) + change / len(line.rest)
    return points


def share(turns: Sequence[Turn], move: Move) -> float:
    return sum(_is(turn.move, move) for turn in turns) / len(turns) if turns else 0.0


def _is(made: Move, move: Move) -> bool:
    return made == move or (made.kind == "decree" and move == SOME_DECREE)


NEARLY = 0.9
"""The share of the deals from which on a number is given as the only one."""

SOME_DECREE = Move("decree")
"""A decree, whatever it takes."""


def likely(turns: Sequence[Turn]) -> Likely | None:
    """Return the move that is made most often; a decree counts as one whatever it takes."""
    if not turns:
        return None
    counts = Counter(turn.move for turn in turns)
    ((move, most),) = counts.most_common(1)
    decrees = {each: count for each, count in counts.items() if each.kind == "decree"}
    if sum(decrees.values()) > most:
        target, count = max(decrees.items(), key=lambda each: each[1])
        move = target if 2 * count > sum(decrees.values()) else SOME_DECREE
    made = [turn for turn in turns if _is(turn.move, move)]
    (((points, changed), _count),) = Counter((turn.brings, round(total(turn.mine))) for turn in made).most_common(1)
    gains, prices = ([turn.brings for turn in made], [max(0, -round(total(turn.mine))) for turn in made])
    sure, price_sure = gains.count(points) >= NEARLY * len(made), prices.count(max(0, -changed)) >= NEARLY * len(made)
    return Likely(
        move,
        share=len(made) / len(turns),
        brings=sum(turn.brings for turn in made) / len(made),
        points=points,
        price=max(0, -changed),
        between=None if sure else (max(0, min(gains)), max(gains)),
        price_sure=price_sure,
    )
