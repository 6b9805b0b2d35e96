"""Effects of Ninjato's actions and round ends."""

from collections.abc import Callable, Sequence
from typing import Any

from naishi.games.ninjato import scoring
from naishi.games.ninjato.actions import Action, play_of
from naishi.games.ninjato.components import SCORINGS, components
from naishi.games.ninjato.legal import MOST_IN_HAND, worth
from naishi.games.ninjato.position import (
    DOJO_CARDS,
    RANK,
    House,
    Position,
    Raid,
    Scoring,
    Tableau,
    parts,
    sort_loot,
    without,
)
from naishi.tabletop.chance import Chance

OPEN_IN_DOJO = 3
ROW = 4
DEALT = 4
LOOT = 3
"""How many treasures a house has at first."""


def shuffled(name: str, cards: Sequence[str], chance: Chance) -> tuple[str, ...]:
    """Return cards in an order drawn by chance, front first."""
    whole = sorted(cards)

    def fits(order: Any) -> bool:
        return isinstance(order, list | tuple) and all(isinstance(c, str) for c in order) and sorted(order) == whole

    return tuple(chance.draw(name, lambda source: source.shuffle(list(whole)), fits))


def set_up(seats: int, chance: Chance) -> Position:
    """Return the first position of a game; chance shuffles everything."""
    box = components()
    order = tuple(chance.shuffle("order", range(seats)))
    decks = {name: shuffled(name, box.decks[name], chance) for name in ("guards", "elite")}
    clans = shuffled("houses", box.first_tokens, chance)
    for name in ("bag", "hensojutsu", "skills", "envoys", "rumours", "dojo"):
        decks[name] = shuffled(name, box.decks[name], chance)
    position = Position(
        n=seats,
        order=order,
        decks=decks,
        discards={"dojo": (), "guards": (), "elite": (), "bag": ()},
        houses=[House(clan, None, ()) for clan in clans],
        players=[Tableau() for _seat in range(seats)],
        supply=without(box.tokens, *clans),
        known=[(0,) * len(DOJO_CARDS)] * seats,
    )
    _open_houses(position, chance)
    position.sensei = _top(position, "skills", seats)
    _fill_rows(position)
    for player in position.players:
        player.hand = _top(position, "dojo", DEALT)
    position.open = _top(position, "dojo", OPEN_IN_DOJO)
    return position


def advance(position: Position, action: Action, chance: Chance) -> None:
    """Play a legal action, in place."""
    seat = position.seat
    if seat is None:
        raise LookupError("the game is over")
    _EFFECTS[action.verb](position, seat, action, chance)


def _top(position: Position, deck: str, count: int) -> tuple[str, ...]:
    """Draw from a deck that is never reshuffled, sorted."""
    cards = position.decks[deck]
    position.decks[deck] = cards[count:]
    return tuple(sorted(cards[:count]))


def _next(position: Position, deck: str, chance: Chance) -> str | None:
    """Draw a card; an empty deck is reshuffled from its discards now, when one is needed. (Decision 7.)"""
    cards = position.decks[deck]
    if not cards:
        if not position.discards[deck]:
            return None
        cards = shuffled(deck, position.discards[deck], chance)
        position.discards[deck] = ()
    position.decks[deck] = cards[1:]
    return cards[0]


def _fill_rows(position: Position) -> None:
    position.palace = tuple(sorted(position.palace + _top(position, "envoys", ROW - len(position.palace))))
    _fill_pavilion(position)


def _fill_pavilion(position: Position) -> None:
    position.pavilion = tuple(sorted(position.pavilion + _top(position, "rumours", ROW - len(position.pavilion))))


def _open_houses(position: Position, chance: Chance) -> None:
    """Give each closed house treasures and a sentry; one that gets neither stays closed. (Decision 7.)"""
    for house in position.houses:
        if house.sentry is not None:
            continue
        for _treasure in range(LOOT):
            if (kind := _next(position, "bag", chance)) is not None:
                house.loot = sort_loot((*house.loot, kind))
        if house.loot:
            house.sentry = _next(position, "guards", chance)


