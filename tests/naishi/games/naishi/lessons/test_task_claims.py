"""Numbers and claims in lesson texts, by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from naishi.games.naishi.game.game import Game
from naishi.games.naishi.lessons import Task, TaskParticipant
from naishi.games.naishi.lessons.course import every_lesson
from naishi.games.naishi.lessons.task import split
from naishi.games.naishi.rules.actions import Action, Develop, Swap
from naishi.games.naishi.rules.cards import (
    BASE_CARDS,
    DEVELOPING,
    DISCARD_SPOTS,
    EMISSARIES,
    EXCHANGING,
    HAND,
    LEGENDS_DRAWN,
    LINE,
    ON_ENTERING,
    ON_LEAVING,
    RECALLING,
    SWAP_SPOTS,
    TERRITORY,
    Card,
    Cell,
    Expansion,
    Kind,
    Territory,
)
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import ScoreSheet, score
from naishi.games.naishi.rules.totals import best_copies

TASKS = {f"{lesson.id} {number}": task for lesson in every_lesson() for number, task in enumerate(lesson.tasks, 1)}

WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()  # noqa: SIM905
    )
} | {"twenty": 20, "thirty": 30, "third": 3, "fourth": 4, "both": 2, "second": 2}
NUMBER = re.compile(rf"-?\b\d+\b|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)


def numbers_in(text: str) -> list[int]:
    found = (each.group().lower() for each in NUMBER.finditer(text))
    return [WORDS[each] if each in WORDS else int(each) for each in found]


class At(NamedTuple):
    """A task: before it, and once its answer is played."""

    task: Task

    def position(self, *actions: str) -> Position:
        position = TaskParticipant(self.task).attempt.position.copy()
        for action in actions:
            position.push(Action.from_text(action))
        return position

    def solved(self) -> Position:
        return self.position(*split(self.task.answer))

    def gain(self, card: Card | None = None, seat: int | None = None) -> int:
        """What the answer brings a seat, by the learner's leave: of a type of card, or in all."""
        seat = self.task.seat if seat is None else seat
        before, after = sheet(self.position(), seat), sheet(self.solved(), seat)
        if card is None:
            return after.total - before.total
        return after.points.get(card, 0) - before.points.get(card, 0)

    def worth(self, card: Card) -> int:
        return sheet(self.solved(), self.task.seat).points[card]

    def mine(self, card: Card) -> list[Cell]:
        return [cell for cell in TERRITORY if self.position().territories[self.task.seat][cell] is card]

    def theirs(self, card: Card) -> int:
        return self.position().territories[1 - self.task.seat].count(card)

    def piles(self, card: Card) -> list[int]:
        """The numbers of the piles that it lies on."""
        return [number for number, pile in enumerate(self.position().river, 1) if pile and pile[-1] is card]


def sheet(position: Position, seat: int) -> ScoreSheet:
    territory, theirs = position.territory(seat), position.territory(1 - seat)
    return score(territory, best_copies(territory, theirs) | position.copies[seat], opponent=theirs)


def among_mountains(**cards: str) -> ScoreSheet:
    return score(Territory(tuple(Card[cards.get(cell.name, "mountain").upper()] for cell in TERRITORY)))


def worth(card: str, **cards: str) -> int:
    """What a card, or all of its type, is worth among nothing but mountains and `cards`."""
    return among_mountains(**cards).points[Card[card.upper()]]


def where(card: str) -> list[str]:
    """The cells where a card is worth something among mountains."""
    return [cell.name for cell in TERRITORY if sum(among_mountains(**{cell.name: card}).points.values()) > -5]


def together(card: str, *counts: int) -> list[int]:
    """What so many cards of a type in a row are worth."""
    return [worth(card, **{cell.name: card for cell in LINE[:count]}) for count in counts]


def forts_at_ends() -> int:
    (points,) = {worth("fort", **{cell: "fort"}) for cell in ("L1", "L5", "H1", "H5")}
    assert {worth("fort", **{cell: "fort"}) for cell in ("L2", "L3", "L4", "H2", "H3", "H4")} == {0}
    return points


def by_place_alone() -> int:
    """The most that one card earns among mountains."""
    return max(worth(card.name, **{cell.name: card.name}) for card in BASE_CARDS[1:] for cell in TERRITORY)


