"""What could be done at a moment, in lines: the best turns, what each is worth, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from naishi.common.formats import listed, number
from naishi.common.i18n import _
from naishi.games.naishi.game.game import Game
from naishi.plain.console import Console

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.choices import WeighedTurn
    from naishi.games.naishi.game.view import PlayerView


async def weigh_aloud(console: Console, game: Game, depth: str) -> tuple[WeighedTurn, ...]:
    """Weigh what the seat to act could do, and tell it.

    Raises:
        NaishiError: It can't be weighed.
    """
    from naishi.games.naishi.analysis.choices import CHOICES, weigh  # noqa: PLC0415 - numpy is not imported before somebody asks

    console.write(_("Thinking …"))
    view = game.view(game.turn)
    choices = await asyncio.to_thread(weigh, view, CHOICES[depth])
    console.write(*_lines(game, choices))
    console.answer(
        choices=[
            {"turn": each.turn, "chance": each.chance, "error": each.error, "why": _why(view, each)} for each in choices
        ]
    )
    return choices


def _lines(game: Game, choices: Sequence[WeighedTurn]) -> Iterator[str]:
    from naishi.games.naishi.analysis.model_error import BAR  # noqa: PLC0415
    from naishi.games.naishi.analysis.words import turn  # noqa: PLC0415

    for place, each in enumerate(choices, 1):
        told = _("{place}: {turn}, {chance} percent.").format(
            place=place, turn=listed(turn(game, each.turn), conjunction=False), chance=number(100 * each.chance, 1)
        )
        yield f"{told} {_why(game.view(game.turn), each)}".rstrip() if place == 1 else told
    yield _("Nineteen of twenty true values lie within {error} percentage points of these.").format(
        error=number(100 * BAR * max(each.error for each in choices), 1)
    )


def _why(view: PlayerView, choice: WeighedTurn) -> str:
    from naishi.games.naishi.analysis.reason_words import in_words  # noqa: PLC0415

    return in_words(choice.reasons, view.names[1 - view.seat], view.names[view.seat])
