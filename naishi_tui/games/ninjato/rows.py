"""Rows of Ninjato's board: palace, pavilion, players."""

from collections import Counter
from typing import NamedTuple

from rich.cells import cell_len

from naishi.common.i18n import _, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.components import CLANS, components
from naishi.games.ninjato.knowledge import can_win
from naishi.games.ninjato.position import MODES, Tableau
from naishi_tui.games.ninjato import parts
from naishi_tui.table.widgets import LETTERS, seat_role

ROW = 4
"""How many cards lie in the palace, and in the pavilion."""


def draw_open_cards(
    scene: parts.Scene, place: str, x: int, y: int, width: int, *, indent: int = 1, tall: bool = False
) -> int:
    """Draw the open cards of the `palace` or the `pavilion`, in a line or two each; return the line below them."""
    decks = scene.table.decks
    if place == "palace":
        title, count = _("PALACE"), len(decks["envoys"])
        left = of.envoys_left(count)
        cards, draw = scene.table.palace, _draw_tall_envoy if tall else draw_envoy
    else:
        title, count = _("PAVILION"), len(decks["rumours"])
        left = of.rumours_left(count)
        cards, draw = scene.table.pavilion, _draw_tall_rumour if tall else draw_rumour
    end = scene.canvas.put(x + indent, y, title, "section")
    room = x + width - end - 2
    scene.canvas.put(end + 2, y, parts.fitting(room, left, _("{count} left").format(count=count)), "quiet", room)
    step = 2 if tall else 1
    for number, code in enumerate(cards):
        draw(scene, code, x, y + 1 + step * number, width)
    return y + 1 + step * ROW


def draw_envoy(scene: parts.Scene, code: str, x: int, y: int, width: int) -> None:
    """Draw an open envoy in a line: clan and age, mask, price, and what the viewer's best payment brings."""
    canvas, box, words = scene.canvas, components(), f"bribe {code}"
    price, mask = box.prices[code], _("mask")
    if 1 + len(code) + 1 + cell_len(mask) + 1 + cell_len(parts.short_price(price)) > width - 4:
        mask = "m"
    scene.mark(x, y, f"card {code}")
    end = canvas.put(x + 1, y, code, parts.TONES[code[0]])
    end = canvas.put(end + 1, y, mask if code in box.masked else " " * cell_len(mask), "mark")
    room = width - (end + 1 - x) - 4
    canvas.put(end + 1, y, parts.price_text(price, room), "", room)
    put_gain(scene, code, x + width - 3, y)
    canvas.place(x, y, width, words, f"{words} {parts.cheapest(price)}")


def draw_rumour(scene: parts.Scene, code: str, x: int, y: int, width: int) -> None:
    """Draw an open rumour in a line: its kind, its price, and what the viewer's best payment brings."""
    canvas, words = scene.canvas, f"spread {code}"
    price = components().prices[code]
    scene.mark(x, y, f"card {code}")
    cost = parts.short_price(price)
    room = width - 5 - cell_len(cost)
    canvas.put(x + 1, y, parts.rumour_text(code, room - 1), "", room - 1)
    canvas.put(x + room + 1, y, cost, "quiet")
    put_gain(scene, code, x + width - 3, y)
    canvas.place(x, y, width, words, f"{words} {parts.cheapest(price)}")


def _draw_tall_envoy(scene: parts.Scene, code: str, x: int, y: int, width: int) -> None:
    """Draw an open envoy in two lines, the clan by its name."""
    canvas, price = scene.canvas, components().prices[code]
    end = canvas.put(x + 1, y, f"{of.clan(code)} {code[1:]}", parts.TONES[code[0]], width - 4)
    if code in components().masked:
        canvas.put(end + 1, y, _("mask"), "mark", x + width - end - 4)
    _finish_tall(scene, code, f"bribe {code}", (x, y, width), of.price(price))


def _draw_tall_rumour(scene: parts.Scene, code: str, x: int, y: int, width: int) -> None:
    """Draw an open rumour in two lines."""
    price = components().prices[code]
    scene.canvas.put(x + 1, y, of.rumour(code), "", width - 4)
    _finish_tall(scene, code, f"spread {code}", (x, y, width), _("for {price}").format(price=parts.short_price(price)))


def _finish_tall(scene: parts.Scene, code: str, words: str, place: tuple[int, int, int], price: str) -> None:
    """Write the second line of a card, its gain and its mark, and have both lines choose it."""
    x, y, width = place
    scene.mark(x, y, f"card {code}")
    scene.canvas.put(x + 3, y + 1, price, "quiet", width - 3)
    put_gain(scene, code, x + width - 3, y)
    for line in (y, y + 1):
        scene.canvas.place(x, line, width + 1, words, f"{words} {parts.cheapest(components().prices[code])}")


