"""Position text: its fields, sanity checks and diagram."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from naishi.common.i18n import InvalidPositionError, _, listed, quoted
from naishi.games.naishi.rules import cards
from naishi.games.naishi.rules.cards import PILES, TRAVELLERS, Card, Cell, Court, Expansion, Phase, Territory, court
from naishi.games.naishi.rules.scoring import ninjas

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
    expansion: Expansion | None = None
    declared: bool | None = None
    """Whether the end was declared; None where the other fields say so."""

    @property
    def cards(self) -> Iterator[Card]:
        return chain(*self.river, *self.territories, self.discards)

    def territory(self, seat: int) -> Territory:
        """Return the ten cards of a seat, as they are scored."""
        return Territory(tuple(self.territories[seat]))


_REST = "court", "turn", "done", "last", "discard", "ryokan"
"""What the fields of a position text after the cards are called."""


def diagram(fields: Fields) -> str:
    """Draw the cards in rows, the second player's above; then the other fields of the position text."""
    first, second = ([card.letter for card in row] for row in fields.territories)
    rows = [
        ("", "12345"),
        ("Hand 1", second[5:]),
        ("Line 1", second[:5]),
        ("River", [pile[-1].letter if pile else "-" for pile in fields.river]),
        ("left", [str(len(pile)) for pile in fields.river]),
        ("Line 0", first[:5]),
        ("Hand 0", first[5:]),
    ]
    rest = " ".join(map(" ".join, zip(_REST, write(fields).split()[3:], strict=False)))
    return "\n".join([*(f"{name:8}{' '.join(letters)}" for name, letters in rows), rest])


def too_many(given: Iterable[Card]) -> str | None:
    """Return the sentence about cards of which the box has fewer; None where it has them all.

    A Legend in play takes the place of one card. (Expansion: setup.)
    """
    counts, words = Counter(given), []
    replaced = {cards.REPLACED[card] for card in counts if card in cards.REPLACED}
    for card in sorted(counts):
        most = card.copies - (card in replaced)
        if counts[card] > most:
            beside_legend = _("{card} ({count}, not {most}, with its Legend)")
            each = beside_legend if card in replaced else _("{card} ({count}, not {most})")
            words.append(each.format(card=card.noun, count=counts[card], most=most))
    return _("More than the box holds: {cards}.").format(cards=listed(words, conjunction=False)) if words else None


def check_drawn(given: Iterable[Card]) -> None:
    """Refuse more cards of the expansion than take part in a game, with an InvalidPositionError. (Expansion: setup.)"""
    drawn = Counter(given)
    for card in (*cards.LEGENDS, *TRAVELLERS):
        if drawn[card] > 1:
            why = _("There is only one {card:bare}, not {count}.")
            raise InvalidPositionError(why.format(card=card.noun, count=drawn[card]))
    if len(drawn.keys() & {*cards.LEGENDS}) > cards.LEGENDS_DRAWN:
        raise InvalidPositionError(_("Only three Legends take part in a game."))
    if len(drawn.keys() & {*TRAVELLERS}) > cards.TRAVELLERS_DRAWN:
        raise InvalidPositionError(_("Only five Travellers take part in a game."))


def check_cards(given: Iterable[Card]) -> None:
    """Refuse cards of which the box has fewer, or fewer take part in a game, with an InvalidPositionError."""
    given = list(given)
    check_drawn(given)
    if why := too_many(given):
        raise InvalidPositionError(why)


def fault(fields: Fields, *, mountains: bool = True) -> str | None:
    """Return the sentence about what no game can have come to; None where there is nothing such.

    With `mountains`, more of them than the box has are a fault, too.
    """
    if why := too_many(card for card in fields.cards if mountains or card is not Card.MOUNTAIN):
        return why
    entered = [card for each in fields.territories for card in each if card in TRAVELLERS]
    if entered and fields.expansion is not None and fields.expansion.owner is None:
        return _("With {card:a} in a territory, somebody must have the Ryokan.").format(card=entered[0].noun)
    return None


