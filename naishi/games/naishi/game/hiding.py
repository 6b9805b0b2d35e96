"""Hidden information: what each seat and the public may know."""

from __future__ import annotations

from itertools import chain
from operator import index
from typing import Any, NamedTuple, SupportsIndex

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, quoted
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.memory import FIRST_MOUNTAINS, Memory, boxed, face_down
from naishi.games.naishi.game.view import Pile, PlayerView, Ryokan, Side
from naishi.games.naishi.rules.cards import LEGENDS, Card, counted
from naishi.games.naishi.rules.outcome import Outcome
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position
from naishi.tabletop.players import Player


def check_seat(seat: object) -> int | None:
    """Return a seat as a plain int, and None as it is: that stands for everybody at the table.

    Raises:
        NaishiError: It is neither.
    """
    if seat is None:
        return None
    if not isinstance(seat, SupportsIndex) or (number := index(seat)) not in (0, 1):
        raise NaishiError(_("A seat is 0 or 1, not {text}.").format(text=quoted(str(seat))))
    return number


def view(
    position: Position,
    viewer: int | None,
    *,
    players: tuple[Player, Player],
    memories: tuple[Memory, Memory] | None,
    round_: int,
    events: tuple[Event, ...],
    outcome: Outcome | None,
) -> PlayerView:
    """Show a position.

    Args:
        position: The whole truth.
        viewer: The seat it is shown to; None for what everybody at the table sees.
        players: Who plays.
        memories: What each seat remembers of the other Hand; None before both gifts are exchanged.
        round_: The number of the round.
        events: What happened, as the viewer may know it.
        outcome: The result, once the game is over.
    """
    known = _publicly_known(position) if viewer is None else _known(position, viewer, memories)
    return PlayerView.model_construct(
        seat=viewer or 0,
        public=viewer is None,
        names=(players[0].name, players[1].name),
        phase=position.phase,
        round=round_,
        turn=None if position.phase is Phase.OVER else position.turn,
        developed=position.developed,
        bonus=position.bonus,
        last=position.last,
        river=_river(position),
        sides=tuple(_side(position, each, known.hands[each]) for each in (0, 1)),
        discards=tuple(position.discards),
        dealt=None if viewer is None or position.phase is not Phase.GIFT else tuple(position.territories[viewer][8:]),
        exposed=known.exposed,
        exposed_somewhere=known.exposed_somewhere,
        certain=known.certain,
        unseen=known.unseen,
        legal_actions=position.legal_actions() if position.turn == viewer else (),
        events=events,
        outcome=outcome,
        **_expansion(position),
    )


def _river(position: Position) -> tuple[Pile, ...]:
    if position.expansion is None or not (unturned := position.expansion.unturned):
        return tuple(Pile(pile[-1] if pile else None, len(pile)) for pile in position.river)
    return tuple(
        Pile(pile[-1] if pile and not unturned >> at & 1 else None, len(pile)) for at, pile in enumerate(position.river)
    )


def _expansion(position: Position) -> dict[str, Any]:
    """Return the fields that only a game with the expansion has: all of them are public."""
    if position.expansion is None:
        return {}
    everywhere = {*position.discards, *chain(*position.river, *position.territories)}
    return {
        "legends": tuple(card for card in LEGENDS if card in everywhere),
        "ryokan": Ryokan(position.expansion.owner, position.expansion.side),
        "pending": position.expansion.pending,
    }


def _side(position: Position, seat: int, hand: tuple[Card | None, ...]) -> Side:
    return Side.model_construct(
        line=tuple(position.territories[seat][:5]),
        hand=hand,
        sent=position.court[seat],
        copies=position.copies[seat].copy(),
    )


class _Known(NamedTuple):
    """What the viewer knows of the hidden cards."""

    hands: tuple[tuple[Card | None, ...], ...]
    exposed: tuple[bool, ...]
    exposed_somewhere: tuple[Card, ...]
    certain: tuple[Card, ...]
    unseen: dict[Card, int]


def _known(position: Position, seat: int, memories: tuple[Memory, Memory] | None) -> _Known:
    hands: list[tuple[Card | None, ...]] = [tuple(cards[5:]) for cards in position.territories]
    if position.phase in {Phase.COPY, Phase.OVER}:
        return _Known(tuple(hands), (True,) * 5, (), (), counted(face_down(position) + boxed(position)))
    if memories is None:
        hands[1 - seat] = (None,) * 5
        unseen = counted(face_down(position) + position.territories[1 - seat][8:] + boxed(position))
        return _Known(tuple(hands), (False,) * 5, FIRST_MOUNTAINS, FIRST_MOUNTAINS, unseen)
    unseen = memories[seat].unseen(position)
    hands[1 - seat] = memories[seat].known(unseen)
    exposed = memories[1 - seat].exposed(position, unseen)
    certain = memories[seat].certain if None in hands[1 - seat] else ()
    somewhere = () if all(exposed) else memories[1 - seat].certain
    return _Known(tuple(hands), exposed, somewhere, certain, unseen)


def _publicly_known(position: Position) -> _Known:
    """What everybody at the table sees: neither Hand, so that nobody need remember which of its cards were shown."""
    hands: list[tuple[Card | None, ...]] = [(None,) * 5] * 2
    unseen = face_down(position) + boxed(position)
    if position.phase in {Phase.COPY, Phase.OVER}:
        hands = [tuple(cards[5:]) for cards in position.territories]
    else:
        unseen += [card for cards in position.territories for card in cards[5:]]
    return _Known(tuple(hands), (False,) * 5, (), (), counted(unseen))
