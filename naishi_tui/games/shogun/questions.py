"""Questions at Shogun's table: which province."""

from collections.abc import Sequence

from typing_extensions import override

from naishi.common.i18n import NaishiError, _, listed, quoted
from naishi_tui.dialogs.screens import BoxQuestion
from naishi_tui.games.shogun.plan import name_of


class FindProvince(BoxQuestion[str]):
    """A province by its name or the beginning of it, or by its code; its result is the code, or None."""

    max_length = 20

    def __init__(self, codes: Sequence[str]) -> None:
        super().__init__()
        self.codes = codes

    @property
    @override
    def asked(self) -> str:
        return _("Which province? Its name, or how it begins.")

    @property
    @override
    def taken(self) -> str:
        return _("Find (Enter)")

    async def accept(self, answer: str) -> str:
        """Return the code of the province. Raises NaishiError: none is called so, or several are."""
        return province_named(answer, self.codes)


def province_named(typed: str, codes: Sequence[str]) -> str:
    """Return the code of the one province that a text means. Raises NaishiError: none begins so, or several do."""
    wanted = typed.strip().casefold()
    names = {code: name_of(code) for code in codes}
    exact = [code for code, name in names.items() if wanted in {code.casefold(), name.casefold()}]
    found = exact or [code for code, name in names.items() if wanted and name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise NaishiError(_("Several begin so: {provinces}.").format(provinces=listed(names[code] for code in found)))
    raise NaishiError(_("No province in the game is called {name}.").format(name=quoted(typed.strip())))
