"""Panels of Ninjato: a raid, a scoring, a page."""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

from naishi.common.i18n import _, ngettext, number, percent, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.actions import action, play_of
from naishi.games.ninjato.components import components
from naishi.games.ninjato.legal import guard_value, play_cost
from naishi.games.ninjato.odds import RaidOdds
from naishi.games.ninjato.position import Raid
from naishi.games.ninjato.scoring import honour_of, ranking
from naishi.tabletop.recorded import RecordedEvent
from naishi_tui.drawing.cells import wrap
from naishi_tui.games.ninjato.parts import TONES, Scene, fitting, letters, put_influence, tiles_in_full
from naishi_tui.table.boards import write_page
from naishi_tui.table.widgets import LETTERS, seat_role


class Bit(NamedTuple):
    """A piece of a row of a panel."""

    text: str
    role: str = ""
    words: str = ""
    """The beginning of an action's text that a click on it chooses; empty for none."""


class Row(NamedTuple):
    """A row of a panel: what it is about, and what there is to say."""

    label: str
    bits: tuple[Bit, ...]
    asides: tuple[str, ...] = ()
    """What else there is to say, in the middle of the row: the longest that has room; `?` says it at length."""
    need: int = 1
    """How much it is needed: where there is little room, those with the lowest number go."""


NARROW = 66
"""With so few columns, a scoring has only numbers."""
PLAYS = 3
"""How much one needs to see what can be done."""
MOST_NAMED = 30
"""The columns that treasures have in which there is something else to say."""
LABEL = 13
"""The column behind the labels, at least."""


def play_label(text: str) -> str:
    """Return what a play lays down: "1+3 Kenjutsu"; against which half of a double guard, where there are two."""
    played = play_of(action(text))
    cards = " ".join(["+".join((played.base[-1], *("3",) * played.threes)), *map(of.skill, played.tiles)])
    return cards if played.part is None else _("{cards} against {part}").format(cards=cards, part=played.part)


def page_height(scene: Scene, width: int) -> int:
    """Return how many lines the page takes at most."""
    if scene.page is None:
        return 0
    return 1 + sum(len(wrap(paragraph, width - 2)) for paragraph in scene.page.paragraphs)


def draw_panel(scene: Scene, x: int, y: int, width: int, height: int) -> bool:
    """Draw what takes the place of palace, pavilion, dojo and sensei; return whether anything does."""
    table = scene.table
    if scene.page is not None:
        write_page(scene.canvas, scene.page, x + 1, y, width - 2, height)
    elif table.raid is not None:
        _draw_raid(scene, table.raid, x, y, width, height)
    elif table.scoring is not None:
        _draw_scoring(scene, x, y, width, height)
    else:
        return False
    return True


def _draw_raid(scene: Scene, raid: Raid, x: int, y: int, width: int, height: int) -> None:
    """Draw the raid in progress: what is faced and won, what may come, and how it can be beaten."""
    table, canvas = scene.table, scene.canvas
    seat = table.seat if table.seat is not None else 0
    at = canvas.put(x, y, _("RAID"), "section")
    at = canvas.put(at + 2, y, LETTERS[seat], seat_role(seat))
    rule = _("play higher") if raid.mode == "strength" else _("play lower")
    gaps = {"house": raid.house + 1, "clan": of.token(table.houses[raid.house].clan), "mode": of.mode(raid.mode)}
    title = _("house {house}, {clan}, by {mode}: {rule}").format(**gaps, rule=rule)
    room = x + width - at - 1
    canvas.put(at + 1, y, fitting(room, title, f"{gaps['house']} {gaps['clan']}, {rule}"), "strong", room)
    rows = [*_raid_rows(scene, raid)]
    while len(rows) > height - 1:
        rows.remove(min(reversed(rows), key=lambda row: row.need))
    label = max(LABEL, *(1 + cell_len(row.label) for row in rows))
    bottom = y + height
    for place, row in enumerate(rows):
        y = _put_row(scene, row, (x, x + label + 1, x + width), y + 1, bottom - y - len(rows) + place)


