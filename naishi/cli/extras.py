"""Optional dependencies of single commands."""

from __future__ import annotations

from importlib.util import find_spec

import click

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.common.paths import install


def require(package: str, *extras: str) -> None:
    """Make sure that a package is installed that only those need who play each other from several terminals.

    Args:
        package: Its name.
        extras: What brings it, beside what every server needs.

    Raises:
        NaishiError: They aren't; the text says what installs them.
    """
    try:
        found = find_spec(package)  # nothing is imported: networkx takes 0.3 s, and few servers ever need it
    except ValueError:
        found = None
    if found is None:
        raise NaishiError(
            _("{command} needs more packages; this installs them: {line}").format(
                command=click.get_current_context().command_path, line=install("server", *extras)
            )
        )
