"""A second scorer, written from the table of RULES.md alone and sharing no code with `naishi.rules.scoring`.

A territory is ten letters, Line then Hand. It counts the slow way round: by rows, columns and flood fill.
"""

from __future__ import annotations

CHARACTERS = "NASKHO"
TYPES = "NASKHOFTRB"


def neighbours(i: int) -> list[int]:
    row, column = divmod(i, 5)
    places = [(row, column - 1), (row, column + 1), (1 - row, column)]
    return [r * 5 + c for r, c in places if 0 <= c <= 4]


def rice_group(cards: str, start: int) -> set[int]:
    group, frontier = {start}, [start]
    while frontier:
        for n in neighbours(frontier.pop()):
            if cards[n] == "R" and n not in group:
                group.add(n)
                frontier.append(n)
    return group


def card_points(cards: str, original: str, i: int) -> int:
    """What the card at i scores by itself; its look is `cards[i]`, its print `original[i]`."""
    hand, column = i >= 5, i % 5
    around = [cards[n] for n in neighbours(i)]
    match cards[i]:
        case "N":
            return (8 if hand else 12) if column == 2 else 0
        case "A":
            return [2, 4, 3, 4, 2][column] + 4 * around.count("N")
        case "F":
            return 6 if column in {0, 4} else 0
        case "S":
            return (0 if "S" in around else 3) + 4 * around.count("F")
        case "K":
            return (5 if hand else 0) + 2 * around.count("T")
        case "H":
            return 0 if not hand else 13 if cards[column] == "B" else 3
        case "O":
            different = sum(letter in original for letter in TYPES)
            return 45 if different == 10 else 15 if different == 9 else 8 if different == 8 else 0
    return 0


def naive_score(original: str, copies: dict[int, str]) -> tuple[dict[str, int], int]:
    """Score a territory.

    Returns:
        The points by letter, those of ninjas under X, and the number of colours.
    """
    cards = "".join(copies.get(i, letter) for i, letter in enumerate(original))
    points = dict.fromkeys(sorted(set(original)), 0)
    for i, letter in enumerate(original):
        points[letter] += card_points(cards, original, i)
    if "M" in points:
        points["M"] = 5 if cards.count("M") == 1 else -5
    if "T" in points:
        points["T"] = {1: -5, 2: 0}.get(cards.count("T"), 30)
    if "B" in points:
        points["B"] = [0, 3, 8][min(2, cards[:5].count("B"))]
    groups = {frozenset(rice_group(cards, i)) for i, letter in enumerate(cards) if letter == "R"}
    if groups:
        points["R"] = sum([0, 10, 20, 30][min(len(group), 4) - 1] for group in groups)
    return points, len(set(cards) - {"X"})
