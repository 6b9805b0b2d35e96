"""Board of Ninjato: houses, palace, pavilion, dojo, sensei, the raid, and what everybody has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from typing_extensions import override

from naishi.common.i18n import N_, _, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato import telling
from naishi.games.ninjato.actions import action, play_of
from naishi.games.ninjato.components import CLANS, components
from naishi.games.ninjato.knowledge import can_beat
from naishi.games.ninjato.legal import guard_value, payments, played_value, worth
from naishi.games.ninjato.position import DOJO_CARDS, MODES, Cards, House, Position, Raid, parts
from naishi.games.ninjato.scoring import LAST_ROUND, honour_of
from naishi.games.ninjato.view import NinjatoView
from naishi.games.ninjato.words import play as played_words
from naishi.games.ninjato.words import question, score_lines
from naishi_tui.table.boards import Board, ScoreRow
from naishi_tui.table.canvas import LETTERS, Canvas, Drawing, seat_role
from naishi_tui.table.picker import Tree, tree_of

TONES = {"T": "tone-red", "M": "tone-blue", "G": "tone-green"}
"""The colour that repeats what the letter of a clan says."""

VERBS = {
    "dojo": N_("dojo"),
    "learn": N_("sensei"),
    "raid": N_("raid"),
    "bribe": N_("palace"),
    "spread": N_("pavilion"),
    "fail": N_("give up"),
    "switch": N_("switch"),
    "banzai": N_("banzai"),
    "leave": N_("leave"),
    "swap": N_("swap treasures"),
    "refresh": N_("refresh a tile"),
    "play": N_("play a card"),
    "draw": N_("take a card"),
    "drop": N_("discard"),
    "keep": N_("keep"),
    "claim": N_("hand over"),
    "disguise": N_("disguise"),
    "take": N_("take"),
}
ABOUT = {
    "dojo": N_("Take dojo cards: the fewer you hold, the more."),
    "learn": N_("Learn a skill: its card, or nothing with a tile of the style."),
    "raid": N_("Raid a house for its treasures."),
    "bribe": N_("Bribe an envoy with treasures."),
    "spread": N_("Spread a rumour for treasures."),
    "fail": N_("Stop here: you keep one treasure that you have won."),
    "switch": N_("Seishin-teki: strength becomes stealth, or the other way round."),
    "banzai": N_("Face the next guard for another treasure."),
    "leave": N_("Leave the house with everything that you have won."),
    "swap": N_("Choho: swap a treasure that you won with one of the house."),
    "refresh": N_("Mind over Body: turn a used tile up again."),
}


class NinjatoBoard(Board):
    """Draws a view of Ninjato and says what its actions mean."""

    whole: ClassVar[Mapping[str, int]] = {"bribe": 2, "spread": 2, "play": 1, "learn": 1}
    shortcuts: ClassVar[Mapping[str, str]] = {
        "raid.banzai": "banzai",
        "raid.retreat": "leave",
        "raid.give_up": "fail",
    }

    def draw(self, view: NinjatoView, width: int, height: int, pointed: str) -> Drawing:
        """Return the board; below 80 columns, the houses as a list."""
        canvas = Canvas(width, height, pointed)
        if width < 78 or height < 17:
            _draw_compact(canvas, view)
        else:
            _draw_whole(canvas, view)
        return canvas.drawing()

    def tree(self, view: NinjatoView) -> Tree:
        """Return the choices in the order of `_rank`: what costs much, or is lost from the start, never comes first."""
        texts = [action.text for action in view.legal_actions]
        return tree_of(sorted(texts, key=lambda text: _rank(view.table, text)), self.whole)

    def when(self, view: NinjatoView) -> str:
        """Return the round."""
        return pgettext("of a game", "round {round} of {rounds}").format(round=view.round, rounds=LAST_ROUND)

    def question(self, view: NinjatoView) -> str:
        """Return what is asked in the stage of the game."""
        return question(view.table)

    def label(self, view: NinjatoView, option: str, path: str) -> str:
        """Return what an option is, in short."""
        verb, *words = option.split()
        if not words:
            return _(VERBS[verb])
        return _LABELS[verb](view.table, words) if verb in _LABELS else option

    @override
    def shortcut_label(self, command: str) -> str:
        return _(VERBS[self.shortcuts[command]])

    @override
    def warning(self, view: NinjatoView, action: str) -> str:
        raid = view.table.raid
        if action != "fail" or raid is None or len(raid.shuriken) < 2:
            return ""
        return _("The raid would fail: {cost}.").format(cost=telling.failure(raid))

    def about(self, view: NinjatoView, option: str) -> str:
        """Say what an option would do."""
        verb, *words = option.split() or [""]
        if not words:
            return _(ABOUT[verb]) if verb in ABOUT else ""
        return _ABOUTS[verb](view.table, words) if verb in _ABOUTS else ""

    def score(self, view: NinjatoView) -> Sequence[ScoreRow]:
        """Return the lines of the score sheet with their reasons."""
        return tuple(ScoreRow(line.label, line.points, line.reasons) for line in score_lines(view.table))

    def tries(self, view: NinjatoView) -> Sequence[str]:
        """Return a use of each place, or of each card in a raid."""
        table = view.table
        if table.raid is not None:
            cards = dict.fromkeys(table.players[view.seat].hand)
            return ("banzai", "leave", "fail", "switch", *(f"play {card}" for card in cards if card in DOJO_CARDS))
        if table.seat != view.seat or table.stage != "act":
            return ("dojo",)
        return (
            *(f"raid {number} strength" for number in range(1, 6)),
            *(_lesson(table, view.seat, tile) for tile in table.sensei),
            *(f"bribe {code} {_payment(table, view.seat, code)}" for code in table.palace),
            *(f"spread {code} {_payment(table, view.seat, code)}" for code in table.pavilion),
        )

    def subject(self, view: NinjatoView, text: str) -> str:
        """Return the place in words: an envoy, a rumour, or what is done there with what."""
        verb, *words = text.split()
        if verb == "bribe":
            return of.envoy(words[0])
        if verb == "spread":
            return of.rumour(words[0])
        label = _label_raid(view.table, words[:1]) if verb == "raid" else self.label(view, text, "")
        return _("{what}: {which}").format(what=_(VERBS[verb]), which=label) if words else label

    def why_not(self, view: NinjatoView, action: str) -> str | None:
        """Return why not; of a price that can't be met in any way, all of it rather than one treasure."""
        verb, *words = action.split()
        why = super().why_not(view, action)
        if why and verb in ("bribe", "spread") and words[0] in (*view.table.palace, *view.table.pavilion):
            price, loot = components().prices[words[0]], view.table.players[view.seat].loot
            acting = view.table.seat == view.seat and view.table.stage == "act" and not view.public
            if acting and not payments(price, loot):
                return _("Your treasures don't meet the price: {price}.").format(price=of.price(price))
        return why


