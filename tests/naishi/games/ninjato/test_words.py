"""Sentences of the log, progress and questions of Ninjato: words, events."""

from __future__ import annotations

import pytest

from naishi.games.ninjato import events, words
from naishi.games.ninjato.actions import action
from naishi.games.ninjato.rules import RULES
from naishi.tabletop.chance import Chance
from tests.naishi.games.ninjato.shared import position


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


def test_progress_and_question_follow_the_game() -> None:
    assert words.progress(position(), ("Aiko", "Bruno")) == "round 1 of 7, Aiko to play"
    assert words.question(position()).startswith("Choose a place")
    assert words.question(position("dojo")).startswith("Take a dojo card")
