"""Verification of a deal against its commitment (`naishi verify`)."""

from __future__ import annotations

import click

from naishi.cli.completion import game_ids
from naishi.cli.files import save_file
from naishi.cli.group import saves_option
from naishi.cli.help import argument, command
from naishi.common.errors import NaishiError
from naishi.common.i18n import N_, _


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
    """Check how a game was dealt."""
    from naishi.games.naishi.game.deal_proof import checked, holds, verdict
    from naishi.games.naishi.game.game import of_naishi
    from naishi.saves import read_file
    from naishi.tabletop.commitments import drawn_from

    record = of_naishi(read_file(save_file(save)).game).record
    if record.proof is None or record.deal is None:
        raise NaishiError(verdict(checked(record.deal, record.proof)))
    for line in drawn_from(record.proof, [player.name for player in record.players]):
        click.echo(line)
    if not holds(record.proof, record.deal):
        raise NaishiError(_("The cards or the seats are not those that follow from the secret and the words."))
    if record.proof.seats_drawn:
        click.echo(_("Right: the cards and the seats follow from the secret and the words."))
    else:
        click.echo(_("Right: the cards follow from the secret and the words; who goes first was settled before."))