def _rank(table: Position, text: str) -> tuple[int, ...]:
    """Return what sorts the actions of a stage: the cheapest play first, and giving up last."""
    verb, *words = text.split()
    if verb == "raid":
        house = int(words[0])
        hopeless = [not _can_win(table, house, mode) for mode in MODES]
        return (0, all(hopeless), house, hopeless[MODES.index(words[1])])
    if table.stage == "fight":
        if verb == "fail":
            return (2,)
        if verb != "play" or table.raid is None:
            return (1,)
        play, mode = play_of(action(text)), table.raid.mode
        spare = abs(played_value(play, mode) - guard_value(play.part or table.raid.left[0], mode))
        return (0, len(play.tiles), len(play.cards), spare)
    return (0,)


def _can_win(table: Position, house: int, mode: str) -> bool:
    """Return whether the viewer's cards and skills beat the sentry of a house; True where its hand isn't known."""
    sentry = table.houses[house - 1].sentry
    if table.viewer is None or sentry is None:
        return True
    player = table.players[table.viewer]
    return can_beat(player.hand, player.ready, player.used, mode, parts(sentry))


def _label_raid(table: Position, words: Sequence[str]) -> str:
    """Return the mode, or else the house; what can't be won is crossed out."""
    house, *mode = words
    label = of.mode(mode[0]) if mode else of.token(table.houses[int(house) - 1].clan)
    return label if any(_can_win(table, int(house), each) for each in mode or MODES) else f"{label} ×"


