"""Ninjato in words, a row a line."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from naishi.common.i18n import _, listed, ngettext, pgettext
from naishi.games.ninjato import names as of, spelling, telling, words
from naishi.games.ninjato.actions import EXAMPLES
from naishi.games.ninjato.components import SKILLS, TREASURES, components
from naishi.games.ninjato.knowledge import can_beat, can_win, next_guards
from naishi.games.ninjato.legal import best_payments, play_cost, worth
from naishi.games.ninjato.position import MODES, Cards, House, Position, Raid, Tableau, parts
from naishi.games.ninjato.scoring import LAST_ROUND
from naishi.games.ninjato.view import NinjatoView

MOST_PLAYS = 6
"""How many plays are named; `actions play` lists all."""
SHURIKEN = 3
"""How many each player places in a round."""


def lines(view: NinjatoView, question: str = "") -> Sequence[str]:
    """Describe the table as a viewer may know it, or what a word is about."""
    typed = question.casefold()
    if not question:
        return [*_table(view)]
    asked = {"score": score, "typing": _typing, "hand": _hand, "now": _bearing, "shuriken": _shuriken, "mask": _masks}
    if typed in asked:
        return [*asked[typed](view)]
    if typed == "odds":
        return telling.odds(view.table) or [*_outlook(view)]
    topic = next((answer for topic, answer in _topics().items() if typed in topic), None)
    if found := [*(topic(view) if topic is not None else _named(view, typed))]:
        return found
    about = (*_table(view), *telling.influence(view.table, view.names, _reader(view)))
    closed = (_skill_named(view.table, tile) for tile in SKILLS)
    return _with_word(typed, about) or _with_word(typed, closed)


def _with_word(typed: str, texts: Iterable[str]) -> list[str]:
    return [*dict.fromkeys(line for line in texts if typed in line.casefold())]


def _named(view: NinjatoView, typed: str) -> Iterator[str]:
    """Say all that there is to what a word is the name of, or to an action; nothing where it is neither."""
    table, english = view.table, spelling.english(typed)
    for tile in SKILLS:
        if typed in {tile, of.skill(tile).casefold(), tile.replace("_", " ")}:
            yield _skill_named(table, tile)
    for code, price in components().prices.items():
        if code.casefold() in {typed, english.casefold()}:
            said = _card(code, price)
            on_offer = code in {*table.palace, *table.pavilion}
            yield said if on_offer else _("{said} Not open now.").format(said=said)
    for seat, name in enumerate(view.names):
        if typed == name.casefold():
            yield _seat(table, seat, view.names)
    match typed.split():
        case ["claim"]:
            yield _tokens(table)
        case ["raid", number, mode] if number in "12345" and mode in MODES:
            yield _house(int(number), table.houses[int(number) - 1])
            if not can_win(table, int(number), mode):
                yield _("Nothing that you have beats the sentry of house {house} by {mode}.").format(
                    house=number, mode=of.mode(mode)
                )


def _topics() -> dict[tuple[str, ...], Callable[[NinjatoView], Iterator[str]]]:
    """Return what answers each word for a part of the table, in English and in the language of the moment."""
    skills = pgettext("asked for", "skill"), pgettext("asked for", "skills"), _("sensei").casefold()
    rumours = pgettext("asked for", "rumour"), pgettext("asked for", "rumours")
    envoys = pgettext("asked for", "envoy"), pgettext("asked for", "envoys")
    treasures = pgettext("asked for", "treasure"), pgettext("asked for", "treasures")
    return {
        ("skill", "skills", "sensei", *skills): _skills,
        ("rumour", "rumours", *rumours): _rumours,
        ("envoy", "envoys", *envoys): _envoys,
        ("treasure", "treasures", *treasures): _treasures,
    }


def _skills(view: NinjatoView) -> Iterator[str]:
    """Say what can be learned now, and who has learned what."""
    yield from dict.fromkeys(map(_skill, sorted(view.table.sensei))) or [_("No skill is open at the sensei.")]
    yield from _by_seat(view, lambda player: [*_ready_and_used(player)])


def _rumours(view: NinjatoView) -> Iterator[str]:
    yield from _on_offer(view, view.table.pavilion) or [_("No rumour is open in the pavilion.")]
    yield from _by_seat(view, lambda player: [_own_rumours(player)])


def _envoys(view: NinjatoView) -> Iterator[str]:
    yield from _on_offer(view, view.table.palace) or [_("No envoy is open in the palace.")]
    yield from _by_seat(view, lambda player: [_own_envoys(player)])


def _treasures(view: NinjatoView) -> Iterator[str]:
    """Say what each treasure is typed as and worth, and who has which."""
    worth_of = components().worth
    codes = [
        _("{code} for {treasure}, worth {points}").format(code=code, treasure=of.treasure(code), points=worth_of[code])
        for code in TREASURES[:-1]
    ]
    codes.append(_("{code} for {treasure}, the joker").format(code=TREASURES[-1], treasure=of.treasure(TREASURES[-1])))
    yield _("Treasures: {treasures}.").format(treasures="; ".join(codes))
    yield from _by_seat(view, lambda player: [_own_treasures(player)])


def _by_seat(view: NinjatoView, has: Callable[[Tableau], list[str]]) -> Iterator[str]:
    for name, player in zip(view.names, view.table.players, strict=True):
        if things := [*filter(None, has(player))]:
            yield _("{name}: {things}.").format(name=name, things="; ".join(things))


def _hand(view: NinjatoView) -> Iterator[str]:
    """Say what the viewer can play."""
    if view.public:
        return
    player = view.table.players[view.seat]
    yield _("Your hand: {cards}.").format(cards=_listed(sorted(player.hand)))
    if player.ready:
        yield _("Skills that you can use: {skills}.").format(skills=_listed(map(of.skill_tile, player.ready)))


def _bearing(view: NinjatoView) -> Iterator[str]:
    """Say what bears on the decision at hand."""
    table = view.table
    if view.public or view.seat not in view.awaited:
        return
    if table.raid is not None:
        yield from _raid(view, table.raid)
    if table.stage == "claim":
        yield _tokens(table)
    if table.scoring is None:
        yield from _hand(view)
    if table.stage == "act":
        yield from _hopeless(view)


def _hopeless(view: NinjatoView) -> Iterator[str]:
    """Name the sentries that nothing beats that the viewer has."""
    table, raids = view.table, list[str]()
    beaten = False
    for number, house in enumerate(table.houses, 1):
        if house.sentry is None:
            continue
        lost = [of.mode(mode) for mode in MODES if not can_win(table, number, mode)]
        beaten = beaten or len(lost) < len(MODES)
        if len(lost) == 1:
            raids.append(_("house {house} by {mode}").format(house=number, mode=lost[0]))
        elif lost:
            raids.append(_("house {house} either way").format(house=number))
    if raids and not beaten:
        yield _("Nothing that you have beats a sentry.")
    elif raids:
        yield _("Sentries that nothing beats that you have: {raids}.").format(raids=_listed(raids))


def _outlook(view: NinjatoView) -> Iterator[str]:
    """Say what can be reckoned before a raid, and facing a guard."""
    table = view.table
    if view.public or view.seat not in view.awaited or table.stage not in {"act", "fight"}:
        return
    if table.stage == "fight":
        if not any(each.verb == "play" for each in view.legal_actions):
            yield _("You have no play that beats the guard that you face.")
        yield from _raid(view, table.current_raid)
        return
    yield from _hopeless(view) if [*_hopeless(view)] else (_("What you have beats every sentry."),)
    player = table.players[view.seat]
    for mode in MODES:
        _deck, cards = next_guards(table, ("f",))
        beaten = sum(
            count
            for card, count in cards.items()
            if can_beat(player.hand, player.ready, player.used, mode, parts(card))
        )
        if cards:
            yield _("By {mode} your whole hand would beat {beaten} of the {total} guards that may come next.").format(
                mode=of.mode(mode), beaten=beaten, total=cards.total()
            )


def _shuriken(view: NinjatoView) -> Iterator[str]:
    """Say how many shuriken each seat has left in this round."""
    table = view.table
    if table.scoring is not None or table.seat is None:
        yield _("No shuriken is left in this round.")
        return
    for place, seat in enumerate(table.order):
        placed = table.turn // table.n + (place < table.turn % table.n)
        placed += seat == table.seat and table.stage != "act"
        left = SHURIKEN - placed
        yield ngettext(
            "{name}: {count} shuriken left in this round.",
            "{name}: {count} shuriken left in this round.",
            left,
            name=view.names[seat],
        )


def _masks(view: NinjatoView) -> Iterator[str]:
    """Say which envoys have a mask, and where those are that can be seen."""
    masked = components().masked
    yield _("Envoys with a mask: {envoys}.").format(envoys=_listed(sorted(masked)))
    yield _("In the palace: {envoys}.").format(envoys=_listed(each for each in view.table.palace if each in masked))
    for name, player in zip(view.names, view.table.players, strict=True):
        if own := [each for each in player.envoys if each in masked]:
            yield _("{name}: {things}.").format(name=name, things=_listed(own))
    yield _skill("hensojutsu_snake")


def _tokens(table: Position) -> str:
    """Say which tokens a cleared house can be handed to."""
    tokens = (", ".join((spelling.phrase(code), of.honour(int(code[1:])))) for code in sorted(table.supply))
    return _("Tokens in the supply: {tokens}.").format(tokens="; ".join(tokens))


def _token(code: str) -> str:
    """Name a clan's token with what it brings: "Taira, 8 honour"."""
    return _("{clan}, {honour}").format(clan=of.clan(code), honour=of.honour(int(code[1:])))


