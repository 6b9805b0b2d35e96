"""Right clicks and tooltips of the mouse: table, gift, card, naishi.reading."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.widget import Widget
from textual.widgets import Tooltip

from naishi_tui.games.naishi.cards.card import CardRow, CardSlot
from naishi_tui.games.naishi.gift import Gift
from naishi_tui.games.naishi.reading import Explain
from naishi_tui.games.naishi.table import Table
from naishi_tui.home.home import Home
from tests.naishi_tui.desk import Desk, app_with, desk, game_after
from tests.naishi_tui.waiting import settle, until

LEFT, MIDDLE, RIGHT = 1, 2, 3


async def click(at: Desk, target: Widget | str, offset: tuple[int, int], button: int) -> None:
    """Click as a terminal says it."""
    widget = at.app.screen.query_one(target) if isinstance(target, str) else target
    await at.see()
    x, y = widget.region.offset + offset
    for kind in (events.MouseDown, events.MouseUp):
        at.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, screen_x=x, screen_y=y))
    await settle(at.pilot)


async def click_card(at: Desk, row: str, position: int, button: int) -> None:
    await click(at, at.app.screen.query_one(row, CardRow).query(CardSlot)[position], (3, 1), button)


async def test_a_right_click_at_a_card_explains_it_and_chooses_nothing(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        for row, view_row, cursor in (("#their-line", "theirs", 0), ("#river", "", 1), ("#my-hand", "mine", 3)):
            await click_card(at, row, 1, RIGHT)
            card = at.screen(Explain).card
            view = at.session.game.view(0)
            shown = getattr(view, view_row) if view_row else None
            expected = view.river[1].top if shown is None else shown.hand[1] if row == "#my-hand" else shown.line[1]
            assert card == expected
            await click(at, "#box", (1, 1), RIGHT)
            assert at.screen(Table).board_view.board.row == cursor
            assert at.cursor == (cursor, 1)
        assert at.actions == ["give 1", "give 1"]


async def test_a_right_click_at_the_gift_explains_and_gives_nothing(folder: Path) -> None:
    async with desk(folder, game_after().at(0)) as at:
        for _click in range(3):
            await click_card(at, "#dealt", 1, RIGHT)
            at.screen(Explain)
            await at.press("escape")
        at.screen(Gift)
        assert at.actions == []


async def test_other_buttons_than_the_left_one_choose_nothing_anywhere(folder: Path) -> None:
    async with desk(folder, game_after()) as at:
        for button in (MIDDLE, RIGHT):
            for target in ("#prompt", "#keys", "#turn", "#court"):
                await click(at, target, (2, 1 if target in {"#turn", "#court"} else 0), button)
                at.screen(Table)
        await click_card(at, "#my-line", 1, MIDDLE)
        assert at.actions == ["give 1", "give 1"]
        await click_card(at, "#my-line", 1, LEFT)
        assert len(at.actions) == 3, "the left button chooses"
        await at.leave_game()
        for button in (MIDDLE, RIGHT):
            await click(at, "#menu", (3, 1), button)
            at.screen(Home)


async def test_where_the_mouse_rests_a_card_and_a_key_say_what_they_are(folder: Path) -> None:
    app = app_with(folder, game_after(), uncovered=True)
    app.TOOLTIP_DELAY = 0.01
    async with app.run_test(size=(80, 24), tooltips=True) as pilot:
        at = Desk(app, pilot)
        await at.uncover()
        tooltip = at.screen(Table).query_one(Tooltip)
        slot = at.app.screen.query_one("#river", CardRow).query(CardSlot)[0]
        await at.see()
        assert not tooltip.display
        await pilot.hover(slot, offset=(3, 1))
        await until(lambda: tooltip.display, "what the card scores is said")
        assert slot.face is not None
        said = str(tooltip.visual)
        assert slot.face.scoring in said
        assert "Right click" in said
        await at.press("x")
        await until(lambda: not tooltip.display, "a key ends that")
        hidden = at.app.screen.query_one("#their-hand", CardRow).query(CardSlot)[0]
        assert hidden.tooltip is None
        await pilot.hover("#keys", offset=(at.text_of("#keys").index("F1"), 0))
        await until(lambda: tooltip.display and "the rules and all keys" in str(tooltip.visual), "so does a key")
    app.close_game()
