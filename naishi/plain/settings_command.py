"""Settings in line mode: listed and changed by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common import i18n
from naishi.common.errors import NaishiError, naming_nearest, reason
from naishi.common.formats import listed
from naishi.common.i18n import _, negotiate, pgettext, unknown
from naishi.plain.context import CHOSEN
from naishi.plain.speech import folded
from naishi.settings.schema import Layers, kinds

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
        kind, words = kinds()[name], names()[name]
        value = getattr(layers.effective, name)
        if kind.values:
            yield _("{name}: {value} (of {values}). {help}").format(
                name=words,
                value=_word(value),
                values=listed(map(_word, kind.values), conjunction=False),
                help=_(kind.help),
            )
        else:
            yield _("{name}: {value}. {help}").format(name=words, value=_word(value), help=_(kind.help))
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
        raise _no_such(words, [names()[each] for each in offered])
    good, faults = check_all({name: value_of(name, value)}, {})
    if faults:
        raise NaishiError(_values_of(name))
    if name == "language":
        if not_here := unknown(value):
            raise NaishiError(not_here)
        i18n.switch(i18n.load(negotiate(value)))
    layers = layers.choose(name, good[name])
    try:
        await layers.write(name)
    except OSError as error:
        raise NaishiError(_("Couldn't write the settings: {why}.").format(why=reason(error))) from None
    return layers


def _no_such(words: Sequence[str], offered: Sequence[str]) -> NaishiError:
    said = _("Say which setting, and its value: set hints off. The settings are: {names}.").format(
        names=listed(offered, conjunction=False)
    )
    known = {_plain(each): each for each in offered}
    typed = (_plain(" ".join(words[:-1])), _plain(" ".join(words)))
    return naming_nearest(NaishiError(said), typed, known)


def _values_of(name: str) -> str:
    kind, called = kinds()[name], names()[name]
    values: tuple[str | bool, ...] = (True, False) if kind.type is bool else kind.values
    if not values:
        return _("{name} must be a language code, such as en or pt_BR.").format(name=called)
    return _("{name} must be one of: {values}.").format(
        name=called, values=listed(map(_word, values), conjunction=False)
    )


def _name(words: Sequence[str]) -> str | None:
    typed = _plain(" ".join(words))
    return next((name for name, here in names().items() if typed in {_plain(name), _plain(here)}), None)


def _plain(name: str) -> str:
    return folded(name).replace("_", " ").replace("-", " ")


def value_of(name: str, typed: str) -> str | bool:
    """Read a value of a setting, in English or in the language of the moment; what is none stays as it was typed."""
    kind = kinds()[name]
    values: tuple[str | bool, ...] = (True, False) if kind.type is bool else kind.values
    english: dict[str | bool, str] = {True: "on", False: "off"}
    for value in values:
        if folded(typed) in {folded(_word(value)), english.get(value, str(value))}:
            return value
    return typed
