"""Sentences for the reasons of an action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from naishi.common.formats import listed
from naishi.common.i18n import Noun, _, ngettext
from naishi.games.naishi.analysis.lines import RYOKAN, Earner
from naishi.games.naishi.analysis.reasons import Reason
from naishi.games.naishi.rules.cards import Card


def in_words(given: Iterable[Reason], name: str, own: str) -> str:
    """Say reasons."""
    return " ".join(sentences(given, name, own))


def sentences(given: Iterable[Reason], name: str, own: str) -> tuple[str, ...]:
    """Say reasons, each in a sentence; a file may hold some that can't be said, or are none."""
    return tuple(filter(None, (_sentence(each, name, own) for each in given)))


def _sentence(reason: Reason, name: str, own: str) -> str:
    words = {"gains": _gained, "then": _followed, "prepares": _prepared, "denies": _denied_words, "reply": _replied}
    said = words[reason.aspect](reason) if reason.aspect in words else _other(reason)
    if reason.card is None and ("{card:" in said or "{card}" in said):
        return ""
    if not reason.points and "{points}" in said:
        return ""
    gaps: dict[str, object] = {"own": f"{sum(reason.own.values()):+d}", "own_cards": _listed(reason.own)}
    gaps["cost"] = -reason.points
    if reason.card is not None:
        gaps["card"] = reason.card.noun
    points, both = _brought(reason), _for_both(reason, name, own)
    if not both and "{both}" in said:
        return ""
    return said.format(name=name, points=points, both=both, cards=_listed(reason.cards), **gaps)


def _for_both(reason: Reason, name: str, own: str) -> str:
    points, price = _brought(reason), f"{-reason.price:+d}"
    if not reason.price:
        return points if reason.points else ""
    if not reason.points:
        return _("{price} for {other}").format(price=price, other=own)
    return _("{points} for {name}, {price} for {other}").format(points=points, name=name, price=price, other=own)


def _brought(reason: Reason) -> str:
    if reason.between is None:
        return f"{reason.points:+d}"
    least, most = reason.between
    if least <= 0:
        return _("up to {most}").format(most=f"{most:+d}")
    return _("{least} to {most}").format(least=f"{least:+d}", most=f"{most:+d}")


def _listed(points: Mapping[Earner, int]) -> str:
    if len(points) == 1:
        return f"{_noun(next(iter(points))):bare}"
    return listed((f"{_noun(earner):bare} {each:+d}" for earner, each in points.items()), conjunction=False)


def _noun(earner: Earner) -> Noun:
    return earner.noun if isinstance(earner, Card) else Noun.plain(_("Ryokan"))


def _gained(reason: Reason) -> str:
    only = next(iter(reason.cards), None) if len(reason.cards) == 1 else None
    if only is Card.TORII and reason.points >= 30:
        return _("It makes three torii ({points}).")
    if only is Card.RICE and reason.count > 1:
        return ngettext(
            "It puts {count} rice field side by side ({points}).",
            "It puts {count} rice fields side by side ({points}).",
            reason.count,
            points="{points}",
        )
    if only is Card.MOUNTAIN:
        return _("It leaves a single mountain ({points}).")
    if only is Card.NAISHI:
        legendary = _("It puts the legendary naishi where it scores ({points}).")
        return legendary if reason.points == 10 else _("It puts a naishi in the centre ({points}).")
    if only == RYOKAN:
        turned = _("It turns the Ryokan to 7 ({points}).")
        return turned if reason.points == 7 - 4 else _("It brings the Ryokan ({points}).")
    return _("It brings {points} ({cards}).") if reason.cards else _("It brings {points}.")


def _followed(reason: Reason) -> str:
    match reason.move:
        case "exchange":
            return _("In the same turn, an exchange can then bring {points}.")
        case "recall":
            return _("In the same turn, the emissaries can then be recalled.")
        case _ if reason.card is not None:
            return _("In the same turn, {card:a} can then bring {points}.")
        case _:
            return _("In the same turn, a swap can then bring {points}.")


def _prepared(reason: Reason) -> str:
    match reason.move:
        case "take" if reason.card is not None:
            return _("Next turn, {card:a} could bring {points}.")
        case "decree" if not reason.points:
            return _("Next turn, the decree could bring more.")
        case "decree":
            return _("Next turn, the decree could bring {points}.")
        case "swap":
            return _("Next turn, a swap could bring {points}.")
        case "exchange":
            return _("Next turn, an exchange could bring {points}.")
        case _ if reason.card is Card.TORII:
            return _("It prepares three torii.")
        case _:
            return _("It prepares more points with {card:plural} ({points} on average).")


