"""Position text: a game at one moment on one line."""

from __future__ import annotations

import re

from naishi.common.errors import InvalidPositionError
from naishi.common.i18n import _, quoted
from naishi.games.naishi.rules.base_cards import ninjas
from naishi.games.naishi.rules.cards import BY_LETTER, ON_ENTERING, ON_LEAVING, Card, read_letters
from naishi.games.naishi.rules.court import DECREE_SPOTS, DISCARD_SPOTS, EMISSARIES, SWAP_SPOTS, Court, Sent, court
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.fields import Copies, Fields, Shuffle
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.piles import PILES
from naishi.games.naishi.rules.position_checks import check, out_of_order
from naishi.games.naishi.rules.territory import Cell, Territory

_EFFECTIVE = sorted(ON_LEAVING | ON_ENTERING)
_PENDING = re.compile("".join(f"{card.letter}?" for card in _EFFECTIVE))
"""Letters of Travellers, each at most once, in card order."""
_PILES = re.compile("-|(?=[1-5])1?2?3?4?5?")


def read_expansion(ryokan: str | None = None, *, effects: str | None) -> Expansion | None:
    """Read what a text says about the expansion; None where it has no ninth field.

    Args:
        ryokan: The ninth field, if there is one.
        effects: What is pending, `CG:2`, if the text says so.

    Raises:
        InvalidPositionError: Neither is understood; or effects are pending in a base game.
    """
    if ryokan is None:
        if effects is not None:
            raise InvalidPositionError(_("Effects can be pending only with the expansion; its ninth field is missing."))
        return None
    if ryokan != "-" and not re.fullmatch("[01][47]", ryokan):
        raise InvalidPositionError(
            _("The Ryokan is written as - or as its owner and side, such as 04 or 17, not as {text}.").format(
                text=quoted(ryokan)
            )
        )
    owner, side = (None, 4) if ryokan == "-" else (int(ryokan[0]), int(ryokan[1]))
    pending, unturned = ((), 0) if effects is None else _effects(effects)
    return Expansion(owner, side, pending, unturned)


def write_ryokan(expansion: Expansion) -> str:
    """Write the ninth field."""
    return "-" if expansion.owner is None else f"{expansion.owner}{expansion.side}"


def write_effects(expansion: Expansion) -> str:
    """Write what is pending, `:CG:2`."""
    letters = "".join(card.letter for card in expansion.pending)
    piles = "".join(str(pile + 1) for pile in range(PILES) if expansion.unturned >> pile & 1)
    return f":{letters}:{piles or '-'}"


def _effects(text: str) -> tuple[tuple[Card, ...], int]:
    letters, _colon, piles = text.partition(":")
    if not letters or not _PENDING.fullmatch(letters) or not _PILES.fullmatch(piles):
        raise InvalidPositionError(
            _("{text} doesn't say what is pending: write some of {letters} in this order, then piles, as CG:2.").format(
                text=quoted(text), letters="".join(card.letter for card in _EFFECTIVE)
            )
        )
    unturned = 0 if piles == "-" else sum(1 << int(pile) - 1 for pile in piles)
    return tuple(BY_LETTER[letter] for letter in letters), unturned


_COPIES = re.compile(r"((?:[LH][1-5][A-Z])*):((?:[LH][1-5][A-Z])*)")
_SET_UP = re.compile(r"([-12]):([0-4]{5}):([0-4]{5})")


def read(text: str) -> Fields:
    """Read a position text.

    Raises:
        InvalidPositionError: It isn't one, or the rules make no sense on it.
    """
    parts = text.split()
    if len(parts) not in {8, 9}:
        raise InvalidPositionError(
            _("A position has 8 fields ({fields}), not {count}.").format(fields=_fields(), count=len(parts))
        )
    river, first, second, court_text, turn, whole_done, last, discard = parts[:8]
    done, colon, effects = whole_done.partition(":") if whole_done.startswith("d") else (whole_done, "", "")
    expansion = read_expansion(*parts[8:], effects=effects if colon else None)
    territories = [_territory(first), _territory(second)]
    fields = Fields(
        river=_river(river),
        territories=territories,
        court=_court(court_text),
        turn=_seat(turn),
        phase=_phase("d" if done == "db" and expansion and expansion.pending else done),
        developed=done in {"d", "db"},
        bonus=done in {"b", "db"},
        last=None if last == "-" else _seat(last.removesuffix("d")),
        declared=_declared(last, river),
        discards=[] if discard == "-" else read_letters(discard),
        copies=_copies(done, territories),
        given=[int(done[1]) - 1] if done[0] == "g" and done[1] != "-" else [],
        shuffles=_shuffles(done),
        expansion=expansion,
    )
    check(fields)
    return fields


def _fields() -> str:
    return _("River, territory of seat 0, territory of seat 1, court, seat to act, done, last turn, discards")


def write(fields: Fields) -> str:
    """Write a position text."""
    return " ".join([
        "/".join("".join(card.letter for card in reversed(pile)) or "-" for pile in fields.river),
        *("/".join("".join(card.letter for card in row) for row in (t[:5], t[5:])) for t in fields.territories),
        fields.court.to_text(),
        str(fields.turn),
        _done(fields),
        _last(fields),
        "".join(card.letter for card in fields.discards) or "-",
        *([] if fields.expansion is None else [write_ryokan(fields.expansion)]),
    ])  # fmt: skip


def _last(fields: Fields) -> str:
    if fields.last is None:
        return "-"
    unclear = fields.last == 1 and sum(not pile for pile in fields.river) >= 2
    return f"{fields.last}d" if unclear and fields.declared else str(fields.last)


def _declared(last: str, river: str) -> bool | None:
    """Read whether the end was declared; None where the other fields say so.

    Raises:
        InvalidPositionError: It is written down where it is clear.
    """
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
                return ("db" if fields.bonus else "d") + write_effects(fields.expansion)
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
    river = [[] if pile == "-" else read_letters(pile)[::-1] for pile in piles]
    if any(not pile and text != "-" for pile, text in zip(river, piles, strict=True)):
        raise InvalidPositionError(_("A River pile has 1 to 6 cards; an empty one is written as -."))
    return river


def _territory(text: str) -> list[Card]:
    line, slash, hand = text.partition("/")
    if not slash or len(line) != 5 or len(hand) != 5:
        raise InvalidPositionError(
            _("{text} is not a territory: write it as Line/Hand, five letters each.").format(text=quoted(text))
        )
    return read_letters(line) + read_letters(hand)


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
        [(Cell.from_text(each[:2]), read_letters(each[2])[0]) for each in re.findall("...", copies)]
        for copies in done[1:].split(":")
    ]
    first, second = map(dict, pairs)
    if [len(first), len(second)] != [len(each) for each in pairs]:
        raise InvalidPositionError(out_of_order())
    one, two = (Territory(tuple(cards)) for cards in territories)
    for own, other, copies in ((one, two, first), (two, one, second)):
        may_copy = ninjas(own, other)
        if any(card not in may_copy.get(cell, ()) for cell, card in copies.items()):
            raise InvalidPositionError(_("A copy names the cell of a ninja and another character in its territory."))
    return first, second
