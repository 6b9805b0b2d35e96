"""Rooms of line mode, what they share, and the settings in each."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from naishi.common import i18n
from naishi.common.i18n import NaishiError, UnknownCommandError, _, listed, naming_nearest, pgettext, quoted, reason
from naishi.plain.console import (
    BYTE_ORDER_MARK,
    Commands,
    CommandWord,
    Console,
    alone,
    find,
    folded,
    is_of_home,
    with_our_digits,
    words_beginning,
)
from naishi.sessions import Participant
from naishi.settings.schema import Layers, kinds
from naishi.tabletop.kinds import Section, keys, kind_of
from naishi.tabletop.pins import PinAttempts
from naishi.tabletop.players import Player

if TYPE_CHECKING:
    from naishi.saves import Saves
    from naishi.settings.schema import Settings
    from naishi.tabletop.game import View

OWN: Mapping[str, Mapping[str, str]] = {
    "naishi": {
        "new": "naishi.plain.naishi.new_game:new_game",
        "against bot": "naishi.plain.naishi.new_game:against_bot",
        "play": "naishi.plain.naishi.game:PlainGame",
        "watch": "naishi.plain.naishi.game:PlainWatching",
        "spectate": "naishi.plain.naishi.game:PlainSpectating",
        "saved replay": "naishi.plain.naishi.home:replay_room",
        "printed": "naishi.plain.naishi.printed:shown",
        "printed for the ear": "naishi.plain.naishi.printed_spoken:shown",
        "reply": "naishi.plain.naishi.objects:Reply",
        "state": "naishi.plain.naishi.objects:state_of",
        "home": "naishi.plain.naishi.home:NaishiHome",
        "lines": "naishi.plain.naishi.match:NaishiLines",
        "replay": "naishi.plain.naishi.lobby:replay_room",
        "lobby": "naishi.plain.naishi.lobby:NaishiLobby",
        "terms": "naishi.plain.naishi.new_game:expansion_among",
        "action": "naishi.plain.naishi.parsing:action_of",
        "words": "naishi.plain.naishi.answers:typed",
    }
}
"""By the key of the kind and by what it is: `module:name`."""


def own(key: str, part: str) -> Any:
    """Return something that a kind of game has of its own, imported when first asked for; None where it has none."""
    place = OWN.get(key, {}).get(part)
    return None if place is None else resolve_name(place)


CHOSEN = (
    *("theme", "ascii", "animations", "hints", "memory_aid", "handover"),
    *("pace", "bell", "advice", "nudges", "plain", "language"),
)
"""The settings that can be changed at home."""


@dataclass(kw_only=True)
class Context:
    """Where line mode reads and writes, and the settings as they are now."""

    console: Console
    layers: Layers
    offered: tuple[str, ...] = CHOSEN
    """The settings that can be changed here."""
    pin_attempts: PinAttempts = field(default_factory=PinAttempts)
    """The wrong PINs so far, in whichever game."""

    @property
    def settings(self) -> "Settings":
        return self.layers.effective


@dataclass(kw_only=True)
class HomeContext(Context):
    """The same at home, where the games are files."""

    saves: "Saves"
    unsaved: bool = False
    """Whether a game was played that couldn't be saved in its folder."""


ON_THE_SCREEN = frozenset({"theme", "pictures", "animations", "nudges"})
"""Settings that change nothing in lines."""


def names() -> dict[str, str]:
    return {
        "theme": _("theme"),
        "ascii": pgettext("a setting", "ascii"),
        "pictures": _("pictures"),
        "animations": _("animations"),
        "hints": pgettext("a setting", "hints"),
        "memory_aid": _("memory aid"),
        "handover": _("handover"),
        "pace": _("pace"),
        "bell": _("bell"),
        "notice": pgettext("a setting", "notice"),
        "advice": _("advice"),
        "nudges": _("nudges"),
        "plain": pgettext("a setting", "plain"),
        "language": _("language"),
    }


