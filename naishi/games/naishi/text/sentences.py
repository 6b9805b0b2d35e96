"""Actions, events and advice in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from naishi.common.i18n import N_, NaishiError, Noun, _, listed, percent
from naishi.games.naishi.game.turns import TurningPoint, without_turn_ends
from naishi.games.naishi.game.view import Event, PlayerView
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import RIVER, Card, Cell
from naishi.games.naishi.rules.scoring import Outcome, Termination


class ActionWords(NamedTuple):
    """What is said of a kind of action, in English, with the gaps that `gaps` fills."""

    yours: str
    """That the reader has done it."""
    theirs: str
    """That a player has done it."""
    short: str
    """That it is done, in the fewest words: two of them fit into a line of 58 characters."""
    planned: str
    """What it would do."""
    advised: str
    """That it would be good."""
    brief: str = ""
    """What it would do, in fewer words, where there are any."""
    to_you: str = ""
    """That the reader's opponent has done it, where that is another sentence."""


_PLACE = N_("Place {new} at {cell}, discarding {old}: {chance} to win.")
_SWAP = N_("Swap {one} at {first} with {two} at {second}: {chance} to win.")
_RECALL = N_("Recall your emissaries: {chance} to win.")
_COPY = N_("ninja at {cell} copies {card:a}")
_COPY_BY_LEGEND = N_("Legendary Ninja at {cell}: the opponent's {card:bare}")

_WORDS: Mapping[type[actions.Action], ActionWords] = {
    actions.Give: ActionWords(
        N_("You gave {other} {one:a}."),
        N_("{name} gave {other} {one:a}."),
        N_("gift: {one:a}"),
        N_("give {card:a}"),
        N_("Give {card:a} away: {chance} to win."),
    ),
    actions.Develop: ActionWords(
        N_("You placed {two} at {cell}, discarding {one}."),
        N_("{name} placed {two} at {cell}, discarding {one}."),
        N_("{two} to {cell} for {one}"),
        N_("{two} to {cell} for {one}"),
        _PLACE,
    ),
    actions.Swap: ActionWords(
        N_("You swapped {one} at {first} with {two} at {second}."),
        N_("{name} swapped {one} at {first} with {two} at {second}."),
        N_("swap {one} {first}, {two} {second}"),
        N_("swap {one} {first}, {two} {second}"),
        _SWAP,
    ),
    actions.Discard: ActionWords(
        N_("You discarded {one} and {two} from the River."),
        N_("{name} discarded {one} and {two} from the River."),
        N_("discard {one}, {two}"),
        N_("discard {one} {first}, {two} {second}"),
        N_("Discard {one} and {two}: {chance} to win."),
    ),
    actions.Decree: ActionWords(
        N_("You imposed the decree at {cell}, exchanging {one} for {two}."),
        N_("{name} imposed the decree at {cell}, exchanging {one} for {two}."),
        N_("decree at {cell}, {one} for {two}"),
        N_("decree at {cell}, {one} for {two}"),
        N_("Decree at {cell}, giving {card}: {chance} to win."),
    ),
    actions.Copy: ActionWords(
        N_("Your ninja at {cell} copies {card:a}."),
        N_("{name}'s ninja at {cell} copies {card:a}."),
        _COPY,
        _COPY,
        N_("Copy {card:a} at {cell}: {chance} to win."),
    ),
    actions.Recall: ActionWords(
        N_("You recalled your emissaries."),
        N_("{name} recalled their emissaries."),
        N_("recall of emissaries"),
        N_("recall your emissaries"),
        _RECALL,
    ),
    actions.Declare: ActionWords(
        N_("You declared the end."),
        N_("{name} declared the end."),
        N_("declaration of the end"),
        N_("declare the end"),
        N_("Declare the end: {chance} to win."),
    ),
    actions.End: ActionWords(
        N_("You ended your turn."),
        N_("{name} ended their turn."),
        N_("end of turn"),
        N_("end the turn"),
        N_("End your turn: {chance} to win."),
    ),
    actions.Pass: ActionWords(
        N_("You passed."),
        N_("{name} passed."),
        N_("pass"),
        N_("pass"),
        N_("Pass: {chance} to win."),
    ),
    actions.UseExchange: ActionWords(
        N_("{traveller}: you exchanged {one} at {first} and {two} at {second}."),
        N_("{traveller}: {name} exchanged {one} at {first} and {two} at {second}."),
        N_("exchange {one} {first}, {two} {second}"),
        N_("{traveller}: exchange {one} {first}, {two} {second}"),
        _SWAP,
        brief=N_("{traveller}: exchange {first}, {second}"),
    ),
    actions.UseRecall: ActionWords(
        N_("{traveller}: you recalled your emissaries."),
        N_("{traveller}: {name} recalled their emissaries."),
        N_("{traveller}: emissaries recalled"),
        N_("{traveller}: recall your emissaries"),
        _RECALL,
    ),
    actions.UseDevelop: ActionWords(
        N_("{traveller}: you placed {two} at {cell}, discarding {one}."),
        N_("{traveller}: {name} placed {two} at {cell}, discarding {one}."),
        N_("{traveller}: {two} to {cell} for {one}"),
        N_("{traveller}: {two} to {cell} for {one}"),
        _PLACE,
        brief=N_("{traveller}: {card} to {cell}"),
    ),
    actions.Skip: ActionWords(
        N_("You left unused: {effects}."),
        N_("{name} left unused: {effects}."),
        N_("unused: {effects}"),
        N_("use no more effects"),
        N_("Use no effect: {chance} to win."),
    ),
}

