"""Commands and answers at a table of any game."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from contextvars import copy_context
from itertools import groupby, zip_longest
from typing import Any

from naishi.common import i18n
from naishi.common.i18n import InvalidActionError, NaishiError, _, listed, ngettext, pgettext, quoted
from naishi.plain import console
from naishi.plain.console import folded
from naishi.plain.room import MORE, groups_of, rules_text, sections_about, words_of
from naishi.tabletop.game import View
from naishi.tabletop.kinds import GameKind, Level, kind_of
from naishi.tabletop.players import ABSENT, HUMAN, Player

NAMED = 6
"""How many actions a refusal names at most."""
SHORT_LIST = 20
"""Up to so many actions are listed at once; more are only counted by their first word."""


def asking() -> tuple[console.CommandWord, ...]:
    return (
        console.alone("look", _("look"), _("The whole table, a row a line.")),
        console.alone("hand", _("hand"), _("What you hold."), whole=True),
        console.CommandWord(
            "what", _("what"), _("what score"), _("What the table shows of a word; alone: what you can do now.")
        ),
        console.CommandWord(
            "actions",
            pgettext("a command", "actions"),
            _("actions raid"),
            _("What you can do now; actions raid: what begins so. An action is played by typing it."),
        ),
        console.of_key("explain", help_=_("Why an action isn't possible now."), usage=_("why raid 1 stealth")),
        console.alone("last", _("last"), _("What the others have done since you acted last.")),
        console.of_key(
            "log",
            help_=_("Everything that has happened, by rounds; log 3: the last three turns; log Aiko: what names Aiko."),
            usage=_("log 3"),
        ),
        console.alone("score", _("score"), _("The points as they stand, with reasons.")),
        console.alone(
            "players", pgettext("a command", "players"), _("Who plays, and who has to decide now."), whole=True
        ),
    )


def at_table() -> console.Commands:
    own = (
        console.alone("odds", pgettext("a command", "odds"), _("An aid: your chances now, and what they are worth.")),
        console.withdrawing(),
        console.of_key("faster"),
        console.of_key("retry"),
        console.of_key("replace_bot", usage=_("replace beginner")),
        console.viewing(),
        console.of_key("score.replay"),
        console.of_key("score.rematch", help_=_("After the game: play again; everybody moves on by a seat.")),
    )
    return console.by_id(asking(), console.undoing(), own, console.common())


def help_groups() -> dict[str, tuple[str, ...]]:
    return groups_of(
        look=("look", "hand", "what", "score", "odds", "players"),
        act=("actions", "why", "withdraw"),
        back=("last", "log", "undo", "redo", "replay", "side"),
        game=("pause", "continue", "step", "pace", "retry", "replace", "rematch", "takeover"),
        more=MORE,
    )


class TableAnswers:
    """Answers from views of one game."""

    def __init__(self, key: str, players: Sequence[Player] = (), *, you: bool = True) -> None:
        self.kind: GameKind = kind_of(key)
        self._players = players
        self._you = you

    def answer(self, view: View, legal: Sequence[Any] | None, command: str, words: Sequence[str]) -> Iterator[str]:
        """Answer what is asked.

        Args:
            legal: What the viewer can do now, as far as it can be listed; None where a game is only looked at.

        Raises:
            NaishiError: The question makes no sense.
        """
        view = view if legal is not None else view.unable()
        match command:
            case "what" | "look" | "hand" if words or command == "hand":
                yield from self._about(view, " ".join(words) or "hand")
            case "last":
                yield from self.last(view, self.reader(view))
            case "log" if (turns := turns_of(words)) is not None or not words:
                yield from self._log(view, view.events if turns is None else newest_turns(view.events, turns))
            case "log" | "score" | "players" | "odds" if words:
                yield from self.naming(self.answer(view, legal, command, ()), words)
            case "look":
                yield from self.kind.lines(view)
            case "what" | "actions":
                yield from self._actions(view, legal, " ".join(words))
            case "score":
                over = view.result is not None
                yield from self.kind.outcome(view, self.reader(view)) if over else self.kind.lines(view, "score")
            case "odds":
                odds = self.kind.lines(view, "odds")
                yield from odds or (_("There is nothing to reckon in the decision at hand."),)
            case "players":
                yield from self.seats(view, [player.kind for player in self._players])

    def reader(self, view: View) -> int | None:
        """Return the seat that is addressed as "you"; None for nobody."""
        return view.seat if self._you and not view.public else None

    def why(self, view: View, words: Sequence[str], shown: View) -> Iterator[str]:
        """Say why an action isn't possible for a seat now; if it is, what there is to say of it.

        Raises InvalidActionError: it is no action; NaishiError: none is named.
        """
        if not words:
            raise NaishiError(_("Say which action: why, and then its text."))
        action = self.read(" ".join(words), view.legal_actions)
        if refusal := view.refusal(action):
            yield refusal
        else:
            yield _("That is possible now.")
            yield from self.kind.lines(shown, action.text)

    def read(self, typed: str, legal: Sequence[Any]) -> Any:
        """Read an action; of those that are legal, the first letters of the words behind the first one will do.

        Raises InvalidActionError: it is none, or the beginning of several; the text names what is possible.
        """
        english = self.kind.in_english(typed)
        same = [action for action in legal if folded(action.text) in {folded(typed), folded(english)}]
        found = same or [action for action in legal if _abbreviates(typed, action.text)]
        found = found or [action for action in legal if _abbreviates(english, action.text)]
        found = found or [action for action in legal if _abbreviates(typed, self.kind.in_words(action.text))]
        if len(found) == 1:
            return found[0]
        try:
            return self.kind.action(english)
        except InvalidActionError as error:
            verb = folded(english).split()[0]
            likely = found or [each for each in legal if folded(each.text).startswith(f"{folded(english)} ")]
            likely = likely or [each for each in legal if folded(each.text.split()[0]) == verb]
            if not likely:
                raise
            raise InvalidActionError(
                _("{text} is not an action, or not all of one. Possible now: {actions}.").format(
                    text=quoted(typed), actions=_some_of([self.kind.in_words(each.text) for each in likely])
                )
            ) from error

    def action_of(self, words: Sequence[str], legal: Sequence[Any], known: console.Commands) -> Any | None:
        """Return the action that a line means; None where it is a command. Raises InvalidActionError: it is neither."""
        first = folded(words[0])
        if console.is_whole(first, known):
            return None
        try:
            return self.read(" ".join(words), legal)
        except InvalidActionError as error:
            if first in self._verbs(legal):
                raise
            with suppress(i18n.UnknownCommandError):
                console.find(words[0], known)
                return None
            raise InvalidActionError(
                _("{error} Type what for what you can do now, help for the commands.").format(error=error)
            ) from None

    def _verbs(self, legal: Sequence[Any]) -> set[str]:
        """Return the words that actions begin with now, in English and in the language of the moment."""
        texts = {action.text.split()[0]: action.text for action in legal}
        return {folded(each) for verb, text in texts.items() for each in (verb, self.kind.in_words(text).split()[0])}

    def help_on(self, view: View, word: str) -> Iterator[str]:
        typed, listed_so = folded(word), False
        if not view.public and view.seat in view.awaited:
            question = self.kind.lines(view)[0]
            listed_so = typed in self._verbs(view.legal_actions)
            if listed_so or typed in words_of(question):
                yield question
            if listed_so:
                yield from self._actions(view, view.legal_actions, word)
        if not view.public and not listed_so:
            yield from self._typed_with(view, word)
        yield from rules_text(sections_about(self.kind.rules(), word))

    def is_in_an_action(self, view: View, word: str) -> bool:
        """Whether a word is one of those that actions are typed with."""
        return any(self._typed_with(view, word))

    def _typed_with(self, view: View, word: str) -> Iterator[str]:
        """Yield the lines on typing that have a word, in the language of the moment or in that of the actions."""
        typed, english = folded(word), copy_context()
        english.run(i18n.use, i18n.load(i18n.ENGLISH))
        sources = english.run(self.kind.lines, view, "typing")
        for line, source in zip_longest(self.kind.lines(view, "typing"), sources, fillvalue=""):  # a glossary has none
            if typed in words_of(line) or typed in words_of(source):
                yield line

    def typing(self, view: View) -> Iterator[str]:
        yield _("An action is typed as its text, with no command before it.")
        if not view.public:
            yield from self.kind.lines(view, "typing")

    def _about(self, view: View, question: str) -> Sequence[str]:
        found = self.kind.lines(view, question)
        if not found:
            raise NaishiError(_("The table shows nothing of {word}.").format(word=quoted(question)))
        return found

    @staticmethod
    def naming(lines: Iterable[str], words: Sequence[str]) -> Sequence[str]:
        """Return the lines that name some words; all of them for no words. Raises NaishiError: none does."""
        about = " ".join(words)
        if found := [line for line in lines if folded(about) in folded(line)]:
            return found
        raise NaishiError(_("The table shows nothing of {word}.").format(word=quoted(about)))

    def _actions(self, view: View, legal: Sequence[Any] | None, beginning: str) -> Iterator[str]:
        texts = [self.kind.in_words(action.text) for action in legal or ()]
        english = self.kind.in_english(beginning)
        found = [
            text
            for action, text in zip(legal or (), texts, strict=True)
            if folded(text).startswith(folded(beginning)) or folded(action.text).startswith(folded(english))
        ]
        if not beginning:
            yield self.kind.lines(view)[0]
            yield from self.kind.lines(view, "now")
        if legal is None:
            return
        short = [*in_ranges(found)]
        if not texts and view.awaited:
            yield _("There is no list of actions now; why and an action says whether it is possible.")
        elif beginning and not found:
            raise NaishiError(_("No action begins with {text} now.").format(text=quoted(beginning)))
        elif beginning or len(short) <= SHORT_LIST:
            yield from (_("{action}.").format(action=text) for text in short)
        else:
            for verb, group in groupby(found, lambda text: text.split()[0]):
                texts = [*group]
                yield (
                    _("{action}.").format(action=texts[0])
                    if len(texts) == 1
                    else ngettext(
                        "{count} action begins with {verb}; to hear it: actions {verb}.",
                        "{count} actions begin with {verb}; to hear them: actions {verb}.",
                        len(texts),
                        verb=verb,
                    )
                )

    def last(self, view: View, me: int | None) -> Iterator[str]:
        """Say what the others have done since a seat acted last; for None, what the newest turn was."""
        events = [*view.events]
        if me is None:
            events = newest_turns(events, 1)
        else:
            while events and events[-1].seat == me:
                events.pop()
            own = [number for number, event in enumerate(events, 1) if event.seat == me]
            events = events[own[-1] if own else 0 :]
        if not events:
            yield _("Nothing has happened yet.") if me is None else _("The others haven't done anything yet.")
        for event in events:
            yield from self.sentences(view, event)

    def _log(self, view: View, events: Sequence[Any]) -> Iterator[str]:
        before = None
        for event in events:
            if event.round != before:
                before = event.round
                yield _("{title}.").format(title=i18n.sentence_case(self.kind.when(before)))
            yield from self.sentences(view, event)
        if before is None:
            yield _("Nothing has happened yet.")

    def sentences(self, view: View, event: Any) -> Sequence[str]:
        return self.kind.sentences(event, view.names, self.reader(view))

    def decision(self, view: View, event: Any) -> str:
        """Say what was decided, without what followed from it."""
        return self.sentences(view, event)[0]

    def seats(self, view: View, kinds: Sequence[str]) -> Iterator[str]:
        """Say who plays, and who has to decide now."""
        levels = {level.kind: level.words for level in self.kind.levels()}
        known = {HUMAN: _("a person"), ABSENT: _("has left the game"), **levels}
        for name, kind in zip(view.names, kinds, strict=True):
            yield _("{name}: {what}.").format(name=name, what=known.get(kind, kind))
        if view.awaited:
            names = listed(view.names[seat] for seat in view.awaited)
            yield _("To decide now: {names}.").format(names=names)


def turns_of(words: Sequence[str]) -> int | None:
    """Return the number that is all that was typed behind a command, a number of turns; None for anything else."""
    return int(words[0][:6]) if len(words) == 1 and words[0].isdecimal() else None


def newest_turns(events: Sequence[Any], count: int) -> list[Any]:
    """Return the events of the newest turns: what a seat did in a round while no other one acted is a turn."""
    turns = [[*group] for _who, group in groupby(events, lambda event: (event.seat, event.round))]
    return [event for turn in turns[max(0, len(turns) - count) :] for event in turn]


def in_ranges(texts: Sequence[str]) -> Iterator[str]:
    """Name actions once that differ in a number at the end alone: "move Kii Ise 1 to 4, one number"."""
    for start, group in groupby(texts, lambda text: text.rpartition(" ")[0]):
        alike = [*group]
        numbers = [text.rpartition(" ")[2] for text in alike]
        last = len(alike) - 1
        if last > 0 and numbers[0].isdecimal() and numbers == [f"{int(numbers[0]) + each}" for each in range(last + 1)]:
            words = _("{action}, or {last}") if last == 1 else _("{action} to {last}, one number")
            yield words.format(action=f"{start} {numbers[0]}", last=numbers[-1])
        else:
            yield from alike


def _abbreviates(typed: str, text: str) -> bool:
    """Return whether what is typed gives the first letters of each word of an action, and its first word whole.

    Numbers, and codes that have one, are typed whole: a 1 is not the beginning of 12.
    """
    short, whole = (folded(each).replace("_", " ").split() for each in (typed, text))
    return len(short) == len(whole) > 1 and all(
        own == word or (number > 0 and word.startswith(own) and not any(letter.isdigit() for letter in own))
        for number, (own, word) in enumerate(zip(short, whole, strict=True))
    )


def _some_of(texts: Sequence[str]) -> str:
    if len(texts) <= NAMED:
        return "; ".join(texts)
    return ngettext(
        "{texts}; and {count} more", "{texts}; and {count} more", len(texts) - NAMED, texts="; ".join(texts[:NAMED])
    )


def level_of(kind: GameKind, typed: str) -> str | None:
    wanted = folded(typed.strip())
    return next((each.kind for each in kind.levels() if wanted in {folded(each.kind), folded(each.words)}), None)


def bot_of(kind: GameKind, typed: str) -> Level | None:
    """Find the bot of a kind of game that a word means, those that other packages add included; None for a name."""
    from naishi.bots.registry import names  # noqa: PLC0415 - most words are levels

    wanted, own = folded(typed.strip()), level_of(kind, typed)
    if own is not None:
        return next(level for level in kind.levels() if level.kind == own)
    installed = (name for name in names(kind.key) if name not in kind.bots() and folded(name) == wanted)
    return next((Level(name, name, name) for name in installed), None)
