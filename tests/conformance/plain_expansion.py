"""Independent implementation of Legends & Travellers, sharing no code with `naishi`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.conformance.plain_rules import CHARACTERS, COLOURS, PLACES, Game, alone, beside, together

PROVINCES = {"fort", "torii", "rice", "banner"}
LEAVING = {"umbrella_lady", "old_man", "little_girl"}
ENTERING = {"cherry_lady", "porter"}
TRAVELLERS = LEAVING | ENTERING | {"samurai"}
RECALLING = {"porter", "old_man"}
EXCHANGING = {"umbrella_lady", "cherry_lady"}


class ExpansionGame(Game):
    """A game with the expansion."""

    def __init__(self, deal: dict[str, Any]) -> None:
        super().__init__(deal)
        self.ryokan: tuple[int, int] | None = None
        """Its owner and the side that lies up."""
        self.pending: set[str] = set()
        self.not_turned_up: set[int] = set()

    def face_down(self) -> list[list[str]]:
        return [pile if column in self.not_turned_up else pile[1:] for column, pile in enumerate(self.river, 1)]

    def legal(self) -> set[str]:
        if not self.pending:
            return super().legal()
        found = {"skip", *(f"use {card}" for card in self.pending & RECALLING)}
        for card in self.pending & EXCHANGING:
            found |= {f"use {card} {one} {two}" for one, two in combinations(PLACES, 2)}
        if "little_girl" in self.pending:
            columns = set(self.full) - self.not_turned_up
            found |= {f"use little_girl {row}{column}" for row in "LH" for column in columns}
        return found

    def play_develop(self, place: str) -> None:
        self.developed = True
        self.replace(place)
        self.after_effects()

    def replace(self, place: str) -> None:
        """Take the River's card; Travellers bring the Ryokan, and effects."""
        column, mine = int(place[1]), self.cards[self.turn]
        left, came = mine[place], self.river[column - 1].pop(0)
        mine[place] = came
        self.not_turned_up.add(column)
        if came in TRAVELLERS:
            is_mine = self.ryokan is not None and self.ryokan[0] == self.turn
            self.ryokan = self.turn, 7 if is_mine or came == "samurai" else 4
        self.pending |= {left} & LEAVING | {came} & ENTERING

    def after_effects(self) -> None:
        """Let lapse what can do nothing, and go on with the turn once nothing is pending."""
        if not self.sent[self.turn]["swap"] + self.sent[self.turn]["discard"]:
            self.pending -= RECALLING
        if not set(self.full) - self.not_turned_up:
            self.pending -= {"little_girl"}
        if not self.pending:
            self.not_turned_up = set()
            if self.bonus or not self.bonuses():
                self.end_turn()

    def play_use(self, card: str, *where: str) -> None:
        self.pending.remove(card)
        if card in RECALLING:
            self.sent[self.turn].update(swap=0, discard=0)
        elif card in EXCHANGING:
            mine, (one, two) = self.cards[self.turn], where
            mine[one], mine[two] = mine[two], mine[one]
        else:
            self.replace(*where)
        self.after_effects()

    def play_skip(self) -> None:
        self.pending = set()
        self.after_effects()

    def copyable(self, seat: int, place: str) -> list[str]:
        legendary = self.cards[seat][place] == "legendary_ninja"
        return sorted(CHARACTERS & set(self.cards[1 - seat if legendary else seat].values()))

    def points_of_ryokan(self, seat: int) -> int:
        return self.ryokan[1] if self.ryokan is not None and self.ryokan[0] == seat else 0


def basic(card: str) -> str:
    """The card itself, or the one that a Legend replaces."""
    return card.removeprefix("legendary_")


def types(card: str) -> set[str]:
    """What a card counts as; a ninja that copies nothing and a Traveller are nothing."""
    if card in TRAVELLERS or basic(card) == "ninja":
        return set()
    return {"monk", "torii"} if card == "legendary_monk" else {basic(card)}


def score(cards: dict[str, str], copies: dict[str, str], ryokan: int) -> tuple[dict[str, int], int]:
    """Return the points of each row of the pad but the Ryokan's, and the number of colours."""
    faces = {place: copies.get(place, card) for place, card in cards.items()}
    plain = {place: basic(face) for place, face in faces.items()}
    points: dict[str, int] = dict.fromkeys({basic(card) for card in cards.values()} - TRAVELLERS, 0)
    for place, card in cards.items():
        if card not in TRAVELLERS:
            points[basic(card)] += legendary(faces, place) if faces[place] != plain[place] else alone(plain, place)
        if faces[place] == "monk":  # the basic rule takes a Legendary Monk for a monk
            points[basic(card)] += 2 * [faces[each] for each in beside(place)].count("legendary_monk")
    for row, earned in together([kind for face in faces.values() for kind in types(face)], plain).items():
        points[row] = points.get(row, 0) + earned
    for place, face in faces.items():
        if face == "ronin":
            points[basic(cards[place])] += ronin(faces, ryokan) - alone(plain, place)
    colours = {COLOURS.get(card, card) for card in plain.values()} - TRAVELLERS - {"ninja"}
    return points, len(colours) + (ryokan > 0)


def ronin(faces: dict[str, str], ryokan: int) -> int:
    """Different characters and provinces, and the Ryokan."""
    found = {kind for face in faces.values() for kind in types(face)} - {"mountain"}
    return {8: 8, 9: 15, 10: 45, 11: 45}.get(len(found) + (ryokan > 0), 0)


def legendary(faces: dict[str, str], place: str) -> int:
    """What a Legend earns."""
    row, near = place[0], [types(faces[each]) for each in beside(place)]
    everywhere = [kind for face in faces.values() for kind in types(face)]
    match basic(faces[place]):
        case "naishi":
            return 10 if place in {"L1", "L3", "L5", "H3"} else 0
        case "advisor":
            return 0 if "naishi" in everywhere else 5 * everywhere.count("advisor")
        case "sentinel":
            fields = [face for each, face in faces.items() if each[0] == row and face in {"fort", "rice"}]
            return 5 * all("sentinel" not in kinds for kinds in near) + 3 * len(fields)
        case "horseman":
            return sum(8 if "banner" in kinds else 4 for kinds in near if kinds & PROVINCES)
        case "monk":
            return 2 * sum(bool(kinds & CHARACTERS) for kinds in near)
        case "ronin":
            largest = max(everywhere.count(kind) for kind in everywhere if kind != "mountain")
            return {1: 0, 2: 0, 3: 8, 4: 15}.get(largest, 25)
    return 0
