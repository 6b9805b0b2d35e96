"""Advice and planned actions in sentences."""

from __future__ import annotations

from naishi.common.errors import NaishiError
from naishi.common.formats import percent
from naishi.common.i18n import Noun, _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Decree, Develop, Give, Use, UseDevelop
from naishi.games.naishi.rules.territory import RIVER, Cell, Zone
from naishi.games.naishi.text.action_words import gaps, words_for


def planned(view: PlayerView, action: Action, *, brief: bool = False) -> str:
    """Say what a legal action of the viewer would do.

    Args:
        view: What the viewer knows.
        action: The action.
        brief: Whether there is too little room for all cards that an effect moves, and for the Traveller's whole name.
    """
    cards = _cards(view, action)
    words, named = words_for(action, cards), gaps(action, cards)
    if not (brief and isinstance(action, Use)):
        return _(words.planned).format(**named)
    if isinstance(action, UseDevelop):
        named["card"] = named["new"]
    return _(words.brief or words.planned).format(**named | {"traveller": action.traveller.noun.short})


def without_cards(action: Action) -> str:
    """Say what an action would do wherever it is done; the text of one that needs cards to say so."""
    words = words_for(action, ()).planned
    return action.text if "{" in words else _(words)


def advised(view: PlayerView, action: Action, chance: float, error: float) -> str:
    """Advise the viewer to do an action.

    Args:
        view: What the viewer knows.
        action: The action.
        chance: How likely it is then that the viewer wins, from 0 to 1.
        error: The standard error of that; none if it is certain.
    """
    cards, said = _cards(view, action), estimated(chance, error)
    return _(words_for(action, cards).advised).format(chance=said, **gaps(action, cards))


def estimated(chance: float, error: float, decimals: int = 0) -> str:
    """Write a chance as percent; one that isn't certain is never all or nothing.

    Args:
        chance: From 0 to 1.
        error: Its standard error; none if it is certain.
        decimals: How many.
    """
    if error and round(chance, decimals + 2) >= 1:
        return f"> {percent(0.99)}"
    if error and round(chance, decimals + 2) <= 0:
        return f"< {percent(0.01)}"
    return percent(chance, decimals)


def name_at(view: PlayerView, cell: Cell) -> Noun:
    """Name the card at a place of the River or of the viewer's own."""
    card = view.river[cell.position].top if cell.zone is Zone.RIVER else view.mine.card(cell)
    return card.noun if card is not None else Noun.plain(_("empty"))


def _cards(view: PlayerView, action: Action) -> list[Noun]:
    """Return the cards that an action would move, as far as the viewer knows them, in the order of `Event.cards`."""
    match action:
        case Give(which=which):
            return [(view.dealt or ())[which - 1].noun]
        case Develop(cell=cell) | UseDevelop(cell=cell):
            return [name_at(view, cell), name_at(view, RIVER[cell.position])]
        case Decree(cell=cell):
            theirs = view.theirs.card(cell)
            return [name_at(view, cell), *([] if theirs is None else [theirs.noun])]
        case _:
            return [name_at(view, cell) for cell in action.cells]


def check_advice_is_on(wanted: bool) -> None:
    """Make sure that the settings want advice.

    Raises:
        NaishiError: They don't.
    """
    if not wanted:
        raise NaishiError(_("Advice is off; it can be switched on in the settings."))