def _label_lesson(_table: Position, words: Sequence[str]) -> str:
    skill = of.skill(words[0])
    return _("{skill} for a {card}").format(skill=skill, card=words[1]) if len(words) > 1 else skill


def _label_payment(_table: Position, words: Sequence[str]) -> str:
    if len(words) == 1:
        return of.rumour(words[0]) if ":" in words[0] else words[0]
    honour = worth(components().prices[words[0]], tuple(words[1:])) or 0
    gained = pgettext("honour", "+{points}").format(points=honour)
    return f"{_letters(tuple(words[1:]))} {gained}"


def _label_play(_table: Position, words: Sequence[str]) -> str:
    """Return what a play lays down: "1+3 Kenjutsu"."""
    played = play_of(action(f"play {' '.join(words)}"))
    cards = "+".join((played.base[-1], *("3",) * played.threes))
    return " ".join([cards, *map(of.skill, played.tiles), *([f"@{played.part}"] if played.part else [])])


def _label_reward(_table: Position, words: Sequence[str]) -> str:
    return _("honour") if words[0] == "honour" else of.rumour(words[0])


_LABELS: Mapping[str, Callable[[Position, Sequence[str]], str]] = {
    "raid": _label_raid,
    "learn": _label_lesson,
    "bribe": _label_payment,
    "spread": _label_payment,
    "play": _label_play,
    "draw": lambda _table, words: _("the deck") if words[0] == "deck" else words[0],
    "drop": lambda _table, words: words[0],
    "swap": lambda _table, words: of.treasure(words[-1]),
    "refresh": lambda _table, words: of.skill(words[0]),
    "keep": lambda _table, words: of.treasure(words[0]),
    "claim": lambda _table, words: of.token(words[0]),
    "disguise": lambda _table, words: _("nobody") if words[0] == "none" else words[0],
    "take": _label_reward,
}
"""By verb, what its words are in a menu."""


def _about_raid(table: Position, words: Sequence[str]) -> str:
    house = table.houses[int(words[0]) - 1]
    guard = (house.sentry or "?").rstrip("!")
    said = _("sentry {guard}; {loot}").format(guard=guard, loot=of.treasures(house.loot))
    if any(_can_win(table, int(words[0]), mode) for mode in words[1:] or MODES):
        return said
    return _("× No card of your hand beats the sentry. {about}").format(about=said)


def _about_bribe(table: Position, words: Sequence[str]) -> str:
    if len(words) > 1:
        return _about_payment(words)
    mask = _(", masked") if words[0] in components().masked else ""
    price = of.price(components().prices[words[0]])
    return _("{envoy}{mask}: {price}").format(envoy=of.envoy(words[0]), mask=mask, price=price)


def _about_spread(table: Position, words: Sequence[str]) -> str:
    if len(words) > 1:
        return _about_payment(words)
    gaps = {"price": of.price(components().prices[words[0]]), "counts": of.reward(words[0].partition(":")[0])}
    return _("{price}; it counts your {counts}").format(**gaps)


def _about_payment(words: Sequence[str]) -> str:
    honour = worth(components().prices[words[0]], tuple(words[1:])) or 0
    return _("for {paid}: {honour}").format(paid=of.treasures([*words[1:]]), honour=of.honour(honour))


def _about_play(table: Position, words: Sequence[str]) -> str:
    played = action(f"play {' '.join(words)}")
    value = played_value(play_of(played), table.raid.mode if table.raid is not None else "strength")
    return _("{played}: counts {value}").format(played=played_words(played), value=value)


def _about_reward(table: Position, words: Sequence[str]) -> str:
    if words[0] != "honour":
        return _("it counts your {counts}").format(counts=of.reward(words[0].partition(":")[0]))
    queue = table.scoring.queue if table.scoring is not None else ()
    return of.honour(honour_of(table, str(queue[0][1]))) if queue else ""


