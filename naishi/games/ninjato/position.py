"""Position of Ninjato and its text, whole or seen."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from naishi.common.i18n import InvalidPositionError, _, quoted
from naishi.games.ninjato.components import CLANS, HENSOJUTSU, SCORINGS, TREASURES, components

DECKS = ("guards", "elite", "bag", "hensojutsu", "skills", "envoys", "rumours", "dojo")
DISCARDS = ("dojo", "guards", "elite", "bag")
STAGES = ("act", "draw", "drop", "fight", "decide", "failed", "claim", "disguise", "reward", "over")
IN_RAID = frozenset({"fight", "decide", "failed", "claim"})
IN_SCORING = frozenset({"disguise", "reward"})
MODES = ("strength", "stealth")
DOJO_CARDS = "12345"
HIDDEN = "?"
"""What stands for a card that a viewer doesn't know."""

RANK = {token: rank for rank, token in enumerate([*TREASURES, *(f"{kind}*" for kind in TREASURES)])}
"""The order of treasures: neutral first, cheap first."""

Cards = tuple[str, ...]


def sort_loot(treasures: Iterable[str]) -> Cards:
    """Sort treasures: neutral first, cheap first."""
    return tuple(sorted(treasures, key=RANK.__getitem__))


def without(cards: Cards, *gone: str) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def parts(card: str) -> Cards:
    """Return the guards that a guard card shows: two for a double one, always without the alarm."""
    return tuple(card.rstrip("!").split("+"))


@dataclass(slots=True)
class Tableau:
    """What one player has. The values are immutable; to change one is to replace it."""

    honour: int = 0
    hand: Cards = ()
    loot: Cards = ()
    ready: Cards = ()
    used: Cards = ()
    envoys: Cards = ()
    rumours: Cards = ()
    elite: Cards = ()

    def copy(self) -> Tableau:
        """Return a copy that changes alone."""
        return Tableau(self.honour, self.hand, self.loot, self.ready, self.used, self.envoys, self.rumours, self.elite)

    @property
    def tiles(self) -> Cards:
        """All skill tiles, used or not."""
        return self.ready + self.used


@dataclass(slots=True)
class House:
    """One of the five houses; without a sentry it is closed."""

    clan: str
    sentry: str | None
    loot: Cards

    def copy(self) -> House:
        """Return a copy that changes alone."""
        return House(self.clan, self.sentry, self.loot)


@dataclass(slots=True)
class Raid:
    """A raid in progress."""

    house: int
    mode: str
    shuriken: Cards = ()
    aside: Cards = ()
    """Drawn guards done with, in that order."""
    card: str | None = None
    """The guard card faced, if any."""
    source: str = ""
    """Where that card is from: sentry, guards or elite."""
    left: Cards = ()
    """Its parts that are to be beaten."""

    def copy(self) -> Raid:
        """Return a copy that changes alone."""
        return Raid(self.house, self.mode, self.shuriken, self.aside, self.card, self.source, self.left)


@dataclass(frozen=True, slots=True)
class Scoring:
    """A scoring phase in progress."""

    after: int
    queue: tuple[tuple[Any, ...], ...]
    """What is still to settle, first what is asked: (0, seat, tile), (1, clan), (2, clan)."""
    seat: int = 0
    disguises: Cards = ()
    taken: tuple[tuple[str, str], ...] = ()
    """What the first of each clan took."""