MOST_CARDS = 100
"""Cards of a position: twice as many as in the box, so that they can be set up in any order. No action adds a card."""


def check(fields: Fields) -> None:
    """Refuse a position from which the game could not continue, with an InvalidPositionError that says why."""
    if (count := len([*fields.cards])) > MOST_CARDS:
        why = _("A position has at most {most} cards, not {count}.")
        raise InvalidPositionError(why.format(most=MOST_CARDS, count=count))
    _check_cards(fields)
    if fields.phase is Phase.PLAY:
        _check_turn(fields)
    if fields.phase is Phase.GIFT:
        _check_setup(fields)
    if fields.phase in {Phase.COPY, Phase.OVER}:
        _check_copies(fields)


def _check_cards(fields: Fields) -> None:
    """Refuse cards that the game doesn't have. (Expansion: setup.)"""
    highest = max(map(len, fields.river))
    if highest > cards.PILE_HEIGHT and fields.expansion is None:
        raise InvalidPositionError(_("A River pile has 1 to 6 cards; an empty one is written as -."))
    if highest > cards.EXPANSION_PILE_HEIGHT:
        raise InvalidPositionError(_("A River pile has 1 to 7 cards; an empty one is written as -."))
    drawn = [card for card in fields.cards if card not in cards.BASE_CARDS]
    if drawn and fields.expansion is None:
        raise InvalidPositionError(_("Legends and Travellers need a ninth field, which says where the Ryokan is."))
    check_drawn(drawn)


def _check_turn(fields: Fields) -> None:
    if fields.last not in {None, fields.turn}:
        raise InvalidPositionError(_("The seat playing the last turn must be the seat to act."))
    if fields.expansion is not None and fields.expansion.pending:
        _check_pending(fields, fields.expansion)
        return
    if fields.bonus and not any(fields.river):
        raise InvalidPositionError(_("After a bonus, there must be a River card to develop with."))
    _check_bonus(fields)


def _check_pending(fields: Fields, expansion: Expansion) -> None:
    """Refuse effects that no develop of this turn can have triggered. (Expansion: play, Travellers.)"""
    pending, mine = expansion.pending, fields.territories[fields.turn]
    again = cards.DEVELOPING not in pending and fields.discards[-2:-1] == [cards.DEVELOPING]
    left = [card for card in pending if card in cards.ON_LEAVING]
    came = [card for card in pending if card in cards.ON_ENTERING]
    if left and left != fields.discards[-1:]:
        raise InvalidPositionError(_("An effect on leaving is pending only for the card discarded last."))
    if not fields.discards:
        raise InvalidPositionError(_("An effect is pending only after a develop, which discards a card."))
    if left and expansion.owner is None:
        raise InvalidPositionError(_("After a Traveller has left a territory, somebody must have the Ryokan."))
    if any(card not in mine for card in came) or len(came) > 1 + again:
        raise InvalidPositionError(_("An effect on entering is pending only for a card that has just entered."))
    if came and expansion.owner != fields.turn:
        raise InvalidPositionError(_("After a Traveller has entered, the Ryokan belongs to the seat to act."))
    piles = sum([1 << at for at, pile in enumerate(fields.river) if pile])
    recall = fields.court.openings[fields.turn].recall
    if expansion.settled(recall=recall, piles=piles).pending != pending:
        raise InvalidPositionError(_("An effect that can do nothing is not pending."))
    _check_developed(fields, expansion, came, again=again)


