"""Form for a new game of Naishi."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Label
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.game.bot_names import levels, player_name, strength
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, expansion_title
from naishi.settings.keymap import KEY
from naishi.tabletop.kinds import Level, kind_of
from naishi.tabletop.new_game import NewGame
from naishi.tabletop.players import NAME_LENGTH
from naishi_tui.new_game.form import PlayersForm, form_row, no_pin
from naishi_tui.widgets.text_rows import ChoiceRow, Field

KIND = "naishi"
SECOND, RANDOM = 1, 2
"""Who starts, in the order of the form."""


class NewGameScreen(PlayersForm):
    """Who plays, who starts, and what the players agree on."""

    def __init__(self, names: Sequence[str], *, expansion: bool = False) -> None:
        super().__init__(names)
        self.expansion = expansion

    @override
    def heading(self) -> str:
        return _("New game")

    @override
    def begins(self) -> str:
        return _("Deal the cards")

    @override
    def fields(self) -> ComposeResult:
        for seat in (0, 1):
            yield from self._player_fields(seat)
        yield form_row(_("Who starts"), ChoiceRow(_("player 1"), _("player 2"), _("random"), id="starts"))
        yield form_row(_("Undo"), ChoiceRow(_("allowed"), _("off"), id="undo"))
        expansion = ChoiceRow(_("none"), expansion_title(), id="expansion", chosen=int(self.expansion))
        yield form_row(_("Expansion"), expansion)
        seed = Field(placeholder=_("random, or any word or number"), max_length=40, compact=True, id="seed")
        yield form_row(_("Deal code"), seed)

    @override
    def bots(self) -> Sequence[Level]:
        return [Level(kind, words, player_name(kind)[:NAME_LENGTH]) for kind, words in levels()]

    def _player_fields(self, seat: int) -> ComposeResult:
        name = self.names[seat]
        with Horizontal(classes="field name-field"):
            yield Label(Content(_("Player {number}").format(number=seat + 1)))
            yield Field(name, max_length=NAME_LENGTH, compact=True, classes="name", id=f"name-{seat}")
            yield Label(Content(_("PIN")), classes="pin-label")
            pin = no_pin()
            yield Field(password=True, placeholder=pin, max_length=32, compact=True, classes="pin", id=f"pin-{seat}")
        with Horizontal(classes="field kind-field"):
            yield ChoiceRow(_("person"), *(level for _kind, level in levels()), id=f"kind-{seat}")

    @override
    def explain(self, field: Widget) -> str:
        if field.id == "expansion":
            words = _("Three Legends and five Travellers join the River; the rules ({key:screen.rules}) have a page.")
            return words.format(key=KEY)
        return super().explain(field)

    @override
    def new_game(self) -> NewGame:
        starts = self.query_one("#starts", ChoiceRow).chosen
        undo = "off" if self.query_one("#undo", ChoiceRow).chosen else "free"
        module = LEGENDS_TRAVELLERS if self.query_one("#expansion", ChoiceRow).chosen else ""
        seed = self.query_one("#seed", Input).value.strip()
        new = NewGame(kind_of(KIND), {"undo": undo, "expansion": module}, seed, any_order=starts == RANDOM)
        for seat in (0, 1):
            self.seat(new, seat)
        if starts == SECOND:
            new.players.reverse()
        return new

    @override
    def about_pin(self) -> str:
        return _("A PIN keeps your Hand covered until you enter it.")

    @override
    def explained(self, level: int) -> str:
        return strength(levels()[level - 1][0]) if level else ""