@dataclass(slots=True)
class Position:
    """Everything on the table. `Rules.play` changes a copy; a search may change its own.

    A masked position is what a viewer may know: hidden cards are `?`. The legal actions of the viewer are the same
    in it, since no rule depends on a card that the seat to act can't see.
    """

    n: int
    order: tuple[int, ...]
    decks: dict[str, Cards]
    discards: dict[str, Cards]
    houses: list[House]
    players: list[Tableau]
    supply: Cards
    open: Cards = ()
    sensei: Cards = ()
    palace: Cards = ()
    pavilion: Cards = ()
    gone: Cards = ()
    pile: tuple[int, ...] = ()
    round: int = 1
    turn: int = 0
    stage: str = "act"
    draws: int = 0
    raid: Raid | None = None
    scoring: Scoring | None = None
    result: Mapping[str, Any] | None = None
    known: list[tuple[int, ...]] = field(default_factory=list)
    """Of each hand, how many cards of each value a perfect memory knows. Not part of the position's text."""
    masked: bool = False
    viewer: int | None = None
    """Whose view a masked position is; None is the public."""

    def copy(self) -> Position:
        """Return a copy that changes alone."""
        return Position(
            self.n,
            self.order,
            self.decks.copy(),
            self.discards.copy(),
            [House(house.clan, house.sentry, house.loot) for house in self.houses],
            [player.copy() for player in self.players],
            self.supply,
            self.open,
            self.sensei,
            self.palace,
            self.pavilion,
            self.gone,
            self.pile,
            self.round,
            self.turn,
            self.stage,
            self.draws,
            self.raid.copy() if self.raid else None,
            self.scoring,
            self.result,
            self.known.copy(),
            self.masked,
            self.viewer,
        )

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        if self.scoring is not None:
            return self.scoring.seat
        return None if self.stage == "over" else self.order[self.turn % self.n]

    @property
    def current_raid(self) -> Raid:
        if self.raid is None:
            raise LookupError("no raid")
        return self.raid

    @property
    def current_scoring(self) -> Scoring:
        if self.scoring is None:
            raise LookupError("no scoring phase")
        return self.scoring

    def mask(self, viewer: int | None) -> Position:
        """Return what a seat, or the public, may know of this position."""
        masked = self.copy()
        masked.masked, masked.viewer = True, viewer
        masked.decks = {name: (HIDDEN,) * len(cards) for name, cards in self.decks.items()}
        for seat, player in enumerate(masked.players):
            if seat != viewer:
                player.hand = (HIDDEN,) * len(player.hand)
        return masked

    def known_cards(self, seat: int) -> list[str]:
        """Return the cards of a hand that a perfect memory knows."""
        return [card for card, count in zip(DOJO_CARDS, self.known[seat], strict=True) for _copy in range(count)]

    def document(self) -> dict[str, Any]:
        """Return the position as plain data, in which decks and hands that can't be seen are only counted."""
        raid, scoring = self.raid, self.scoring
        return {
            "n": self.n,
            "round": self.round,
            "turn": self.turn,
            "order": list(self.order),
            "pile": list(self.pile),
            "stage": self.stage,
            "draws": self.draws,
            "open": sorted(self.open),
            "sensei": sorted(self.sensei),
            "palace": sorted(self.palace),
            "pavilion": sorted(self.pavilion),
            "supply": sorted(self.supply),
            "gone": sorted(self.gone),
            "result": self.result,
            "decks": {name: len(cards) if self.masked else list(cards) for name, cards in self.decks.items()},
            "discards": {name: sorted(cards) for name, cards in self.discards.items()},
            "houses": [{"clan": each.clan, "sentry": each.sentry, "loot": list(each.loot)} for each in self.houses],
            "players": [self._tableau(seat) for seat in range(self.n)],
            "raid": None if raid is None else _raid_document(raid),
            "scoring": None if scoring is None else _scoring_document(scoring),
        }

    def _tableau(self, seat: int) -> dict[str, Any]:
        player = self.players[seat]
        hand: Any = list(player.hand)
        if self.masked and seat != self.viewer:
            hand = {"size": len(player.hand), "known": self.known_cards(seat)}
        return {
            "honour": player.honour,
            "hand": hand,
            "loot": list(player.loot),
            "ready": list(player.ready),
            "used": list(player.used),
            "envoys": list(player.envoys),
            "rumours": list(player.rumours),
            "elite": list(player.elite),
        }

    def to_text(self) -> str:
        return json.dumps(self.document(), sort_keys=True, separators=(",", ":"))

    def digest(self) -> str:
        """Return the first eight hexadecimal digits of the text's SHA-256."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()[:8]

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read a position's text. Raises InvalidPositionError: it is none; the text says what is wrong in one line."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise InvalidPositionError(
                _("{text} is not a position of Ninjato: it is no JSON.").format(text=quoted(text))
            ) from None
        return cls.from_document(data)

    @classmethod
    def from_document(cls, data: Any) -> Position:
        """Make a position of plain data, whole or as a viewer sees it.

        Raises InvalidPositionError: it is none; the text says what is wrong in one line.
        """
        return _Reader(data).position()


def _raid_document(raid: Raid) -> dict[str, Any]:
    foe = {"card": raid.card, "from": raid.source, "left": list(raid.left)} if raid.card is not None else None
    return {
        "house": raid.house,
        "mode": raid.mode,
        "shuriken": list(raid.shuriken),
        "aside": list(raid.aside),
        "foe": foe,
    }


def _scoring_document(scoring: Scoring) -> dict[str, Any]:
    return {
        "after": scoring.after,
        "seat": scoring.seat,
        "disguises": sorted(scoring.disguises),
        "queue": [list(each) for each in scoring.queue],
        "taken": dict(scoring.taken),
    }


class _Reader:
    """Reads a position from plain data and refuses what can't be one."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.everything = components()

    def position(self) -> Position:
        data = self.fields(self.data, "position", _FIELDS)
        n = self.number(data["n"], "n", 2, 4)
        decks = self.fields(data["decks"], "decks", DECKS)
        discards = self.fields(data["discards"], "discards", DISCARDS)
        masked = isinstance(decks["bag"], int)
        viewer = next((seat for seat, each in enumerate(self.rows(data["players"], "players", n)) if _sees(each)), None)
        box = self.everything.decks
        tiles = {*box["skills"], *box["hensojutsu"]}
        position = Position(
            n=n,
            order=self.seats(data["order"], "order", n, all_of_them=True),
            decks={name: self.deck(decks[name], name, masked=masked) for name in DECKS},
            discards={name: self.cards(discards[name], f"discards.{name}", box[name]) for name in DISCARDS},
            houses=[self.house(each, at) for at, each in enumerate(self.rows(data["houses"], "houses", 5))],
            players=[],
            supply=self.cards(data["supply"], "supply", self.everything.tokens),
            open=self.cards(data["open"], "open", box["dojo"]),
            sensei=self.cards(data["sensei"], "sensei", tiles),
            palace=self.cards(data["palace"], "palace", box["envoys"]),
            pavilion=self.cards(data["pavilion"], "pavilion", box["rumours"]),
            gone=self.cards(data["gone"], "gone", tiles),
            pile=self.seats(data["pile"], "pile", n),
            round=self.number(data["round"], "round", 1, 8),
            turn=self.number(data["turn"], "turn", 0, 3 * n - 1),
            stage=self.one_of(data["stage"], "stage", STAGES),
            draws=self.number(data["draws"], "draws", 0, 4),
            masked=masked,
            viewer=viewer if masked else None,
        )
        for seat, each in enumerate(data["players"]):
            self.player(position, seat, each)
        if data["raid"] is not None:
            position.raid = self.raid(data["raid"])
        if data["scoring"] is not None:
            position.scoring = self.scoring(data["scoring"], n)
        position.result = data["result"]
        self.check_counts(position)
        self.check_stage(position)
        return position

    def wrong(self, where: str, what: str) -> NoReturn:
        """Refuse the position."""
        raise InvalidPositionError(
            _("This is not a position of Ninjato: {where}: {what}.").format(where=where, what=what)
        )

    def fields(self, data: Any, where: str, names: Sequence[str]) -> Mapping[str, Any]:
        """Return an object that has exactly these fields."""
        if not isinstance(data, dict):
            self.wrong(where, _("an object is needed"))
        if odd := sorted(set(names) ^ set(data)):
            self.wrong(
                where, _("missing or unknown: {names}").format(names=quoted(", ".join(f"{name}" for name in odd), 60))
            )
        return data

    def rows(self, data: Any, where: str, count: int | None = None) -> list[Any]:
        """Return a list, of so many entries."""
        if not isinstance(data, list) or (count is not None and len(data) != count):
            self.wrong(where, _("a list of the right length is needed"))
        return data

    def number(self, data: Any, where: str, least: int, most: int) -> int:
        """Return a whole number between bounds."""
        if type(data) is not int or not least <= data <= most:
            self.wrong(where, _("{value} is not a number from {least} to {most}").format(
                value=quoted(str(data)), least=least, most=most
            ))  # fmt: skip
        return data

    def one_of(self, data: Any, where: str, choices: Iterable[str]) -> str:
        if not isinstance(data, str) or data not in choices:
            self.wrong(where, _("{value} isn't possible there").format(value=quoted(str(data))))
        return data

    def cards(self, data: Any, where: str, choices: Iterable[str], key: Callable[[str], Any] | None = str) -> Cards:
        """Return cards that all exist, sorted unless the key is None."""
        found = [self.one_of(each, where, choices) for each in self.rows(data, where)]
        return tuple(found if key is None else sorted(found, key=key))

    def seats(self, data: Any, where: str, n: int, *, all_of_them: bool = False) -> tuple[int, ...]:
        """Return different seats."""
        found = tuple(self.number(each, where, 0, n - 1) for each in self.rows(data, where))
        if len(set(found)) != len(found) or (all_of_them and len(found) != n):
            self.wrong(where, _("each seat once is needed"))
        return found

    def deck(self, data: Any, name: str, *, masked: bool) -> Cards:
        """Return a deck, from the front; hidden cards where only its size is known."""
        if masked:
            return (HIDDEN,) * self.number(data, f"decks.{name}", 0, len(self.everything.decks[name]))
        return self.cards(data, f"decks.{name}", self.everything.decks[name], None)

    def house(self, data: Any, at: int) -> House:
        where = f"houses.{at}"
        each = self.fields(data, where, ("clan", "sentry", "loot"))
        sentry = each["sentry"]
        return House(
            self.one_of(each["clan"], where, self.everything.tokens),
            None if sentry is None else self.one_of(sentry, where, self.everything.decks["guards"]),
            self.cards(each["loot"], where, RANK, RANK.__getitem__),
        )

    def player(self, position: Position, seat: int, data: Any) -> None:
        """Read what a player has into the position."""
        where = f"players.{seat}"
        each = self.fields(data, where, _TABLEAU)
        box = self.everything.decks
        tiles = {*box["skills"], *box["hensojutsu"]}
        known = (0,) * len(DOJO_CARDS)
        if position.masked and seat != position.viewer:
            hidden = self.fields(each["hand"], f"{where}.hand", ("size", "known"))
            cards = self.cards(hidden["known"], f"{where}.hand", box["dojo"])
            known = tuple(map(cards.count, DOJO_CARDS))
            hand: Cards = (HIDDEN,) * self.number(hidden["size"], f"{where}.hand", len(cards), len(box["dojo"]))
        else:
            hand = self.cards(each["hand"], f"{where}.hand", box["dojo"])
        position.known.append(known)
        position.players.append(
            Tableau(
                self.number(each["honour"], f"{where}.honour", 0, 9999),
                hand,
                self.cards(each["loot"], f"{where}.loot", TREASURES, RANK.__getitem__),
                self.cards(each["ready"], f"{where}.ready", tiles),
                self.cards(each["used"], f"{where}.used", tiles),
                self.cards(each["envoys"], f"{where}.envoys", box["envoys"]),
                self.cards(each["rumours"], f"{where}.rumours", box["rumours"]),
                self.cards(each["elite"], f"{where}.elite", box["elite"]),
            )
        )

    def raid(self, data: Any) -> Raid:
        each = self.fields(data, "raid", ("house", "mode", "shuriken", "aside", "foe"))
        guards, elite = self.everything.decks["guards"], self.everything.decks["elite"]
        raid = Raid(
            self.number(each["house"], "raid.house", 0, 4),
            self.one_of(each["mode"], "raid.mode", MODES),
            self.cards(each["shuriken"], "raid.shuriken", RANK, RANK.__getitem__),
            self.cards(each["aside"], "raid.aside", guards, None),
        )
        if each["foe"] is not None:
            foe = self.fields(each["foe"], "raid.foe", ("card", "from", "left"))
            raid.source = self.one_of(foe["from"], "raid.foe.from", ("sentry", "guards", "elite"))
            raid.card = self.one_of(foe["card"], "raid.foe.card", elite if raid.source == "elite" else guards)
            raid.left = self.cards(foe["left"], "raid.foe.left", parts(raid.card), None)
            if not raid.left or Counter(raid.left) - Counter(parts(raid.card)):
                self.wrong("raid.foe.left", _("the guard has other parts"))
        return raid

    def scoring(self, data: Any, n: int) -> Scoring:
        """Return a scoring phase."""
        each = self.fields(data, "scoring", ("after", "seat", "disguises", "queue", "taken"))
        queue: list[tuple[Any, ...]] = []
        for entry in self.rows(each["queue"], "scoring.queue"):
            match entry:
                case [0, int(seat), int(tile)] if 0 <= seat < n and 0 <= tile < len(
                    self.everything.decks["hensojutsu"]
                ):
                    queue.append((0, seat, tile))
                case [(1 | 2) as place, str(clan)] if clan in CLANS:
                    queue.append((place, clan))
                case _:
                    self.wrong("scoring.queue", _("{value} isn't possible there").format(value=quoted(str(entry))))
        taken = each["taken"]
        if not isinstance(taken, dict) or not all(
            clan in CLANS and prize in ("honour", "rumour") for clan, prize in taken.items()
        ):
            self.wrong("scoring.taken", _("by clan, honour or rumour"))
        if each["after"] not in SCORINGS:
            self.wrong("scoring.after", _("3, 5 or 7 is needed"))
        return Scoring(
            each["after"],
            tuple(queue),
            self.number(each["seat"], "scoring.seat", 0, n - 1),
            self.cards(each["disguises"], "scoring.disguises", self.everything.masked),
            tuple(taken.items()),
        )

    def check_counts(self, position: Position) -> None:
        """Refuse a position with more of something than there is in the box."""
        for name, cards in visible(position).items():
            available = Counter(self.everything.tokens if name == "tokens" else self.everything.decks[name])
            if surplus := Counter(cards) - available:
                card = min(surplus)
                self.wrong(name, _("more of {card} than there are").format(card=quoted(card)))

    def check_stage(self, position: Position) -> None:
        """Refuse a position in which what is asked makes no sense."""
        stage, raid, scoring = position.stage, position.raid, position.scoring
        if (raid is not None) != (stage in IN_RAID):
            self.wrong("raid", _("there is one exactly in the stages of a raid"))
        if (scoring is not None) != (stage in IN_SCORING):
            self.wrong("scoring", _("there is one exactly in the stages of a scoring"))
        if (position.result is not None) != (stage == "over"):
            self.wrong("result", _("there is one exactly when the game is over"))
        if stage == "over":
            self.check_result(position)
        elif position.round == 8 and stage not in IN_SCORING:
            self.wrong("round", _("the game is over after round 7"))
        for at, house in enumerate(position.houses):
            raided = raid is not None and raid.house == at
            if house.sentry is not None and not house.loot and not raided:
                self.wrong(f"houses.{at}", _("a house without treasures has no sentry"))
        if raid is not None:
            self.check_raid(position, raid)
        self.check_dojo(position)
        if scoring is not None:
            self.check_scoring(position, scoring)

    def check_dojo(self, position: Position) -> None:
        """Refuse a visit to the dojo with nothing to do."""
        if (position.draws > 0) != (position.stage == "draw"):
            self.wrong("draws", _("cards are due exactly while drawing"))
        seat = position.seat
        if position.stage == "draw" and not (position.open or position.decks["dojo"] or position.discards["dojo"]):
            self.wrong("draws", _("no card is left to draw"))
        if position.stage == "drop" and seat is not None and len(position.players[seat].hand) <= 7:
            self.wrong("stage", _("seven cards or fewer are no reason to discard"))

    def check_raid(self, position: Position, raid: Raid) -> None:
        """Refuse a raid that doesn't fit its stage."""
        house = position.houses[raid.house]
        if (raid.card is not None) != (position.stage == "fight"):
            self.wrong("raid.foe", _("there is one exactly in a fight"))
        if house.sentry is None or (not house.loot) != (position.stage == "claim"):
            self.wrong("raid.house", _("it is closed, or its treasures don't fit the stage"))
        if not raid.shuriken and position.stage != "fight":
            self.wrong("raid.shuriken", _("nothing has been won"))

    def check_scoring(self, position: Position, scoring: Scoring) -> None:
        """Refuse a scoring phase that asks nothing."""
        head = scoring.queue[0] if scoring.queue else (None, None)
        if position.stage == "disguise":
            player = position.players[scoring.seat]
            tiles = sum(tile.startswith(HENSOJUTSU) for tile in player.tiles)
            free = (set(player.envoys) & self.everything.masked) - set(scoring.disguises)
            if head[:2] != (0, scoring.seat) or not tiles or not free:
                self.wrong("scoring.queue", _("nobody could be disguised"))
        elif head[0] not in (1, 2) or not position.pavilion:
            self.wrong("scoring.queue", _("there is nothing to choose"))

    def check_result(self, position: Position) -> None:
        """Refuse a result that isn't one."""
        result = self.fields(position.result, "result", ("sheets", "winners"))
        for sheet in self.rows(result["sheets"], "result.sheets", position.n):
            for name, value in self.fields(sheet, "result.sheets", SHEET).items():
                self.number(value, f"result.sheets.{name}", 0, 9999)
        if not self.seats(result["winners"], "result.winners", position.n):
            self.wrong("result.winners", _("somebody has won"))