def score(view: NinjatoView) -> Iterator[str]:
    """List the points of each seat as they stand, with the reasons."""
    yield from (line for line in words.outcome_lines(view.table, view.names, events=view.events) if line)
    if view.table.result is None:
        yield from telling.influence(view.table, view.names, _reader(view))


def _typing(view: NinjatoView) -> Iterator[str]:
    """Say how each kind of action is typed."""
    now = {each.verb: each.text for each in reversed(view.legal_actions)}
    if now:
        yield _("What you can type now begins so: {examples}.").format(examples=_typed(sorted(now.values())))
    yield _("All actions, each with an example: {examples}.").format(examples=_typed(EXAMPLES.values()))
    yield _(
        "Dojo cards are typed by number, skills and treasures by name, rumours by kind and price, such as {rumour}; "
        "look names all that is there."
    ).format(rumour=spelling.phrase("goodwill:??"))
    if words_here := spelling.glossary():
        yield _("All words of actions can be typed in English, too: {words}.").format(words="; ".join(words_here))


def _reader(view: NinjatoView) -> int | None:
    return None if view.public or not view.able else view.seat


def _table(view: NinjatoView) -> Iterator[str]:
    table = view.table
    yield _now(view)
    for number, house in enumerate(table.houses, 1):
        yield _house(number, house)
    if table.raid is not None:
        yield from _raid(view, table.raid)
    yield _("Open dojo cards: {cards}.").format(cards=_listed(sorted(table.open)))
    for tile in sorted(table.sensei):
        yield _skill(tile)
    yield from _on_offer(view, table.palace)
    yield from _on_offer(view, table.pavilion)
    yield _("Order of turns: {names}.").format(names=_listed(view.names[seat] for seat in table.order))
    for seat in range(table.n):
        yield _seat(table, seat, view.names)
    yield from _hand(view)


