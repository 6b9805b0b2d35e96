"""Naishi as a kind of game, imported on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from naishi.common.documents import refused_as
from naishi.common.i18n import InvalidRecordError, NaishiError, UnknownBotError, _, listed, ngettext, quoted
from naishi.games.naishi.game.bot_names import LEVELS
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Card, Phase, expansion_initials
from naishi.tabletop.kinds import GameKind, Level, OptionRow, Section

if TYPE_CHECKING:
    from naishi.games.naishi.game.game import Game
    from naishi.games.naishi.game.view import PlayerView
    from naishi.games.naishi.rules.actions import Action
    from naishi.tabletop.chance import DealProof
    from naishi.tabletop.players import Player

_PLAYERS = "naishi.games.naishi.bots.players"
_BOTS = {
    "random": f"{_PLAYERS}.learned:RandomBot",
    "novice": f"{_PLAYERS}.novice:NoviceBot",
    "greedy": f"{_PLAYERS}.learned:GreedyBot",
    "beginner": f"{_PLAYERS}.learned:beginner",
    "apprentice": f"{_PLAYERS}.learned:apprentice",
    "improver": f"{_PLAYERS}.learned:improver",
    "intermediate": f"{_PLAYERS}.learned:intermediate",
    "brief": f"{_PLAYERS}.learned:BriefBot",
    "quick": f"{_PLAYERS}.learned:QuickBot",
    "strong": f"{_PLAYERS}.learned:strong",
    "master": f"{_PLAYERS}.master:MasterBot",
}
"""Where each bot is, weakest first."""


class Naishi(GameKind):
    """The kind of game that the house is named after."""

    key = "naishi"
    rules_version = 1
    seats = range(2, 3)

    def title(self) -> str:
        return "Naishi"

    def option_rows(self) -> Sequence[OptionRow]:
        values = (("", _("no")), (LEGENDS_TRAVELLERS, _("Legends & Travellers")))
        return (OptionRow("expansion", _("expansion"), values, {LEGENDS_TRAVELLERS: expansion_initials()}),)

    def new(
        self,
        players: Sequence[str | Player],
        options: Mapping[str, str | None] | None = None,
        seed: str = "",
        *,
        proof: DealProof | None = None,
    ) -> Game:
        """See `GameKind.new`.

        Args:
            proof: What the deal is drawn from instead, so that anybody can check it; it is kept with the game.
        """
        from naishi.games.naishi.game.game import Game  # noqa: PLC0415
        from naishi.games.naishi.game.record import Options  # noqa: PLC0415

        with refused_as(NaishiError):
            agreed = Options.model_validate({name: value for name, value in (options or {}).items() if value})
        if proof is None:
            return Game.new(seed or None, players, options=agreed)
        return Game.proved(players, agreed, proof)

    def read(self, document: Mapping[str, Any]) -> Game:
        """Replay what `Game.document` wrote.

        Raises InvalidRecordError: it isn't a record; BrokenRecordError: the rules don't allow one of its actions.
        """
        from naishi.games.naishi.game.game import Game  # noqa: PLC0415
        from naishi.games.naishi.game.record import GameRecord  # noqa: PLC0415

        with refused_as(InvalidRecordError):
            record = GameRecord.model_validate(document)
        return Game(record)

    def action(self, text: str) -> Action:
        from naishi.games.naishi.rules.actions import Action  # noqa: PLC0415

        return Action.from_text(text)

    def has_begun(self, action: Action) -> bool:
        return not action.text.startswith("give")

    def is_of_turn(self, action: Action) -> bool:
        return not action.text.startswith(("give", "copy"))

    def passes(self, action: Action) -> bool:
        return action.text in {"end", "skip"}

    def view(self, document: Mapping[str, Any]) -> PlayerView:
        from naishi.games.naishi.game.view import PlayerView  # noqa: PLC0415

        return PlayerView.model_validate(document)

    def levels(self) -> Sequence[Level]:
        return tuple(level._replace(words=_(level.words)) for level in LEVELS)

    def bots(self) -> Sequence[str]:
        return tuple(_BOTS)

    def bot(self, name: str, seed: int) -> Any:
        """Make one of its own bots; NumPy and the weights are loaded only for those that need them.

        Raises UnknownBotError: there is none of that name; BotNotReadyError: its weights are missing or damaged.
        """
        if name not in _BOTS:
            raise UnknownBotError(_("There is no bot called {name}.").format(name=quoted(name)))
        module, _colon, factory = _BOTS[name].partition(":")
        return getattr(import_module(module), factory)(seed)

    def sentence(self, event: Any, names: Sequence[str], reader: int | None) -> str:
        from naishi.games.naishi.text.sentences import sentence  # noqa: PLC0415

        return sentence(event, names, reader)

    def outcome(self, view: Any, reader: int | None) -> Sequence[str]:
        from naishi.games.naishi.text.sentences import result  # noqa: PLC0415

        sheets, words = view.outcome.sheets if view.outcome else (), _("{name}: {points}")
        points = (words.format(name=name, points=sheet.total) for name, sheet in zip(view.names, sheets, strict=False))
        return [result(view, reader), *points]

    def lines(self, view: PlayerView, question: str = "") -> Sequence[str]:
        """Describe the table in words, a row a line: what lies open, and the viewer's Hand."""

        def row(cards: Sequence[Card | None]) -> str:
            return listed((str(each.noun) if each is not None else _("unknown") for each in cards), conjunction=False)

        if question == "score":
            return self.outcome(view, None)
        names = view.names
        if view.turn is None:
            found = [self.outcome(view, None)[0]]
        else:
            found = [_("Round {round}. {name} is to play.").format(round=view.round, name=names[view.turn])]
        found.append(_("River: {cards}.").format(cards=row([pile.top for pile in view.river])))
        for seat, side in enumerate(view.sides):
            found.append(_("{name}'s Line: {cards}.").format(name=names[seat], cards=row(side.line)))
            if view.turn is None or (seat == view.seat and not view.public and view.phase is not Phase.GIFT):
                found.append(_("{name}'s Hand: {cards}.").format(name=names[seat], cards=row(side.hand)))
        return [line for line in found if question.casefold() in line.casefold()]

    def progress(self, game: Any) -> str:
        names = [player.name for player in game.players]
        if game.early_end is not None:
            from naishi.tabletop.game import in_a_list  # noqa: PLC0415

            return in_a_list(game.early_end, names)
        if game.turn is not None:
            name = names[game.turn]
            if game.phase is Phase.GIFT:
                return _("{name} is choosing a gift").format(name=name)
            return _("round {round}, {name} to play").format(round=game.round, name=name)
        return self._won(game, names)

    def _won(self, game: Game, names: Sequence[str]) -> str:
        result = game.result
        if result is None or result.winner is None:
            points = result.points[0] if result else 0
            return ngettext("a draw, {count} point each", "a draw, {count} points each", points)
        won, lost = (result.points[seat] for seat in (result.winner, 1 - result.winner))
        if won == lost:
            tied = _("{name} won {won} to {lost} on colours")
            words = tied if lost < 0 else _("{name} won {won}–{lost} on colours")
        elif lost < 0:  # a dash before a minus can't be read
            words = _("{name} won {won} to {lost}")
        else:
            words = _("{name} won {won}–{lost}")
        return words.format(name=names[result.winner], won=won, lost=lost)

    def when(self, round_number: int) -> str:
        return _("round {round}").format(round=round_number)

    def rules(self) -> Sequence[Section]:
        from naishi.games.naishi.text.rules_help import rules  # noqa: PLC0415

        return rules()


NAISHI = Naishi()
