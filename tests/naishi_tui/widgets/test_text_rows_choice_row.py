"""Options in a line."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from naishi_tui.drawing.theme import DARK
from naishi_tui.widgets.text_rows import ChoiceRow

LANGUAGES = ("system", "English", "Français", "Polski", "Deutsch", "Esperanto", "Italiano (82\N{NO-BREAK SPACE}%)")


class Row(App[None]):
    """An app with one row of options."""

    def on_load(self) -> None:
        self.register_theme(DARK)
        self.theme = DARK.name

    def compose(self) -> ComposeResult:
        yield ChoiceRow(*LANGUAGES, id="row")


def shown(row: ChoiceRow) -> str:
    return "".join(span.text for line in row.rows for span in line)


@pytest.mark.parametrize("width", [24, 40, 60])
async def test_the_chosen_option_is_seen_however_many_there_are(width: int) -> None:
    app = Row()
    async with app.run_test(size=(width, 5)) as pilot:
        row = app.query_one(ChoiceRow)
        row.focus()
        for chosen, name in enumerate((*LANGUAGES[1:], LANGUAGES[0]), 1):
            await pilot.press("right")
            text = shown(row)
            assert f"● {name}" in text
            assert len(text.rstrip()) <= width
            assert text.startswith("… ") is (LANGUAGES[0] not in text), chosen
            assert text.endswith("…") is (LANGUAGES[-1] not in text)


async def test_a_click_chooses_what_is_under_it_though_some_are_left_out() -> None:
    app = Row()
    async with app.run_test(size=(40, 5)) as pilot:
        row = app.query_one(ChoiceRow)
        row.chosen = LANGUAGES.index("Esperanto")
        await pilot.pause()
        assert shown(row).startswith("… ")
        await pilot.click("#row", offset=(shown(row).index("Deutsch"), 0))
        assert LANGUAGES[row.chosen] == "Deutsch"
