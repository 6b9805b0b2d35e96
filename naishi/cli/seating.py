"""New games of any kind as the command line asks for them: seats, bots and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from naishi.common.i18n import _

if TYPE_CHECKING:
    from naishi.tabletop.game import Game
    from naishi.tabletop.kinds import GameKind
    from naishi.tabletop.players import Player


def new_game(
    key: str, seats: int | None, people: Sequence[str], bots: Sequence[str], options: Sequence[str], seed: str | None
) -> Game:
    """Begin a game of any kind.

    People sit first, in the order of their names, then the bots; the last bot named takes all seats that are left.

    Args:
        key: The key of the kind.
        seats: For how many players; by default as many as are named.
        people: The names of people.
        bots: The levels of bots.
        options: What the players agree on, each as `name=value`.
        seed: All chance follows from it; by default from a secret one.

    Raises:
        NaishiError: There is no such game, or it isn't for so many players.
        click.UsageError: More players are named than there are seats.
        click.BadParameter: There is no such level, option or value.
    """
    from naishi.tabletop.kinds import kind_of

    kind: GameKind = kind_of(key)
    named = len(people) + len(bots)
    seats = max(named, kind.seats[0]) if seats is None else seats
    if named > seats:
        raise click.UsageError(_("More players are named than there are seats."))
    players = [*_people(kind, people, seats - len(bots) if not bots else max(1, len(people)))]
    levels = [_level(kind, each) for each in bots]
    while levels and len(players) + len(levels) < seats:
        levels.append(levels[-1])
    for level in levels:
        players.append(_bot(level, [player.name for player in players]))
    return kind.new(players, dict(_option(kind, each) for each in options), seed or "")


def _people(kind: GameKind, names: Sequence[str], count: int) -> list[Player]:
    """Seat people: those that are named, then others without a name of their own."""
    from naishi.cli.group import the_saves
    from naishi.tabletop.players import Player, clean_name

    if not names and count == 1:  # the person who plays bots here
        names = [the_saves().last_played(kind.key).opponent]
    unnamed = (_("Player {number}").format(number=number) for number in range(len(names) + 1, count + 1))
    return [Player(name=clean_name(name)) for name in (*names, *unnamed)]


def _level(kind: GameKind, typed: str) -> Any:
    wanted, levels = typed.strip().casefold(), kind.levels()
    for level in levels:
        if wanted in {level.kind.casefold(), level.words.casefold()}:
            return level
    from naishi.common.formats import listed

    known = listed((level.words for level in levels), conjunction=False)
    raise click.BadParameter(_("choose one of these: {levels}").format(levels=known), param_hint="--bot")


def _bot(level: Any, taken: Sequence[str]) -> Player:
    """Seat a bot, under another name than those at the table."""
    from naishi.tabletop.players import Player

    name, number = level.player_name, 2
    while name in taken:
        name, number = f"{level.player_name} {number}", number + 1
    return Player(name=name, kind=level.kind)


def _option(kind: GameKind, text: str) -> tuple[str, str]:
    from naishi.common.formats import listed

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
