"""The command `naishi stats`."""

from __future__ import annotations

import click

from naishi.cli.flags import plain_option
from naishi.cli.group import saves_option, the_folder
from naishi.cli.lazy_help import command, option
from naishi.cli.playing import prints_lines
from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _


@command(
    short_help=N_("Show how you have done in all finished games."),
    help=N_("""
    Show the statistics of a player, from all finished games in the folder of saves: games and wins by opponent and
    seat, points, points by type of card against the opponents', and accuracy where games were analysed.

    Examples:
      naishi stats
      naishi stats --name Aiko
      naishi stats --json
    """),
)
@option("--name", metavar="NAME", help=N_("Whose statistics.  [default: whoever has finished the most games]"))
@option("--json", "as_json", is_flag=True, help=N_("Print everything as JSON."))
@plain_option
@saves_option
def stats(name: str | None, as_json: bool) -> None:
    """Show how a player has done."""
    from naishi.games.naishi.analysis.overview import overview, summary, tables
    from naishi.plain.printed import columns
    from naishi.plain.printed_spoken import statistics_lines

    everybody = overview(the_folder())
    if not everybody:
        raise NaishiError(_("No one has finished a game in {folder} yet.").format(folder=the_folder()))
    found = next((each for each in everybody if name in {None, each.name}), None)
    if found is None:
        raise NaishiError(_("{name} hasn't finished a game in {folder} yet.").format(name=name, folder=the_folder()))
    if as_json:
        click.echo(found.model_dump_json(indent=1))
        return
    if prints_lines():
        for line in statistics_lines(the_folder(), found.name):
            click.echo(line)
        return
    click.echo(summary(found))
    for table in tables(found):
        click.echo()
        for line in columns([table.head, *table.rows]):
            click.echo(line)
