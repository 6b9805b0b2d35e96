"""Prompt texts of Naishi's table, and advice."""

from collections.abc import Collection
from typing import NamedTuple

from naishi.common.i18n import Noun, _, listed, ngettext, number
from naishi.games.naishi.game import turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import HAND, LINE, RIVER, Cell, Phase, Zone
from naishi.games.naishi.text.sentences import advised, name_at
from naishi.sessions.participant import Ask
from naishi.settings.keymap import KEY
from naishi_tui.games.naishi.partial_action import PartialAction
from naishi_tui.widgets.text_rows import PromptLine


def instruction(view: PlayerView, partial: PartialAction, allowed: Collection[Ask]) -> str:
    can_undo = Ask.UNDO in allowed
    if view.phase is Phase.COPY:
        return _("The last turn is over. {key:choose}: reveal the Hands, then ninjas copy.").format(key=KEY)
    if view.phase is not Phase.PLAY:
        words = _("The game is over. {key:choose}: count the points.")
        if can_undo:
            words = _("The game is over. {key:choose}: count the points. {key:undo}: undo.")
        return words.format(key=KEY)
    if view.turn is not None and view.turn != view.seat:
        words = _("It is {name}'s turn.")
        if Ask.HAND_OVER in allowed and can_undo:
            words = _("{key:choose}: pass the keyboard to {name}. {key:undo}: undo.")
        elif Ask.HAND_OVER in allowed:
            words = _("{key:choose}: pass the keyboard to {name}.")
        elif view.pending:  # for them, a card of the River isn't turned up yet
            words = _("{name} may use an effect: {cards}.")
        effects = listed((card.noun for card in view.pending), conjunction=False)
        return words.format(key=KEY, name=view.names[view.turn], cards=effects)
    return _asked(view, partial) if partial != PartialAction() else _free_choice(view)


def _free_choice(view: PlayerView) -> str:
    if view.can(actions.Pass):
        return _("No legal move. {key:end}: pass.").format(key=KEY)
    if view.bonus:
        return _("Now develop: choose a card to replace.")
    if view.developed:
        return _("Take a bonus ({key:swap} or {key:discard}), or end your turn ({key:end}).").format(key=KEY)
    if view.last == view.seat:
        return _("Your last turn! Develop, or act at court.")
    return _("Develop (choose a card to replace), or act at court.")


def way_on(view: PlayerView, partial: PartialAction, *, advice: bool) -> str:
    """Name the one key that helps someone who seems stuck."""
    if view.pending and not partial.cells:
        return _("{key:end}: use no effect.").format(key=KEY)
    if partial != PartialAction():
        return _("{key:back}: choose something else.").format(key=KEY)
    if view.can(actions.End):
        return _("{key:end}: end your turn.").format(key=KEY)
    if advice:
        return _("{key:advice}: ask for advice.").format(key=KEY)
    return _("{key:rules}: the keys and the rules.").format(key=KEY)


def follow_advice() -> str:
    return _("{key:advice}: do it. {key:back}: no.").format(key=KEY)


def watched(view: PlayerView, *, paused: bool) -> str:
    if view.phase is Phase.COPY:
        return _("The last turn is over. {key:watch.pause}: reveal the Hands, then ninjas copy.").format(key=KEY)
    if view.phase is not Phase.PLAY:
        return _("The game is over. {key:watch.pause}: count the points.").format(key=KEY)
    if paused:
        return _("Paused. {key:watch.pause}: go on. {key:watch.step}: one action.").format(key=KEY)
    first, second = view.names
    return _("{first} plays {second}. {key:watch.pause}: pause.").format(key=KEY, first=first, second=second)


def looked_at(view: PlayerView, *, ended: bool) -> str:
    """Say what a spectator of a game that is open elsewhere can do; `ended` where it isn't any more."""
    if view.phase is Phase.OVER:
        return _("The game is over. {key:choose}: count the points.").format(key=KEY)
    if ended:
        words = _("This game is no longer open elsewhere. {key:choose}: play on here. {key:back}: leave.")
        return words.format(key=KEY)
    doing = {
        Phase.GIFT: _("Gifts are being chosen. You are watching and see neither Hand."),
        Phase.PLAY: _("It is {name}'s turn. You are watching and see neither Hand."),
    }.get(view.phase, _("{name}'s ninja is choosing what to copy. You are watching."))
    return doing.format(name=view.names[view.turn or 0])