_ABOUTS: Mapping[str, Callable[[Position, Sequence[str]], str]] = {
    "raid": _about_raid,
    "learn": lambda _table, words: of.effect(words[0]),
    "bribe": _about_bribe,
    "spread": _about_spread,
    "play": _about_play,
    "take": _about_reward,
}
"""By verb, what there is to say of its words."""


def _lesson(table: Position, seat: int, tile: str) -> str:
    """Return the action by which a tile is learned, as far as one can tell."""
    box = components()
    owned = any(box.styles[each] == box.styles[tile] for each in table.players[seat].tiles)
    card = box.lessons[tile]
    hand = table.players[seat].hand
    return f"learn {tile}" if owned else f"learn {tile} {(hand or ('1',))[0] if card == '?' else card}"


def _cheapest(price: str) -> str:
    """Return treasures that pay a price, cheap ones."""
    return {"same1-4": "f", "any+same3": "f f f f", "?": "f", "??": "f f"}.get(price, price)


def _payment(table: Position, seat: int, code: str) -> str:
    """Return treasures of a player that pay for a card, or else cheap ones that would."""
    price = components().prices[code]
    return " ".join(next(iter(payments(price, table.players[seat].loot)), ())) or _cheapest(price)


def _letters(treasures: Cards) -> str:
    """Write treasures by their letters, each kind counted: "f2 v1"."""
    counts = Counter(each[0] for each in treasures)
    return " ".join(f"{kind}{count}" for kind in "fsvjg" if (count := counts[kind])) or "-"


def _draw_whole(canvas: Canvas, view: NinjatoView) -> None:
    """Draw all places, from the houses at the top to one's own hand at the bottom."""
    table, width = view.table, canvas.width
    spare = canvas.height - (14 + 1 + table.n)
    roomy = 1 if spare > 3 else 0
    tall = 5 + roomy * min(spare - 2, 3)
    edges = tuple(round(width * place / 5) for place in range(6))
    for at, house in enumerate(table.houses):
        _draw_house(canvas, table, at, house, edges[at], edges[at + 1] - edges[at] - 1, tall)
    for x in edges[1:5]:
        for y in range(tall):
            canvas.put(x - 1, y, "│", "quieter")
    canvas.line(tall, joints=tuple(x - 1 for x in edges[1:5]), sign="┴")
    y = tall + 1
    if table.raid is not None:
        _draw_raid(canvas, view, table.raid, y, 7 + roomy)
    else:
        _draw_court(canvas, view, y, roomy)
    bottom = y + 7 + roomy
    canvas.line(bottom)
    players = [seat for seat in range(table.n) if seat != view.seat] + [view.seat]
    for place, seat in enumerate(players):
        _draw_player(canvas, view, seat, bottom + 1 + place)
    _draw_own(canvas, view, bottom + 1 + len(players))


def _draw_house(canvas: Canvas, table: Position, at: int, house: House, x: int, width: int, height: int) -> None:
    """Draw a house, which is raided by strength or by stealth."""
    number, raid = at + 1, table.raid
    words = f"raid {number}"
    lit = raid is not None and raid.house == at
    canvas.put(x, 0, f"{number}", "key")
    clan, honour = of.clan(house.clan), house.clan[1:]
    if cell_len(clan) > width - 5:
        clan = f"{clan[: width - 6]}."
    canvas.put(x + 2, 0, clan, TONES[house.clan[0]], width - 5)
    canvas.put(x + width - 2, 0, honour, "strong")
    canvas.place(x, 0, width, words, f"{words} strength")
    if house.sentry is None:
        canvas.put(x + 1, 1, _("- closed -"), "off", width - 1)
    else:
        end = canvas.put(x + 1, 1, _("sentry {guard}").format(guard=house.sentry.rstrip("!")), "", width - 2)
        if house.sentry.endswith("!"):
            canvas.put(end, 1, "!", "bad")
    if lit:
        canvas.put(x + 1, height - 1, _("raided now"), "mark", width - 1)
    canvas.place(x, 1, width, words, f"{words} strength")
    neutral = [each for each in house.loot if not each.endswith("*")]
    red = [each for each in house.loot if each.endswith("*")]
    _put_loot(canvas, x + 1, 2, neutral, "", width - 1)
    if red:
        end = canvas.put(x + 1, 3, _("red "), "bad")
        _put_loot(canvas, end, 3, red, "bad", width - (end - x))
    for y in (2, 3):
        canvas.place(x, y, width, words, f"{words} strength")
    if raid is None:
        short = width < 19
        left = _("str.") if short else of.mode("strength")
        right = _("ste.") if short else of.mode("stealth")
        roles = ["quiet" if _can_win(table, number, mode) else "off" for mode in MODES]
        left, right = (f"{name}×" if role == "off" else name for name, role in zip((left, right), roles, strict=True))
        end = canvas.put(x + 1, height - 1, left, roles[0])
        canvas.place(x + 1, height - 1, end - x - 1, f"{words} strength")
        start = end + 2
        end = canvas.put(start, height - 1, right, roles[1], x + width - start)
        canvas.place(start, height - 1, end - start, f"{words} stealth")


