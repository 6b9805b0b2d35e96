"""Cards, places and points of Ninjato explained at length."""

from collections.abc import Iterator, Sequence

from naishi.common.i18n import _, listed, ngettext, pgettext, sentence_case
from naishi.games.ninjato import names as of, telling
from naishi.games.ninjato.components import CLANS, components
from naishi.games.ninjato.legal import best_payments, worth
from naishi.games.ninjato.odds import raid_odds
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.view import NinjatoView
from naishi.games.ninjato.words import outcome, score_lines
from naishi.tabletop.kinds import Section
from naishi_tui.games.ninjato.parts import letters
from naishi_tui.table.widgets import LETTERS

PAYMENTS = 8
"""How many ways to pay are listed."""


def explain(view: NinjatoView, option: str, *, aids: bool = True) -> list[Section]:
    """Explain what an option is about: a house, a card, a skill, the guard that is faced."""
    verb, *words = option.split()
    found = None
    match verb, *words:
        case "raid", number, *_mode:
            found = _house(view, int(number))
        case "bribe", code, *_paid:
            found = _envoy(view, code)
        case (("spread" | "take"), code, *_paid) if ":" in code:
            found = _rumour(view, code)
        case "take", *_prize:
            found = Section(_("The scoring"), (*telling.influence(view.table, view.names, _reader(view)),))
        case (("learn" | "refresh"), tile, *_paid):
            found = _skill(tile)
        case "disguise", code if code != "none":
            found = _envoy(view, code)
        case (("play" | "fail" | "banzai" | "leave" | "swap" | "switch"), *_how):
            found = _guards(view.table)
        case (("dojo" | "draw" | "drop"), *_card):
            found = _dojo(view.table)
    worth = (*telling.worth_in_words(view.table),) if aids else ()
    weighed = [Section(_("Leave or go on"), worth)] if worth else []
    coming = (*_guards_to_come(view.table),) if aids else ()
    expected = [Section(_("The next guard"), coming)] if coming else []
    return [found, *weighed, *expected] if found is not None else []


def legend() -> list[Section]:
    """Explain the letters and marks on the board."""
    treasures = [_("{mark}: {meaning}").format(mark=kind, meaning=of.treasure(kind)) for kind in "fsvjg"]
    clans = [_("{mark}: {meaning}").format(mark=clan, meaning=of.clan(clan)) for clan in CLANS]
    marks = (
        ("▸", _("who is to decide")),
        ("•", _("changed since your last turn")),
        ("T2", _("envoys of a clan that a player has")),
        ("r1 e1", _("rumours and elite guards that a player has")),
        ("s2 j1", _("treasures that a player has, counted by letter")),
        ("G39", _("an envoy: the letter of the clan, and the age")),
        ("G39m", _("an envoy with a mask, who can count twice by Hensojutsu")),
        ("+8", _("the honour that your best payment brings")),
        ("?", _("any one: behind a skill, any dojo card; behind a rumour, any treasure")),
        ("[4]", _("a card of your hand")),
        ("4!", _("a guard that raises the alarm")),
        ("5/1", _("an elite guard: by strength, by stealth")),
        ("3+5", _("two elite guards, both to be beaten")),
        ("×", _("a raid whose sentry nothing in your hand beats")),
        ("v*", _("a red treasure: an elite guard watches it")),
        ("A2 B1", _("at a house, who has raided it this round; at a clan, who has how much influence")),
    )
    return [
        Section(_("Treasures"), tuple(treasures)),
        Section(_("Clans"), tuple(clans)),
        Section(_("Marks"), tuple(_("{mark}: {meaning}").format(mark=mark, meaning=words) for mark, words in marks)),
    ]


def _reader(view: NinjatoView) -> int | None:
    return None if view.public else view.seat


