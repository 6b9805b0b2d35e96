"""Screen contents, against the viewer's knowledge: naishi.table, gift, cover, card_text."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from naishi import Game, Options, Phase
from naishi.games.naishi.rules.actions import Use
from naishi.games.naishi.text.sentences import sentence
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.partial_action import offered
from naishi_tui.games.naishi.table import Table
from naishi_tui.table.cover import Handover
from tests.fuzzing import long_seeds
from tests.naishi.playing import EXPANSION
from tests.naishi_tui.desk import NAMES, Desk, desk, game_after, still
from tests.naishi_tui.drawing.shared import NAMES_OF_CARDS, other_deal

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("options", [None, EXPANSION], ids=["base", "expansion"])
@pytest.mark.parametrize(
    ("seed", "most"), [(1, 5), *(pytest.param(seed, 10, marks=pytest.mark.slow) for seed in long_seeds(1, 4))]
)
async def test_a_cover_names_what_was_done_openly_and_no_screen_more_than_its_view(
    folder: Path, seed: int, most: int, options: Options | None
) -> None:
    chance = random.Random(seed)
    async with desk(folder, Game.new(seed, NAMES, options=options), uncovered=False) as at:
        covers = 0
        while at.game.phase in {Phase.GIFT, Phase.PLAY} and covers < most:
            if isinstance(at.app.screen, Handover):
                covers += 1
                assert set(NAMES_OF_CARDS.findall(at.text)) <= told_to_everybody(at.game), at.text
                assert at.app.title == "Naishi"
                await at.press("enter")
            check(at)
            usable = {*offered(at.game.view(at.game.turn)).values()}
            legal = [a for a in at.game.legal_actions() if not isinstance(a, Use) or a.traveller in usable]
            await at.act(chance.choice(legal))
            if isinstance(at.app.screen, Table):
                check(at)
                if not at.table.turn.acting and at.game.phase is Phase.PLAY:
                    await at.press("enter")


def told_to_everybody(game: Game) -> set[str]:
    """The cards that were seen to move, by everybody at the table."""
    public = game.view()
    return set(NAMES_OF_CARDS.findall(" ".join(sentence(event, public.names).title() for event in public.events)))


def check(at: Desk) -> None:
    """What stands on the screen follows from the view of the player who sits there."""
    screen = at.app.screen
    assert isinstance(screen, Table | Gift)
    viewer = screen.view.seat
    view = screen.view
    assert view == at.game.view(viewer)
    shown = NAMES_OF_CARDS.findall(at.text)
    open_cards = [*view.mine.line, *view.theirs.line, *(pile.top for pile in view.river if pile.top is not None)]
    if isinstance(screen, Table):
        open_cards += [card for card in view.mine.hand if card is not None]
        assert set(re.sub(r"[▒\s]|• changed", "", at.text_of("#their-hand"))) == set()
    else:
        open_cards += list(view.dealt or ())
    told = NAMES_OF_CARDS.findall(" ".join(sentence(event, view.names).title() for event in view.events))
    allowed = {card_text.name(card) for card in open_cards} | set(told)
    assert set(shown) <= allowed


async def test_two_hands_that_can_not_be_told_apart_draw_the_same_screens(folder: Path) -> None:
    """Whatever the viewer can't know changes nothing on the screen, not even with the memory aid."""
    game = game_after("develop L1", "end", "develop L2", "end", seed=5)
    other = other_deal(game, 0)
    assert other is not None
    assert other.position.territories[1] != game.position.territories[1]
    screens = []
    for number, each in enumerate((game, other)):
        async with desk(folder / str(number), each, settings=still(memory_aid=True)) as at:
            drawn = [at.text]
            for keys in (["up"], ["i"], ["down", "down"], ["escape", "m"], ["escape", "g"], ["escape", "u"], ["enter"]):
                await at.press(*keys)
                drawn.append(at.text)
            screens.append(drawn)
    assert screens[0] == screens[1]


async def test_the_cover_shows_nothing_in_any_text_it_has(folder: Path) -> None:
    """Not even in what an export of the screen would hold."""
    async with desk(folder, game_after("swap H1 H2", "develop H1"), uncovered=False) as at:
        at.screen(Handover)
        svg = at.app.export_screenshot(title="a cover").replace("&#160;", " ")
        assert "Bruno" in svg
        assert "Aiko swapped H1 and H2, face down." in at.text
        assert set(NAMES_OF_CARDS.findall(svg)) <= told_to_everybody(at.game)
