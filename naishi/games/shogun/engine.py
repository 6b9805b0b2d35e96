"""Course of a game, from one decision to the next."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from naishi.games.shogun import data, tower
from naishi.games.shogun.actions import CHESTS, EMPTY, Action
from naishi.games.shogun.position import LOST, NEUTRAL, OUT, Happening, Position
from naishi.tabletop.chance import Chance

EVENTS_A_YEAR = 4


# --- Begin and draft ---


def begin(seats: int, draft: bool, preset: str, chance: Chance) -> Position:
    """Return the position of the first decision."""
    box, position = data.board(), Position(seats, preset)
    if draft:
        position.deck = _shuffled(chance, "deck", box.in_game(seats), _province_names(), data.indexes())
        position.groups = (box.groups[seats],) * seats
        position.last = ((),) * seats
        position.seat, position.ask = 0, "take"
    else:
        for seat, groups in enumerate(box.setups[seats]):
            for at, armies in groups.items():
                _settle(position, seat, at, armies)
        fill_tower(position, chance)
        advance(position, chance)
    return position


def _province_names() -> tuple[str, ...]:
    return tuple(each.name for each in data.board().provinces)


def _shuffled(chance: Chance, name: str, cards: Sequence[int], names: Sequence[str], back: Any) -> tuple[int, ...]:
    """Shuffle cards; the outcome is recorded as their names."""
    words = [names[card] for card in cards]
    found = chance.draw(
        name,
        lambda source: list(source.shuffle(words)),
        lambda outcome: isinstance(outcome, list) and sorted(map(str, outcome)) == sorted(words),
    )
    return tuple(back[word] for word in found)


def _settle(position: Position, seat: int, at: int, armies: int) -> None:
    position.owner[at] = seat
    position.armies[at] = armies
    position.reserve[seat] -= armies


def fill_tower(position: Position, chance: Chance) -> None:
    """Throw the armies and farmers in with which every game begins; what falls out goes back."""
    box = data.board()
    put = [box.tower_armies] * position.seats + [box.tower_farmers]
    for seat in range(position.seats):
        position.reserve[seat] -= box.tower_armies
    position.farmers -= box.tower_farmers
    fell = throw(position, put, chance)
    for seat in range(position.seats):
        position.reserve[seat] += fell[seat]
    position.farmers += fell[-1]
    position.tray = [0] * (position.seats + 1)
    position.happened += (Happening("opening", fell=tuple(fell)),)


def _take(position: Position, action: Action, chance: Chance) -> None:
    seat, deck = position.seat, position.deck
    if action.verb == "renew":
        position.deck = (*deck[2:], *deck[:2])
        position.last = (*position.last[:seat], (), *position.last[seat + 1 :])
        return
    position.last = (*position.last[:seat], deck[:2], *position.last[seat + 1 :])
    if action.verb == "draw":
        taken, position.deck = deck[2], (*deck[:2], *deck[3:])
        position.happened += (Happening("drew", seat, taken),)
    else:
        taken, at = action.province, deck.index(action.province)
        position.deck = (*deck[:at], *deck[2:3], *deck[at + 1 : 2], *deck[3:])
    position.at, position.ask = taken, "place"
    sizes = set(position.groups[seat])
    if len(sizes) == 1:
        _place(position, min(sizes), chance)


def _place(position: Position, size: int, chance: Chance) -> None:
    seat = position.seat
    left = list(position.groups[seat])
    left.remove(size)
    position.groups = (*position.groups[:seat], tuple(left), *position.groups[seat + 1 :])
    position.happened += (Happening("placed", seat, position.at, number=size),)
    _settle(position, seat, position.at, size)
    position.at = -1
    position.seat, position.ask = (seat + 1) % position.seats, "take"
    if not any(position.groups):
        position.deck, position.groups, position.last = (), (), ()
        position.seat, position.ask = -1, ""
        fill_tower(position, chance)
        advance(position, chance)


# --- A season ---


def advance(position: Position, chance: Chance) -> None:
    """Do everything that needs no decision, up to the next one."""
    position.ask = ""
    while not position.ask:
        if position.season == 0 or (position.done == len(data.ACTIONS) and not position.winter):
            _next_season(position, chance)
        elif position.winter:
            _go_on_with_winter(position, chance)
        elif not position.choosers:
            _show_bids(position, chance)
        elif not position.turns:
            _go_on_choosing(position)
        else:
            _go_on_acting(position, chance)


def _next_season(position: Position, chance: Chance) -> None:
    position.plans = (None,) * position.seats
    position.current = -1
    if position.season and position.season % data.SEASONS == 0 and not position.winter:
        position.winter = True
        position.order, position.places, position.takers, position.choosers = (), (), (), ()
        _begin_winter(position, chance)
        return
    if position.season % data.SEASONS == 0:
        words = [each.code for at, each in enumerate(data.board().events) if at not in position.used]
        found = chance.draw(
            "events",
            lambda source: list(source.shuffle(words))[:EVENTS_A_YEAR],
            lambda outcome: (
                isinstance(outcome, list) and len(outcome) == len({*map(str, outcome)} & {*words}) == EVENTS_A_YEAR
            ),
        )
        position.coming = tuple(data.event_indexes()[word] for word in found)
        position.open = tuple(sorted(position.coming))
        position.used += position.coming
    position.winter = False
    position.season += 1
    position.turns, position.choosers, position.done, position.turn = (), (), 0, 0
    position.order = _shuffled(
        chance, "actions", range(len(data.ACTIONS)), data.ACTIONS, {word: at for at, word in enumerate(data.ACTIONS)}
    )
    position.places = _shuffled(
        chance,
        "specials",
        range(len(data.SPECIALS)),
        data.SPECIALS,
        {word: at for at, word in enumerate(data.SPECIALS)},
    )
    position.takers = (-1,) * len(data.SPECIALS)
    position.ask, position.seat = "plan", -1
    position.happened += (Happening("season", number=position.season),)


def _show_bids(position: Position, chance: Chance) -> None:
    """Draw the event, then settle who chooses a special card when."""
    position.current, position.coming = position.coming[0], position.coming[1:]
    position.open = tuple(at for at in position.open if at != position.current)
    position.happened += (Happening("event", item=position.current),)
    seats = list(range(position.seats))
    daimyo = chance.draw(
        "daimyo",
        lambda source: list(source.shuffle(seats)),
        lambda outcome: (
            isinstance(outcome, list) and all(type(each) is int for each in outcome) and sorted(outcome) == seats
        ),
    )
    bids = [plan[data.BID] if plan else EMPTY for plan in position.plans]
    for seat, bid in enumerate(bids):
        if bid > CHESTS:
            position.chests[seat] -= bid - CHESTS
    position.happened += tuple(Happening("bid", seat, number=bid) for seat, bid in enumerate(bids))
    position.choosers = choice_order(bids, daimyo)
    equal = len(set(map(bid_worth, bids))) < len(bids)
    position.happened += (Happening("choosers", number=equal, cubes=position.choosers),)
    position.turn = 0


def choice_order(bids: Sequence[int], daimyo: Sequence[int]) -> tuple[int, ...]:
    """Return the seats in the order in which their bids let them choose; of equals, as the daimyo cards are drawn."""
    return tuple(sorted(range(len(bids)), key=lambda seat: (bid_worth(bids[seat]), daimyo.index(seat))))


def bid_worth(bid: int) -> int:
    """Return a number that is the smaller, the sooner a bid lets choose."""
    if bid > CHESTS:
        return CHESTS - bid
    return 0 if 0 <= bid < CHESTS else 1 if bid == CHESTS else 2


def _go_on_choosing(position: Position) -> None:
    while position.turn < position.seats:
        seat = position.choosers[position.turn]
        left = [at for at, taker in enumerate(position.takers) if taker < 0]
        if len(left) > 1:
            position.ask, position.seat = "choose", seat
            return
        position.happened += (Happening("chose", seat, item=position.places[left[0]]),)
        _choose(position, seat, position.places[left[0]])
    position.turns = tuple(taker for taker in position.takers if taker >= 0)
    position.happened += (Happening("turns", cubes=position.turns),)
    position.turn = 0


def _choose(position: Position, seat: int, special: int) -> None:
    at = position.places.index(special)
    position.takers = (*position.takers[:at], seat, *position.takers[at + 1 :])
    position.turn += 1


def _go_on_acting(position: Position, chance: Chance) -> None:
    while position.done < len(data.ACTIONS):
        action = position.order[position.done]
        if position.turn == 0 and any(plan and plan[action] >= 0 for plan in position.plans):
            position.happened += (Happening("action", number=position.done + 1, item=action),)
        while position.turn < position.seats:
            seat = position.turns[position.turn]
            plan = position.plans[seat]
            if plan is not None and plan[action] >= 0:
                act(position, seat, action, plan[action], chance)
                if position.ask:
                    return
            position.turn += 1
        position.done += 1
        position.turn = 0


# --- The ten actions ---


def act(position: Position, seat: int, action: int, at: int, chance: Chance) -> None:
    """Do one planned action, or skip it; a question may be asked instead."""
    if reason := cannot(position, seat, action, at):
        position.happened += (Happening("skipped", seat, at, item=action, word=reason),)
        return
    position.chests[seat] -= data.board().costs[action]
    if action <= data.THEATRE:
        position.buildings[at] |= data.BUILDINGS[action]
        if action == data.THEATRE and effect(position) == "theatre" and position.markers[at]:
            position.markers[at] -= 1
        position.happened += (Happening("built", seat, at, item=action),)
    elif action in (data.RICE, data.TAX):
        _gain(position, seat, action, at, chance)
    elif action >= data.FIGHT_A:
        _ask_for_move(position, seat, action, at, chance)
    else:
        armies = armies_raised(
            action,
            effect(position),
            action == data.RAISE5 and position.has_card(seat, data.SIX),
            position.reserve[seat],
        )
        position.reserve[seat] -= armies
        position.armies[at] += armies
        position.happened += (Happening("raised", seat, at, number=armies),)
        if action == data.RAISE1:
            _ask_for_move(position, seat, action, at, chance)


def cannot(position: Position, seat: int, action: int, at: int) -> str:
    """Return why a planned action is skipped as things stand, as a word of `words.REASONS`; empty if it is done."""
    if position.chests[seat] < data.board().costs[action]:
        return "chests"
    if action <= data.THEATRE:
        built = position.buildings[at]
        if built & data.BUILDINGS[action]:
            return "built"
        if built.bit_count() >= data.board().provinces[at].slots:
            return "slots"
        return "" if tokens_left(position, action) else "tokens"
    if action in (data.RAISE5, data.RAISE3, data.RAISE1):
        six = action == data.RAISE5 and position.has_card(seat, data.SIX)
        return "" if armies_raised(action, effect(position), six, position.reserve[seat]) else "reserve"
    if action >= data.FIGHT_A:
        if position.armies[at] < 2:
            return "alone"
        return "" if targets(position, seat, action, at) else "targets"
    return ""


def tokens_left(position: Position, action: int) -> int:
    """Return how many castles, temples or theatres nobody has built."""
    bit = data.BUILDINGS[action]
    return data.board().tokens[action] - sum(1 for each in position.buildings if each & bit)


def effect(position: Position) -> str:
    """Return what the season's event does, empty without one."""
    return data.board().events[position.current].effect if position.current >= 0 else ""