_HIDDEN: Mapping[type[actions.Action], ActionWords] = {
    actions.Swap: _WORDS[actions.Swap]._replace(
        yours=N_("You swapped {first} and {second}, face down."),
        theirs=N_("{name} swapped {first} and {second}, face down."),
        short=N_("swap {first} and {second}, face down"),
    ),
    actions.UseExchange: _WORDS[actions.UseExchange]._replace(
        yours=N_("{traveller}: you exchanged {first} and {second}, face down."),
        theirs=N_("{traveller}: {name} exchanged {first} and {second}, face down."),
        short=N_("exchange {first} and {second}, face down"),
    ),
}
"""Where the reader saw neither card."""
_BLIND_DECREE = _WORDS[actions.Decree]._replace(planned=N_("decree at {cell}, giving {card}"))
"""What it brings is hidden."""
_DISCARD_ALIKE = _WORDS[actions.Discard]._replace(
    yours=N_("You discarded two {one:plural} from the River."),
    theirs=N_("{name} discarded two {one:plural} from the River."),
    short=N_("discard two {one:plural}"),
    advised=N_("Discard two {one:plural}: {chance} to win."),
)
_LEGEND = _WORDS[actions.Copy]._replace(
    yours=N_("Your Legendary Ninja at {cell} copies your opponent's {card:bare}."),
    theirs=N_("{name}'s Legendary Ninja at {cell} copies their opponent's {card:bare}."),
    short=_COPY_BY_LEGEND,
    planned=_COPY_BY_LEGEND,
    to_you=N_("{name}'s Legendary Ninja at {cell} copies your {card:bare}."),
)
"""It copies a card of the opponent."""


def words_for(action: actions.Action, cards: Sequence[Noun]) -> ActionWords:
    """Return the words for an action, and for the cards that the reader sees move, as `Event.cards` has them."""
    kind = type(action)
    if not cards and kind in _HIDDEN:
        return _HIDDEN[kind]
    if kind is actions.Decree and len(cards) == 1:
        return _BLIND_DECREE
    if kind is actions.Discard and len(cards) == 2 and cards[0] == cards[1]:
        return _DISCARD_ALIKE
    if kind is actions.Copy and Card.LEGENDARY_NINJA.noun in cards:
        return _LEGEND
    return _WORDS[kind]


