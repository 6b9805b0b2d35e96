"""The command `naishi`, with almost no imports before Ctrl+C is handled."""

import sys

try:
    from naishi.cli.program import Interrupts
except KeyboardInterrupt:
    sys.exit(130)

TYPE_CHECKING = False  # type checkers take it for true; `typing` takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn


def main(arguments: "Sequence[str] | None" = None) -> "NoReturn":
    """Run the command and exit: 0; 1 for an error a person can fix; 2 for wrong usage or no terminal; 130 for Ctrl+C.

    Args:
        arguments: By default, those that the program was started with.
    """
    interrupts = Interrupts()
    from naishi.cli.program import run

    status = run(arguments, interrupts)
    interrupts.ignore()
    sys.exit(status)
