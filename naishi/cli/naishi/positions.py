"""Commands for positions, deals and recordings."""

from typing import TYPE_CHECKING, Literal

import click

from naishi.cli import playing
from naishi.cli.files import save_file
from naishi.cli.group import FloatRange, argument, command, game_ids, option, saves_option, show_lines, the_folder
from naishi.common.i18n import N_, NaishiError, _

if TYPE_CHECKING:
    from naishi_tui.games.naishi.recording import Viewpoint


@command(
    short_help=N_("Score a territory."),
    help=N_("""
    Score a territory, written as Line / Hand: five cards each, by name or letter.

      M mountain  N naishi  A advisor  S sentinel  K monk    H horseman
      O ronin     X ninja   F fort     T torii     R rice    B banner

    With the expansion, the small letter of a character is its Legend, and U umbrella lady, E old man, C cherry
    blossom lady, G little girl, P porter and W samurai are Travellers.

    Examples:
      naishi score "fort sentinel advisor banner rice / fort mountain naishi rice rice"
      naishi score "FSABR / FMNRR" --json
      naishi score "FXABR / FMNRR" --copy L2=advisor
      naishi score "nFRsB / MTAXh" --copy H4=advisor --ryokan 7
    """),
)
@argument("territory", metavar='"LINE / HAND"')
@option(
    "--copy",
    "copies",
    metavar="H3=advisor",
    multiple=True,
    help=N_("What a ninja copies; repeat it for a second ninja."),
)
@option(
    "--ryokan", type=int, default=0, metavar="4|7", help=N_("The points of the Ryokan beside it, in the expansion.")
)
@option("--json", "as_json", is_flag=True, help=N_("Print the whole score sheet as JSON."))
@playing.plain_option
def score(territory: str, copies: tuple[str, ...], ryokan: int, as_json: bool) -> None:
    from naishi.games.naishi.rules.cards import Territory
    from naishi.games.naishi.rules.notation import check_cards
    from naishi.games.naishi.rules.scoring import score as scored

    copied = dict(map(_copy, copies))
    cards = Territory.from_text(territory)
    check_cards(cards.cards)
    sheet = scored(cards, copied, ryokan=ryokan)
    if as_json:
        click.echo(sheet.model_dump_json(indent=2))
        return
    if playing.prints_lines():
        from naishi.plain.naishi.printed_spoken import sheet_lines
    else:
        from naishi.plain.naishi.printed import sheet_lines
    show_lines(sheet_lines(sheet))


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
@playing.game_options
def edit(position: tuple[str, ...], check: bool) -> None:
    from naishi.games.naishi.rules.position import Position

    if unknown := next((word for word in position if word.startswith("--")), ""):
        raise click.NoSuchOption(unknown)
    text = " ".join(position)
    if text:
        text = Position.from_text(text).to_text()
    elif check:
        raise click.UsageError(_("Which position? Give its text."))
    flags, lines = playing.given_settings(), playing.plays_lines()
    if text and (check or not (lines or playing.in_a_terminal())):
        click.echo(text)
        return
    if lines:
        from naishi.plain.local import Start

        playing.run_lines(the_folder(), Start(position=text))
    playing.check_terminal()
    from naishi_tui.local import run
    from naishi_tui.messages import ShowEditor

    raise click.exceptions.Exit(run(the_folder(), flags, show=ShowEditor(text)))


def _copy(text: str) -> tuple[str, str]:
    from naishi.games.naishi.rules.cards import BY_LETTER, Card
    from naishi.plain.naishi.parsing import find_card, find_place

    cell, equals, card = text.partition("=")
    if not equals:
        raise click.BadParameter(_("say which ninja copies what, as in H3=advisor"), param_hint="--copy")
    known = card.strip().casefold() in {*map(str, Card), *(letter.casefold() for letter in BY_LETTER)}
    place = find_place(cell.split())
    return str(place) if place is not None else cell.strip().upper(), card.strip() if known else str(find_card(card))


@command(
    short_help=N_("Check that a game on a server was dealt fairly."),
    help=N_("""
    Check that a game from a server was dealt from the secret that the server had committed to, and from the players'
    own words. The exit status is 1 if it wasn't.

    The commitment has to be the one that was shown before anyone gave a word.

    SAVE is the ID of a saved game (the first few letters will do) or a file.

    Example:
      naishi verify our-game.naishi.json
    """),
)
@argument("save", shell_complete=game_ids)
@saves_option
def verify(save: str) -> None:
    from naishi.games.naishi.game.game import of_naishi
    from naishi.games.naishi.game.record import checked, holds, verdict
    from naishi.saves import read_file
    from naishi.tabletop.chance import drawn_from

    record = of_naishi(read_file(save_file(save)).game).record
    if record.proof is None or record.deal is None:
        raise NaishiError(verdict(checked(record.deal, record.proof)))
    show_lines(drawn_from(record.proof, [player.name for player in record.players]))
    if not holds(record.proof, record.deal):
        raise NaishiError(_("The cards or the seats are not those that follow from the secret and the words."))
    if record.proof.seats_drawn:
        click.echo(_("Right: the cards and the seats follow from the secret and the words."))
    else:
        click.echo(_("Right: the cards follow from the secret and the words; who goes first was settled before."))


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
    "--size", metavar="80x24", callback=_size, default="80x24", help=N_("How large the terminal is: columns and rows.")
)
@option(
    "--view",
    type=click.Choice(["public", "first", "second", "both"]),
    help=N_("Whose Hand to show: nobody's, that of one player, or both.  [default: the first player's]"),
)
@option(
    "--seconds", type=FloatRange(0.05, 60), default=1.5, show_default=True, help=N_("How many seconds an action takes.")
)
@option("--v3", is_flag=True, help=N_("Write version 3 of the format; older players read only version 2."))
@saves_option
@playing.settings_options
def record(save: str, size: tuple[int, int], view: "Viewpoint | None", seconds: float, v3: bool) -> None:
    import asyncio

    from naishi.games.naishi.game.game import of_naishi
    from naishi.saves import read_file
    from naishi.settings.check import load
    from naishi_tui.games.naishi.recording import record as play
    from naishi_tui.recording import Event, header, line

    game, settings = of_naishi(read_file(save_file(save)).game), load(playing.given_settings()).effective
    version: Literal[2, 3] = 3 if v3 else 2
    events: list[Event] = []
    asyncio.run(play(game, settings, size, seconds, events.append, view))
    click.echo(header(size, " – ".join(player.name for player in game.players), version).encode())
    before = [0.0, *(event.at for event in events)]
    for event, earlier in zip(events, before, strict=False):
        click.echo(line(event, earlier, version).encode())  # in UTF-8, whatever the terminal writes
