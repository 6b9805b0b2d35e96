"""The commands. What they need is imported when they run, so that `naishi --help` answers at once."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from naishi.cli.arena import arena
from naishi.cli.files import check, export, import_, restore, saves_, show
from naishi.cli.flags import given_settings, settings_options
from naishi.cli.group import Commands, saves_option, the_folder, the_saves
from naishi.cli.train import train
from naishi.errors import SaveNotFoundError
from naishi.i18n import _
from naishi.version import __version__

WRONG_USAGE = 2

_EXAMPLES = """
\b
Examples:
  naishi                          open the game: start, continue, load
  naishi new --names Aiko Bruno   start a game at once
  naishi resume                   continue the game played last
  naishi show k4m                 look at a saved game without opening it
  naishi score "FSABR / FMNRR"    score a territory
  naishi rules                    read the rules

Each command has its own help: naishi COMMAND --help
"""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=_("Naishi, the two-player card game of the Japanese court, in the terminal."),
    epilog=_(_EXAMPLES),
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@saves_option
@settings_options
@click.pass_context
def naishi(context: click.Context) -> None:
    """Open the app, where no command is given."""
    if context.invoked_subcommand is None:
        _open_app(the_folder())


@naishi.command(
    short_help=_("Start a new game."),
    help=_("""
    Start a new game.

    \b
    Examples:
      naishi new
      naishi new --names Aiko Bruno
      naishi new --seed 7              the same cards each time
    """),
)
@click.option("--seed", help=_("Decides the cards: the same seed deals the same cards. Any number or word."))
@click.option("--names", nargs=2, metavar="A B", help=_("The two players; A begins."))
@saves_option
@settings_options
def new(seed: str | None, names: tuple[str, str] | None) -> None:
    """Start a new game."""
    if names is not None:
        from naishi.game.record import clean_name

        names = clean_name(names[0]), clean_name(names[1])
    _open_app(the_folder(), new=True, names=names, seed=seed)


@naishi.command(
    short_help=_("Continue a saved game."),
    help=_("""
    Continue a saved game: the one played last, or the one with this ID (its first letters are enough).

    \b
    Examples:
      naishi resume
      naishi resume k4m
    """),
)
@click.argument("save_id", metavar="[ID]", required=False)
@saves_option
@settings_options
def resume(save_id: str | None) -> None:
    """Continue a saved game."""
    saves = the_saves()
    if save_id is None:
        latest = saves.latest()
        if latest is None:
            raise SaveNotFoundError(_("There is no unfinished game; `naishi new` starts one."))
        save_id = latest.id
    save_id = saves.find(save_id)
    saves.load(save_id)  # what is wrong with it is told before a screen opens
    _open_app(saves.folder, resume=save_id)


@naishi.command(
    short_help=_("Score a territory."),
    help=_("""
    Score a territory: Line / Hand, five cards each, by name or letter.

    \b
    M mountain  N naishi  A advisor  S sentinel  K monk    H horseman
    O ronin     X ninja   F fort     T torii     R rice    B banner

    \b
    Examples:
      naishi score "fort sentinel advisor banner rice / fort mountain naishi rice rice"
      naishi score "FSABR / FMNRR" --json
      naishi score "FXABR / FMNRR" --copy L2=advisor
    """),
)
@click.argument("territory", metavar='"LINE / HAND"')
@click.option("--copy", "copies", metavar="H3=advisor", multiple=True, help=_("What a ninja copies; once for each."))
@click.option("--json", "as_json", is_flag=True, help=_("Print the whole score sheet as JSON."))
def score(territory: str, copies: tuple[str, ...], as_json: bool) -> None:
    """Score a territory."""
    from naishi.cli.texts import sheet_lines
    from naishi.rules.scoring import score as scored

    sheet = scored(territory, dict(map(_copy, copies)))
    if as_json:
        click.echo(sheet.model_dump_json(indent=2))
        return
    for line in sheet_lines(sheet):
        click.echo(line)


@naishi.command(help=_("Print the rules."))
def rules() -> None:
    """Print the rules."""
    from naishi.cli.texts import rules_lines

    for line in rules_lines():
        click.echo(line)


for _command in (arena, check, export, import_, restore, saves_, show, train):
    naishi.add_command(_command)


def _copy(text: str) -> tuple[str, str]:
    cell, equals, card = text.partition("=")
    if not equals:
        raise click.BadParameter(_("say which ninja copies what, such as H3=advisor"), param_hint="--copy")
    return cell.strip().upper(), card.strip()


def _open_app(
    folder: Path,
    *,
    resume: str | None = None,
    new: bool = False,
    names: tuple[str, str] | None = None,
    seed: str | None = None,
) -> None:
    """Open the app, if there is a terminal to open it in; what it returns is the exit status."""
    if not _terminal():
        click.echo(
            _(
                "naishi: the game needs a terminal; over SSH, use `ssh -t`. "
                "`naishi saves`, `show`, `score` and `rules` work without one."
            ),
            err=True,
        )
        raise click.exceptions.Exit(WRONG_USAGE)
    from naishi_tui.local import run

    raise click.exceptions.Exit(run(folder, given_settings(), resume=resume, new=new, names=names, seed=seed))


def _terminal() -> bool:
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):  # closed, or none at all
        return False
