"""The sentences of the log: of yours, and of others."""

from __future__ import annotations

import pytest
from hypothesis import given

from naishi import Action, Game, Position
from naishi.games.naishi.game.view import Event, seen_to_move
from naishi.games.naishi.rules.cards import BASE_CARDS
from naishi.games.naishi.text.sentences import in_short, planned, result, sentence, sentences
from naishi.plain.naishi.telling import asked
from tests.naishi.playing import SEEDS, after, random_game

NAMES = ("Aiko", "Bruno")
IN_SHORT = "Legendary Ninja at L1: the opponent's sentinel"
TABLE = "FT/AR/KK/HB/OO MNASK/OXFTR MMMMM/BBMMM 000:000 0 - - -"

SENTENCES = [
    ("develop H4", "Aiko placed Horseman at H4, discarding Torii.", "You placed Horseman at H4, discarding Torii."),
    ("swap R1 R4", "Aiko swapped Fort at R1 with Horseman at R4.", "You swapped Fort at R1 with Horseman at R4."),
    ("swap L3 H3", "Aiko swapped Advisor at L3 with Fort at H3.", "You swapped Advisor at L3 with Fort at H3."),
    ("swap H2 H3", "Aiko swapped H2 and H3, face down.", "You swapped H2 and H3, face down."),
    ("discard R1 R5", "Aiko discarded Fort and Ronin from the River.", "You discarded Fort and Ronin from the River."),
    (
        "decree H1",
        "Aiko imposed the decree at H1, exchanging Ronin for Banner.",
        "You imposed the decree at H1, exchanging Ronin for Banner.",
    ),
    ("recall", "Aiko recalled their emissaries.", "You recalled your emissaries."),
    ("declare", "Aiko declared the end.", "You declared the end."),
    ("end", "Aiko ended their turn.", "You ended your turn."),
    ("pass", "Aiko passed.", "You passed."),
    ("copy H2 advisor", "Aiko's ninja at H2 copies an advisor.", "Your ninja at H2 copies an advisor."),
]


@pytest.mark.parametrize(("text", "of_others", "of_yours"), SENTENCES)
def test_an_action_in_a_sentence(text: str, of_others: str, of_yours: str) -> None:
    action = Action.from_text(text)
    event = Event(seat=0, round=1, action=action, cards=seen_to_move(action, after(TABLE)))
    assert (sentence(event, NAMES), sentence(event, NAMES, 1)) == (of_others, of_others)
    assert sentence(event, NAMES, 0) == of_yours


def test_the_legendary_ninja_is_named_and_whose_card_it_copies() -> None:
    game = Game.from_position(Position.from_text("-/-/F/T/R xMMMM/MMMAM NMMMM/SMMTM 000:000 0 d 0 - 04"), NAMES)
    game.play("end")
    assert [*asked(game.view(0))] == [
        "Aiko, say which of your opponent's characters your Legendary Ninja at L1 copies: Naishi, Sentinel."
    ]
    assert planned(game.view(0), Action.from_text("copy L1 sentinel")) == IN_SHORT
    game.play("copy L1 sentinel")
    event = game.events()[-1]
    assert [sentence(event, NAMES, viewer) for viewer in (0, 1, None)] == [
        "Your Legendary Ninja at L1 copies your opponent's sentinel.",
        "Aiko's Legendary Ninja at L1 copies your sentinel.",
        "Aiko's Legendary Ninja at L1 copies their opponent's sentinel.",
    ]
    assert in_short(event) == IN_SHORT


def test_a_gift_is_told_to_each_in_other_words() -> None:
    game = Game.new(seed=7, players=NAMES)
    game.play("give 1")
    before = [sentence(game.events(seat)[0], NAMES, seat) for seat in (0, 1, None)]
    game.play("give 2")
    after_both = [sentence(game.events(seat)[0], NAMES, seat) for seat in (0, 1, None)]
    assert before == ["You gave Bruno a ronin.", "Aiko has chosen a gift.", "Aiko has chosen a gift."]
    assert after_both == ["You gave Bruno a ronin.", "Aiko gave you a ronin.", "Aiko has chosen a gift."]


@given(SEEDS)
def test_every_event_of_a_game_has_its_sentence(seed: int) -> None:
    played = random_game(seed)
    for seat in (0, 1, None):
        assert all(sentence(event, NAMES, seat).endswith(".") for event in played.events(seat))


def test_the_end_of_a_turn_goes_without_saying() -> None:
    game = Game.new(seed=7, players=NAMES)
    for action in ("give 1", "give 1", "develop L1", "end"):
        game.play(action)
    assert [*sentences(game.view(1), game.events(1)[-2:])] == ["Aiko placed Ninja at L1, discarding Mountain."]


RESULTS = [
    (
        "FMMMF/FMNMF MMMMM/MMNMM",
        "0",
        "Bruno declared the end. Aiko wins 27–3.",
        "Bruno declared the end. You win 27–3.",
    ),
    (
        "MMMMM/MMNMM FMMMF/FMNMF",
        "0",
        "Bruno declared the end. Bruno wins 27–3.",
        "Bruno declared the end. Bruno wins 27–3.",
    ),
    (
        "FMMMF/FMNMF MMMMM/MMMMM",
        "1",
        "Two River piles ran out. Aiko wins, 27 to -5.",
        "Two River piles ran out. You win, 27 to -5.",
    ),
    (
        "FMMMM/MMMMM FRMMM/MMMMM",
        "-",
        "Two River piles ran out. Bruno wins on colours, 3–2.",
        "Two River piles ran out. Bruno wins on colours, 3–2.",
    ),
    (
        "FMMMM/MMMMM MFMMM/MMMMF",
        "-",
        "Two River piles ran out. A draw at 1 each. Play again!",
        "Two River piles ran out. A draw at 1 each. Play again!",
    ),
]


@pytest.mark.parametrize(("territories", "last", "for_both", "for_aiko"), RESULTS)
def test_the_result_in_a_sentence_or_two(territories: str, last: str, for_both: str, for_aiko: str) -> None:
    position = after(f"-/AA/-/KK/R {territories} 000:000 0 f: {last} -")
    ended = (
        Game.new(seed=7, players=NAMES).view().model_copy(update={"last": position.last, "outcome": position.outcome()})
    )
    assert (result(ended), result(ended, 0)) == (for_both, for_aiko)


SHORT = [
    ("develop H4", "Horseman to H4 for Torii"),
    ("swap R1 R4", "swap Fort R1, Horseman R4"),
    ("swap H2 H3", "swap H2 and H3, face down"),
    ("discard R1 R5", "discard Fort, Ronin"),
    ("decree H1", "decree at H1, Ronin for Banner"),
    ("recall", "recall of emissaries"),
]


@pytest.mark.parametrize(("text", "short"), SHORT)
def test_an_action_in_short(text: str, short: str) -> None:
    action = Action.from_text(text)
    assert in_short(Event(seat=0, round=1, action=action, cards=seen_to_move(action, after(TABLE)))) == short


def test_the_longest_turn_fits_into_a_line_of_the_smallest_table() -> None:
    longest = max(BASE_CARDS, key=lambda card: len(str(card)))
    develop = Event(seat=0, round=1, action=Action.from_text("develop H4"), cards=(longest, longest))
    for text in ("swap R1 R4", "discard R1 R4"):
        bonus = Event(seat=0, round=1, action=Action.from_text(text), cards=(longest, longest))
        assert len("; ".join(map(in_short, (develop, bonus)))) <= 58
