"""Round ends, scorings, influence and odds in words."""

from __future__ import annotations

import json

import pytest

from naishi.games.ninjato import events, names as of, telling, words
from naishi.games.ninjato.actions import action
from naishi.games.ninjato.effects import advance, set_up
from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import honour_of
from naishi.tabletop.chance import Chance
from naishi.tabletop.kinds import Section
from tests.naishi.games.ninjato.playing import random_game

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


NAMES = ("Aiko", "Bruno", "Chie", "Dagmar")


def scoring(*envoys: tuple[str, ...], hands: tuple[str, ...] = ("T8", "M4", "G6", "T2", "G2")) -> Position:
    """The position before the last shuriken of round 3, with these envoys by seat and tokens on the houses."""
    found = set_up(len(envoys), Chance("told"))
    found.order = tuple(range(len(envoys)))
    found.round, found.turn = 3, 3 * len(envoys) - 1
    for player, own in zip(found.players, envoys, strict=True):
        player.envoys = own
    for house, token in zip(found.houses, hands, strict=True):
        house.clan = token
    return found


@SEATS
def test_the_awards_account_for_all_honour_of_the_scorings(seats: int) -> None:
    settled = 0
    for before, done, after in random_game(seats, "awards"):
        found = events.facts(before, done, after)
        assert json.loads(json.dumps(found)) == found
        gained = [0] * seats
        for award in found.get("awards", ()):
            settled += 1
            assert award["honour"] == honour_of(after, award["clan"])
            if award["prize"] == "honour":
                gained[award["seat"]] += award["honour"]
        if done.verb in ("bribe", "spread"):
            gained[before.seat or 0] += found["honour"]
        assert gained == [now.honour - then.honour for then, now in zip(before.players, after.players, strict=True)]
    assert settled == 3 * 3 * 2


@SEATS
def test_what_a_round_brought_is_told_as_it_then_lies_on_the_table(seats: int) -> None:
    told = 0
    for before, done, after in random_game(seats, "rounds"):
        found = events.facts(before, done, after)
        if (ended := found.get("ended")) is None:
            continue
        told += 1
        assert ended["order"] == [*after.order]
        assert set(ended["palace"]) <= set(after.palace)
        assert set(ended["pavilion"]) <= set(after.pavilion)
        for number, clan, sentry, loot in ended["houses"]:
            house = after.houses[number - 1]
            assert (house.clan, house.sentry, [*house.loot]) == (clan, sentry, loot)
        first, *_others = telling.story(found, NAMES)
        assert first.title == f"Round {before.round} is over"
        assert first.paragraphs[0].startswith(f"Order of turns: {NAMES[after.order[0]]}, ")
        assert all("{" not in line for line in first.paragraphs)
    assert told == 7


@SEATS
def test_where_honour_is_from_adds_up(seats: int) -> None:
    game = NINJATO.new(NAMES[:seats], seed="9")
    bot = NINJATO.bot("beginner", 1)
    while game.awaited:
        game.play(bot.choose(game.view(game.awaited[0])))
    view = game.view(None)
    line = words.score_lines(view.table, view.events)[0]
    for points, reason in zip(line.points, line.reasons, strict=True):
        assert sum(int(word) for word in reason.replace(",", "").split() if word.isdecimal()) == points
    assert any(line.reasons)


def test_an_award_is_told_with_influence_tie_and_choice() -> None:
    now, chance = scoring(("T33",), ("T51",)), Chance("told")
    advance(now, action("raid 1 strength"), chance)
    before = now.copy()
    advance(now, action("fail"), chance)
    facts = events.facts(before, action("fail"), now)
    (_over, new, settled) = telling.story(facts, NAMES)
    assert new.paragraphs[-1].startswith("Now the scoring: Go-Shirakawa, Taira, Minamoto.")
    assert settled[:2] == ("The scoring", ("Go-Shirakawa, 8 honour: nobody has an envoy, so nobody gets it.",))
    heard = words.sentences(action("fail"), facts, 1, NAMES, 0)
    assert heard[0] == "Bruno gives up: the raid fails. New in the house: vase."
    assert heard[1] == "Round 3 is over."
    assert heard[-1] == settled[1][0]
    taira = next(line for line in telling.influence(now, NAMES, 0) if line.startswith("Taira"))
    assert taira == (
        "Taira, 10 honour: Bruno with 1 would choose the honour or a rumour; you with 1 would get what is left. "
        "The oldest envoy breaks the tie: Bruno's, aged 51."
    )
    assert words.question(now) == "Choose as the first in Taira: 10 honour, or a rumour."
    before = now.copy()
    taken = now.pavilion[0]
    advance(now, action(f"take {taken}"), chance)
    facts = events.facts(before, action(f"take {taken}"), now)
    heard = words.sentences(action(f"take {taken}"), facts, 1, NAMES, 0)
    assert heard == [
        "Taira, 10 honour. Influence: Bruno with 1, you with 1. Bruno is first and takes the rumour "
        f"{of.rumour(taken)}; the honour is left for the second. "
        "The oldest envoy breaks the tie: Bruno's, aged 51.",
        "Minamoto, 4 honour: nobody has an envoy, so nobody gets it.",
        "Taira, 10 honour. Influence: Bruno with 1, you with 1. "
        "You are second and get the honour, which the first left.",
    ]
    about = words.sentences_by_seat(action(f"take {taken}"), facts, 1, NAMES, 0)
    assert [text for _seat, text in about] == heard
    assert [seat for seat, _text in about] == [1, None, 0]
    assert telling.story(facts, NAMES, 0) == [Section("The scoring", (*heard,))]
    assert now.players[0].honour == 10


def test_the_game_is_over_is_said_after_its_last_award() -> None:
    before, done, after = [*random_game(2, "awards")][-1]
    heard = words.sentences(done, events.facts(before, done, after), before.seat or 0, NAMES, before.seat)
    assert heard[-1] == "The game is over."
    assert heard.count(heard[-1]) == 1
    assert heard[-2].partition(",")[0] in {"Taira", "Minamoto", "Go-Shirakawa"}
