"""Reasons for an action, and their sentences.

Reasons are made of two lines (`analysis.lines`), and say only what their player could know. What a later action
brings is never said of this one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field

from naishi.common.i18n import Noun, _, listed, ngettext
from naishi.games.naishi.analysis import lines
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.scoring import ScoreSheet

FEW, LIKELY = 3, 0.4
"""The points from which on something is a reason, and the share of the deals from which on it is likely."""
CLEAR = 5
"""The points by which a line is clearly set apart."""
MATTERS = 2.5
"""What a reply explains that is worth some points: more than an emissary does, less than any reason of some points."""
MOSTLY = 0.5
"""The share of the deals from which on what happens in them is said to be probable."""
MOST = 2
"""How many reasons are given."""

_Points = Annotated[int, Field(ge=-1000, le=1000)]

Aspect = Literal["ends", "gains", "takes", "frees", "then", "prepares", "keeps", "stops", "denies", "lessens", "reply"]
"""What a reason is about, in the order in which reasons are given: what the action brings, what it makes possible, what
it denies the other seat, and what that one is likely to do."""
_ORDER: tuple[Aspect, ...] = get_args(Aspect)


class Reason(BaseModel):
    """A reason, in no language."""

    model_config = ConfigDict(frozen=True)

    aspect: Aspect
    points: _Points = 0
    cards: Annotated[dict[lines.Ryokan | Card, _Points], Field(max_length=20)] = {}
    """The points by what earns them, where they are known."""
    move: lines.Kind = "other"
    """What a turn is about that the reason is about."""
    card: Card | None = None
    """The card that it brings."""
    count: _Points = 0
    """How many rice fields then lie side by side; for the end, how many turns the other seat has left."""
    own: Annotated[dict[lines.Ryokan | Card, _Points], Field(max_length=20)] = {}
    """What a decree changes for its own seat, by type of card."""
    price: _Points = 0
    """How many points a decree of the other seat costs this one."""
    probable: bool = False
    """Whether what a decree changes is so in most deals only: the card isn't known, or another that it matters to; for
    the end, whether the lead may be greater."""
    own_sure: bool = False
    """Whether what a decree changes for its own seat is certain all the same."""
    between: tuple[_Points, _Points] | None = None
    """The fewest and the most points of a move to come, where they differ from deal to deal."""
    average: bool = False
    """Whether what a decree changes differs so much between deals that only the mean can be given."""


class _Weighed(NamedTuple):
    """A reason, and how much it explains, in points."""

    weight: float
    reason: Reason


def reasons(better: lines.Line, other: lines.Line | None) -> tuple[Reason, ...]:
    """Return the best reasons for a line over another one, in the order in which they are given.

    Args:
        other: What it is compared with; None if there is nothing else.
    """
    return _chosen(_found(better, other))


def first_reasons(line: lines.Line, others: Iterable[lines.Line]) -> tuple[Reason, ...]:
    """Return the reasons for a line over the first of some others that it is clearly set apart from.

    The next best often does much the same; what both do is said where a third one doesn't.
    """
    compared: list[list[_Weighed]] = []
    for other in others:
        compared.append([*_found(line, other)])
        if _clarity(compared[-1]) >= CLEAR:
            break
    return _chosen(max(compared, key=_clarity) if compared else [*_found(line, None)])


def _clarity(found: Iterable[_Weighed]) -> float:
    return max((each.weight for each in found), default=0)


def _chosen(found: Iterable[_Weighed]) -> tuple[Reason, ...]:
    kept = [each.reason for each in sorted(found, key=lambda each: -each.weight)[:MOST]]
    return tuple(sorted(kept, key=lambda each: _ORDER.index(each.aspect)))


def at_once(view: PlayerView, action: Action) -> tuple[Reason, ...]:
    """Return what an action brings the viewer at once; nothing if that is no gain, or not known."""
    if (sheets := turns.sheets(view, action)) is None:
        return ()
    cards = lines.differences(*map(lines.earned, sheets))
    return (_gains(cards, lines.grown_rice(*sheets)),) if lines.total(cards) > 0 else ()


def for_copy(better: ScoreSheet, other: ScoreSheet) -> tuple[Reason, ...]:
    cards = lines.differences(lines.earned(other), lines.earned(better))
    return (_gains(cards),) if lines.total(cards) > 0 else ()


def _found(line: lines.Line, other: lines.Line | None) -> Iterator[_Weighed]:
    if line.ends:
        weight = FEW if other is not None and other.ends else 100
        points, count = round(line.lead), int(bool(line.reply))
        yield _Weighed(weight, Reason(aspect="ends", points=points, count=count, probable=not line.known))
    yield from _at_once(line, other)
    yield from _later(line, other)
    yield from _emissaries(line, other)
    if other is not None:
        yield from _denied(line, other)
    yield from _reply(line)


def _at_once(line: lines.Line, other: lines.Line | None) -> Iterator[_Weighed]:
    """Yield what the action itself changes: where that is something for both seats, in one reason."""
    now, theirs = lines.total(line.now), sum(line.taken.values())
    more = now - (lines.total(other.now) if other is not None else 0)
    if theirs and (now >= 1 or theirs <= -FEW):
        taken = Reason(
            aspect="takes",
            points=theirs,
            cards=dict(line.taken),
            own=dict(line.now),
            probable=line.typical < 1,
            own_sure=line.own_sure,
            average=line.typical < MOSTLY,
        )
        yield _Weighed(max(more, now / 2, now - theirs), taken)
    elif now >= 1:
        yield _Weighed(max(more, now / 2), _gains(line.now, line.rice))


def _gains(cards: Mapping[lines.Earner, int], rice: int = 0) -> Reason:
    return Reason(aspect="gains", points=sum(cards.values()), cards=dict(cards), count=rice)


def _later(line: lines.Line, other: lines.Line | None) -> Iterator[_Weighed]:
    """Yield what the same turn can bring then, and what the next one can; else which cards will bring more."""
    rest, following = (other.rest, other.following) if other is not None else ((), ())
    before = lines.total(other.now) if other is not None else 0
    more = lines.mean(line.rest) - lines.mean(rest) + lines.total(line.now) - before
    gained = lines.mean(line.following) - lines.mean(following)
    found = []
    if (then := _brings("then", line, line.rest, rest)) is not None:
        extra = then.points if then.move == "again" else more  # such a develop comes on top of what else can be done
        found += [_Weighed(min(extra, then.points), then)] if extra > 0 else []
    if (next_turn := _brings("prepares", line, line.following, following)) is not None and gained >= FEW:
        found.append(_Weighed(gained, next_turn))
    if not found and other is not None and not line.ends:
        card, points = _most(line.mine, other.mine, now=(lines.own_turn(line), lines.own_turn(other)), whole=True)
        if points >= FEW:
            found.append(_Weighed(points / 2, Reason(aspect="prepares", points=round(points), card=card)))
    yield from found


def _brings(
    aspect: Literal["then", "prepares"], line: lines.Line, turns: Sequence[lines.Turn], others: Sequence[lines.Turn]
) -> Reason | None:
    """Return what a turn is likely to bring that it wouldn't in the other line, nor was possible before the action."""
    found = lines.likely(turns)
    if found is None or found.share < LIKELY or found.brings < FEW or found.move.kind not in _BRINGING:
        return None
    if aspect == "prepares" and found.move.kind == "take" and found.move.card not in line.river:
        return None  # a card that a discard turns up is what the same turn hopes for
    thrown_away = min(0, lines.total(line.now))
    if lines.share(others, found.move) > found.share / 2 or _possible(line, found.move) >= found.brings + thrown_away:
        return None
    if min(found.points, found.brings) + thrown_away < FEW:  # the gain only makes good for what the action costs
        return None
    if found.move == lines.SOME_DECREE:
        return Reason(aspect=aspect, move="decree")
    (kind, card), points, between = found.move, found.points, found.between
    return Reason(aspect=aspect, points=points, between=between, move=kind, card=card)