def _check_developed(fields: Fields, expansion: Expansion, came: Sequence[Card], *, again: bool) -> None:
    """Refuse piles and emissaries that the develops of this turn can't have left. (Expansion: resolving effects.)"""
    mine = fields.territories[fields.turn]
    unturned = {at for at in range(PILES) if expansion.unturned >> at & 1}
    empty = {at for at, pile in enumerate(fields.river) if not pile}
    if unturned & empty:
        raise InvalidPositionError(_("An empty River pile has no card to turn up."))
    if len(unturned) > 1 + again:
        raise InvalidPositionError(_("Only the piles of this turn's develops can be waiting to be turned up."))
    if len(unturned | empty) < max(1, len(came)):
        raise InvalidPositionError(_("A pile just developed from is empty, or its next card isn't turned up yet."))
    used = cards.ON_ENTERING.intersection(mine) | cards.ON_LEAVING.intersection(fields.discards[-1:])
    used -= {*expansion.pending}
    if used.isdisjoint(cards.EXCHANGING) and any(mine.index(card) % PILES not in unturned | empty for card in came):
        raise InvalidPositionError(_("A card that has just entered lies at the position of its River pile."))
    if used.isdisjoint(cards.RECALLING):
        _check_bonus(fields)


def _check_bonus(fields: Fields) -> None:
    spent = fields.court[fields.turn]
    if fields.bonus and not spent.swap + spent.discard:
        raise InvalidPositionError(_("After a bonus, an emissary must be on a swap or discard spot."))


def _check_setup(fields: Fields) -> None:
    """Refuse what only a turn can bring about: none has been played yet. (Rulebook: setup.)"""
    if (fields.turn, len(fields.given)) not in {(0, 0), (1, 1)}:
        raise InvalidPositionError(_("Seat 0 gives first, then seat 1."))
    if any(each[:8] != [Card.MOUNTAIN] * 8 for each in fields.territories):
        raise InvalidPositionError(_("During setup, each seat has 8 mountains followed by its two dealt cards."))
    if fields.last is not None:
        raise InvalidPositionError(_("During setup, there is no last turn yet."))
    if fields.court.sent != (cards.HOME, cards.HOME):
        raise InvalidPositionError(_("During setup, no emissary is at court yet."))
    if fields.discards:
        raise InvalidPositionError(_("During setup, nothing has been discarded yet."))
    if any(card not in cards.BASE_CARDS for each in fields.territories for card in each[8:]):
        raise InvalidPositionError(_("No Legend or Traveller is dealt to a player."))
    if fields.expansion not in {None, Expansion()}:
        raise InvalidPositionError(_("During setup, nobody has the Ryokan."))


def _check_copies(fields: Fields) -> None:
    """Refuse copies that could not have been chosen or settled one after the other."""
    waiting: int | None = None
    for seat, copies in enumerate(fields.copies):
        may_copy = ninjas(fields.territory(seat), fields.territory(1 - seat))
        if any(card not in may_copy.get(cell, ()) for cell, card in copies.items()):
            raise InvalidPositionError(_("A copy names the cell of a ninja and another character in its territory."))
        order, chosen = [cell for cell, may in may_copy.items() if may], [*copies]
        if chosen != order[: len(chosen)] or (chosen and waiting is not None):
            raise InvalidPositionError(out_of_order())
        if waiting is None and len(chosen) < len(order):
            if len(may_copy[order[len(chosen)]]) == 1:
                raise InvalidPositionError(out_of_order())
            waiting = seat
    if fields.phase is Phase.OVER and waiting is not None:
        raise InvalidPositionError(_("A ninja still has to choose what to copy."))
    if fields.phase is Phase.COPY and waiting is None:
        raise InvalidPositionError(_("No ninja has to choose any more: the game is over."))
    if fields.phase is Phase.COPY and waiting != fields.turn:
        raise InvalidPositionError(_("The seat to act must be the one whose ninja chooses next."))


def out_of_order() -> str:
    return _("Ninjas copy in order, seat 0's first; a ninja with at most one choice needs no entry.")


def to_letters(row: Iterable[Card]) -> str:
    return "".join(card.letter for card in row)


_EFFECTIVE = sorted(cards.ON_LEAVING | cards.ON_ENTERING)
_PENDING = re.compile(f"(?!:)({'?'.join(to_letters(_EFFECTIVE))}?):(-|(?=[1-5])1?2?3?4?5?)")
"""Letters of Travellers, each at most once, in card order; then piles."""