def _house(view: NinjatoView, number: int) -> Section:
    house = view.table.houses[number - 1]
    raiders = [
        event.seat
        for event in view.events
        if event.round == view.table.round and (event.action or "").startswith(f"raid {number} ")
    ]
    title = _("House {number}, {clan}").format(number=number, clan=of.token(house.clan))
    sentry = of.guard(house.sentry) if house.sentry is not None else pgettext("a house", "closed")
    lines = [
        _("Sentry: {guard}. An alarm of a sentry does nothing.").format(guard=sentry)
        if sentry.endswith("!") or (house.sentry or "").endswith("!")
        else _("Sentry: {guard}.").format(guard=sentry),
        _("Treasures, won in this order: {treasures}.").format(treasures=of.treasures(house.loot)),
        _("Red treasures are guarded by elite guards. Winning the last one hands the house to another clan."),
    ]
    if raiders:
        named = listed(view.names[seat] for seat in dict.fromkeys(raiders))
        lines.append(_("Raided in this round by {names}.").format(names=named))
    return Section(title, tuple(lines))


def _envoy(view: NinjatoView, code: str) -> Section:
    box = components()
    masked = _("With a mask: Hensojutsu can have this envoy count twice.") if code in box.masked else ""
    lines = [
        _("Price: {price}. The treasures score what they are worth.").format(price=of.price(box.prices[code])),
        *_payments(view, code),
        _("An envoy is one influence in {clan}; a larger age breaks ties.").format(clan=of.clan(code)),
        masked,
    ]
    return Section(of.envoy(code), tuple(filter(None, lines)))


def _rumour(view: NinjatoView, code: str) -> Section:
    kind = code.partition(":")[0]
    lines = [
        _("Price: {price}. The treasures score what they are worth.").format(price=of.price(components().prices[code])),
        *_payments(view, code),
        _("At the end it counts your {counts}: one card of a kind once, two twice, three four times.").format(
            counts=of.reward(kind)
        )
        if kind != "dishonour"
        else _("At the end, each is 6 if only one player holds any, 4 if two do, 2 if three or more do."),
    ]
    return Section(of.rumour(code), tuple(lines))


def _payments(view: NinjatoView, code: str) -> Iterator[str]:
    """Yield the ways in which the viewer can pay, the best first."""
    price = components().prices[code]
    ways = best_payments(price, view.table.players[view.seat].loot) if not view.public else ()
    if ways:
        listing = listed((f"{letters(paid)} {_honour(price, paid)}" for paid in ways[:PAYMENTS]), conjunction=False)
        more = len(ways) - PAYMENTS
        yield _("You could pay: {ways}.").format(ways=listing)
        if more > 0:
            yield ngettext("And in {count} more way.", "And in {count} more ways.", more)


def _honour(price: str, paid: tuple[str, ...]) -> str:
    return pgettext("honour", "+{points}").format(points=worth(price, paid) or 0)


def _skill(tile: str) -> Section:
    box = components()
    price = _("any dojo card") if box.lessons[tile] == "?" else _("a {value}").format(value=box.lessons[tile])
    cost = _("{style}; costs {price}, or nothing if you own a tile of the style.").format(
        style=sentence_case(of.style(box.styles[tile])), price=price
    )
    return Section(of.skill(tile), (of.effect(tile), cost))


def _guards_to_come(table: Position) -> Iterator[str]:
    """Yield which guards a raider who may go on would beat, and lose to, each with how many are unseen."""
    odds = raid_odds(table)
    for wins, words in ((True, _("You would beat {guards}.")), (False, _("You would lose to {guards}."))):
        named = [f"{card} ×{count}" for card, (count, beaten) in odds.guards.items() if beaten == wins] if odds else []
        if named:
            yield words.format(guards=listed(named))


def _guards(table: Position) -> Section:
    """Explain the guard that is faced, and what is known of those that may come."""
    raid, lines = table.raid, list[str]()
    if raid is not None and raid.card is not None:
        lines.append(_("The guard that you face: {guard}.").format(guard=of.guard(raid.card)))
    lines.append(_("If the raid fails, {cost}.").format(cost=telling.failure(raid)) if raid is not None else "")
    lines.append(_("An alarm brings a treasure to the house, and the dearest neutral one turns red."))
    return Section(_("Guards"), tuple(filter(None, lines)))