def _put_row(scene: Scene, row: Row, columns: tuple[int, int, int], y: int, lines: int) -> int:
    """Write a row.

    Args:
        columns: Where its label begins, where what is said begins, and what is behind it.

    Returns:
        Its last line.
    """
    canvas = scene.canvas
    x, start, end = columns
    canvas.put(x + 1, y, row.label, "quiet", start - x - 2)
    at = start
    for place, bit in enumerate(row.bits):
        cells = cell_len(bit.text)
        if at + cells > end and at > start:
            if lines == 1:
                canvas.put(min(at, end - 1), y, "…", "quieter")
                break
            at, y, lines = start, y + 1, lines - 1
        elif place == len(row.bits) - 2 and lines == 1 and at + cells + 2 + cell_len(row.bits[-1].text) > end:
            canvas.put(min(at, end - 1), y, "…", "quieter")
            break
        stop = canvas.put(at, y, bit.text, bit.role, end - at)
        if bit.words:
            canvas.place(at, y, stop - at, bit.words)
        at = stop + 2
    if row.asides:
        text = fitting(end - at - 1, *row.asides)
        middle = max(at + 1, min(x + (end - x) * 3 // 5, end - cell_len(text)))
        if middle + cell_len(text) <= end:
            canvas.put(middle, y, text, "quiet")
    return y


def _raid_rows(scene: Scene, raid: Raid) -> Iterator[Row]:
    table = scene.table
    house = table.houses[raid.house]
    if raid.card is not None:
        left = ", ".join(str(guard_value(part, raid.mode)) for part in raid.left)
        source = {"sentry": _("the sentry"), "guards": _("from the deck"), "elite": _("ELITE")}[raid.source]
        role = "bad" if raid.source == "elite" else "strong"
        bits = (Bit(of.guard(raid.card), role), Bit(f"({source})", "quiet"))
        beside = scene.canvas.width > NARROW  # in a list, it stands next to the houses
        yield Row(_("guard"), bits, (_("to beat: {left}").format(left=left),) if beside else (), 2)
    beaten = [*_beaten(scene, raid)]
    taken = [each for each in beaten if "/" in each or "+" in each]
    elite = (_("elite taken: {cards}").format(cards=" ".join(taken)),)
    yield Row(_("beaten"), (Bit("  ".join(beaten) or "-"),), elite if taken else (*_rung(scene),), 0)
    won = fitting(scene.canvas.width // 3, of.treasures(raid.shuriken), letters(raid.shuriken))
    fails = () if table.stage == "claim" else (*_kept_if_failing(raid),)
    yield Row(pgettext("treasures", "won"), (Bit(won if raid.shuriken else "-", "good"),), fails)
    if house.loot:
        red = house.loot[0].endswith("*")
        following = _("next: {treasure} (elite guard)") if red else _("next: {treasure} (guard)")
        asides = (following.format(treasure=of.treasure(house.loot[0])), _("elite") if red else "")
        named = of.treasures(house.loot)
        if cell_len(named) > MOST_NAMED:
            neutral = tuple(each for each in house.loot if not each.endswith("*"))
            marked = _("red {treasures}").format(treasures=letters(house.loot[len(neutral) :]))
            named = f"{letters(neutral)}, {marked}" if len(neutral) < len(house.loot) else letters(neutral)
        yield Row(_("in the house"), (Bit(named),), asides)
    if scene.options:
        yield from _choices(scene, raid)
    seat = table.seat
    if seat is not None and (tiles := tiles_in_full(table.players[seat])):
        yield Row(_("skills"), (Bit(tiles),), (), 0)


def _kept_if_failing(raid: Raid) -> Iterator[str]:
    """Say in a few words what a failure leaves, and in fewer."""
    won = len(raid.shuriken)
    if not won:
        yield _("a failure costs no treasure")
    elif won == 1:
        yield _("a failure still keeps it")
    else:
        yield _("a failure keeps one of {count}").format(count=won)
    yield _("failure: {kept} of {count}").format(kept=min(won, 1), count=won)


def _beaten(scene: Scene, raid: Raid) -> Iterator[str]:
    """Yield the guards beaten in this raid, in order."""
    for event in reversed([*_of_this_raid(scene)]):
        if (event.action or "").startswith("play") and "treasure" in event.facts:
            yield str(event.facts.get("elite") or event.facts["guard"])


def _of_this_raid(scene: Scene) -> Iterator[RecordedEvent]:
    """Yield the events of the raid in progress, the newest first."""
    for event in reversed(scene.view.events):
        if (event.action or "").startswith("raid "):
            return
        yield event


def _rung(scene: Scene) -> Iterator[str]:
    """Say what the alarm of the guard that is faced has brought."""
    facts = scene.view.events[-1].facts if scene.view.events else {}
    if "red" not in facts:
        return
    gaps = {"red": of.treasure(facts["red"])}
    if "came" in facts:
        yield _("ALARM: {came} came, {red} turned red").format(came=of.treasure(facts["came"]), **gaps)
        yield f"+{facts['came']}, {facts['red']}*"
    else:
        yield _("ALARM: {red} turned red").format(**gaps)
        yield f"{facts['red']}*"


def _choices(scene: Scene, raid: Raid) -> Iterator[Row]:
    """Yield how the guard can be beaten, what going on may bring, or what the house can be handed to."""
    table, legal = scene.table, scene.options
    if table.stage == "fight":
        plays = sorted((each for each in legal if each.verb == "play"), key=lambda each: play_cost(each, raid))
        bits = tuple(Bit(play_label(each.text), "strong", each.text) for each in plays)
        yield Row(_("plays"), bits or (Bit(_("none beats it"), "bad"),), (), PLAYS)
    elif table.stage == "claim":
        tokens = [each.text for each in legal if each.verb == "claim"]
        yield Row(
            _("hand it to"), tuple(Bit(text.split()[1], TONES[text.split()[1][0]], text) for text in tokens), (), PLAYS
        )
    elif table.stage == "decide" and scene.aids and (odds := scene.find_odds(table)) is not None:
        narrow = scene.canvas.width <= NARROW
        yield from _odds(odds, elite=table.houses[raid.house].loot[0].endswith("*"), narrow=narrow)


def _odds(odds: RaidOdds, *, elite: bool, narrow: bool) -> Iterator[Row]:
    """Yield the chance to beat the next guard, and what leaving and going on are worth."""
    beaten = sum(count for count, wins in odds.guards.values() if wins)
    total = sum(count for count, _wins in odds.guards.values())
    chance = percent(float(odds.chance))
    words = (
        _("{chance}: you beat {beaten} of {total}")
        if narrow
        else _("{chance}: you beat {beaten} of the {total} elite guards unseen")
        if elite
        else _("{chance}: you beat {beaten} of the {total} guards unseen")
    )
    role = "good" if odds.chance * 2 > 1 else "bad"
    yield Row(_("next guard"), (Bit(words.format(chance=chance, beaten=beaten, total=total), role),), (), PLAYS)
    gaps = {"leave": odds.leave, "go_on": number(odds.go_on, 1)}
    worth = (
        _("leave: {leave} · go on: {go_on}").format(**gaps)
        if narrow
        else _("leave: {leave} · go on as long as it pays: {go_on}").format(**gaps)
        if odds.guards_ahead is None
        else ngettext(
            "leave: {leave} · go on for one more guard: {go_on}",
            "leave: {leave} · go on for {count} guards at most: {go_on}",
            odds.guards_ahead,
            **gaps,
        )
    )
    yield Row(_("treasures"), (Bit(worth, "strong"),), (), PLAYS)
    lost = [Bit(f"{card} ×{count}", "bad") for card, (count, wins) in odds.guards.items() if not wins]
    if lost:
        yield Row(_("you lose to"), (*lost,), (), 0)


def _draw_scoring(scene: Scene, x: int, y: int, width: int, height: int) -> None:
    """Draw the scoring in progress: each clan's honour and influence, who is first and second, and what they took."""
    table, canvas, scoring = scene.table, scene.canvas, scene.table.current_scoring
    end = canvas.put(x, y, _("SCORING"), "section")
    end = canvas.put(end + 1, y, _("after round {round}").format(round=scoring.after), "strong")
    worths = [honour_of(table, clan) for clan in components().scoring[scoring.after]]
    named = [of.honour(worth) if width > NARROW else str(worth) for worth in worths]
    honour = 15
    influence = honour + max(9 * (width > NARROW), *map(cell_len, named)) + 2
    first = influence + (17 if width > NARROW else 13)
    second = first + (width - first) // 2
    for column, title in ((influence, _("influence")), (first, _("first")), (second, _("second"))):
        if x + column > end + 1:
            canvas.put(x + column, y, title, "quiet", width - column)
    for line, (clan, worth) in enumerate(zip(components().scoring[scoring.after], named, strict=True), y + 1):
        canvas.put(x + 1, line, of.clan(clan), TONES[clan], 13)
        canvas.put(x + honour, line, worth, "strong")
        put_influence(scene, x + influence, line, clan, first - influence - 1)
        for place, column in ((1, first), (2, second)):
            _put_place(scene, clan, place, x + column, line, second - first - 1)
    if scoring.disguises and height > 4:
        words = _("counted twice: {envoys}").format(envoys=" ".join(scoring.disguises))
        canvas.put(x + 1, y + 4, words, "quiet", width - 2)
    line = y + 5
    if table.pavilion and line < y + height:
        at = canvas.put(x + 1, line, _("in the pavilion:"), "quiet")
        for code in table.pavilion:
            name = of.rumour(code)
            if at + 2 + cell_len(name) > x + width and line + 1 < y + height:
                line, at = line + 1, x + 1
            stop = canvas.put(at + 2, line, name, "", x + width - at - 2)
            canvas.place(at + 2, line, stop - at - 2, f"take {code}")
            at = stop


def _put_place(scene: Scene, clan: str, place: int, x: int, y: int, width: int) -> None:
    """Write who is first or second in a clan, and what they get."""
    table, scoring = scene.table, scene.table.current_scoring
    ranked = ranking(table, clan, scoring.disguises)
    if len(ranked) < place:
        scene.canvas.put(x, y, "-", "off", width)
        return
    taken = dict(scoring.taken).get(clan)
    left = (place, clan) in scoring.queue
    role, words = "quiet" if left else "good", tuple[str, ...]()
    if scoring.queue[0] == (place, clan):
        words, role = (_("is to choose"), _("chooses")), "mark"
    elif place == 1 and left:
        words = _("decides later"), _("later")
    elif place == 2 and taken is None:
        words = _("what is left"), _("the rest")
    else:
        words = (_("the honour") if (taken == "honour") == (place == 1) else _("a rumour"),)
    seat = ranked[place - 1].seat
    at = scene.canvas.put(x, y, LETTERS[seat], seat_role(seat))
    scene.canvas.put(at + 1, y, fitting(width - 2, *words), role, width - 2)
