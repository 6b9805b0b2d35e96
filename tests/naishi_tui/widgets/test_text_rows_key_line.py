"""Clickable line of keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi_tui.games.naishi.learn.lessons import TableTask
from naishi_tui.widgets.text_rows import KeyHint, KeyLine, fewer
from tests.naishi_tui.desk import desk
from tests.naishi_tui.scenes import Scene, task
from tests.naishi_tui.widgets.shared import dead_keys

pytestmark = pytest.mark.ci


async def test_a_key_that_nothing_does_is_found(folder: Path) -> None:
    scene = Scene("task", go=task("bonus", 0))
    async with desk(folder) as at:
        await scene.go(at)
        assert dead_keys(at.app.screen) == []
        line = at.app.screen.query_one(KeyLine)
        line.hints = (*line.hints, KeyHint("fly", "y", "fly"))
        assert dead_keys(at.app.screen) == ["no action does fly"]


@pytest.mark.parametrize("words", ["n skip", "0 again"])
async def test_a_task_is_skipped_and_begun_again_by_a_click(words: str, folder: Path) -> None:
    scene = Scene("task", go=task("bonus", 0))
    async with desk(folder) as at:
        await scene.go(at)
        before = at.screen(TableTask)
        line = before.query_one(KeyLine)
        await at.click(line, (at.text_of("#keys").index(words) + 1, 0))
        after = at.screen(TableTask)
        assert after is not before
        assert (after.place == before.place) == (words == "0 again")


def test_where_there_is_little_room_minor_keys_go_first_one_by_one() -> None:
    hints = (*(KeyHint(id_, id_, "", minor=id_ in "bd") for id_ in "abcd"), KeyHint("back", "Esc", ""))
    kept = ["".join(hint.id[0] for hint in few) for few in fewer(hints)]
    assert kept == ["abcdb", "abcb", "acb", "ab"]


async def test_keys_that_are_still_the_same_are_not_fitted_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("task", go=task("bonus", 0))
    async with desk(folder) as at:
        await scene.go(at)
        line, calls = at.app.screen.query_one(KeyLine), list[str]()
        monkeypatch.setattr(line, "fitted", lambda: calls.append("fitted") or ())  # type: ignore[func-returns-value]
        line.show(line.hints)
        assert calls == []
        line.show([*line.hints, KeyHint("fly", "y", "fly")])
        assert calls == ["fitted"]
