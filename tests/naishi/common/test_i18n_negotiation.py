"""Language negotiation."""

from __future__ import annotations

import pytest

from naishi.common import i18n
from naishi.common.i18n import LOCALE, language_of, negotiate, unknown


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "SHARES", {"pl": i18n.OFFERED_FROM - 1, "de": i18n.OFFERED_FROM})
    for variable in LOCALE:
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    ("wanted", "code"), [("fr", "fr"), ("fr_CA", "fr"), ("FR", "fr"), ("pl", "pl"), ("en_GB", "en"), ("eo", "en")]
)
def test_the_language_that_is_asked_for_is_spoken(wanted: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little of Polish is translated here, but it may be asked for by name."""
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert negotiate(wanted) == code


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "fr_BE@euro"}, "fr"),
        ({"LANG": "C", "LC_MESSAGES": "", "LC_ALL": "fr"}, "fr"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "eo"}, "en"),
    ],
)
def test_else_that_of_the_system_is_if_it_is_offered(
    locale: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in locale.items():
        monkeypatch.setenv(variable, value)
    assert negotiate("") == code


def test_only_a_language_that_was_asked_for_and_is_not_here_is_worth_a_line() -> None:
    assert unknown("eo") == "There is no 'eo' translation yet; this is English."
    assert [unknown(wanted) for wanted in ("", "en", "fr")] == [""] * 3


@pytest.mark.parametrize(
    ("listed", "locale", "code"),
    [
        ("fr", "en_GB.UTF-8", "fr"),
        ("fr", "de", "fr"),
        ("pt_BR:pl:xx:fr:en", "de", "fr"),
        ("fr_CA@euro", "de", "fr"),
        (":fr", "de", "fr"),
        ("", "de", "de"),
        ("xx", "de_AT.UTF-8", "de"),
        ("en", "de", "en"),
        ("C:fr", "de", "en"),
        ("xx:POSIX", "de", "en"),
        ("fr", "C", "en"),
        ("fr", "POSIX", "en"),
        ("fr", "C.UTF-8", "fr"),
        ("fr", "", "fr"),
    ],
)
def test_the_list_of_languages_comes_before_the_locale(listed: str, locale: str, code: str) -> None:
    """As gettext reads it: where nothing is translated, it doesn't count, and what says so ends it."""
    assert language_of({"LANGUAGE": listed, "LANG": locale}) == code
