"""Sentences of Ninjato: log, progress, outcome, explained score."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from naishi.common.i18n import _, listed, ngettext
from naishi.games.ninjato import names as of, telling
from naishi.games.ninjato.actions import Action, play_of
from naishi.games.ninjato.components import KINDS, components
from naishi.games.ninjato.legal import QUESTIONS
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.scoring import LAST_ROUND, dishonour, honour_of, multiplier, rumours_of, sheet, standing
from naishi.tabletop.recorded import RecordedEvent

Facts = Mapping[str, Any]
Words = Callable[[Action, Facts], tuple[str, str]]
"""Gives the sentence about the reader, and the one about another player, whose name is the gap `{name}`."""


def sentence(action: Action, facts: Facts, seat: int, names: Sequence[str], reader: int | None = None) -> str:
    """Return what happened, in one or more sentences.

    Args:
        reader: The seat that is addressed as "you"; None for the public.
    """
    if action.verb == "take":
        return telling.award(facts["awards"][0], names, reader)
    yours, theirs = _SENTENCES[action.verb](action, facts)
    first = yours if seat == reader else theirs.format(name=names[seat])
    return " ".join([first, *_consequences(facts)])


def sentences(action: Action, facts: Facts, seat: int, names: Sequence[str], reader: int | None = None) -> list[str]:
    """Return what happened and all that followed from it, each fact in a text of its own: the decision comes first."""
    return [text for _seat, text in sentences_by_seat(action, facts, seat, names, reader)]


def sentences_by_seat(
    action: Action, facts: Facts, seat: int, names: Sequence[str], reader: int | None = None
) -> list[tuple[int | None, str]]:
    """Return the same sentences, each with the seat that it is about; None where it is about no one."""
    return [(seat, sentence(action, facts, seat, names, reader)), *telling.followed(facts, names, reader)]


def _consequences(facts: Facts) -> Iterator[str]:
    """Say what happened to the treasures of the house."""
    if "came" in facts:
        yield _("New in the house: {treasure}.").format(treasure=of.treasure(facts["came"]))
    if "red" in facts:
        yield _("Red now: {treasure}.").format(treasure=of.treasure(facts["red"]))


def _dojo(_action: Action, _facts: Facts) -> tuple[str, str]:
    return _("You visit the dojo."), _("{name} visits the dojo.")


def _draw(action: Action, facts: Facts) -> tuple[str, str]:
    value = action.words[0]
    if value == "deck":
        if "card" in facts:
            return (
                _("You draw a {value} from the deck.").format(value=facts["card"]),
                _filled(_("{name} draws a {value} from the deck."), value=facts["card"]),
            )
        return _("You draw a card from the deck."), _("{name} draws a card from the deck.")
    return _("You take the open {value}.").format(value=value), _filled(
        _("{name} takes the open {value}."), value=value
    )


def _filled(text: str, **gaps: str) -> str:
    """Fill in all gaps but the name."""
    return text.format(name="{name}", **gaps)


def _drop(action: Action, _facts: Facts) -> tuple[str, str]:
    value = action.words[0]
    return _("You discard a {value}.").format(value=value), _filled(_("{name} discards a {value}."), value=value)


def _learn(action: Action, _facts: Facts) -> tuple[str, str]:
    tile, *paid = action.words
    skill = of.skill(tile)
    if paid:
        return (
            _("You learn {skill} for a {value}.").format(skill=skill, value=paid[0]),
            _filled(_("{name} learns {skill} for a {value}."), skill=skill, value=paid[0]),
        )
    return _("You learn {skill}.").format(skill=skill), _filled(_("{name} learns {skill}."), skill=skill)


def _bribe(action: Action, facts: Facts) -> tuple[str, str]:
    code, *paid = action.words
    gaps = {"clan": of.clan(code), "age": code[1:], "paid": of.treasures(paid)}
    gaps["honour"] = of.honour(facts.get("honour", 0))
    return (
        _("You bribe the envoy of {clan}, aged {age}, with {paid}: {honour}.").format(**gaps),
        _filled(_("{name} bribes the envoy of {clan}, aged {age}, with {paid}: {honour}."), **gaps),
    )


def _spread(action: Action, facts: Facts) -> tuple[str, str]:
    code, *paid = action.words
    gaps = {"rumour": of.rumour(code), "paid": of.treasures(paid), "honour": of.honour(facts.get("honour", 0))}
    return (
        _("You spread the rumour {rumour} for {paid}: {honour}.").format(**gaps),
        _filled(_("{name} spreads the rumour {rumour} for {paid}: {honour}."), **gaps),
    )


def _raid(action: Action, facts: Facts) -> tuple[str, str]:
    number, mode = action.words
    gaps = {"house": number, "mode": of.mode(mode), "guard": of.guard((facts.get("guard") or "?").rstrip("!"))}
    return (
        _("You raid house {house} by {mode}; the sentry: {guard}.").format(**gaps),
        _filled(_("{name} raids house {house} by {mode}; the sentry: {guard}."), **gaps),
    )


def play(action: Action) -> str:
    """Return what is played against a guard: "a 4, two 3s and Kenjutsu"."""
    played = play_of(action)
    base = (
        _("Boryaku as a {value}").format(value=played.base[-1])
        if played.base.startswith("boryaku")
        else _("a {value}").format(value=played.base)
    )
    threes = [ngettext("an added 3", "{count} added 3s", played.threes)] if played.threes else []
    skills = [
        of.skill(tile) if count == 1 else _("{skill} {count} times").format(skill=of.skill(tile), count=count)
        for tile, count in Counter(played.skills).items()
    ]
    return listed([base, *threes, *skills])


def _play(action: Action, facts: Facts) -> tuple[str, str]:
    gaps = {"played": play(action), "guard": of.guard(facts.get("guard", "?").rstrip("!"))}
    if "elite" in facts:
        gaps |= {"treasure": of.treasure(facts["treasure"])}
        return (
            _("You beat the elite guard with {played}, take the card, and win the {treasure}.").format(**gaps),
            _filled(_("{name} beats the elite guard with {played}, takes the card, and wins the {treasure}."), **gaps),
        )
    if "treasure" in facts:
        gaps |= {"treasure": of.treasure(facts["treasure"])}
        return (
            _("You beat the {guard} with {played} and win the {treasure}.").format(**gaps),
            _filled(_("{name} beats the {guard} with {played} and wins the {treasure}."), **gaps),
        )
    return (
        _("You beat the {guard} with {played}; one more guard is left.").format(**gaps),
        _filled(_("{name} beats the {guard} with {played}; one more guard is left."), **gaps),
    )


def _fail(_action: Action, _facts: Facts) -> tuple[str, str]:
    return _("You give up: the raid fails."), _("{name} gives up: the raid fails.")


def _switch(_action: Action, _facts: Facts) -> tuple[str, str]:
    return (
        _("You use Seishin-teki: strength and stealth change places."),
        _("{name} uses Seishin-teki: strength and stealth change places."),
    )


def _banzai(_action: Action, facts: Facts) -> tuple[str, str]:
    gaps = {"guard": of.guard(facts.get("guard") or "?")}
    if facts.get("source") == "elite":
        found = (
            _("You call banzai, and an elite guard appears: {guard}."),
            _("{name} calls banzai, and an elite guard appears: {guard}."),
        )
    else:
        found = (
            _("You call banzai, and a guard appears: {guard}."),
            _("{name} calls banzai, and a guard appears: {guard}."),
        )
    return found[0].format(**gaps), _filled(found[1], **gaps)


def _leave(_action: Action, facts: Facts) -> tuple[str, str]:
    gaps = {"treasures": of.treasures(facts.get("treasures", []))}
    return (
        _("You leave with the {treasures}.").format(**gaps),
        _filled(_("{name} leaves with the {treasures}."), **gaps),
    )


def _swap(action: Action, _facts: Facts) -> tuple[str, str]:
    mine, theirs = map(of.treasure, action.words)
    return (
        _("You use Choho and swap the {mine} for the {theirs}.").format(mine=mine, theirs=theirs),
        _filled(_("{name} uses Choho and swaps the {mine} for the {theirs}."), mine=mine, theirs=theirs),
    )


def _refresh(action: Action, _facts: Facts) -> tuple[str, str]:
    skill = of.skill(action.words[0])
    return (
        _("You use Mind over Body and turn {skill} up again.").format(skill=skill),
        _filled(_("{name} uses Mind over Body and turns {skill} up again."), skill=skill),
    )


def _keep(action: Action, facts: Facts) -> tuple[str, str]:
    kept, lost = of.treasure(action.words[0]), facts.get("treasures", [])
    if not lost:
        return _("You keep the {kept}.").format(kept=kept), _filled(_("{name} keeps the {kept}."), kept=kept)
    gaps = {"kept": kept, "lost": of.treasures(lost)}
    return (
        _("You keep the {kept} and lose the {lost}.").format(**gaps),
        _filled(_("{name} keeps the {kept} and loses the {lost}."), **gaps),
    )


def _claim(action: Action, facts: Facts) -> tuple[str, str]:
    gaps = {
        "treasures": of.treasures(facts.get("treasures", [])),
        "house": str(facts.get("house", "?")),
        "clan": of.clan(action.words[0]),
        "honour": of.honour(int(action.words[0][1:])),
    }
    return (
        _("You take the {treasures} and hand house {house} to {clan}, {honour}.").format(**gaps),
        _filled(_("{name} takes the {treasures} and hands house {house} to {clan}, {honour}."), **gaps),
    )


def _disguise(action: Action, _facts: Facts) -> tuple[str, str]:
    if action.words[0] == "none":
        return _("You disguise no envoy."), _("{name} disguises no envoy.")
    envoy = of.envoy(action.words[0])
    return (
        _("You disguise the envoy {envoy}, who counts twice.").format(envoy=envoy),
        _filled(_("{name} disguises the envoy {envoy}, who counts twice."), envoy=envoy),
    )


_SENTENCES: dict[str, Words] = {
    "dojo": _dojo,
    "draw": _draw,
    "drop": _drop,
    "learn": _learn,
    "bribe": _bribe,
    "spread": _spread,
    "raid": _raid,
    "play": _play,
    "fail": _fail,
    "switch": _switch,
    "banzai": _banzai,
    "leave": _leave,
    "swap": _swap,
    "refresh": _refresh,
    "keep": _keep,
    "claim": _claim,
    "disguise": _disguise,
}


def question(position: Position) -> str:
    """Return what is asked now."""
    if position.stage == "reward":
        place, clan = position.current_scoring.queue[0][:2]
        words = (
            _("Choose as the second in {clan}: a rumour.")
            if place == 2
            else _("Choose as the first in {clan}: {honour}, or a rumour.")
        )
        return words.format(clan=of.clan(clan), honour=of.honour(honour_of(position, clan)))
    if position.stage == "fight":
        return _("Facing {guards} by {mode}: beat the guard, or give up.").format(
            guards=listed(of.guard(part) for part in position.current_raid.left),
            mode=of.mode(position.current_raid.mode),
        )
    return _(QUESTIONS[position.stage])


def when(round_number: int) -> str:
    """Return how far a game in a round is: "round 3 of 7"."""
    return _("round {round} of {rounds}").format(round=round_number, rounds=LAST_ROUND)


def progress(position: Position, names: Sequence[str]) -> str:
    """Return how far a game is, for a list: "round 3 of 7, Aiko to play"."""
    if position.seat is None:
        return outcome(position, names).rstrip(".")
    name = names[position.seat]
    if position.scoring is not None:
        return _("scoring after round {round}, {name} to choose").format(round=position.scoring.after, name=name)
    return _("round {round} of {rounds}, {name} to play").format(round=position.round, rounds=LAST_ROUND, name=name)


def outcome(position: Position, names: Sequence[str], reader: int | None = None) -> str:
    """Return who has won a finished game, and by what; nothing while it goes on."""
    if position.result is None:
        return ""
    winners = position.result["winners"]
    best = standing(position, winners[0])
    honour = of.honour(best[0])
    if len(winners) > 1:
        shared = listed([names[seat] for seat in winners])
        return _("{names} share the win with {honour}.").format(names=shared, honour=honour)
    winner = winners[0]
    if reader == winner:
        said = _("You win with {honour}.").format(honour=honour)
    else:
        said = _("{name} wins with {honour}.").format(name=names[winner], honour=honour)
    level = [standing(position, seat) for seat in range(position.n) if seat != winner]
    if all(each[0] < best[0] for each in level):
        return said
    reason = (
        _("More envoys break the tie.")
        if all(each[:2] < best[:2] for each in level)
        else _("The oldest envoy breaks the tie.")
    )
    return f"{said} {reason}"


class ScoreLine(NamedTuple):
    """A line of the score sheet, for all seats."""

    label: str
    points: tuple[int, ...]
    reasons: tuple[str, ...]
    """Why each seat has so many; empty where nothing is to explain."""


def score_lines(position: Position, events: Iterable[RecordedEvent] = ()) -> tuple[ScoreLine, ...]:
    """Return the score of all seats as it stands, line by line with the reasons.

    Args:
        events: All that has happened: why each seat has the honour that it won in play.
    """
    seats = range(position.n)
    sheets = [sheet(position, seat) for seat in seats]
    kinds = [rumours_of(position, seat) for seat in seats]
    track = tuple(each["track"] for each in sheets)
    lines = [ScoreLine(_("Honour won in play"), track, _won_in_play(track, events))]
    lines += [
        ScoreLine(
            of.rumour(kind),
            tuple(each[kind] for each in kinds),
            tuple(_why(position, seat, kind) for seat in seats),
        )
        for kind in KINDS
    ]
    lines.append(
        ScoreLine(
            _("Treasures left"),
            tuple(each["treasures"] for each in sheets),
            tuple(of.treasures(player.loot) if player.loot else "" for player in position.players),
        )
    )
    flags = components().flags
    lines.append(
        ScoreLine(
            _("Beaten elite guards"),
            tuple(each["elite"] for each in sheets),
            tuple(
                listed(
                    _("{flag} for {guard}").format(guard=of.guard(guard), flag=flags[guard]) for guard in player.elite
                )
                for player in position.players
            ),
        )
    )
    lines.append(ScoreLine(_("Total"), tuple(each["total"] for each in sheets), ("",) * position.n))
    return tuple(lines)


def _won_in_play(track: Sequence[int], events: Iterable[RecordedEvent]) -> tuple[str, ...]:
    """Say where the honour of each seat is from; nothing where the events don't account for all of it."""
    sources: list[Counter[str]] = [Counter() for _seat in track]
    for event in events:
        verb = (event.action or "").partition(" ")[0]
        if verb in ("bribe", "spread"):
            sources[event.seat][verb] += event.facts.get("honour", 0)
        for award in event.facts.get("awards", ()):
            if award["prize"] == "honour":
                sources[award["seat"]]["take"] += award["honour"]
    words = {"bribe": _("envoys {count}"), "spread": _("rumours {count}"), "take": _("scorings {count}")}
    return tuple(
        listed(words[verb].format(count=source[verb]) for verb in words if source[verb])
        if source.total() == honour and honour
        else ""
        for honour, source in zip(track, sources, strict=True)
    )