def gaps(action: actions.Action, cards: Sequence[Noun]) -> dict[str, object]:
    """Return what fills the gaps of these words, but for names and chances; `cards` as for `words_for`."""
    cells = [cell.noun for cell in action.cells]
    named: dict[str, object] = {}
    for names in ("one two", "old new", "card", "first second", "cell"):
        named |= zip(names.split(), cells if names in {"first second", "cell"} else cards, strict=False)
    if isinstance(action, actions.Use):
        named["traveller"] = action.traveller.noun
    if isinstance(action, actions.Copy):
        named["card"] = action.card.noun
    if isinstance(action, actions.Skip):
        named["effects"] = listed(cards, conjunction=False)
    return named


def sentence(event: Event, names: Sequence[str], viewer: int | None = None) -> str:
    """Return a sentence about what happened; the viewer's seat is addressed as "you", None stands for the public."""
    if event.action is None:
        return _gift_of_opponent(event, names, viewer)
    cards = [each.noun for each in event.cards]
    words, mine = words_for(event.action, cards), event.seat == viewer
    said = words.yours if mine else (viewer is not None and words.to_you) or words.theirs
    told = _(said).format(name=names[event.seat], other=names[1 - event.seat], **gaps(event.action, cards))
    return f"{told} {_ryokan(event, names, viewer)}".rstrip()


def _ryokan(event: Event, names: Sequence[str], viewer: int | None) -> str:
    if not event.ryokan:
        return ""
    mine, theirs = _("You now have the Ryokan, worth {points}."), _("{name} now has the Ryokan, worth {points}.")
    return (mine if event.seat == viewer else theirs).format(name=names[event.seat], points=event.ryokan)


