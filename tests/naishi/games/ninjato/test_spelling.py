"""Words of Ninjato's actions, typed and heard in every language."""

from __future__ import annotations

import pytest

from naishi.common import i18n
from naishi.common.i18n import InvalidActionError
from naishi.games.ninjato.actions import BASES, EXAMPLES, ON_CARDS, action
from naishi.games.ninjato.components import SKILLS, components
from naishi.games.ninjato.kind import NINJATO
from naishi.plain.console import Commands, folded, spoken
from naishi.plain.server.commands import match_commands
from naishi.plain.table_answers import TableAnswers, at_table

EVERY = (
    *EXAMPLES.values(),
    *(f"learn {skill}" for skill in SKILLS),
    *(f"play {base} 3" for base in BASES),
    *(f"play 1 {skill}" for skill in ON_CARDS),
    *(f"spread {code} f f" for code in components().prices if ":" in code),
    *(f"take {code}" for code in components().prices if ":" in code),
    *(f"swap {one} {one}*" for one in "fsvjg"),
    *(f"claim {token}" for token in components().tokens),
    "raid 1 strength",
    "disguise none",
    "play 4 3 kenjutsu @5",
)


@pytest.fixture(autouse=True, params=["en", "fr", "pl", "de"])
def here(request: pytest.FixtureRequest) -> str:
    language: str = request.param
    i18n.use(i18n.load(language))
    return language


@pytest.mark.parametrize("text", EVERY)
def test_what_is_heard_of_an_action_can_be_typed_again(text: str) -> None:
    heard = NINJATO.in_words(text)
    assert action(text).text == text
    for typed in (heard, spoken(heard), folded(heard), text, text.replace("_", " ")):
        assert NINJATO.in_english(typed) == text
    assert not set(heard) & set(":?*_")
    assert spoken(heard) == heard


def test_no_word_of_an_action_is_a_command(here: str) -> None:
    verbs = {NINJATO.in_words(text).split()[0] for text in EXAMPLES.values()}
    assert len(verbs) == len(EXAMPLES)
    known: list[Commands] = [at_table()]
    if here != "en":
        known.append(match_commands(2, watching=False))
    commands = {folded(word) for each in known for command in each.values() for word in (command.id, command.word)}
    assert not {folded(verb) for verb in verbs} & commands


def test_names_of_treasures_clans_and_rumours_can_be_typed() -> None:
    for typed, text in {
        "keep Scroll": "keep s",
        "swap fan red jade": "swap f j*",
        "bribe Go-Shirakawa 47 vase vase": "bribe G47 v v",
        "claim Taira 8": "claim T8",
        "spread goodwill any fan": "spread goodwill:? f",
        "spread Goodwill two fan fan": "spread goodwill:?? f f",
        "play 4 boryaku": "play boryaku4",
        "play boryaku 2 3 open hand": "play boryaku2 3 open_hand",
    }.items():
        assert NINJATO.in_english(typed) == text


def test_the_example_of_a_play_fits_its_card() -> None:
    with pytest.raises(InvalidActionError, match="play boryaku4 3"):
        action("play boryaku 5")


def test_words_that_one_reads_here_are_typed_so() -> None:
    legal = [action(text) for text in ("raid 1 stealth", "raid 1 strength", "draw 3", "draw deck")]
    answers = TableAnswers("ninjato")
    typed = {
        "en": {"raid 1 ste": "raid 1 stealth"},
        "fr": {"attaquer 1 ruse": "raid 1 stealth", "piocher 3": "draw 3", "piocher pioche": "draw deck"},
        "pl": {"napadnij 1 podstepem": "raid 1 stealth", "dobierz 3": "draw 3", "dobierz talia": "draw deck"},
        "de": {"überfall 1 List": "raid 1 stealth", "ueberfallen 1 sta": "raid 1 strength", "ziehen 3": "draw 3"},
    }[i18n.language()]
    for words, text in typed.items():
        assert answers.read(words, legal).text == text
