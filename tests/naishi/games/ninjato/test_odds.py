"""Odds of a raid, and the worth of continuing."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from naishi.games.ninjato import effects, odds
from naishi.games.ninjato.actions import action
from naishi.games.ninjato.components import components
from naishi.games.ninjato.knowledge import can_beat
from naishi.games.ninjato.legal import legal_actions
from naishi.games.ninjato.lines import lines
from naishi.games.ninjato.odds import Force, look_ahead, raid_odds, ways
from naishi.games.ninjato.position import Position, visible, without
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.chance import Chance
from tests.naishi.games.ninjato.shared import EXAMPLE, position


def raid(
    hand: str,
    *tiles: str,
    guards: Iterable[str] | None = None,
    elite: Iterable[str] | None = None,
    bag: Iterable[str] | None = None,
    loot: Iterable[str] = ("s", "v", "g"),
    used: Iterable[str] = (),
) -> Position:
    """Return a raid by stealth whose sentry is beaten, with a hand, tiles, and what the decks still have."""
    box, other = components().decks, EXAMPLE["players"][1]
    decks, discards = copy.deepcopy(EXAMPLE["decks"]), copy.deepcopy(EXAMPLE["discards"])
    owned = Counter([*EXAMPLE["sensei"], *other["ready"], *other["used"], *tiles, *used])
    decks["skills"] = list((Counter(box["skills"]) - owned).elements())
    for card in EXAMPLE["players"][0]["hand"]:
        decks["dojo"].append(card)
    for card in ("4", *hand):
        decks["dojo"].remove(card)
    players = [{**EXAMPLE["players"][0], "hand": sorted(("4", *hand)), "ready": sorted(tiles), "used": sorted(used)}]
    now = position("raid 1 stealth", "play 4", decks=decks, discards=discards, players=[*players, other])
    now.houses[0].loot = tuple(loot)[1:]
    for name, kept in (("guards", guards), ("elite", elite), ("bag", bag)):
        if kept is not None:
            now.decks[name] = tuple(kept)
        now.discards[name] = ()
        gone = Counter(box[name]) - Counter(visible(now)[name])
        now.discards[name] = tuple(sorted(gone.elements()))
    return now


def best(now: Position) -> Fraction:
    """Return the worth of a raid from a decision on, by playing out everything that can come by the rules."""
    return max(leaving(now), going_on(now))


def leaving(now: Position) -> Fraction:
    """Return the treasures on the shuriken, with the best swap first."""
    worths = [components().worth[token[0]] for token in now.current_raid.shuriken]
    house = [components().worth[token[0]] for token in now.houses[now.current_raid.house].loot]
    swap = max(house, default=0) - min(worths) if "choho" in now.players[0].ready else 0
    return Fraction(sum(worths) + max(0, swap))


def going_on(now: Position) -> Fraction:
    """Return the worth of a banzai, over each guard and each treasure that may be next."""
    loot = now.houses[now.current_raid.house].loot
    name = "elite" if loot[0].endswith("*") else "guards"
    total, found = 0, Fraction(0)
    for guard, count in Counter(now.decks[name] or now.discards[name]).items():
        for kind, tokens in Counter(now.decks["bag"] or now.discards["bag"]).items():
            world = now.copy()
            bring_to_the_top(world, name, guard)
            bring_to_the_top(world, "bag", kind)
            effects.advance(world, action("banzai"), Chance(""))
            found += count * tokens * fighting(world)
            total += count * tokens
    return found / total


def bring_to_the_top(world: Position, name: str, card: str) -> None:
    """Put a card on top of a deck; an empty one gets its discards."""
    if not world.decks[name]:
        world.decks[name], world.discards[name] = world.discards[name], ()
    world.decks[name] = (card, *without(world.decks[name], card))


def fighting(now: Position) -> Fraction:
    """Return the worth of the best that can be done against a guard."""
    found = []
    for each in legal_actions(now, 0):
        if each.verb == "swap":
            continue
        if each.verb == "fail":
            worths = [components().worth[token[0]] for token in now.current_raid.shuriken]
            swaps = [components().worth[token[0]] for token in now.houses[0].loot]
            found.append(Fraction(max(worths + (swaps if "choho" in now.players[0].ready else []))))
            continue
        after = now.copy()
        effects.advance(after, each, Chance(""))
        flags = sum(map(components().flags.__getitem__, after.players[0].elite)) - sum(
            map(components().flags.__getitem__, now.players[0].elite)
        )
        if after.stage == "claim":
            found.append(leaving(after) + flags)
        else:
            found.append((best(after) if after.stage == "decide" else fighting(after)) + flags)
    return max(found)


class TestChance:
    def test_the_chance_counts_the_unseen_guards_that_the_hand_beats(self) -> None:
        found = raid_odds(raid("2").mask(0))
        assert found is not None
        beaten = sum(count for count, wins in found.guards.values() if wins)
        assert found.chance == Fraction(beaten, sum(count for count, _wins in found.guards.values()))
        assert {card for card, (_count, wins) in found.guards.items() if wins} == {"3", "3!", "4", "4!", "5", "5!"}
        assert found.chance == Fraction(24 - 1, 40 - 5)  # a 5 and four 2s are sentries
        assert found.leave == 3

    def test_a_one_and_a_three_beat_a_one_by_stealth(self) -> None:
        assert can_beat(("1", "3"), (), (), "stealth", ("1",))
        assert not can_beat(("1", "2"), (), (), "stealth", ("1",))

    def test_a_double_guard_takes_cards_for_both_halves(self) -> None:
        assert can_beat(("4", "5"), (), (), "strength", ("1", "3"))
        assert not can_beat(("5",), (), (), "strength", ("1", "3"))
        assert not can_beat(("4", "5"), (), (), "strength", ("3", "5"))
        assert can_beat(("4", "5"), ("seishin_teki",), (), "strength", ("3", "5"))

    def test_a_refreshed_tile_may_be_what_beats_a_guard(self) -> None:
        assert can_beat(("5",), ("mind_over_body",), ("kenjutsu",), "strength", ("5",))
        assert not can_beat(("5",), ("mind_over_body",), ("choho",), "strength", ("5",))


class TestGoingOn:
    """The worth of going on, against playing out everything that can come."""

    @pytest.mark.parametrize(
        "now",
        [
            raid("2", guards=["3", "1", "5!"], bag="fjg"),
            raid("123", guards=["3", "3!", "1", "5"], bag="fjg"),
            raid("223", guards=["2", "3!", "4!"], bag="fv", loot=("f", "f", "g", "g*")),
            raid("123", guards=["3"], elite=["5/1", "3+5", "4/2"], bag="j", loot=("f", "v*", "g*")),
            raid("14", "seishin_teki", guards=["1", "3", "5!"], bag="sj"),
            raid("34", "intonjutsu", "open_hand", guards=["1", "2!", "3"], bag="sj"),
            raid("2", "mind_over_body", guards=["1", "3", "4"], bag="s", used=["shinobi_iri"]),
            raid("13", "boryaku", elite=["1+3", "2+4"], bag="s", loot=("f", "v*", "g*")),
            raid("12", "choho", guards=["1", "2!", "5"], bag="sj"),
            raid("12", guards=[], bag="sj", loot=("s", "v")),
        ],
        ids=range(10),
    )
    def test_looking_ahead_finds_the_worth_of_the_best_play(self, now: Position) -> None:
        found = raid_odds(now.mask(0))
        assert found is not None
        assert found.guards_ahead is None
        assert found.leave == leaving(now)
        assert found.go_on == pytest.approx(float(going_on(now)))

    def test_more_than_one_guard_counts(self) -> None:
        alone, rich = raid("12", loot=("f", "f")), raid("12", loot=("f", "f", "g", "g"))
        first, second = raid_odds(alone.mask(0)), raid_odds(rich.mask(0))
        assert first is not None
        assert second is not None
        assert first.chance == second.chance
        assert second.go_on > first.go_on + 1

    def test_looking_ahead_is_bounded_and_says_how_far_it_went(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = raid("223", loot=("f", "f", "s", "v", "j", "g")).mask(0)
        whole = raid_odds(now)
        monkeypatch.setattr(odds, "MOST_STATES", 2)
        look_ahead.cache_clear()
        short = raid_odds(now)
        look_ahead.cache_clear()
        assert whole is not None
        assert short is not None
        assert whole.guards_ahead is None
        assert short.guards_ahead == 1
        assert short.go_on < whole.go_on

    def test_only_the_raider_has_odds(self) -> None:
        now = position("raid 1 stealth", "play 4")
        assert raid_odds(now.mask(1)) is None
        assert raid_odds(now.mask(None)) is None
        assert raid_odds(position().mask(0)) is None

    def test_odds_do_not_depend_on_what_is_hidden(self) -> None:
        now = position("raid 1 stealth", "play 4")
        other = now.copy()
        other.decks = {name: tuple(reversed(cards)) for name, cards in now.decks.items()}
        hand, deck = other.players[1].hand, other.decks["dojo"]
        other.players[1].hand, other.decks["dojo"] = deck[: len(hand)], (*hand, *deck[len(hand) :])
        assert raid_odds(now.mask(0)) == raid_odds(other.mask(0))

    @pytest.mark.parametrize(("guards", "words"), [(None, "as long as it pays: "), (2, "as long as it pays, 2 guards")])
    def test_lines_say_it_too(self, guards: int | None, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(odds, "look_ahead", lambda _stand: (6.25, guards))
        view: Any = NinjatoView(raid("12").mask(0), ("Aiko", "Bruno"))
        assert words in lines(view, "odds")[-1]
        assert lines(view, "odds")[-1].startswith("Leave now: 3 in treasures.")


class TestWays:
    def test_what_costs_least_is_kept_and_nothing_that_it_covers(self) -> None:
        assert ways(Force(("1", "2", "4"), (), (), "stealth"), ("5",)) == (Force(("1", "2"), (), (), "stealth"),)

    def test_a_three_and_a_lower_card_are_both_kept(self) -> None:
        found = ways(Force(("2", "3"), (), (), "stealth"), ("4",))
        assert {force.hand for force in found} == {("2",), ("3",)}

    def test_with_a_switch_in_hand_no_card_is_better_than_another(self) -> None:
        found = ways(Force(("1", "2"), ("seishin_teki",), (), "stealth"), ("4",))
        assert {force.hand for force in found if force.mode == "stealth"} == {("1",), ("2",)}

    def test_nothing_is_left_where_nothing_beats_it(self) -> None:
        assert ways(Force(("5",), (), (), "stealth"), ("2",)) == ()