def _dojo(table: Position) -> Section:
    spent = table.discards["dojo"]
    counted = ", ".join(f"{value} ×{spent.count(value)}" for value in "12345" if value in spent)
    lines = [
        _("With no card in hand you take 4, with one 3, otherwise 2."),
        _("Discarded so far: {cards}.").format(cards=counted or pgettext("cards", "none")),
        _("Left in the deck: {count}.").format(count=len(table.decks["dojo"])),
    ]
    return Section(_("Dojo"), tuple(lines))


def overview(view: NinjatoView) -> list[Section]:
    """Return influence and what the next scoring would bring, then all that each player has, and the decks."""
    sections = []
    if view.result is None and (lines := telling.influence(view.table, view.names, _reader(view))):
        title, *clans = lines
        sections.append(Section(title.rstrip(":"), (*clans,)))
    for seat, name in enumerate(view.names):
        sections.append(Section(f"{LETTERS[seat]} {name}", (*_belongings(view, seat),)))
    if view.result is None:
        decks = {name: len(cards) for name, cards in view.table.decks.items()}
        counts = _(
            "Dojo cards {dojo}; envoys {envoys}; rumours {rumours}; skill tiles {skills}; guards {guards}; "
            "elite guards {elite}."
        ).format(**decks)
        sections.append(Section(_("Left in the decks"), (counts,)))
    return sections


def _belongings(view: NinjatoView, seat: int) -> Iterator[str]:
    player, masked = view.table.players[seat], components().masked
    yield _("{honour}; {cards}.").format(
        honour=of.honour(player.honour),
        cards=ngettext("{count} dojo card", "{count} dojo cards", len(player.hand)),
    )
    if player.loot:
        yield _("Treasures: {things}.").format(things=of.treasures(player.loot))
    if player.envoys:
        named = (
            _("{envoy} with a mask").format(envoy=of.envoy(e)) if e in masked else of.envoy(e) for e in player.envoys
        )
        yield _("Envoys: {things}.").format(things="; ".join(named))
    if player.tiles:
        used = [_("{skill} (used)").format(skill=of.skill(tile)) for tile in player.used]
        yield _("Skills: {things}.").format(things=", ".join([*map(of.skill, player.ready), *used]))
    if player.rumours:
        own = view.result is not None or (not view.public and seat == view.seat)
        kinds = listed(map(of.rumour, player.rumours))
        words = _("Rumours: {things}.") if own else ngettext("{count} rumour.", "{count} rumours.", len(player.rumours))
        yield words.format(things=kinds)
    if player.elite:
        yield _("Beaten elite guards: {things}.").format(things=", ".join(player.elite))
    counted = [line for line in score_lines(view.table, view.events)[:-1] if line.points[seat]]
    if view.result is not None:
        for line in counted:
            why = f" ({line.reasons[seat]})" if line.reasons[seat] else ""
            yield f"{line.label}: {line.points[seat]}{why}"
    elif counted and not view.public and seat == view.seat:
        now = "; ".join(f"{line.label} {line.points[seat]}" for line in counted)
        yield _("If the game ended now: {points}.").format(points=now)


def explain_score(view: NinjatoView) -> Sequence[Section]:
    """Explain the points of a finished game line by line, then how the last scoring went."""
    lines = score_lines(view.table, view.events)
    sections = [Section(outcome(view.table, view.names), ())]
    for line in lines:
        of_seats = tuple(
            (_("{name}: {points} ({reason})") if reason else _("{name}: {points}")).format(
                name=name, points=points, reason=reason
            )
            for name, points, reason in zip(view.names, line.points, line.reasons, strict=True)
        )
        sections.append(Section(line.label, of_seats))
    awards = [award for event in view.events if event.round == view.round for award in event.facts.get("awards", ())]
    return [*sections, *telling.story({"awards": awards}, view.names)]