def cursor_help(view: PlayerView, partial: PartialAction, cell: Cell | None, *, hints: bool) -> PromptLine:
    """Say what Enter does at the cell under the cursor, and with `hints` what that changes in the viewer's points.

    A cell of None can't be chosen at all.
    """
    to_be_confirmed = partial.action(view.legal_actions) is not None
    if cell is None or view.turn != view.seat or view.phase is not Phase.PLAY or to_be_confirmed:
        return PromptLine("")
    if cell in partial.cells:
        return PromptLine(_("{cell} is chosen. {key:back}: choose again.").format(key=KEY, cell=cell.noun))
    if cell not in partial.targets(view.legal_actions):
        waiting = partial == PartialAction() and view.can(actions.End)
        return PromptLine("") if waiting else PromptLine(partial.refusal(cell, view), refused=True)
    action = partial.plus(cell).action(view.legal_actions)
    brings = ""
    if action is not None:
        here = _would_do(view, action)
        exchanged = action.cells if isinstance(action, actions.Swap | actions.UseExchange) else ()
        if exchanged and len({name_at(view, each) for each in exchanged}) == 1:
            brings = _("They are the same.")
        elif hints and (points := turns.change(view, action)) is not None:
            sign = "-" if points < 0 else "+"
            brings = ngettext("{sign}{count} point", "{sign}{count} points", abs(points), sign=sign)
    else:
        here = _("{key:choose}: choose {card} at {cell}.").format(key=KEY, card=name_at(view, cell), cell=cell.noun)
        if hints and partial.kind in {actions.Develop, actions.UseDevelop}:
            line, hand = (turns.change(view, actions.Develop(row[cell.position])) for row in (LINE, HAND))
            brings = _("Line {line:+}, Hand {hand:+}.").format(line=line, hand=hand)
    return PromptLine(f"{here}  {brings}".rstrip())


def _asked(view: PlayerView, partial: PartialAction) -> str:
    if partial.traveller is not None and not partial.cells:
        return _effect_asked(view, partial)
    if partial.kind is actions.Decree:
        return _decree_asked(view, partial)
    words = {
        actions.Recall: _("Recall your emissaries? That takes your whole turn. {key:choose}: yes. {key:back}: no."),
        actions.Declare: _("Declare the end? {name} plays one last turn. {key:choose}: yes. {key:back}: no."),
        actions.UseExchange: _("Exchange it with which card? {key:back}: choose again."),
        actions.Swap: _("Swap which two cards? {key:back}: cancel."),
        actions.Discard: _("Discard which two River cards? {key:back}: cancel."),
    }
    if partial.cells:
        words[actions.Swap] = _("Swap it with which card? {key:back}: choose again.")
        words[actions.Discard] = _("And which other? {key:back}: choose again.")
    asked = words.get(partial.kind, _("Which of your cards does it replace? {key:back}: choose again."))
    return asked.format(key=KEY, name=view.names[1 - view.seat])


def _effect_asked(view: PlayerView, partial: PartialAction) -> str:
    """Ask for the first card that an effect needs, or whether to use one that needs none. The other key uses none."""
    words = {
        actions.UseExchange: _("{traveller}: exchange which two cards? {key:end}: none."),
        actions.UseDevelop: _("{traveller}: develop once more, or not ({key:end})."),
        actions.UseRecall: _("{traveller}: recall your emissaries? {key:choose}: yes. {key:end}: no."),
    }
    if len(view.pending) > 1:
        words = {
            actions.UseExchange: _("{traveller}: exchange which two cards? {key:end}: no effect at all."),
            actions.UseDevelop: _("{traveller}: develop once more? {key:end}: no effect at all."),
            actions.UseRecall: _(
                "{traveller}: recall your emissaries? {key:choose}: yes. {key:end}: no effect at all."
            ),
        }
    return words[partial.kind].format(key=KEY, traveller=partial.traveller.noun if partial.traveller else "")


