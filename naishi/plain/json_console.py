"""Line mode for programs."""

import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from naishi.common.i18n import NaishiError, _, language
from naishi.common.version import __version__
from naishi.plain import protocol
from naishi.plain.console import BYTE_ORDER_MARK, Console, Lines, spoken
from naishi.plain.new_table import NAISHI
from naishi.plain.room import own

if TYPE_CHECKING:
    from naishi.sessions import Participant
    from naishi.tabletop.game import View


class JsonConsole(Console):
    """Writes an object for whatever a person would hear, and a reply to each request."""

    stops_by_enter = False
    for_programs = True

    def __init__(self, lines: Lines, *, ascii_only: bool = False, greeting: bool = True) -> None:
        super().__init__(lines, ascii_only=ascii_only)
        self._pending: protocol.Request | None = None
        self._said: list[str] = []
        self._data: dict[str, Any] = {}
        self._game, self._key = "", ""
        self._kinds: tuple[str, ...] = ("", "")
        self._seen: dict[int | None, Sequence[Any]] = {}
        """The events of the last state, by seat."""
        self._greeted = not greeting
        self._trouble = ""

    def write_exactly(self, *lines: str) -> None:
        if self._pending is not None:
            self._said += lines

    async def read(self, prompt: str) -> str | None:
        return await self._next(partial(super().read, ""))

    async def typed(self) -> str | None:
        return await self._next(super().typed)

    async def _next(self, read: Callable[[], Awaitable[str | None]]) -> str | None:
        self._greet()
        while (line := await read()) is not None:
            if (taken := self._take(line)) is not None:
                return taken
        return None

    def _take(self, line: str) -> str | None:
        """Take a request up; None, after it was answered, if there is nothing to do."""
        if (request := self._request(line)) is None:
            return None
        if not request.do.strip() and line.strip():  # an object that asks for nothing
            self._send(protocol.Reply(tag=request.tag, text=()))
            return None
        self._pending = request if request.do.strip() else None
        return request.do

    async def ask(self, question: str) -> str | None:
        return await self._ask(question, secret=False)

    async def ask_secret(self, question: str) -> str | None:
        return await self._ask(question, secret=True)

    async def _ask(self, question: str, *, secret: bool) -> str | None:
        self._send(protocol.Question(text=question.strip(), secret=secret))
        while (line := await super().read("")) is not None:
            if (request := self._request(line)) is not None:
                return request.do
        return None

    def _request(self, line: str) -> protocol.Request | None:
        """Read a line; None, after an error was written, if it only begins like an object."""
        line = line.removeprefix(BYTE_ORDER_MARK)
        if not line.lstrip().startswith("{"):
            return protocol.Request(do=line)
        try:
            request = protocol.Request.model_validate_json(line)
            json.dumps(request.tag, allow_nan=False)  # Python reads NaN, but a program couldn't read it back
            return request
        except ValueError:
            words = _("This isn't a request. Write it like this: {example}")
            text = words.format(example='{"do": "develop L4", "tag": 1}')
            self._send(protocol.Error(tag=_tag_of(line), code="bad_request", text=text))
            return None

    def answer(self, **data: object) -> None:
        self._data.update(data)

    def done(self) -> None:
        if self._pending is not None:
            if (view := self._data.get("view")) is not None:
                self._data["view"] = view.model_copy(update={"events": ()})  # `log` has them
            reply: type[protocol.Reply] = own(NAISHI, "reply") if self._data else protocol.Reply
            self._send(reply(tag=self._pending.tag, text=tuple(self._said), **self._data))
        self._forget_request()

    def refuse(self, error: NaishiError) -> None:
        tag = self._pending.tag if self._pending is not None else None
        self._send(protocol.Error(tag=tag, code=protocol.code_of(error), text=spoken(str(error))))
        self._forget_request()

    def _forget_request(self) -> None:
        self._pending, self._said, self._data = None, [], {}

    def ring(self) -> None:
        """Ring nothing: a program reads every byte."""

    def opened(self, game: str, kinds: tuple[str, ...], key: str = "") -> None:
        if self._game:
            self._send(protocol.Closed(saved=not self._trouble, text=self._trouble))
        self._game, self._kinds, self._key, self._seen, self._trouble = game, kinds, key, {}, ""

    def notice(self, text: str) -> None:
        self._send(protocol.Notice(text=text))

    def send(self, make: Callable[[], protocol.Message]) -> None:
        self._send(make())

    def trouble(self, text: str) -> None:
        """Remember what became of a save, to write it when the game is left."""
        self._trouble = text

    def show(self, view: "View", participant: "Participant") -> None:
        """Write the state, with what has happened since the last one of the same viewer."""
        seat = None if view.public else view.seat
        seen, events = self._seen.get(seat, ()), view.events
        same = next((at for at, (a, b) in enumerate(zip(seen, events, strict=False)) if a != b), None)
        same = min(len(seen), len(events)) if same is None else same
        self._seen[seat] = events
        faults: dict[protocol.Code, str] = {"not_saved": participant.trouble, "bot_failed": participant.bots.failure}
        state: dict[str, Any] = {
            "names": view.names,
            "round": view.round,
            "seat": seat,
            "kinds": self._kinds,
            "undone": len(seen) - same,
            "events": events[same:],
            "thinking": participant.bots.thinking,
            "paused": participant.bots.paused,
            "troubles": tuple(protocol.Fault(code=code, text=text) for code, text in faults.items() if text),
        }
        if (made := own(self._key or NAISHI, "state")) is not None:
            self._send(made(view, participant, state))
        else:
            self._send(_table(self._key, view, participant.view.legal_actions, state))

    def _greet(self) -> None:
        """Write who writes here, before anything else: a program may wait for it before it asks for anything."""
        if not self._greeted:
            self._greeted = True
            self._send(protocol.Hello(program=__version__, language=language()))

    def _send(self, message: protocol.Message) -> None:
        self._greet()
        message.game = self._game
        document = message.model_dump(mode="json")
        if isinstance(message, protocol.Reply):  # without what wasn't asked for
            document = {name: value for name, value in document.items() if value is not None or name == "tag"}
        in_ascii = self.ascii_only or self.lines.ascii_only
        self.lines.write(json.dumps(document, ensure_ascii=in_ascii) + "\n")


def _table(key: str, view: "View", legal: Sequence[Any], state: dict[str, Any]) -> protocol.TableState:
    result = view.result
    event = protocol.TableEvent.model_construct
    state["events"] = tuple(
        event(seat=each.seat, round=each.round, action=each.action, facts=dict(each.facts)) for each in state["events"]
    )
    return protocol.TableState.model_construct(
        **state,
        key=key,
        awaited=view.awaited,
        actions=tuple(action.text for action in legal),
        result=result and protocol.TableResult(ranks=result.ranks, points=result.points),
        view={**view.model_dump(mode="json"), "events": []},
    )


def _tag_of(line: str) -> str | int | None:
    """Return the tag of a line that is no request, as far as it has a plain one that can be said."""
    try:
        found = json.loads(line)
        tag = found.get("tag") if isinstance(found, dict) else None
        str(tag).encode()  # half of a surrogate pair can't be written
    except (ValueError, RecursionError):
        return None
    return tag if isinstance(tag, (str, int)) else None