def armies_raised(action: int, event: str, six: bool, reserve: int) -> int:
    """Return how many armies an action raises: the event changes the number first, then the special card does.

    Where six armies aren't left, the card does nothing; what then can't be raised whole isn't raised at all.
    """
    if action == data.RAISE5:
        armies = 3 if event == "raise" else 5
        if six and reserve >= 6:
            armies = 6
    elif action == data.RAISE3:
        armies = 2 if event == "raise" else 3
    else:
        armies = 1
    return armies if armies <= reserve else 0


def tax_yield(printed: int, event: str, card: bool) -> int:
    """Return the chests of a tax action."""
    number = min(printed, 5) if event == "taxmax" else max(printed, 6) if event == "taxmin" else printed
    return number + card


def rice_yield(printed: int, event: str, card: bool) -> int:
    number = min(printed, 3) if event == "ricemax" else max(printed, 4) if event == "ricemin" else printed
    return number + card


def _gain(position: Position, seat: int, action: int, at: int, chance: Chance) -> None:
    """Gain rice or chests; the farmers revolt where there are markers. The gain stays, however that ends."""
    printed = data.board().provinces[at]
    if action == data.RICE:
        number = rice_yield(printed.rice, effect(position), position.has_card(seat, data.RICE_CARD))
        position.rice[seat] += number
    else:
        number = tax_yield(printed.tax, effect(position), position.has_card(seat, data.CHEST))
        position.chests[seat] += number
    position.happened += (Happening("gained", seat, at, number=number, item=action),)
    markers = position.markers[at]
    if not markers or _put_down(position, seat, at, markers, chance):
        position.markers[at] += 1


