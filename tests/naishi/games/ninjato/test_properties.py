"""Properties of random games of Ninjato."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice

import pytest

from naishi.games.ninjato import events, words
from naishi.games.ninjato.actions import EXAMPLES, action
from naishi.games.ninjato.components import CLANS, SKILLS, TREASURES, components
from naishi.games.ninjato.knowledge import sample
from naishi.games.ninjato.legal import legal_actions, refusal
from naishi.games.ninjato.position import RANK, Position, visible
from naishi.games.ninjato.view import NinjatoView, read_view
from naishi.tabletop.chance import Source
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
def test_views_are_equal_for_all_that_a_seat_cannot_tell_apart(seats: int) -> None:
    dice = Source(str(seats))
    for _before, _done, after in islice(random_game(seats, "redeal"), 0, None, 2):
        for viewer in (None, *range(seats)):
            view = after.mask(viewer)
            other = sample(view, dice)
            assert other.mask(viewer) == view
            assert other.mask(viewer).to_text() == view.to_text()
            seat = after.seat
            if viewer is not None and viewer == seat:
                assert legal_actions(other, viewer) == legal_actions(after, viewer) == legal_actions(view, viewer)


@SEATS
def test_a_redealt_world_is_a_whole_game(seats: int) -> None:
    dice = Source(str(seats))
    box = {**components().decks, "tokens": components().tokens}
    for _before, _done, after in islice(random_game(seats, "whole"), 0, None, 5):
        world = sample(after.mask(0), dice)
        assert {name: sorted(cards) for name, cards in visible(world).items()} == {
            name: sorted(cards) for name, cards in box.items()
        }
        assert world.players[0].hand == after.players[0].hand


@SEATS
def test_a_view_shows_neither_decks_nor_other_hands(seats: int) -> None:
    for _before, _done, after in random_game(seats, "hidden"):
        for viewer in (None, *range(seats)):
            shown = json.loads(after.mask(viewer).to_text())
            assert shown["decks"] == {name: len(cards) for name, cards in after.decks.items()}
            for seat, player in enumerate(shown["players"]):
                hand = after.players[seat].hand
                if seat == viewer:
                    assert player["hand"] == list(hand)
                else:
                    assert player["hand"]["size"] == len(hand)
                    assert not Counter(player["hand"]["known"]) - Counter(hand)


@SEATS
def test_a_view_survives_its_document(seats: int) -> None:
    for _before, _done, after in islice(random_game(seats, "document"), 0, None, 4):
        for viewer in (None, *range(seats)):
            view = NinjatoView(after.mask(viewer), NAMES[:seats])
            again = read_view(json.loads(json.dumps(view.model_dump())))
            assert again.position_text() == view.position_text()
            assert again.legal_actions == view.legal_actions
            assert again.awaited == view.awaited


@SEATS
def test_known_cards_are_those_taken_openly_and_not_yet_seen_again(seats: int) -> None:
    counts = [Counter[str]() for _seat in range(seats)]
    for before, done, after in random_game(seats, "known"):
        seat = before.seat or 0
        if done.verb == "draw" and done.words[0] != "deck":
            counts[seat][done.words[0]] += 1
        else:
            for card in Counter(before.players[seat].hand) - Counter(after.players[seat].hand):
                lost = before.players[seat].hand.count(card) - after.players[seat].hand.count(card)
                counts[seat][card] = max(0, counts[seat][card] - lost)
        assert [Counter(after.known_cards(each)) for each in range(seats)] == [+each for each in counts]


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


@SEATS
def test_the_explained_score_adds_up(seats: int) -> None:
    *_, (_before, _done, after) = random_game(seats, "score")
    assert after.result is not None
    *parts, total = words.score_lines(after)
    for seat in range(seats):
        assert sum(line.points[seat] for line in parts) == total.points[seat]
        assert total.points[seat] == after.result["sheets"][seat]["total"]
    assert words.outcome(after, NAMES)


def test_all_clans_are_first_once_in_the_scorings() -> None:
    orders = components().scoring.values()
    assert {order[0] for order in orders} == set(CLANS)