def _possible(line: lines.Line, move: lines.Move) -> int:
    if move != lines.SOME_DECREE:
        return line.possible.get(move, 0)
    return max((points for each, points in line.possible.items() if each.kind == "decree"), default=0)


_BRINGING: frozenset[lines.Kind] = frozenset({"take", "again", "swap", "exchange", "decree"})


def _most(
    mine: lines.Points, others: lines.Points, *, now: tuple[lines.Points, lines.Points] = ({}, {}), whole: bool = False
) -> tuple[Card | None, float]:
    """Return the type of card whose points differ most between two lines, without what differs at once.

    Args:
        whole: Whether it must be more in the end than before the line: what is thrown away at once and then regained,
            or lost in the other line later, is no gain.
    """
    passive = {Card.MOUNTAIN, Card.NINJA, lines.RYOKAN}  # what they earn is the doing of other cards
    cards = [card for card in {*mine, *others} if isinstance(card, Card) and card not in passive]
    by_card = {}
    for card in cards:
        more, at_once = mine.get(card, 0) - others.get(card, 0), now[0].get(card, 0) - now[1].get(card, 0)
        by_card[card] = more - at_once
        if whole:
            by_card[card] = min(more - max(0, at_once), mine.get(card, 0) - max(0, now[0].get(card, 0)))
    most = max(sorted(by_card), key=lambda each: by_card[each], default=None)
    return most, by_card[most] if most is not None else 0


