"""Lists, dates and numbers as each language writes them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextvars import copy_context
from datetime import UTC, datetime

import pytest
from babel import Locale

from naishi.common import i18n
from naishi.common.i18n import OWN_NAMES, date, listed, number

MOMENT = datetime(2026, 9, 5, 14, 3, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def written(language: str) -> list[str]:
    i18n.use(i18n.load(language))
    return [
        listed(["a", "b", "c"]),
        listed(["a", "b", "c"], conjunction=False),
        date(MOMENT),
        number(12345.67, 1).replace("\u202f", "_").replace("\xa0", "_"),
    ]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["a, b and c", "a, b, c", "5 Sept 2026, 14:03", "12,345.7"]),
        ("fr", ["a, b et c", "a, b, c", "5 sept. 2026, 14:03", "12_345,7"]),
        ("pl", ["a, b i c", "a, b, c", "5 wrz 2026, 14:03", "12_345,7"]),
        ("de", ["a, b und c", "a, b, c", "05.09.2026, 14:03", "12.345,7"]),
    ],
)
def test_a_language_writes_its_own_way(language: str, expected: list[str]) -> None:
    assert copy_context().run(written, language) == expected


def test_lists_of_one_and_of_nothing() -> None:
    assert [listed(items, conjunction=how) for items in ([], ["a"]) for how in (True, False)] == ["", "", "a", "a"]


@pytest.mark.ci
def test_babel_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, naishi_tui.app, naishi.cli.commands, naishi.common.i18n; print('babel' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "False\n"


@pytest.mark.parametrize("zone", [":/dev/null", "/dev/zero", "nonsense"])
def test_a_time_zone_that_is_broken_is_that_of_the_clock(zone: str) -> None:
    code = "from datetime import UTC, datetime; from naishi.common.i18n import date, number\n"
    code += "import os; print(number(1), date(datetime(2026, 9, 5, 14, 3, tzinfo=UTC)), os.environ['TZ'])"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"TZ": zone},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (result.stdout, result.stderr) == (f"1 5 Sept 2026, 14:03 {zone}\n", "")


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert [number(each, 1) for each in (-0.04, -0.0, 0.04, -0.06)] == ["0.0", "0.0", "0.0", "-0.1"]
    assert number(-0.4) == "0"


@pytest.mark.parametrize("code", OWN_NAMES)
def test_a_comma_stands_between_what_is_listed_without_a_conjunction_in_every_language(code: str) -> None:
    assert Locale(code).list_patterns["standard"]["middle"] == "{0}, {1}"


@pytest.mark.parametrize(("seconds", "year"), [(-1e300, 1970), (0, 1970), (253_402_300_799, 9999), (1e300, 9999)])
def test_a_moment_can_be_written_whatever_number_was_stored(seconds: float, year: int) -> None:
    assert str(year) in i18n.universal(i18n.moment(seconds))
    assert i18n.day(i18n.moment(seconds))
