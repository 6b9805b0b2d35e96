"""What territories are worth, and why, a card or a group a line."""

from __future__ import annotations

from collections.abc import Iterator

from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.games.naishi.game import forecast
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.sheet import ScoreLine, ScoreSheet
from naishi.games.naishi.rules.territory import Cell
from naishi.games.naishi.text.card_scores import explanation
from naishi.games.naishi.text.sentences import card as card_name
from naishi.plain.facts import hand_lines, points
from naishi.plain.spoken import places


def score_lines(view: PlayerView) -> Iterator[str]:
    """The viewer's points if the game ended now, by type of card; once they are counted those of both.

    A game that was given up, or agreed to be a draw, is over without a count.
    """
    if view.outcome is not None:
        for name, sheet in zip(view.names, view.outcome.sheets, strict=True):
            yield from sheet_lines(name, sheet)
        return
    if view.phase is Phase.GIFT:  # there is no Hand yet to count
        yield from hand_lines(view)
        return
    title = _("At the end") if view.turn is None else _("If the game ended now")
    yield from sheet_lines(title, forecast.if_it_ended(view))


def why_lines(view: PlayerView, card: Card, cell: Cell | None = None) -> Iterator[str]:
    """Why a type of card earns what it does for the viewer, or only the one at a cell, and its rule."""
    lines = () if view.phase is Phase.GIFT else _sheet_of(view).lines  # there is no Hand yet to count
    for line in lines:
        if line.card is card and (cell is None or cell in line.cells):
            yield _reasons(line)
    yield _("{card}: {rule}").format(card=card_name(card), rule=explanation(card, expansion=view.module is not None))


def sheets_of(view: PlayerView) -> tuple[ScoreSheet, ...]:
    """The score sheets of both seats once the game is over; before, what the viewer's would be now, given a Hand."""
    if view.phase is Phase.GIFT:
        return ()
    return view.outcome.sheets if view.outcome is not None else (forecast.if_it_ended(view),)


def _sheet_of(view: PlayerView) -> ScoreSheet:
    return view.outcome.sheets[view.seat] if view.outcome is not None else forecast.if_it_ended(view)


def sheet_lines(title: str, sheet: ScoreSheet) -> Iterator[str]:
    """A score sheet: the total, and what each card or group earned, with the reasons."""
    yield ngettext(
        "{title}: {points}, {count} colour.",
        "{title}: {points}, {count} colours.",
        sheet.colours,
        title=title,
        points=points(sheet.total),
    )
    for line in sheet.lines:
        yield _reasons(line)
    if sheet.ryokan:
        yield _("Ryokan: {points}.").format(points=points(sheet.ryokan))


def _reasons(line: ScoreLine) -> str:
    name: str = card_name(line.card)
    if line.copy_of is not None:
        name = _("{ninja} as {card}").format(ninja=name, card=card_name(line.copy_of))
    told = {"card": name, "cells": places(line.cells), "points": points(line.points)}
    if len(line.parts) == 1:
        return _("{card} at {cells}: {points}, {reason}.").format(reason=line.parts[0].reason, **told)
    reasons = listed((f"{part.points:+d} ({part.reason})" for part in line.parts), conjunction=False)
    return _("{card} at {cells}: {points}; {reasons}.").format(reasons=reasons, **told)
