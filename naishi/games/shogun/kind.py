"""Shogun as a kind of game."""

from collections.abc import Mapping, Sequence
from typing import Any

from naishi.common.i18n import NaishiError, _
from naishi.games.shogun.actions import Action, parse, read_typed
from naishi.games.shogun.position import Happening, Position
from naishi.games.shogun.reading import read_position
from naishi.games.shogun.rules import ShogunRules, from_case
from naishi.games.shogun.tower import DEFAULT, REAL
from naishi.games.shogun.view import ShogunView
from naishi.tabletop.chance import Tape
from naishi.tabletop.game import Game, in_a_list
from naishi.tabletop.kinds import Level, OptionRow, Section
from naishi.tabletop.players import HUMAN, Player, clean_name
from naishi.tabletop.recorded import RecordedGame, Sample

NAMES = {
    "random": ("Ashigaru", "Yamabushi", "Hatamoto", "Jizamurai", "Nobushi"),
    "beginner": ("Yoshitsune", "Benkei", "Atsumori", "Yoichi", "Kagekiyo"),
    "intermediate": ("Shingen", "Motonari", "Dosan", "Kanetsugu", "Ginchiyo"),
    "strong": ("Ieyasu", "Hideyoshi", "Nobunaga", "Masamune", "Yukimura"),
}
"""What bots are called, in every language: after kinds of warriors, after warriors of the twelfth century, and after
commanders of the sixteenth; a name for each at a table of one level."""


def _level(kind: str, words: str) -> Level:
    return Level(kind, words, NAMES[kind][0], more_names=NAMES[kind][1:])