def _lose_cards(position: Position, seat: int, *cards: str) -> None:
    """Move cards from a hand to the discards of the dojo."""
    if not cards:
        return
    player = position.players[seat]
    player.hand = without(player.hand, *cards)
    position.discards["dojo"] += cards
    known = list(position.known[seat])
    for card in cards:
        at = DOJO_CARDS.index(card)
        known[at] = max(0, known[at] - 1)
    position.known[seat] = tuple(known)


def _use(player: Tableau, *tiles: str) -> None:
    """Turn tiles face down."""
    if tiles:
        player.ready = without(player.ready, *tiles)
        player.used = tuple(sorted(player.used + tiles))


def _end_turn(position: Position, chance: Chance) -> None:
    position.stage = "act"
    position.turn += 1
    if position.turn == 3 * position.n:
        _end_round(position, chance)


def _dojo(position: Position, seat: int, _action: Action, chance: Chance) -> None:
    position.pile = (seat, *(each for each in position.pile if each != seat))
    position.draws = {0: 4, 1: 3}.get(len(position.players[seat].hand), 2)
    position.stage = "draw"
    _after_draw(position, seat, chance)


def _draw(position: Position, seat: int, action: Action, chance: Chance) -> None:
    wanted = action.words[0]
    card: str | None = wanted
    if wanted == "deck":
        card = _next(position, "dojo", chance)
    else:
        position.open = without(position.open, wanted)
        known = list(position.known[seat])
        known[DOJO_CARDS.index(wanted)] += 1
        position.known[seat] = tuple(known)
    if card is not None:
        player = position.players[seat]
        player.hand = tuple(sorted((*player.hand, card)))
    position.draws -= 1
    _after_draw(position, seat, chance)


def _after_draw(position: Position, seat: int, chance: Chance) -> None:
    """Refill the open cards once all are taken; with more than seven in hand some have to go."""
    if position.draws and (position.open or position.decks["dojo"] or position.discards["dojo"]):
        return
    position.draws = 0
    while len(position.open) < OPEN_IN_DOJO and (card := _next(position, "dojo", chance)) is not None:
        position.open = tuple(sorted((*position.open, card)))
    _after_drop(position, seat, chance)


def _drop(position: Position, seat: int, action: Action, chance: Chance) -> None:
    _lose_cards(position, seat, action.words[0])
    _after_drop(position, seat, chance)


def _after_drop(position: Position, seat: int, chance: Chance) -> None:
    if len(position.players[seat].hand) > MOST_IN_HAND:
        position.stage = "drop"
    else:
        _end_turn(position, chance)


def _learn(position: Position, seat: int, action: Action, chance: Chance) -> None:
    tile, *paid = action.words
    player = position.players[seat]
    position.sensei = without(position.sensei, tile)
    player.ready = tuple(sorted((*player.ready, tile)))
    _lose_cards(position, seat, *paid)
    _end_turn(position, chance)


def _pay(position: Position, seat: int, action: Action) -> str:
    card, *paid = action.words
    player = position.players[seat]
    player.loot = without(player.loot, *paid)
    position.discards["bag"] += tuple(paid)
    player.honour += worth(components().prices[card], tuple(paid)) or 0
    return card


def _bribe(position: Position, seat: int, action: Action, chance: Chance) -> None:
    envoy = _pay(position, seat, action)
    player = position.players[seat]
    position.palace = without(position.palace, envoy)
    player.envoys = tuple(sorted((*player.envoys, envoy)))
    _end_turn(position, chance)


def _spread(position: Position, seat: int, action: Action, chance: Chance) -> None:
    _give_rumour(position, seat, _pay(position, seat, action))
    _end_turn(position, chance)


def _give_rumour(position: Position, seat: int, rumour: str) -> None:
    player = position.players[seat]
    position.pavilion = without(position.pavilion, rumour)
    player.rumours = tuple(sorted((*player.rumours, rumour)))


