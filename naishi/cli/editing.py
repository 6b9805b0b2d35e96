"""The command `naishi edit`."""

from __future__ import annotations

import click

from naishi.cli.flags import given_settings, settings_options
from naishi.cli.group import saves_option, the_folder
from naishi.cli.lazy_help import argument, command, option
from naishi.cli.playing import check_terminal, in_a_terminal, wants_lines
from naishi.common.i18n import N_, _


@command(
    short_help=N_("Set up a position; play or analyse from it."),
    help=N_("""
    Set up any position on the board, play it against a bot or another person, or see its best actions with the chances
    to win. Without POSITION, begins with a new deal. The position text is printed at the end.

    POSITION is a position text: River, both territories, court, turn, what was done in it, last turn, discards; with
    the expansion, a ninth field says who has the Ryokan: - for nobody, else the seat and the side, as in 04. Without
    a terminal, or with --check, the text is only checked and printed.

    Examples:
      naishi edit
      naishi edit FTR/SM/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - -
      naishi edit FTR/Sn/X/-/O MMMMM/MMNMA MMMMM/SMMTM 000:000 0 - - - 17
      naishi edit --check "$POSITION" && echo fine
    """),
    context_settings={"ignore_unknown_options": True},  # a position whose first pile is empty begins with a hyphen
)
@argument("position", nargs=-1)
@option("--check", is_flag=True, help=N_("Check the position and print it; open nothing."))
@saves_option
@settings_options
def edit(position: tuple[str, ...], check: bool) -> None:
    """Set up a position."""
    from naishi.games.naishi.rules.position import Position

    if unknown := next((word for word in position if word.startswith("--")), ""):
        raise click.NoSuchOption(unknown)
    text = " ".join(position)
    if text:
        text = Position.from_text(text).to_text()
    elif check:
        raise click.UsageError(_("Which position? Give its text."))
    flags = given_settings()
    lines = wants_lines(flags)
    if text and (check or not (lines or in_a_terminal())):
        click.echo(text)
        return
    if lines:
        from naishi.plain.local import Start
        from naishi.plain.local import run as run_lines

        raise click.exceptions.Exit(run_lines(the_folder(), flags, Start(position=text)))
    check_terminal()
    from naishi_tui.local import run
    from naishi_tui.messages import ShowEditor

    raise click.exceptions.Exit(run(the_folder(), flags, show=ShowEditor(text)))