class Shogun:
    """The kind of game, and its words."""

    key = "shogun"
    rules_version = ShogunRules.version
    seats = ShogunRules.seats

    def title(self) -> str:
        """Return its name."""
        return "Shogun"

    def option_rows(self) -> Sequence[OptionRow]:
        return (
            OptionRow("setup", _("set-up"), (("draft", _("draft")), ("printed", _("as printed")))),
            OptionRow(
                "tower",
                _("tower"),
                (
                    ("published", _("model of an online game")),
                    ("by_throw", _("model: big throws loosen more")),
                    (REAL, _("a real one: type the throws in")),
                ),
                at_home=frozenset({REAL}),
            ),
        )

    def new(
        self,
        players: Sequence[str | Player],
        options: Mapping[str, str] | None = None,
        seed: str = "",
        typed: Sequence[tuple[str, str]] = (),
    ) -> RecordedGame[Position]:
        """Begin a game.

        Args:
            seed: All chance follows from it; by default from a secret one.
            typed: With a real tower and the printed set-up, what fell out at first: `("throw", "4.4.6.8")`.

        Raises:
            ThrowNeededError: A real tower has to throw first.
            NaishiError: A wrong number of players, or an unknown option or value.
        """
        rules = ShogunRules()
        seated = [each if isinstance(each, Player) else Player(name=clean_name(each)) for each in players]
        agreed = rules.options(options or {})
        if agreed.tower == REAL and all(player.kind != HUMAN for player in seated):
            raise NaishiError(_("No bot can throw into a real tower: seat a person, too, or choose a model."))
        return RecordedGame(rules, seated, agreed, seed or None, typed=typed)

    def read(self, document: Mapping[str, Any]) -> RecordedGame[Position]:
        """Replay what `Game.document` wrote.

        Raises NewerSaveError: it needs a later version of the rules; NaishiError: it isn't a record of Shogun that the
        rules allow.
        """
        options = document.get("options")
        tower = options.get("tower", DEFAULT) if isinstance(options, Mapping) else DEFAULT
        return RecordedGame.read(ShogunRules(tower), document)

    def from_case(self, case: Mapping[str, Any]) -> RecordedGame[Position]:
        """Return the game of a recorded case (`players`, `setup`, `chance`, `decisions`), with all decisions played.

        Raises NaishiError: the rules don't allow its chance or one of its decisions.
        """
        return from_case(case)

    def from_position(
        self, text: str, *, chance: Tape = (), seed: str | None = None, tower: str = "published"
    ) -> RecordedGame[Position]:
        """Return a game that begins at a position; the order of the cards that lie face down follows from its text.

        Args:
            seed: All other chance follows from it; by default from a secret one.

        Raises:
            InvalidPositionError: It isn't one, or it is only what one seat sees.
            NaishiError: There is no such tower.
        """
        rules = ShogunRules(tower)
        players = [Player(name=letter) for letter in "ABCDE"[: rules.parse(text).seats]]
        return RecordedGame(rules, players, rules.options({"tower": tower}), seed, chance, text)

    def action(self, text: str) -> Action:
        """Read an action as a person types it, in small or capital letters. Raises InvalidActionError: it isn't one."""
        return read_typed(text)

    def in_english(self, typed: str) -> str:
        from naishi.games.shogun.spelling import english  # noqa: PLC0415

        return english(typed)

    def in_words(self, text: str) -> str:
        from naishi.games.shogun.spelling import local  # noqa: PLC0415

        return local(text)

    def foretold(self, view: ShogunView, action: Action) -> Sequence[str]:
        from naishi.games.shogun.lines import foretold  # noqa: PLC0415

        return [*foretold(view, action)]

    def view(self, document: Mapping[str, Any]) -> ShogunView:
        """Read a view that `model_dump` wrote, in another process."""
        return ShogunView.model_validate(document)

    def levels(self) -> Sequence[Level]:
        """Return the bots that are offered to players, weakest first."""
        return (
            _level("random", _("random")),
            _level("beginner", _("beginner")),
            _level("intermediate", _("intermediate")),
            _level("strong", _("strong")),
        )

    def bots(self) -> Sequence[str]:
        """Return the names of its own bots, weakest first."""
        return tuple(level.kind for level in self.levels())

    def bot(self, name: str, seed: int) -> Any:
        """Make a bot. Raises UnknownBotError: there is none of that name."""
        from naishi.games.shogun.bots import make  # noqa: PLC0415 - a game without bots needs none

        return make(name, seed)

    def sentence(self, event: Any, names: Sequence[str], reader: int | None) -> str:
        """Say what happened, for the log: the decision, and all that followed from it."""
        return " ".join(self.sentences(event, names, reader))

    def sentences(self, event: Any, names: Sequence[str], reader: int | None) -> Sequence[str]:
        """Say the decision and all that followed from it, each in a text of its own."""
        return [text for _seat, text in self.sentences_by_seat(event, names)]

    def sentences_by_seat(self, event: Any, names: Sequence[str]) -> Sequence[tuple[int | None, str]]:
        """Return the sentences about an event, each with the seat that it is about; None where it is about no one."""
        from naishi.games.shogun import words  # noqa: PLC0415

        found = [Happening(*each) for each in event.facts.get("happened", ())]
        happened = [(each.seat if each.seat >= 0 else None, words.sentence(each, names)) for each in found]
        if event.action is None:
            return [(event.seat, _("{who} has planned.").format(who=names[event.seat])), *happened]
        action = parse(event.action)
        if action.verb in {"draw", "move", "place"} and happened:
            return happened  # what was drawn, or where the armies went, is the first of them
        return [(event.seat, words.decided(event.seat, action, names)), *happened]

    def story(self, event: Any, names: Sequence[str], reader: int | None) -> Sequence[Section]:
        """Return pages about revolts and lost provinces of the reader, and about the points of a winter."""
        from naishi.games.shogun.story import story  # noqa: PLC0415

        return [*story([Happening(*each) for each in event.facts.get("happened", ())], names, reader)]

    def outcome(self, view: Any, reader: int | None) -> Sequence[str]:
        """Say how the game ended: who won, then the points of each seat with reasons."""
        from naishi.games.shogun import words  # noqa: PLC0415

        return [] if view.result is None else words.outcome(view.table, view.result, view.names, view.events)

    def lines(self, view: ShogunView, question: str = "") -> Sequence[str]:
        """Describe a game in words, a row a line."""
        from naishi.games.shogun.lines import lines  # noqa: PLC0415

        return lines(view, question)

    def asked(self, view: ShogunView, reader: int | None, *, again: bool = False) -> str:
        from naishi.games.shogun.asking import asked  # noqa: PLC0415

        return asked(view, reader)

    def progress(self, game: Game) -> str:
        """Say how far a game is, for a list."""
        from naishi.games.shogun import words  # noqa: PLC0415

        names = [player.name for player in game.players]
        if game.early_end is not None:
            return in_a_list(game.early_end, names)
        if game.result is not None:
            return words.won(game.result, names)
        return words.standing(read_position(game.position_text()), names)

    def when(self, round_number: int) -> str:
        """Say in which season of which year a game in a round is."""
        from naishi.games.shogun import words  # noqa: PLC0415

        return words.when(round_number)

    def rules(self) -> Sequence[Section]:
        from naishi.games.shogun.rules_help import rules  # noqa: PLC0415

        return rules()

    def sample_title(self) -> str:
        return _("Sample season")

    def sample(self) -> Sample:
        """Return the first spring of three, with comments."""
        from naishi.games.shogun.sample import OPTIONS, PLAYERS, SEED, sample  # noqa: PLC0415 - for those who read it

        return sample(self.new(PLAYERS, OPTIONS, SEED))


SHOGUN = Shogun()
