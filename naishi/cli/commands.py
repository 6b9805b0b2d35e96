"""The commands. What they need is imported when they run, so that `naishi --help` answers at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from naishi.cli.analysing import analyse
from naishi.cli.arena import arena
from naishi.cli.completion import completion, game_ids
from naishi.cli.files import check, export, import_, restore, save_file, saves_, show, show_file
from naishi.cli.flags import given_settings, settings_options
from naishi.cli.group import Commands, saves_option, the_folder, the_saves
from naishi.cli.late import Option, option
from naishi.cli.serve import serve
from naishi.cli.statistics import stats
from naishi.cli.train import train
from naishi.errors import SaveNotFoundError
from naishi.i18n import N_, _
from naishi.version import __version__

if TYPE_CHECKING:
    from naishi.game.record import Player

WRONG_USAGE = 2

_EXAMPLES = N_("""
Examples:
  naishi                          open the game: start, continue or load
  naishi learn                    learn the game in ten minutes
  naishi new --names Aiko Bruno   start a game at once
  naishi new --bot beginner       play a bot
  naishi resume                   continue the game played last
  naishi show k4m                 look at a saved game without opening it
  naishi score "FSABR / FMNRR"    score a territory
  naishi rules                    read the rules

Each command has its own help: naishi COMMAND --help
""")

_JSON = "naishi.json"


def _remember_json(context: click.Context, _option: click.Parameter, json_lines: bool) -> None:
    if json_lines:
        context.meta[_JSON] = True


_json_option = option(
    "--json",
    "json_lines",
    is_flag=True,
    callback=_remember_json,
    expose_value=False,
    help=N_("Line mode for programs: one JSON object per line."),
)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=N_("Naishi, a two-player card game of the Japanese imperial court, in the terminal."),
    epilog=_EXAMPLES,
)
@click.version_option(__version__, message="%(prog)s %(version)s", cls=Option, help=N_("Show the version and exit."))
@_json_option
@saves_option
@settings_options
@click.pass_context
def naishi(context: click.Context) -> None:
    """Open the app if no command is given."""
    if context.invoked_subcommand is None:
        _play(the_folder())


@naishi.command(
    short_help=N_("Start a new game."),
    help=N_("""
    Start a new game.

    Examples:
      naishi new
      naishi new --names Aiko Bruno
      naishi new --bot strong --first
      naishi new --seed 7              the same cards each time
    """),
)
@option("--seed", help=N_("Any number or word; the same seed deals the same cards."))
@option("--names", nargs=2, metavar="A B", help=N_("The players' names; A goes first."))
@option("--bot", metavar="LEVEL", help=N_("Play a bot: beginner, intermediate, strong or master."))
@option("--first", is_flag=True, help=N_("Go first against the bot; by default, who starts is random."))
@_json_option
@saves_option
@settings_options
def new(seed: str | None, names: tuple[str, str] | None, bot: str | None, first: bool) -> None:
    """Start a new game."""
    players: tuple[Player, Player] | None = None
    if bot is not None:
        if names is not None:
            raise click.UsageError(_("Use either --names or --bot, not both."))
        players = _against_bot(bot, first)
    elif first:
        raise click.UsageError(_("--first needs --bot; with --names, the first player named starts."))
    elif names is not None:
        from naishi.game.record import Player, clean_name

        players = Player(name=clean_name(names[0])), Player(name=clean_name(names[1]))
    _play(the_folder(), players=players, seed=seed, form=players is None)


@naishi.command(
    short_help=N_("Continue a saved game."),
    help=N_("""
    Continue the game played last, or the one with this ID (the first few letters will do).

    Examples:
      naishi resume
      naishi resume k4m
    """),
)
@click.argument("save_id", metavar="[ID]", required=False, shell_complete=game_ids)
@_json_option
@saves_option
@settings_options
def resume(save_id: str | None) -> None:
    """Continue a saved game."""
    saves = the_saves()
    if save_id is None:
        latest = saves.latest()
        if latest is None:
            raise SaveNotFoundError(_("You have no unfinished game; `naishi new` starts one."))
        save_id = latest.id
    save_id = saves.find(save_id)
    saves.load(save_id)  # reports a damaged file before a screen opens
    _play(saves.folder, resume=save_id)


@naishi.command(
    short_help=N_("Replay a saved game, action by action."),
    help=N_("""
    Step through a saved game, back and forth or at a set pace, as either player or as everyone saw it, and play on
    from any point. An unfinished game shows only what the player at the keyboard may know. Line mode prints the log.

    SAVE is the ID of a saved game (the first few letters will do) or a file.

    Examples:
      naishi replay k4m
      naishi replay ./k4m2xq.naishi.json
    """),
)
@click.argument("save", shell_complete=game_ids)
@saves_option
@settings_options
def replay(save: str) -> None:
    """Replay a saved game."""
    file = save_file(save)
    if _wants_lines(given_settings()):
        show_file(file)
    else:
        _play(the_folder(), replay=str(file) if file.parent != the_folder() else save)


@naishi.command(
    short_help=N_("Learn the game in ten minutes, and solve puzzles."),
    help=N_("""
    Learn the game in eight short lessons, and solve puzzles from games between bots.

    Example:
      naishi learn
    """),
)
@_json_option
@saves_option
@settings_options
def learn() -> None:
    """Show the lessons and the puzzles."""
    _play(the_folder(), learn=True)


@naishi.command(
    short_help=N_("Score a territory."),
    help=N_("""
    Score a territory, written as Line / Hand: five cards each, by name or letter.

      M mountain  N naishi  A advisor  S sentinel  K monk    H horseman
      O ronin     X ninja   F fort     T torii     R rice    B banner

    Examples:
      naishi score "fort sentinel advisor banner rice / fort mountain naishi rice rice"
      naishi score "FSABR / FMNRR" --json
      naishi score "FXABR / FMNRR" --copy L2=advisor
    """),
)
@click.argument("territory", metavar='"LINE / HAND"')
@option(
    "--copy",
    "copies",
    metavar="H3=advisor",
    multiple=True,
    help=N_("What a ninja copies; repeat it for a second ninja."),
)
@option("--json", "as_json", is_flag=True, help=N_("Print the whole score sheet as JSON."))
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


@naishi.command(help=N_("Print the rules."))
def rules() -> None:
    """Print the rules."""
    from naishi.cli.texts import rules_lines

    for line in rules_lines():
        click.echo(line)


for _command in (analyse, arena, check, completion, export, import_, restore, saves_, serve, show, stats, train):
    naishi.add_command(_command)


def _against_bot(level: str, first: bool) -> tuple[Player, Player]:
    from naishi.text.bot_names import levels
    from naishi.text.formats import listed

    kinds = [kind for kind, _words in levels()]
    if level not in kinds:
        known = listed(kinds, conjunction=False)
        raise click.BadParameter(_("choose one of these: {levels}").format(levels=known), param_hint="--bot")
    return the_saves().last_played().against_bot(level, person_first=first or None)


def _copy(text: str) -> tuple[str, str]:
    cell, equals, card = text.partition("=")
    if not equals:
        raise click.BadParameter(_("say which ninja copies what, as in H3=advisor"), param_hint="--copy")
    return cell.strip().upper(), card.strip()


def _play(
    folder: Path,
    *,
    resume: str | None = None,
    replay: str | None = None,
    players: tuple[Player, Player] | None = None,
    seed: str | None = None,
    form: bool = False,
    learn: bool = False,
) -> None:
    """Play in line mode, or in the app if there is a terminal for it, and exit with its status."""
    flags, json_lines = given_settings(), click.get_current_context().meta.get(_JSON, False)
    if json_lines or _wants_lines(flags):
        from naishi.plain.local import run as run_lines

        code = run_lines(folder, flags, resume=resume, players=players, seed=seed, json_lines=json_lines, learn=learn)
        raise click.exceptions.Exit(code)
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        click.echo(
            _(
                "naishi: The game needs a terminal; over SSH, use `ssh -t`. "
                "`naishi --plain`, `saves`, `show`, `score` and `rules` work without one."
            ),
            err=True,
        )
        raise click.exceptions.Exit(WRONG_USAGE)
    from naishi_tui.local import run
    from naishi_tui.messages import ShowLessons, ShowNewGame

    show = ShowLessons() if learn else ShowNewGame() if form else None
    raise click.exceptions.Exit(run(folder, flags, resume=resume, replay=replay, players=players, seed=seed, show=show))


def _wants_lines(flags: Mapping[str, Any]) -> bool:
    """Whether to play in line mode: as set, else where a screen can't be drawn or can't be read."""
    from naishi.settings.layers import read_plain

    layers, _unchecked = read_plain(flags)
    said = {**layers.file, **layers.environment, **layers.flags}
    if "plain" in said:
        return bool(said["plain"])
    if os.environ.get("ACCESSIBLE", "0") not in {"", "0"}:
        return True
    interactive = _is_terminal(sys.stdin)
    return interactive and (os.environ.get("TERM") == "dumb" or not _is_terminal(sys.stdout))


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False
