"""Commands for single positions: scoring and the editor."""

from __future__ import annotations

import click

from naishi.cli.flags import given_settings, plain_option, settings_options
from naishi.cli.group import saves_option, the_folder
from naishi.cli.help import argument, command, option
from naishi.cli.playing import check_terminal, in_a_terminal, json_option, plays_lines, prints_lines, wants_json
from naishi.common.i18n import N_, _


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
@plain_option
def score(territory: str, copies: tuple[str, ...], ryokan: int, as_json: bool) -> None:
    """Score a territory."""
    from naishi.games.naishi.rules.position_checks import check_cards
    from naishi.games.naishi.rules.scoring import score as scored
    from naishi.games.naishi.rules.territory import Territory

    copied = dict(map(_copy, copies))
    cards = Territory.from_text(territory)
    check_cards(cards.cards)
    sheet = scored(cards, copied, ryokan=ryokan)
    if as_json:
        click.echo(sheet.model_dump_json(indent=2))
        return
    if prints_lines():
        from naishi.plain.naishi.printed_spoken import sheet_lines
    else:
        from naishi.plain.naishi.printed import sheet_lines
    for line in sheet_lines(sheet):
        click.echo(line)


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
@json_option
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
    lines = plays_lines()
    if text and (check or not (lines or in_a_terminal())):
        click.echo(text)
        return
    if lines:
        from naishi.plain.local import Start
        from naishi.plain.local import run as run_lines

        start = Start(position=text)
        raise click.exceptions.Exit(run_lines(the_folder(), flags, start, json_lines=wants_json()))
    check_terminal()
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
