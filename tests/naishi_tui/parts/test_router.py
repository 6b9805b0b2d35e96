"""Router from messages to screens."""

from __future__ import annotations

from typing import Any

from naishi.common.i18n import NaishiError
from naishi_tui.messages import ResumeGame, Routed, ShowRules, ShowSaves
from naishi_tui.parts.router import Route, Router, Routes
from tests.naishi_tui.parts.fakes import FakeApp


async def push(app: Any, screen: object) -> None:
    app.log.append("placed")
    app.screen_stack.append(screen)


def router(routes: Routes) -> tuple[Router, Any]:
    """A router, and the app that it shows screens in; its guard writes to the same log."""
    app: Any = FakeApp("home")
    return Router(app, app, routes, app.log.append), app


async def later(_app: object, message: ResumeGame) -> Any:
    return message.id


def refuse(_app: object, _message: Routed) -> None:
    raise NaishiError("There is none.")


async def test_input_is_refused_from_before_a_screen_comes_until_it_is_painted() -> None:
    it, app = router({ShowRules: Route(lambda _app, _message: "rules", push)})  # type: ignore[return-value,arg-type]
    await it.show(ShowRules())
    assert app.screen_stack == ["home", "rules"]
    assert app.log == [("close",), "placed", ("open_once_painted",)]


async def test_keys_typed_ahead_count_where_they_can_do_no_harm() -> None:
    it, app = router({ResumeGame: Route(later, push, typed_ahead=True)})
    await it.show(ResumeGame("k4mw7q"))
    assert app.log == ["placed"]


async def test_a_screen_may_take_a_moment_to_find() -> None:
    it, app = router({ResumeGame: Route(later, push)})
    await it.show(ResumeGame("k4mw7q"))
    assert app.screen_stack == ["home", "k4mw7q"]


async def test_where_there_is_no_screen_the_reason_is_said_and_keys_count() -> None:
    it, app = router({ShowSaves: Route(refuse, push)})
    await it.show(ShowSaves())
    assert (app.screen_stack, app.log) == (["home"], ["There is none."])


async def test_a_message_may_lead_nowhere() -> None:
    it, app = router({ShowSaves: Route(lambda _app, _message: None, push)})
    await it.show(ShowSaves())
    assert (app.screen_stack, app.log) == (["home"], [])


async def test_what_takes_long_goes_on_beside_the_app_and_only_once() -> None:
    it, app = router({ResumeGame: Route(later, push, beside=True)})
    await it.show(ResumeGame("k4mw7q"))
    ((_name, work),) = app.log
    app.workers.append(FakeApp(is_finished=False, group="ResumeGame"))
    await it.show(ResumeGame("k4mw7q"))
    assert app.screen_stack == ["home"]
    assert len(app.log) == 1
    await work
    assert app.screen_stack == ["home", "k4mw7q"]
