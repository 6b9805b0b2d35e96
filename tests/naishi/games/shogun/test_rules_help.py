"""The rules page of Shogun."""

from __future__ import annotations

from naishi.games.shogun.data import SPECIALS, event_indexes
from naishi.games.shogun.rules_help import explained, rule, rules


def test_the_rules_end_with_what_each_special_card_and_each_event_does() -> None:
    *_others, special, events = rules()
    assert (special.title, events.title) == ("Special cards", "Events")
    assert [text.partition(":")[0] for text in special.paragraphs] == list(SPECIALS)
    assert [text.partition(":")[0] for text in events.paragraphs] == list(event_indexes())
    assert special.paragraphs[0] == explained("chest", "1 more chest from a tax action")


def test_a_section_is_found_by_its_title() -> None:
    assert rule("Winter") in rules()
    assert "{" not in "".join(text for section in rules() for text in section.paragraphs)
