"""Kinds of game, found by key and imported lazily."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from naishi.common.i18n import NaishiError, _, listed, quoted

if TYPE_CHECKING:
    from naishi.tabletop.game import Game
    from naishi.tabletop.players import Player
    from naishi.tabletop.recorded import Sample


class OptionRow(NamedTuple):
    """An option of a kind of game: one row of a form, one option of a command, one field of a table on a server."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    """Each value with its words, the usual one first."""
    in_short: Mapping[str, str] = {}
    """Shorter words for values, where a list has little room."""
    at_home: frozenset[str] = frozenset()
    """Values by which only people at one table can play, not over a network."""

    def offered(self, *, at_home: bool) -> OptionRow:
        values = self.values if at_home else tuple(each for each in self.values if each[0] not in self.at_home)
        return OptionRow(self.name, self.label, values, self.in_short)

    def words(self, value: str, *, in_short: bool = False) -> str:
        return (self.in_short.get(value) if in_short else None) or dict(self.values)[value]


class Level(NamedTuple):
    """A bot that is offered to players."""

    kind: str
    """Its name as a player's kind."""
    words: str
    """How strong it is, such as "beginner"."""
    player_name: str
    """What it is called at the table."""
    rating: int | None = None
    """Its Elo, where many games against the others have measured it."""
    former_names: tuple[str, ...] = ()
    """What it was called in earlier versions."""
    more_names: tuple[str, ...] = ()
    """What more bots of this kind are called at the same table; after these, numbers tell them apart."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.player_name, *self.more_names)


class Section(NamedTuple):
    """A part of the rules, in words."""

    title: str
    paragraphs: tuple[str, ...]
    of_screen: bool = False
    """Whether it is about what a screen shows, and means nothing to those who hear the game."""
    on_request: bool = False
    """Whether those who hear the rules hear it only where they ask for it."""


class GameKind(Protocol):
    """A kind of game before anybody sits down, and its words; what has a body here, a kind may leave as it is."""

    @property
    def key(self) -> str:
        """Its key in records, on command lines and in databases."""

    @property
    def rules_version(self) -> int:
        """Raised whenever a record could play differently."""

    @property
    def seats(self) -> range: ...

    def title(self) -> str: ...

    def option_rows(self) -> Sequence[OptionRow]: ...

    def new(self, players: Sequence[str | Player], options: Mapping[str, str] | None = None, seed: str = "") -> Game:
        """Begin a game.

        Args:
            options: Values by the names of the options, `undo` among them; by default the usual ones.
            seed: All chance follows from it; by default from a secret one.

        Raises:
            NaishiError: A wrong number of players, or an unknown option or value.
        """

    def read(self, document: Mapping[str, Any]) -> Game:
        """Replay what `Game.document` wrote.

        Raises NewerSaveError: it needs a later version of the rules; NaishiError: it isn't a record of this kind that
        the rules allow.
        """

    def action(self, text: str) -> Any:
        """Read an action. Raises InvalidActionError: it isn't one."""

    def in_english(self, typed: str) -> str:
        """Return what a person typed with the words of action texts, where it is in the language of the moment."""
        return typed

    def in_words(self, text: str) -> str:
        """Return an action text as it is heard in the language of the moment; `in_english` reads that again."""
        return text

    def foretold(self, view: Any, action: Any) -> Sequence[str]:
        """Say what a choice that the others don't see yet will bring, as things stand in the view before it."""
        return ()

    def view(self, document: Mapping[str, Any]) -> Any:
        """Read a view that `model_dump` wrote, in another process."""

    def levels(self) -> Sequence[Level]:
        """Return the bots that are offered to players, weakest first."""

    def bots(self) -> Sequence[str]:
        """Return the names of all its own bots, weakest first; `absent` is none that one chooses."""

    def bot(self, name: str, seed: int) -> Any:
        """Make a bot of this kind; `absent` plays for a person who has left.

        Raises UnknownBotError: there is none of that name.
        """

    def sentence(self, event: Any, names: Sequence[str], reader: int | None) -> str:
        """Say what happened, for the log.

        Args:
            reader: The seat that is addressed as "you"; None for nobody.
        """

    def sentences(self, event: Any, names: Sequence[str], reader: int | None) -> Sequence[str]:
        """Say what happened for those who hear it, each fact in a text of its own: the decision comes first."""
        return (self.sentence(event, names, reader),)

    def story(self, event: Any, names: Sequence[str], reader: int | None) -> Sequence[Section]:
        """Return pages on what an event brought that takes explaining: the end of a round, a scoring.

        Empty for most events, and for kinds without such pages; `sentences` say all of it, too.
        """
        return ()

    def outcome(self, view: Any, reader: int | None) -> Sequence[str]:
        """Say how the game ended, the result first, then the points of each seat with reasons."""

    def lines(self, view: Any, question: str = "") -> Sequence[str]:
        """Describe a game in words, a row a line, for people who hear it.

        Args:
            question: A word that is asked about, such as a place or a player; `score` for the points as they stand;
                `odds` for what the listener may reckon of the decision at hand, an aid; `typing` for how each kind of
                action is typed, that of the decision at hand first; `hand` for what the listener holds; `now` for
                what bears on the decision at hand beyond the first line of the table, hidden things among them.

        Returns:
            The whole table, whose first line says how far the game is and what is asked of whom, and nothing hidden;
            with a question, what there is to say to it: nothing where the word means nothing.
        """

    def asked(self, view: Any, reader: int | None, *, again: bool = False) -> str:
        """Say what is asked of the viewer of a view, who is awaited: when, of whom and what; nothing hidden.

        Args:
            reader: The seat that is addressed as "you"; None for nobody: then by name.
        """
        return self.lines(view)[0]

    def progress(self, game: Game) -> str:
        """Say how far a game is, for a list: only what everybody at the table knows."""

    def when(self, round_number: int) -> str:
        """Say how far a game in a round is, for a list of games that aren't loaded: "round 3"."""

    def rules(self) -> Sequence[Section]: ...

    def sample_title(self) -> str:
        """Return what its sample is called, such as "Sample round"; empty where it has none."""
        return ""

    def sample(self) -> Sample | None:
        """Return a commented game for newcomers, in the language of the moment; None where it has none."""
        return None


