"""Secret codes, however they are typed."""

from __future__ import annotations

import pytest

from naishi.server.database.codes import CodeKind, hashed, meanings, new_code


@pytest.mark.parametrize("kind", CodeKind)
def test_a_code_means_what_it_was_made_for_also_in_capitals_and_without_hyphens(kind: CodeKind) -> None:
    code = new_code(kind)
    for typed in (code, code.upper(), code.replace("-", " "), code.replace("-", "")):
        assert meanings(typed)[0] == (kind, code)


def test_a_code_without_its_beginning_may_be_of_a_guest() -> None:
    assert meanings("abcd efgh jkmn") == [
        (CodeKind.INVITE, "abcd-efgh-jkmn"),
        (CodeKind.GUEST, "guest-abcd-efgh-jkmn"),
    ]


@pytest.mark.parametrize("typed", ["", "hello", "guest-abcd", "abcd-efgh-jkm0"])
def test_anything_else_means_nothing(typed: str) -> None:
    assert meanings(typed) == []


def test_what_is_stored_differs_for_each_code() -> None:
    assert hashed("abcd-efgh-jkmn") != hashed("abcd-efgh-jkmp")