def _now(view: NinjatoView) -> str:
    table = view.table
    if table.seat is None:
        return words.outcome(table, view.names)
    scoring, mine = table.scoring, not view.public and table.seat == view.seat
    if scoring is not None:
        text = (
            _("Scoring after round {round}. {name}: {question}")
            if mine
            else _("Scoring after round {round}. {name} is to choose.")
        )
    else:
        text = (
            _("Round {round} of {rounds}. {name}: {question}")
            if mine
            else _("Round {round} of {rounds}. {name} is to play.")
        )
    return text.format(
        round=table.round if scoring is None else scoring.after,
        rounds=LAST_ROUND,
        name=view.names[table.seat],
        question=words.question(table),
    )


def _house(number: int, house: House) -> str:
    gaps = {"number": number, "clan": _token(house.clan), "treasures": of.treasures(house.loot)}
    if house.sentry is None:
        return _("House {number}, {clan}: closed; {treasures}.").format(**gaps)
    return _("House {number}, {clan}: sentry {guard}; {treasures}.").format(guard=of.guard(house.sentry), **gaps)


def _card(code: str, price: str) -> str:
    """Say what an envoy of the palace, or a rumour of the pavilion, is and costs."""
    if ":" in code:
        return _("Pavilion, {code}: {card}; costs {price}.").format(
            code=spelling.phrase(code), card=of.rumour(code), price=of.price(price)
        )
    card = _("{envoy}, with a mask") if code in components().masked else "{envoy}"
    return _("Palace, {code}: {card}; costs {price}.").format(
        code=code, card=card.format(envoy=of.envoy(code)), price=of.price(price)
    )


