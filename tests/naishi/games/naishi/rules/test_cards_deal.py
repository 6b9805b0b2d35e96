from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from pydantic import ValidationError

from naishi import Card, Deal, InvalidPositionError, NaishiError
from naishi.games.naishi.rules.cards import DECK, LEGENDS, LEGENDS_TRAVELLERS, REPLACED, TRAVELLERS
from tests.naishi.playing import SEEDS

GOLDEN = (
    ["XBFKSH", "FTRKTS", "ORANST", "XAFHBR", "NKRAAR", "OF", "TS"],
    ((1, 3, 2, 0, 4), (0, 1, 3, 4, 2)),
)


@given(SEEDS)
def test_a_deal_has_the_34_development_cards(seed: int) -> None:
    deal = Deal.random(seed)
    assert Counter(card for pile in (*deal.river, *deal.gifts) for card in pile) == Counter(DECK)


@given(SEEDS)
def test_a_deal_is_a_document(seed: int) -> None:
    deal = Deal.random(seed)
    assert Deal.model_validate_json(deal.model_dump_json()) == deal


def test_a_seed_gives_the_same_deal_everywhere_and_for_ever() -> None:
    deal = Deal.random(7)
    letters = ["".join(card.letter for card in pile) for pile in (*deal.river, *deal.gifts)]
    assert (letters, deal.shuffles) == GOLDEN


def test_many_seeds_give_the_same_deals_everywhere_and_for_ever() -> None:
    deals = "".join(Deal.random(seed).model_dump_json() for seed in [*range(100), "", "naïshi", -5])
    assert sha256(deals.encode()).hexdigest() == "854be5fb2f15812684047ed4cbe623212b70337bc2018bd0b39c093b6cda688e"


def test_a_random_deal_is_a_valid_document() -> None:
    assert all(Deal.model_validate(deal.model_dump()) == deal for deal in map(Deal.random, range(50)))


def test_a_seed_that_cannot_be_encoded_is_refused_in_words() -> None:
    with pytest.raises(NaishiError, match=r"'\\ud800' can't be used as a deal code"):
        Deal.random("\ud800")


def test_a_module_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="legends-travellers"):
        Deal.random(7, "legends")  # type: ignore[arg-type]


def test_a_seed_may_be_a_text() -> None:
    assert Deal.random("7") == Deal.random(7)


def test_other_seeds_give_other_deals() -> None:
    assert len({Deal.random(seed).model_dump_json() for seed in range(50)}) == 50


def test_every_card_gets_everywhere() -> None:
    tops = Counter(Deal.random(seed).river[0][0] for seed in range(1500))
    assert set(tops) == set(DECK)
    assert 170 < tops[Card.RICE] < 270  # 5 in 34: 220


def spelt(**changes: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Deal.random(7).model_dump_json())
    return document | changes


def with_card(name: str) -> dict[str, Any]:
    document = spelt()
    document["river"][0][0] = name
    return document


BAD = [
    (spelt(river=spelt()["river"][:4]), "A deal has a River of five piles, six cards each."),
    (
        spelt(river=[*spelt()["river"][:4], spelt()["river"][4][:5]]),
        "A deal has a River of five piles, six cards each.",
    ),
    (spelt(gifts=[["fort", "fort"], ["fort", "fort"]]), "The River and the dealt cards together have"),
    (spelt(gifts=[["fort"], ["fort", "fort"]]), "Field required"),
    (with_card("mountain"), "The River and the dealt cards together have"),
    (with_card("geisha"), "There is no card called 'geisha'"),
    (spelt(shuffles=[[0, 1, 2, 3, 3], [0, 1, 2, 3, 4]]), "A shuffle contains each of the numbers 0 to 4 once."),
    (spelt(shuffles=[[0, 1, 2, 3, 5], [0, 1, 2, 3, 4]]), "A shuffle contains each of the numbers 0 to 4 once."),
    (spelt(shuffles=[[0, 1, 2, 3, 4]]), "Field required"),
    (spelt(extra=1), "extra"),
]


