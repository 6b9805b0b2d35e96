"""A position set up card by card, and participants who set it up."""

import random
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import islice
from typing import Self

from naishi.common.i18n import InvalidPositionError, _, ngettext
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules import cards, notation
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import REPLACED, Card, Cell, Deal, Expansion, Phase, Zone
from naishi.games.naishi.rules.effects import settle_ninjas
from naishi.games.naishi.rules.notation import Fields, fault, to_letters
from naishi.games.naishi.rules.position import Position
from naishi.sessions.participant import Ask, Participant


def from_letters(letters: str, *, expansion: bool = False) -> list[Card]:
    """Read letters as people type them, - for none. With the `expansion`, a small letter is a Legend."""
    typed = "".join(letters.split()).strip("-")
    return cards.read_letters(typed if expansion else typed.upper())


def _face_down(fields: Fields) -> list[Card]:
    return [card for pile in fields.river for card in pile[:-1]]


def _lay(fields: Fields, dealt: list[Card]) -> None:
    """Lay cards face down below the face-up ones, as many as lay there."""
    drawn = iter(dealt)
    for pile in fields.river:
        pile[:-1] = islice(drawn, len(pile[:-1]))


def _development(left: Counter[Card]) -> list[Card]:
    """List the cards of a count, without mountains, which never lie in the River, and cards of the expansion.

    Which of these take part is said by those that lie on the table.
    """
    return sorted(card for card in left.elements() if card in cards.BASE_CARDS and card is not Card.MOUNTAIN)


class Stage(StrEnum):
    """How far a turn or the game is."""

    SETUP = "setup"
    BEGUN = "begun"
    DEVELOPED = "developed"
    BONUS = "bonus"
    SCORING = "scoring"


def _nothing_pending(fields: Fields) -> Expansion | None:
    return None if fields.expansion is None else fields.expansion._replace(pending=(), unturned=0)


def scored(fields: Fields) -> Fields:
    """Return fields at the final scoring: with the ninjas that have no choice settled, and whose turn it is then."""
    begun = fields._replace(copies=({}, {}), developed=False, bonus=False, shuffles=None)
    position = Position.from_fields(begun._replace(expansion=_nothing_pending(fields)))
    settle_ninjas(position)
    return notation.read(position.to_text())


RYOKAN = (None, 4), (0, 4), (0, 7), (1, 4), (1, 7)
"""Where the Ryokan can be, and which side lies up."""

_LEGEND_OF = {card: legend for legend, card in REPLACED.items()}