def _emissaries(line: lines.Line, other: lines.Line | None) -> Iterator[_Weighed]:
    """Yield what becomes of the emissaries, worth about a point each."""
    more = line.free - (other.free if other is not None else 0)
    if line.recalls:
        yield _Weighed(FEW, Reason(aspect="frees"))
    elif more >= 0.5 and lines.share(line.rest, _RECALL) >= LIKELY:
        yield _Weighed(FEW, Reason(aspect="then", move="recall"))
    elif other is not None and more >= 0.5:
        yield _Weighed(more, Reason(aspect="keeps"))


_RECALL = lines.Move("recall")


def _denied(line: lines.Line, other: lines.Line) -> Iterator[_Weighed]:
    """Yield what the other seat would be likely to do in the other line, and isn't in this one."""
    if line.ends:
        return
    would = lines.likely(other.reply)
    if would is not None and would.share >= LIKELY and 2 * lines.share(line.reply, would.move) <= would.share:
        if would.move.kind == "end":
            yield _Weighed(50, Reason(aspect="stops"))
            return
        if would.move.kind == "take" and would.move.card in line.leaves:
            return
        costs = _costs(other.reply) - _costs(line.reply)
        if costs >= FEW and _worth(would) >= max(1, _worth(lines.likely(line.reply)) + FEW):
            yield _Weighed(costs, _of_theirs("denies", would))
            return
    card, points = _most(other.theirs, line.theirs)
    if card in line.leaves:
        return
    if points >= FEW and card not in line.taken and lines.share(line.reply, lines.Move("take", card)) < LIKELY:
        yield _Weighed(points / 2, Reason(aspect="lessens", points=-round(points), card=card))


def _costs(turns: Sequence[lines.Turn]) -> float:
    return lines.mean(turns, theirs=True) - lines.mean(turns)


def _reply(line: lines.Line) -> Iterator[_Weighed]:
    found = lines.likely(line.reply)
    if found is None or found.share < 0.5 or found.move.kind not in {"take", "decree", "end"}:
        return
    ends, worth = found.move.kind == "end", _worth(found)
    if not ends and (worth < MATTERS or (found.move.card is None and found.move != lines.SOME_DECREE)):
        return
    yield _Weighed(MATTERS if worth >= FEW or ends else 0.1, _of_theirs("reply", found))


def _of_theirs(aspect: Literal["denies", "reply"], turn: lines.Likely) -> Reason:
    if turn.move == lines.SOME_DECREE:  # what it takes, and so what it brings, differs from deal to deal
        return Reason(aspect=aspect, move="decree")
    points, price = max(0, turn.points), turn.price if turn.price_sure else 0
    between, move = turn.between, turn.move
    return Reason(aspect=aspect, points=points, between=between, price=price, move=move.kind, card=move.card)


def _worth(turn: lines.Likely | None) -> int:
    return max(0, turn.points) + turn.price if turn is not None else 0


def in_words(given: Iterable[Reason], name: str, own: str) -> str:
    return " ".join(sentences(given, name, own))


def sentences(given: Iterable[Reason], name: str, own: str) -> tuple[str, ...]:
    """Say reasons, each in a sentence; a file may hold some that can't be said, or are none."""
    return tuple(filter(None, (_sentence(each, name, own) for each in given)))


