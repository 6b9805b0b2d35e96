"""Panel of a raid."""

from __future__ import annotations

from naishi.games.ninjato.view import NinjatoView
from naishi_tui.games.ninjato.board import NinjatoBoard
from tests.naishi_tui.games.ninjato.playing import in_stage, seen, written


def test_what_an_alarm_has_brought_is_all_there_at_80_columns() -> None:
    view = seen(in_stage("fight"))
    facts = {"red": "g", "came": "v"}
    events = (*view.events[:-1], view.events[-1]._replace(facts=facts))
    drawing = NinjatoBoard("ninjato").draw(NinjatoView(view.table, view.names, events), 80, 19, "")
    assert "ALARM: vase came, gold turned red" in "\n".join(written(drawing))
