"""The command `naishi record`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from naishi.cli.completion import game_ids
from naishi.cli.files import save_file
from naishi.cli.flags import given_settings, settings_options
from naishi.cli.group import saves_option
from naishi.cli.help import FloatRange, argument, command, option
from naishi.common.i18n import N_, _

if TYPE_CHECKING:
    from naishi_tui.games.naishi.recording import Viewpoint

SMALLEST, LARGEST = (60, 20), (400, 150)
"""Columns and rows of a terminal that can be recorded."""


def _size(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, int]:
    """Read columns and rows, such as 80x24."""
    columns, _x, rows = text.lower().partition("x")
    size = (int(columns), int(rows)) if columns.isdecimal() and rows.isdecimal() and len(text) < 10 else (0, 0)
    if not all(least <= of <= most for least, of, most in zip(SMALLEST, size, LARGEST, strict=True)):
        words = _("give a size from {smallest} to {largest}, such as 80x24")
        raise click.BadParameter(words.format(smallest="60x20", largest="400x150"))
    return size


@command(
    short_help=N_("Write a saved game as a recording of a terminal."),
    help=N_("""
    Write a saved game to standard output as a recording of a terminal, for asciinema and its player on web pages. It
    shows what a player sees, action by action, and at the end the score; every setting is a flag here, such as --theme,
    --language, --ascii and --no-hints.

    SAVE is the ID of a saved game (the first few letters will do) or a file. A game that isn't over is recorded as
    everyone at the table sees it, without Hands.

    Examples:
      naishi record k4m > game.cast; asciinema play game.cast
      naishi record game.json --size 120x36 --theme light > rulebook.cast
      naishi record k4m --view both --seconds 0.5 --v3 > game.cast
    """),
)
@argument("save", shell_complete=game_ids)
@option(
    "--size",
    metavar="80x24",
    callback=_size,
    default="80x24",
    help=N_("How large the terminal is: columns and rows."),
)
@option(
    "--view",
    type=click.Choice(["public", "first", "second", "both"]),
    help=N_("Whose Hand to show: nobody's, that of one player, or both.  [default: the first player's]"),
)
@option(
    "--seconds",
    type=FloatRange(0.05, 60),
    default=1.5,
    show_default=True,
    help=N_("How many seconds an action takes."),
)
@option("--v3", is_flag=True, help=N_("Write version 3 of the format; older players read only version 2."))
@saves_option
@settings_options
def record(save: str, size: tuple[int, int], view: Viewpoint | None, seconds: float, v3: bool) -> None:
    """Write a saved game as a recording of a terminal."""
    import asyncio

    from naishi.games.naishi.game.game import of_naishi
    from naishi.saves import read_file
    from naishi.settings.check import load
    from naishi_tui.games.naishi.recording import record as play
    from naishi_tui.recording.asciicast import Event, header, line

    game, settings = of_naishi(read_file(save_file(save)).game), load(given_settings()).effective
    version: Literal[2, 3] = 3 if v3 else 2
    events: list[Event] = []
    asyncio.run(play(game, settings, size, seconds, events.append, view))
    click.echo(header(size, " – ".join(player.name for player in game.players), version).encode())
    before = [0.0, *(event.at for event in events)]
    for event, earlier in zip(events, before, strict=False):
        click.echo(line(event, earlier, version).encode())  # in UTF-8, whatever the terminal writes
