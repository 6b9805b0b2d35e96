"""Shogun in words, a row a line."""

from collections.abc import Iterable, Iterator, Sequence

from naishi.common.i18n import _, listed, ngettext, pgettext, sentence_case
from naishi.games.shogun import spelling, words
from naishi.games.shogun.actions import CHEST_CARDS, EMPTY, RENEW, Action, read_typed
from naishi.games.shogun.data import ACTIONS, SPECIALS, board, event_indexes, indexes
from naishi.games.shogun.engine import score
from naishi.games.shogun.legal import example_plan
from naishi.games.shogun.odds import attack_odds, forecast
from naishi.games.shogun.position import HIDDEN, OUT
from naishi.games.shogun.view import Land, ShogunView


def lines(view: ShogunView, question: str = "") -> Sequence[str]:
    """Describe the table as a viewer may know it, or what a word is about."""
    typed = question.casefold()
    if not question:
        return [*_table(view)]
    if typed == "now":
        return []  # the first line of the table says it
    if question.startswith("plan "):
        return [*foretold(view, read_typed(question))]
    asked = {"score": _score, "typing": _typing, "odds": _odds, "hand": _own}.get(typed)
    if asked is not None:
        return [*asked(view)]
    if found := [*_named(view, typed)]:
        return found
    about = (*_table(view), *map(_special, range(len(SPECIALS))), *map(_action, range(len(ACTIONS))))
    return [line for line in about if typed in line.casefold()]


def foretold(view: ShogunView, action: Action) -> Iterator[str]:
    """Read a plan back, as it can be typed again, and say what it brings as things stand."""
    if view.public or action.verb != "plan" or view.refusal(action) is not None:
        return
    seen = forecast(view.table, view.seat, action.plan)
    yield _("To type it again: {plan}.").format(plan=spelling.local(action.text))
    yield from (sentence_case(words.skip_text(each, _spelled(ACTIONS[each.action]))) for each in seen.skips)
    yield from map(words.revolt_text, seen.revolts)
    yield words.forecast_text(seen)


def _own(view: ShogunView) -> Iterator[str]:
    """Say what the viewer has: the cards of a hand are the provinces."""
    if view.public:
        return
    first, *others = seat_lines(view, view.seat, provinces=False)
    yield first
    yield from (_own_province(view, land) for land in view.land if land.owner == view.seat)
    yield from others


def _own_province(view: ShogunView, land: Land) -> str:
    """Say what a plan can do with a province: what it has and brings, and who is beside it."""
    printed = board().provinces[indexes()[land.code]]
    free = printed.slots - len(land.buildings)
    foreign = [each for each in _near(view, land.code) if each.owner != view.seat]
    near = [_holding(view, land.code, each) for each in foreign]
    slots = ngettext("{count} free slot", "{count} free slots", free) if free else _("no free slot")
    return _("{land}; rice {rice}, taxes {tax}; {slots}; beside it: {neighbours}.").format(
        land=_land(land),
        rice=printed.rice,
        tax=printed.tax,
        slots=slots,
        neighbours="; ".join(near) or _("only yours"),
    )


def _near(view: ShogunView, code: str) -> list[Land]:
    """Return the neighbours of a province that are in the game."""
    near = board().provinces[indexes()[code]].near
    return [land for land in view.land if indexes()[land.code] in near]


def _holding(view: ShogunView, start: str, land: Land) -> str:
    """Name a neighbour with who holds it and how strongly: "Ise by sea, Bruno, 2 armies"."""
    by_sea = indexes()[land.code] in board().provinces[indexes()[start]].sea
    name = _("{province} by sea").format(province=_name(land.code)) if by_sea else _name(land.code)
    armies = [ngettext("{count} army", "{count} armies", land.armies)] if land.armies else []
    return _listed((name, _holder(view, land), *armies))


def _named(view: ShogunView, typed: str) -> Iterator[str]:
    """Say all that there is to what a word is the name of; nothing where it is none."""
    provinces = {word.casefold(): at for word, at in indexes().items()}
    if typed in provinces:
        yield from _province(view, provinces[typed])
    for seat, name in enumerate(view.names):
        if typed == name.casefold():
            yield from seat_lines(view, seat)
    for region in range(words.REGIONS):
        if typed in {words.region_name(region).casefold(), "region", _("region").casefold()}:
            yield _region(view, region)
    yield from _card(view, typed)


