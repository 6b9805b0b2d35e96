"""Commands of `naishi`, which import what they need when run."""

from functools import partial
from importlib import import_module

import click

from naishi.cli import group, playing
from naishi.cli.arena import arena
from naishi.cli.files import check, export, import_, reading_progress, restore, save_file, saves_, show
from naishi.cli.group import argument, game_ids, option, the_folder, the_saves
from naishi.cli.serve import host, join, serve
from naishi.common.i18n import N_, SaveNotFoundError, _
from naishi.common.version import __version__

NAISHI = "naishi"
"""The game that is played where the command line names none."""

_EXAMPLES = N_("""
Examples:
  naishi                          open the game: start, continue or load
  naishi learn                    learn the game in ten minutes
  naishi new --names Aiko Bruno   start a game at once
  naishi new --bot beginner       play a bot
  naishi new --game ninjato       start a game of Ninjato; --game shogun, of Shogun
  naishi resume                   continue the game played last
  naishi show k4m                 look at a saved game without opening it
  naishi score "FSABR / FMNRR"    score a territory
  naishi rules                    read the rules

Each command has its own help: naishi COMMAND --help
""")


@click.group(
    cls=group.Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=N_("Naishi, Ninjato and Shogun, board games of feudal Japan, in the terminal."),
    epilog=_EXAMPLES,
)
@click.version_option(
    __version__, message="%(prog)s %(version)s", cls=group.Option, help=N_("Show the version and exit.")
)
@playing.json_option
@group.saves_option
@partial(playing.settings_options, hidden=False)
@click.pass_context
def naishi(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        playing.play(the_folder())


@naishi.command(
    short_help=N_("Start a new game."),
    help=N_("""
    Start a new game.

    Examples:
      naishi new
      naishi new --names Aiko Bruno
      naishi new --bot strong --first
      naishi new --seed 7              the same cards each time
      naishi new --names Aiko Bruno --expansion
      naishi new --game shogun --players 4 --player Aiko --bot beginner
    """),
)
@option("--game", "key", metavar="NAME", default=NAISHI, help=N_("Which game to play.  [default: naishi]"))
@option("--players", "seats", type=group.IntRange(1), metavar="COUNT", help=N_("How many players."))
@option("--player", "people", multiple=True, metavar="NAME", help=N_("The name of a person; repeat it for the next."))
@option("--seed", help=N_("Deal code: any number or word; the same code deals the same cards."))
@option(
    "--names", nargs=2, metavar="A B", help=N_("The players' names; A goes first. With --bot, yours and the bot's.")
)
@option(
    "--bot",
    "bots",
    multiple=True,
    metavar="LEVEL",
    shell_complete=group.bot_names,
    help=N_(
        "Play a bot: beginner, apprentice, improver, intermediate, strong or master. With more than two players, "
        "repeat it for the next."
    ),
)
@option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help=N_("What the players agree on, such as undo=off.")
)
@option("--first", is_flag=True, help=N_("Go first against the bot; by default, who starts is random."))
@option("--expansion", is_flag=True, help=N_("Play with the expansion Legends & Travellers."))
@playing.game_options
def new(  # noqa: PLR0913, PLR0917 - an option each
    key: str,
    seats: int | None,
    people: tuple[str, ...],
    seed: str | None,
    names: tuple[str, str] | None,
    bots: tuple[str, ...],
    options: tuple[str, ...],
    first: bool,
    expansion: bool,
) -> None:
    if key != NAISHI or seats or people or options:
        if first or expansion:
            raise click.UsageError(_("--first and --expansion are only for two players of Naishi, without --player."))
        playing.play(the_folder(), game=playing.new_game(key, seats, (*(names or ()), *people), bots, options, seed))
        return
    if len(bots) > 1:
        raise click.UsageError(_("More players are named than there are seats."))
    if first and not bots:
        raise click.UsageError(_("--first needs --bot; with --names, the first player named starts."))
    if not bots and names is None:
        playing.play(the_folder(), form="expansion" if expansion else "base")
        return
    from naishi.tabletop.kinds import kind_of
    from naishi.tabletop.new_game import NewGame
    from naishi.tabletop.players import typed_name

    kind = kind_of(NAISHI)
    dealt = NewGame(kind, {"expansion": playing.expansion_of(NAISHI)} if expansion else {}, seed or "")
    stranger: dict[str, object] | None = None
    if bots:
        last, level = the_saves().last_played(), playing.level_named(kind, bots[0]).kind
        name, bot_name = names or ("", "")
        last.seat_against_bots(dealt, [level], person_first=first, name=name, bot_name=bot_name)
        if names is None and not last.people:
            stranger = {"level": level, "options": dealt.options, "seed": seed, "person_first": first}
    else:
        for name in names or ():
            dealt.seat_person(typed_name(name))
    playing.play(the_folder(), game=dealt.begin(), stranger=stranger)