def sentences(view: PlayerView, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each event, addressed to the viewer; the end of a turn goes without saying."""
    viewer = None if view.public else view.seat
    return (sentence(event, view.names, viewer) for event in without_turn_ends(events))


def in_short(event: Event) -> str:
    if event.action is None:
        return _("gift: {card:a}").format(card=event.cards[0].noun) if event.cards else _("gift chosen")
    cards = [each.noun for each in event.cards]
    told = _(words_for(event.action, cards).short).format(**gaps(event.action, cards))
    return _("{what}, Ryokan {points}").format(what=told, points=event.ryokan) if event.ryokan else told


def result(view: PlayerView, viewer: int | None = None) -> str:
    """Return what ended a finished game, who won and by how much; nothing while the game goes on.

    Args:
        viewer: The seat of the reader, who is addressed as "you"; None where both players read it, or the public.
    """
    if view.outcome is None:
        return ""
    return f"{_what_ended(view, view.outcome, viewer)} {_who_won(view.names, view.outcome, viewer)}"


def _what_ended(view: PlayerView, outcome: Outcome, viewer: int | None) -> str:
    if outcome.termination is Termination.PILES or view.last is None:
        return _("Two River piles ran out.")
    declarer = 1 - view.last
    words = _("You declared the end.") if declarer == viewer else _("{name} declared the end.")
    return words.format(name=view.names[declarer])


def _who_won(names: Sequence[str], outcome: Outcome, viewer: int | None) -> str:
    winner = outcome.winner
    if winner is None:
        return _("A draw at {points} each. Play again!").format(points=outcome.sheets[0].total)
    won, lost = outcome.sheets[winner], outcome.sheets[1 - winner]
    if outcome.by_colours:
        yours, theirs = _("You win on colours, {more}–{fewer}."), _("{name} wins on colours, {more}–{fewer}.")
    elif lost.total < 0:  # a dash before a minus can't be read
        yours, theirs = _("You win, {won} to {lost}."), _("{name} wins, {won} to {lost}.")
    else:
        yours, theirs = _("You win {won}–{lost}."), _("{name} wins {won}–{lost}.")
    words = yours if winner == viewer else theirs
    return words.format(name=names[winner], won=won.total, lost=lost.total, more=won.colours, fewer=lost.colours)


def _gift_of_opponent(event: Event, names: Sequence[str], viewer: int | None) -> str:
    name, other = names[event.seat], names[1 - event.seat]
    if event.cards and viewer is None:
        return _("{name} gave {other} {one:a}.").format(name=name, other=other, one=event.cards[0].noun)
    if event.cards:
        return _("{name} gave you {card:a}.").format(name=name, card=event.cards[0].noun)
    return _("{name} has chosen a gift.").format(name=name)


def hand_stays_hidden() -> str:
    return _("The game isn't over, so that Hand stays hidden.")


def planned(view: PlayerView, action: actions.Action, *, brief: bool = False) -> str:
    """Say what a legal action of the viewer would do.

    Args:
        brief: Whether there is too little room for all cards that an effect moves, and for the Traveller's whole name.
    """
    cards = _cards(view, action)
    words, named = words_for(action, cards), gaps(action, cards)
    if not (brief and isinstance(action, actions.Use)):
        return _(words.planned).format(**named)
    if isinstance(action, actions.UseDevelop):
        named["card"] = named["new"]
    return _(words.brief or words.planned).format(**named | {"traveller": action.traveller.noun.short})


def without_cards(action: actions.Action) -> str:
    """Say what an action would do wherever it is done; the text of one that needs cards to say so."""
    words = words_for(action, ()).planned
    return action.text if "{" in words else _(words)


def advised(view: PlayerView, action: actions.Action, chance: float, error: float) -> str:
    """Advise the viewer to do an action; chance and error of winning then are as for `estimated`."""
    cards, said = _cards(view, action), estimated(chance, error)
    return _(words_for(action, cards).advised).format(chance=said, **gaps(action, cards))


def estimated(chance: float, error: float, decimals: int = 0) -> str:
    """Write a chance as percent; one that isn't certain is never all or nothing.

    Args:
        chance: From 0 to 1.
        error: Its standard error; none if it is certain.
    """
    if error and round(chance, decimals + 2) >= 1:
        return f"> {percent(0.99)}"
    if error and round(chance, decimals + 2) <= 0:
        return f"< {percent(0.01)}"
    return percent(chance, decimals)


def name_at(view: PlayerView, cell: Cell) -> Noun:
    card = view.card(cell)
    return card.noun if card is not None else Noun.plain(_("empty"))


def _cards(view: PlayerView, action: actions.Action) -> list[Noun]:
    """Return the cards that an action would move, as far as the viewer knows them, in the order of `Event.cards`."""
    match action:
        case actions.Give(which=which):
            return [(view.dealt or ())[which - 1].noun]
        case actions.Develop(cell=cell) | actions.UseDevelop(cell=cell):
            return [name_at(view, cell), name_at(view, RIVER[cell.position])]
        case actions.Decree(cell=cell):
            theirs = view.theirs.card(cell)
            return [name_at(view, cell), *([] if theirs is None else [theirs.noun])]
        case _:
            return [name_at(view, cell) for cell in action.cells]


def check_advice_is_on(wanted: bool) -> None:
    """Make sure that the settings want advice. Raises NaishiError: they don't."""
    if not wanted:
        raise NaishiError(_("Advice is off; it can be switched on in the settings."))


def heading(of: TurningPoint) -> str:
    return _("Turning point: round {round}").format(round=of.turn[0].round)


def told_in_short(of: TurningPoint, names: Sequence[str]) -> str:
    return _("{name}: {what}").format(name=names[of.turn[0].seat], what="; ".join(map(in_short, of.turn)))


def balance(of: TurningPoint) -> str:
    words = _("Chances: {balance}") if of.chances else _("Points: {balance}")
    return words.format(balance=bare_balance(of))


def bare_balance(of: TurningPoint) -> str:
    sign = percent(0).removeprefix("0") if of.chances else ""
    below = min(*of.before, *of.after) < 0
    words = _("{left} to {right}") if below else "{left}–{right}"  # a dash before a minus can't be read
    before, after = (words.format(left=f"{one:.0f}", right=f"{two:.0f}") for one, two in (of.before, of.after))
    return f"{before} → {after}{sign}"