def targets(position: Position, seat: int, action: int, at: int) -> list[int]:
    """Return where armies may go: one's own neighbours, and in a fight also those that may be attacked."""
    owner = position.owner
    near = data.board().provinces[at].near
    if action == data.RAISE1:
        return [to for to in near if owner[to] == seat]
    if effect(position) == "temple":
        return [
            to
            for to in near
            if owner[to] == seat or (owner[to] != OUT and not position.buildings[to] & data.BUILDINGS[1])
        ]
    return [to for to in near if owner[to] != OUT]


def _ask_for_move(position: Position, seat: int, action: int, at: int, chance: Chance) -> None:
    allowed, free = targets(position, seat, action, at), position.armies[at] - 1
    if action == data.RAISE1:
        if not allowed or not free:
            return
    elif len(allowed) == 1 and free == 1:
        move_armies(position, seat, at, allowed[0], 1, chance)
        return
    position.ask, position.seat, position.at = data.ACTIONS[action], seat, at


def move_armies(position: Position, seat: int, start: int, target: int, armies: int, chance: Chance) -> None:
    """Move armies into a neighbour: they join one's own, or attack."""
    position.armies[start] -= armies
    if position.owner[target] == seat:
        position.armies[target] += armies
        position.happened += (Happening("moved", seat, start, target, armies),)
    else:
        _attack(position, seat, start, target, armies, chance)


