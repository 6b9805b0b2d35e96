"""Bots of Ninjato: legal, reproducible, without hidden knowledge."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from naishi.games.ninjato.bots import Search, SearchBot, make
from naishi.games.ninjato.knowledge import sample
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.rules import RULES
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.chance import Chance, Source
from tests.naishi.games.ninjato.playing import random_game

SMALL = Search(candidates=2, worlds=1, turns=1)
NAMES = ("Aiko", "Bruno", "Chie", "Dagmar")


def view_of(position: Position, seat: int) -> NinjatoView:
    return NinjatoView(position.mask(seat), NAMES[: position.n])


def bot_named(name: str, seed: int = 0) -> Any:
    return SearchBot(seed, SMALL) if name == "strong" else make(name, seed)


@pytest.mark.ci
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["random", "absent", "beginner", "intermediate", "strong"])
def test_a_bot_plays_whole_games_with_legal_actions_only(name: str, seats: int) -> None:
    chance = Chance(f"{name}/{seats}")
    bots = [bot_named(name, seat) for seat in range(seats)]
    position = RULES.begin(seats, None, chance)
    while (seat := position.seat) is not None:
        view = view_of(position, seat)
        chosen = bots[seat].choose(view, None)
        assert chosen in view.legal_actions
        position = RULES.play(position, seat, chosen, chance)
    assert position.result is not None


@pytest.mark.ci
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_knows_what_to_do_in_any_position_of_a_random_game(seats: int) -> None:
    bots = [bot_named(name) for name in ("absent", "beginner", "intermediate")]
    for seed in range(3):
        for before, _done, _after in random_game(seats, f"any/{seed}"):
            view = view_of(before, before.seat or 0)
            for bot in bots:
                assert bot.choose(view, None) in view.legal_actions


@pytest.mark.parametrize("name", ["random", "absent", "beginner", "intermediate", "strong"])
def test_hidden_cards_dealt_again_do_not_change_a_choice(name: str) -> None:
    bot = bot_named(name, 5)
    for step, (before, _done, _after) in enumerate(islice(random_game(3, "redealt"), 0, None, 7)):
        seat = before.seat or 0
        other = sample(before.mask(seat), Source(f"other/{step}"))
        assert other.decks != before.decks
        first, second = (bot.choose(view_of(each, seat), None) for each in (before, other))
        assert first == second


def test_the_bot_of_an_absent_player_visits_the_dojo() -> None:
    bot = make("absent")
    position = RULES.begin(2, None, Chance("absent/0"))
    done = []
    while (seat := position.seat) == position.order[0]:
        done.append(bot.choose(view_of(position, seat), None))
        position = RULES.play(position, seat, done[-1], Chance(""))
    assert [each.text for each in done] == ["dojo", "draw deck", "draw deck"]


def test_the_bot_of_an_absent_player_ends_a_raid_with_what_was_won() -> None:
    bot = make("absent")
    position = RULES.begin(2, None, Chance("absent/0"))
    seat = position.order[0]
    seen = set()
    for text in (each.text for each in RULES.legal_actions(position, seat) if each.verb == "raid"):
        now = RULES.play(position, seat, RULES.action(text), Chance(""))
        verbs = []
        while now.raid is not None:
            action = bot.choose(view_of(now, seat), None)
            verbs.append(action.verb)
            now = RULES.play(now, seat, action, Chance(""))
        seen.add(tuple(verbs))
    assert seen == {("play", "leave"), ("fail",)}
