"""Texts to read at Naishi's table: cards, marks, rules, the log."""

from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static
from typing_extensions import override

from naishi.common.i18n import _, pgettext
from naishi.games.naishi.game import record
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.text import card_words, expansion
from naishi.games.naishi.text.card_words import explanation, ryokan
from naishi.games.naishi.text.sentences import sentence
from naishi.settings.keymap import KEY, keymap, written
from naishi.tabletop.kinds import kind_of
from naishi_tui.dialogs.screens import ScrollText, SteadyScreen
from naishi_tui.drawing.theme import SHAPES, player_role, stylesheet
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardPicture
from naishi_tui.games.naishi.cards.card_art import LEGEND
from naishi_tui.games.naishi.cards.card_text import RYOKAN, TRAVELLER, CardOrRyokan
from naishi_tui.table.part import ARROWS, Handlers
from naishi_tui.table.reading import Chapter, Rules, chapter, listed_keys
from naishi_tui.widgets.text_rows import KeyHint, hint

if TYPE_CHECKING:
    from naishi_tui.games.naishi.cards.card import CardRow
    from naishi_tui.table.game_screen import GameScreen


class Explain(ModalScreen[None], SteadyScreen[None]):
    """One card explained; the arrows and the key that opened it go on to other cards, anything else closes it.

    Args:
        go_on: Moves the cursor below by some columns and rows, and returns the card that is there, if one is.
        now: Says what the card under the cursor is worth as it lies there, and why; nothing where that isn't known.
    """

    CSS_PATH = stylesheet("games/naishi/explain.tcss")
    explains_itself = True

    def __init__(
        self,
        card: CardOrRyokan,
        go_on: Callable[[int, int], CardOrRyokan | None],
        now: Callable[[], str] = lambda: "",
        *,
        expansion: bool = False,
        below: str = "",
        keys: tuple[str, ...] = ("question_mark",),
    ) -> None:
        super().__init__()
        self.card, self.go_on, self.expansion, self.now, self.below = card, go_on, expansion, now, below
        self.moves = ARROWS | dict.fromkeys(keys, (1, 0))
        self.opened_by = written(keys[0])

    @override
    def compose(self) -> ComposeResult:
        with Horizontal(id="box"):
            yield CardPicture(id="picture")
            with Vertical(id="text"):
                yield from (Static(id=place) for place in ("title", "words", "diagram", "letters", "now"))
                if self.below:
                    yield Static(Content(self.below), id="below")
                words = _("Arrows or {key}: other cards. Any other key: back.").format(key=self.opened_by)
                yield Static(Content(words), id="close")

    def on_mount(self) -> None:
        self.show(self.card)

    def show(self, card: CardOrRyokan) -> None:
        """Explain a card, with its picture; there is none of the Ryokan."""
        self.card = card
        picture = self.query_one(CardPicture)
        picture.set_class(card == RYOKAN, "-none")
        if card != RYOKAN:
            picture.card = card
        for place, text in {**_texts(card, expansion=self.expansion), "now": self.now()}.items():
            line = self.query_one(f"#{place}", Static)
            line.update(Content(text))
            line.display = bool(text)

    def reads_key(self, key: str) -> bool:
        return key in self.moves

    def on_key(self, event: events.Key) -> None:
        """Go on to another card, or close. The key does nothing else: it must not come to the screen below."""
        event.stop()
        if (move := self.moves.get(event.key)) is None:
            self.dismiss()
        elif (card := self.go_on(*move)) is not None:
            self.show(card)

    def on_click(self) -> None:
        self.dismiss()


def _texts(card: CardOrRyokan, *, expansion: bool) -> dict[str, str]:
    if card == RYOKAN:
        return {"title": _("The Ryokan"), "words": ryokan(), "diagram": "", "letters": ""}
    diagram, kind = card_text.diagram(card), card_text.kind_name(card)
    words = _("{name}, {copies} in the game") if card is Card.MOUNTAIN else _("{name}, {kind}, {copies} in the game")
    return {
        "title": words.format(name=card.noun, kind=kind, copies=card.copies),
        "words": explanation(card, expansion=expansion),
        "diagram": "\n".join(diagram) if any(diagram) else "",
        "letters": card_text.letters(card),
    }


WIDTH = 4
"""The column of the marks."""


def legend(*, expansion: bool = False) -> Iterator[Content]:
    """Yield a line for each mark: the mark as it is drawn, and what it means; with the `expansion`, also its own."""
    for mark, style, words in _marks(expansion=expansion):
        yield Content.assemble(" " * (WIDTH - len(mark)), Content.styled(mark, style), f"  {words}")


def _marks(*, expansion: bool) -> Iterator[tuple[str, str, str]]:
    first, second = SHAPES
    accent = "bold $accent"
    yield first, f"bold ${player_role(0)}", _("the first player: name, emissaries, log entries")
    yield second, f"bold ${player_role(1)}", _("the second player")
    yield "·", accent, _("a free spot at court")
    yield pgettext("place", "H4"), "bold", _("card 4 of the Hand; L is the Line, R the River")
    yield "•", accent, _("changed in the last turn")
    yield "◇", accent, _("can be chosen now")
    yield "▼", accent, _("comes to you if you press {key:choose}").format(key=KEY)
    yield "◆", accent, _("chosen")
    yield "★", accent, _("advised")
    yield "▸", accent, _("what you are about to do")
    yield "–", "$quieter", _("not possible now; click it to see why")
    yield "⚑", accent, _("the end of the game is near")
    yield "□", "bold", _("a character")
    yield "⬡", "bold", _("a province")
    yield "▪▪▪", "$quiet", _("three cards left in this pile")
    yield "▒▒▒", "$quiet", _("a face-down card")
    yield "+12", "bold $success", _("what the card is worth now")
    yield "↑+20/3", "bold $success", _("what it would be worth then; ↓ less, → as much in another group")
    yield "-5/8", "bold $error", _("eight cards together cost 5 points")
    if expansion:
        yield LEGEND, "bold", _("a Legend: it scores by its own rule, and counts as its character for all other cards")
        yield TRAVELLER, "bold", _("a Traveller: no points, but effects while you develop")
        yield "▒▪▒", "$quiet", _("not turned up before all effects are settled")


