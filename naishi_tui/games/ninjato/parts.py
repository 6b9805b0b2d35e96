"""Shared pieces of Ninjato's board designs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rich.cells import cell_len

from naishi.common.i18n import _, listed
from naishi.games.ninjato import names as of
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.components import components
from naishi.games.ninjato.legal import best_payments, legal_actions, worth
from naishi.games.ninjato.odds import RaidOdds, raid_odds
from naishi.games.ninjato.position import Cards, Position, Tableau
from naishi.games.ninjato.scoring import honour_of, next_scoring, ranking
from naishi.games.ninjato.view import NinjatoView
from naishi.tabletop.kinds import Section
from naishi_tui.table.widgets import LETTERS, Canvas, seat_role

TONES = {"T": "tone-red", "M": "tone-blue", "G": "tone-green"}
"""The colour that repeats what the letter of a clan says."""
NAMED = 22
"""With so few columns, treasures have no names."""
CHANGED = "•"
"""Marks what others have changed since the viewer's last turn."""


@dataclass(frozen=True)
class Scene:
    """What is drawn, and where."""

    canvas: Canvas
    view: NinjatoView
    aids: bool = True
    page: Section | None = None
    """A page of a story, in the place of what one could choose."""
    find_odds: Callable[[Position], RaidOdds | None] = raid_odds
    """Returns the odds of a raid; None also while they are worked out."""
    marked: list[str] = field(default_factory=list)
    """What is marked on the canvas as changed."""

    @property
    def table(self) -> Position:
        return self.view.table

    @property
    def me(self) -> Tableau | None:
        """What the viewer has; None for the public."""
        return None if self.view.public else self.table.players[self.view.seat]

    @cached_property
    def options(self) -> tuple[Action, ...]:
        """What the viewer may do now, or might have done at a moment of a replay."""
        return () if self.view.public else legal_actions(self.table, self.view.seat)

    @property
    def seats(self) -> list[int]:
        """All seats, the viewer last."""
        return [seat for seat in range(self.table.n) if seat != self.view.seat] + [self.view.seat]

    @cached_property
    def changed(self) -> frozenset[str]:
        """What others have changed since the viewer's last turn."""
        return frozenset(changes(self.view))

    @cached_property
    def raiders(self) -> Mapping[int, list[int]]:
        """By house, who has raided it in this round."""
        found: dict[int, list[int]] = {}
        for event in self.view.events:
            verb, *words = (event.action or "").split() or [""]
            if verb == "raid" and event.round == self.table.round:
                found.setdefault(int(words[0]), []).append(event.seat)
        return found

    def mark(self, x: int, y: int, *what: str) -> None:
        """Mark a place if any of some things there was changed."""
        if not self.changed.isdisjoint(what):
            self.canvas.put(x, y, CHANGED, "mark")
            self.marked.extend(what)

    def put_seats(self, x: int, y: int, seats: Iterable[int], *, apart: bool = True) -> int:
        """Write letters of seats, with spaces between them or without, and return the second column behind them."""
        for seat in seats:
            x = self.canvas.put(x, y, LETTERS[seat], seat_role(seat)) + apart
        return x + (not apart)

    def payment(self, code: str) -> tuple[Cards, int] | None:
        """Return the best payment of the viewer for a card, and its honour; None where there is none."""
        price = components().prices[code]
        for paid in best_payments(price, self.me.loot) if self.me is not None else ():
            return paid, worth(price, paid) or 0
        return None


def changes(view: NinjatoView) -> Iterator[str]:
    """Yield what others have changed since the viewer's last turn: a place, a card, or something of a seat."""
    if view.public:
        return
    events = [*view.events]
    while view.seat in view.awaited and events and events[-1].seat == view.seat:
        events.pop()
    own = [number for number, event in enumerate(events) if event.seat == view.seat]
    for event in events[own[-1] if own else 0 :]:
        if event.seat != view.seat:
            yield from _done(event.seat, (event.action or "").split(), event.facts)
        ended = event.facts.get("ended", {})
        yield from (f"house {house[0]}" for house in ended.get("houses", ()))
        yield from (f"card {code}" for row in ("palace", "pavilion", "sensei") for code in ended.get(row, ()))
        for award in event.facts.get("awards", ()):
            if award["seat"] is not None and award["prize"]:
                yield f"{'honour' if award['prize'] == 'honour' else 'rumours'} {award['seat']}"


def _done(seat: int, words: Sequence[str], facts: Mapping[str, object]) -> Iterator[str]:
    """Yield what an action of a seat has changed."""
    match words:
        case ("dojo" | "draw" | "drop", *_):
            yield from ("dojo", f"hand {seat}")
        case ("learn", *_):
            yield from ("sensei", f"tiles {seat}")
        case ("bribe", code, *_):
            yield from ("palace", f"honour {seat}", f"{code[0]} {seat}")
        case ("spread", *_):
            yield from ("pavilion", f"honour {seat}", f"rumours {seat}")
        case ("claim" | "leave" | "keep" | "play" | "fail" | "banzai" | "swap", *_):
            yield f"house {facts.get('house')}"
            if "treasures" in facts:
                yield f"loot {seat}"
            if "elite" in facts:
                yield f"elite {seat}"


def fitting(width: int, *texts: str) -> str:
    """Return the first of some texts that has room in so many columns; the last where none has."""
    return next((text for text in texts if cell_len(text) <= width), texts[-1])


