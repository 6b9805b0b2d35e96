"""Pages about revolts, lost provinces and winters."""

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _
from naishi.games.shogun import words
from naishi.games.shogun.data import board
from naishi.games.shogun.position import Happening
from naishi.tabletop.kinds import Section

SEATS_OF_A_PAGE = 3
"""The points of more seats have no room on the smallest screens."""


def story(happened: Sequence[Happening], names: Sequence[str], reader: int | None) -> Iterator[Section]:
    """Yield what deserves a page of its own among the things that happened.

    Args:
        reader: The seat whose losses and revolts are told; None for those of nobody.
    """
    points: list[Happening] = []
    for place, event in enumerate(happened):
        if event.kind == "points":
            points.append(event)
        elif event.kind == "scored":
            yield from _winter(points, event, names)
        elif reader is not None and (title := _title(event, reader)):
            paragraphs = [*_paragraphs(event, names)]
            paragraphs += [
                words.sentence(card, names) for card in happened[place + 1 : place + 2] if card.kind == "card"
            ]
            yield Section(title, (*paragraphs,))


def _title(event: Happening, reader: int) -> str:
    """Return the title of the page about what befell a reader; empty where there is none."""
    if event.kind == "revolt" and event.seat == reader:
        lost = _("Revolt: you lose {province}")
        return (_("Revolt in {province}") if event.number else lost).format(province=_name(event.province))
    if event.kind == "battle" and event.other == reader and event.word != "defender":
        return _("Battle: you lose {province}").format(province=_name(event.target))
    if event.kind == "missing" and event.seat == reader:
        return _("You have too little rice for the winter")
    return ""


def _paragraphs(event: Happening, names: Sequence[str]) -> Iterator[str]:
    if event.kind == "missing":
        yield words.sentence(event, names)
        return
    begin, end = words.throw_texts(event, names)
    yield begin
    yield _("Thrown in: {cubes}.").format(cubes=words.cubes_words(event.cubes, names))
    yield _("Fell out: {cubes}.").format(cubes=words.cubes_words(event.fell, names))
    yield end


def _winter(points: Sequence[Happening], scored: Happening, names: Sequence[str]) -> Iterator[Section]:
    """Yield what a winter is worth to each seat, and why."""
    title = _("The points of year {year}").format(year=scored.number)
    for first in range(0, len(points), SEATS_OF_A_PAGE):
        yield Section(title, tuple(words.sentence(each, names) for each in points[first : first + SEATS_OF_A_PAGE]))


def _name(at: int) -> str:
    return board().provinces[at].name
