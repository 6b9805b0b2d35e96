"""What several of the test modules here use."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

from naishi.common import i18n

T = TypeVar("T")


def spoken(language: str, say: Callable[[], T]) -> T:
    def run() -> T:
        i18n.use(i18n.load(language))
        return say()

    return copy_context().run(run)