@naishi.command(
    short_help=N_("Continue a saved game."),
    help=N_("""
    Continue the game played last, or the one with this ID (the first few letters will do).

    Examples:
      naishi resume
      naishi resume k4m
    """),
)
@argument("save_id", metavar="[ID]", required=False, shell_complete=game_ids)
@playing.game_options
def resume(save_id: str | None) -> None:
    saves = the_saves()
    if save_id is None:
        if (latest := saves.latest(reading_progress())) is None:
            raise SaveNotFoundError(_("You have no unfinished game; `naishi new` starts one."))
        save_id = latest.id
    save_id = saves.find(save_id)
    saves.load(save_id)  # reports a damaged file before a screen opens
    playing.play(saves.folder, resume=save_id)


@naishi.command(
    short_help=N_("Replay a saved game, action by action."),
    help=N_("""
    Step through a saved game, back and forth or at a set pace, as either player or as everyone saw it, and play on
    from any point. An unfinished game shows only what the player at the keyboard may know.

    SAVE is the ID of a saved game (the first few letters will do) or a file.

    Examples:
      naishi replay k4m
      naishi replay ./k4m2xq.naishi.json
    """),
)
@argument("save", shell_complete=game_ids)
@playing.game_options
def replay(save: str) -> None:
    file = save_file(save)
    playing.play(the_folder(), replay=str(file) if file.parent != the_folder() else save)


@naishi.command(
    short_help=N_("Learn the game in ten minutes, and solve puzzles."),
    help=N_("""
    Learn the game in eight short lessons, and solve puzzles from games between bots.

    Of another game, step through a part of it with comments.

    Examples:
      naishi learn
      naishi learn --game ninjato
    """),
)
@option("--game", "key", metavar="NAME", default=NAISHI, help=N_("Which game to learn.  [default: naishi]"))
@playing.game_options
def learn(key: str) -> None:
    if key != NAISHI:
        from naishi.tabletop.kinds import sample_of

        sample_of(key)  # refused before a screen opens
    playing.play(the_folder(), learn=key)


@naishi.command(
    short_help=N_("Print the rules."),
    help=N_("""
    Print the rules of a game.

    Examples:
      naishi rules
      naishi rules --game shogun
    """),
)
@option("--game", "key", metavar="NAME", default=NAISHI, help=N_("Of which game.  [default: naishi]"))
@playing.plain_option
def rules(key: str) -> None:
    from naishi.tabletop.kinds import kind_of

    group.show_lines(playing.texts().rules_lines(kind_of(key).rules()))


_OTHERS = (arena, check, group.completion, export, host, import_, join, restore, saves_, serve, show)
_OF_GAMES = ("naishi.cli.naishi",)
"""The packages of the commands that only one game has."""
for _command in (*_OTHERS, *(each for _package in _OF_GAMES for each in import_module(_package).COMMANDS)):
    naishi.add_command(_command)
