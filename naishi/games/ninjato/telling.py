"""Round ends, scorings, influence and odds in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from naishi.common.i18n import _, listed, ngettext, number, percent, pgettext
from naishi.games.ninjato import names as of
from naishi.games.ninjato.components import SCORINGS, components
from naishi.games.ninjato.odds import RaidOdds, raid_odds
from naishi.games.ninjato.position import Position, Raid
from naishi.games.ninjato.scoring import LAST_ROUND, Contender, honour_of, next_scoring, ranking
from naishi.tabletop.kinds import Section


def story(facts: Mapping[str, Any], names: Sequence[str], reader: int | None = None) -> list[Section]:
    """Return what an action brought that takes explaining: the end of a round, and the awards of a scoring."""
    found = []
    called = _called(names, reader)
    if "ended" in facts:
        over, ended = facts["round"], facts["ended"]
        found.append(Section(_("Round {round} is over").format(round=over), (*_settled(over, ended, called),)))
        if news := [*_opened(over, ended)]:
            found.append(Section(_("What is new after round {round}").format(round=over), (*news,)))
    if awards := [award(each, names, reader) for each in facts.get("awards", ()) if _matters(each)]:
        found.append(Section(_("The scoring"), (*awards,)))
    return found


def _matters(award: Mapping[str, Any]) -> bool:
    """Return whether an award is to be told: that nobody is second goes without saying where nobody is first."""
    return bool(award["influence"]) or award["place"] == 1


def followed(
    facts: Mapping[str, Any], names: Sequence[str], reader: int | None = None
) -> Iterator[tuple[int | None, str]]:
    """Say what followed from an action by itself, each fact in a text of its own, with the seat that it is about.

    The award that a player chose is left out: the sentence about the choice says it.
    """
    called = _called(names, reader)
    if "ended" in facts:
        over, ended = facts["round"], facts["ended"]
        yield None, _("Round {round} is over.").format(round=over)
        yield from ((None, text) for text in (*_settled(over, ended, called), *_opened(over, ended)))
    chosen = 1 if "place" in facts else 0
    for each in filter(_matters, facts.get("awards", ())[chosen:]):
        yield each["seat"], award(each, names, reader)
    if "winners" in facts:
        yield None, _("The game is over.")


def _called(names: Sequence[str], reader: int | None) -> list[str]:
    return [pgettext("a player", "you") if seat == reader else name for seat, name in enumerate(names)]


def _settled(over: int, ended: Mapping[str, Any], called: Sequence[str]) -> Iterator[str]:
    """Say who goes first from now on, and what becomes of skills."""
    order, pile = [called[seat] for seat in ended["order"]], [called[seat] for seat in ended["pile"]]
    if len(pile) == 1:
        yield _("Order of turns: {names}. Alone at the dojo: {first}.").format(names=", ".join(order), first=pile[0])
    elif pile:
        yield _("Order of turns: {names}. Who was at the dojo last goes first: {pile}.").format(
            names=", ".join(order), pile=", ".join(pile)
        )
    else:
        yield _("Order of turns: {names}, as before: nobody was at the dojo.").format(names=", ".join(order))
    if ended["used"]:
        yield _("All used skills turn up again.")
    if over < LAST_ROUND:
        yield from _new_skills(ended)


def _opened(over: int, ended: Mapping[str, Any]) -> Iterator[str]:
    """Say which houses and cards are opened for the next round, and whether a scoring comes first."""
    if over < LAST_ROUND:
        for house, clan, sentry, loot in ended["houses"]:
            yield _("House {number}, {clan}, {honour}, opens again: sentry {guard}; {treasures}.").format(
                number=house,
                clan=of.clan(clan),
                honour=of.honour(int(clan[1:])),
                guard=of.guard(sentry),
                treasures=of.treasures(loot),
            )
    if ended["palace"] and over < LAST_ROUND:
        yield _("New in the palace: {envoys}.").format(envoys=listed(map(of.envoy, ended["palace"])))
    if ended["pavilion"]:
        yield _("New in the pavilion: {rumours}.").format(rumours=listed(map(of.rumour, ended["pavilion"])))
    if over in SCORINGS:
        clans = ", ".join(map(of.clan, components().scoring[over]))
        yield _(
            "Now the scoring: {clans}. In this order those who are first choose, then those who are second."
        ).format(clans=clans)


def _new_skills(ended: Mapping[str, Any]) -> Iterator[str]:
    if ended["gone"]:
        yield ngettext(
            "Nobody learned {skills}: that tile is out of the game.",
            "Nobody learned {skills}: those tiles are out of the game.",
            len(ended["gone"]),
            skills=_counted(ended["gone"]),
        )
    if ended["rest"]:
        yield ngettext(
            "The rest of the skills is out of the game, {count} tile.",
            "The rest of the skills is out of the game, {count} tiles.",
            ended["rest"],
        )
    if ended["sensei"]:
        yield _("New at the sensei: {skills}.").format(skills=_counted(ended["sensei"]))


def _counted(tiles: Sequence[str]) -> str:
    """List skill tiles, equal ones together."""
    return listed(
        of.skill_tile(tile)
        if count == 1
        else ngettext("{count} tile of {skill}", "{count} tiles of {skill}", count, skill=of.skill_tile(tile))
        for tile, count in Counter(tiles).items()
    )


def award(found: Mapping[str, Any], names: Sequence[str], reader: int | None = None) -> str:
    """Say who is first or second in a clan, why, and what that brings, in one sentence."""
    contenders = [Contender(*each) for each in found["influence"]]
    gaps = {"clan": of.clan(found["clan"]), "honour": of.honour(found["honour"])}
    if not contenders:
        return _("{clan}, {honour}: nobody has an envoy, so nobody gets it.").format(**gaps)
    if found["seat"] is None:
        return _("{clan}, {honour}: nobody but the first has an envoy, so nobody is second.").format(**gaps)
    called = _called(names, reader)
    gaps["influence"] = ", ".join(_with_influence(each, called) for each in contenders)
    gaps["who"] = _prize(found, names, reader)
    text = _("{clan}, {honour}. Influence: {influence}. {who}").format(**gaps)
    return " ".join([text, *_tie(contenders, found["place"], names, reader)])


def _with_influence(contender: Contender, called: Sequence[str]) -> str:
    """Name a player with their influence: words lie between, for names may end with a number."""
    return _("{name} with {influence}").format(name=called[contender.seat], influence=contender.influence)


def _prize(found: Mapping[str, Any], names: Sequence[str], reader: int | None) -> str:
    """Say what the first or the second in a clan gets."""
    seat, prize, first = found["seat"], found["prize"], found["place"] == 1
    mine = seat == reader
    if prize == "honour" and first:
        words = _("You are first and take the honour.") if mine else _("{name} is first and takes the honour.")
    elif prize == "honour":
        words = (
            _("You are second and get the honour, which the first left.")
            if mine
            else _("{name} is second and gets the honour, which the first left.")
        )
    elif not prize:
        words = (
            _("You are second and get nothing: the first took the honour, and no rumour is left.")
            if mine
            else _("{name} is second and gets nothing: the first took the honour, and no rumour is left.")
        )
    elif first:
        words = (
            _("You are first and take the rumour {rumour}; the honour is left for the second.")
            if mine
            else _("{name} is first and takes the rumour {rumour}; the honour is left for the second.")
        )
    else:
        words = (
            _("You are second and take the rumour {rumour}: the first took the honour.")
            if mine
            else _("{name} is second and takes the rumour {rumour}: the first took the honour.")
        )
    return words.format(name=names[seat], rumour=of.rumour(prize) if prize not in ("", "honour") else "")


def _tie(contenders: Sequence[Contender], place: int, names: Sequence[str], reader: int | None) -> Iterator[str]:
    if len(contenders) < place:
        return
    winner = contenders[place - 1]
    if not any(each.influence == winner.influence for each in contenders[place:]):
        return
    words = (
        _("The oldest envoy breaks the tie: yours, aged {age}.")
        if winner.seat == reader
        else _("The oldest envoy breaks the tie: {name}'s, aged {age}.")
    )
    yield words.format(name=names[winner.seat], age=winner.oldest)


def influence(position: Position, names: Sequence[str], reader: int | None = None) -> list[str]:
    """Return who would be first and second in each clan if the next scoring took place now, and what that brings."""
    after = next_scoring(position)
    if after is None:
        return []
    called = _called(names, reader)
    disguises = position.scoring.disguises if position.scoring is not None else ()
    lines = [_("If the scoring after round {round} were now:").format(round=after)]
    for clan in components().scoring[after]:
        ranked = ranking(position, clan, disguises)
        gaps = {"clan": of.clan(clan), "honour": of.honour(honour_of(position, clan))}
        if not ranked:
            lines.append(_("{clan}, {honour}: nobody has an envoy of it.").format(**gaps))
            continue
        gaps |= dict(zip(("first", "second"), (_with_influence(each, called) for each in ranked), strict=False))
        words = (
            _("{clan}, {honour}: {first} would choose the honour or a rumour; {second} would get what is left.")
            if len(ranked) > 1
            else _("{clan}, {honour}: {first} would choose the honour or a rumour; nobody else has an envoy.")
        )
        lines.append(" ".join([words.format(**gaps), *_tie(ranked, 1, names, reader)]))
    return lines


def odds(position: Position) -> list[str]:
    """Return what a raider may reckon before the next guard is drawn, in sentences; nothing at any other time."""
    found = raid_odds(position)
    if found is None or position.raid is None:
        return []
    red = position.houses[position.raid.house].loot[0].endswith("*")
    beaten = sum(count for count, wins in found.guards.values() if wins)
    total = sum(count for count, _wins in found.guards.values())
    words = (
        _("The next guard is an elite one. You beat {beaten} of the {total} that it may be: {chance}.")
        if red
        else _("You beat {beaten} of the {total} guards that may come next: {chance}.")
    )
    return [
        words.format(beaten=beaten, total=total, chance=percent(float(found.chance))),
        _worth(found),
    ]


def worth_in_words(position: Position) -> Iterator[str]:
    """Explain what the worth of leaving a raid and of going on counts; nothing where neither can be chosen."""
    raid, seat = position.raid, position.seat
    if raid is None or seat is None or position.stage != "decide":
        return
    yield _("Leave: what the treasures that you have won are worth.")
    if "choho" in position.players[seat].ready and position.houses[raid.house].loot:
        yield _("With Choho, that counts a swap that pays: your cheapest treasure for the dearest of the house.")
    yield _(
        "Go on: what they are worth on average over all guards and treasures that may come, if you face guard after "
        "guard as long as that is worth more than leaving. A failure keeps the dearest treasure."
    )
    yield _("That counts the flags of elite guards, which are honour at the end, but not what a cleared house brings.")


def _worth(found: RaidOdds) -> str:
    """Say what leaving and going on are worth."""
    gaps = {"leave": found.leave, "go_on": number(found.go_on, 1)}
    if found.guards_ahead is None:
        return _("Leave now: {leave} in treasures. Go on as long as it pays: {go_on} on average.").format(**gaps)
    return ngettext(
        "Leave now: {leave} in treasures. Go on for one more guard: {go_on} on average.",
        "Leave now: {leave} in treasures. Go on as long as it pays, {count} guards at most: {go_on} on average.",
        found.guards_ahead,
        **gaps,
    )


def failure(raid: Raid) -> str:
    """Say what giving up, or losing to the guard that is faced, costs."""
    if not raid.shuriken:
        return _("nothing is lost but what was played")
    if len(raid.shuriken) == 1:
        return _("you keep what you have won")
    return _("you keep one of {count} treasures").format(count=len(raid.shuriken))