def setting_lines(layers: Layers, offered: Sequence[str]) -> Iterator[str]:
    """Each setting that means something in lines: its value, the others that it may have, and what it is for.

    Those that only the screen follows are named at the end.
    """
    for name in offered:
        if name in ON_THE_SCREEN:
            continue
        kind, value = kinds()[name], _word(getattr(layers.effective, name))
        words = _("{name}: {value} (of {values}). {help}") if kind.values else _("{name}: {value}. {help}")
        values = listed(map(_word, kind.values), conjunction=False)
        yield words.format(name=names()[name], value=value, values=values, help=_(kind.help))
    if there := [names()[name] for name in offered if name in ON_THE_SCREEN]:
        yield _("For the screen alone: {names}.").format(names=listed(there, conjunction=False))


def _word(value: object) -> str:
    words: dict[object, str] = {
        True: _("on"), False: _("off"), "": _("automatic"), "off": _("off"),
        "instant": _("instant"), "quick": _("quick"), "relaxed": _("relaxed"),
        "bell": _("bell"), "notification": _("notification"), "title": pgettext("of a window", "title"),
        "always": _("always"), "never": _("never"), "turn": pgettext("when the bell rings", "turn"),
        "dark": _("dark"), "light": _("light"), "colour-blind": _("colour-blind"), "terminal": _("terminal"),
    }  # fmt: skip
    return words.get(value, str(value))


async def set_setting(layers: Layers, words: Sequence[str], offered: Sequence[str] = CHOSEN) -> Layers:
    """Change a setting for now and for the next time.

    Raises NaishiError: there is no such setting or value, or the file can't be written.
    """
    from naishi.settings.check import check_all  # noqa: PLC0415 - pydantic's model of them is not needed before

    if (without_value := _name(words)) in offered and without_value is not None:
        raise NaishiError(_values_of(without_value))
    name, value = _name(words[:-1]), words[-1] if words else ""
    if name is None or name not in offered:
        known = [names()[each] for each in offered]
        said = _("Say which setting, and its value: set hints off. The settings are: {names}.")
        error = NaishiError(said.format(names=listed(known, conjunction=False)))
        typed = (_plain(" ".join(words[:-1])), _plain(" ".join(words)))
        raise naming_nearest(error, typed, {_plain(each): each for each in known})
    good, faults = check_all({name: value_of(name, value)}, {})
    if faults:
        raise NaishiError(_values_of(name))
    if name == "language":
        if not_here := i18n.unknown(value):
            raise NaishiError(not_here)
        i18n.switch(i18n.load(i18n.negotiate(value)))
    layers = layers.choose(name, good[name])
    try:
        await layers.write(name)
    except OSError as error:
        raise NaishiError(_("Couldn't write the settings: {why}.").format(why=reason(error))) from None
    return layers


def _values_of(name: str) -> str:
    if values := _possible(name):
        words, known = _("{name} must be one of: {values}."), listed(map(_word, values), conjunction=False)
        return words.format(name=names()[name], values=known)
    return _("{name} must be a language code, such as en or pt_BR.").format(name=names()[name])


def _possible(name: str) -> tuple[str | bool, ...]:
    return (True, False) if kinds()[name].type is bool else kinds()[name].values


def _name(words: Sequence[str]) -> str | None:
    typed = _plain(" ".join(words))
    return next((name for name, here in names().items() if typed in {_plain(name), _plain(here)}), None)


def _plain(name: str) -> str:
    return folded(name).replace("_", " ").replace("-", " ")


def value_of(name: str, typed: str) -> str | bool:
    """Read a value of a setting, in English or in the language of the moment; what is none stays as it was typed."""
    english: dict[str | bool, str] = {True: "on", False: "off"}
    for value in _possible(name):
        if folded(typed) in {folded(_word(value)), english.get(value, str(value))}:
            return value
    return typed