def _raid(position: Position, _seat: int, action: Action, _chance: Chance) -> None:
    house = int(action.words[0]) - 1
    sentry = position.houses[house].sentry
    if sentry is None:
        raise LookupError("a closed house")
    position.raid = Raid(house, action.words[1], card=sentry, source="sentry", left=parts(sentry))
    position.stage = "fight"


def _play(position: Position, seat: int, action: Action, _chance: Chance) -> None:
    play, raid, player = play_of(action), position.current_raid, position.players[seat]
    _lose_cards(position, seat, *play.cards)
    _use(player, *play.tiles)
    raid.left = without(raid.left, play.part or raid.left[0])
    if raid.left:
        return
    house = position.houses[raid.house]
    raid.shuriken = sort_loot((*raid.shuriken, house.loot[0]))
    house.loot = house.loot[1:]
    card = raid.card or ""
    if raid.source == "elite":
        player.elite = tuple(sorted((*player.elite, card)))
    elif raid.source == "guards":
        raid.aside += (card,)
    raid.card = None
    position.stage = "decide" if house.loot else "claim"


def _fail(position: Position, _seat: int, _action: Action, chance: Chance) -> None:
    raid = position.current_raid
    card = raid.card or ""
    if raid.source == "elite":
        position.discards["elite"] += (card,)
    elif raid.source == "guards":
        raid.aside += (card,)
    raid.card = None
    if raid.shuriken:
        position.stage = "failed"
    else:
        _withdraw(position, chance)


def _withdraw(position: Position, chance: Chance) -> None:
    """End a raid on a house that is still guarded."""
    raid = position.current_raid
    house = position.houses[raid.house]
    if (kind := _next(position, "bag", chance)) is not None:
        house.loot = sort_loot((*house.loot, kind))
    position.discards["guards"] += raid.aside
    position.raid = None
    _end_turn(position, chance)


def _keep(position: Position, seat: int, action: Action, chance: Chance) -> None:
    raid, player = position.current_raid, position.players[seat]
    kinds = [token[0] for token in raid.shuriken]
    kinds.remove(action.words[0])
    player.loot = sort_loot((*player.loot, action.words[0]))
    position.discards["bag"] += tuple(kinds)
    _withdraw(position, chance)


def _take_shuriken(position: Position, seat: int) -> None:
    player = position.players[seat]
    player.loot = sort_loot((*player.loot, *(token[0] for token in position.current_raid.shuriken)))


def _leave(position: Position, seat: int, _action: Action, chance: Chance) -> None:
    _take_shuriken(position, seat)
    _withdraw(position, chance)


def _claim(position: Position, seat: int, action: Action, chance: Chance) -> None:
    raid = position.current_raid
    house = position.houses[raid.house]
    _take_shuriken(position, seat)
    position.supply = tuple(sorted((*without(position.supply, action.words[0]), house.clan)))
    house.clan = action.words[0]
    position.discards["guards"] += (*(() if house.sentry is None else (house.sentry,)), *raid.aside)
    house.sentry = None
    position.raid = None
    _end_turn(position, chance)


def _banzai(position: Position, _seat: int, _action: Action, chance: Chance) -> None:
    """Draw the next guard: an elite one once no neutral treasure is left; without any, another. (Decision 6.)"""
    raid = position.current_raid
    house = position.houses[raid.house]
    decks = ("elite", "guards") if house.loot[0].endswith("*") else ("guards", "elite")
    for deck in decks:
        if (card := _next(position, deck, chance)) is not None:
            raid.card, raid.source, raid.left = card, deck, parts(card)
            position.stage = "fight"
            if card.endswith("!"):
                _alarm(position, house, chance)
            return


def _alarm(position: Position, house: House, chance: Chance) -> None:
    if (kind := _next(position, "bag", chance)) is not None:
        house.loot = sort_loot((*house.loot, kind))
    redden(house)


