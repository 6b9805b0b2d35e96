"""Codes of errors for programs."""

from __future__ import annotations

import pytest

from naishi import NaishiError
from naishi.common import i18n
from naishi.plain.protocol import CODES, code_of

pytestmark = pytest.mark.ci


def test_every_error_has_a_code_that_stays() -> None:
    kinds = {each for each in vars(i18n).values() if isinstance(each, type) and issubclass(each, NaishiError)}
    inner = {i18n.ThinkingCancelledError, i18n.InvalidRecordError, i18n.BrokenRecordError}  # nobody gets these
    assert kinds - inner <= CODES.keys()
    assert all(code_of(kind("why")) == code for kind, code in CODES.items())
    assert len({*CODES.values()}) == len(CODES)
