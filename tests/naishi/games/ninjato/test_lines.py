"""Ninjato in lines: what a listener asks for."""

from __future__ import annotations

from naishi.games.ninjato.actions import action
from naishi.games.ninjato.components import components
from naishi.games.ninjato.effects import set_up
from naishi.games.ninjato.lines import lines
from naishi.games.ninjato.position import House, Position
from naishi.games.ninjato.rules import RULES
from naishi.games.ninjato.view import NinjatoView
from naishi.games.ninjato.words import score_lines
from naishi.plain.console import spoken
from naishi.tabletop.chance import Chance

NAMES = ("Aiko", "Bruno")


def table() -> Position:
    """A position at whose house 1 only strength fails, with two envoys in the palace."""
    found = set_up(2, Chance("lines"))
    found.order = (0, 1)
    found.houses[0] = House("M2", "5", ("f", "v"))
    found.houses[1] = House("G6", "2", ("f", "v"))
    found.players[0].hand = ("4", "5")
    found.players[0].ready = ("boryaku", "boryaku", "open_hand")
    found.palace = ("G47", "T25", "T33")
    return found


def view(position: Position, *actions: str, seat: int = 0) -> NinjatoView:
    for text in actions:
        position = RULES.play(position, position.seat or 0, action(text), Chance("play"))
    return NinjatoView(position.mask(seat), NAMES)


def asked(position: Position, question: str = "") -> list[str]:
    return [*lines(view(position), question)]


def test_a_house_says_what_honour_it_brings() -> None:
    assert "House 1, Minamoto, 2 honour: sentry 5; fan and vase." in asked(table())


def test_a_raid_that_nothing_wins_is_announced_before_and_in_it() -> None:
    position = table()
    position.players[0].ready = ()
    assert asked(position, "raid 1 strength")[-1] == "Nothing that you have beats the sentry of house 1 by strength."
    hopeless = next(line for line in asked(position, "now") if line.startswith("Sentries that nothing beats"))
    assert "house 1 by strength" in hopeless
    assert "house 2 by strength" not in hopeless
    assert "house 1 either way" not in hopeless
    within = lines(view(position, "raid 1 strength"), "now")
    assert "Nothing that you have beats it." in within
    assert lines(view(position, "raid 1 strength"))[0].endswith(
        "Aiko: Facing 5 by strength: beat the guard, or give up."
    )


def test_elite_guards_are_heard_by_strength_and_by_stealth() -> None:
    position = table()
    position.players[0].elite = ("5/2",)
    found = view(position)
    heard = "\n".join(map(spoken, [*lines(found), *lines(found, "Aiko"), *lines(found, "score")]))
    assert "beaten elite guards: 5 by strength, 2 by stealth" in heard
    reasons = next(each for each in score_lines(position) if each.label == "Beaten elite guards").reasons
    assert reasons[0] == f"{components().flags['5/2']} for 5 by strength, 2 by stealth"
    assert "5 of 2" not in heard


def test_that_no_sentry_can_be_beaten_is_said_in_a_word() -> None:
    position = table()
    position.players[0].hand = position.players[0].ready = ()
    assert "Nothing that you have beats a sentry." in asked(position, "now")


def test_what_one_faces_is_told_with_the_hand() -> None:
    heard = lines(view(table(), "raid 2 strength"), "now")
    assert heard[0] == "Raid of house 2 by strength: facing 2; won none."
    assert "Your hand: 4, 5." in heard
    assert "Skills that you can use: Boryaku, Boryaku, Open Hand." in heard


def test_a_hand_is_told_alone_and_to_its_seat_alone() -> None:
    assert asked(table(), "hand")[0] == "Your hand: 4, 5."
    other = lines(view(table(), seat=1), "hand")
    assert not any("4, 5" in line for line in other)
    assert not lines(NinjatoView(table().mask(None), NAMES), "hand")
    assert not lines(NinjatoView(table().mask(None), NAMES), "now")