class Draft:
    """A position being edited. Every edit leaves one that the rules make sense of, or is refused and changes nothing.

    It may hold more cards than the box meanwhile (see `fault`), so that they can be put in any order.

    Edits raise `InvalidPositionError` with the sentence that says why they are refused.
    """

    def __init__(self, text: str) -> None:
        """Begin with a position text. Raises InvalidPositionError: it isn't one, or the rules make no sense on it."""
        self._texts, self._at = [notation.write(notation.read(text))], 0

    @classmethod
    def dealt(cls, seed: int | str | None = None) -> Self:
        """Begin where the first turn begins after a deal; the same seed gives the same deal, None gives any."""
        position = Position(Deal.random(secrets.token_hex(8) if seed is None else seed))
        for gift in (Give(1), Give(1)):
            position.push(gift)
        return cls(position.to_text())

    @property
    def text(self) -> str:
        return self._texts[self._at]

    @property
    def fields(self) -> Fields:
        return notation.read(self.text)

    @property
    def position(self) -> Position:
        return Position.from_fields(self.fields)

    @property
    def fault(self) -> str | None:
        """The sentence about cards that no game can have on the table; None where there are none such."""
        return fault(self.fields)

    def playable(self) -> Position:
        """Return the position, to be played. Raises InvalidPositionError: no game with the expansion can come to it."""
        return Position.from_text(self.text)

    @property
    def stage(self) -> Stage:
        fields = self.fields
        if fields.phase is not Phase.PLAY:
            return Stage.SETUP if fields.phase is Phase.GIFT else Stage.SCORING
        return Stage.DEVELOPED if fields.developed else Stage.BONUS if fields.bonus else Stage.BEGUN

    def left(self) -> Counter[Card]:
        """Count the cards of the box that the position has no place for; below zero where it has too many.

        With the expansion, each Legend takes the place of a card that it replaces.
        """
        fields = self.fields
        left = Counter({card: card.copies for card in (cards.BASE_CARDS if fields.expansion is None else Card)})
        left.subtract(fields.cards)
        left.subtract(REPLACED[card] for card in fields.cards if card in REPLACED)
        return left

    def read(self, text: str) -> None:
        self._keep(Position.from_text(text).to_text())

    def _keep(self, text: str) -> None:
        if text != self.text:
            self._texts[self._at + 1 :] = [text]
            self._at += 1

    def undo(self) -> None:
        if self._at == 0:
            raise InvalidPositionError(_("Nothing to undo."))
        self._at -= 1

    def redo(self) -> None:
        if self._at + 1 == len(self._texts):
            raise InvalidPositionError(_("Nothing to redo."))
        self._at += 1

    def play(self, action: Action) -> None:
        """Play an action on the position. Raises IllegalActionError: the rules don't allow it."""
        position = self.position
        position.push(action)
        self._keep(position.to_text())

    def put(self, seat: int, cell: Cell, card: Card) -> None:
        """Put a card in the place of the one at a cell; of the River, in the place of the face-up one."""
        fields = self.fields
        if cell.zone is Zone.RIVER:
            fields.river[cell.position][-1:] = [card]
        else:
            fields.territories[seat][cell] = card
        self._take(fields)

    def put_letter(self, seat: int, cell: Cell, card: Card) -> None:
        """Put a card of the base game at a cell; with the expansion, where that lies there already, its Legend."""
        fields = self.fields
        pile = fields.river[cell.position] if cell.zone is Zone.RIVER else [fields.territories[seat][cell]]
        again = fields.expansion is not None and pile[-1:] == [card]
        self.put(seat, cell, _LEGEND_OF.get(card, card) if again else card)

    def next_ryokan(self) -> None:
        """Lay the Ryokan where it can be next: aside, then before each seat with either side up."""
        fields = self.fields
        if fields.expansion is None:
            raise InvalidPositionError(_("The Ryokan belongs to the expansion Legends & Travellers."))
        here = RYOKAN.index((fields.expansion.owner, fields.expansion.side))
        owner, side = RYOKAN[(here + 1) % len(RYOKAN)]
        self._take(fields._replace(expansion=fields.expansion._replace(owner=owner, side=side)))

    def take_off(self, seat: int, cell: Cell) -> None:
        """Take the face-up card off a pile; of a Line or a Hand, put a mountain in its place."""
        if cell.zone is not Zone.RIVER:
            self.put(seat, cell, Card.MOUNTAIN)
            return
        fields = self.fields
        if not fields.river[cell.position]:
            raise InvalidPositionError(_("This pile is empty."))
        fields.river[cell.position].pop()
        self._take(fields)

    def letters(self, seat: int, cell: Cell) -> str:
        """Return the letters of the pile at a cell, the face-up card first; or of the Line or Hand that it is in."""
        fields = self.fields
        if cell.zone is Zone.RIVER:
            return to_letters(fields.river[cell.position][::-1])
        return to_letters(fields.territories[seat][_row_of(cell)])

    def set_letters(self, seat: int, cell: Cell, text: str) -> None:
        """Set all cards of the pile at a cell, or of the Line or Hand that it is in (see `letters`)."""
        fields = self.fields
        row = from_letters(text, expansion=fields.expansion is not None)
        if cell.zone is Zone.RIVER:
            fields.river[cell.position][:] = row[::-1]
        elif len(row) != 5:
            raise InvalidPositionError(_("A Line or a Hand has five cards."))
        else:
            fields.territories[seat][_row_of(cell)] = row
        self._take(fields)

    def lengthen(self, pile: int, chance: random.Random) -> None:
        """Slip a card below a pile, drawn from those that are left in the box."""
        fields, possible = self.fields, _development(self.left())
        if fields.expansion is not None and len(fields.river[pile]) == cards.EXPANSION_PILE_HEIGHT:
            raise InvalidPositionError(_("A pile has no more than seven cards."))
        if fields.expansion is None and len(fields.river[pile]) == cards.PILE_HEIGHT:
            raise InvalidPositionError(_("A pile has no more than six cards."))
        if not possible:
            raise InvalidPositionError(_("No card is left in the box."))
        fields.river[pile].insert(0, chance.choice(possible))
        self._take(fields)

    def shorten(self, pile: int) -> None:
        """Take the lowest card of a pile away."""
        fields = self.fields
        if not fields.river[pile]:
            raise InvalidPositionError(_("This pile is empty."))
        del fields.river[pile][0]
        self._take(fields)

    def deal_face_down(self, chance: random.Random) -> None:
        """Deal the face-down cards again, from all cards that lie nowhere else."""
        fields = self.fields
        face_down = _face_down(fields)
        pool = _development(self.left()) + [card for card in face_down if card is not Card.MOUNTAIN]
        if len(pool) < len(face_down):
            why = ngettext(
                "The box has only {count} card for {places} face-down ones.",
                "The box has only {count} cards for {places} face-down ones.",
                len(pool),
                places=len(face_down),
            )
            raise InvalidPositionError(why)
        _lay(fields, chance.sample(pool, len(face_down)))
        self._take(fields)

    def shuffle_face_down(self, chance: random.Random) -> None:
        fields = self.fields
        hidden = _face_down(fields)
        chance.shuffle(hidden)
        _lay(fields, hidden)
        self._take(fields)

    @property
    def discards(self) -> str:
        return to_letters(self.fields.discards)

    def set_discards(self, text: str) -> None:
        fields = self.fields
        self._take(fields._replace(discards=from_letters(text, expansion=fields.expansion is not None)))

    def send(self, seat: int, spot: str) -> None:
        """Send one emissary more of a seat to a spot, of `Sent`; where that is impossible, recall all from there."""
        already = getattr(self.fields.court[seat], spot)
        try:
            self._send(seat, spot, already + 1)
        except InvalidPositionError:
            if not already:
                raise
            self._send(seat, spot, 0)

    def _send(self, seat: int, spot: str, count: int) -> None:
        fields = self.fields
        sent = list(fields.court.sent)
        sent[seat] = sent[seat]._replace(**{spot: count})
        self._take(fields._replace(court=cards.court(*sent)))

    def set_turn(self, seat: int) -> None:
        fields = self.fields
        last = seat if fields.last is not None and fields.phase is Phase.PLAY else fields.last
        given = (fields.given or [0]) if fields.phase is Phase.GIFT and seat == 1 else []
        self._take(fields._replace(turn=seat, last=last, given=given))

    def set_last(self, last: bool) -> None:
        fields = self.fields
        self._take(fields._replace(last=fields.turn if last else None))

    def set_stage(self, stage: Stage) -> None:
        fields, setup, order = self.fields, stage is Stage.SETUP, (0, 1, 2, 3, 4)
        if stage is Stage.SCORING:
            self._take(scored(fields))
            return
        self._take(
            fields._replace(
                phase=Phase.GIFT if setup else Phase.PLAY,
                developed=stage is Stage.DEVELOPED,
                bonus=stage is Stage.BONUS,
                turn=0 if setup else fields.turn,
                last=None if setup or fields.last is None else fields.turn,
                copies=({}, {}),
                given=[],
                shuffles=(fields.shuffles or (order, order)) if setup else None,
                expansion=_nothing_pending(fields),
            )
        )

    def next_stage(self) -> None:
        stages = list(Stage)
        here = stages.index(self.stage)
        for stage in (*stages[here + 1 :], *stages[:here]):
            with suppress(InvalidPositionError):
                self.set_stage(stage)
                return

    def _take(self, fields: Fields) -> None:
        if fields.phase in {Phase.COPY, Phase.OVER} and fields.territories != self.fields.territories:
            fields = scored(fields)
        self._keep(notation.write(notation.read(notation.write(fields))))


