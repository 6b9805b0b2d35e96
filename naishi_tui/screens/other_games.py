"""Other games at home: bots, names, seats."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from naishi.common.i18n import _
from naishi.tabletop.kinds import Level, kind_of
from naishi.tabletop.players import NAME_LENGTH, Player, clean_name


class OtherGame:
    """What home says of a kind of game beside its name."""

    def __init__(self, key: str) -> None:
        self.kind = kind_of(key)

    def subtitle(self) -> str:
        """Say for how many players it is."""
        least, most = self.kind.seats[0], self.kind.seats[-1]
        return _("a game for {least} to {most} players").format(least=least, most=most)

    def levels(self) -> Sequence[tuple[str, str]]:
        """Return its bots, weakest first, each with how strong it is."""
        return [(level.kind, level.words) for level in self.kind.levels()]


def unlike(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number where others have it already."""
    others, number, found = {*taken}, 2, name[:NAME_LENGTH]
    while found in others:
        end = f" {number}"
        found, number = f"{name[: NAME_LENGTH - len(end)]}{end}", number + 1
    return found


def level_of(kind: Any, wanted: str) -> Level:
    """Return the bot of a level, by its kind."""
    levels: Sequence[Level] = kind.levels()
    return next((level for level in levels if level.kind == wanted), levels[0])


def against_bots(kind: Any, name: str, wanted: str) -> list[Player]:
    """Return the players of a new game of one person and as few bots as it takes, in random order.

    Args:
        kind: The kind of game.
        name: The person's.
        wanted: The kind of the bots.
    """
    players, level = [Player(name=clean_name(name))], level_of(kind, wanted)
    while len(players) < kind.seats[0]:
        called = unlike(level.player_name, [player.name for player in players])
        players.append(Player(name=clean_name(called), kind=level.kind))
    secrets.SystemRandom().shuffle(players)
    return players
