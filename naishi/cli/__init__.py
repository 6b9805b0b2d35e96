"""The command `naishi`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from naishi.i18n import _


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit: 0; 1 for what a person can mend; 2 for wrong usage or no terminal; 130 for ctrl-C.

    Args:
        arguments: Instead of those the program was started with.
    """
    try:
        status = _run(arguments)
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


def _run(arguments: Sequence[str] | None) -> int:
    import click

    from naishi.cli.commands import naishi

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that can't show a letter shows its code
            stream.reconfigure(errors="backslashreplace")
    try:
        return int(naishi.main(arguments, prog_name="naishi", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
    except Exception as error:
        if os.environ.get("NAISHI_DEBUG"):
            raise
        # A traceback helps nobody at the table, and could show a Hand.
        click.echo(
            _("naishi: a mistake in the program ({kind}); with NAISHI_DEBUG=1 it tells where.").format(
                kind=type(error).__name__
            ),
            err=True,
        )
        return 1