class Room(ABC):
    """Reads lines and does what they say until it is left."""

    asks = "> "
    """The prompt, in English."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.console = context.console
        self.left = False
        self._shared_view: View | None = None
        """The game as a program knows it."""

    @property
    def prompt(self) -> str:
        return _(self.asks)

    @abstractmethod
    def commands(self) -> Commands:
        """Return what can be typed here now."""

    @abstractmethod
    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says. Raises NaishiError: it isn't possible."""

    def known(self) -> Commands:
        """Return what can be typed here now; `what` lists it wherever it has no better meaning."""
        what = alone("what", _("what"), _("What can be typed here."))
        return {"what": what, **self.commands()}

    async def run(self) -> None:
        """Do what is typed until the room is left.

        Raises NaishiError: a script asked for something that isn't possible.
        """
        self.enter()
        while not self.left:
            line = await self.console.read(self.prompt)
            if line is None:
                return
            await self.take(line)

    async def next_line(self) -> str | None:
        return await self.console.typed()

    def put_back(self, line: str) -> None:  # noqa: B027 - where one room is left for none, nobody else would read it
        """Leave a line that was typed while the room was left to the next one."""

    async def stay_in(self, room: "Room") -> None:
        await room.run()

    def show_change(self, participant: Participant) -> None:
        if (view := participant.view) != self._shared_view:
            self._shared_view = view
            self.console.show(view, participant)

    def enter(self) -> None:
        """Begin to read here; whatever is said first belongs to the answer to what led here."""
        self.console.done()
        self.console.lines.complete(lambda text: words_beginning(text, self.known()))

    async def take(self, line: str) -> bool:
        """Do what a line says, or say why not; return whether it was done."""
        words = with_our_digits(line.removeprefix(BYTE_ORDER_MARK)).split()
        if not words:
            return True
        try:
            await self.understand(words)
        except NaishiError as error:
            self.console.refuse(error)
            return False
        self.console.done()
        return True

    async def understand(self, words: Sequence[str]) -> None:
        """Do what the words of a line say. Raises NaishiError: they mean nothing here, or it isn't possible."""
        await self._do(self.find(words[0]), words[1:])

    def find(self, word: str) -> CommandWord:
        """Find the command that a word means here. Raises UnknownCommandError: none, or more than one, begins so."""
        try:
            return find(word, self.known())
        except UnknownCommandError:
            if elsewhere := self.of_elsewhere(word):
                raise UnknownCommandError(elsewhere.format(typed=quoted(word))) from None
            raise

    def of_elsewhere(self, word: str) -> str:
        """Say where a word is a command, with a gap `typed` for it; empty where that is nowhere else."""
        at_home = isinstance(self.context, HomeContext) and is_of_home(word)
        return _("{typed} is a command of home. To go there, type quit.") if at_home else ""

    async def _do(self, command: CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "quit":
                self.left = True
            case "what" if "what" not in self.commands():
                self.console.write(*self._help(()))
            case "help":
                self.console.write(*self._help(words))
            case "settings":
                self.console.write(*setting_lines(self.context.layers, self.context.offered))
            case "set":
                self.context.layers = await set_setting(self.context.layers, words, self.context.offered)
                self.settings_changed()
                self.console.write(_("Set."))
            case "rules":
                sections: Sequence[Section] = self.rules()
                if words and folded(words[0]) in keys():
                    sections, words = kind_of(folded(words[0])).rules(), words[1:]
                self.console.write(*rules_about(sections, words))
            case _:
                await self.obey(command, words)

    def settings_changed(self) -> None:  # noqa: B027 - most rooms have nothing to follow
        """Follow a setting that was changed."""

    def rules(self) -> Sequence[Section]:
        """Return the rules that are read out here; outside a game, those of the first kind that there is."""
        found: Sequence[Section] = kind_of(keys()[0]).rules()
        return found

    def _help(self, words: Sequence[str]) -> Iterator[str]:
        known = self.known()
        if words:
            try:
                command = find(words[0], known)
            except UnknownCommandError:
                if not (about := [*self.help_on(words[0])]):
                    raise
                yield from about
            else:
                yield _("{usage}: {help}").format(usage=command.usage, help=command.help)
            return
        for what, ids in self.help_groups().items():
            if here := [known[each].word for each in ids if each in known]:
                yield _("{what}: {words}.").format(what=what, words=listed(here, conjunction=False))
        example = next(iter(self.commands().values()))
        yield _("The first letters of a word will do. More about a command: {help} {word}.").format(
            help=known["help"].word, word=example.word
        )
        yield from self.more_help()

    def help_on(self, word: str) -> Iterator[str]:
        """Say what can be done now by a word that is no command; nothing where it means nothing."""
        return iter(())

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        return {_("Commands"): tuple(self.commands())}

    def more_help(self) -> Iterator[str]:
        return iter(())


def groups_of(**ids: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    titles = {"look": _("Look"), "act": _("Act"), "back": _("Look back"), "game": _("The game"), "more": _("More")}
    return {titles[group]: each for group, each in ids.items()}


LOOK = ("table", "hand", "line", "river", "column", "theirs", "court", "pile", "where", "score", "why", "memory")
MORE = ("settings", "set", "rules", "help", "quit")


def sections_about(sections: Sequence[Section], word: str) -> Sequence[Section]:
    """Return the chapters whose titles have a word, else those whose text has it; never those of a screen."""
    typed = folded(word)

    def says(text: str) -> bool:
        return f" {typed} " in f" {' '.join(words_of(text))} "

    heard = [each for each in sections if not each.of_screen]
    return [each for each in heard if says(each.title)] or [
        each for each in heard if not each.on_request and any(map(says, each.paragraphs))
    ]


def words_of(text: str) -> list[str]:
    return [word.strip(",.;:“”()") for word in folded(text).split()]


def rules_text(sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        if not section.of_screen:
            yield _("{title}:").format(title=section.title)
            yield from section.paragraphs


def rules_about(sections: Sequence[Section], words: Sequence[str]) -> Iterator[str]:
    """Read out the chapters that some words are about, by their titles, else by their texts; all for no words.

    Raises NaishiError: no chapter is about them.
    """
    heard = [each for each in sections if not each.of_screen]
    about = folded(" ".join(words))
    chapters = _("Chapters: {titles}. For one alone, type rules and a word of its title.").format(
        titles="; ".join(each.title for each in heard)
    )
    if not about:
        yield chapters
        yield from rules_text([each for each in heard if not each.on_request])
        return
    found = sections_about(heard, about)
    if not found:
        raise NaishiError(
            _("The rules say nothing of {word}. {chapters}").format(word=quoted(about), chapters=chapters)
        )
    yield from rules_text(found)


async def follow(room: Room, changes: AsyncIterator[object]) -> AsyncGenerator[str | None, None]:
    """Yield what is typed in a room, and None whenever something has changed; end where nobody watches any more.

    A script is read up to its end, and then watches on.
    """
    change = asyncio.ensure_future(anext(changes, None))
    line: asyncio.Future[str | None] = asyncio.ensure_future(room.next_line())
    try:
        while True:
            futures: set[asyncio.Future[Any]] = {change, line}
            done, _pending = await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
            if line in done:
                if (typed := line.result()) is not None:
                    line = none_yet()
                    yield typed
                    line = asyncio.ensure_future(room.next_line())
                    continue
                if room.console.interactive:
                    return
                line = none_yet()  # nothing more will be typed
                yield None
            if change in done:
                yield None
                change = asyncio.ensure_future(anext(changes, None))
    finally:
        if line.done() and not line.cancelled() and line.exception() is None and (unread := line.result()) is not None:
            room.put_back(unread)
        for each in (change, line):
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each


def none_yet() -> asyncio.Future[str | None]:
    return asyncio.get_running_loop().create_future()


def whose_view(participant: Participant) -> str:
    view = participant.view
    if view.public:
        return _("You see what everyone at the table sees.")
    return _("You see what {name} sees.").format(name=view.names[view.seat])


async def ask_pin(context: Context, player: Player) -> str | None:
    """Ask for a player's PIN; return what was typed, None at the end of the input."""
    return await context.console.ask_secret(_("{name}'s PIN: ").format(name=player.name))


def find_number(words: Sequence[str], most: int, usage: CommandWord) -> int:
    """Read a number from 1 on. Raises NaishiError: it is none, or too large."""
    text = words[0] if len(words) == 1 else ""
    if not text.isdecimal() or len(text) > 6 or not 1 <= int(text) <= most:
        example = f"{usage.word} {most}" if usage.usage.split()[-1].isdecimal() else usage.usage
        raise NaishiError(_("Say a number from 1 to {most}, as in: {usage}").format(most=most, usage=example))
    return int(text)