def _card(view: ShogunView, typed: str) -> Iterator[str]:
    """Say what a special card or an action does, and who has what it brings."""
    typed = spelling.spelling().english(typed).casefold()
    for special, code in enumerate(SPECIALS):
        if typed == code.casefold():
            yield _special(special)
            yield from (_place(view, each, taker) for each, taker in view.places if each == code)
    for action, code in enumerate(ACTIONS):
        if typed == code.casefold():
            yield _action(action)
            if action < len(words.SCORED):
                yield _built_so_far(view, "ctn"[action])


def _holder(view: ShogunView, land: Land) -> str:
    return view.names[land.owner] if land.owner >= 0 else _("neutral")


def _built_so_far(view: ShogunView, letter: str) -> str:
    """Say where castles, temples or Noh theatres stand."""
    provinces = (_listed((_name(land.code), _holder(view, land))) for land in view.land if letter in land.buildings)
    return _("Built so far: {provinces}.").format(provinces="; ".join(provinces) or _listed(()))


def _region(view: ShogunView, region: int) -> str:
    """List the provinces that compete in a region, with who holds them and what is built there."""
    provinces = [
        _listed((_name(land.code), _holder(view, land), *_built(land)))
        for land in view.land
        if board().provinces[indexes()[land.code]].region == region
    ]
    return _("The {region} region: {provinces}.").format(
        region=words.region_name(region), provinces="; ".join(provinces)
    )


def _odds(view: ShogunView) -> Iterator[str]:
    """Say how likely each attack that the viewer could make now succeeds, by how many armies go."""
    position = view.table
    if view.public or view.seat not in view.awaited or position.ask not in ("fightA", "fightB"):
        return
    attacks = [each for each in view.legal_actions if position.owner[each.target] != view.seat]
    for target in dict.fromkeys(each.target for each in attacks):
        owner = position.owner[target]
        chances = [
            ngettext(
                "{count} army {win}%",
                "{count} armies {win}%",
                each.number,
                win=words.percent(attack_odds(position, view.seat, target, each.number).win),
            )
            for each in attacks
            if each.target == target
        ]
        yield _("{province}, {holder}, is taken with {chances}.").format(
            province=board().provinces[target].name,
            holder=view.names[owner] if owner >= 0 else _("neutral"),
            chances=_listed(chances),
        )
    if attacks:
        yield _("The chances are those of a model of the tower.")


def _province(view: ShogunView, at: int) -> Iterator[str]:
    """Say what stands on a province, and what lies around it."""
    code = board().provinces[at].code
    yield f"{words.province_text(view.table, at, view.names).removesuffix('.')}."
    if view.table.owner[at] != OUT:
        near = "; ".join(_holding(view, code, land) for land in _near(view, code))
        yield _("Neighbours: {provinces}.").format(provinces=near)
    if code != _name(code):
        yield _("{province} can be typed as {code}.").format(province=_name(code), code=code)


def _score(view: ShogunView) -> Iterator[str]:
    """List the points of each seat, and what the next winter would bring as things stand."""
    if view.result is not None:
        yield from words.outcome(view.table, view.result, view.names, view.events)
        return
    for seat in range(len(view.names)):
        points = ngettext("{count} point", "{count} points", view.seats[seat].points)
        yield _("{name}: {points}. {winter}").format(
            name=view.names[seat], points=points, winter=winter_now(view, seat)
        )
        if view.open_events and not view.table.winter:
            yield _rice(view, seat)


def _rice(view: ShogunView, seat: int) -> str:
    """Say what rice the next winter takes from a seat as things stand, and whether that is there."""
    losses = [board().events[event_indexes()[code]].loss for code in view.open_events]
    has = view.seats[seat]
    short = [max(0, has.provinces - max(0, has.rice - loss)) for loss in (min(losses), max(losses))]
    wants = ngettext(
        "Winter takes {lost} rice, then {count} province of {name} wants {count} more.",
        "Winter takes {lost} rice, then {count} provinces of {name} want {count} more.",
        has.provinces,
        lost=words.span(min(losses), max(losses)),
        name=view.names[seat],
    )
    if not short[1]:
        return _("{wants} With {rice} that is enough.").format(wants=wants, rice=has.rice)
    return _("{wants} With {rice}, {short} would be missing.").format(
        wants=wants, rice=has.rice, short=words.span(*short)
    )


