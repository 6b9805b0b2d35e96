"""Questions answered with a line."""

from __future__ import annotations

import asyncio

from textual import events
from textual.app import App

from naishi.common.i18n import NaishiError
from naishi_tui.dialogs.screens import AskLine
from naishi_tui.widgets.text_rows import Field
from tests.naishi_tui.waiting import until


async def test_an_answer_is_what_was_typed_before_enter_however_long_the_one_before_takes() -> None:
    taken: list[str] = []
    looked_up = asyncio.Event()

    async def accept(answer: str) -> None:
        taken.append(answer)
        await looked_up.wait()
        raise NaishiError("There is none of that name.")

    app = App[None]()
    async with app.run_test() as pilot:
        app.push_screen(AskLine("Whom?", accept))
        await pilot.pause()
        field = app.screen.query_one(Field)
        for key in ("a", "enter"):
            field.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(lambda: bool(taken), "the first answer is being looked up")
        for key in ("b", "enter"):
            field.post_message(events.Key(key, key if len(key) == 1 else None))
        while "c" not in field.value:  # behind Enter, once the field has heard that
            field.post_message(events.Key("c", "c"))
            await asyncio.sleep(0.01)
        looked_up.set()
        await until(lambda: len(taken) == 2, "the second answer comes next")
    assert taken == ["a", "ab"]