def put_gain(scene: parts.Scene, code: str, x: int, y: int) -> None:
    """Write how much honour the viewer can get for a card."""
    if (paid := scene.payment(code)) is not None:
        scene.canvas.put(x, y, pgettext("honour", "+{points}").format(points=paid[1]), "good")


def put_modes(scene: parts.Scene, number: int, x: int, y: int, width: int) -> None:
    """Write how a house can be raided; what no card of the viewer's hand can win is crossed out."""
    canvas, words = scene.canvas, f"raid {number}"
    short = width < 18
    labels = [_("str."), _("ste.")] if short else [of.mode(mode) for mode in MODES]
    for mode, label in zip(MODES, labels, strict=True):
        won = can_win(scene.table, number, mode)
        end = canvas.put(x, y, label if won else f"{label}×", "quiet" if won else "off", width)
        canvas.place(x, y, end - x, f"{words} {mode}")
        width -= end + 2 - x
        x = end + 2


def put_orders(scene: parts.Scene, x: int, y: int, width: int, *, stacked: bool = False) -> None:
    """Write the order of turns now and, as far as it is known, in the next round; that may have a line of its own."""
    table, canvas = scene.table, scene.canvas
    start, now, following = x, pgettext("of turns", "order"), pgettext("round", "next")
    apart = stacked or cell_len(f"{now}  {following} ") + 4 * table.n <= width
    x = canvas.put(x, y, now, "quiet")
    x = scene.put_seats(x + 1, y, table.order, apart=apart)
    if not table.pile:
        return
    if stacked:
        x, y = start - 1, y + 1
    x = canvas.put(x + 1, y, following, "quiet", start + width - x - 1)
    scene.put_seats(x + 1, y, (*table.pile, *(seat for seat in table.order if seat not in table.pile)), apart=apart)


class Columns(NamedTuple):
    """Where the figures of a player stand."""

    honour: int
    hand: int
    name: int
    """How many columns the name has."""
    in_words: bool
    """Whether there is room for words."""


NARROW, ROOMY = Columns(16, 21, 14, in_words=False), Columns(19, 25, 16, in_words=True)


def put_player(scene: parts.Scene, seat: int, y: int, columns: Columns, room: int) -> int:
    """Write what everybody can count of a player; return the column behind."""
    canvas, view, player, apart = scene.canvas, scene.view, scene.table.players[seat], int(columns.in_words)
    canvas.put(0, y, "▸" if seat in view.awaited else " ", "mark")
    canvas.put(1, y, f"{LETTERS[seat]} {view.names[seat]}", seat_role(seat), columns.name)
    scene.mark(columns.honour - 1, y, f"honour {seat}")
    canvas.put(columns.honour, y, f"{player.honour:>3}", "strong")
    scene.mark(columns.hand - 1, y, f"hand {seat}")
    hand = _("hand {count}").format(count=len(player.hand))
    x = canvas.put(columns.hand, y, hand, "quiet") + 1
    for clan in CLANS:
        count = sum(envoy[0] == clan for envoy in player.envoys)
        scene.mark(x, y, f"{clan} {seat}")
        x = canvas.put(x + 1, y, f"{clan}{count}", parts.TONES[clan] if count else "off")
    rumours, elite = _("rumours {count}") if apart else "r{count}", _("elite {count}") if apart else "e{count}"
    scene.mark(x + 1 + apart, y, f"rumours {seat}")
    x = canvas.put(x + 2 + apart, y, rumours.format(count=len(player.rumours)), "quiet")
    scene.mark(x + apart, y, f"elite {seat}")
    x = canvas.put(x + 1 + apart, y, elite.format(count=len(player.elite)), "quiet")
    scene.mark(x + 1, y, f"loot {seat}")
    room = min(room, canvas.width - x - 2)
    return canvas.put(
        x + 2, y, _treasures(player, room, in_words=columns.in_words), "good" if player.loot else "off", room
    )


def _treasures(player: Tableau, room: int, *, in_words: bool) -> str:
    """Return the treasures of a player by name, else by letters, as there is room."""
    counts, short = Counter(player.loot), parts.letters(player.loot)
    named = " ".join(f"{of.treasure(kind)} {counts[kind]}" for kind in "fsvjg" if counts[kind]) if in_words else ""
    return parts.fitting(room, *filter(None, (named, short)), short.replace(" ", ""))