# --- Tower, battles, revolts ---


def throw(position: Position, put: Sequence[int], chance: Chance, about: Happening | None = None) -> list[int]:
    """Throw cubes and the tray's into the tower; return what falls out, which is the tray's now.

    Raises ThrowNeededError: the tower is a real one.
    """
    thrown = [new + old for new, old in zip(put, position.tray, strict=True)]
    try:
        fell = tower.draw(position.tower, thrown, position.inside, chance)
    except tower.ThrowNeededError as needed:
        needed.about = about
        raise
    position.inside = [before + new - out for before, new, out in zip(position.inside, thrown, fell, strict=True)]
    position.tray = list(fell)
    return position.tray


def extra_armies(position: Position, seat: int, defender: int, target: int) -> tuple[int, int]:
    """Return the armies that special cards and the event add to each side, as far as the reserves have them."""
    attack = min(position.has_card(seat, data.ATTACK), position.reserve[seat])
    if defender < 0:
        return attack, 0
    castle = effect(position) == "castle" and position.buildings[target] & data.BUILDINGS[data.CASTLE] != 0
    return attack, min(position.has_card(defender, data.DEFENCE) + castle, position.reserve[defender])


def farmers_defending(position: Position) -> int:
    """Return how many farmers of the stock defend a neutral province."""
    return min(2 if effect(position) == "neutral" else 1, position.farmers)


def _attack(position: Position, seat: int, start: int, target: int, armies: int, chance: Chance) -> None:
    defender = position.owner[target]
    attack, defence = extra_armies(position, seat, defender, target)
    put = [0] * (position.seats + 1)
    put[seat] = armies + attack
    position.reserve[seat] -= attack
    if defender >= 0:
        put[defender] = position.armies[target] + defence
        position.reserve[defender] -= defence
    else:
        put[-1] = farmers_defending(position)
        position.farmers -= put[-1]
    event = Happening("battle", seat, start, target, armies, other=defender, cubes=tuple(put))
    fell = tuple(throw(position, put, chance, event))
    outcome = battle(seat, defender, position.markers[target] == 0, fell)
    position.tray = list(outcome.tray)
    for each in range(position.seats):
        position.reserve[each] += outcome.back[each]
    position.farmers += outcome.back[-1]
    position.happened += (event._replace(item=outcome.left, word=outcome.winner, fell=fell),)
    if outcome.winner != "defender" and defender >= 0:
        _lose_card(position, defender, target)
    if outcome.winner == "attacker":
        position.owner[target], position.armies[target] = seat, outcome.left
    elif outcome.winner == "defender":
        position.armies[target] = outcome.left
    else:
        _abandon(position, target)