def _decree_asked(view: PlayerView, partial: PartialAction) -> str:
    if not partial.cells:
        return _("Exchange which card with the one opposite? {key:back}: cancel.").format(key=KEY)
    mine, theirs = _exchanged(view, partial.cells[0])
    words = _("Give {mine} for {theirs}? Only once per game. {key:choose}: yes. {key:back}: no.")
    return words.format(key=KEY, mine=mine, theirs=theirs)


def _exchanged(view: PlayerView, cell: Cell) -> tuple[Noun, Noun]:
    theirs = view.theirs.card(cell) if cell.zone is Zone.LINE else None
    return name_at(view, cell), Noun.plain(_("the hidden card")) if theirs is None else theirs.noun


def _would_do(view: PlayerView, action: actions.Action) -> str:
    match action:
        case actions.Develop(cell=cell) | actions.UseDevelop(cell=cell):
            new, old = name_at(view, RIVER[cell.position]), name_at(view, cell)
            words = _("{key:choose}: {new} to {cell}, discarding {old}.")
            return words.format(key=KEY, new=new, cell=cell.noun, old=old)
        case actions.Decree(cell=cell):
            mine, theirs = _exchanged(view, cell)
            words = _("{key:choose}: give {mine} for {theirs} at {cell}.")
            return words.format(key=KEY, mine=mine, theirs=theirs, cell=cell.noun)
        case actions.Swap(first=first, second=second) | actions.UseExchange(first=first, second=second):
            one, two = name_at(view, first), name_at(view, second)
            words = _("{key:choose}: swap {one} at {first} with {two} at {second}.")
            return words.format(key=KEY, one=one, first=first.noun, two=two, second=second.noun)
        case actions.Discard(first=first, second=second):
            one, two = name_at(view, first), name_at(view, second)
            alike, words = _("{key:choose}: discard two {one:plural}."), _("{key:choose}: discard {one} and {two}.")
            return (alike if one == two else words).format(key=KEY, one=one, two=two)
        case _:
            return ""


def seen_in_a_replay(view: PlayerView, *, hands_open: bool) -> str:
    if view.public:
        return _("replay: what everyone sees")
    if hands_open:
        return _("replay: both Hands")
    return _("replay: what {name} knows").format(name=view.names[view.seat])


class Advice(NamedTuple):
    """The best action."""

    sentence: str
    reasons: tuple[str, ...]
    """What speaks for it, each in a sentence."""
    best: actions.Action | None

    def line(self, after: str = "") -> PromptLine:
        return PromptLine("" if self.reasons else after, reasons=self.reasons, after=after)


def first_look(view: PlayerView) -> str:
    """Say what seems best at first sight, while the full answer is worked out; empty where that is as quick.

    Raises BotNotReadyError: the bot's weights are missing or damaged.
    """
    from naishi.games.naishi.analysis import choices

    if choices.deepest(view) is not None or (found := choices.first_look(view)) is None:
        return ""
    words, bar = _("{advice} At first sight, ± {bar}; looking closer …"), number(100 * choices.BAR * found.error)
    return words.format(advice=advised(view, found.action, found.win_chance, found.error), bar=bar)


def advise(view: PlayerView) -> Advice:
    """Ask for the best action, in words; takes a moment, so call it from a thread.

    Raises BotNotReadyError: the bot's weights are missing or damaged.
    """
    from naishi.games.naishi.analysis import choices, reasons

    deeper = choices.deepest(view)
    if not (found := choices.advise(view, weighed=deeper.choices if deeper is not None else ())):
        return Advice(_("There is nothing to choose."), (), None)
    best = found[0]
    why = reasons.sentences(best.reasons, view.names[1 - view.seat], view.names[view.seat])
    return Advice(advised(view, best.action, best.win_chance, best.error), why, best.action)
