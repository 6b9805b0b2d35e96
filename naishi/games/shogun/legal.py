"""Legality of decisions: refusals, and counts of alternatives."""

from collections.abc import Callable, Mapping
from math import comb, perm

from naishi.common.i18n import _
from naishi.games.shogun import actions
from naishi.games.shogun.actions import CHEST_CARDS, CHESTS, EMPTY, Action, Plan
from naishi.games.shogun.data import ACTIONS, BID, RAISE1, board
from naishi.games.shogun.engine import targets
from naishi.games.shogun.position import OUT, Position, may_renew
from naishi.tabletop.chance import Source

MUST_LAY = 6
"""Province cards that a plan has at least, where a seat holds so many."""

_ANSWERS = {
    "take": ("take", "draw", "renew"),
    "place": ("place",),
    "plan": ("plan",),
    "choose": ("choose",),
    "fightA": ("move",),
    "fightB": ("move",),
    "raise1": ("move", "stay"),
    "revolt": ("revolt",),
    "end": (),
}


def legal_actions(position: Position, seat: int) -> tuple[Action, ...]:
    """Return what a seat may decide, sorted; nothing while it plans, since plans are too many."""
    if seat not in position.awaited():
        return ()
    match position.ask:
        case "take":
            cards = [actions.take(at) for at in sorted(position.deck[:2])]
            return (actions.DRAW, *([actions.RENEW] if may_renew(position) else []), *cards)
        case "place":
            return tuple(actions.place(size) for size in sorted(set(position.groups[seat])))
        case "choose":
            left = (card for card, taker in zip(position.places, position.takers, strict=True) if taker < 0)
            return tuple(actions.choose(card) for card in sorted(left))
        case "fightA" | "fightB" | "raise1":
            start, free = position.at, position.armies[position.at] - 1
            moves = [
                actions.move(start, to, armies)
                for to in targets(position, seat, ACTIONS.index(position.ask), start)
                for armies in range(1, free + 1)
            ]
            return (*moves, actions.STAY) if position.ask == "raise1" else tuple(moves)
        case "revolt":
            return tuple(actions.revolt(at) for at in position.pending)
    return ()


def choices(position: Position, seat: int) -> int:
    """Return how many decisions a seat has, plans counted too."""
    if position.ask == "plan" and seat in position.awaited():
        return count_plans(position.owner.count(seat), position.chests[seat])
    return len(legal_actions(position, seat))


def count_plans(provinces: int, chests: int) -> int:
    """Return how many plans differ in a way that matters, with so many provinces and chests."""
    return sum(ways for _kind, _laid, ways in _kinds_of_plan(provinces, chests))


def _kinds_of_plan(provinces: int, chests: int) -> list[tuple[str, int, int]]:
    """Return what the bid is, how many provinces lie on actions, and how many such plans there are."""
    least = min(MUST_LAY, provinces)
    other = len(chest_bids(chests)) + (provinces < MUST_LAY)
    kinds = []
    for laid in range(min(BID, provinces) + 1):
        if laid >= least:
            kinds.append(("other", laid, other * comb(BID, laid) * perm(provinces, laid)))
        if least - 1 <= laid < provinces:
            kinds.append(("province", laid, provinces * comb(BID, laid) * perm(provinces - 1, laid)))
    return kinds


def chest_bids(chests: int) -> list[int]:
    """Return the entries of the chest cards that a seat can afford to bid."""
    return [CHESTS + number for number in CHEST_CARDS if number <= chests]


def sample_plan(position: Position, seat: int, source: Source) -> Action:
    """Return one of all the plans a seat may lay, each as likely as any other."""
    held, chests = position.held(seat), position.chests[seat]
    kinds = _kinds_of_plan(len(held), chests)
    number = source.below(sum(ways for _kind, _laid, ways in kinds))
    at = 0
    while number >= kinds[at][2]:
        number -= kinds[at][2]
        at += 1
    kind, laid, _ways = kinds[at]
    cards, spaces = source.shuffle(held), source.shuffle(range(BID))
    plan = [EMPTY] * (BID + 1)
    for card, space in zip(cards, spaces[:laid], strict=False):
        plan[space] = card
    if kind == "province":
        plan[BID] = cards[laid]
    else:
        bids = [*chest_bids(chests), *([EMPTY] if len(held) < MUST_LAY else [])]
        plan[BID] = bids[source.below(len(bids))]
    return actions.make_plan(plan)


def example_plan(position: Position, seat: int) -> Action:
    """Return a plan that a seat may lay, the same for whatever it has in mind: it follows from the map alone."""
    plan = [EMPTY] * (BID + 1)
    plan[: min(MUST_LAY, position.owner.count(seat))] = position.held(seat)[:MUST_LAY]
    plan[BID] = CHESTS + min(1, position.chests[seat])
    return actions.make_plan(plan)


# --- Refusals ---


def refusal(position: Position, seat: int, action: Action) -> str | None:
    """Return the sentence that refuses an action, or `None` where it is legal."""
    if position.ask == "end":
        return _("The game is over.")
    if seat not in position.awaited():
        if position.ask == "plan":
            return _("Your plan is in already. To plan again, withdraw it first.")
        return _("Another seat decides now.")
    if action.verb not in _ANSWERS[position.ask]:
        return _wanted(position, action)
    return _REFUSALS[action.verb](position, seat, action)


