"""Aligned columns of command output, in any script."""

from __future__ import annotations

from naishi.plain.printed import columns

COMBINED = "Zoe\N{COMBINING DIAERESIS}"


def test_columns_line_up_beside_wide_letters_and_combining_marks() -> None:
    printed = list(columns([("Aiko", "1"), ("平清盛", "2"), (COMBINED, "3")]))
    assert printed == ["Aiko    1", "平清盛  2", f"{COMBINED}     3"]