def _put_loot(canvas: Canvas, x: int, y: int, loot: Sequence[str], role: str, width: int) -> None:
    """Write treasures: by their names where these have room, else by letters, counted where there are many."""
    named, each = " ".join(of.treasure(one[0]) for one in loot), " ".join(one[0] for one in loot)
    if width >= 22 and cell_len(named) <= width:
        canvas.put(x, y, named, role, width)
    else:
        canvas.put(x, y, each if len(each) <= width else _letters(tuple(loot)), role, width)


def _draw_court(canvas: Canvas, view: NinjatoView, y: int, roomy: int) -> None:
    """Draw palace and pavilion, and below them the dojo and the sensei."""
    table, box, half = view.table, components(), canvas.width // 2
    for line in range(7 + roomy):
        canvas.put(half - 1, y + line, "│", "quieter")
    canvas.put(half - 1, y - 1, "┬", "quieter")
    canvas.put(half - 1, y + 7 + roomy, "┴", "quieter")
    canvas.put(0, y, _("PALACE"), "section")
    canvas.put(8, y, _("{count} envoys left").format(count=len(table.decks["envoys"])), "quiet", half - 10)
    mask = _("mask")
    for line, code in enumerate(table.palace, y + 1):
        words = f"bribe {code}"
        end = canvas.put(1, line, code, TONES[code[0]])
        end = canvas.put(end + 1, line, mask if code in box.masked else " " * cell_len(mask), "mark")
        canvas.put(end + 1, line, of.price(box.prices[code]), "", half - end - 3)
        canvas.place(0, line, half - 2, words, f"{words} {_cheapest(box.prices[code])}")
    canvas.put(half + 1, y, _("PAVILION"), "section")
    canvas.put(half + 11, y, _("{count} rumours left").format(count=len(table.decks["rumours"])), "quiet", half - 13)
    for line, code in enumerate(table.pavilion, y + 1):
        words = f"spread {code}"
        canvas.put(half + 2, line, of.rumour(code), "", half - 16)
        canvas.put(canvas.width - 13, line, of.price(box.prices[code]), "quiet", 13)
        canvas.place(half + 1, line, half - 1, words, f"{words} {_cheapest(box.prices[code])}")
    if roomy:
        canvas.put(0, y + 5, "─" * (half - 1) + "┼" + "─" * (canvas.width - half), "quieter")
    _draw_dojo(canvas, view, y + 5 + roomy, half - 2)
    _draw_sensei(canvas, view, y + 5 + roomy, half + 1, canvas.width - half - 1)


