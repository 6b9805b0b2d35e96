"""Whole game with the expansion by mouse alone: table, gift, reading, score, naishi.replay."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

import pytest

from naishi import Phase
from naishi.games.naishi.rules.actions import Action, Use, UseDevelop, UseExchange, UseRecall
from naishi.games.naishi.rules.cards import Cell
from naishi_tui.games.naishi.gift import Ninja
from naishi_tui.games.naishi.partial_action import PartialAction, offered
from naishi_tui.games.naishi.reading import Explain, Legend, WholeLog
from naishi_tui.games.naishi.replay import ReplayScreen
from naishi_tui.games.naishi.score import Score
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from naishi_tui.table.cover import Handover
from naishi_tui.table.reading import Rules
from tests.naishi_tui.desk import ROOMY, Desk, desk
from tests.naishi_tui.waiting import settle, until

DEAL = "a277"
"""The deal of the game, and what its random actions follow from: all kinds of effects are used, and ninjas copy."""


class Mouse(Desk):
    """A mouse that clicks words, as people do."""

    async def click_words(self, words: str) -> None:
        """Click words, where they stand lowest."""
        await self.see()
        y = max(y for y, line in enumerate(self.lines) if words in line)
        await self.pilot.click(offset=(self.lines[y].index(words) + len(words) // 2, y))
        await settle(self.pilot)

    async def look(self, words: str, kind: type[Explain | Legend | WholeLog | Rules]) -> None:
        """Open what the line of keys names, and come back."""
        await self.click_words(words)
        self.screen(kind)
        await self.click_words("Any other key: back" if kind is Explain else "Esc back")
        self.screen(Table)


async def begin(at: Mouse) -> None:
    """Begin a game of two people with the expansion."""
    await at.click_words("New game")
    await at.click_words("Legends & Travellers")
    await at.click_words("help")
    at.screen(Rules)
    await at.click_words("Esc back")
    await at.click_words("Deal the cards")
    at.screen(Handover)
    assert at.game.module == "legends-travellers"


async def look_around(at: Mouse) -> None:
    """Read all that explains the table."""
    await at.look("F2 marks", Legend)
    await at.look("g log", WholeLog)
    await at.look("F1 help", Rules)
    await at.look("? card", Explain)


async def hesitate(at: Mouse, action: Use) -> None:
    """Take back a half-made effect, try what isn't possible, and ask for advice, before an effect is used."""
    before = at.actions
    await at.click_card("#their-line", 0)
    assert "That card is" in at.prompt or isinstance(action, UseRecall), at.prompt
    if isinstance(action, UseExchange):
        await at.click_card("#river", 0)
        assert "two of your own ten cards" in at.prompt
        await at.click_card("#my-line", 1)
        assert at.table.turn.partial.cells == (Cell.L2,)
        await at.click_words("Esc back")
    assert at.table.turn.partial == PartialAction.beginning(at.table.view)
    await at.click_verb("swap") if isinstance(action, UseRecall) else await at.click("#court", (3, 3))
    await at.click_words("a advice")
    await until(lambda: at.table.turn.advice is not None, "there is advice")
    await settle(at.pilot)
    await at.click_words("Esc back")
    assert at.table.turn.advice is None
    assert at.actions == before


async def undo(at: Mouse, action: Action) -> None:
    """Take an effect back, and use it again."""
    done = at.actions
    await at.click_words("u undo")
    assert at.actions == done[:-1]
    await at.uncover(mouse=True)
    await at.act_by_mouse(action)
    assert at.actions == done


async def play(at: Mouse, chance: random.Random) -> set[type[Action]]:
    """Play to the end; return the kinds of effects that were used."""
    used: set[type[Action]] = set()
    while at.game.phase is not Phase.OVER:
        usable = {*offered(at.game.view(at.game.turn)).values()}
        legal = [each for each in at.game.legal_actions() if not isinstance(each, Use) or each.traveller in usable]
        action, done = chance.choice(legal), at.actions
        first = isinstance(action, Use) and type(action) not in used
        if isinstance(action, Use) and first:
            used.add(type(action))
            await at.begin_effect(action, mouse=True)
            await hesitate(at, action)
        if isinstance(at.app.screen, Ninja):
            await at.click_card("#line-0", 0)
        await at.act_by_mouse(action)
        assert at.actions == [*done, action.text], at.text
        if first:
            await undo(at, action)
        elif len(done) == 6:
            await look_around(at)
        await at.pass_on(mouse=True)
    return used


@pytest.mark.slow
@pytest.mark.slow
async def test_a_whole_game_with_the_expansion_by_mouse(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _bytes: DEAL)
    async with desk(folder, size=ROOMY) as plain:
        at = Mouse(plain.app, plain.pilot)
        await begin(at)
        await at.uncover(mouse=True)
        assert await play(at, random.Random(DEAL)) == {UseExchange, UseRecall, UseDevelop}
        if not isinstance(at.app.screen, Score):
            await at.click("#prompt")
        at.screen(Score)
        outcome = at.game.outcome
        assert outcome is not None
        assert all(str(sheet.total) in at.text_of("#pad") for sheet in outcome.sheets)
        pad = at.text_of("#pad").splitlines()
        await at.click("#pad", next((line.index("Ryokan"), y) for y, line in enumerate(pad) if "Ryokan" in line))
        assert at.prompt.splitlines()[1].startswith(" Ryokan: ")
        await at.click_words("? card")
        at.screen(Explain)
        await at.click_words("Any other key: back")
        await at.click_words("r replay")
        at.screen(ReplayScreen)
        await at.click_words("Esc back")
        await at.click_words("Esc home")
        at.screen(Home)