def winter_now(view: ShogunView, seat: int) -> str:
    """Say what a winter would bring a seat as things stand."""
    found = score(view.table)[seat]
    return _("A winter now would bring {points}: {reasons}.").format(
        points=sum(line.points for line in found), reasons=_listed(words.score_texts(found))
    )


def season_lines(view: ShogunView) -> Iterator[str]:
    """Say how the season goes: its actions, events and special cards, the order of turns, and the tower."""
    if view.order:
        yield _("Order of actions: {actions}.").format(
            actions=_listed(_spelled(name) if name else pgettext("a card", "face down") for name in view.order)
        )
        yield ngettext("{count} action is done.", "{count} actions are done.", view.done)
    if view.event:
        yield _("Event: {text}.").format(text=words.event_text(event_indexes()[view.event]))
    for code in view.open_events:
        yield _("An event that may come: {text}.").format(text=words.event_text(event_indexes()[code]))
    for special, taker in view.places:
        yield _place(view, special, taker)
    if view.turns:
        yield _("Order of turns: {names}.").format(names=_listed(view.names[seat] for seat in view.turns))
    if view.open_cards:
        yield _("Open cards: {provinces}.").format(provinces=_listed(map(_name, view.open_cards)))
    yield _("In the tower: {cubes}.").format(cubes=words.cubes_words(view.inside, view.names))
    yield _("On the tray: {cubes}.").format(cubes=words.cubes_words(view.tray, view.names))


def _table(view: ShogunView) -> Iterator[str]:
    yield _now(view)
    yield from season_lines(view)
    for seat in range(len(view.names)):
        yield from seat_lines(view, seat)
    neutral = "; ".join(_land(each) for each in view.land if each.owner < 0)
    yield _("Neutral: {provinces}.").format(provinces=neutral or _listed(()))


def _place(view: ShogunView, special: str, taker: int) -> str:
    """Say who has a special card of the season."""
    name = view.names[taker] if taker >= 0 else pgettext("a card", "not taken yet")
    return _("Special card {code}: {name}.").format(code=_spelled(special), name=name)


def _now(view: ShogunView) -> str:
    if view.result is not None:
        return words.won(view.result, view.names)
    standing = words.standing(view.table, view.names)
    if view.choices and view.ask == "plan":
        standing = _("{when}: your plan is awaited").format(when=words.time_text(view.year, view.time))
    now = f"{sentence_case(standing)}."
    if not view.choices:
        return now
    what = {
        "take": _("Type take and a province, draw or renew.")
        if RENEW in view.legal_actions
        else _("Type take and a province, or draw."),
        "place": _("Type place and the size of a group."),
        "plan": _("Type plan and your cards, such as {plan}.").format(plan=_example(view)),
        "choose": _("Type choose and a special card."),
        "revolt": _("Type revolt and a province."),
        "raise1": _("Type move, two provinces and how many armies, or stay."),
    }.get(view.ask, _("Type move, two provinces and how many armies."))
    return f"{now} {what}"


def _example(view: ShogunView) -> str:
    """Return a plan that the viewer could lay now; a pattern where there is none."""
    if view.ask == "plan" and not view.public and view.seat in view.awaited:
        return spelling.local(example_plan(view.table, view.seat).text)
    return _("plan castle:PROVINCE tax:PROVINCE bid:NUMBER")