class Battle(NamedTuple):
    """How a throw ended."""

    winner: str
    """attacker, defender, or empty: nobody holds the province."""
    left: int
    """Armies of the winner."""
    tray: tuple[int, ...]
    back: tuple[int, ...]
    """What goes to the reserves and the stock."""


def battle(seat: int, defender: int, farmers_count: bool, fell: Sequence[int]) -> Battle:
    """Settle an attack by what fell out of the tower; farmers count only in a province without revolt markers."""
    tray, back = list(fell), [0] * len(fell)
    armies, own = fell[seat], fell[defender] if defender >= 0 else 0
    farmers = fell[-1] if farmers_count else 0
    for colour, number in ((seat, armies), (defender, own), (len(fell) - 1, farmers)):
        if number:
            tray[colour] -= number
            back[colour] += number
    if armies > own + farmers:
        left = armies - own - farmers
        back[seat] -= left
        return Battle("attacker", left, tuple(tray), tuple(back))
    if own and own + farmers > armies:
        left = own - max(0, armies - farmers)
        back[defender] -= left
        return Battle("defender", left, tuple(tray), tuple(back))
    return Battle("", 0, tuple(tray), tuple(back))


def _put_down(position: Position, seat: int, at: int, farmers: int, chance: Chance) -> bool:
    """Let farmers revolt against all armies of a province; return whether its owner holds it."""
    put = [0] * (position.seats + 1)
    put[seat], put[-1] = position.armies[at], min(farmers, position.farmers)
    position.farmers -= put[-1]
    event = Happening("revolt", seat, at, item=farmers, cubes=tuple(put))
    fell = tuple(throw(position, put, chance, event))
    left = fell[seat] - fell[-1]
    position.tray[seat] = position.tray[-1] = 0
    position.farmers += fell[-1]
    position.happened += (event._replace(number=max(left, 0), fell=fell),)
    if left > 0:
        position.armies[at] = left
        position.reserve[seat] += fell[-1]
    else:
        position.reserve[seat] += fell[seat]
        _lose_card(position, seat, at)
        _abandon(position, at)
    return left > 0


def _abandon(position: Position, at: int) -> None:
    """Leave a province to nobody; buildings and markers go."""
    position.owner[at], position.armies[at], position.buildings[at], position.markers[at] = NEUTRAL, 0, 0, 0


def _lose_card(position: Position, seat: int, at: int) -> None:
    """Take the card of a lost province off its owner's plan."""
    plan = position.plans[seat]
    if plan is not None and at in plan:
        space = plan.index(at)
        position.plans = (
            *position.plans[:seat],
            (*plan[:space], LOST, *plan[space + 1 :]),
            *position.plans[seat + 1 :],
        )
        position.happened += (Happening("card", seat, at, item=space),)


# --- Winter ---


def _begin_winter(position: Position, chance: Chance) -> None:
    event = position.open[0]
    position.coming = ()
    position.happened += (Happening("winter", item=event),)
    loss = data.board().events[event].loss
    position.rice = [max(0, rice - loss) for rice in position.rice]
    position.missing = tuple(max(0, position.owner.count(seat) - rice) for seat, rice in enumerate(position.rice))
    position.winter_order = _shuffled(
        chance, "winter", data.board().in_game(position.seats), _province_names(), data.indexes()
    )
    position.turn, position.pending = 0, ()
    _draw_revolts(position)


def supply(missing: int) -> tuple[int, int]:
    """Return how many provinces revolt for missing rice, and with how many extra farmers."""
    table = data.board().supply
    return table[min(missing, len(table) - 1)]


def _draw_revolts(position: Position) -> None:
    """Draw the provinces of the seat whose turn it is."""
    seat = position.turns[position.turn]
    revolts = supply(position.missing[seat])[0]
    held = [at for at in position.winter_order if position.owner[at] == seat]
    position.pending = tuple(sorted(held[:revolts]))
    if position.missing[seat]:
        position.happened += (Happening("missing", seat, number=position.missing[seat], cubes=position.pending),)
    elif held:
        position.happened += (Happening("fed", seat, number=position.rice[seat], item=len(held)),)


def _go_on_with_winter(position: Position, chance: Chance) -> None:
    while True:
        if len(position.pending) > 1:
            position.ask, position.seat = "revolt", position.turns[position.turn]
            return
        if position.pending:
            _revolt(position, position.pending[0], chance)
        position.turn += 1
        if position.turn == position.seats:
            break
        _draw_revolts(position)
    _end_year(position)
    if position.season == data.SEASONS * data.YEARS:
        position.ask, position.seat = "end", -1
    else:
        _next_season(position, chance)


