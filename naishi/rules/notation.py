"""Position text: a game at one moment on one line, like chess's FEN.

Eight fields, cards as letters:

    river  seat 0  seat 1  court  turn  done  last  discard

`done` says what has been done: `-`, `d` (developed) or `b` (bonus taken) in a turn; in the set-up
`g<what seat 0 gave, or ->:<shuffle of seat 0>:<shuffle of seat 1>`, the Hands being MMM and the two dealt
cards; once the game is over `c` (a ninja has to choose) or `f` (finished), each followed by
`<copies of seat 0>:<copies of seat 1>`, a copy being its cell and the letter of what it copies, `H3A`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from naishi.errors import InvalidPositionError
from naishi.i18n import _, quoted
from naishi.rules.cards import BY_LETTER, Card
from naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, EMISSARIES, SWAP_SPOTS, Court, Sent, court
from naishi.rules.deal import PILE_HEIGHT, PILES
from naishi.rules.legal import Phase
from naishi.rules.scoring import choices
from naishi.rules.territory import Cell, Territory

FIELDS = "river seat0 seat1 court turn done last discard"

_COPIES = re.compile(r"((?:[LH][1-5][A-Z])*):((?:[LH][1-5][A-Z])*)")
_SET_UP = re.compile(r"([-12]):([0-4]{5}):([0-4]{5})")

Shuffle = tuple[int, ...]

Copies = tuple[dict[Cell, Card], dict[Cell, Card]]
"""What the ninjas of each seat copy, as far as settled. Never changed in place."""


class Fields(NamedTuple):
    """All that a position text says; `Position` explains the fields."""

    river: list[list[Card]]
    territories: list[list[Card]]
    discards: list[Card]
    given: list[int]
    phase: Phase
    court: Court
    copies: Copies
    turn: int = 0
    developed: bool = False
    bonus: bool = False
    last: int | None = None
    shuffles: tuple[Shuffle, Shuffle] | None = None


def read(text: str) -> Fields:
    """Read a position text.

    Raises:
        InvalidPositionError: It isn't one, or the rules make no sense on it.
    """
    parts = text.split()
    if len(parts) != 8:
        raise InvalidPositionError(
            _("A position has 8 fields ({fields}), not {count}.").format(fields=FIELDS, count=len(parts))
        )
    river, first, second, court_text, turn, done, last, discard = parts
    territories = [_territory(first), _territory(second)]
    fields = Fields(
        river=_river(river),
        territories=territories,
        court=_court(court_text),
        turn=_seat(turn),
        phase=_phase(done),
        developed=done == "d",
        bonus=done == "b",
        last=None if last == "-" else _seat(last),
        discards=[] if discard == "-" else read_cards(discard),
        copies=_copies(done, territories),
        given=[int(done[1]) - 1] if done[0] == "g" and done[1] != "-" else [],
        shuffles=_shuffles(done),
    )
    _check(fields)
    return fields


def write(fields: Fields) -> str:
    """Write a position text."""
    return " ".join([
        "/".join("".join(card.letter for card in reversed(pile)) or "-" for pile in fields.river),
        *("/".join("".join(card.letter for card in row) for row in (t[:5], t[5:])) for t in fields.territories),
        fields.court.to_text(),
        str(fields.turn),
        _done(fields),
        "-" if fields.last is None else str(fields.last),
        "".join(card.letter for card in fields.discards) or "-",
    ])  # fmt: skip


def _done(fields: Fields) -> str:
    match fields.phase:
        case Phase.PLAY:
            return "d" if fields.developed else "b" if fields.bonus else "-"
        case Phase.GIFT:
            given = str(fields.given[0] + 1) if fields.given else "-"
            return ":".join([f"g{given}", *("".join(map(str, shuffle)) for shuffle in fields.shuffles or ())])
        case phase:
            copies = ":".join("".join(f"{cell}{card.letter}" for cell, card in each.items()) for each in fields.copies)
            return ("c" if phase is Phase.COPY else "f") + copies


def read_cards(text: str) -> list[Card]:
    """Read the letters of cards.

    Raises:
        InvalidPositionError: One is the letter of no card.
    """
    try:
        return [BY_LETTER[letter] for letter in text]
    except KeyError as error:
        raise InvalidPositionError(
            _("{letter} is not the letter of a card. The letters are: {known}.").format(
                letter=quoted(str(error.args[0])),
                known=", ".join(f"{card.letter} {card.noun}" for card in Card),
            )
        ) from None


def _river(text: str) -> list[list[Card]]:
    piles = text.split("/")
    if len(piles) != PILES:
        raise InvalidPositionError(_("The River has 5 piles, not {count}.").format(count=len(piles)))
    river = [[] if pile == "-" else read_cards(pile)[::-1] for pile in piles]
    if any(len(pile) > PILE_HEIGHT or (not pile and text != "-") for pile, text in zip(river, piles, strict=True)):
        raise InvalidPositionError(_("A River pile has 1 to 6 cards; an empty one is written as -."))
    return river


def _territory(text: str) -> list[Card]:
    line, slash, hand = text.partition("/")
    if not slash or len(line) != 5 or len(hand) != 5:
        raise InvalidPositionError(
            _("{text} is not a territory: write it as Line/Hand, five letters each.").format(text=quoted(text))
        )
    return read_cards(line) + read_cards(hand)


def _court(text: str) -> Court:
    if not re.fullmatch(r"[0-9]{3}:[0-9]{3}", text):
        raise InvalidPositionError(_("The court is written as 000:000, not as {text}.").format(text=quoted(text)))
    first, second = (Sent(*map(int, digits)) for digits in text.split(":"))
    if max(sum(first), sum(second)) > EMISSARIES:
        raise InvalidPositionError(_("Each player has only two emissaries."))
    taken = tuple(a + b for a, b in zip(first, second, strict=True))
    if any(n > spots for n, spots in zip(taken, (SWAP_SPOTS, DISCARD_SPOTS, DECREE_SPOTS), strict=True)):
        raise InvalidPositionError(_("The court has 3 swap spots, 2 discard spots and 1 decree spot."))
    return court(first, second)


def _seat(text: str) -> int:
    if text not in {"0", "1"}:
        raise InvalidPositionError(_("A seat is 0 or 1, not {text}.").format(text=quoted(text)))
    return int(text)


def _phase(done: str) -> Phase:
    if done in {"-", "d", "b"}:
        return Phase.PLAY
    if done[0] == "g" and _SET_UP.fullmatch(done[1:]):
        return Phase.GIFT
    if done[0] in "cf" and _COPIES.fullmatch(done[1:]):
        return Phase.COPY if done[0] == "c" else Phase.OVER
    raise InvalidPositionError(
        _(
            "{text} doesn't say how far the turn is: use -, d, b, or the form for setup, copies or a finished game."
        ).format(text=quoted(done))
    )


def _shuffles(done: str) -> tuple[Shuffle, Shuffle] | None:
    if done[0] != "g":
        return None
    first, second = (tuple(map(int, digits)) for digits in done.split(":")[1:])
    if any(sorted(shuffle) != [0, 1, 2, 3, 4] for shuffle in (first, second)):
        raise InvalidPositionError(_("A shuffle contains each of the numbers 0 to 4 once."))
    return first, second


def _copies(done: str, territories: list[list[Card]]) -> Copies:
    if done[0] not in "cf":
        return {}, {}
    pairs = [
        [(Cell.from_text(each[:2]), read_cards(each[2])[0]) for each in re.findall("...", copies)]
        for copies in done[1:].split(":")
    ]
    first, second = map(dict, pairs)
    if [len(first), len(second)] != [len(each) for each in pairs]:
        raise InvalidPositionError(_out_of_order())
    for cards, copies in zip(territories, (first, second), strict=True):
        may = choices(Territory(tuple(cards)))
        if any(cards[cell] is not Card.NINJA or card not in may for cell, card in copies.items()):
            raise InvalidPositionError(_("A copy names the cell of a ninja and another character in its territory."))
    return first, second


def _check(fields: Fields) -> None:
    """Refuse a position from which the game could not continue."""
    if fields.phase is Phase.PLAY:
        if fields.last not in {None, fields.turn}:
            raise InvalidPositionError(_("The seat playing the last turn must be the seat to act."))
        if fields.bonus and not any(fields.river):
            raise InvalidPositionError(_("After a bonus, there must be a River card to develop with."))
        spent = fields.court[fields.turn]
        if fields.bonus and not spent.swap + spent.discard:
            raise InvalidPositionError(_("After a bonus, an emissary must be on a swap or discard spot."))
    if fields.phase is Phase.GIFT:
        if (fields.turn, len(fields.given)) not in {(0, 0), (1, 1)}:
            raise InvalidPositionError(_("Seat 0 gives first, then seat 1."))
        if any(cards[:8] != [Card.MOUNTAIN] * 8 for cards in fields.territories):
            raise InvalidPositionError(_("During setup, each seat has 8 mountains followed by its two dealt cards."))
    if fields.phase in {Phase.COPY, Phase.OVER}:
        _check_copies(fields)


def _check_copies(fields: Fields) -> None:
    """Refuse copies that could not have been chosen or settled one after the other."""
    waiting: int | None = None
    for seat, cards in enumerate(fields.territories):
        territory = Territory(tuple(cards))
        may, ninjas, chosen = choices(territory), territory.where(Card.NINJA), tuple(fields.copies[seat])
        settled = waiting is None
        if chosen != ninjas[: len(chosen)] or (chosen and not settled):
            raise InvalidPositionError(_out_of_order())
        if may and settled and len(chosen) < len(ninjas):
            if len(may) == 1:
                raise InvalidPositionError(_out_of_order())
            waiting = seat
    if fields.phase is Phase.OVER and waiting is not None:
        raise InvalidPositionError(_("A ninja still has to choose what to copy."))
    if fields.phase is Phase.COPY and waiting is None:
        raise InvalidPositionError(_("No ninja has to choose any more: the game is over."))
    if fields.phase is Phase.COPY and waiting != fields.turn:
        raise InvalidPositionError(_("The seat to act must be the one whose ninja chooses next."))


def _out_of_order() -> str:
    return _("Ninjas copy in order, seat 0's first; a ninja with at most one choice needs no entry.")
