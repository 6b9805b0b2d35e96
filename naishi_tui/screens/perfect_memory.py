"""What a player with a perfect memory knows; shown only where the players want the memory aid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card, counted
from naishi_tui.screens.scroll_text import ScrollText


class PerfectMemory(ScrollText):
    """The opponent's Hand as far as known, the discards, and the cards not yet seen."""

    def __init__(self, view: PlayerView) -> None:
        super().__init__(_("what a perfect memory knows"), _paragraphs(view))


def _paragraphs(view: PlayerView) -> Iterator[Content]:
    opponent = view.names[1 - view.seat]
    known = listed((card.noun if card is not None else "?" for card in view.theirs.hand), conjunction=False)
    yield _titled(_("{name}'s Hand").format(name=opponent), known)
    if view.certain:
        yield _titled(_("Also in that Hand, position unknown"), _listed(view.certain))
    exposed = listed(
        (
            card.noun if shown and card is not None else "?"
            for card, shown in zip(view.mine.hand, view.exposed, strict=True)
        ),
        conjunction=False,
    )
    yield _titled(_("Your Hand, as {name} knows it").format(name=opponent), exposed)
    if view.exposed_somewhere:
        yield _titled(
            _("Also in your Hand, position unknown to {name}").format(name=opponent), _listed(view.exposed_somewhere)
        )
    yield _titled(_("Not seen yet"), _counted(view.unseen))
    yield _titled(_("Discarded"), _listed(view.discards) if view.discards else _("nothing"))


def _titled(title: str, text: str) -> Content:
    return Content.assemble(Content.styled(title, "bold $accent"), f"\n{text}")


def _listed(cards: Iterable[Card]) -> str:
    return _counted(counted(cards))


def _counted(cards: dict[Card, int]) -> str:
    return listed((f"{count} × {card.noun}" for card, count in cards.items()), conjunction=False)