def _expansion(ryokan: str | None, effects: str | None) -> Expansion | None:
    """Read the ninth field of a text, and what is pending, `CG:2`; None where there is no such field.

    Raises InvalidPositionError: one isn't understood, or effects are pending in a base game.
    """
    if ryokan is None:
        if effects is not None:
            raise InvalidPositionError(_("Effects can be pending only with the expansion; its ninth field is missing."))
        return None
    if ryokan != "-" and not re.fullmatch("[01][47]", ryokan):
        why = _("The Ryokan is written as - or as its owner and side, such as 04 or 17, not as {text}.")
        raise InvalidPositionError(why.format(text=quoted(ryokan)))
    owner, side = (None, 4) if ryokan == "-" else (int(ryokan[0]), int(ryokan[1]))
    pending, unturned = ((), 0) if effects is None else _effects(effects)
    return Expansion(owner, side, pending, unturned)


def _effects(text: str) -> tuple[tuple[Card, ...], int]:
    if (found := _PENDING.fullmatch(text)) is None:
        why = _("{text} doesn't say what is pending: write some of {letters} in this order, then piles, as CG:2.")
        raise InvalidPositionError(why.format(text=quoted(text), letters=to_letters(_EFFECTIVE)))
    letters, piles = found.groups()
    return tuple(cards.read_letters(letters)), sum(1 << int(pile) - 1 for pile in piles.strip("-"))


_COPIES = re.compile(r"((?:[LH][1-5][A-Z])*):((?:[LH][1-5][A-Z])*)")
_SET_UP = re.compile(r"([-12]):([0-4]{5}):([0-4]{5})")


def read(text: str) -> Fields:
    """Read a position text. Raises InvalidPositionError: it isn't one, or the rules make no sense on it."""
    parts = text.split()
    if len(parts) not in {8, 9}:
        named = _("River, territory of seat 0, territory of seat 1, court, seat to act, done, last turn, discards")
        why = _("A position has 8 fields ({fields}), not {count}.")
        raise InvalidPositionError(why.format(fields=named, count=len(parts)))
    river, first, second, court_text, turn, whole_done, last, discard = parts[:8]
    done, colon, effects = whole_done.partition(":") if whole_done.startswith("d") else (whole_done, "", "")
    expansion = _expansion(parts[8] if parts[8:] else None, effects if colon else None)
    fields = Fields(
        river=_river(river),
        territories=[_territory(first), _territory(second)],
        court=_court(court_text),
        turn=_seat(turn),
        phase=_phase("d" if done == "db" and expansion and expansion.pending else done),
        developed=done in {"d", "db"},
        bonus=done in {"b", "db"},
        last=None if last == "-" else _seat(last.removesuffix("d")),
        declared=_declared(last, river),
        discards=[] if discard == "-" else cards.read_letters(discard),
        copies=_copies(done),
        given=[int(done[1]) - 1] if done[0] == "g" and done[1] != "-" else [],
        shuffles=_shuffles(done),
        expansion=expansion,
    )
    check(fields)
    return fields


def write(fields: Fields) -> str:
    parts = [
        "/".join(to_letters(reversed(pile)) or "-" for pile in fields.river),
        *(f"{to_letters(each[:5])}/{to_letters(each[5:])}" for each in fields.territories),
        fields.court.to_text(),
        str(fields.turn),
        _done(fields),
        _last(fields),
        to_letters(fields.discards) or "-",
    ]
    if (expansion := fields.expansion) is not None:
        parts.append("-" if expansion.owner is None else f"{expansion.owner}{expansion.side}")
    return " ".join(parts)


def _last(fields: Fields) -> str:
    if fields.last is None:
        return "-"
    unclear = fields.last == 1 and sum(not pile for pile in fields.river) >= 2
    return f"{fields.last}d" if unclear and fields.declared else str(fields.last)


