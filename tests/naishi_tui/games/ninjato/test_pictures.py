"""Pictures of Ninjato: sizes and differences."""

from __future__ import annotations

from naishi_tui.games.ninjato import pictures


def test_pictures_are_as_large_as_they_say() -> None:
    for clan in "TMG":
        assert {len(row) for row in pictures.crest(clan)} == {8}
        assert len(pictures.crest(clan)) == 4
        assert {len(row) for row in pictures.crest(clan, large=True)} == {12}
        assert len(pictures.crest(clan, large=True)) == 6
    assert len({pictures.crest(clan) for clan in "TMG"}) == 3
    assert len({pictures.treasure(kind) for kind in "fsvjg"}) == 5
    for elite in (False, True):
        assert {len(row) for row in pictures.guard(elite=elite, large=True)} == {10}
    for width in range(18, 34):
        for lines in (2, 3):
            assert [len(row) for row in pictures.roof(width, lines)] == [width] * lines