def for_a_naishi() -> int:
    return worth("advisor", L2="advisor", L3="naishi") - worth("advisor", L2="advisor")


def for_a_fort() -> int:
    return worth("sentinel", L2="sentinel", L1="fort") - worth("sentinel", L2="sentinel")


def for_a_torii() -> int:
    return worth("monk", H2="monk", H1="torii") - worth("monk", H2="monk")


def advisors() -> list[int]:
    by_row = [[worth("advisor", **{cell.name: "advisor"}) for cell in row] for row in (LINE, HAND)]
    assert by_row[0] == by_row[1]
    return by_row[0]


def columns(at: At) -> list[int]:
    return [1, len(at.position().river)]


Computed = int | list[int]
CLAIMS: dict[str, dict[str, Callable[[At], Computed]]] = {
    "develop 1": {
        "These ten cards": lambda at: len(at.position().territories[0]),
        "A fort at either end is worth 6": lambda at: forts_at_ends(),
        "column 1 of the River": lambda at: at.piles(Card.FORT),
        "Six points.": lambda at: at.worth(Card.FORT),
    },
    "develop 2": {
        "from 1 to 5": columns,
        "only in column 3: 12 in the Line, 8 in the Hand": lambda at: [
            *(cell.position + 1 for cell in LINE if worth("naishi", **{cell.name: "naishi"})),
            worth("naishi", L3="naishi"), worth("naishi", H3="naishi"),
        ],
        "Make it worth 12": lambda at: at.worth(Card.NAISHI),
        "your two rows": lambda at: len((LINE, HAND)),
        "isn't worth 12": lambda at: at.worth(Card.NAISHI),
        "Twelve points, as much as one card ever earns by its place alone": lambda at: [by_place_alone(), 1],
    },
    "develop 3": {
        "cost you 5 in all": lambda at: -sheet(at.position(), 0).points[Card.MOUNTAIN],
        "a single one is worth 5": lambda at: [1, at.worth(Card.MOUNTAIN)],
        "You still have two: keep just one": lambda at: [len(at.mine(Card.MOUNTAIN)), 1],
        "Replace one of the two mountains": lambda at: [1, len(at.mine(Card.MOUNTAIN))],
        "just one mountain": lambda at: at.solved().territories[0].count(Card.MOUNTAIN),
        "From -5 to +5": lambda at: [sheet(at.position(), 0).points[Card.MOUNTAIN], at.worth(Card.MOUNTAIN)],
    },
    "beside 1": {
        "Two rice fields that touch are worth 10, three 20, four 30": lambda at: [
            x for count, points in zip((2, 3, 4), together("rice", 2, 3, 4), strict=True) for x in (count, points)
        ],
        "Make two touch": lambda at: len(at.mine(Card.RICE)) + 1,
        "They touch: 10 points": lambda at: at.worth(Card.RICE),
    },
    "beside 2": {
        "2, 4, 3, 4 or 2 by its column": lambda at: advisors(),
        "4 more for each naishi": lambda at: for_a_naishi(),
        "4 for the naishi beside it": lambda at: for_a_naishi(),
    },
    "beside 3": {
        "4 for each fort beside it, and 3 if": lambda at: [for_a_fort(), worth("sentinel", L2="sentinel")],
        "earn 10 together": lambda at: at.worth(Card.SENTINEL),
        "That isn't 10": lambda at: at.worth(Card.SENTINEL),
        "3 for the one, 3 and 4 for the other": lambda at: [
            sheet(at.position(), 0).points[Card.SENTINEL], 1, worth("sentinel", L2="sentinel"), for_a_fort(),
        ],
    },
    "river 1": {
        "five piles": lambda at: len(at.position().river),
        "One torii costs you 5, two are worth nothing, three or more 30": lambda at: [
            1, -together("torii", 1)[0], 2, 3, *{*together("torii", 3, 4)},
        ],
        "Take the third": lambda at: len(at.mine(Card.TORII)) + 1,
        "three torii": lambda at: len(at.mine(Card.TORII)) + 1,
        "Thirty points": lambda at: at.worth(Card.TORII),
    },
    "river 2": {
        "from pile 2": lambda at: at.piles(Card.MONK),
        "for both of you": lambda at: 2,
        "worth 5 in the Hand": lambda at: worth("monk", H2="monk"),
        "Five points": lambda at: at.worth(Card.MONK),
        "2 more for each torii": lambda at: for_a_torii(),
    },
    "river 3": {
        "worth 3, and 10 more if a banner": lambda at: [
            worth("horseman", H2="horseman"),
            worth("horseman", H2="horseman", L2="banner") - worth("horseman", H2="horseman"),
        ],
        "10 more for the horseman, which makes 13, and 3 for the banner": lambda at: [
            at.worth(Card.HORSEMAN) - 3, at.worth(Card.HORSEMAN), at.worth(Card.BANNER),
        ],
    },
    "gift 1": {
        "dealt two cards, keeps one": lambda at: [len(at.position().territories[0][8:]), 1],
        "Two torii lie in the River, and three are worth 30": lambda at: [
            len(at.piles(Card.TORII)), 3, *together("torii", 3),
        ],
        "your second card": lambda at: at.position().territories[0][8:].index(Card.RONIN) + 1,
        "before both have chosen": lambda at: 2,
    },
    "gift 2": {
        "Three mountains": lambda at: [at.position().territories[0][cell] for cell in HAND].count(Card.MOUNTAIN),
        "Ten points": lambda at: at.worth(Card.RICE),
    },
    "bonus 1": {
        "You have two emissaries": lambda at: EMISSARIES,
        "send one to court": lambda at: sum(at.solved().court[0]),
        "exchanges two cards": lambda at: 2,
        "column 1 or 5": columns,
        "Six points": lambda at: at.gain(),
    },
    "bonus 2": {
        "two cards of your Hand, two of the River": lambda at: [2, 2],
        "card of one column": lambda at: 1,
        "16 points with one emissary": lambda at: [at.gain(), sum(at.solved().court[0])],
    },
    "bonus 3": {
        "the top cards of two piles": lambda at: 2,
        "Bruno has two torii": lambda at: at.theirs(Card.TORII),
        "a third is worth 30": lambda at: [3, together("torii", 3)[0] - together("torii", 2)[0]],
        "Two lie in the River: discard both": lambda at: [len(at.piles(Card.TORII))] * 2,
        "of pile 2 and that of pile 4": lambda at: at.piles(Card.TORII),
        "Both are gone": lambda at: len(at.position().discards) + 2,
    },
    "recall 1": {
        "Both of yours are there": lambda at: sum(at.position().court[0]),
        "Both are free": lambda at: at.solved().court[0].free,
        "two bonuses": lambda at: EMISSARIES,
    },
    "recall 2": {
        "three to swap, two to discard": lambda at: [SWAP_SPOTS, DISCARD_SPOTS],
        "All three to swap": lambda at: sum(sent.swap for sent in (at.position().court[0], at.position().court[1])),
        "until one of you": lambda at: 1,
        "any two River cards": lambda at: 2,
        "Any two cards of the River": lambda at: 2,
    },
    "decree 1": {
        "one of you": lambda at: 1,
        "with the one opposite": lambda at: 1,
        "column 3 of Bruno's Line": lambda at: at.position().territories[1].index(Card.NAISHI) + 1,
        "12 for you, and 16 less for Bruno": lambda at: [at.gain(), -at.gain(seat=1)],
    },
    "decree 2": {
        "you have two": lambda at: len(at.mine(Card.TORII)),
        "a third torii": lambda at: len(at.mine(Card.TORII)) + 1,
        "Thirty points": lambda at: at.worth(Card.TORII),
        "by both of you": lambda at: 2,
    },
    "end 1": {
        "Two empty piles": lambda at: 2,
        "both have had the same number of turns": lambda at: 2,
        "As soon as one is empty": lambda at: at.position().river.count([]),
        "plays one last turn": lambda at: 1,
        "has one turn left": lambda at: 1,
    },
    "end 2": {
        "worth 30": lambda at: at.worth(Card.RICE),
        "fourth rice field, beside one of your three": lambda at: [
            len(at.mine(Card.RICE)) + 1, 1, len(at.mine(Card.RICE)),
        ],
        "four rice fields": lambda at: len(at.mine(Card.RICE)) + 1,
        "Thirty points, and then both Hands": lambda at: [at.worth(Card.RICE), 2],
    },
    "end 3": {
        "Both Hands": lambda at: 2,
        "the one that brings most": lambda at: 1,
        "in column 3": lambda at: at.mine(Card.NINJA)[0].position + 1,
        "the advisor beside it 4 more": lambda at: for_a_naishi(),
        "it earns 8, and 4 for the advisor": lambda at: [worth("naishi", H3="naishi"), for_a_naishi()],
    },
    "travellers 1": {
        "any two of your ten cards": lambda at: [2, len(at.position().territories[0])],
        "to column 3 of the Line": lambda at: at.solved().territories[0].index(Card.NAISHI) + 1,
        "from pile 1": lambda at: at.piles(Card.CHERRY_LADY),
        "Twelve points, and 4 for the Ryokan": lambda at: [at.worth(Card.NAISHI), at.solved().ryokan(0)],
    },
    "travellers 2": {
        "Both of your emissaries": lambda at: sum(at.position().court[0]),
        "in column 4 of your Line": lambda at: at.mine(Card.OLD_MAN)[0].position + 1,
        "Both are free": lambda at: at.solved().court[0].free,
        "send one of them": lambda at: 1,
    },
    "travellers 3": {
        "replace one more card": lambda at: len(split(at.task.answer)) - 1,
        "on two piles. Take both": lambda at: [len(at.piles(Card.RICE))] * 2,
        "three rice fields touch, worth 20": lambda at: [
            len(at.mine(Card.RICE)) + len(at.piles(Card.RICE)), at.worth(Card.RICE),
        ],
        "The three rice fields": lambda at: len(at.mine(Card.RICE)) + len(at.piles(Card.RICE)),
        "Twenty points in one turn": lambda at: [at.gain(Card.RICE), 1],
        "Pile 2 turns up": lambda at: at.mine(Card.LITTLE_GIRL)[0].position + 1,
    },
    "travellers 4": {
        "worth 4, even": lambda at: at.position("develop L1").ryokan(0),
        "turns it to 7": lambda at: Expansion(0, 4).developed(0, Card.MOUNTAIN, Card.PORTER, 0).side,
        "brings it with 7 at once": lambda at: at.solved().ryokan(0),
        "get it with 7": lambda at: at.solved().ryokan(0),
        "Two Travellers lie in the River": lambda at: len(at.piles(Card.PORTER) + at.piles(Card.SAMURAI)),
        "brings 7": lambda at: at.solved().ryokan(0),
        "or only its 4": lambda at: at.position("develop L1").ryokan(0),
        "Seven points": lambda at: at.solved().ryokan(0),
    },
    "legends 1": {
        "Three Legends": lambda at: LEGENDS_DRAWN,
        "10 at L1, L3, L5 or H3": lambda at: at.worth(Card.NAISHI),
        "is she worth 10": lambda at: at.worth(Card.NAISHI),
        "Ten points, and the advisor beside her has 4 more": lambda at: [at.worth(Card.NAISHI), at.gain(Card.ADVISOR)],
    },
    "legends 2": {
        "You have two torii, and three are worth 30": lambda at: [len(at.mine(Card.TORII)), 3, at.worth(Card.TORII)],
        "2 for each character": lambda at: worth("monk", L1="legendary_monk", L2="ronin"),
        "Place it beside two": lambda at: at.worth(Card.MONK) // 2,
        "column 2": lambda at: at.piles(Card.LEGENDARY_MONK),
        "between two characters": lambda at: 2,
        "not be beside two characters": lambda at: 2,
        "30 points for three torii, and 4 for the two characters": lambda at: [
            at.worth(Card.TORII), 3, at.worth(Card.MONK), 2,
        ],
    },
    "legends 3": {
        "Both Hands": lambda at: 2,
        "copies one of Bruno's": lambda at: 1,
        "column 3 of your Hand": lambda at: at.mine(Card.LEGENDARY_NINJA)[0].position + 1,
        "the advisor beside it 4 more": lambda at: for_a_naishi(),
        "it earns 8 as a naishi, and 4 for the advisor": lambda at: [worth("naishi", H3="naishi"), for_a_naishi()],
    },
}  # fmt: skip
"""By task, what a sentence says, and the numbers in it by the rules."""


