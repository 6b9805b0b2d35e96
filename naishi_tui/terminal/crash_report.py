"""Crash reports, without any cards."""

import platform
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime

from textual import __version__ as textual_version

from naishi.common import files
from naishi.common.i18n import _
from naishi.common.paths import state_folder
from naishi.common.version import __version__


def report(error: BaseException) -> str:
    """Write a report of an internal error, without variables and messages, which may contain cards.

    Returns a line for the person at the terminal.
    """
    kind = type(error).__name__
    now = datetime.now(UTC)
    path = state_folder() / f"mistake-{now:%Y%m%d-%H%M%S}.txt"
    versions = f"naishi {__version__}, textual {textual_version}, Python {platform.python_version()}, {sys.platform}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, "\n".join([versions, f"{now:%Y-%m-%d %H:%M:%S} UTC", *_trace(error), ""]).encode())
    except OSError:
        return _("Internal error ({kind}); the game can be resumed.").format(kind=kind)
    words = _("Internal error ({kind}); the game can be resumed. The report, without any cards, is in {path}")
    return words.format(kind=kind, path=path)


def _trace(error: BaseException | None) -> Iterator[str]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield ""
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame, line in traceback.walk_tb(error.__traceback__):
            yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_qualname}"
        error = error.__cause__ or error.__context__
