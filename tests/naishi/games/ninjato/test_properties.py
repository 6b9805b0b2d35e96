"""Properties of random games of Ninjato: legal, position, components, events, words."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from naishi.games.ninjato import events, words
from naishi.games.ninjato.actions import EXAMPLES, action
from naishi.games.ninjato.components import SKILLS, TREASURES, components
from naishi.games.ninjato.legal import legal_actions, refusal
from naishi.games.ninjato.position import RANK, Position, visible
from tests.naishi.games.ninjato.playing import random_game

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


NAMES = ("Aiko", "Bruno", "Chie", "Dagmar")


def some_texts(dice: random.Random) -> list[str]:
    """Texts of every kind of action, most of them not legal at any given moment."""
    box = components()
    pays = [" ".join(sorted(dice.choices(TREASURES, k=dice.randint(1, 4)), key=RANK.__getitem__)) for _ in range(6)]
    skills = [code for code in SKILLS if not code.startswith("hensojutsu")]
    found = [*EXAMPLES.values()]
    found += [f"learn {code}{card}" for code in SKILLS for card in ("", *(f" {value}" for value in range(1, 6)))]
    found += [f"bribe {card} {paid}" for card in box.decks["envoys"] for paid in pays]
    found += [f"spread {card} {paid}" for card in box.decks["rumours"] for paid in pays]
    found += [f"raid {house} {mode}" for house in range(1, 6) for mode in ("strength", "stealth")]
    played = ("", " kenjutsu", " intonjutsu", " open_hand", " distraction", " shinobi_iri", " kenjutsu open_hand")
    for base in (*"12345", "boryaku2", "boryaku4"):
        found += [
            f"play {base}{' 3' * more}{skill}{part}" for more in range(3) for skill in played for part in ("", " @3")
        ]
    found += [f"swap {mine} {theirs}" for mine in RANK for theirs in RANK]
    found += [f"{verb} {code}" for verb in ("refresh",) for code in skills]
    found += [f"keep {kind}" for kind in TREASURES]
    found += [f"claim {token}" for token in box.tokens]
    found += [f"disguise {card}" for card in (*box.decks["envoys"], "none")]
    found += [f"take {card}" for card in (*box.decks["rumours"], "honour")]
    found += [f"{verb} {card}" for verb in ("draw", "drop") for card in range(1, 6)]
    return found


@SEATS
def test_the_list_of_legal_actions_agrees_with_the_refusals(seats: int) -> None:
    dice = random.Random(seats)
    for seed in range(4):
        for before, _done, _after in islice(random_game(seats, f"agree/{seed}"), 0, None, 3):
            legal = {each.text for each in legal_actions(before, before.seat or 0)}
            text = before.to_text()
            for tried in map(action, some_texts(dice)):
                refused = refusal(before, before.seat or 0, tried)
                assert (refused is None) == (tried.text in legal), (tried.text, refused)
                assert refusal(before, (before.seat or 0) + 1, tried)
            assert before.to_text() == text


@SEATS
def test_a_position_survives_its_text(seats: int) -> None:
    for before, done, after in random_game(seats, "text"):
        again = Position.from_text(before.to_text())
        assert again.to_text() == before.to_text()
        assert legal_actions(again, before.seat or 0) == legal_actions(before, before.seat or 0)
        assert done in legal_actions(again, before.seat or 0)
        assert after.to_text() != before.to_text()


@SEATS
def test_the_cards_stay_what_is_in_the_box(seats: int) -> None:
    box = {**components().decks, "tokens": components().tokens}
    for _before, _done, after in random_game(seats, "box"):
        assert {name: Counter(cards) for name, cards in visible(after).items()} == {
            name: Counter(cards) for name, cards in box.items()
        }


@SEATS
def test_every_step_has_a_sentence_that_hides_a_card_from_the_deck(seats: int) -> None:
    for before, done, after in random_game(seats, "sentences"):
        seat = before.seat or 0
        found = events.facts(before, done, after)
        for reader in (None, *range(seats)):
            said = words.sentence(done, events.public(found, seat, reader), seat, NAMES, reader)
            assert said.endswith(".")
            assert "{" not in said
            assert ("You" in said or "you" in said) or seat != reader
            if done.text == "draw deck" and seat != reader:
                assert f"a {found['card']}" not in said