def _row_of(cell: Cell) -> slice:
    return slice(0, 5) if cell.zone is Zone.LINE else slice(5, 10)


class EditorParticipant(Participant):
    """The viewer of a position in which nothing is hidden and nothing is played."""

    def __init__(self, draft: Draft, names: Sequence[str]) -> None:
        self.draft, self.names = draft, (names[0], names[1])
        self.seat = 0
        """The side of the table that is drawn nearer."""
        self._views: tuple[str, tuple[PlayerView, PlayerView]] | None = None

    @property
    def view(self) -> PlayerView:
        return self.view_of(self.seat)

    def view_of(self, seat: int) -> PlayerView:
        if self._views is None or self._views[0] != self.draft.text:
            game = Game.from_position(self.draft.position, self.names)
            first, second = (game.view(each).model_copy(update={"legal_actions": ()}) for each in (0, 1))
            self._views = self.draft.text, (first, second)
        return self._views[1][seat]

    def _why_not(self, ask: Ask) -> str:
        return _("This position is only being set up.")


class ExerciseParticipant(Participant):
    """A seat at a moment of a game that doesn't go on: what is chosen there is for the screen to judge."""

    def __init__(self, view: PlayerView) -> None:
        self._view = view
        self.open = True
        """Whether an action can still be chosen."""

    @property
    def view(self) -> PlayerView:
        return self._view

    @property
    def allowed(self) -> frozenset[Ask]:
        return frozenset({Ask.PLAY}) if self.open else frozenset()

    def _why_not(self, ask: Ask) -> str:
        return _("This is an exercise; the game doesn't continue here.")