class Legend(ScrollText):
    """What each mark means; in a game with the expansion, first which of its cards are in play, and what Legends do."""

    def __init__(self, view: PlayerView, reader: int | None) -> None:
        """Explain the marks; the player at the seat of the `reader` is addressed as "you"."""
        marks = Content("\n").join(legend(expansion=view.module is not None))
        super().__init__(_("the marks on the table"), [*_in_play(view, reader), marks])


def _in_play(view: PlayerView, reader: int | None) -> Iterator[Content]:
    legends = [
        Content.assemble(f"{LEGEND} ", _("{card}: {rule}").format(card=card.noun, rule=card_words.explanation(card)))
        for card in view.legends
    ]
    texts = expansion.ryokan(view, you=reader is not None), expansion.legends(view), expansion.travellers(view)
    for text, details in zip(texts, ([], legends, []), strict=True):
        if text:
            yield Content("\n").join([Content(text), *details])


class NaishiRules(Rules):
    """How to play Naishi.

    Args:
        here: The commands of the screen that one comes from; where not all are of the table, they come first.
    """

    def __init__(self, *, playing: bool = False, expansion: bool = False, here: Collection[str] = ()) -> None:
        self.playing, self.expansion, self.here = playing, expansion, here
        super().__init__(kind_of("naishi"))

    @override
    def chapters_of(self, kind: Any) -> tuple[Chapter, ...]:
        (_title, at_the_table), *others = keymap().grouped()
        marks = Content("\n").join(legend(expansion=self.expansion))
        table = (_("Keys at the table"), (Content(listed_keys(at_the_table)),)), (_("Marks on the table"), (marks,))
        game = tuple(map(chapter, kind.rules()))
        chapters = (*table, *game) if self.playing else (*game, *table)
        elsewhere = tuple(Content(f"{title}\n{listed_keys(commands)}") for title, commands in others)
        return *_keys_here(self.here), *chapters, (_("Keys elsewhere"), elsewhere)


def _keys_here(commands: Collection[str]) -> Iterator[Chapter]:
    """Yield the keys of a screen, unless it is a table."""
    of_the_table = {command for command, _key, _words in keymap().described()}
    if own := [command for command in commands if command not in of_the_table]:
        others = [command for command in commands if command in of_the_table]
        yield _("Keys on this screen"), (Content(listed_keys(keymap().described(*own, *others))),)


class WholeLog(ScrollText):
    """All that happened, round by round."""

    def __init__(self, view: PlayerView, reader: int | None) -> None:
        """Tell all that happened; the player at the seat of the `reader` is addressed as "you"."""
        super().__init__(_("the log"), _rounds(view, reader), from_end=True)


def _rounds(view: PlayerView, reader: int | None) -> Iterator[Content]:
    for number, during in groupby(view.events, key=lambda event: event.round):
        yield Content.assemble(
            Content.styled(_("Round {number}").format(number=number), "bold $accent"),
            *(f"\n{sentence(event, view.names, reader)}" for event in during),
        )


class CardCursor(Protocol):
    """The cursor on the cards of a screen."""

    def card(self) -> CardOrRyokan | None:
        """Return the card under the cursor, if there is one face up."""

    def next_card(self, columns: int, rows: int) -> CardOrRyokan | None:
        """Move the cursor, and return the card that is under it then, if one is face up."""

    def worth(self) -> str:
        """Say what the card under the cursor is worth as it lies there, and why.

        Nothing where that isn't known, or is seen beside it.
        """
        return ""

    def pick(self, row: "CardRow", position: int) -> str:
        """Move the cursor to a card that was clicked; return the command of the click, empty for none."""


class Reading:
    """Shows texts above a screen of a game."""

    def __init__(self, screen: "GameScreen", cursor: Callable[[], CardCursor]) -> None:
        self.screen, self.cursor = screen, cursor
        self.handlers: Handlers = {
            "explain": self.explain,
            "log": self.show_log,
            "rules": self.show_rules,
            "legend": self.show_legend,
        }

    def hints(self) -> Iterator[KeyHint]:
        return map(hint, ("explain", "legend", "log", "rules"))

    def explain(self) -> None:
        view, cursor = self.screen.view, self.cursor()
        if (card := cursor.card()) is not None:
            below = "" if view.deal_check is None else record.verdict(view.deal_check)
            keys, expansion = keymap().keys("explain"), view.module is not None
            explained = Explain(card, cursor.next_card, cursor.worth, expansion=expansion, below=below, keys=keys)
            self.screen.app.push_screen(explained)
        else:
            self.screen.refuse(_("Nothing to explain here: move the cursor to a card that is face up."))

    def show_log(self) -> None:
        self.screen.app.push_screen(WholeLog(self.screen.view, self.screen.reader))

    def show_rules(self) -> None:
        expansion = self.screen.view.module is not None
        rules = NaishiRules(playing=True, expansion=expansion, here=[*self.screen.with_keys()])
        self.screen.app.push_screen(rules)

    def show_legend(self) -> None:
        self.screen.app.push_screen(Legend(self.screen.view, self.screen.reader))