def _why(position: Position, seat: int, kind: str) -> str:
    """Say how the rumours of a kind score for a seat."""
    player = position.players[seat]
    cards = sum(rumour.startswith(f"{kind}:") for rumour in player.rumours)
    if not cards:
        return ""
    if kind == "dishonour":
        holders = sum(any(rumour.startswith(kind) for rumour in each.rumours) for each in position.players)
        return _("{cards} at {each} each: {holders}").format(
            cards=ngettext("{count} card", "{count} cards", cards),
            each=dishonour(holders),
            holders=ngettext("{count} player holds such a rumour", "{count} players hold such rumours", holders),
        )
    counted = {
        "warrior": ngettext("{count} beaten elite guard", "{count} beaten elite guards", len(player.elite)),
        "goodwill": ngettext("{count} rumour", "{count} rumours", len(player.rumours)),
        "friends": ngettext("{count} envoy", "{count} envoys", len(player.envoys)),
        "master": ngettext("{count} skill tile", "{count} skill tiles", len(player.tiles)),
    }[kind]
    return _("{cards} ×{multiplier} for {counted}").format(
        cards=ngettext("{count} card", "{count} cards", cards), multiplier=multiplier(cards), counted=counted
    )


def outcome_lines(
    position: Position, names: Sequence[str], reader: int | None = None, events: Iterable[RecordedEvent] = ()
) -> list[str]:
    """Return who has won, then the points of each seat, explained."""
    lines = [outcome(position, names, reader)]
    *parts, total = score_lines(position, events)
    for seat, name in enumerate(names):
        lines.append(_("{name}: {points}").format(name=name, points=total.points[seat]))
        for part in parts:
            if part.reasons[seat]:
                line = _("  {label}: {points} ({reason})")
                lines.append(line.format(label=part.label, points=part.points[seat], reason=part.reasons[seat]))
            elif part.points[seat]:
                lines.append(_("  {label}: {points}").format(label=part.label, points=part.points[seat]))
    return lines
