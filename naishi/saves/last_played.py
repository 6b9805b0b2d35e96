"""Players and options of the last games."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from naishi.common.i18n import _
from naishi.saves.summary import Summary
from naishi.tabletop.kinds import Level, keys, kind_of
from naishi.tabletop.players import HUMAN, Player, clean_name, same_name


@dataclass(frozen=True, slots=True)
class LastPlayed:
    """The players of the last games, read from the games themselves: deleted, they are forgotten."""

    unfinished: Summary | None
    """The unfinished game that was played last."""
    people: tuple[str, ...]
    """The people of the last game that had any, the first player first."""
    level: str
    """The kind of the bot that a person played against last; the beginner, or the weakest, where none has yet."""
    opponent: str
    """The person who did."""
    nothing: bool = False
    """Whether no game has ever been played."""
    levels: tuple[Level, ...] = ()
    """The bots that are offered."""
    game: str = ""
    """The key of the kind of game that was played last; the first kind where none was."""

    @classmethod
    def of(cls, played: Iterable[Summary], game: str = "") -> Self:
        """Read it from games, the one played last first; no more of them than are needed.

        Args:
            played: The games.
            game: The key of the kind of game whose bots are offered; by default the first kind.
        """
        newest = keys()[0]
        game = game or newest
        levels = tuple(kind_of(game).levels())
        kinds = [level.kind for level in levels]
        usual = next((kind for kind in kinds if kind == "beginner"), kinds[0])
        unfinished, against, people, nothing = None, None, tuple[str, ...](), True
        for each in played:
            if nothing:
                newest, nothing = each.game, False
            if unfinished is None and not each.finished:
                unfinished = each
            people = people or _people(each)
            is_against = each.game == game and len(_people(each)) == 1 and {*each.kinds} & {*kinds}
            against = against or (each if is_against else None)
            if unfinished and against and people:
                break
        return cls(
            unfinished=unfinished,
            people=people,
            level=next(kind for kind in against.kinds if kind != HUMAN) if against else usual,
            opponent=(_people(against) if against else people or (_("Player 1"),))[0],
            nothing=nothing,
            levels=levels,
            game=newest,
        )

    def two_names(self) -> tuple[str, str]:
        """Return the names of two people: of those who played last, as far as there are any."""
        unnamed = [_("Player {number}").format(number=number) for number in (1, 2)]
        first, second = [*self.people[:2], *unnamed[len(self.people) :]]
        return first, second

    def against_bot(
        self, level: str = "", *, person_first: bool | None = None, name: str = "", bot_name: str = ""
    ) -> tuple[Player, Player]:
        """Return the players of a new game against a bot.

        Args:
            level: The kind of the bot; by default that of the last one.
            person_first: Whether the person begins; by default that is random.
            name: The person's; by default that of the one who played a bot last.
            bot_name: The bot's; by default that of its level.
        """
        level = level or self.level
        usual = next((each.player_name for each in self.levels if each.kind == level), level)  # else an installed bot
        bot, called = Player(name=clean_name(bot_name or usual), kind=level), name or self.opponent
        person = Player(name=clean_name(called if not same_name(called, bot.name) else _("Player 1")))
        if person_first is None:
            person_first = bool(secrets.randbelow(2))
        return (person, bot) if person_first else (bot, person)


def _people(game: Summary) -> tuple[str, ...]:
    return tuple(name for name, kind in zip(game.names, game.kinds, strict=True) if kind == HUMAN)
