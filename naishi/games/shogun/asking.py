"""The question to a player of Shogun, as line mode says it."""

from collections.abc import Sequence

from naishi.common.i18n import _, sentence_case
from naishi.games.shogun import spelling, words
from naishi.games.shogun.actions import RENEW, Action
from naishi.games.shogun.data import SPECIALS, board
from naishi.games.shogun.lines import lines
from naishi.games.shogun.view import ShogunView


def asked(view: ShogunView, reader: int | None) -> str:
    """Say what is asked of the viewer, by name where it isn't the reader, and name the choices where they are few."""
    if view.ask == "plan" or not view.legal_actions:
        return lines(view)[0]
    standing = words.standing(view.table, view.names) if reader is None else _to_reader(view)
    return f"{sentence_case(standing)}. {_choices(view.ask, view.legal_actions)}"


def _to_reader(view: ShogunView) -> str:
    text = {
        "take": _("{when}, your turn: take a card"),
        "place": _("{when}, your turn: place a group in {province}"),
        "choose": _("{when}, your turn: choose a special card"),
        "raise1": _("{when}, your turn: you may move armies from {province}"),
        "revolt": _("{when}, your turn: choose which province revolts first"),
    }.get(view.ask, _("{when}, your turn: move armies from {province}"))
    at = view.table.at
    return text.format(
        when=words.time_text(view.year, view.time), province=board().provinces[at].name if at >= 0 else ""
    )


def _choices(ask: str, legal: Sequence[Action]) -> str:
    """Say what can be typed."""
    provinces = ", ".join(board().provinces[each.province].name for each in legal if each.verb in {"take", "revolt"})
    match ask:
        case "take":
            words_ = (
                _("Type take and one of these: {provinces}; or draw or renew.")
                if RENEW in legal
                else _("Type take and one of these: {provinces}; or draw.")
            )
            return words_.format(provinces=provinces)
        case "place":
            return _("Type place and one of these: {sizes}.").format(
                sizes=", ".join(f"{each.number}" for each in legal)
            )
        case "choose":
            phrase = spelling.spelling().phrase
            cards = (f"{phrase(SPECIALS[each.number])}, {words.special_text(each.number)}" for each in legal)
            return _("Type choose and one of these: {cards}.").format(cards="; ".join(cards))
        case "revolt":
            return _("Type revolt and one of these: {provinces}.").format(provinces=provinces)
        case "raise1":
            return _("Type move, two provinces and how many armies, or stay.")
    return _("Type move, two provinces and how many armies.")
