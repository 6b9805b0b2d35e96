"""Players, names and options of the last games."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from naishi.common import files
from naishi.common.i18n import NaishiError, SaveError, SaveNotWrittenError, _, quoted
from naishi.saves.listing import Summary
from naishi.tabletop.kinds import keys, kind_of
from naishi.tabletop.new_game import NewGame
from naishi.tabletop.players import HUMAN, clean_name, same_name

FILE = ".names.json"
SIZE_LIMIT = 100_000


class OwnNames:
    """What people who played under another name are called now.

    Games keep the names that they were played with: it is new games, and statistics, that go by this.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def all(self) -> dict[str, str]:
        """Read the file; one that can't be understood counts as none."""
        with suppress(OSError, SaveError, ValueError, NaishiError):
            found = json.loads(files.read_file(self._file, SIZE_LIMIT))
            if isinstance(found, dict):
                return {clean_name(str(old)): clean_name(str(new)) for old, new in found.items()}
        return {}

    def change(self, before: str, after: str, taken: Iterable[str] = ()) -> str:
        """Have someone be called otherwise from now on; return the name as it is kept.

        Raises NaishiError: it is no name, or someone else's, or it can't be stored.
        """
        if any(same_name(after, name) for name in taken):
            raise NaishiError(_("Another player is called {name}.").format(name=quoted(after)))
        after = clean_name(after)
        known = {old: after if new == before else new for old, new in self.all().items()}
        known[before] = after
        known.pop(after, None)  # back to a name from before
        known = {old: new for old, new in known.items() if old != new}
        with files.refused_as(SaveNotWrittenError, _("The name can't be saved: {why}.")):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            files.write_atomically(self._file, json.dumps(known, ensure_ascii=False, indent=1).encode())
        return after


class LastPlayed(NamedTuple):
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
    game: str = ""
    """The key of the kind of game that was played last; the first kind where none was."""

    @classmethod
    def of(cls, played: Iterable[Summary], game: str = "") -> Self:
        """Read it from games, the one played last first; no more of them than are needed.

        Args:
            game: The key of the kind of game whose bots are offered; by default the first kind.
        """
        newest = keys()[0]
        game = game or newest
        kinds = [level.kind for level in kind_of(game).levels()]
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
            game=newest,
        )

    def two_names(self) -> tuple[str, str]:
        unnamed = [_("Player {number}").format(number=number) for number in (1, 2)]
        first, second = [*self.people[:2], *unnamed[len(self.people) :]]
        return first, second

    def seat_against_bots(
        self,
        new: NewGame,
        levels: Sequence[str] = (),
        *,
        seats: int = 0,
        person_first: bool = False,
        name: str = "",
        bot_name: str = "",
    ) -> None:
        """Seat one person and bots at a new game, of the kind whose bots these offers know.

        Args:
            levels: The kind of each bot, the last for all seats that are left; by default that of the last time.
            seats: For how many players; by default for as few as can be.
            person_first: Whether the person has the first seat; by default it is drawn who sits where.
            name: The person's; by default that of the one who played bots last.
            bot_name: The first bot's; by default that of its level.

        Raises:
            NaishiError: The game isn't for so many players, or two of them have one name.
        """
        levels = levels or (self.level,)
        count = max(seats or new.missing, 1 + len(levels))
        new.check_seats(count)
        new.seat_person(name or self.opponent)
        new.seat_bots(levels, count, bot_name)
        new.any_order = not person_first


def _people(game: Summary) -> tuple[str, ...]:
    return tuple(name for name, kind in zip(game.names, game.kinds, strict=True) if kind == HUMAN)
