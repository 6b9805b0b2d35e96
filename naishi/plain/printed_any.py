"""Public side of a game of any kind, printed."""

from __future__ import annotations

from collections.abc import Iterator

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of


def shown(game: Game) -> Iterator[str]:
    """Print a game as everyone at the table sees it: how far it is, the table, the log, and how it ended."""
    kind, view = kind_of(game.key), game.view()
    yield _("{game}: {players}, {state}.").format(
        game=kind.title(), players=listed(view.names), state=kind.progress(game)
    )
    yield from kind.lines(view)
    for event in view.events:
        yield _("{title}: {text}").format(
            title=_("round {round}").format(round=event.round), text=kind.sentence(event, view.names, None)
        )
    if view.result is not None:
        yield from kind.outcome(view, None)
