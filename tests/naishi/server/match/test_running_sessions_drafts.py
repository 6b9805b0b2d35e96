"""Half-made choices of players, in memory."""

from __future__ import annotations

from naishi.server.match.running_sessions import PlayerDrafts


def test_each_player_has_drafts_of_their_own_in_each_match() -> None:
    drafts = PlayerDrafts()
    drafts.of(1, "k4m2").keep(0, "0.1.3", "plan castle:Kii")
    assert drafts.of(1, "k4m2").find(0, "0.1.3") == "plan castle:Kii"
    assert drafts.of(2, "k4m2").find(0, "0.1.3") == ""
    assert drafts.of(1, "x7c3").find(0, "0.1.3") == ""


def test_what_belongs_to_another_moment_is_neither_found_nor_forgotten() -> None:
    draft = PlayerDrafts().of(1, "k4m2")
    draft.keep(0, "0.1.3", "plan")
    assert draft.find(0, "0.1.4") == ""
    draft.keep(0, "0.1.4", "")
    assert draft.find(0, "0.1.3") == "plan"
    draft.keep(0, "0.1.3", "")
    assert draft.find(0, "0.1.3") == ""


def test_of_too_many_those_go_that_nobody_has_come_to_for_the_longest_time() -> None:
    drafts = PlayerDrafts(most=2)
    for match in ("one", "two"):
        drafts.of(1, match).keep(0, "at", match)
    drafts.of(1, "one")
    drafts.of(1, "three")
    assert drafts.of(1, "one").find(0, "at") == "one"
    assert drafts.of(1, "two").find(0, "at") == ""
