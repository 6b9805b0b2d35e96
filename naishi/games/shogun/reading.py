"""Positions read from their text."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from naishi.common.i18n import InvalidPositionError, _
from naishi.games.shogun import data
from naishi.games.shogun.actions import CHEST_CARDS, CHESTS, EMPTY, Plan
from naishi.games.shogun.engine import EVENTS_A_YEAR, bid_worth, choice_order, supply, targets
from naishi.games.shogun.position import HIDDEN, KNOWN_AHEAD, NEUTRAL, Position, position_text
from naishi.games.shogun.tower import DEFAULT
from naishi.tabletop.chance import Chance

_FIELDS = 13
_ASKS = ("take", "place", "plan", "choose", "fightA", "fightB", "raise1", "revolt", "end")


def read_position(text: str, tower: str = DEFAULT) -> Position:
    """Return the position of a text as far as the text has it: what a viewer doesn't know stays unknown.

    Raises InvalidPositionError: the text makes no sense; the sentence says why.
    """
    try:
        position = _read(text, tower)
    except (ValueError, KeyError, IndexError):
        position = None
    if position is None or position_text(position) != text:
        raise InvalidPositionError(_("This isn't the text of a position of Shogun, or part of it is missing."))
    if fault := _fault(position):
        raise InvalidPositionError(_("This position can't arise: {fault}.").format(fault=fault))
    return position


def _read(text: str, tower: str) -> Position | None:
    fields = text.split(" ")
    if len(fields) != _FIELDS or not text.isascii():
        return None
    when, ask, turns, seats, land, inside, tray, farmers, order, places, events, plans, draft = fields
    by_seat = [[int(each) for each in seat.split("/")] for seat in seats.split(",")]
    if len(by_seat) not in data.board().chests:
        return None
    position = Position(len(by_seat), tower)
    position.chests, position.rice, position.points, position.reserve = (
        list(column) for column in zip(*by_seat, strict=True)
    )
    position.inside, position.tray = ([int(each) for each in cubes.split(".")] for cubes in (inside, tray))
    position.farmers = int(farmers)
    year, time = (int(each) for each in when.split("."))
    if time:
        position.season = (year - 1) * data.SEASONS + min(time, data.SEASONS)
        position.winter = time > data.SEASONS
    position.turns = () if turns == "-" else tuple(map(int, turns))
    for each in [] if land == "-" else land.split(","):
        code, rest = each.split("=")
        owner, armies, letters, markers = rest.split(".")
        at = data.indexes()[code]
        position.owner[at], position.armies[at], position.markers[at] = int(owner), int(armies), int(markers)
        position.buildings[at] = sum(
            bit for letter, bit in zip(data.BUILDING_LETTERS, data.BUILDINGS, strict=True) if letter in letters
        )
    if order != "-":
        done, cards = order.split(":")
        position.done = int(done)
        position.order = tuple(-1 if card == "?" else data.ACTIONS.index(card) for card in cards.split(","))
    if places != "-":
        taken = [each.split(":") for each in places.split(",")]
        position.places = tuple(data.SPECIALS.index(card) for card, _taker in taken)
        position.takers = tuple(-1 if taker == "-" else int(taker) for _card, taker in taken)
    for code in [] if events == "-" else events.split(","):
        if code.startswith("!"):
            position.current = data.event_indexes()[code[1:]]
        else:
            position.open += (data.event_indexes()[code],)
    position.used = (*position.open, *([position.current] if position.current >= 0 else []))
    position.plans = tuple(_read_plan(plan) for plan in plans.split("/"))
    if draft != "-":
        cards, _colon, groups = draft.partition(":")
        position.deck = tuple(data.indexes()[code] for code in cards.split("."))
        position.groups = tuple(tuple(int(size) for size in each.split(".") if each) for each in groups.split(","))
        position.last = ((),) * position.seats
    _read_ask(position, ask)
    return position


def _read_plan(text: str) -> Plan | None:
    if text == "-":
        return None
    words = {".": EMPTY, "?": HIDDEN} | {str(number): CHESTS + number for number in CHEST_CARDS}
    return tuple(words[word] if word in words else data.indexes()[word] for word in text.split(","))


def _read_ask(position: Position, text: str) -> None:
    position.ask, *rest = text.split(":")
    if position.ask not in _ASKS:
        raise ValueError
    if not rest or position.ask == "plan":
        return
    position.seat = int(rest[0])
    if position.ask == "take" and rest[1:] == ["renew"]:
        position.last = tuple(position.deck[:2] if seat == position.seat else () for seat in range(position.seats))
    elif position.ask == "revolt":
        position.pending = tuple(data.indexes()[code] for code in rest[1].split("."))
    elif position.ask in ("place", "fightA", "fightB", "raise1"):
        position.at = data.indexes()[rest[1]]
    if position.turns:
        position.turn = position.turns.index(position.seat)
    elif position.ask == "choose":
        position.turn = sum(taker >= 0 for taker in position.takers)
        chose = [seat for seat in range(position.seats) if seat in position.takers]
        waiting = [position.seat, *(seat for seat in range(position.seats) if seat not in (*chose, position.seat))]
        bids = [plan[data.BID] if plan else EMPTY for plan in position.plans]
        order = choice_order(bids, [*chose, *waiting])
        position.choosers = (*chose, *(seat for seat in order if seat not in chose))
    if position.turns and not position.winter:
        position.choosers = position.turns  # who chose when doesn't matter any more


# --- What can't be ---


def _fault(position: Position) -> str:
    """Return why a position that was read can't arise, or an empty text."""
    return next((text for wrong, text in _checks(position) if wrong()), "")


