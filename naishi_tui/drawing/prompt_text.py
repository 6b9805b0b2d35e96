"""What the prompt says: what is asked for, and what Enter would do at the card under the cursor."""

from __future__ import annotations

from typing import NamedTuple

from naishi.game import forecast
from naishi.game.view import PlayerView
from naishi.i18n import Noun, _, ngettext
from naishi.rules.actions import Action, Declare, Decree, Develop, Discard, End, Pass, Recall, Swap
from naishi.rules.legal import Phase
from naishi.rules.territory import HAND, LINE, RIVER, Cell, Zone
from naishi_tui.drawing import card_text
from naishi_tui.keys import Keymap
from naishi_tui.partial_action import PartialAction


class Said(NamedTuple):
    """A sentence, and whether it says why not."""

    text: str
    refused: bool = False


def what_now(view: PlayerView, partial: PartialAction, keymap: Keymap, *, hand_over: bool) -> str:
    """Say what a person at the table is asked for.

    Args:
        view: The game.
        partial: The half-made action.
        keymap: Names the keys.
        hand_over: Whether the keyboard is to be handed over.
    """
    if view.phase is not Phase.PLAY:
        return _("The game is over. Enter: count the points. {undo} takes back.").format(undo=keymap.shown("undo"))
    if view.turn is not None and view.turn != view.seat:
        name = view.names[view.turn]
        if not hand_over:
            return _("It is {name}'s turn.").format(name=name)
        return _("Enter: pass the keyboard to {name}. {undo} takes back.").format(name=name, undo=keymap.shown("undo"))
    if partial != PartialAction():
        return _asked(partial).format(name=view.names[1 - view.seat])
    return _free_choice(view, keymap)


def _free_choice(view: PlayerView, keymap: Keymap) -> str:
    """Say what may be done where nothing has been begun."""
    if view.can(Pass):
        return _("Nothing is left to do: {end} passes.").format(end=keymap.shown("end"))
    if view.bonus:
        return _("Now develop: choose the card to replace.")
    if view.developed:
        return _("Take a bonus ({swap} or {discard}), or end the turn with {end}.").format(
            swap=keymap.shown("swap"), discard=keymap.shown("discard"), end=keymap.shown("end")
        )
    if view.last == view.seat:
        return _("Your last turn! Replace a card, or act at the court.")
    return _("Choose a card to replace, or act at the court.")


def watched(view: PlayerView, keymap: Keymap, *, paused: bool) -> str:
    """Say what somebody can do who watches bots."""
    if view.phase is not Phase.PLAY:
        return _("The game is over. Enter: count the points.")
    if paused:
        return _("Paused. {choose}: go on. {back}: leave.").format(
            choose=keymap.shown("choose"), back=keymap.shown("back")
        )
    return _("{first} plays {second}. {choose}: pause. {faster} and {slower} change the speed.").format(
        first=view.names[0],
        second=view.names[1],
        choose=keymap.shown("choose"),
        faster=keymap.shown("faster"),
        slower=keymap.shown("slower"),
    )


def thinking(name: str, keymap: Keymap, *, undo: bool) -> str:
    """Say that a bot is thinking, and by which key one can undo meanwhile, if one can."""
    if undo:
        return _("{name} is thinking … {undo} takes back.").format(name=name, undo=keymap.shown("undo"))
    return _("{name} is thinking …").format(name=name)


def after_failure(keymap: Keymap, *, undo: bool) -> str:
    """Say what can be done where a bot can't go on."""
    keys = {command: keymap.shown(command) for command in ("retry", "replace_bot", "undo", "back")}
    if undo:
        return _("{retry}: try again. {replace_bot}: another bot. {undo}: undo. {back}: leave.").format(**keys)
    return _("{retry}: try again. {replace_bot}: another bot. {back}: leave.").format(**keys)


