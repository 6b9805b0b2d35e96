"""Language per context, and translation at display time."""

from __future__ import annotations

import asyncio
import errno
import gettext
from contextvars import copy_context

from click.testing import CliRunner

from naishi.cli.commands import naishi
from naishi.common import i18n
from naishi.common.i18n import reason


class _Angular(gettext.NullTranslations):
    """A language of its own."""

    def gettext(self, message: str) -> str:
        return f"<{message}>"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"<{msgid1 if n == 1 else msgid2}>"

    def pgettext(self, context: str, message: str) -> str:
        return f"<{context}: {message}>"


def test_a_language_is_that_of_its_context() -> None:
    angular = copy_context()
    angular.run(i18n.use, _Angular())
    assert angular.run(i18n._, "Line") == "<Line>"
    assert angular.run(i18n.ngettext, "{count} card", "{count} cards", 2) == "<2 cards>"
    assert angular.run(i18n.pgettext, "verb", "swap") == "<verb: swap>"
    assert (i18n._("Line"), i18n.pgettext("verb", "swap")) == ("Line", "swap")


def test_a_negative_count_has_the_form_of_the_positive_one() -> None:
    assert [i18n.ngettext("{count} point", "{count} points", count) for count in (-1, 1, -5)] == [
        "-1 point",
        "1 point",
        "-5 points",
    ]


def test_what_the_system_says_of_files_is_translated() -> None:
    angular = copy_context()
    angular.run(i18n.use, _Angular())
    assert angular.run(reason, OSError(errno.ENOSPC, "")) == "<No space left on device>"


async def test_tasks_and_threads_take_it_with_them() -> None:
    async def say() -> str:
        return i18n._("task")

    async def speak() -> list[str]:
        i18n.use(_Angular())
        return [await asyncio.create_task(say()), await asyncio.to_thread(i18n._, "thread"), i18n._("here")]

    assert await asyncio.create_task(speak()) == ["<task>", "<thread>", "<here>"]
    assert i18n._("here") == "here"


def test_flags_are_explained_in_the_language_of_the_moment() -> None:
    angular = copy_context()
    angular.run(i18n.use, _Angular())
    said = angular.run(CliRunner().invoke, naishi, ["--help"]).output
    assert "<Draw with ASCII characters only.>" in said