def _draw_dojo(canvas: Canvas, view: NinjatoView, y: int, width: int) -> None:
    """Draw the cards that lie open, and the order in which seats have come for the next round."""
    table = view.table
    x = canvas.put(0, y, _("DOJO"), "section")
    canvas.place(0, y, x, "dojo")
    x = canvas.put(x + 2, y, pgettext("cards", "open"), "quiet")
    for card in sorted(table.open):
        canvas.put(x + 1, y, card, "strong")
        canvas.place(x + 1, y, 1, f"draw {card}")
        x += 2
    start = x + 3
    x = canvas.put(start, y, _("deck {count}").format(count=len(table.decks["dojo"])), "quiet", width - start)
    canvas.place(start, y, x - start, "draw deck")
    end = canvas.put(1, y + 1, _("order next round"), "quiet", width - 8)
    for seat in table.pile:
        end = canvas.put(end + 1, y + 1, LETTERS[seat], seat_role(seat))
    if not table.pile:
        canvas.put(end + 1, y + 1, _("as now"), "quiet", width - end - 1)


def _draw_sensei(canvas: Canvas, view: NinjatoView, y: int, x: int, width: int) -> None:
    """Draw the tiles that can be learned, each with the card that it costs."""
    table, box = view.table, components()
    end = canvas.put(x, y, _("SENSEI"), "section")
    for tile in table.sensei:
        text, start = f"{of.skill(tile)} {box.lessons[tile]}", end + 2
        if start + len(text) > x + width:
            y, start = y + 1, x + 2
        end = canvas.put(start, y, text, "", x + width - start)
        canvas.place(start, y, end - start, f"learn {tile}", _lesson(table, view.seat, tile))


def _draw_raid(canvas: Canvas, view: NinjatoView, raid: Raid, y: int, height: int) -> None:
    """Draw the raid in progress, in the place of what can't be used in it."""
    table, house = view.table, view.table.houses[raid.house]
    seat = table.seat if table.seat is not None else 0
    x = canvas.put(0, y, _("RAID"), "section")
    x = canvas.put(x + 2, y, LETTERS[seat], seat_role(seat))
    gaps = {"house": raid.house + 1, "clan": of.token(house.clan), "mode": of.mode(raid.mode)}
    rule = _("play higher") if raid.mode == "strength" else _("play lower")
    canvas.put(x + 1, y, _("house {house}, {clan}, by {mode}: {rule}").format(**gaps, rule=rule), "strong")
    rows: list[tuple[str, str, str]] = []
    if raid.card is not None:
        left = [str(guard_value(part, raid.mode)) for part in raid.left]
        source = {"sentry": _("the sentry"), "guards": _("from the deck"), "elite": _("ELITE")}[raid.source]
        rows.append((_("guard"), f"{of.guard(raid.card)}  ({source})", "bad" if raid.source == "elite" else "strong"))
        rows.append((_("to beat"), ", ".join(left), "strong"))
    rows.append((_("beaten"), " ".join(raid.aside) or "-", ""))
    rows.append((pgettext("treasures", "won"), of.treasures(raid.shuriken) if raid.shuriken else "-", "good"))
    rows.append((_("in the house"), of.treasures(house.loot) if house.loot else "-", ""))
    for line, (label, text, role) in enumerate(rows[: height - 1], y + 1):
        canvas.put(1, line, label, "quiet", 14)
        canvas.put(16, line, text, role, canvas.width - 17)


def _draw_player(canvas: Canvas, view: NinjatoView, seat: int, y: int) -> None:
    """Draw what everybody knows of a player, in a line."""
    player = view.table.players[seat]
    canvas.put(0, y, "▸" if seat in view.awaited else " ", "mark")
    canvas.put(1, y, f"{LETTERS[seat]} {view.names[seat]}", seat_role(seat), 14)
    canvas.put(16, y, f"{player.honour:>3}", "strong")
    x = canvas.put(21, y, _("hand {count}").format(count=len(player.hand)), "quiet")
    x += 1
    for clan in CLANS:
        count = sum(envoy[0] == clan for envoy in player.envoys)
        x = canvas.put(x + 1, y, f"{clan}{count}", TONES[clan] if count else "off")
    x = canvas.put(x + 2, y, f"r{len(player.rumours)} e{len(player.elite)}", "quiet")
    x = canvas.put(x + 2, y, _letters(player.loot), "good" if player.loot else "off")
    x = max(x + 2, 50)
    room = canvas.width - x
    ready = [of.skill(tile) for tile in player.ready]
    used = [f"({of.skill(tile)})" for tile in player.used]
    named = " ".join([*ready, *used])
    canvas.put(x, y, named if len(named) <= room else _tiles_in_short(player.ready, player.used), "", room)


