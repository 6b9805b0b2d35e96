"""Watches over a visitor's account, turn and idle time; their preferences."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from textual.app import App
from textual.message import Message
from textual.timer import Timer
from typing_extensions import override

from naishi.common.i18n import _
from naishi.plain.server.agreeing import take_news
from naishi.plain.server.serving import notice, taken_back
from naishi.server import Visitor
from naishi.server.lobby.notices import TournamentNews, TurnNotice
from naishi.server.presence.limits import Limits
from naishi.settings.check import Fault, check_all
from naishi.settings.key_table import ON_A_SERVER as KEYS_ON_A_SERVER
from naishi.settings.keymap import KEY, quoted_description
from naishi.settings.schema import NAMES, Layers, Settings
from naishi_tui.messages import Routed
from naishi_tui.table.game_screen import GameScreen


class AccountChanged(Message):
    """Look again whose terminal this is, and what someone else has done about the account."""


class AccountWatch:
    """Follows the account of a visitor; posts an `AccountChanged` after each change."""

    def __init__(self, visitor: Visitor, post: Callable[[Message], object], *, by_web: bool) -> None:
        self._visitor, self._post, self._by_web = visitor, post, by_web
        self._changes = visitor.changes()
        self._player, self._news, self._request = visitor.account.id, visitor.news, visitor.credentials.link_request

    @property
    def farewell(self) -> str:
        words = _("To come back to your games, connect, press c and enter this code: {code}")
        if self._by_web:
            words = _("This browser comes back to your games by itself. In another one, press c and enter: {code}")
        return words.format(code=self._visitor.code) if self._visitor.code else ""

    async def follow(self) -> None:
        revision = -1
        async for _change in self._changes:
            if revision != self._visitor.account_revision:
                revision = self._visitor.account_revision
                self._post(AccountChanged())

    def is_another(self) -> bool:
        """Return whether the visitor has another account than at the last call."""
        before, self._player = self._player, self._visitor.account.id
        return before != self._player

    def news(self) -> str:
        before, self._news = self._news, self._visitor.news
        return "" if self._news is before else str(self._news)

    def link_request(self) -> str:
        before, self._request = self._request, self._visitor.credentials.link_request
        if self._request is None or self._request is before:
            return ""
        words = _("A key asks to be added to your account: see {key:lobby.account} in the lobby.")
        return words.format(key=KEY)


MOMENT = 5.0
"""Seconds in which a key says that someone wants to stay."""


class FollowRematch(Routed):
    """Go to the match that has followed the one on the screen."""


class GoingAlong:
    """Takes one terminal along, a moment after the rematch has begun."""

    def __init__(self, app: App[Any], say: Callable[[str], None]) -> None:
        self._app, self._say = app, say
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Say that the rematch begins, and go there in a moment; whoever reads something else goes when they like."""
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen) and screen.can_draw:
                screen.following.update()  # else it would draw what has changed over what is said
        if isinstance(self._app.screen, GameScreen):
            self._say(_("The rematch begins. You'll follow in a moment; any key: stay here."))
            self._wait()
        else:
            self._say(_("The rematch begins. {key:score.rematch}: watch it.").format(key=KEY))

    def react(self) -> None:
        if self._timer is not None:
            self.stop()
            self._say(_("The rematch begins. {key:score.rematch}: watch it.").format(key=KEY))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _wait(self) -> None:
        self._timer = self._app.set_timer(MOMENT, self._go, name="rematch")

    def _go(self) -> None:
        self._timer, screen = None, self._app.screen
        if isinstance(screen, GameScreen) and screen.counting:
            self._wait()
        elif isinstance(screen, GameScreen):
            self._app.post_message(FollowRematch())


class IdleWatch:
    """Warns at a terminal where nothing is typed for a long time, and ends it where nothing is typed after that.

    Args:
        context: What `warn` and `end` run in.
    """

    def __init__(self, limits: Limits, context: Context, warn: Callable[[], None], end: Callable[[], None]) -> None:
        self._limits, self._context, self._warn, self._end = limits, context, warn, end
        self._timer: asyncio.TimerHandle | None = None
        self.last_input = 0.0
        """When something was typed last, in the time of the loop."""

    def start(self) -> None:
        self.typed()
        self._look_again_in(self._limits.idle_warning)

    def typed(self) -> None:
        self.last_input = asyncio.get_running_loop().time()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look_again_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look, context=self._context)

    def _look(self) -> None:
        idle, until = asyncio.get_running_loop().time() - self.last_input, self._limits.idle_warning
        if idle >= self._limits.idle:
            self._end()
            return
        if idle >= until:
            self._warn()
            until = self._limits.idle
        self._look_again_in(max(until - idle, 0.05))


