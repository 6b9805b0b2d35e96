"""The rules page of Ninjato."""

from __future__ import annotations

from naishi.games.ninjato import rules_help
from naishi.games.ninjato.components import CLANS


def test_the_rules_page_has_every_skill_and_clan() -> None:
    text = "\n".join(paragraph for section in rules_help.rules() for paragraph in (section.title, *section.paragraphs))
    for name in ("Shinobi-iri", "Mind over Body", "Hensojutsu", "Taira", "Greatest Warrior"):
        assert name in text
    assert "{" not in text
    assert len(CLANS) == 3
