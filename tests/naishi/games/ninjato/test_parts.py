"""Components, texts, refusals, odds and rules page of Ninjato."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib import resources
from itertools import product
from typing import Any

import pytest

from naishi.common.i18n import InvalidActionError, InvalidPositionError, NaishiError
from naishi.games.ninjato import events, rules_help, words
from naishi.games.ninjato.actions import EXAMPLES, action
from naishi.games.ninjato.components import CLANS, components, read
from naishi.games.ninjato.legal import beats, guard_value, legal_actions, refusal, worth
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.rules import RULES
from naishi.tabletop.chance import Chance
from tests.naishi.games.ninjato.shared import EXAMPLE, position

DATA = json.loads(resources.files("naishi.games.ninjato").joinpath("data", "components.json").read_text("utf-8"))


def with_player(**changes: Any) -> list[Any]:
    """Return the players of the example, seat 0 changed."""
    return [{**EXAMPLE["players"][0], **changes}, EXAMPLE["players"][1]]


class TestComponents:
    def test_each_assumed_part_has_a_reason_and_a_name_on_the_rules_page(self) -> None:
        assert {"dojo", "guards", "elite", "envoys", "rumours", "skills", "treasures"} < set(components().assumed)
        assert all(components().assumed.values())

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (lambda data: data["dojo"]["cards"].update({"1": 9}), "51 dojo instead of 52"),
            (lambda data: data["dojo"]["cards"].update({"1": 9, "6": 1}), "'6' is no card"),
            (lambda data: data["envoys"]["cards"][0].update(code="T27"), "two of one age"),
            (lambda data: data["envoys"]["cards"][0].update(price="x"), "T25 has no price"),
            (lambda data: data["elite"]["cards"][0].update(flag=3), "no flag"),
            (lambda data: data["elite"].pop("reason"), "elite is assumed without a reason"),
            (lambda data: data["rumours"]["cards"][0].update(code="warrior:j"), "there twice"),
            (lambda data: data["skills"]["cards"][0].update(style="crab"), "no style"),
            (lambda data: data["skills"]["cards"][0].update(code="flying"), "'flying' is no card"),
            (lambda data: data["scoring"]["3"].update(order=["T", "T", "G"]), "each clan once"),
            (lambda data: data["scoring"].pop("3"), "after rounds 3, 5 and 7"),
            (lambda data: data["tokens"].update(on_houses=["T9", "T4", "M2", "M4", "G6"]), "doesn't exist"),
            (lambda data: data["treasures"]["worth"].pop("f"), "has a worth"),
            (lambda data: data.pop("guards"), "guards"),
        ],
    )
    def test_wrong_data_is_refused_in_one_line(self, spoil: Callable[[Any], object], said: str) -> None:
        data = copy.deepcopy(DATA)
        spoil(data)
        with pytest.raises(NaishiError) as refused:
            read(data)
        assert said in str(refused.value)
        assert "\n" not in str(refused.value)


class TestActions:
    @pytest.mark.parametrize("text", EXAMPLES.values())
    def test_a_text_is_its_own_action(self, text: str) -> None:
        assert action(text).text == text
        assert action(f"  {text.replace(' ', '  ')} ") == action(text)

    def test_the_order_of_payments_and_skills_does_not_matter(self) -> None:
        assert action("bribe G47 j f").text == "bribe G47 f j"
        assert action("play 2 open_hand kenjutsu").text == "play 2 kenjutsu open_hand"

    @pytest.mark.parametrize(
        "text",
        ["", "jump", "raid", "raid 6 stealth", "raid 1 luck", "play 3 1", "play 6", "draw 0", "keep v*", "bribe G47",
         "learn flying", "dojo now", "take hono\x00ur", "play 2 hensojutsu_crane", "swap f", "claim X2"],
    )  # fmt: skip
    def test_what_is_no_action_is_refused_in_one_line(self, text: str) -> None:
        with pytest.raises(InvalidActionError) as refused:
            action(text)
        assert "\n" not in str(refused.value)
        assert "\x00" not in str(refused.value)


class TestPositions:
    @pytest.mark.parametrize("text", ["", "x", "[]", "{}", "null", "1", "[" * 100_000, '{"n":2}'])
    def test_nonsense_is_refused_in_one_line(self, text: str) -> None:
        with pytest.raises(InvalidPositionError) as refused:
            Position.from_text(text)
        assert "\n" not in str(refused.value)

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"n": 5}, "n: "),
            ({"n": True}, "n: "),
            ({"n": 3}, "players: "),
            ({"order": [0, 0]}, "order: "),
            ({"turn": 6}, "turn: "),
            ({"round": 8}, "round: "),
            ({"stage": "nap"}, "stage: "),
            ({"stage": "fight"}, "raid: "),
            ({"stage": "draw", "draws": 0}, "draws: "),
            ({"stage": "drop"}, "stage: "),
            ({"stage": "disguise"}, "scoring: "),
            ({"stage": "over"}, "result: "),
            ({"draws": 1}, "draws: "),
            ({"open": ["6"]}, "open: "),
            ({"open": [["1"]]}, "open: "),
            ({"palace": ["T25", "T25"]}, "envoys: "),
            ({"supply": ["T2"]}, "tokens: "),
            ({"raid": {"house": 0}}, "raid: "),
            ({"scoring": []}, "scoring: "),
            ({"houses": []}, "houses: "),
            ({"players": with_player(hand="12")}, "players.0.hand: "),
            ({"players": with_player(honour=-1)}, "players.0.honour: "),
            ({"players": with_player(loot=["f*"])}, "players.0.loot: "),
        ],
    )
    def test_a_contradiction_is_named(self, changes: Any, said: str) -> None:
        with pytest.raises(InvalidPositionError) as refused:
            position(**changes)
        assert said in str(refused.value)


class TestRefusals:
    @pytest.mark.parametrize(
        ("done", "tried", "said"),
        [
            ((), "banzai", "Choose a place"),
            ((), "learn kenjutsu 5", "Kenjutsu isn't open"),
            ((), "bribe G47 v v", "isn't in the palace"),
            (("raid 1 strength",), "play 4", "4 doesn't beat 5: by strength it has to be higher."),
            (("raid 1 strength",), "play 5", "You don't have that many cards of value 5."),
            (("raid 1 stealth",), "switch", "You don't own Seishin-teki."),
            (("raid 1 stealth",), "play 4 @5", "only one guard"),
            (("raid 1 stealth", "play 4"), "swap s v", "You don't own Choho."),
            (("dojo",), "draw 5", "No 5 lies open"),
        ],
    )
    def test_a_refusal_names_the_rule(self, done: tuple[str, ...], tried: str, said: str) -> None:
        now = position(*done)
        assert said in (refusal(now, now.seat or 0, action(tried)) or "")

    def test_a_card_is_paid_only_for_the_first_tile_of_a_style(self) -> None:
        now = position(sensei=["kenjutsu"], players=with_player(hand=["5"], ready=["distraction"]), decks=less("5"))
        assert "costs no card" in (refusal(now, 0, action("learn kenjutsu 5")) or "")
        assert refusal(now, 0, action("learn kenjutsu")) is None


def less(*cards: str) -> Any:
    """Return the decks of the example without the tiles and dojo cards that a test has given away."""
    decks = copy.deepcopy(EXAMPLE["decks"])
    for tile in ("kenjutsu", "distraction"):
        decks["skills"].remove(tile)
    for card in cards:
        decks["dojo"].remove(card)
    return decks


class TestSentences:
    """What the log says of a raid, to the raider and to the others."""

    @pytest.mark.parametrize(
        ("done", "yours", "theirs"),
        [
            (
                ("raid 1 stealth",),
                "You raid house 1 by stealth; the sentry: 5.",
                "Aiko raids house 1 by stealth; the sentry: 5.",
            ),
            (
                ("raid 1 stealth", "play 4"),
                "You beat the 5 with a 4 and win the scroll.",
                "Aiko beats the 5 with a 4 and wins the scroll.",
            ),
            (
                ("raid 1 stealth", "play 4 3"),
                "You beat the 5 with a 4 and an added 3 and win the scroll.",
                "Aiko beats the 5 with a 4 and an added 3 and wins the scroll.",
            ),
            (
                ("raid 1 stealth", "play 4", "leave"),
                "You leave with the scroll. New in the house: jade.",
                "Aiko leaves with the scroll. New in the house: jade.",
            ),
            (
                ("raid 1 stealth", "fail"),
                "You give up: the raid fails. New in the house: jade.",
                "Aiko gives up: the raid fails. New in the house: jade.",
            ),
        ],
    )
    def test_a_step_of_a_raid(self, done: tuple[str, ...], yours: str, theirs: str) -> None:
        before = position(*done[:-1])
        last = action(done[-1])
        found = events.facts(before, last, RULES.play(before, 0, last, Chance("")))
        assert words.sentence(last, found, 0, ("Aiko", "Bruno"), 0) == yours
        assert words.sentence(last, found, 0, ("Aiko", "Bruno"), 1) == theirs

    def test_an_alarm_says_what_came_and_what_turned_red(self) -> None:
        before = position("raid 1 stealth", "play 4")
        before.decks["guards"] = ("3!", *before.decks["guards"])
        after = RULES.play(before, 0, action("banzai"), Chance(""))
        said = words.sentence(action("banzai"), events.facts(before, action("banzai"), after), 0, ("Aiko", "Bruno"))
        assert said == "Aiko calls banzai, and a guard appears: 3 with an alarm. New in the house: jade. Red now: gold."


def test_every_play_listed_beats_its_guard_and_every_other_loses() -> None:
    for hand, mode in product((["1", "3", "3", "5"], ["2", "3", "4"]), ("strength", "stealth")):
        decks = copy.deepcopy(EXAMPLE["decks"])
        for card in hand:
            if decks["dojo"].count(card):
                decks["dojo"].remove(card)
        now = position(f"raid 1 {mode}", players=with_player(hand=hand), decks=decks)
        listed = {each.text for each in legal_actions(now, 0) if each.verb == "play"}
        for base in set(hand):
            for threes in range(hand.count("3") - (base == "3") + 1):
                value = int(base) + (threes if mode == "strength" else -threes)
                text = " ".join(("play", base, *("3",) * threes))
                assert (text in listed) == beats(value, guard_value("5", mode), mode)


def test_gold_is_worth_most_where_it_may_be_anything() -> None:
    assert worth("same1-4", ("g", "g", "g")) == 15
    assert worth("any+same3", ("f", "v", "v", "g")) == 14
    assert worth("??", ("f", "g")) == 7
    assert worth("f j", ("g", "g")) == 7


def test_the_rules_page_has_every_skill_and_clan() -> None:
    text = "\n".join(paragraph for section in rules_help.rules() for paragraph in (section.title, *section.paragraphs))
    for name in ("Shinobi-iri", "Mind over Body", "Hensojutsu", "Taira", "Greatest Warrior"):
        assert name in text
    assert "{" not in text
    assert len(CLANS) == 3


def test_progress_and_question_follow_the_game() -> None:
    assert words.progress(position(), ("Aiko", "Bruno")) == "round 1 of 7, Aiko to play"
    assert words.question(position()).startswith("Choose a place")
    assert words.question(position("dojo")).startswith("Take a dojo card")
