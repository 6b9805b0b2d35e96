"""Ninjato as a kind of game."""

from collections.abc import Mapping, Sequence
from typing import Any

from naishi.common.i18n import _
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.rules import RULES, NinjatoRules, from_case, from_position
from naishi.games.ninjato.view import NinjatoView, read_view
from naishi.tabletop.chance import Tape
from naishi.tabletop.kinds import Level, OptionRow, Section
from naishi.tabletop.players import Player, clean_name
from naishi.tabletop.recorded import RecordedEvent, RecordedGame, Sample

NAMES = {
    "beginner": ("Kotaro", "Sasuke", "Jinpachi", "Miyoshi"),
    "intermediate": ("Chiyome", "Goemon", "Jiraiya", "Yazaemon"),
    "strong": ("Hanzo", "Sandayu", "Nagato", "Doshun"),
}
"""What bots are called, in every language, after ninja of the sixteenth century, in history such as Fuma Kotaro,
Mochizuki Chiyome and Hattori Hanzo, or in legends such as Sarutobi Sasuke: a name for each at a table of one level."""


class Ninjato:
    """The kind of game for two to four ninja."""

    key = NinjatoRules.key
    rules_version = NinjatoRules.version
    seats = NinjatoRules.seats

    def title(self) -> str:
        """Return its name."""
        return "Ninjato"

    def option_rows(self) -> Sequence[OptionRow]:
        """Return its own options: none."""
        return ()

    def new(
        self, players: Sequence[str | Player], options: Mapping[str, str] | None = None, seed: str = ""
    ) -> RecordedGame[Position]:
        """Begin a game. Raises NaishiError: a wrong number of players, or an unknown option or value."""
        seated = [each if isinstance(each, Player) else Player(clean_name(each)) for each in players]
        agreed = RULES.options({name: value for name, value in (options or {}).items() if value})
        return RecordedGame(RULES, seated, agreed, seed or None)

    def read(self, document: Mapping[str, Any]) -> RecordedGame[Position]:
        """Replay what `Game.document` wrote.

        Raises NewerSaveError: it needs a later version of the rules; NaishiError: it isn't a record that the rules
        allow.
        """
        return RecordedGame.read(RULES, document)

    def from_case(self, case: Mapping[str, Any]) -> RecordedGame[Position]:
        """Return the game of a recorded case (`n`, `chance`, `actions`), with all its actions played.

        Raises NaishiError: the rules don't allow its chance or one of its actions.
        """
        return from_case(case)

    def from_position(self, text: str, *, chance: Tape = (), seed: str | None = None) -> RecordedGame[Position]:
        """Return a game that begins at a position.

        Args:
            seed: All other chance follows from it; by default from a secret one.

        Raises:
            InvalidPositionError: It isn't one.
        """
        return from_position(text, chance, seed)

    def action(self, text: str) -> Action:
        """Read an action. Raises InvalidActionError: it is none."""
        return RULES.action(text)

    def in_english(self, typed: str) -> str:
        from naishi.games.ninjato.spelling import english  # noqa: PLC0415

        return english(typed)

    def foretold(self, view: NinjatoView, action: Action) -> Sequence[str]:
        return ()

    def in_words(self, text: str) -> str:
        from naishi.games.ninjato.spelling import local  # noqa: PLC0415

        return local(text)

    def view(self, document: Mapping[str, Any]) -> NinjatoView:
        """Read a view that `model_dump` wrote, in another process."""
        return read_view(document)

    def levels(self) -> Sequence[Level]:
        """Return the bots that are offered to players, weakest first."""
        words = {"beginner": _("beginner"), "intermediate": _("intermediate"), "strong": _("strong")}
        return tuple(Level(kind, words[kind], names[0], more_names=names[1:]) for kind, names in NAMES.items())

    def bots(self) -> Sequence[str]:
        """Return the names of its own bots, weakest first."""
        return ("random", *NAMES)

    def bot(self, name: str, seed: int) -> Any:
        """Make a bot; `absent` plays for a person who has left. Raises UnknownBotError: there is none of that name."""
        from naishi.games.ninjato.bots import make  # noqa: PLC0415 - a game without bots needs none

        return make(name, seed)

    def sentence(self, event: RecordedEvent, names: Sequence[str], reader: int | None) -> str:
        """Say what happened, for the log."""
        from naishi.games.ninjato.words import sentence  # noqa: PLC0415

        action = RULES.action(event.action or "")
        return sentence(action, event.facts, event.seat, names, reader)

    def sentences(self, event: RecordedEvent, names: Sequence[str], reader: int | None) -> Sequence[str]:
        """Say the decision and all that followed from it, each in a text of its own."""
        from naishi.games.ninjato.words import sentences  # noqa: PLC0415

        return sentences(RULES.action(event.action or ""), event.facts, event.seat, names, reader)

    def sentences_by_seat(
        self, event: RecordedEvent, names: Sequence[str], reader: int | None
    ) -> Sequence[tuple[int | None, str]]:
        """Return the same sentences, each with the seat that it is about; None where it is about no one."""
        from naishi.games.ninjato.words import sentences_by_seat  # noqa: PLC0415

        return sentences_by_seat(RULES.action(event.action or ""), event.facts, event.seat, names, reader)

    def story(self, event: RecordedEvent, names: Sequence[str], reader: int | None) -> Sequence[Section]:
        """Tell the end of a round, and what a scoring has settled, with the reasons."""
        if "ended" not in event.facts and not event.facts.get("awards"):
            return ()
        from naishi.games.ninjato.telling import story  # noqa: PLC0415

        return story(event.facts, names, reader)

    def outcome(self, view: NinjatoView, reader: int | None) -> Sequence[str]:
        """Say how the game ended: who won, then the points of each seat line by line with the reasons."""
        from naishi.games.ninjato.words import outcome_lines  # noqa: PLC0415

        return outcome_lines(view.table, view.names, reader, view.events)

    def lines(self, view: NinjatoView, question: str = "") -> Sequence[str]:
        """Describe a game in words, a row a line."""
        from naishi.games.ninjato.lines import lines  # noqa: PLC0415

        return lines(view, question)

    def asked(self, view: NinjatoView, reader: int | None, *, again: bool = False) -> str:
        from naishi.games.ninjato.asking import asked  # noqa: PLC0415

        return asked(view, reader, again=again)

    def progress(self, game: RecordedGame[Position]) -> str:
        """Say how far a game is, for a list."""
        from naishi.games.ninjato.words import progress  # noqa: PLC0415

        names = [player.name for player in game.players]
        return progress(game.position, names)

    def when(self, round_number: int) -> str:
        """Say how far a game in a round is."""
        from naishi.games.ninjato.words import when  # noqa: PLC0415

        return when(round_number)

    def rules(self) -> Sequence[Section]:
        from naishi.games.ninjato.rules_help import rules  # noqa: PLC0415

        return rules()

    def sample_title(self) -> str:
        return _("Sample round")

    def sample(self) -> Sample:
        """Return a commented round for newcomers."""
        from naishi.games.ninjato.sample import SEED, sample  # noqa: PLC0415

        return sample(self.new(("Aiko", "Bruno"), seed=SEED))


NINJATO = Ninjato()
