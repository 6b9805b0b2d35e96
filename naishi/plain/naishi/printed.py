"""Naishi as the commands print it; a score is printed without the models of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from naishi.common.i18n import _, listed, ngettext
from naishi.games.naishi.rules.cards import DECREE_SPOTS, DISCARD_SPOTS, SWAP_SPOTS, Card, Phase
from naishi.games.naishi.text.card_words import places
from naishi.plain.printed import columns, vs

if TYPE_CHECKING:
    from naishi.games.naishi.game.game import Game
    from naishi.games.naishi.game.view import PlayerView
    from naishi.games.naishi.rules.scoring import ScoreSheet


def shown(game: Game) -> Iterator[str]:
    from naishi.games.naishi.text import expansion  # noqa: PLC0415 - not for a score
    from naishi.tabletop.game import describe  # noqa: PLC0415

    view = game.view()
    yield _headline(view, describe(game.early_end, view.names))
    yield ""
    yield from columns(_table(view))
    yield ""
    yield from _court_lines(view)
    if view.discards:
        yield ngettext(
            "{count} card discarded: {card}.",
            "{count} cards discarded, {card} on top.",
            len(view.discards),
            card=view.discards[-1].noun,
        )
    yield from filter(None, (expansion.ryokan(view), expansion.legends(view), expansion.travellers(view)))
    if view.last is not None and view.phase is Phase.PLAY:
        yield _("The game is ending: {name} has the last turn.").format(name=view.names[view.last])
    if view.outcome is not None:
        yield from _outcome_lines(view, view.outcome.sheets)
    yield from _log_lines(game, view.names)


def sheet_lines(sheet: ScoreSheet) -> Iterator[str]:
    rows = []
    for line in sheet.lines:
        name: str = line.card.noun
        if line.copy_of is not None:
            name = _("{ninja} as {card}").format(ninja=name, card=line.copy_of.noun)
        reasons = listed((f"{part.points:+d} ({part.reason})" for part in line.parts), conjunction=False)
        rows.append((name, places(line.cells), f"{line.points:4d}", reasons))
    if sheet.ryokan:
        rows.append((_("Ryokan"), "", f"{sheet.ryokan:4d}", ""))
    yield from columns(rows)
    yield _("Points: {points}. Colours: {colours}.").format(points=sheet.total, colours=sheet.colours)


def _headline(view: PlayerView, ended: str) -> str:
    """Say how far the game is.

    Args:
        ended: How the players ended it before its end; empty where they haven't.
    """
    if ended:
        return _("{players}, round {round}: {what}").format(players=vs(view.names), round=view.round, what=ended)
    if view.turn is None:
        return _("{players}: finished in round {round}.").format(players=vs(view.names), round=view.round)
    if view.phase is Phase.GIFT:
        words = _("{players}, round {round}: {name} is choosing a gift.")
    elif view.phase is Phase.COPY:
        words = _("{players}, round {round}: {name} is choosing what a ninja copies.")
    elif view.pending:
        words = _("{players}, round {round}: {name} may use effects of Travellers.")
    elif view.developed:
        words = _("{players}, round {round}: {name} has developed and may take a bonus.")
    elif view.bonus:
        words = _("{players}, round {round}: {name} has taken a bonus and must develop.")
    else:
        words = _("{players}, round {round}: {name} to play.")
    return words.format(players=vs(view.names), round=view.round, name=view.names[view.turn])


def _table(view: PlayerView) -> list[tuple[str, ...]]:
    tops = (pile.top.noun if pile.top is not None else _("face down") for pile in view.river)
    piles = (f"{top} ({pile.height})" if pile.height else "-" for top, pile in zip(tops, view.river, strict=True))
    return [("", *map(str, range(1, 6))), *_rows(view, 1), (_("River"), *piles), *_rows(view, 0)]


def _rows(view: PlayerView, seat: int) -> Iterator[tuple[str, ...]]:
    """Yield the Line of a seat, and its Hand only once both Hands are revealed."""
    side, name = view.sides[seat], view.names[seat]
    yield (_("{name}, Line").format(name=name), *map(_name, side.line))
    if view.phase in {Phase.COPY, Phase.OVER}:
        yield (_("{name}, Hand").format(name=name), *map(_name, side.hand))


def _court_lines(view: PlayerView) -> Iterator[str]:
    sent = [side.sent for side in view.sides]
    yield _("Imperial court: swap ({swap}), discard ({discard}), decree ({decree}).").format(
        swap=_taken(view.names, [each.swap for each in sent], SWAP_SPOTS),
        discard=_taken(view.names, [each.discard for each in sent], DISCARD_SPOTS),
        decree=_taken(view.names, [each.decree for each in sent], DECREE_SPOTS),
    )
    yield _("Free emissaries: {first} {free}, {second} {also_free}.").format(
        first=view.names[0], free=sent[0].free, second=view.names[1], also_free=sent[1].free
    )


def _taken(names: Sequence[str], counts: Sequence[int], of: int) -> str:
    taken = [name for name, count in zip(names, counts, strict=True) for _each in range(count)]
    return listed([*taken, *["-"] * (of - len(taken))], conjunction=False)


def _name(of: Card | None) -> str:
    return of.noun if of is not None else "-"


def _outcome_lines(view: PlayerView, sheets: tuple[ScoreSheet, ScoreSheet]) -> Iterator[str]:
    from naishi.games.naishi.text.sentences import result  # noqa: PLC0415 - not for a score

    for name, sheet in zip(view.names, sheets, strict=True):
        yield ""
        yield name
        yield from sheet_lines(sheet)
    yield ""
    yield result(view)


def _log_lines(game: Game, names: Sequence[str]) -> Iterator[str]:
    from naishi.games.naishi.rules.actions import End  # noqa: PLC0415 - not for a score
    from naishi.games.naishi.text.sentences import sentence  # noqa: PLC0415

    events = [event for event in game.events() if not isinstance(event.action, End)]
    if events:
        yield ""
        yield from columns([
            (_("round {round}").format(round=event.round), sentence(event, names)) for event in events
        ])  # fmt: skip
