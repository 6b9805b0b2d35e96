"""Launch of games from commands, in lines or in the app."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TextIO, TypeVar

import click

from naishi.cli.group import WRONG_USAGE, option, saves_option, the_saves
from naishi.common.i18n import N_, _, languages, listed
from naishi.settings.schema import NAMES, ON_A_SERVER_ONLY, SettingKind, flag, kinds, read_plain

if TYPE_CHECKING:
    from naishi.plain.local import Start
    from naishi.tabletop.game import Game
    from naishi.tabletop.kinds import GameKind, Level
    from naishi.tabletop.new_game import NewGame


F = TypeVar("F", bound=Callable[..., object])

_SETTINGS = "naishi.settings"


def settings_options(command: F, *, hidden: bool = True) -> F:
    """Add a flag for each setting to a command; the flags may stand before or after the command's name.

    Args:
        hidden: Whether its help leaves them to that of the program.
    """
    for add in reversed(list(_options(hidden))):
        command = add(command)
    return command


def plain_option(command: F) -> F:
    """Add the flag for line mode alone to a command that only prints."""
    return next(_options(False, {"plain"}))(command)


def given_settings() -> dict[str, Any]:
    """Return the settings given on the command line. Raises click.BadParameter: there is no such key or language."""
    given: dict[str, Any] = click.get_current_context().meta.get(_SETTINGS, {})
    for name in given.keys() & {"keys", "language"}:  # click checks the others
        from naishi.settings.check import check_all

        _good, faults = check_all({name: given[name]}, {})
        if faults:
            raise click.BadParameter(" ".join(fault.problem for fault in faults), param_hint=repr(flag(name)))
    return given


def _remember(context: click.Context, option: click.Parameter, value: Any) -> None:
    if value is None or value == () or option.name is None:
        return
    given = context.meta.setdefault(_SETTINGS, {})
    given[option.name] = given.get(option.name, {}) | dict(map(_named, value)) if isinstance(value, tuple) else value


def _named(text: str) -> tuple[str, str]:
    name, equals, key = text.partition("=")
    if not equals:
        raise click.BadParameter(_("give a command and its key, as in undo=z"))
    return name.strip(), key


def _options(hidden: bool, wanted: Collection[str] = NAMES) -> Iterator[Callable[[F], F]]:
    """A flag for each setting that is wanted: `--ascii/--no-ascii`, `--theme dark`, `--key undo=z`."""
    for name, kind in kinds().items():
        if name not in wanted or name in ON_A_SERVER_ONLY:
            continue
        yield option(
            f"{flag(name)}/{flag(name, False)}" if kind.type is bool else flag(name),
            name,
            callback=_remember,
            expose_value=False,
            default=None,
            help=kind.help,
            hidden=hidden,
            **_values(name, kind),
        )


def _values(name: str, kind: SettingKind) -> dict[str, Any]:
    if kind.values:
        return {"type": click.Choice(kind.values)}
    if name == "language":
        return {
            "shell_complete": lambda _context, _option, begun: [code for code in languages() if code.startswith(begun)]
        }
    return {"multiple": True, "metavar": "ID=KEY"} if name == "keys" else {}


_JSON = "naishi.json"


def _remember_json(context: click.Context, _option: click.Parameter, json_lines: bool) -> None:
    if json_lines:
        context.meta[_JSON] = True


json_option = option(
    "--json",
    "json_lines",
    is_flag=True,
    callback=_remember_json,
    expose_value=False,
    help=N_("Line mode for programs: one JSON object per line."),
)


def game_options(command: F) -> F:
    """Add the options of a command that opens a game: objects, the folder of saves, the settings."""
    return json_option(saves_option(settings_options(command)))


def play(
    folder: Path,
    *,
    resume: str | None = None,
    replay: str | None = None,
    game: Game | None = None,
    form: Literal["", "base", "expansion"] = "",
    learn: str = "",
    stranger: Mapping[str, Any] | None = None,
) -> None:
    """Play in line mode, or in the app if there is a terminal for it, and exit with its status.

    Args:
        folder: Where the games are saved.
        resume: The id of a game to go on with.
        replay: The id or the file of a game to replay.
        game: A new game.
        form: Which kind of new game to ask for the players of; empty for none.
        learn: The game whose lessons, or whose sample, to show; empty for none.
        stranger: How someone plays a bot whose name isn't known: instead of `game`, where a screen can ask for it.
    """
    if plays_lines():
        from naishi.plain.local import Start

        asked = {"": None, "base": (), "expansion": ("expansion",)}[form]
        run_lines(folder, Start(resume, game, asked, replay, learn=learn))
    check_terminal()
    from naishi_tui.local import run
    from naishi_tui.messages import PlayBot, Routed, ShowLessons, ShowNewGame, ShowSample

    show: Routed | None = ShowNewGame(expansion=form == "expansion") if form else None
    if learn:
        show = ShowLessons() if learn == "naishi" else ShowSample(learn)
    if stranger is not None:
        show, game = PlayBot(**stranger), None
    status = run(folder, given_settings(), resume=resume, replay=replay, game=game, show=show)
    raise click.exceptions.Exit(status)


def run_lines(folder: Path, start: Start) -> NoReturn:
    """Play in line mode, and exit with its status."""
    from naishi.plain.local import run

    raise click.exceptions.Exit(run(folder, given_settings(), start, json_lines=wants_json()))


def plays_lines() -> bool:
    return wants_json() or wants_lines(given_settings())


def wants_json() -> bool:
    """Whether a program plays, with an object a line."""
    return bool(click.get_current_context().meta.get(_JSON, False))


def check_terminal() -> None:
    """Exit with a line about it where there is no terminal for the app."""
    if not in_a_terminal():
        words = _(
            "naishi: The game needs a terminal; over SSH, use `ssh -t`. "
            "`naishi --plain`, `saves`, `show`, `score` and `rules` work without one."
        )
        click.echo(words, err=True)
        raise click.exceptions.Exit(WRONG_USAGE)


def wants_lines(flags: Mapping[str, Any]) -> bool:
    """Whether to play in line mode: as set, else where a screen can't be drawn or can't be read."""
    if (said := _said_plain(flags)) is not None:
        return said
    interactive = is_terminal(sys.stdin)
    return interactive and (os.environ.get("TERM") == "dumb" or not is_terminal(sys.stdout))


def prints_lines() -> bool:
    """Whether what a command prints is to be heard, rather than looked at."""
    return _said_plain(given_settings()) or False


def texts() -> ModuleType:
    """Return the module whose functions print: for people who look, or for those who listen."""
    return import_module("naishi.plain.printed_spoken" if prints_lines() else "naishi.plain.printed")


def _said_plain(flags: Mapping[str, Any]) -> bool | None:
    """What the settings say about line mode, or the environment; None where nothing is said."""
    layers, _unchecked = read_plain(flags)
    said = {**layers.file, **layers.environment, **layers.flags}
    if "plain" in said:
        return bool(said["plain"])
    return True if os.environ.get("ACCESSIBLE", "0") not in {"", "0"} else None


def in_a_terminal() -> bool:
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # it is closed
        return False


def new_game(
    key: str, seats: int | None, people: Sequence[str], bots: Sequence[str], options: Sequence[str], seed: str | None
) -> Game:
    """Begin a game of any kind.

    People sit first, in the order of their names, then the bots; the last bot named takes all seats that are left.

    Args:
        seats: For how many players; by default as many as are named.
        bots: Their levels.
        options: What the players agree on, each as `name=value`.
        seed: All chance follows from it; by default from a secret one.

    Raises:
        NaishiError: There is no such game, or it isn't for so many players.
        click.UsageError: More players are named than there are seats.
        click.BadParameter: There is no such level, option or value.
    """
    from naishi.tabletop.kinds import kind_of
    from naishi.tabletop.new_game import NewGame

    kind: GameKind = kind_of(key)
    named = len(people) + len(bots)
    seats = max(named, kind.seats[0]) if seats is None else seats
    if named > seats:
        raise click.UsageError(_("More players are named than there are seats."))
    new = NewGame(kind, dict(_option(kind, each) for each in options), seed or "")
    _seat_people(new, people, seats - len(bots) if not bots else max(1, len(people)))
    if bots:
        new.seat_bots([level_named(kind, each).kind for each in bots], seats)
    return _begun(new)


def _begun(new: NewGame) -> Game:
    """Begin a game; ask for what comes of each draw of its set-up that is made on a real table."""
    from naishi.tabletop.chance import ChanceError, OutcomeNeededError

    while True:
        try:
            return new.begin()
        except OutcomeNeededError as needed:
            click.echo(str(needed))
            try:
                new.outcome_seen(needed, needed.read(click.prompt(_("What fell out"))))
            except ChanceError as error:
                click.echo(str(error))


def _seat_people(new: NewGame, names: Sequence[str], count: int) -> None:
    """Seat people: those that are named, then others without a name of their own."""
    from naishi.tabletop.players import typed_name

    if not names and count == 1:  # the person who plays bots here
        names = [the_saves().last_played(new.kind.key).opponent]
    for name in names:
        new.seat_person(typed_name(name))
    for number in range(len(names) + 1, count + 1):
        new.seat_person(_("Player {number}").format(number=number))


def expansion_of(key: str) -> str:
    """Return the expansion of a kind of game, the only one that any has; empty for none."""
    from naishi.tabletop.kinds import kind_of

    rows = {row.name: row.values for row in kind_of(key).option_rows()}
    return rows["expansion"][-1][0] if "expansion" in rows else ""


def level_named(kind: GameKind, typed: str) -> Level:
    """Return the bot that a word means: a level in English or in the language of the moment, or an installed bot.

    Raises click.BadParameter: there is none.
    """
    from naishi.plain.table_answers import bot_of

    if (found := bot_of(kind, typed)) is not None:
        return found
    known = listed((level.words for level in kind.levels()), conjunction=False)
    raise click.BadParameter(_("choose one of these: {levels}").format(levels=known), param_hint="--bot")


def _option(kind: GameKind, text: str) -> tuple[str, str]:
    rows = {row.name: [value for value, _words in row.values] for row in kind.option_rows()}
    rows.setdefault("undo", ["free", "off"])
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or name not in rows:
        known = listed((f"{each}={'|'.join(values)}" for each, values in rows.items()), conjunction=False)
        raise click.BadParameter(_("choose one of these: {levels}").format(levels=known), param_hint="--option")
    if value not in rows[name]:
        known = listed(filter(None, rows[name]), conjunction=False)
        raise click.BadParameter(_("choose one of these: {levels}").format(levels=known), param_hint=f"--option {name}")
    return name, value