PAUSE = 0.25
"""Seconds between two looks, however much happens."""


async def follow_plans(visitor: Visitor, say: Callable[[str], None]) -> None:
    """Say it on arrival, and as it happens, until the app ends."""
    changes = visitor.changes()
    while True:
        await visitor.refresh()
        for text in await take_news(visitor):
            say(text)
        if await anext(changes, None) is None:
            return
        await asyncio.sleep(PAUSE)


async def follow_tournaments(visitor: Visitor, say: Callable[[str, str], None], ring: Callable[[], None]) -> None:
    """Say it as it happens, and ring, until the app ends.

    Args:
        say: Says something of a match, which is named by its id, on the screen on top.
    """
    changes = visitor.changes()
    await visitor.refresh()
    news = TournamentNews(visitor)
    async for _change in changes:
        await visitor.refresh()
        for match, text in news.look().items():
            say(match, text)
            ring()
        await asyncio.sleep(PAUSE)


class TurnWatch:
    """Sends a notice as the player wants it, and takes it back when they press a key.

    Args:
        here: Returns the id of the match on the screen; empty for none.
    """

    def __init__(self, visitor: Visitor, settings: Callable[[], Settings], here: Callable[[], str]) -> None:
        self._send: Callable[[str], None] = lambda _data: None
        self._is_hidden: Callable[[], bool] = lambda: False
        self._term = ""
        self._visitor, self._settings, self._here = visitor, settings, here
        self._changes = visitor.changes()
        self._notice = TurnNotice(visitor)
        self._given = ""
        """How the notice was given that the player hasn't reacted to."""

    def use(self, term: str, send: Callable[[str], None], is_hidden: Callable[[], bool]) -> None:
        """Send to a terminal from now on.

        Args:
            is_hidden: Whether nobody looks at it: then a turn at the match on the screen is noticed as any other.
        """
        self._term, self._send, self._is_hidden = term, send, is_hidden

    async def follow(self) -> None:
        async for _change in self._changes:
            await self._visitor.refresh()
            hidden, how = self._is_hidden(), self._settings().notice
            text = self._notice.look("" if hidden else self._here())
            if hidden and how == "off":
                how = "bell"  # it is heard by nobody: it marks the title of the page
            if text and how != "off":
                self._given = how
                self._send(notice(how, text, self._term))
            elif not self._notice.waits:
                self.react()
            await asyncio.sleep(PAUSE)

    def react(self) -> None:
        self._notice.react()
        if back := taken_back(self._given):
            self._send(back)
        self._given = ""


ON_A_SERVER = {"animations": False, "advice": False}
"""Advice would be thought up for nobody to see, and animations are bytes; who has enough can choose them."""

OFFERED = (
    *("theme", "ascii", "pictures", "animations", "hints", "memory_aid", "nudges"),
    *("bell", "plain", "language", "notice"),
)
"""What can be chosen on the screen of the settings; keys have a screen of their own."""


@dataclass(frozen=True, kw_only=True)
class AccountLayers(Layers):
    """The settings of a player of a server."""

    visitor: Visitor

    @property
    @override
    def kept(self) -> str:
        return _("Settings are kept on this server, for you.")

    async def write(self, name: str) -> None:
        """Keep the chosen value of one setting. Raises SaveNotWrittenError: it couldn't be stored."""
        await self.visitor.choose(name, self.chosen[name])

    async def write_key(self, command: str) -> None:
        """Keep the chosen key of one command, with all others. Raises SaveNotWrittenError: it couldn't be stored."""
        await self.write("keys")


def layers_of(visitor: Visitor) -> AccountLayers:
    """Return the settings of a visitor; what is stored but can't be used any more is left out."""
    chosen, _faults = _checked(visitor)
    return AccountLayers(file=ON_A_SERVER, chosen=chosen, visitor=visitor)


def refused_keys(visitor: Visitor) -> tuple[str, ...]:
    return tuple(fault.problem for fault in _checked(visitor)[1] if fault.command)


def _checked(visitor: Visitor) -> tuple[dict[str, Any], list[Fault]]:
    stored = {name: value for name, value in visitor.settings.items() if name in NAMES}
    return check_all(stored, {}, KEYS_ON_A_SERVER, quoted_description)
