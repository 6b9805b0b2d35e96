"""Arguments of Naishi's typed commands."""

import re
from collections.abc import Iterator, Mapping, Sequence

from naishi.common.i18n import InvalidActionError, _, listed, quoted
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Copy, Skip, Use, UseDevelop, UseExchange, UseRecall
from naishi.games.naishi.rules.cards import BASE_CARDS, Card, Cell, Zone
from naishi.games.naishi.text.card_words import zone_words
from naishi.plain.console import commands, folded, row_place

VERBS: Mapping[type[Action], str] = {UseExchange: "swap", UseRecall: "recall", UseDevelop: "develop", Skip: "end"}
"""The word that answers with each kind of action."""


def place(cell: Cell) -> str:
    return row_place(cell.zone.value, cell.position + 1)


def places(cells: Sequence[Cell]) -> str:
    return listed(map(place, cells))


def offered(view: PlayerView) -> list[Action]:
    """List what the viewer can do about pending effects, but only for the first of two Travellers with the same."""
    first: dict[type[Action], Card] = {}
    uses = [action for action in view.legal_actions if isinstance(action, Use)]
    for action in sorted(uses, key=lambda use: use.traveller):
        first.setdefault(type(action), action.traveller)
    return [
        action
        for action in view.legal_actions
        if not isinstance(action, Use) or action.traveller is first[type(action)]
    ]


def verb_of(action: Action) -> str:
    return VERBS.get(type(action)) or action.text.partition(" ")[0]


def effect_of(verb: str, cells: Sequence[Cell], view: PlayerView | None) -> Action | None:
    """Return the use of a pending effect that a line means; None where it means none.

    Raises InvalidActionError: the effect needs other places.
    """
    if view is None or not view.pending or not view.legal_actions:
        return None
    kinds: dict[str, Action] = {verb_of(action): action for action in offered(view)}
    if (example := kinds.get(verb)) is None:
        return None
    if not isinstance(example, Use):
        return example
    named = map(str, sorted({*cells}))
    try:
        return Action.from_text(" ".join(["use", str(example.traveller), *named]))
    except InvalidActionError:
        raise InvalidActionError(_how(type(example), example.traveller)) from None


def asked(view: PlayerView) -> Iterator[str]:
    told = {type(action): action.traveller for action in offered(view) if isinstance(action, Use)}
    for kind, traveller in told.items():
        yield _how(kind, traveller)
    yield _("Or type end to use none.")


def _how(kind: type[Action], traveller: Card) -> str:
    words = {
        UseExchange: _("{traveller}: exchange any two of your cards, as in swap line 2 hand 4."),
        UseRecall: _("{traveller}: type recall to recall your emissaries."),
        UseDevelop: _("{traveller}: develop once more, from another pile, as in develop line 4."),
    }[kind]
    return words.format(traveller=traveller.noun)


_PLACES = re.compile(r"([^\W\d]+)\s*(\d+)")


def action_of(verb: str, words: Sequence[str], view: PlayerView | None = None) -> Action:
    """Read an action: `develop L4`, `develop line 4`, `swap line 1 line 5`, `discard 2 5`, `copy hand 3 advisor`.

    Args:
        view: Says which ninja is meant where only the card is named, and which effects are pending.

    Raises:
        InvalidActionError: No such action; the text says why, or shows how it is written.
    """
    cells = _cells(verb, words)
    if (effect := effect_of(verb, cells, view)) is not None:
        return effect
    if verb == "use":
        return _use(words, cells, view)
    if verb == "copy":
        return _copy(words, cells, view)
    if reason := _why_no_action(verb, cells):
        raise InvalidActionError(reason)
    cells = sorted(cells, key=lambda cell: ("LHR".index(cell.zone.value), cell.position))
    rest = list(words) if verb == "give" else list(map(str, cells))
    try:
        return Action.from_text(" ".join([verb, *rest]))
    except InvalidActionError:
        raise _written_like(verb) from None


def _use(words: Sequence[str], cells: Sequence[Cell], view: PlayerView | None) -> Action:
    names = _without_places(words)
    card = str(find_card(" ".join(names))) if names else ""
    try:
        return Action.from_text(" ".join(["use", card, *map(str, sorted(cells))]))
    except InvalidActionError:
        if view is not None and view.pending and view.legal_actions:
            raise InvalidActionError(" ".join(asked(view))) from None
        raise _written_like("use") from None