def redden(house: House) -> None:
    """Turn the dearest neutral treasure of a house red."""
    neutral = [token for token in house.loot if not token.endswith("*")]
    if neutral:
        dearest = max(neutral, key=RANK.__getitem__)
        house.loot = sort_loot((*without(house.loot, dearest), f"{dearest}*"))


def _swap(position: Position, seat: int, action: Action, _chance: Chance) -> None:
    mine, theirs = action.words
    raid = position.current_raid
    house = position.houses[raid.house]
    raid.shuriken = sort_loot((*without(raid.shuriken, mine), theirs))
    house.loot = sort_loot((*without(house.loot, theirs), mine))
    if theirs.endswith("*") and not mine.endswith("*"):
        redden(house)
    _use(position.players[seat], "choho")


def _switch(position: Position, seat: int, _action: Action, _chance: Chance) -> None:
    raid = position.current_raid
    raid.mode = "stealth" if raid.mode == "strength" else "strength"
    _use(position.players[seat], "seishin_teki")


def _refresh(position: Position, seat: int, action: Action, _chance: Chance) -> None:
    player = position.players[seat]
    player.used = without(player.used, action.words[0])
    player.ready = tuple(sorted((*player.ready, action.words[0])))
    _use(player, "mind_over_body")


def _end_round(position: Position, chance: Chance) -> None:
    """Prepare the next round, in the order of the rules; then score where it is time."""
    ended = position.round
    position.round += 1
    position.turn = 0
    position.order = (*position.pile, *(seat for seat in position.order if seat not in position.pile))
    position.pile = ()
    for player in position.players:
        if player.used:
            player.ready = tuple(sorted(player.ready + player.used))
            player.used = ()
    position.gone = tuple(sorted(position.gone + position.sensei))
    position.sensei = ()
    if ended <= 3:
        position.sensei = _top(position, "skills", position.n)
    elif ended == 4:
        position.gone = tuple(sorted(position.gone + _top(position, "skills", len(position.decks["skills"]))))
    if ended in (4, 5, 6):
        position.sensei = _top(position, "hensojutsu", 1)
    _open_houses(position, chance)
    _fill_rows(position)
    if ended in SCORINGS:
        scoring.begin(position, ended)
        _go_on_scoring(position)


def _go_on_scoring(position: Position) -> None:
    if scoring.go_on(position):
        return
    _fill_pavilion(position)
    if position.round > scoring.LAST_ROUND:
        scoring.finish(position)
    else:
        position.scoring, position.stage = None, "act"


def _disguise(position: Position, seat: int, action: Action, _chance: Chance) -> None:
    now, envoy = position.current_scoring, action.words[0]
    queue, named = now.queue[1:], now.disguises
    if envoy == "none":
        queue = tuple(each for each in queue if each[:2] != (0, seat))
    else:
        named = tuple(sorted((*named, envoy)))
    position.scoring = Scoring(now.after, queue, seat, named, now.taken)
    _go_on_scoring(position)


def _take(position: Position, seat: int, action: Action, _chance: Chance) -> None:
    now, prize = position.current_scoring, action.words[0]
    place, clan = now.queue[0]
    if prize == "honour":
        position.players[seat].honour += scoring.honour_of(position, clan)
    else:
        _give_rumour(position, seat, prize)
    taken = dict(now.taken)
    if place == 1:
        taken[clan] = "honour" if prize == "honour" else "rumour"
    position.scoring = Scoring(now.after, now.queue[1:], seat, now.disguises, tuple(taken.items()))
    _go_on_scoring(position)


_EFFECTS: dict[str, Callable[[Position, int, Action, Chance], None]] = {
    "dojo": _dojo,
    "draw": _draw,
    "drop": _drop,
    "learn": _learn,
    "bribe": _bribe,
    "spread": _spread,
    "raid": _raid,
    "play": _play,
    "fail": _fail,
    "switch": _switch,
    "banzai": _banzai,
    "leave": _leave,
    "swap": _swap,
    "refresh": _refresh,
    "keep": _keep,
    "claim": _claim,
    "disguise": _disguise,
    "take": _take,
}