def _checks(position: Position) -> list[tuple[Callable[[], object], str]]:
    box, seats = data.board(), range(position.seats)
    owned = [at for at, owner in enumerate(position.owner) if owner >= 0]
    running = bool(position.season) and not position.winter
    return [
        (lambda: not 0 <= position.season <= data.SEASONS * data.YEARS, _("there are two years")),
        (
            lambda: (position.season == 0) != (position.ask in ("take", "place")),
            _("the draft comes before the first year"),
        ),
        (lambda: position.winter != (position.ask in ("revolt", "end")), _("only a winter has revolts to choose from")),
        (
            lambda: position.ask == "end" and position.season < data.SEASONS * data.YEARS,
            _("the game ends after the second year"),
        ),
        (lambda: position.seat not in (*seats, -1), _("there is no such seat")),
        (
            lambda: any(position.owner[at] not in seats for at in owned),
            _("a province belongs to a seat that isn't there"),
        ),
        (
            lambda: position.seats == 3 and any(box.provinces[at].out_with_3 for at in owned),
            _("a province isn't in the game with three players"),
        ),
        (lambda: any(position.armies[at] < 1 for at in owned), _("a province that belongs to a seat has no army")),
        (
            lambda: any(position.buildings[at].bit_count() > box.provinces[at].slots for at in owned),
            _("a province has more buildings than slots"),
        ),
        (
            lambda: any(
                sum(1 for each in position.buildings if each & bit) > tokens
                for bit, tokens in zip(data.BUILDINGS, box.tokens, strict=True)
            ),
            _("there are more buildings than tokens"),
        ),
        (lambda: any(_cubes(position, seat) != box.armies for seat in seats), _("a seat hasn't its 62 armies")),
        (
            lambda: position.farmers + position.inside[-1] + position.tray[-1] != box.farmers,
            _("there aren't 20 farmers"),
        ),
        (lambda: position.turns and sorted(position.turns) != [*seats], _("the turn order hasn't each seat once")),
        (lambda: running and not _cards_fit(position), _("the cards of the season don't fit together")),
        (lambda: not _events_fit(position), _("the events don't fit the season")),
        (lambda: not _plans_fit(position), _("a plan has a card that its seat can't have laid")),
        (lambda: not _ask_fits(position), _("the question doesn't fit the rest")),
    ]


def _cubes(position: Position, seat: int) -> int:
    on_land = sum(armies for armies, owner in zip(position.armies, position.owner, strict=True) if owner == seat)
    return on_land + position.reserve[seat] + position.inside[seat] + position.tray[seat]


def _cards_fit(position: Position) -> bool:
    known = [card for card in position.order if card >= 0]
    takers = [taker for taker in position.takers if taker >= 0]
    return (
        0 <= position.done < len(data.ACTIONS)
        and len(position.order) == len(data.ACTIONS)
        and len(known) == len(set(known)) == min(len(data.ACTIONS), position.done + KNOWN_AHEAD)
        and sorted(position.places) == [*range(len(data.SPECIALS))]
        and len(takers) == len(set(takers))
        and set(takers) <= {*range(position.seats)}
        and (position.turns == () or position.turns == tuple(takers))
        and (position.turns != () or position.done == 0)
    )


def _events_fit(position: Position) -> bool:
    events = [*position.open, *([position.current] if position.current >= 0 else [])]
    if position.season == 0 or position.ask == "end":
        return not events
    gone = (position.season - 1) % data.SEASONS + position.winter
    return (
        len(set(events)) == EVENTS_A_YEAR - gone
        and list(position.open) == sorted(position.open)
        and (position.current >= 0) == (not position.winter and position.ask != "plan")
    )


def _plans_fit(position: Position) -> bool:
    running = bool(position.season) and not position.winter
    if len(position.plans) != position.seats or (not running and any(position.plans)):
        return False
    if running and position.ask != "plan" and None in position.plans:
        return False
    for seat, plan in enumerate(position.plans):
        if plan is not None:
            laid = [entry for entry in plan if 0 <= entry < CHESTS]
            if (
                len(plan) != data.BID + 1
                or len(laid) != len(set(laid))
                or any(position.owner[at] != seat for at in laid)
                or any(entry >= CHESTS for entry in plan[: data.BID])
            ):
                return False
    return True