def _sentence(reason: Reason, name: str, own: str) -> str:
    words = {
        "ends": _ended, "gains": _gained, "takes": _taken, "then": _followed, "prepares": _prepared,
        "denies": _denied_words, "reply": _replied,
    }  # fmt: skip
    plain = {
        "frees": _("The emissaries are free again."),
        "keeps": _("An emissary stays free for later."),
        "stops": _("Otherwise {name} would probably end the game."),
        "lessens": _("{name} then earns less with {card:plural} ({points} on average)."),
    }
    said = words[reason.aspect](reason) if reason.aspect in words else plain[reason.aspect]
    points, price, both = _brought(reason), f"{-reason.price:+d}", ""
    if reason.price and reason.points:
        both = _("{points} for {name}, {price} for {other}").format(points=points, name=name, price=price, other=own)
    elif reason.price:
        both = _("{price} for {other}").format(price=price, other=own)
    elif reason.points:
        both = points
    card = None if reason.card is None else reason.card.noun
    if any(gap in said and not known for gap, known in (
        ("{card:", card), ("{card}", card), ("{points}", reason.points), ("{both}", both)
    )):  # fmt: skip
        return ""
    return said.format(
        name=name, points=points, both=both, cards=_listed(reason.cards), card=card,
        own=f"{sum(reason.own.values()):+d}", own_cards=_listed(reason.own), cost=-reason.points,
    )  # fmt: skip


def _brought(reason: Reason) -> str:
    if reason.between is None:
        return f"{reason.points:+d}"
    least, most = reason.between
    if least <= 0:
        return _("up to {most}").format(most=f"{most:+d}")
    return _("{least} to {most}").format(least=f"{least:+d}", most=f"{most:+d}")


def _listed(points: Mapping[lines.Earner, int]) -> str:
    if len(points) == 1:
        return f"{_noun(next(iter(points))):bare}"
    return listed((f"{_noun(earner):bare} {each:+d}" for earner, each in points.items()), conjunction=False)


def _noun(earner: lines.Earner) -> Noun:
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
    if only == lines.RYOKAN:
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


def _taken(reason: Reason) -> str:
    own, others = sum(reason.own.values()), ("name", "own", "own_cards", "cards")
    gaps: dict[str, Any] = {"count": -reason.points, **{each: f"{{{each}}}" for each in others}}
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
            **gaps,
        )
    if own < 0:
        return ngettext(
            "It costs {name} {count} point ({cards}), at a price of {own} ({own_cards}).",
            "It costs {name} {count} points ({cards}), at a price of {own} ({own_cards}).",
            **gaps,
        )
    return ngettext("It costs {name} {count} point ({cards}).", "It costs {name} {count} points ({cards}).", **gaps)


def _probably_taken(reason: Reason, own: int, gaps: Mapping[str, Any]) -> str:
    """Say the same where not all cards that it is about are known."""
    if reason.own_sure and own > 0:
        return _probably_taken_from(reason, gaps)
    if reason.points > 0:
        return _("It probably brings {own} ({own_cards}), and {name} {points} as well ({cards}).")
    if own > 0:
        return ngettext(
            "It probably brings {own} ({own_cards}) and costs {name} {count} point ({cards}).",
            "It probably brings {own} ({own_cards}) and costs {name} {count} points ({cards}).",
            **gaps,
        )
    if own < 0:
        return ngettext(
            "It probably costs {name} {count} point ({cards}), at a price of {own} ({own_cards}).",
            "It probably costs {name} {count} points ({cards}), at a price of {own} ({own_cards}).",
            **gaps,
        )
    return ngettext(
        "It probably costs {name} {count} point ({cards}).",
        "It probably costs {name} {count} points ({cards}).",
        **gaps,
    )


def _probably_taken_from(reason: Reason, gaps: Mapping[str, Any]) -> str:
    """Say the same where only what it changes for the other seat is uncertain."""
    if reason.points > 0:
        return _("It brings {own} ({own_cards}), and {name} probably {points} as well ({cards}).")
    return ngettext(
        "It brings {own} ({own_cards}) and probably costs {name} {count} point ({cards}).",
        "It brings {own} ({own_cards}) and probably costs {name} {count} points ({cards}).",
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