def _sees(tableau: Any) -> bool:
    return isinstance(tableau, dict) and isinstance(tableau.get("hand"), list)


def visible(position: Position) -> dict[str, list[str]]:
    """Return all cards of a position that aren't hidden, by the deck they come from, and the clan tokens."""
    found: dict[str, list[str]] = {name: list(position.decks[name]) for name in DECKS}
    for name in DISCARDS:
        found[name] += position.discards[name]
    found["tokens"] = [*position.supply, *(house.clan for house in position.houses)]
    tiles = [*position.sensei, *position.gone]
    for player in position.players:
        found["dojo"] += player.hand
        found["bag"] += player.loot
        found["envoys"] += player.envoys
        found["rumours"] += player.rumours
        found["elite"] += player.elite
        tiles += player.tiles
    for house in position.houses:
        found["bag"] += [treasure[0] for treasure in house.loot]
        if house.sentry is not None:
            found["guards"].append(house.sentry)
    found["dojo"] += position.open
    found["envoys"] += position.palace
    found["rumours"] += position.pavilion
    for tile in tiles:
        found["hensojutsu" if tile.startswith(HENSOJUTSU) else "skills"].append(tile)
    if (raid := position.raid) is not None:
        found["bag"] += [treasure[0] for treasure in raid.shuriken]
        found["guards"] += raid.aside
        if raid.card is not None and raid.source != "sentry":
            found[raid.source].append(raid.card)
    return {name: [card for card in cards if card != HIDDEN] for name, cards in found.items()}


SHEET = ("track", "rumours", "treasures", "elite", "total")
_TABLEAU = ("honour", "hand", "loot", "ready", "used", "envoys", "rumours", "elite")
_FIELDS = (
    "n",
    "round",
    "turn",
    "order",
    "pile",
    "stage",
    "draws",
    "open",
    "sensei",
    "palace",
    "pavilion",
    "supply",
    "gone",
    "result",
    "decks",
    "discards",
    "houses",
    "players",
    "raid",
    "scoring",
)
