"""The settings in line mode: listed, and changed one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from naishi.common import i18n
from naishi.common.errors import NaishiError, reason
from naishi.common.i18n import _
from naishi.settings.layers import Layers
from naishi.settings.negotiation import negotiate, unknown
from naishi.settings.schema import kinds


def setting_lines(layers: Layers) -> Iterator[str]:
    """Each setting that can be changed here, its value, and what it is for."""
    for name, kind in kinds().items():
        if name != "keys":
            value = getattr(layers.effective, name)
            words = {True: _("on"), False: _("off"), "": _("automatic")}.get(value, value)
            yield _("{name}: {value}. {help}").format(name=name, value=words, help=_(kind.help))


async def set_setting(layers: Layers, words: Sequence[str]) -> Layers:
    """Change a setting for now and for the next time.

    Args:
        layers: The settings as they are.
        words: The name of the setting, and its new value.

    Raises:
        NaishiError: There is no such setting or value, or the file can't be written.
    """
    from naishi.settings.check import check_all  # noqa: PLC0415 - pydantic-settings is not needed before

    if len(words) != 2 or words[0] == "keys":
        raise NaishiError(_("Say which setting, and its value: set hints off."))
    name, value = words
    good, faults = check_all({name: _switched(name, value)}, {})
    if faults:
        raise NaishiError(" ".join(fault.problem for fault in faults))
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


def _switched(name: str, value: str) -> str | bool:
    """Read on and off, in English and in the language of the moment, where a setting is switched."""
    kind = kinds().get(name)
    if kind is None or kind.type is not bool:
        return value
    switch = {_("on"): True, _("off"): False, "on": True, "off": False}
    return switch.get(value, value)