PROSE = re.compile("replace one of them|The upper one|the last one")
"""Where "one" is no number."""


@pytest.mark.parametrize("name", TASKS)
def test_each_number_is_what_the_rules_say(name: str) -> None:
    task = TASKS[name]
    rest = "\n".join((task.text, task.nudge, task.wrong, task.done))
    for claim, compute in CLAIMS[name].items():
        assert claim in rest
        computed = compute(At(task))
        assert numbers_in(claim) == (computed if isinstance(computed, list) else [computed]), claim
        rest = rest.replace(claim, "…", 1)
    assert numbers_in(PROSE.sub("", rest)) == []


REFUSED: dict[str, Callable[[At, Position], bool]] = {
    "develop 1": lambda at, after: Card.FORT not in [after.territories[0][cell] for cell in (0, 4, 5, 9)],
    "develop 2": lambda at, after: sheet(after, 0).points.get(Card.NAISHI, 0) != 12,
    "develop 3": lambda at, after: after.territories[0].count(Card.MOUNTAIN) != 1,
    "beside 1": lambda at, after: sheet(after, 0).points.get(Card.RICE, 0) == 0,
    "beside 2": lambda at, after: sheet(after, 0).points.get(Card.ADVISOR, 0) <= max(advisors()),
    "beside 3": lambda at, after: sheet(after, 0).points.get(Card.SENTINEL, 0) != 10,
    "river 1": lambda at, after: after.territories[0].count(Card.TORII) < 3,
    "river 2": lambda at, after: sheet(after, 0).points.get(Card.MONK, 0) == 0,
    "river 3": lambda at, after: after.territories[0][Cell.L5] is not Card.BANNER,
    "bonus 1": lambda at, after: sheet(after, 0).points.get(Card.FORT, 0) == 0,
    "bonus 2": lambda at, after: sheet(after, 0).points.get(Card.HORSEMAN, 0) != 13,
    "bonus 3": lambda at, after: any(pile and pile[-1] is Card.TORII for pile in after.river),
    "decree 1": lambda at, after: Card.NAISHI not in after.territories[0],
    "decree 2": lambda at, after: after.territories[0].count(Card.TORII) < 3,
    "end 2": lambda at, after: sheet(after, 0).points[Card.RICE] < 30,
    "end 3": lambda at, after: sheet(after, 0).total < sheet(at.solved(), 0).total,
    "travellers 1": lambda at, after: after.territories[0][Cell.L3] is not Card.NAISHI,
    "travellers 2": lambda at, after: Card.OLD_MAN not in after.situation().pending,
    "travellers 3": lambda at, after: sheet(after, 0).points.get(Card.RICE, 0) < 20,
    "travellers 4": lambda at, after: after.ryokan(0) != 7,
    "legends 1": lambda at, after: sheet(after, 0).points.get(Card.NAISHI, 0) == 0,
    "legends 2": lambda at, after: sheet(after, 0).points.get(Card.MONK, 0) < 4,
    "legends 3": lambda at, after: sheet(after, 0).total < sheet(at.solved(), 0).total,
}
"""By task, what is said of an action that is refused; not those that only say what wasn't done."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_said_of_a_refused_action_is_so(name: str) -> None:
    at = At(TASKS[name])
    learner = TaskParticipant(at.task)
    refused = [action for action in learner.view.legal_actions if not learner.leads_there(action)]
    assert refused
    for action in refused:
        assert REFUSED[name](at, at.position(action.text)), action


class TestWhatElseIsSaid:
    def test_two_or_more_mountains_cost_the_same(self) -> None:
        costs = {
            score(Territory((Card.MOUNTAIN,) * count + (Card.RICE,) * (10 - count))).points[Card.MOUNTAIN]
            for count in range(2, 11)
        }
        assert costs == {-5}

    def test_rice_alone_earns_nothing_and_two_torii_are_worth_nothing(self) -> None:
        assert together("rice", 1) == [0]
        assert together("torii", 2) == [0]

    def test_both_gifts_lead_to_the_next_page(self) -> None:
        """Bruno gives rice, and the River is the one that the gift was chosen for."""
        given = At(TASKS["gift 1"]).position(TASKS["gift 1"].answer, "give 1")
        assert Position.from_text(TASKS["gift 2"].position) == given

    def test_an_advisor_reaches_more_than_one_place_beside_the_naishi(self) -> None:
        at = At(TASKS["beside 2"])
        ways = [action for action in at.position().legal_actions() if isinstance(action, Develop)]
        learner = TaskParticipant(at.task)
        assert {at.worth(Card.ADVISOR)} != {
            sheet(at.position(way.text), 0).points[Card.ADVISOR] for way in ways if learner.leads_there(way)
        }

    def test_bruno_cannot_catch_up_with_his_last_turn(self) -> None:
        """Whatever he does with it."""
        position = At(TASKS["end 1"]).solved()
        mine = sheet(position, 0).total
        assert max(_best_at_the_end(position)) < mine

    def test_bruno_loses_the_naishi_and_what_his_advisor_had_of_it(self) -> None:
        at = At(TASKS["decree 1"])
        assert [at.gain(card, seat=1) for card in (Card.NAISHI, Card.ADVISOR)] == [-12, -4]
        assert at.solved().court[0].decree == 1

    def test_the_naishi_brings_most_of_all_copies(self) -> None:
        at = At(TASKS["end 3"])
        totals = {a.text: sheet(at.position(a.text), 0).total for a in at.position().legal_actions()}
        assert max(totals, key=lambda each: totals[each]) == at.task.answer
        assert sorted(totals.values())[-2] < totals[at.task.answer]

    def test_the_legendary_naishi_scores_where_the_lesson_says(self) -> None:
        assert where("legendary_naishi") == re.findall(r"[LH]\d", TASKS["legends 1"].text)

    def test_what_the_legendary_monk_is_beside_scores_on_all_sides(self) -> None:
        assert worth("monk", L2="legendary_monk", L1="sentinel", L3="sentinel", H2="sentinel") == 3 * 2

    def test_the_same_effects_come_and_go_as_the_lesson_says(self) -> None:
        assert {*EXCHANGING} & ON_ENTERING == {Card.CHERRY_LADY}
        assert {*EXCHANGING} & ON_LEAVING == {Card.UMBRELLA_LADY}
        assert {*RECALLING} & ON_ENTERING == {Card.PORTER}
        assert {*RECALLING} & ON_LEAVING == {Card.OLD_MAN}
        assert DEVELOPING in ON_LEAVING

    def test_a_recall_by_effect_leaves_the_bonus_and_an_open_effect_the_next_card(self) -> None:
        recalled = At(TASKS["travellers 2"]).solved()
        assert recalled.developed
        assert any(isinstance(action, Swap) for action in recalled.legal_actions())
        girl = At(TASKS["travellers 3"])
        first, _second = split(girl.task.answer)
        assert Game.from_position(girl.position(first)).view(0).river[1].top is None

    def test_only_taking_a_traveller_from_the_river_moves_the_ryokan(self) -> None:
        at = At(TASKS["travellers 4"])
        for action in at.position().legal_actions():
            taken = isinstance(action, Develop) and at.position().river[action.cell.position][-1].kind is Kind.TRAVELLER
            assert (at.position(action.text).ryokan(0) > 0) == taken, action

    def test_the_naishi_brings_most_of_what_the_legendary_ninja_may_copy_and_no_legend_is_among_it(self) -> None:
        at = At(TASKS["legends 3"])
        totals = {a.text: sheet(at.position(a.text), 0).total for a in at.position().legal_actions()}
        assert max(totals, key=lambda each: totals[each]) == at.task.answer
        assert sorted(totals.values())[-2] < totals[at.task.answer]
        assert Card.LEGENDARY_HORSEMAN in at.position().territories[1]
        assert not any("horseman" in text for text in totals)

    def test_the_remembered_torii_is_where_it_was_seen_to_go(self) -> None:
        assert TaskParticipant(TASKS["decree 2"]).view.theirs.card(Cell.H2) is Card.TORII


def _best_at_the_end(position: Position) -> list[int]:
    """Bruno's points after each way to play his last turn."""
    if position.turn != 1 or not (legal := position.legal_actions()):
        return [sheet(position, 1).total]
    found = []
    for action in legal:
        position.push(action)
        found += _best_at_the_end(position)
        position.pop()
    return found