def _tiles_in_short(ready: Cards, used: Cards) -> str:
    names = [of.skill(tile)[:3] for tile in ready] + [f"({of.skill(tile)[:3]})" for tile in used]
    return " ".join(names[:6]) + (f" +{len(names) - 6}" if len(names) > 6 else "")


def _draw_own(canvas: Canvas, view: NinjatoView, y: int) -> None:
    """Draw the hand of whoever looks."""
    table = view.table
    if view.public:
        return
    x = canvas.put(1, y, _("hand"), "quiet")
    x += 1
    verb = "drop" if table.stage == "drop" else "play"
    for card in sorted(table.players[view.seat].hand):
        end = canvas.put(x, y, f"[{card}]", "strong")
        canvas.place(x, y, end - x, f"{verb} {card}")
        x = end + 1
    rumours = Counter(code.partition(":")[0] for code in table.players[view.seat].rumours)
    if rumours:
        named = ", ".join(f"{of.rumour(kind)} {count}" for kind, count in rumours.items())
        canvas.put(x + 2, y, _("rumours: {rumours}").format(rumours=named), "quiet", canvas.width - x - 2)


def _draw_compact(canvas: Canvas, view: NinjatoView) -> None:
    """Draw the same in lines: a house a line, then the places, then the players."""
    table, width = view.table, canvas.width
    box = components()
    for at, house in enumerate(table.houses):
        words = f"raid {at + 1}"
        canvas.put(0, at, str(at + 1), "key")
        canvas.put(2, at, house.clan, TONES[house.clan[0]])
        x = canvas.put(5, at, house.sentry or _("closed"), "strong" if house.sentry else "off")
        canvas.put(max(x + 1, 8), at, " ".join(house.loot), "", 22)
        canvas.place(0, at, 30, words, f"{words} strength")
    raid = table.raid
    if raid is not None:
        left = ", ".join(str(guard_value(part, raid.mode)) for part in raid.left) or "-"
        gaps = {"house": raid.house + 1, "mode": of.mode(raid.mode), "left": left, "won": _letters(raid.shuriken)}
        canvas.put(31, 0, _("raid {house}, {mode}").format(**gaps), "mark", width - 31)
        canvas.put(31, 1, _("to beat: {left}").format(**gaps), "strong", width - 31)
        canvas.put(31, 2, _("won: {won}").format(**gaps), "good", width - 31)
    else:
        for line, code in enumerate(table.palace):
            canvas.put(31, line, code, TONES[code[0]])
            canvas.put(35, line, of.price(box.prices[code]), "", width - 35)
            canvas.place(31, line, width - 31, f"bribe {code}", f"bribe {code} {_cheapest(box.prices[code])}")
    y = 5
    for line, code in enumerate(table.pavilion):
        x, row = (0, y + line // 2) if line % 2 == 0 else (width // 2, y + line // 2)
        canvas.put(x, row, f"{of.rumour(code)} {_short_price(box.prices[code])}", "quiet", width // 2 - 1)
        canvas.place(x, row, width // 2 - 1, f"spread {code}", f"spread {code} {_cheapest(box.prices[code])}")
    y += 2
    x = canvas.put(0, y, _("DOJO"), "section")
    canvas.place(0, y, x, "dojo")
    for card in sorted(table.open):
        canvas.put(x + 1, y, card, "strong")
        canvas.place(x + 1, y, 1, f"draw {card}")
        x += 2
    _draw_sensei(canvas, view, y, x + 3, width - x - 3)
    y += 2
    for place, seat in enumerate([each for each in range(table.n) if each != view.seat] + [view.seat]):
        _draw_player(canvas, view, seat, y + place)
    _draw_own(canvas, view, y + table.n)


def _short_price(price: str) -> str:
    return price.replace("same1-4", "=1-4").replace("any+same3", "1+3=")
