"""Saved games in line mode: list, filter, rename, delete, restore."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from naishi.common.i18n import NaishiError, _, date, listed, ngettext, pgettext, quoted
from naishi.plain.console import CommandWord, of_key
from naishi.saves import Problem, Saves, Summary
from naishi.saves.folder import SaveChanges, nothing_matches, reading_words
from naishi.saves.listing import state, titles
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


def of_saves() -> tuple[CommandWord, ...]:
    return (
        of_key("home.saves"),
        of_key("saves.rename"),
        of_key("saves.delete"),
        of_key("saves.trash"),
        of_key("saves.undelete"),
        CommandWord(
            "empty", pgettext("a command", "empty"), _("empty trash"), _("Delete everything in the trash for good.")
        ),
    )


def as_typed_here(text: str) -> str:
    """Name the commands of line mode where a text names those of the command line."""
    words = {command.id: command.word for command in of_saves()}
    text = text.replace("`naishi saves --trash`", quoted(words["trash"]))
    return text.replace("`naishi saves`", quoted(words["saves"]))


def with_levels(key: str, names: Sequence[str], kinds: Sequence[str]) -> Iterator[str]:
    """Name the players of a game; bots with how strong they are."""
    levels = {level.kind: level.words for level in kind_of(key).levels()}
    for name, kind in zip(names, kinds, strict=True):
        yield name if kind == HUMAN else _("{name} ({level})").format(name=name, level=levels.get(kind, kind))


AT_ONCE = 500
"""How many games are read in no time."""


class SavedGames:
    """A folder of games, changed by commands."""

    def __init__(self, saves: Saves) -> None:
        self.saves = saves
        self._changes = SaveChanges(saves)

    def obey(self, command: CommandWord, words: Sequence[str]) -> Iterator[str]:
        """Do what a command says, and say what came of it. Raises NaishiError: it isn't possible."""
        match command.id:
            case "saves":
                found = self.saves
                return self._list(lambda: (*found.list(), *found.examples()), words, found.has_at_most(AT_ONCE))
            case "trash":
                trash = self.saves.trash
                return self._list(trash.list, words, trash.has_at_most(AT_ONCE))
            case "rename" if len(words) == 2:
                return iter([self._changes.rename(*words)])
            case "delete" if len(words) == 1:
                said = _("Deleted {id}; restore brings it back. It stays in the trash.")
                return iter([said.format(id=self._changes.delete(words[0]))])
            case "restore" if len(words) <= 1 and (words or self._changes.can_undelete):
                return iter([self._changes.restore(*words)])
            case "empty" if words:
                return iter([self._changes.empty_trash()])
        raise NaishiError(_("Write it like this: {usage}").format(usage=command.usage))

    def _list(
        self, read: Callable[[], Iterable[Summary | Problem]], words: Sequence[str], at_once: bool
    ) -> Iterator[str]:
        if not at_once:
            yield reading_words()
        lines = [*game_lines(read())]
        found = [line for line in lines if all(word.casefold() in line.casefold() for word in words)]
        if words and not found:
            yield nothing_matches(" ".join(words))
        elif not lines:
            yield _("Nothing is here.")
        else:
            yield ngettext("{count} game:", "{count} games:", len(found))
            yield from found


def game_lines(entries: Iterable[Summary | Problem]) -> Iterator[str]:
    entries = tuple(entries)
    kinds = titles(entries)
    return (_line(entry, kinds) for entry in entries)


def _line(entry: Summary | Problem, kinds: Mapping[str, str]) -> str:
    if not isinstance(entry, Summary):
        return _("{name}: {problem}").format(name=entry.id, problem=entry.error)
    words = _("{id}: an example, {players}, {state}.") if entry.example else _("{id}: {players}, {state}, {date}.")
    names = listed(with_levels(entry.game, entry.names, entry.kinds))
    players = ", ".join(filter(None, (kinds.get(entry.game), names)))
    return words.format(id=entry.id, players=players, state=state(entry), date=date(entry.updated))