def _revolt(position: Position, at: int, chance: Chance) -> None:
    seat = position.turns[position.turn]
    position.pending = tuple(each for each in position.pending if each != at)
    _put_down(position, seat, at, supply(position.missing[seat])[1] + position.markers[at], chance)


def _end_year(position: Position) -> None:
    scored = score(position)
    gains = [sum(each.points for each in lines) for lines in scored]
    position.happened += tuple(_points_of(seat, lines) for seat, lines in enumerate(scored))
    position.points = [old + new for old, new in zip(position.points, gains, strict=True)]
    position.happened += (Happening("scored", number=position.year, cubes=tuple(gains)),)
    position.markers = [0] * len(position.markers)
    position.rice = [0] * position.seats
    position.turns, position.missing, position.winter_order = (), (), ()
    position.open = ()


def _points_of(seat: int, lines: "Sequence[ScoreLine]") -> Happening:
    """Return what a seat scores: its provinces, its buildings, then castles, temples and theatres region by region."""
    most = {(line.region, line.reason): line.points for line in lines}
    kinds = [
        most.get((region, data.ACTIONS[kind]), 0) for region in range(len(data.board().regions)) for kind in range(3)
    ]
    points = (lines[0].points, lines[1].points, *kinds)
    return Happening("points", seat, number=sum(points), cubes=points)


class ScoreLine(NamedTuple):
    """Points of a seat in a winter, for one reason."""

    reason: str
    """provinces, buildings, castle, temple or theatre."""
    region: int
    """-1 where it isn't for a region."""
    number: int
    points: int
    shared: bool = False


def score(position: Position) -> list[list[ScoreLine]]:
    """Return what each seat would score if winter's revolts were over now, with the reasons."""
    box, seats = data.board(), position.seats
    lines: list[list[ScoreLine]] = []
    counts = [[[0] * seats for _ in data.BUILDINGS] for _ in box.regions]
    provinces, buildings = [0] * seats, [0] * seats
    for at, owner in enumerate(position.owner):
        if owner >= 0:
            provinces[owner] += 1
            built = position.buildings[at]
            buildings[owner] += built.bit_count()
            for kind, bit in enumerate(data.BUILDINGS):
                if built & bit:
                    counts[box.provinces[at].region][kind][owner] += 1
    for seat in range(seats):
        lines.append([ScoreLine("provinces", -1, provinces[seat], provinces[seat])])
        lines[seat].append(ScoreLine("buildings", -1, buildings[seat], buildings[seat]))
    for region, kinds in enumerate(counts):
        for kind, by_seat in enumerate(kinds):
            shared = by_seat.count(max(by_seat)) > 1
            for seat, points in enumerate(region_points(by_seat, box.most[kind])):
                if by_seat[seat] and by_seat[seat] == max(by_seat):
                    lines[seat].append(ScoreLine(data.ACTIONS[kind], region, by_seat[seat], points, shared))
    return lines


def region_points(counts: Sequence[int], points: int) -> list[int]:
    """Return the points for most buildings of a kind in a region; whoever shares the lead gets one less."""
    most = max(counts)
    if not most:
        return [0] * len(counts)
    share = points - (counts.count(most) > 1)
    return [share if each == most else 0 for each in counts]


# --- Decisions ---


def decide(position: Position, seat: int, action: Action, chance: Chance) -> None:
    """Do what a seat decided, and all that follows from it. The action must be legal."""
    position.happened = ()
    match action.verb:
        case "plan":
            position.plans = (*position.plans[:seat], action.plan, *position.plans[seat + 1 :])
            if None in position.plans:
                return
        case "choose":
            _choose(position, seat, action.number)
        case "revolt":
            _revolt(position, action.province, chance)
        case "move" | "stay":
            start = position.at
            position.seat = position.at = -1
            position.ask = ""
            if action.verb == "move":
                move_armies(position, seat, start, action.target, action.number, chance)
            position.turn += 1
        case "place":
            _place(position, action.number, chance)
            return
        case _:
            _take(position, action, chance)
            return
    position.seat = -1
    advance(position, chance)