def _ask_fits(position: Position) -> bool:
    seat, ask = position.seat, position.ask
    if ask in ("plan", "end"):
        return seat == -1 and (ask == "end" or None in position.plans)
    if seat < 0:
        return False
    if ask in ("take", "place"):
        return _draft_fits(position)
    if ask == "choose":
        bids = [plan[data.BID] if plan else EMPTY for plan in position.plans]
        left = [other for other in range(position.seats) if other not in position.takers]
        return (
            not position.turns
            and seat in left
            and HIDDEN not in bids
            and bid_worth(bids[seat]) == min(bid_worth(bids[other]) for other in left)
        )
    if not position.turns:
        return False
    if ask == "revolt":
        revolts = supply(max(0, position.owner.count(seat) - position.rice[seat]))[0]
        held = all(position.owner[at] == seat for at in position.pending)
        return (
            held
            and list(position.pending) == sorted(set(position.pending))
            and 2 <= len(position.pending) <= max(2, revolts)
        )
    action, plan, at = data.ACTIONS.index(ask), position.plans[seat], position.at
    return (
        position.order[position.done] == action
        and plan is not None
        and plan[action] == at
        and position.owner[at] == seat
        and position.armies[at] > 1
        and bool(targets(position, seat, action, at))
        and action in (data.RAISE1, data.FIGHT_A, data.FIGHT_A + 1)
    )


def _draft_fits(position: Position) -> bool:
    start = data.board().groups[position.seats]
    return (
        len(position.groups) == position.seats
        and len(set(position.deck)) == 2
        and all(position.owner[at] == NEUTRAL for at in position.deck)
        and (position.ask == "take" or (position.owner[position.at] == NEUTRAL and position.at not in position.deck))
        and all(not Counter(left) - Counter(start) for left in position.groups)
        and all(list(left) == sorted(left, reverse=True) for left in position.groups)
        and all(
            sorted(start) == sorted([*left, *(position.armies[at] for at in position.held(seat))])
            for seat, left in enumerate(position.groups)
        )
        and len(position.groups[position.seat]) == max(map(len, position.groups))
        and bool(position.groups[position.seat])
        and not any((*position.inside, *position.tray))
    )


# --- The hidden cards ---


def complete(position: Position, chance: Chance) -> None:
    """Give a position that was read its hidden cards: the orders that nobody knows.

    Raises InvalidPositionError: Plans are hidden, too; those can't be made up.
    """
    if any(HIDDEN in plan for plan in position.plans if plan):
        raise InvalidPositionError(_("This is what one seat sees; a game goes on only from the whole position."))
    box = data.board()
    if position.season == 0:
        names = [each.name for each in box.provinces]
        used = {*position.deck, position.at}
        rest = [at for at in box.in_game(position.seats) if position.owner[at] == NEUTRAL and at not in used]
        position.deck += _drawn(chance, "deck", rest, names)
        return
    position.coming = _drawn(chance, "events", position.open, [each.code for each in box.events])
    if position.season <= data.SEASONS:
        gone = (position.season - 1) % data.SEASONS + position.winter
        unseen = [at for at in range(len(box.events)) if at not in position.used]
        position.used += _drawn(chance, "events gone", unseen, [each.code for each in box.events], gone)
    if position.winter and position.ask != "end":
        position.missing = tuple(max(0, position.owner.count(seat) - rice) for seat, rice in enumerate(position.rice))
        names = [each.name for each in box.provinces]
        position.winter_order = _drawn(chance, "winter", box.in_game(position.seats), names)
    elif not position.winter:
        known = [card for card in position.order if card >= 0]
        rest = [card for card in range(len(data.ACTIONS)) if card not in known]
        position.order = (*known, *_drawn(chance, "actions", rest, data.ACTIONS))
    if position.ask == "choose":
        _settle_choosers(position, chance)


def _settle_choosers(position: Position, chance: Chance) -> None:
    """Draw who of equal bidders chooses first among those who haven't chosen, but for the one who does so now."""
    chose = position.choosers[: position.turn + 1]
    waiting = [seat for seat in range(position.seats) if seat not in chose]
    daimyo = _drawn(chance, "daimyo", waiting, [*map(str, range(position.seats))])
    bids = [plan[data.BID] if plan else EMPTY for plan in position.plans]
    position.choosers = (*chose, *(seat for seat in choice_order(bids, [*chose, *daimyo]) if seat in waiting))


def _drawn(
    chance: Chance, name: str, cards: Iterable[int], names: Sequence[str], count: int | None = None
) -> tuple[int, ...]:
    words = [names[card] for card in cards]
    size = len(words) if count is None else count
    found = chance.draw(
        name,
        lambda source: list(source.shuffle(words))[:size],
        lambda outcome: (
            isinstance(outcome, list) and len(outcome) == size and not Counter(map(str, outcome)) - Counter(words)
        ),
    )
    back = {word: card for card, word in enumerate(names)}
    return tuple(back[word] for word in found)
