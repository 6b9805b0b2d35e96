"""Words of the actions of Shogun, typed and heard in every language."""

from __future__ import annotations

import pytest

from naishi.common import i18n
from naishi.games.shogun.actions import parse, read_typed
from naishi.games.shogun.asking import asked
from naishi.games.shogun.data import SPECIALS
from naishi.games.shogun.kind import SHOGUN
from naishi.games.shogun.lines import lines
from naishi.plain.console import folded, spoken
from naishi.plain.server.commands import match_commands
from naishi.plain.table_answers import at_table
from tests.naishi.games.shogun.shared import printed, views


@pytest.mark.parametrize(
    "typed",
    [
        "plan castle:Harima tax:Kii fightA:Awa-Shikoku raise5:Mino bid:2",
        "plan castle: Harima tax: Kii fight A: Awa-Shikoku raise 5: Mino bid: 2",
        "plan castle Harima, tax Kii, fight A Awa Shikoku, raise 5 Mino, bid 2 chests",
        "PLAN Castle har, Tax kii, Fight a AWS, raise5 min, BID 2",
        "plan castle hari tax:kii,fighta:awa-shi raise5 mino bid 2 chests",
    ],
)
def test_a_plan_is_typed_with_spaces_commas_and_beginnings(typed: str) -> None:
    plan = parse("plan castle:Harima tax:Kii fightA:Awa-Shikoku raise5:Mino bid:2")
    assert read_typed(SHOGUN.in_english(typed)) == plan
    assert SHOGUN.in_words(plan.text) == "plan castle Harima, tax Kii, raise 5 Mino, fight A Awa-Shikoku, bid 2"


@pytest.mark.parametrize("language", ["en", "fr", "pl", "de"])
def test_what_is_heard_of_an_action_can_be_typed_again_in_every_language(language: str) -> None:
    i18n.use(i18n.load(language))
    every = [
        *("take Kii", "draw", "renew", "place 4", "stay", "revolt Awa-Boso", "move Kii Awa-Shikoku 3"),
        *(f"choose {special}" for special in SPECIALS),
        "plan castle:Aki temple:Awa-Boso theatre:Awa-Shikoku rice:Bingo tax:Bitchu raise5:Bizen raise3:Echigo "
        "raise1:Echizen fightA:Etchu fightB:Harima bid:4",
        "plan rice:Kii bid:Ise",
    ]
    known = [at_table(), *([match_commands(3, watching=False)] if language != "en" else [])]
    commands = {folded(word) for each in known for command in each.values() for word in (command.id, command.word)}
    for text in every:
        heard = SHOGUN.in_words(text)
        assert folded(heard.split()[0]) not in commands
        for typed in (heard, spoken(heard), folded(heard), text):
            assert SHOGUN.in_english(typed) == text
    view = printed().view(0)
    choosing = next(view for view in views() if view.ask == "choose")
    for each in choosing.legal_actions:
        verb, card = SHOGUN.in_words(each.text).split()
        assert verb in asked(choosing, choosing.seat)
        assert f"{card}, " in asked(choosing, choosing.seat)
    castle = SHOGUN.in_words("plan castle:Aki").split()[1]
    assert castle in lines(view, "typing")[0]
    assert lines(view, castle) == lines(view, "castle")
    assert castle in lines(view, castle)[0]