def _denied_words(reason: Reason) -> str:
    match reason.move:
        case "take":
            return _("Otherwise {name} would probably take {card:a} ({both}).")
        case "decree" if _of_any_card(reason):
            return _("Otherwise {name} would probably use the decree.")
        case "decree" if reason.card is not None:
            return _("Otherwise {name} would probably take {card:a} by decree ({both}).")
        case _:
            return _("Otherwise {name} would probably gain {points} next turn.")


def _replied(reason: Reason) -> str:
    match reason.move:
        case "take":
            return _("{name} will probably take {card:a} ({both}).")
        case "decree" if _of_any_card(reason):
            return _("{name} will probably use the decree.")
        case "decree":
            return _("{name} will probably take {card:a} by decree ({both}).")
        case "recall":
            return _("{name} will probably recall the emissaries.")
        case _:
            return _("{name} will probably end the game.")


def _of_any_card(reason: Reason) -> bool:
    return reason.card is None and not reason.points and not reason.price


def _other(reason: Reason) -> str:
    match reason.aspect:
        case "ends":
            return _ended(reason)
        case "takes":
            return _taken(reason)
        case "frees":
            return _("The emissaries are free again.")
        case "keeps":
            return _("An emissary stays free for later.")
        case "stops":
            return _("Otherwise {name} would probably end the game.")
        case _:
            return _("{name} then earns less with {card:plural} ({points} on average).")


def _taken(reason: Reason) -> str:
    own, gaps = sum(reason.own.values()), {each: f"{{{each}}}" for each in ("name", "own", "own_cards", "cards")}
    if reason.average:
        return _taken_on_average(reason, own)
    if reason.probable:
        return _probably_taken(reason, own, gaps)
    if reason.points > 0:
        return _("It brings {own} ({own_cards}), and {name} {points} as well ({cards}).")
    if own > 0:
        return ngettext(
            "It brings {own} ({own_cards}) and costs {name} {count} point ({cards}).",
            "It brings {own} ({own_cards}) and costs {name} {count} points ({cards}).",
            -reason.points,
            **gaps,
        )
    if own < 0:
        return ngettext(
            "It costs {name} {count} point ({cards}), at a price of {own} ({own_cards}).",
            "It costs {name} {count} points ({cards}), at a price of {own} ({own_cards}).",
            -reason.points,
            **gaps,
        )
    return ngettext(
        "It costs {name} {count} point ({cards}).",
        "It costs {name} {count} points ({cards}).",
        -reason.points,
        **gaps,
    )


def _probably_taken(reason: Reason, own: int, gaps: Mapping[str, str]) -> str:
    """Say the same where not all cards that it is about are known."""
    if reason.own_sure and own > 0:
        return _probably_taken_from(reason, gaps)
    if reason.points > 0:
        return _("It probably brings {own} ({own_cards}), and {name} {points} as well ({cards}).")
    if own > 0:
        return ngettext(
            "It probably brings {own} ({own_cards}) and costs {name} {count} point ({cards}).",
            "It probably brings {own} ({own_cards}) and costs {name} {count} points ({cards}).",
            -reason.points,
            **gaps,
        )
    if own < 0:
        return ngettext(
            "It probably costs {name} {count} point ({cards}), at a price of {own} ({own_cards}).",
            "It probably costs {name} {count} points ({cards}), at a price of {own} ({own_cards}).",
            -reason.points,
            **gaps,
        )
    return ngettext(
        "It probably costs {name} {count} point ({cards}).",
        "It probably costs {name} {count} points ({cards}).",
        -reason.points,
        **gaps,
    )


def _probably_taken_from(reason: Reason, gaps: Mapping[str, str]) -> str:
    """Say the same where only what it changes for the other seat is uncertain."""
    if reason.points > 0:
        return _("It brings {own} ({own_cards}), and {name} probably {points} as well ({cards}).")
    return ngettext(
        "It brings {own} ({own_cards}) and probably costs {name} {count} point ({cards}).",
        "It brings {own} ({own_cards}) and probably costs {name} {count} points ({cards}).",
        -reason.points,
        **gaps,
    )


def _taken_on_average(reason: Reason, own: int) -> str:
    if reason.points >= 0:
        return _("On average, it brings {own}, and {name} {points}.")
    if own > 0:
        return _("On average, it brings {own}, and costs {name} {cost}.")
    if own < 0:
        return _("On average, it costs {name} {cost}, at a price of {own}.")
    return _("On average, it costs {name} {cost}.")


def _ended(reason: Reason) -> str:
    if not reason.count:
        return _("It ends the game.")
    if reason.points < 1:
        return _("{name} then has only one turn left.")
    if not reason.probable:
        return ngettext(
            "{name} then has only one turn left, and is {count} point behind.",
            "{name} then has only one turn left, and is {count} points behind.",
            reason.points,
            name="{name}",
        )
    return ngettext(
        "{name} then has only one turn left, and is probably at least {count} point behind.",
        "{name} then has only one turn left, and is probably at least {count} points behind.",
        reason.points,
        name="{name}",
    )