def _on_offer(view: NinjatoView, codes: Iterable[str]) -> list[str]:
    """Say what envoys of the palace, or rumours of the pavilion, cost, and what the viewer could pay."""
    loot, prices = () if view.public else view.table.players[view.seat].loot, components().prices
    return [_with_payment(_card(code, prices[code]), prices[code], loot) for code in sorted(codes)]


def _with_payment(line: str, price: str, loot: Cards) -> str:
    """Add the payment that brings most honour, where there is one."""
    for paid in best_payments(price, loot)[:1]:
        could = _("You could pay {paid} for {honour}.")
        offer = could.format(paid=of.treasures(paid), honour=of.honour(worth(price, paid) or 0))
        return f"{line} {offer}"
    return line


def _raid(view: NinjatoView, raid: Raid) -> Iterator[str]:
    """Say what a raid has come to, what failing costs, and how the guard can be beaten, cheapest first."""
    gaps = {
        "number": raid.house + 1,
        "mode": of.mode(raid.mode),
        "won": of.treasures(raid.shuriken),
        "guards": listed(map(of.guard, raid.left)) if raid.left else "",
    }
    if not raid.left:
        yield _("Raid of house {number} by {mode}: won {won}.").format(**gaps)
        return
    yield _("Raid of house {number} by {mode}: facing {guards}; won {won}.").format(**gaps)
    yield _("If the raid fails, {cost}.").format(cost=telling.failure(raid))
    plays = [each for each in view.legal_actions if each.verb == "play"]
    if plays:
        cheapest = [
            spelling.local(each.text) for each in sorted(plays, key=lambda each: play_cost(each, raid))[:MOST_PLAYS]
        ]
        yield _("How to beat the guard, cheapest first: {plays}.").format(plays=", ".join(cheapest))
    elif not view.public and view.seat in view.awaited and view.table.stage == "fight":
        yield _("Nothing that you have beats it.")


def _skill(tile: str) -> str:
    box = components()
    code, skill = tile.replace("_", " "), of.skill(tile)
    return _("Skill {skill}, {style}; costs {card}. {effect}").format(
        skill=skill if code == skill.casefold() else _("{code}: {skill}").format(code=code, skill=skill),
        style=of.style(box.styles[tile]),
        card=_("any dojo card") if box.lessons[tile] == "?" else _("a {value}").format(value=box.lessons[tile]),
        effect=of.effect(tile),
    )


def _skill_named(table: Position, tile: str) -> str:
    if tile in table.sensei:
        return _skill(tile)
    return _("{skill} Not open at the sensei now.").format(skill=_skill(tile))


def _guards(cards: Sequence[str]) -> Iterator[str]:
    """Yield guards in words; numbers for strength and stealth belong together."""
    for card in cards:
        yield f"({of.guard(card)})" if "/" in card and len(cards) > 1 else of.guard(card)


def _seat(table: Position, seat: int, names: Sequence[str]) -> str:
    player = table.players[seat]
    has = [
        of.honour(player.honour),
        ngettext("{count} dojo card", "{count} dojo cards", len(player.hand)),
        _own_treasures(player),
        *_ready_and_used(player),
        _own_envoys(player),
        _own_rumours(player),
        _("beaten elite guards: {things}").format(things=_listed([*_guards(player.elite)])) if player.elite else "",
    ]
    return _("{name}: {things}.").format(name=names[seat], things="; ".join(filter(None, has)))


def _own_treasures(player: Tableau) -> str:
    return _("treasures: {things}").format(things=of.treasures(player.loot)) if player.loot else ""


def _ready_and_used(player: Tableau) -> Iterator[str]:
    if player.ready:
        yield _("skills: {things}").format(things=_listed(map(of.skill_tile, player.ready)))
    if player.used:
        yield _("used skills: {things}").format(things=_listed(map(of.skill_tile, player.used)))


def _own_envoys(player: Tableau) -> str:
    return _("envoys: {things}").format(things=_listed(map(_envoy, player.envoys))) if player.envoys else ""


def _own_rumours(player: Tableau) -> str:
    return _("rumours: {things}").format(things=_listed(map(spelling.phrase, player.rumours))) if player.rumours else ""


def _envoy(code: str) -> str:
    """Name an envoy by its code, with its mask."""
    return _("{envoy} with a mask").format(envoy=code) if code in components().masked else code


def _typed(texts: Iterable[str]) -> str:
    """List actions as they can be typed and heard."""
    return _listed(map(spelling.local, texts))


def _listed(things: Iterable[str]) -> str:
    return listed(things, conjunction=False) or pgettext("cards", "none")