def test_chances_are_told_before_a_raid_and_facing_a_guard_to_who_decides() -> None:
    before = asked(table(), "odds")
    assert any(line.startswith("By strength your whole hand would beat ") for line in before)
    assert lines(view(table(), "raid 2 strength"), "odds")[0].startswith("Raid of house 2 by strength: facing 2")
    assert not lines(view(table(), seat=1), "odds")


def test_masks_are_heard_wherever_an_envoy_is() -> None:
    position = table()
    position.players[1].envoys = ("M55",)
    assert "Palace, T25: Taira, aged 25, with a mask; costs " in asked(position, "t25")[0]
    assert any("envoys: M55 with a mask" in line for line in asked(position))
    assert asked(position, "mask")[0].startswith("Envoys with a mask: ")


def test_a_skill_of_two_equal_tiles_is_read_once() -> None:
    position = table()
    position.sensei = ("boryaku", "boryaku")
    (skill,) = asked(position, "boryaku")
    assert skill.startswith("Skill Boryaku, ")
    (skill,) = asked(position, "open hand")
    assert skill.startswith("Skill Open Hand, ")
    assert skill.endswith(" Not open at the sensei now.")
    effects = asked(position, "raid")
    assert len(effects) == len(set(effects))


def test_only_skills_at_the_sensei_are_told_as_open() -> None:
    position = table()
    position.sensei = ("boryaku", "kenjutsu")
    heard = asked(position, "skills")
    assert [line.split(",")[0] for line in heard] == ["Skill Boryaku", "Skill Kenjutsu", "Aiko: skills: Boryaku"]
    assert asked(position, "skill") == asked(position, "sensei") == heard
    assert all("costs " in line and "Not open" not in line for line in heard[:2])
    assert not asked(position, "kenjutsu")[0].endswith("now.")
    assert asked(position, "masked")[0].startswith("Skill hensojutsu ")
    assert all(line.endswith("Not open at the sensei now.") for line in asked(position, "masked"))
    position.sensei = ()
    assert asked(position, "sensei")[0] == "No skill is open at the sensei."


def test_rumours_envoys_and_treasures_are_told_with_what_they_are_typed_as() -> None:
    position = table()
    position.pavilion = ("goodwill:j", "master:?")
    position.players[0].loot, position.players[1].rumours = ("f", "v*"), ("warrior:?",)
    heard = asked(position, "rumours")
    assert len(heard) == 3
    assert all(line.startswith("Pavilion, ") for line in heard[:2])
    assert heard[2].startswith("Bruno: rumours: ")
    assert [line[:11] for line in asked(position, "envoys")] == ["Palace, G47", "Palace, T25", "Palace, T33"]
    assert asked(position, "treasures") == [
        "Treasures: f for fan, worth 2; s for scroll, worth 3; v for vase, worth 4; j for jade, worth 5; "
        "g for gold, the joker.",
        "Aiko: treasures: fan and red vase.",
    ]


def test_a_card_that_is_not_on_offer_says_so() -> None:
    position = table()
    position.pavilion = ("goodwill:j",)
    assert asked(position, "goodwill jade")[0].endswith("costs jade.")
    assert asked(position, "goodwill two") == [
        "Pavilion, goodwill two: Goodwill of the People; costs any two. Not open now."
    ]
    assert not asked(position, "T25")[0].endswith("now.")
    assert asked(position, "M27")[0].endswith(" Not open now.")


def test_shuriken_left_are_counted_by_seat() -> None:
    assert asked(table(), "shuriken") == [
        "Aiko: 3 shuriken left in this round.",
        "Bruno: 3 shuriken left in this round.",
    ]
    heard = lines(view(table(), "raid 2 strength", "fail", "raid 2 strength"), "shuriken")
    assert heard == ["Aiko: 2 shuriken left in this round.", "Bruno: 2 shuriken left in this round."]


def test_a_skill_of_several_words_can_be_typed_as_such() -> None:
    assert action("play 3 Open Hand shinobi iri").text == "play 3 open_hand shinobi_iri"
