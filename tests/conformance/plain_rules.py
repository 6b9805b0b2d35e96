"""Independent implementation of the base game, sharing no code with `naishi`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

CHARACTERS = {"naishi", "advisor", "sentinel", "monk", "horseman", "ronin"}
PLACES = [f"{row}{column}" for row in "LH" for column in range(1, 6)]
SPOTS = {"swap": 3, "discard": 2, "decree": 1}


class Game:
    """A game from its deal on."""

    def __init__(self, deal: dict[str, Any]) -> None:
        self.deal = deal
        self.river = [list(pile) for pile in deal["river"]]
        self.cards: list[dict[str, str]] = [{}, {}]
        self.gave: list[int] = []
        self.sent = [{"swap": 0, "discard": 0, "decree": 0} for _seat in range(2)]
        self.copies: list[dict[str, str]] = [{}, {}]
        self.turn = 0
        self.developed = self.bonus = False
        self.last: int | None = None
        self.phase = "gift"

    def top(self, column: int) -> str | None:
        pile = self.river[column - 1]
        return pile[0] if pile else None

    def face_down(self) -> list[list[str]]:
        """The cards that nobody sees, pile by pile."""
        return [pile[1:] for pile in self.river]

    @property
    def full(self) -> list[int]:
        return [column for column in range(1, 6) if self.river[column - 1]]

    def is_free(self, spot: str) -> bool:
        mine = self.sent[self.turn]
        return sum(mine.values()) < 2 and self.sent[0][spot] + self.sent[1][spot] < SPOTS[spot]

    def legal(self) -> set[str]:
        if self.phase == "gift":
            return {"give 1", "give 2"}
        if self.phase == "copy":
            ninja = self.waiting_ninja()
            assert ninja is not None
            return {f"copy {ninja[1]} {card}" for card in self.copyable(*ninja)}
        if self.phase == "over":
            return set()
        found: set[str] = set()
        if not self.developed:
            found |= {f"develop {row}{column}" for row in "LH" for column in self.full}
        if not self.bonus:
            found |= self.bonuses()
        if self.developed:
            return found | {"end"}
        if not self.bonus:
            found |= self.whole_turns()
        return found or {"pass"}

    def bonuses(self) -> set[str]:
        found: set[str] = set()
        if not self.developed and not self.full:
            return found
        if self.is_free("swap"):
            found |= {f"swap R{one} R{two}" for one, two in combinations(self.full, 2)}
            found |= {f"swap {row}{one} {row}{two}" for row in "LH" for one, two in combinations(range(1, 6), 2)}
            found |= {f"swap L{column} H{column}" for column in range(1, 6)}
        left = sum(len(pile) for pile in self.river)
        if self.is_free("discard") and (self.developed or left > 2):
            found |= {f"discard R{one} R{two}" for one, two in combinations(self.full, 2)}
        return found

    def whole_turns(self) -> set[str]:
        found: set[str] = set()
        if self.is_free("decree"):
            found |= {f"decree {place}" for place in PLACES}
        if self.sent[self.turn]["swap"] + self.sent[self.turn]["discard"]:
            found.add("recall")
        if len(self.full) < 5 and self.last is None:
            found.add("declare")
        return found

    def play(self, action: str) -> None:
        assert action in self.legal(), action
        verb, *where = action.split()
        getattr(self, f"play_{verb}")(*where)

    def play_give(self, which: str) -> None:
        self.gave.append(int(which) - 1)
        self.turn = 1 - self.turn
        if len(self.gave) == 2:
            self.phase = "play"
            for seat in range(2):
                kept = self.deal["gifts"][seat][1 - self.gave[seat]]
                received = self.deal["gifts"][1 - seat][self.gave[1 - seat]]
                hand = ["mountain"] * 3 + [kept, received]
                laid = [hand[which] for which in self.deal["shuffles"][seat]]
                self.cards[seat] = dict(zip(PLACES, ["mountain"] * 5 + laid, strict=True))

    def play_develop(self, place: str) -> None:
        self.cards[self.turn][place] = self.river[int(place[1]) - 1].pop(0)
        self.developed = True
        if self.bonus or not self.bonuses():
            self.end_turn()

    def play_swap(self, one: str, two: str) -> None:
        if one[0] == "R":
            first, second = self.river[int(one[1]) - 1], self.river[int(two[1]) - 1]
            first[0], second[0] = second[0], first[0]
        else:
            mine = self.cards[self.turn]
            mine[one], mine[two] = mine[two], mine[one]
        self.send("swap")

    def play_discard(self, one: str, two: str) -> None:
        for place in (one, two):
            self.river[int(place[1]) - 1].pop(0)
        self.send("discard")

    def send(self, spot: str) -> None:
        self.sent[self.turn][spot] += 1
        self.bonus = True
        if self.developed:
            self.end_turn()

    def play_decree(self, place: str) -> None:
        first, second = self.cards
        first[place], second[place] = second[place], first[place]
        self.sent[self.turn]["decree"] += 1
        self.end_turn()

    def play_recall(self) -> None:
        self.sent[self.turn].update(swap=0, discard=0)
        self.end_turn()

    def play_declare(self) -> None:
        self.last = 1 - self.turn
        self.end_turn()

    def play_end(self) -> None:
        self.end_turn()

    play_pass = play_end

    def end_turn(self) -> None:
        self.developed = self.bonus = False
        over = self.last == self.turn
        if self.last is None and len(self.full) <= 3:
            over, self.last = self.turn == 1, 1
        if over:
            self.phase = "copy"
            self.settle()
        else:
            self.turn = 1 - self.turn

    def play_copy(self, place: str, card: str) -> None:
        self.copies[self.turn][place] = card
        self.settle()

    def copyable(self, seat: int, place: str) -> list[str]:
        return sorted(CHARACTERS & set(self.cards[seat].values()))

    def waiting_ninja(self) -> tuple[int, str] | None:
        for seat in range(2):
            for place in PLACES:
                is_ninja = self.cards[seat][place] in {"ninja", "legendary_ninja"}
                if is_ninja and place not in self.copies[seat] and self.copyable(seat, place):
                    return seat, place
        return None

    def settle(self) -> None:
        while (ninja := self.waiting_ninja()) is not None:
            self.turn = ninja[0]
            if len(self.copyable(*ninja)) > 1:
                return
            self.copies[ninja[0]][ninja[1]] = self.copyable(*ninja)[0]
        self.phase = "over"


COLOURS = {"fort": "brown", "mountain": "white", "naishi": "pink", "advisor": "purple", "sentinel": "green"}
"""Every other card has a colour of its own, which may as well be called by its name."""


def score(cards: dict[str, str], copies: dict[str, str]) -> tuple[dict[str, int], int]:
    """Return the points of each type of card, and the number of colours; what a ninja earns counts as its own."""
    faces = {place: copies.get(place, card) for place, card in cards.items()}
    points: dict[str, int] = dict.fromkeys(cards.values(), 0)
    for place, card in cards.items():
        points[card] += alone(faces, place)
    points |= together(list(faces.values()), faces)
    return points, len({COLOURS.get(card, card) for card in faces.values()} - {"ninja"})


def together(types: list[str], faces: dict[str, str]) -> dict[str, int]:
    """What cards earn that score together, by what the cards of a territory count as and where they lie."""
    points: dict[str, int] = {}
    if "mountain" in types:
        points["mountain"] = 5 if types.count("mountain") == 1 else -5
    if "torii" in types:
        points["torii"] = {1: -5, 2: 0}.get(types.count("torii"), 30)
    if "banner" in types:
        points["banner"] = {0: 0, 1: 3, 2: 8}[sum(faces[f"L{column}"] == "banner" for column in range(1, 6))]
    if "rice" in types:
        points["rice"] = sum({1: 0, 2: 10, 3: 20}.get(size, 30) for size in fields(faces))
    return points


def beside(place: str) -> list[str]:
    row, column = place[0], int(place[1])
    found = [f"{row}{column - 1}", f"{row}{column + 1}", f"{'H' if row == 'L' else 'L'}{column}"]
    return [each for each in found if each in PLACES]


def alone(faces: dict[str, str], place: str) -> int:
    """What a card earns by itself."""
    row, column = place[0], int(place[1])
    near = [faces[each] for each in beside(place)]
    match faces[place]:
        case "naishi":
            return 0 if column != 3 else 12 if row == "L" else 8
        case "advisor":
            return (2, 4, 3, 4, 2)[column - 1] + 4 * near.count("naishi")
        case "fort":
            return 6 if column in {1, 5} else 0
        case "sentinel":
            return (0 if "sentinel" in near else 3) + 4 * near.count("fort")
        case "monk":
            return (5 if row == "H" else 0) + 2 * near.count("torii")
        case "horseman":
            return 0 if row == "L" else 13 if faces[f"L{column}"] == "banner" else 3
        case "ronin":
            types = len(set(faces.values()) - {"mountain", "ninja"})
            return {8: 8, 9: 15, 10: 45}.get(types, 0)
    return 0


def fields(faces: dict[str, str]) -> list[int]:
    """The sizes of the groups of adjacent rice."""
    left, sizes = {place for place in PLACES if faces[place] == "rice"}, []
    while left:
        group = [left.pop()]
        for place in group:
            more = left & set(beside(place))
            left -= more
            group += more
        sizes.append(len(group))
    return sizes


def perft(deal: dict[str, Any], actions: list[str], depth: int) -> int:
    game = Game(deal)
    for action in actions:
        game.play(action)
    if depth == 1:
        return len(game.legal())
    return sum(perft(deal, [*actions, action], depth - 1) for action in game.legal())
