"""Influence, rewards and final scores of Ninjato."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from naishi.games.ninjato.components import HENSOJUTSU, SCORINGS, components
from naishi.games.ninjato.position import Cards, Position, Scoring

LAST_ROUND = 7


def influence(position: Position, clan: str, disguises: Cards = ()) -> dict[int, tuple[int, int]]:
    """Return the influence in a clan, and the age of the oldest envoy, of each seat that has an envoy of it."""
    found = {}
    for seat, player in enumerate(position.players):
        envoys = [envoy for envoy in player.envoys if envoy[0] == clan]
        if envoys:
            named = sum(envoy in disguises for envoy in envoys)
            found[seat] = (len(envoys) + named, max(int(envoy[1:]) for envoy in envoys))
    return found


def places(position: Position, clan: str, disguises: Cards = ()) -> list[int]:
    """Return the seats with influence in a clan, the first of it first; a tie goes to the oldest envoy."""
    ranked = influence(position, clan, disguises)
    return sorted(ranked, key=ranked.__getitem__, reverse=True)


class Contender(NamedTuple):
    """A seat with influence in a clan."""

    seat: int
    influence: int
    oldest: int
    """The age of its oldest envoy of the clan, which decides a tie."""


def ranking(position: Position, clan: str, disguises: Cards = ()) -> list[Contender]:
    """Return who has influence in a clan, the first of it first."""
    found = influence(position, clan, disguises)
    return [Contender(seat, *found[seat]) for seat in places(position, clan, disguises)]


def next_scoring(position: Position) -> int | None:
    """Return after which round the next scoring takes place, or the one in progress; None after the last."""
    if position.scoring is not None:
        return position.scoring.after
    return next((after for after in SCORINGS if after >= position.round), None)


def honour_of(position: Position, clan: str) -> int:
    return sum(int(house.clan[1:]) for house in position.houses if house.clan[0] == clan)


def begin(position: Position, after: int) -> None:
    """Begin a scoring phase, in place; its questions come by `go_on`."""
    tiles = [
        (0, seat, k)
        for seat in position.order
        for k in range(sum(tile.startswith(HENSOJUTSU) for tile in position.players[seat].tiles))
    ]
    clans = components().scoring[after]
    position.scoring = Scoring(after, (*tiles, *((place, clan) for place in (1, 2) for clan in clans)))


def go_on(position: Position) -> bool:
    """Settle everything up to the next question, in place; say whether there is one."""
    masked = components().masked
    scoring = position.current_scoring
    queue, taken = scoring.queue, dict(scoring.taken)
    asked: tuple[str, int] | None = None
    while queue:
        place, of = queue[0][:2]
        if place == 0:
            if (masked & set(position.players[of].envoys)) - set(scoring.disguises):
                asked = "disguise", of
                break
        elif len(ranking := places(position, of, scoring.disguises)) >= place:
            seat = ranking[place - 1]
            if place == 1 and not position.pavilion:
                taken[of] = "honour"
            if position.pavilion and (place == 1 or taken.get(of) == "honour"):
                asked = "reward", seat
                break
            if place == 1 or taken.get(of) == "rumour":
                position.players[seat].honour += honour_of(position, of)
        queue = queue[1:]
    seat = asked[1] if asked else 0
    position.scoring = Scoring(scoring.after, queue, seat, scoring.disguises, tuple(taken.items()))
    if asked:
        position.stage = asked[0]
    return asked is not None


class Award(NamedTuple):
    """What a scoring has settled for the first or the second in a clan."""

    place: int
    clan: str
    seat: int | None
    """None where nobody is in that place."""
    prize: str
    """`honour`, the code of a rumour, or empty: nothing is left."""


def awards(before: Position, prize: str | None, after: Position, disguises: Cards) -> list[Award]:
    """Return what an action of a scoring phase, or the one that began it, has settled, in order."""
    now = before.scoring
    if now is None:
        queue = tuple((place, clan) for place in (1, 2) for clan in components().scoring[before.round])
    else:
        queue = now.queue
    taken = dict(now.taken) if now is not None else {}
    settled = len(queue) - (len(after.scoring.queue) if after.scoring is not None else 0)
    found = []
    for number, (place, clan) in enumerate(each[:2] for each in queue[: max(settled, 0)]):
        if place == 0:
            continue
        ranked = places(after, clan, disguises)
        seat = ranked[place - 1] if len(ranked) >= place else None
        if prize is not None and number == 0:
            given = prize
        elif seat is None or (place == 2 and taken.get(clan) == "honour"):
            given = ""
        else:
            given = "honour"
        if place == 1 and seat is not None:
            taken[clan] = "honour" if given == "honour" else "rumour"
        found.append(Award(place, clan, seat, given))
    return found


def multiplier(cards: int) -> int:
    """Return what rumours of one kind multiply by: one card 1, two 2, three 4; then a new set, added."""
    sets, rest = divmod(cards, 3)
    return 4 * sets + rest


def rumours(player: Mapping[str, Any], everybody: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the honour of a player's rumours, by kind.

    Args:
        player: `rumours`, the player's, and the numbers of `elite` cards, `envoys` and `skills`.
    """
    held = Counter(rumour.partition(":")[0] for rumour in player["rumours"])
    counted = {
        "warrior": player["elite"],
        "goodwill": len(player["rumours"]),
        "friends": player["envoys"],
        "master": player["skills"],
    }
    found = {kind: multiplier(held[kind]) * counted[kind] for kind in counted}
    holders = sum(any(rumour.startswith("dishonour") for rumour in each) for each in everybody)
    return {**found, "dishonour": held["dishonour"] * dishonour(holders)}


def dishonour(holders: int) -> int:
    """Return what each such rumour is worth by the number of players who hold one."""
    return (0, 6, 4, 2)[min(holders, 3)]


def rumours_of(position: Position, seat: int) -> dict[str, int]:
    """Return the honour of a seat's rumours as things stand, by kind."""
    player = position.players[seat]
    counts = {
        "rumours": player.rumours,
        "elite": len(player.elite),
        "envoys": len(player.envoys),
        "skills": len(player.tiles),
    }
    return rumours(counts, [each.rumours for each in position.players])


def sheet(position: Position, seat: int) -> dict[str, int]:
    """Return a seat's score as things stand."""
    flags = components().flags
    player = position.players[seat]
    lines = {
        "track": player.honour,
        "rumours": sum(rumours_of(position, seat).values()),
        "treasures": len(player.loot),
        "elite": sum(flags[card] for card in player.elite),
    }
    return {**lines, "total": sum(lines.values())}


def standing(position: Position, seat: int) -> tuple[int, int, int]:
    """Return what seats are ranked by: honour, then envoys, then the oldest envoy."""
    envoys = position.players[seat].envoys
    total = position.result["sheets"][seat]["total"] if position.result else sheet(position, seat)["total"]
    return total, len(envoys), max((int(envoy[1:]) for envoy in envoys), default=0)


def finish(position: Position) -> None:
    """End the game, in place."""
    sheets = [sheet(position, seat) for seat in range(position.n)]
    standings = [standing(position, seat) for seat in range(position.n)]
    winners = [seat for seat, each in enumerate(standings) if each == max(standings)]
    position.result = {"sheets": sheets, "winners": winners}
    position.scoring, position.stage = None, "over"
