"""The rules page of Ninjato."""

from __future__ import annotations

from pathlib import Path

import naishi
from naishi.games.ninjato import names, rules_help
from naishi.games.ninjato.components import CLANS, components
from naishi.games.ninjato.kind import NINJATO
from naishi.games.ninjato.legal import winning_plays
from naishi.games.ninjato.rules_help import FILE, REASONS


def test_the_rules_page_has_every_skill_and_clan() -> None:
    text = "\n".join(paragraph for section in rules_help.rules() for paragraph in (section.title, *section.paragraphs))
    for name in ("Shinobi-iri", "Mind over Body", "Hensojutsu", "Taira", "Greatest Warrior"):
        assert name in text
    assert "{" not in text
    assert len(CLANS) == 3


def test_the_rules_explain_the_marks_of_the_board() -> None:
    (marks,) = next(section.paragraphs for section in NINJATO.rules() if section.title == "Marks on the table")
    for words in ("Taira, Minamoto and Go-Shirakawa", "f fan, s scroll, v vase, j jade and g gold", "r the rumours"):
        assert words in marks


def test_the_rules_list_every_card_and_say_which_values_are_assumed() -> None:
    sections = {section.title: section.paragraphs for section in NINJATO.rules()}
    box = components()
    lists = "\n".join(sections["What is in the box"])
    assert lists.count("(assumed)") == 8
    assert all(code in lists for code in (*box.decks["envoys"], *map(names.guard, box.flags)))
    assert "3: 12;" in lists
    first, *reasons = sections["What is assumed"]
    assert "The printed cards may differ: edit naishi/games/ninjato/data/components.json" in first
    assert len(reasons) == len(box.assumed)
    assert all(any(reason.rstrip(".") in said for said in reasons) for reason in box.assumed.values())
    assert set(box.assumed.values()) == set(REASONS)  # so each can be translated
    assert (Path(naishi.__file__).parent.parent / FILE).is_file()


def test_the_examples_of_the_rules_are_true() -> None:
    sections = {section.title: " ".join(section.paragraphs) for section in NINJATO.rules()}

    def beats(guard: str, mode: str, hand: str, *tiles: str) -> set[str]:
        return {play.text for play in winning_plays(tuple(hand.split()), tiles, mode, (guard,))}

    assert "Against a 4 by strength, a 5 wins; so does a 4 with an added 3, which counts 5" in sections["Raids"]
    assert beats("4", "strength", "3 4 5") >= {"play 5", "play 4 3"}
    assert "play 4" not in beats("4", "strength", "3 4 5")
    assert "play 1 kenjutsu" in beats("4", "strength", "1", "kenjutsu")
    assert "play 3" in beats("4", "stealth", "3")
    assert beats("1", "stealth", "1 3") == {"play 1 3"}
    assert "vase and 3 jade (19); scroll and 3 vases (15)" in sections["Treasures and prices"]
    assert "fan, 2 vases and gold (14)" in sections["Treasures and prices"]
    assert (
        "with three cards of Powerful Friends and five envoys you score 20; with four cards, 25" in sections["The end"]
    )