def letters(treasures: Cards) -> str:
    """Write treasures by their letters, each kind counted: "f2 v1"."""
    counts = Counter(each[0] for each in treasures)
    return " ".join(f"{kind}{count}" for kind in "fsvjg" if (count := counts[kind])) or "-"


def loot_text(loot: Sequence[str], width: int) -> str:
    """Return treasures by their names where these have room, else by letters, counted where there are many."""
    named, each = " ".join(of.treasure(one[0]) for one in loot), " ".join(one[0] for one in loot)
    counted = letters(tuple(loot))
    return fitting(width, named if width >= NAMED else each, each, counted, counted.replace(" ", ""))


def short_price(price: str) -> str:
    """Say what a card costs in a few words."""
    match price:
        case "same1-4":
            return _("1-4 alike")
        case "any+same3":
            return _("any + 3 alike")
        case "?":
            return _("any one")
        case "??":
            return _("any two")
        case _:
            return " + ".join(map(of.treasure, price.split()))


def price_text(price: str, width: int) -> str:
    """Say what a card costs, in so many columns: treasures by their letters where their names have no room."""
    short = short_price(price)
    return fitting(width, of.price(price), short, price.replace(" ", " + ") if len(price) == len("f v") else short)


def rumour_text(code: str, width: int) -> str:
    """Name a rumour in so many columns."""
    return fitting(width, of.rumour(code), of.rumour_in_short(code.partition(":")[0]))


def lesson(table: Position, seat: int, tile: str) -> str:
    """Return the action by which a tile is learned, as far as one can tell."""
    box = components()
    owned = any(box.styles[each] == box.styles[tile] for each in table.players[seat].tiles)
    card = box.lessons[tile]
    hand = table.players[seat].hand
    return f"learn {tile}" if owned else f"learn {tile} {(hand or ('1',))[0] if card == '?' else card}"


def cheapest(price: str) -> str:
    """Return treasures that pay a price, cheap ones."""
    return {"same1-4": "f", "any+same3": "f f f f", "?": "f", "??": "f f"}.get(price, price)


def put_influence(scene: Scene, x: int, y: int, clan: str, width: int) -> int:
    """Write who has influence in a clan, the first of it first, and return the column behind it."""
    table, canvas = scene.table, scene.canvas
    disguises = table.scoring.disguises if table.scoring is not None else ()
    ranked = ranking(table, clan, disguises)
    if not ranked:
        return canvas.put(x, y, fitting(width, _("nobody"), "-"), "off", width)
    end = x + width
    for each in ranked:
        x = canvas.put(x, y, LETTERS[each.seat], seat_role(each.seat), end - x)
        x = canvas.put(x, y, f"{each.influence} ", "", end - x)
    return x - 1


def put_outlook(scene: Scene, y: int) -> None:
    """Write into a line what the next scoring would bring now: the clans in its order, their honour and influence."""
    table, canvas = scene.table, scene.canvas
    if (after := next_scoring(table)) is None:
        return
    clans = components().scoring[after]
    held = sum(any(envoy[0] == clan for envoy in player.envoys) for clan in clans for player in table.players)
    title = _("scoring after round {round}").format(round=after)
    x = 2
    if 3 * held + 15 * len(clans) + cell_len(title) < canvas.width:
        x = canvas.put(x, y, f" {title} ", "quiet") + 1
    for clan in clans:
        x = canvas.put(x, y, f" {clan}", TONES[clan])
        x = canvas.put(x, y, f" {honour_of(table, clan)} ", "strong")
        x = put_influence(scene, x, y, clan, canvas.width - x)
        x = canvas.put(x, y, " ") + 1


def tiles_in_short(player: Tableau, width: int) -> str:
    """Write the first letters of tiles, used ones in brackets, and how many more there are than have room."""
    names = [of.skill(tile)[:3] for tile in player.ready] + [f"({of.skill(tile)[:3]})" for tile in player.used]
    some = (f"{' '.join(names[:most])} +{len(names) - most}" for most in range(len(names) - 1, 0, -1))
    return fitting(width, " ".join(names), *some, f"+{len(names)}")


def tiles_text(player: Tableau, width: int) -> str:
    """Name tiles in so many columns."""
    return fitting(width, tiles_in_full(player), tiles_in_short(player, width))


def tiles_in_full(player: Tableau) -> str:
    """Write the names of tiles, used ones in brackets."""
    ready = Counter(map(of.skill, player.ready))
    used = Counter(map(of.skill, player.used))
    names = [name if count == 1 else f"{name} ×{count}" for name, count in ready.items()]
    return " ".join([*names, *(f"({name})" if count == 1 else f"({name} ×{count})" for name, count in used.items())])


def rumours_in_words(player: Tableau) -> str:
    """Write how many rumours of each kind a player has."""
    kinds = Counter(code.partition(":")[0] for code in player.rumours)
    return listed((f"{of.rumour(kind)} {count}" for kind, count in kinds.items()), conjunction=False)


def rumours_in_short(player: Tableau) -> str:
    """Write the same where there is little room."""
    kinds = Counter(code.partition(":")[0] for code in player.rumours)
    return " ".join(f"{of.rumour_in_short(kind)} {count}" for kind, count in kinds.items())


def envoys_in_short(player: Tableau) -> str:
    """Write the envoys of a player, those with a mask in brackets of their own."""
    masked = components().masked
    return " ".join(f"{envoy}m" if envoy in masked else envoy for envoy in player.envoys)