@pytest.mark.parametrize(("document", "why"), BAD)
def test_a_bad_deal_says_what_is_wrong(document: dict[str, Any], why: str) -> None:
    with pytest.raises((ValidationError, InvalidPositionError), match=why):
        Deal.model_validate(document)


class TestExpansion:
    """RULES-EXPANSION.md, Setup."""

    @given(SEEDS)
    def test_a_deal_has_three_legends_five_travellers_and_31_other_cards(self, seed: int) -> None:
        deal = Deal.random(seed, LEGENDS_TRAVELLERS)
        cards = [card for pile in deal.river for card in pile]
        legends = [card for card in cards if card in LEGENDS]
        assert [len(pile) for pile in deal.river] == [7] * 5
        assert (len(set(legends)), len({card for card in cards if card in TRAVELLERS})) == (3, 5)
        rest = Counter(card for card in (*cards, *deal.gifts[0], *deal.gifts[1]) if card in DECK)
        assert rest == Counter(DECK) - Counter(REPLACED[legend] for legend in legends)
        assert set(deal.gifts[0] + deal.gifts[1]) <= set(DECK)

    @given(SEEDS)
    def test_it_is_a_document(self, seed: int) -> None:
        deal = Deal.random(seed, LEGENDS_TRAVELLERS)
        assert deal.expansion == LEGENDS_TRAVELLERS
        assert Deal.model_validate_json(deal.model_dump_json()) == deal == Deal.random(str(seed), LEGENDS_TRAVELLERS)

    def test_many_seeds_give_the_same_deals_everywhere_and_for_ever(self) -> None:
        deals = "".join(Deal.random(seed, LEGENDS_TRAVELLERS).model_dump_json() for seed in [*range(100), "", "naïshi"])
        assert sha256(deals.encode()).hexdigest() == "915267b1eba0f2e4f95f9ea1567d594bff9636b99851e305150c6df6de29080c"

    def test_each_legend_and_each_traveller_comes_as_often_as_the_others(self) -> None:
        deals = [Deal.random(seed, LEGENDS_TRAVELLERS) for seed in range(2100)]
        seen = Counter(card for deal in deals for pile in deal.river for card in pile if card not in DECK)
        assert all(800 < seen[legend] < 1000 for legend in LEGENDS)
        assert all(1680 < seen[traveller] < 1820 for traveller in TRAVELLERS)

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ("legendary_naishi", "fort", "three different Legends"),
            ("samurai", "porter", "five different Travellers"),
            ("samurai", "fort", "five different Travellers"),
            ("fort", "rice", "together have 4 forts, not 3"),
            ("advisor", "naishi", "together have 1 naishi, not 2"),
        ],
    )
    def test_a_deal_with_other_cards_is_refused(self, old: str, new: str, why: str) -> None:
        seed = next(s for s in range(99) if {"n", "W", "P"} <= set(letters(Deal.random(s, LEGENDS_TRAVELLERS))))
        text = Deal.random(seed, LEGENDS_TRAVELLERS).model_dump_json().replace(f'"{old}"', f'"{new}"', 1)
        with pytest.raises(ValidationError, match=why):
            Deal.model_validate_json(text)

    def test_a_legend_that_is_dealt_to_a_player_is_refused(self) -> None:
        deal = Deal.random(7, LEGENDS_TRAVELLERS).model_dump(mode="json")
        place = next((p, i) for p, pile in enumerate(deal["river"]) for i, c in enumerate(pile) if "legendary" in c)
        pile = deal["river"][place[0]]
        pile[place[1]], deal["gifts"][0][0] = deal["gifts"][0][0], pile[place[1]]
        with pytest.raises(ValidationError, match="three different Legends in the River"):
            Deal.model_validate(deal)

    def test_piles_of_seven_and_six_are_refused(self) -> None:
        deal = Deal.random(7, LEGENDS_TRAVELLERS).model_dump(mode="json")
        del deal["river"][2][0]
        with pytest.raises(ValidationError, match="five piles, six cards each"):
            Deal.model_validate(deal)


def letters(deal: Deal) -> str:
    return "".join(card.letter for pile in deal.river for card in pile)