def _declared(last: str, river: str) -> bool | None:
    """Read whether the end was declared; None where other fields say so. Raises InvalidPositionError: both do."""
    if not last.endswith("d"):
        return None
    if last != "1d" or river.split("/").count("-") < 2:
        raise InvalidPositionError(
            _("The last turn is written as 1d only where two piles are empty, but seat 0 had declared the end before.")
        )
    return True


def _done(fields: Fields) -> str:
    match fields.phase:
        case Phase.PLAY:
            if fields.expansion is not None and fields.expansion.pending:
                piles = "".join(str(pile + 1) for pile in range(PILES) if fields.expansion.unturned >> pile & 1)
                return f"{'db' if fields.bonus else 'd'}:{to_letters(fields.expansion.pending)}:{piles or '-'}"
            return "d" if fields.developed else "b" if fields.bonus else "-"
        case Phase.GIFT:
            given = str(fields.given[0] + 1) if fields.given else "-"
            return ":".join([f"g{given}", *("".join(map(str, shuffle)) for shuffle in fields.shuffles or ())])
        case phase:
            copies = ":".join("".join(f"{cell}{card.letter}" for cell, card in each.items()) for each in fields.copies)
            return ("c" if phase is Phase.COPY else "f") + copies


def _river(text: str) -> list[list[Card]]:
    piles = text.split("/")
    if len(piles) != PILES:
        raise InvalidPositionError(_("The River has 5 piles, not {count}.").format(count=len(piles)))
    river = [[] if pile == "-" else cards.read_letters(pile)[::-1] for pile in piles]
    if any(not pile and text != "-" for pile, text in zip(river, piles, strict=True)):
        raise InvalidPositionError(_("A River pile has 1 to 6 cards; an empty one is written as -."))
    return river


def _territory(text: str) -> list[Card]:
    line, slash, hand = text.partition("/")
    if not slash or len(line) != 5 or len(hand) != 5:
        why = _("{text} is not a territory: write it as Line/Hand, five letters each.")
        raise InvalidPositionError(why.format(text=quoted(text)))
    return cards.read_letters(line) + cards.read_letters(hand)


def _court(text: str) -> Court:
    if not re.fullmatch(r"[0-9]{3}:[0-9]{3}", text):
        raise InvalidPositionError(_("The court is written as 000:000, not as {text}.").format(text=quoted(text)))
    first, second = (cards.Sent(*map(int, digits)) for digits in text.split(":"))
    if max(sum(first), sum(second)) > cards.EMISSARIES:
        raise InvalidPositionError(_("Each player has only two emissaries."))
    taken = tuple(a + b for a, b in zip(first, second, strict=True))
    if any(
        n > spots for n, spots in zip(taken, (cards.SWAP_SPOTS, cards.DISCARD_SPOTS, cards.DECREE_SPOTS), strict=True)
    ):
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
    why = _("{text} doesn't say how far the turn is: use -, d, b, or the form for setup, copies or a finished game.")
    raise InvalidPositionError(why.format(text=quoted(done)))


def _shuffles(done: str) -> tuple[Shuffle, Shuffle] | None:
    if done[0] != "g":
        return None
    first, second = (tuple(map(int, digits)) for digits in done.split(":")[1:])
    if any(sorted(shuffle) != [0, 1, 2, 3, 4] for shuffle in (first, second)):
        raise InvalidPositionError(_("A shuffle contains each of the numbers 0 to 4 once."))
    return first, second


def _copies(done: str) -> Copies:
    if done[0] not in "cf":
        return {}, {}
    pairs = [
        [(Cell.from_text(each[:2]), cards.read_letters(each[2])[0]) for each in re.findall("...", copies)]
        for copies in done[1:].split(":")
    ]
    first, second = map(dict, pairs)
    if [len(first), len(second)] != [len(each) for each in pairs]:
        raise InvalidPositionError(out_of_order())
    return first, second