def _take_refusal(position: Position, _seat: int, action: Action) -> str | None:
    if action.province in position.deck[:2]:
        return None
    return _("{province} isn't one of the two open cards: {cards}.").format(
        province=_name(action.province), cards=_names(position.deck[:2])
    )


def _renew_refusal(position: Position, _seat: int, _action: Action) -> str | None:
    if may_renew(position):
        return None
    return _("You can renew the open cards only if you had the same two to choose from the last time, and only once.")


def _place_refusal(position: Position, seat: int, action: Action) -> str | None:
    if action.number in position.groups[seat]:
        return None
    return _("You have no group of {number} left, only {groups}.").format(
        number=action.number, groups=", ".join(f"{size}" for size in position.groups[seat])
    )


def _choose_refusal(position: Position, _seat: int, action: Action) -> str | None:
    if position.takers[position.places.index(action.number)] < 0:
        return None
    return _("That special card is taken.")


def _revolt_refusal(position: Position, _seat: int, action: Action) -> str | None:
    if action.province in position.pending:
        return None
    return _("{province} doesn't revolt now; choose among {provinces}.").format(
        province=_name(action.province), provinces=_names(position.pending)
    )


def _wanted(position: Position, action: Action) -> str:
    match position.ask:
        case "take":
            return _("First take an open card or draw one.")
        case "place":
            return _("First place a group in {province}: for instance, place {number}.").format(
                province=_name(position.at), number=position.groups[position.seat][0]
            )
        case "plan":
            return _("Now everybody plans the season: plan, then each space with its card.")
        case "choose":
            return _("Now you choose a special card.")
        case "revolt":
            return _("First choose which province revolts first: {provinces}.").format(
                provinces=_names(position.pending)
            )
    if action.verb == "stay":
        return _("In a fight at least one army must move; “stay” is for raise1 only.")
    return _("Now armies move from {province}.").format(province=_name(position.at))


def plan_refusal(position: Position, seat: int, plan: Plan) -> str | None:
    """Return why a seat may not lay this plan, or `None`."""
    held = position.owner.count(seat)
    laid = [entry for entry in plan if 0 <= entry < CHESTS]
    if len(plan) != BID + 1 or any(entry >= CHESTS or entry < EMPTY for entry in plan[:BID]):
        return _("A plan has ten action spaces and the bid; a chest card counts on the bid only.")
    for at in laid:
        if position.owner[at] != seat:
            return _("{province} isn't yours.").format(province=_name(at))
        if laid.count(at) > 1:
            return _("{province} lies on two spaces; each card can be laid once.").format(province=_name(at))
    if len(laid) < min(held, MUST_LAY):
        if held < MUST_LAY:
            return _("With fewer than six provinces you lay all of them: {laid} of {held} are laid.").format(
                laid=len(laid), held=held
            )
        return _("At least six province cards must be laid; laid so far: {laid}.").format(laid=len(laid))
    bid = plan[BID]
    if bid == EMPTY and held >= MUST_LAY:
        return _("The bid may be empty only with five provinces or fewer: lay a chest card or a province there.")
    if bid >= CHESTS and bid not in chest_bids(position.chests[seat]):
        return too_high(bid - CHESTS, position.chests[seat])
    return None


def too_high(bid: int, chests: int) -> str:
    """Refuse a bid of more chests than a seat has."""
    return _("You can't bid {number}: you have {chests} chests.").format(number=bid, chests=chests)


def _move_refusal(position: Position, seat: int, action: Action) -> str | None:
    start, to, free = position.at, action.target, position.armies[position.at] - 1
    if action.province != start:
        return _("Now armies move from {province}.").format(province=_name(start))
    if to not in board().provinces[start].near:
        return _("{target} isn't a neighbour of {province}.").format(target=_name(to), province=_name(start))
    kind = ACTIONS.index(position.ask)
    if to not in targets(position, seat, kind, start):
        if position.owner[to] == OUT:
            return _("{target} isn't in the game with three players.").format(target=_name(to))
        if kind == RAISE1:
            return _("{target} isn't yours; after raising one army, armies move between your own provinces.").format(
                target=_name(to)
            )
        return _("{target} has a temple; this season such provinces aren't attacked.").format(target=_name(to))
    if action.number < 1:
        return _("At least one army must move.")
    if action.number > free:
        return _("{province} has {armies} armies, and one must stay: at most {free} can move.").format(
            province=_name(start), armies=position.armies[start], free=free
        )
    return None


def _name(at: int) -> str:
    return board().provinces[at].name


def _names(provinces: tuple[int, ...]) -> str:
    return ", ".join(_name(at) for at in provinces)


_REFUSALS: Mapping[str, Callable[[Position, int, Action], str | None]] = {
    "take": _take_refusal,
    "draw": lambda _position, _seat, _action: None,
    "renew": _renew_refusal,
    "place": _place_refusal,
    "plan": lambda position, seat, action: plan_refusal(position, seat, action.plan),
    "choose": _choose_refusal,
    "move": _move_refusal,
    "stay": lambda _position, _seat, _action: None,
    "revolt": _revolt_refusal,
}
