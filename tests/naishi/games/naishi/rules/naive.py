"""Independent scorer, from RULES.md and RULES-EXPANSION.md alone.

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


def naked(cards: str) -> list[str]:
    """The types that each card counts as."""
    return ["KT" if c == "k" else c.upper() if c in "nasho" else c if c in CHARACTERS + "FTRB" else "" for c in cards]


def legend_points(cards: str, i: int) -> int:
    types = naked(cards)
    hand, column = i >= 5, i % 5
    around = [types[n] for n in neighbours(i)]
    series = [sum(letter in each for each in types) for letter in TYPES]
    match cards[i]:
        case "n":
            return 10 if (not hand and column in {0, 2, 4}) or (hand and column == 2) else 0
        case "a":
            return 0 if "N" in types else 5 * types.count("A")
        case "s":
            row = cards[5:] if hand else cards[:5]
            return (0 if "S" in around else 5) + 3 * (row.count("F") + row.count("R"))
        case "h":
            return sum(8 if "B" in each else 4 for each in around if set(each) & set("FTRB"))
        case "k":
            return 2 * sum(bool(set(each) & set(CHARACTERS)) for each in around)
        case "o":
            return {3: 8, 4: 15}.get(max(series), 25 if max(series) >= 5 else 0)
    return 0


def card_points(cards: str, i: int, ryokan: int) -> int:
    """What the card at i scores by itself, `cards` having copies in the place of ninjas."""
    types = naked(cards)
    hand, column = i >= 5, i % 5
    around = [types[n] for n in neighbours(i)]
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
            return (5 if hand else 0) + 2 * sum("T" in each for each in around)
        case "H":
            return 0 if not hand else 13 if cards[column] == "B" else 3
        case "O":
            different = len(set("".join(types))) + (ryokan > 0)
            return 45 if different >= 10 else 15 if different == 9 else 8 if different == 8 else 0
    return legend_points(cards, i)


def naive_score(original: str, copies: dict[int, str], ryokan: int = 0) -> tuple[dict[str, int], int]:
    """Score a territory.

    Returns:
        The points by letter, those of ninjas under X and of Legends under the cards that they replace, without those
        of the Ryokan; and the number of colours.
    """
    cards = "".join(copies.get(i, letter) for i, letter in enumerate(original))
    rows = "".join(letter.upper() if letter in "naskhox" else letter for letter in original)
    points = dict.fromkeys([row for row in "MNASKHOXFTRB" if row in rows or (row == "T" and "k" in rows + original)], 0)
    for i, row in enumerate(rows):
        if row in points:
            points[row] += card_points(cards, i, ryokan)
    if "M" in points:
        points["M"] = 5 if cards.count("M") == 1 else -5
    if "T" in points:
        points["T"] = {1: -5, 2: 0}.get(cards.count("T") + cards.count("k"), 30)
    if "B" in points:
        points["B"] = [0, 3, 8][min(2, cards[:5].count("B"))]
    groups = {frozenset(rice_group(cards, i)) for i, letter in enumerate(cards) if letter == "R"}
    if groups:
        points["R"] = sum([0, 10, 20, 30][min(len(group), 4) - 1] for group in groups)
    coloured = {letter.upper() if letter in "naskho" else letter for letter in cards} - set("xXUECGPW")
    return points, len(coloured) + (ryokan > 0)
