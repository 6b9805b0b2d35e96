"""Legality in Ninjato: one refusal a rule."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from operator import attrgetter

from naishi.common.i18n import N_, _, sentence_case
from naishi.games.ninjato import names
from naishi.games.ninjato.actions import BECOMING, BY_ONE, BY_TWO, Action, Play, action, play_of
from naishi.games.ninjato.components import HENSOJUTSU, TREASURES, components
from naishi.games.ninjato.position import MODES, Cards, Position, Raid

FITS = {"kenjutsu": "strength", "distraction": "strength", "intonjutsu": "stealth", "shinobi_iri": "stealth"}
"""The mode in which a skill is of use; the others serve both. (Decision 3.)"""
MOST_IN_HAND = 7
KIND_WORTH = {"kenjutsu": 6, "intonjutsu": 0}

_VERBS = {
    "act": ("dojo", "learn", "raid", "bribe", "spread"),
    "draw": ("draw",),
    "drop": ("drop",),
    "fight": ("play", "fail", "switch", "swap", "refresh"),
    "decide": ("banzai", "leave", "swap", "refresh"),
    "failed": ("keep", "swap", "refresh"),
    "claim": ("claim",),
    "disguise": ("disguise",),
    "reward": ("take",),
    "over": (),
}
QUESTIONS = {
    "act": N_("Choose a place for your shuriken."),
    "draw": N_("Take a dojo card: an open one, or one from the deck."),
    "drop": N_("Discard dojo cards until you have seven."),
    "fight": N_("Beat the guard, or give up."),
    "decide": N_("Leave with what you have won, or face the next guard."),
    "failed": N_("The raid has failed: choose the treasure that you keep."),
    "claim": N_("The house is cleared: choose the clan that gets it."),
    "disguise": N_("Hensojutsu: name a masked envoy that counts twice."),
    "reward": N_("Choose your reward: the honour of the clan's houses, or a rumour."),
    "over": N_("The game is over."),
}
"""What is asked in each stage."""


@lru_cache(8192)
def worth(price: str, paid: Cards) -> int | None:
    """Return the honour that treasures bring for a price, or None if they don't meet it.

    Gold counts as the kind that brings most. (Decision 14.)
    """
    values = components().worth
    fixed = [kind for kind in paid if kind != "g"]
    best = None
    for gold in product("fsvj", repeat=len(paid) - len(fixed)):
        kinds = sorted([*fixed, *gold])
        if _meets(price, kinds):
            best = max(best or 0, sum(map(values.__getitem__, kinds)))
    return best


def _meets(price: str, kinds: list[str]) -> bool:
    most = max(Counter(kinds).values(), default=0)
    match price:
        case "same1-4":
            return 1 <= len(kinds) == most <= 4
        case "any+same3":
            return len(kinds) == 4 and most >= 3
        case "?" | "??":
            return len(kinds) == len(price)
        case _:
            return kinds == sorted(price.split())


@lru_cache(8192)
def payments(price: str, loot: Cards) -> tuple[Cards, ...]:
    """Return every way to pay a price with these treasures."""
    least, most = {"same1-4": (1, 4), "any+same3": (4, 4), "?": (1, 1)}.get(price, (len(price.replace(" ", "")),) * 2)
    counts = product(*(range(min(most, loot.count(kind)) + 1) for kind in TREASURES))
    paid = (
        tuple("".join(kind * count for kind, count in zip(TREASURES, each, strict=True)))
        for each in counts
        if least <= sum(each) <= most
    )
    return tuple(each for each in paid if worth(price, each) is not None)


def best_payments(price: str, loot: Cards) -> tuple[Cards, ...]:
    """Return every way to pay a price with these treasures: most honour first, then without gold, then the fewest."""
    return tuple(
        sorted(payments(price, loot), key=lambda paid: (-(worth(price, paid) or 0), paid.count("g"), len(paid)))
    )


def guard_value(part: str, mode: str) -> int:
    """Return what a guard counts against a raid of this mode."""
    return int(part.split("/")[MODES.index(mode)] if "/" in part else part)


def played_value(play: Play, mode: str) -> int:
    """Return what a card counts with 3s and skills."""
    sign = 1 if mode == "strength" else -1
    value = int(play.base[-1])
    for skill in play.skills:
        value = KIND_WORTH.get(skill, value)
    return value + sign * (
        play.threes + sum(1 if skill == BY_ONE else 2 for skill in play.skills if skill not in BECOMING)
    )


def beats(value: int, guard: int, mode: str) -> bool:
    """Say whether a value beats a guard: higher by strength, lower by stealth; a tie loses."""
    return value > guard if mode == "strength" else value < guard


@lru_cache(8192)
def possible_plays(hand: Cards, ready: Cards, mode: str) -> tuple[tuple[Play, int], ...]:
    """Return everything that can be laid against some guard, with what it counts."""
    bases = [*dict.fromkeys(hand), *(("boryaku2", "boryaku4") if "boryaku" in ready else ())]
    becoming: list[tuple[str, ...]] = [(), *((skill,) for skill in BECOMING if FITS[skill] == mode and skill in ready)]
    by_two = next(skill for skill in BY_TWO if FITS[skill] == mode)
    found = []
    for base in bases:
        threes = hand.count("3") - (base == "3")
        for extra, become, ones, twos in product(
            range(threes + 1), becoming, range(ready.count(BY_ONE) + 1), range(ready.count(by_two) + 1)
        ):
            play = Play(base, extra, (*become, *(BY_ONE,) * ones, *(by_two,) * twos))
            found.append((play, played_value(play, mode)))
    return tuple(found)


@lru_cache(8192)
def winning_plays(hand: Cards, ready: Cards, mode: str, left: Cards) -> tuple[Action, ...]:
    """Return all plays that beat a guard, or one part of a double."""
    return tuple(
        action(Play(play.base, play.threes, play.skills, part if len(left) > 1 else None).text)
        for part in left
        for play, value in possible_plays(hand, ready, mode)
        if beats(value, guard_value(part, mode), mode)
    )


def play_cost(played: Action, raid: Raid) -> tuple[int, int, int]:
    """Return what sorts plays cheapest first: the skills, the cards, then how far the guard is beaten beyond need."""
    play = play_of(played)
    spare = abs(played_value(play, raid.mode) - guard_value(play.part or raid.left[0], raid.mode))
    return len(play.tiles), len(play.cards), spare


def refusal(position: Position, seat: int, wanted: Action) -> str | None:
    """Say which rule forbids an action; None if it is legal."""
    if (awaited := position.seat) is None:
        return _(QUESTIONS["over"])
    if seat != awaited:
        return _("Another player decides now.")
    if wanted.verb not in _VERBS[position.stage]:
        return _("That can't be done now. {question}").format(question=_(QUESTIONS[position.stage]))
    return _REFUSALS[wanted.verb](position, seat, wanted)


def _never(_position: Position, _seat: int, _wanted: Action) -> None:
    return None


def _draw(position: Position, _seat: int, wanted: Action) -> str | None:
    if wanted.words[0] == "deck":
        if not position.decks["dojo"] and not position.discards["dojo"]:
            return _("The deck of the dojo is empty, and nothing has been discarded.")
    elif wanted.words[0] not in position.open:
        return _("No {value} lies open in the dojo.").format(value=wanted.words[0])
    return None


def _in_hand(position: Position, seat: int, *cards: str) -> str | None:
    hand = position.players[seat].hand
    for value in cards:
        if hand.count(value) < cards.count(value):
            return _("You don't have that many cards of value {value}.").format(value=value)
    return None


def _drop(position: Position, seat: int, wanted: Action) -> str | None:
    return _in_hand(position, seat, *wanted.words)


def _learn(position: Position, seat: int, wanted: Action) -> str | None:
    tile, paid = wanted.words[0], wanted.words[1:]
    box = components()
    style, price = box.styles[tile], box.lessons[tile]
    if tile not in position.sensei:
        return _("{skill} isn't open at the sensei.").format(skill=names.skill(tile))
    if owns_style(position, seat, style):
        if paid:
            return _("You already own a tile of the {style}, so {skill} costs no card.").format(
                style=names.style(style), skill=names.skill(tile)
            )
        return None
    if price == "?" and not paid:
        return _("{skill} costs a dojo card: any one.").format(skill=names.skill(tile))
    if price != "?" and paid != (price,):
        return _("{skill} costs a dojo card: a {value}.").format(skill=names.skill(tile), value=price)
    return _in_hand(position, seat, *paid)


def owns_style(position: Position, seat: int, style: str) -> bool:
    """Say whether a player owns a tile of a style, used or not."""
    styles = components().styles
    return any(styles[tile] == style for tile in position.players[seat].tiles)


def _bribe(position: Position, seat: int, wanted: Action) -> str | None:
    if wanted.words[0] not in position.palace:
        return _("The envoy {envoy} isn't in the palace.").format(envoy=wanted.words[0])
    return _pay(position, seat, wanted)


def _spread(position: Position, seat: int, wanted: Action) -> str | None:
    if wanted.words[0] not in position.pavilion:
        return _("The rumour {rumour} isn't in the pavilion.").format(rumour=wanted.words[0])
    return _pay(position, seat, wanted)


def _pay(position: Position, seat: int, wanted: Action) -> str | None:
    card, *paid = wanted.words
    if missing := Counter(paid) - Counter(position.players[seat].loot):
        return _("You don't have that much {treasure}.").format(treasure=names.treasure(next(iter(missing))))
    price = components().prices[card]
    if worth(price, tuple(paid)) is None:
        return _("{paid} don't meet the price: {price}.").format(
            paid=sentence_case(names.treasures(paid)), price=names.price(price)
        )
    return None


def _raid(position: Position, _seat: int, wanted: Action) -> str | None:
    if position.houses[int(wanted.words[0]) - 1].sentry is None:
        return _("House {number} is closed until the round ends.").format(number=wanted.words[0])
    return None


def _ready(position: Position, seat: int, *tiles: str) -> str | None:
    """A tile works once a round."""
    player = position.players[seat]
    for tile in tiles:
        if player.ready.count(tile) < tiles.count(tile):
            if player.tiles.count(tile) >= tiles.count(tile):
                return _("{skill} is used up for this round.").format(skill=names.skill(tile))
            words = _("You don't own {skill} that often.") if tile in player.tiles else _("You don't own {skill}.")
            return words.format(skill=names.skill(tile))
    return None


def _play(position: Position, seat: int, wanted: Action) -> str | None:
    raid = position.current_raid
    play = play_of(wanted)
    if why := _in_hand(position, seat, *play.cards) or _ready(position, seat, *play.tiles):
        return why
    for skill in play.skills:
        if FITS.get(skill, raid.mode) != raid.mode:
            return _("{skill} is of no use in a raid by {mode}.").format(
                skill=names.skill(skill), mode=names.mode(raid.mode)
            )
    if sum(skill in BECOMING for skill in play.skills) > 1:
        return _("A card can become another value only once.")
    return _part(raid, play) or _beaten(raid, play)


def _part(raid: Raid, play: Play) -> str | None:
    """A play is meant for one guard."""
    if play.part is None and len(raid.left) > 1:
        return _("Say which half of the double guard: {parts}.").format(
            parts=", ".join(f"@{part}" for part in raid.left)
        )
    if play.part is not None and len(raid.left) == 1:
        return _("There is only one guard to beat: leave out the @.")
    if play.part is not None and play.part not in raid.left:
        return _("The double guard has no {part}.").format(part=play.part)
    return None


def _beaten(raid: Raid, play: Play) -> str | None:
    """Only winning plays exist. (Decision 4.)"""
    guard = guard_value(play.part or raid.left[0], raid.mode)
    value = played_value(play, raid.mode)
    if beats(value, guard, raid.mode):
        return None
    if raid.mode == "strength":
        return _("{value} doesn't beat {guard}: by strength it has to be higher.").format(value=value, guard=guard)
    return _("{value} doesn't beat {guard}: by stealth it has to be lower.").format(value=value, guard=guard)


def _switch(position: Position, seat: int, _wanted: Action) -> str | None:
    return _ready(position, seat, "seishin_teki")


def _banzai(position: Position, _seat: int, _wanted: Action) -> str | None:
    decks = (position.decks["guards"], position.decks["elite"])
    if not any(decks) and not position.discards["guards"] and not position.discards["elite"]:
        return _("No guard is left to be drawn.")
    return None


def _swap(position: Position, seat: int, wanted: Action) -> str | None:
    raid = position.current_raid
    mine, theirs = wanted.words
    if why := _ready(position, seat, "choho"):
        return why
    if mine not in raid.shuriken:
        return _("You have won no {treasure} in this raid.").format(treasure=names.treasure(mine))
    if theirs not in position.houses[raid.house].loot:
        return _("There is no {treasure} in the house.").format(treasure=names.treasure(theirs))
    if mine == theirs:
        return _("Two treasures alike can't be swapped.")
    return None


def _refresh(position: Position, seat: int, wanted: Action) -> str | None:
    tile = wanted.words[0]
    if why := _ready(position, seat, "mind_over_body"):
        return why
    if tile == "mind_over_body" or tile.startswith(HENSOJUTSU):
        return _("{skill} can't be turned up again.").format(skill=names.skill(tile))
    if tile not in position.players[seat].used:
        return _("You have no used tile of {skill}.").format(skill=names.skill(tile))
    return None


def _keep(position: Position, _seat: int, wanted: Action) -> str | None:
    raid = position.current_raid
    if not any(token[0] == wanted.words[0] for token in raid.shuriken):
        return _("You have won no {treasure} in this raid.").format(treasure=names.treasure(wanted.words[0]))
    return None


def _claim(position: Position, _seat: int, wanted: Action) -> str | None:
    raid = position.current_raid
    token, old = wanted.words[0], position.houses[raid.house].clan
    if token[0] == old[0]:
        return _("The house has to go to another clan than {clan}.").format(clan=names.clan(old))
    if token not in position.supply:
        return _("The token {token} isn't in the supply.").format(token=token)
    return None


def _disguise(position: Position, seat: int, wanted: Action) -> str | None:
    envoy = wanted.words[0]
    scoring = position.current_scoring
    if envoy == "none":
        return None
    if envoy not in position.players[seat].envoys:
        return _("The envoy {envoy} isn't yours.").format(envoy=envoy)
    if envoy not in components().masked:
        return _("The envoy {envoy} has no mask.").format(envoy=envoy)
    if envoy in scoring.disguises:
        return _("The envoy {envoy} has been named already.").format(envoy=envoy)
    return None


def _take(position: Position, _seat: int, wanted: Action) -> str | None:
    scoring = position.current_scoring
    prize = wanted.words[0]
    if prize == "honour":
        if scoring.queue[0][0] == 2:
            return _("The first has taken the honour; a rumour is left for you.")
    elif prize not in position.pavilion:
        return _("The rumour {rumour} isn't in the pavilion.").format(rumour=prize)
    return None


_REFUSALS: dict[str, Callable[[Position, int, Action], str | None]] = {
    "dojo": _never,
    "draw": _draw,
    "drop": _drop,
    "learn": _learn,
    "bribe": _bribe,
    "spread": _spread,
    "raid": _raid,
    "play": _play,
    "fail": _never,
    "switch": _switch,
    "banzai": _banzai,
    "leave": _never,
    "swap": _swap,
    "refresh": _refresh,
    "keep": _keep,
    "claim": _claim,
    "disguise": _disguise,
    "take": _take,
}


def legal_actions(position: Position, seat: int) -> tuple[Action, ...]:
    if position.seat != seat:
        return ()
    found = [
        each
        for each in _candidates(position, seat)
        if each.verb == "play" or _REFUSALS[each.verb](position, seat, each) is None
    ]
    return tuple(sorted(found, key=attrgetter("text")))


def _candidates(position: Position, seat: int) -> Iterator[Action]:
    """Yield all that could be legal; plays and payments are those that are."""
    player = position.players[seat]
    match position.stage:
        case "act":
            yield from _places(position, seat)
        case "draw":
            yield from map(action, ("draw deck", *(f"draw {card}" for card in dict.fromkeys(position.open))))
        case "drop":
            yield from (action(f"drop {card}") for card in dict.fromkeys(player.hand))
        case "claim":
            yield from (action(f"claim {token}") for token in position.supply)
        case "disguise":
            yield from (action(f"disguise {envoy}") for envoy in ("none", *player.envoys))
        case "reward":
            yield from (action(f"take {prize}") for prize in ("honour", *position.pavilion))
        case _:
            yield from _steps(position, seat)


def _steps(position: Position, seat: int) -> Iterator[Action]:
    """Yield what could be done in a raid."""
    player, raid = position.players[seat], position.current_raid
    if position.stage == "fight":
        yield from winning_plays(player.hand, player.ready, raid.mode, raid.left)
        yield from map(action, ("fail", "switch"))
    elif position.stage == "decide":
        yield from map(action, ("banzai", "leave"))
    else:
        yield from (action(f"keep {kind}") for kind in dict.fromkeys(token[0] for token in raid.shuriken))
    if "choho" in player.ready:
        loot = dict.fromkeys(position.houses[raid.house].loot)
        yield from (action(f"swap {mine} {theirs}") for mine in dict.fromkeys(raid.shuriken) for theirs in loot)
    if "mind_over_body" in player.ready:
        yield from (action(f"refresh {tile}") for tile in dict.fromkeys(player.used))


_RAIDS = tuple(f"raid {number} {mode}" for number in range(1, 6) for mode in MODES)


def _places(position: Position, seat: int) -> Iterator[Action]:
    player = position.players[seat]
    prices = components().prices
    yield action("dojo")
    yield from map(action, _RAIDS)
    for tile in dict.fromkeys(position.sensei):
        yield action(f"learn {tile}")
        yield from (action(f"learn {tile} {card}") for card in dict.fromkeys(player.hand))
    for verb, cards in (("bribe", position.palace), ("spread", position.pavilion)):
        for card in cards:
            yield from (action(f"{verb} {card} {' '.join(paid)}") for paid in payments(prices[card], player.loot))