def looked_at(view: PlayerView, *, ended: bool) -> str:
    """Say what somebody sees who looks on at a game that is open elsewhere; `ended` where it isn't any more."""
    if view.phase is Phase.OVER:
        return _("The game is over. Enter: count the points.")
    if ended:
        return _("This game is no longer open elsewhere. Enter: open it and play on. Esc: leave.")
    doing = {
        Phase.GIFT: _("{name} chooses a gift. You are looking on, and see no Hand."),
        Phase.PLAY: _("{name} is to act. You are looking on, and see no Hand."),
    }.get(view.phase, _("{name}'s ninja chooses what it copies. You are looking on."))
    return doing.format(name=view.names[view.turn or 0])


def what_here(view: PlayerView, partial: PartialAction, cell: Cell | None, *, hints: bool) -> Said:
    """Say what Enter does at the cell under the cursor, and with `hints` what that changes in the viewer's points.

    A cell of None can't be chosen at all.
    """
    if cell is None or view.turn != view.seat or view.phase is not Phase.PLAY or partial.needs_no_cell:
        return Said("")
    if cell in partial.cells:
        return Said(_("{cell} is chosen. Enter or Esc: choose again.").format(cell=cell))
    if cell not in partial.targets(view.legal_actions):
        waiting = partial == PartialAction() and view.can(End)
        return Said("") if waiting else Said(partial.refusal(cell, view), refused=True)
    action = partial.plus(cell).action(view.legal_actions)
    if action is not None:
        return Said(_would_do(view, action) + (_points(view, action) if hints else ""))
    here = _("Enter: choose {card} at {cell}.").format(card=_name_at(view, cell), cell=cell)
    if hints and partial.kind is Develop:
        here += _what_taking_it_brings(view, cell)
    return Said(here)


def _points(view: PlayerView, action: Action) -> str:
    points = forecast.change(view, action)
    if points is None:
        return ""
    sign = "-" if points < 0 else "+"
    return "  " + ngettext("{sign}{count} point", "{sign}{count} points", abs(points), sign=sign)


def _what_taking_it_brings(view: PlayerView, cell: Cell) -> str:
    line, hand = (forecast.change(view, Develop(row[cell.position])) for row in (LINE, HAND))
    return "  " + _("Line {line:+}, Hand {hand:+}.").format(line=line, hand=hand)


def _asked(partial: PartialAction) -> str:
    if partial.kind is Develop:
        return _("Which of your cards does it replace? Esc: another.")
    if partial.kind is Decree:
        return _("Exchange which card with the one opposite? Esc cancels.")
    if partial.kind is Recall:
        return _("Recall your emissaries? It takes the whole turn. Enter: yes. Esc: no.")
    if partial.kind is Declare:
        return _("Declare the end? {name} plays one last turn. Enter: yes. Esc: no.")
    if partial.kind is Swap:
        return _("Swap it with which card? Esc: another.") if partial.cells else _("Swap which two cards? Esc cancels.")
    return _("And which other? Esc: another.") if partial.cells else _("Discard which two River cards? Esc cancels.")


def _would_do(view: PlayerView, action: Action) -> str:
    match action:
        case Develop(cell=cell):
            return _("Enter: {new} to {cell}, discarding {old}.").format(
                new=_name_at(view, RIVER[cell.position]), cell=cell, old=_name_at(view, cell)
            )
        case Decree(cell=cell):
            theirs = view.theirs.card(cell) if cell.zone is Zone.LINE else None
            return _("Enter: give {mine} for {theirs} at {cell}.").format(
                mine=_name_at(view, cell),
                theirs=Noun.plain(_("the hidden card")) if theirs is None else card_text.name(theirs),
                cell=cell,
            )
        case Swap(first=first, second=second):
            return _("Enter: swap {one} at {first} and {other} at {second}.").format(
                one=_name_at(view, first), first=first, other=_name_at(view, second), second=second
            )
        case Discard(first=first, second=second):
            return _("Enter: discard {one} and {other}.").format(
                one=_name_at(view, first), other=_name_at(view, second)
            )
        case _:
            return ""


def _name_at(view: PlayerView, cell: Cell) -> Noun:
    card = view.river[cell.position].top if cell.zone is Zone.RIVER else view.mine.card(cell)
    return card_text.name(card) if card is not None else Noun.plain(_("empty"))