KINDS: dict[str, str] = {}
"""Where the kind of each key is: `module:name`."""
_TITLES: dict[str, str] = {}
"""What the kind of each key is called, as far as that is known without importing its package."""


def register(key: str, place: str, title: str = "") -> None:
    """Add a kind of game to this process; with its title, lists can name it before its package is imported."""
    KINDS[key], _TITLES[key] = place, title


def keys() -> tuple[str, ...]:
    return tuple(KINDS)


def kind_of(key: str) -> Any:
    """Return the kind of game that has a key; its package is imported when first asked for.

    Raises NaishiError: there is no such game.
    """
    place = KINDS.get(key)
    if place is None:
        words = _("There is no game called {name}. Choose from {known}.")
        raise NaishiError(words.format(name=quoted(key), known=listed(keys())))
    module, _colon, name = place.partition(":")
    return getattr(import_module(module), name)


def title_of(key: str) -> str:
    return _TITLES.get(key) or str(kind_of(key).title())


def options_in_words(key: str, options: Mapping[str, str], *, in_short: bool = False) -> Iterator[str]:
    for row in kind_of(key).option_rows():
        if (value := options.get(row.name)) is not None:
            yield row.words(value, in_short=in_short)


def sample_of(key: str) -> Sample:
    """Return the sample of a kind of game.

    Raises NaishiError: there is no such game, or no sample of it; the text names those that there are.
    """
    kind: GameKind = kind_of(key)
    if (sample := kind.sample()) is not None:
        return sample
    known = listed((each for each in keys() if kind_of(each).sample_title()), conjunction=False)
    words = _("There is no sample of {game}. Choose from {known}.") if known else _("There is no sample of {game}.")
    raise NaishiError(words.format(game=kind.title(), known=known))


register("naishi", "naishi.games.naishi.kind:NAISHI", "Naishi")
register("ninjato", "naishi.games.ninjato.kind:NINJATO", "Ninjato")
register("shogun", "naishi.games.shogun.kind:SHOGUN", "Shogun")