def _typing(view: ShogunView) -> Iterator[str]:
    """Say how each kind of action is typed."""
    yield _("To plan, type plan and on each space a card, such as {plan}.").format(plan=_example(view))
    yield _("The spaces of a plan are {spaces}, in any order; on those that you leave out nothing is done.").format(
        spaces=_listed(map(_spelled, spelling.SPACES))
    )
    yield _(
        "The cards of a plan are your provinces, by name, by its first letters or by the code of three letters, each "
        "once: at least six, or all where you have fewer."
    )
    yield _("A plan is typed as a whole; why before it says what it would bring.")
    yield _(
        "The bid is a number of chests that you have, bid:{fewest} to bid:{most}, or a province, which costs nothing."
    ).format(fewest=CHEST_CARDS[0], most=CHEST_CARDS[-1])
    yield _("Until all have planned, withdraw lets you plan again.")
    yield _("To choose a special card, type choose and its name: {cards}.").format(
        cards=_listed(map(_spelled, SPECIALS))
    )
    yield _(
        "To move armies, type move, from where, to where and how many, such as move Kii Ise 3; or stay after raise1."
    )
    yield _("In the draft, type take and an open card, draw or renew; then place and the size of a group.")
    yield _("Where several provinces revolt, type revolt and the one that comes first.")
    if words_here := spelling.spelling().glossary():
        yield _("All words of actions can be typed in English, too: {words}.").format(words="; ".join(words_here))


def seat_lines(view: ShogunView, seat: int, *, provinces: bool = True) -> Iterator[str]:
    """Say what a seat has, what it holds, and what is known of its plan."""
    has = view.seats[seat]
    yield _("{name}: {points}, {chests}, {rice} rice, {armies} in reserve.").format(
        name=view.names[seat],
        points=ngettext("{count} point", "{count} points", has.points),
        chests=ngettext("{count} chest", "{count} chests", has.chests),
        rice=has.rice,
        armies=ngettext("{count} army", "{count} armies", has.reserve),
    )
    if has.groups:
        yield _("{name}'s groups: {groups}.").format(
            name=view.names[seat], groups=_listed(f"{size}" for size in has.groups)
        )
    if provinces and (held := [_land(each) for each in view.land if each.owner == seat]):
        yield _("{name}'s provinces: {provinces}.").format(name=view.names[seat], provinces="; ".join(held))
    if view.table.plans[seat] is not None:
        yield _("{name}'s plan: {cards}.").format(name=view.names[seat], cards=_plan(view, seat))


def _plan(view: ShogunView, seat: int) -> str:
    """List what a viewer knows of a plan."""
    known = [
        f"{_spelled(space)} {words.bid_text(entry)}"
        for space, entry in zip(spelling.SPACES, view.table.plans[seat] or (), strict=True)
        if entry > EMPTY
    ]
    if HIDDEN in (view.table.plans[seat] or ()):
        known.append(_("the rest face down") if known else _("all face down"))
    return _listed(known)


def _land(land: Land) -> str:
    """Say briefly what stands on a province: "Kii: 3 armies, castle"."""
    marked = [ngettext("{count} revolt marker", "{count} revolt markers", land.markers)] if land.markers else []
    armies = [ngettext("{count} army", "{count} armies", land.armies)] if land.armies else []
    if not (there := (*armies, *_built(land), *marked)):
        return _name(land.code)
    return _("{province}: {what}").format(province=_name(land.code), what=", ".join(there))


def _built(land: Land) -> list[str]:
    built = {"c": _("castle"), "t": _("temple"), "n": _("Noh theatre")}
    return [built[letter] for letter in land.buildings]


def _special(special: int) -> str:
    return _("Special card {code}: {name}.").format(code=_spelled(SPECIALS[special]), name=words.special_text(special))


def _action(action: int) -> str:
    cost = board().costs[action]
    if not cost:
        return _("Action {code}: {action}.").format(code=_spelled(ACTIONS[action]), action=words.action_name(action))
    return ngettext(
        "Action {code}: {action}, for {count} chest.",
        "Action {code}: {action}, for {count} chests.",
        cost,
        code=_spelled(ACTIONS[action]),
        action=words.action_name(action),
    )


def _spelled(code: str) -> str:
    """Return a space of a plan, or a special card, as it is typed in the language of the moment."""
    return spelling.spelling().phrase(code)


def _name(code: str) -> str:
    return board().provinces[indexes()[code]].name


def _listed(things: Iterable[str]) -> str:
    return listed(things, conjunction=False) or pgettext("cards", "none")
