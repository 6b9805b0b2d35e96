"""Names of the components of Ninjato."""

from __future__ import annotations

from naishi.games.ninjato import names as of, telling, words
from naishi.games.ninjato.actions import action

NAMES = ("Aiko", "Bruno", "Chie", "Dagmar")


def test_a_tile_of_hensojutsu_is_told_from_the_others_by_its_style() -> None:
    ended = {"gone": ["hensojutsu_snake"], "rest": 0, "sensei": ["hensojutsu_crane"], "order": [1, 0], "pile": []}
    facts = {"round": 4, "ended": {**ended, "used": False, "houses": [], "palace": [], "pavilion": []}}
    heard = [text for _seat, text in telling.followed(facts, NAMES[:2])]
    assert "Nobody learned Hensojutsu (snake): that tile is out of the game." in heard
    assert "New at the sensei: Hensojutsu (crane)." in heard


def test_guards_are_named_so_that_their_signs_need_not_be_heard() -> None:
    banzai = words.sentence(action("banzai"), {"guard": "5/1", "source": "elite"}, 0, NAMES, 0)
    assert banzai == "You call banzai, and an elite guard appears: 5 by strength, 1 by stealth."
    alarm = words.sentence(action("banzai"), {"guard": "2!", "came": "v", "red": "j*"}, 1, NAMES, 0)
    assert alarm == (
        "Bruno calls banzai, and a guard appears: 2 with an alarm. New in the house: vase. Red now: red jade."
    )


def test_treasures_of_a_kind_are_counted() -> None:
    assert of.treasures(["v", "v", "j", "v*", "g*", "g*"]) == "2 vases, jade, red vase and 2 red gold"
    left = words.sentence(action("leave"), {"treasures": ["f", "f", "s"]}, 0, NAMES, 0)
    assert left == "You leave with the 2 fans and scroll."