def _without_places(words: Sequence[str]) -> list[str]:
    return [word for word in words if not word.isdigit() and folded(word) not in zones() and find_place([word]) is None]


def _copy(words: Sequence[str], cells: Sequence[Cell], view: PlayerView | None) -> Action:
    """Read what a ninja copies; of the only one that has to choose now, its place may be left out."""
    waiting = [action.cell for action in view.legal_actions if isinstance(action, Copy)] if view is not None else []
    names = _without_places(words)
    if not names or len(cells) > 1 or not (cells or waiting):
        raise _written_like("copy")
    card = find_card(" ".join(names))
    try:
        return Action.from_text(f"copy {(*cells, *waiting)[0]} {card}")
    except InvalidActionError:
        raise InvalidActionError(_("A ninja can't copy {card:a}.").format(card=card.noun)) from None


def _written_like(verb: str) -> InvalidActionError:
    return InvalidActionError(_("Write it like this: {usage}").format(usage=commands()[verb].usage))


def _why_no_action(verb: str, cells: Sequence[Cell]) -> str:
    """Say why there is no such action; empty where it is only written in a wrong way."""
    of_the_river = [cell for cell in cells if cell.zone is Zone.RIVER]
    if verb in {"develop", "decree"} and of_the_river:
        return _("Say which card of your Line or Hand: it is the one that leaves.")
    if verb == "discard" and len(of_the_river) != len(cells):
        return _("Only River cards can be discarded as a bonus.")
    if verb not in {"swap", "discard"} or len(cells) != 2:
        return ""
    first, second = cells
    if first is second:
        return _("Say two different places.")
    if first.zone is not second.zone and of_the_river:
        return _("A River card can be swapped only with another River card.")
    if first.zone is not second.zone and first.position != second.position:
        return _("Line and Hand can be swapped only in one column.")
    return ""


def _cells(verb: str, words: Sequence[str]) -> list[Cell]:
    text = folded(" ".join(words))
    found = [cell for zone, number in _PLACES.findall(text) if (cell := _cell(zone, number)) is not None]
    if verb == "discard" and not found:
        found = [Cell.from_text(f"R{word}") for word in words if word in set("12345")]
    return found


def _cell(zone: str, number: str) -> Cell | None:
    letter = zones().get(zone)
    return Cell.from_text(f"{letter}{number}") if letter is not None and number in set("12345") else None


def find_place(words: Sequence[str]) -> Cell | None:
    """Return the place that words name, in English or in the language of the moment; None where they name none."""
    match = _PLACES.fullmatch(folded(" ".join(words)))
    return _cell(match[1], match[2]) if match is not None else None


def find_card(word: str, in_play: Sequence[Card] = ()) -> Card:
    """Find a card by its English name, by its name or short name in the language of the moment, or their beginnings.

    Args:
        in_play: The cards of the expansion that are meant before others, and named where none is found.

    Raises:
        InvalidActionError: There is none, or more than one begins so.
    """
    typed = folded(word).replace("_", " ")
    found: set[Card] = set()
    for among in (BASE_CARDS, (*BASE_CARDS, *in_play), tuple(Card)):  # what is enough for a base card stays so
        here = {folded(name): card for card in among for name in _names(card)}
        names = {**{str(card).replace("_", " "): card for card in among}, **here}
        if typed in names:
            return names[typed]
        found = {card for name, card in names.items() if name.startswith(typed)}
        if found:
            break
    if len(found) == 1:
        return found.pop()
    if found:
        words = listed((card.noun for card in sorted(found)), conjunction=False)
        raise InvalidActionError(_("{typed} could be: {words}.").format(typed=quoted(word), words=words))
    raise InvalidActionError(
        _("There is no card called {word}. The cards are: {names}.").format(
            word=quoted(word), names=listed((card.noun for card in (*BASE_CARDS, *in_play)), conjunction=False)
        )
    )


def _names(card: Card) -> tuple[str, ...]:
    noun = card.noun
    return (f"{noun:plural}", noun.short, noun)


def zones() -> dict[str, str]:
    local = {folded(_("line")): "L", folded(_("hand")): "H", folded(_("river")): "R"}
    letters = {folded(word): str(zone) for word, zone in zone_words().items()}
    return {"line": "L", "hand": "H", "river": "R", "l": "L", "h": "H", "r": "R", **letters, **local}
