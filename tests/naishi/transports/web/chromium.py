"""Headless Chromium, driven by its own protocol."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
PROGRAM = shutil.which("chromium")
ALT, CTRL = 1, 2
"""What may be held down with a key."""
CODES = {"Tab": 9, "Escape": 27, "ArrowLeft": 37} | {f"F{number}": 111 + number for number in range(1, 13)}
"""The numbers of keys that are no letters."""


class Chromium:
    """A browser with pages that share nothing."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.complaints: list[str] = []
        """What pages have said on their consoles: refused scripts and the like."""
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            said = json.loads(message)
            if "id" in said:
                self._waiting.pop(said["id"]).set_result(said)
            elif said["method"] in {"Log.entryAdded", "Runtime.exceptionThrown"}:
                self.complaints.append(json.dumps(said["params"]))

    async def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        self._number += 1
        answer = self._waiting[self._number] = asyncio.get_running_loop().create_future()
        message = {"id": self._number, "method": method, "params": parameters}
        await self._socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        said: dict[str, Any] = await asyncio.wait_for(answer, PATIENCE)
        assert "error" not in said, said
        result: dict[str, Any] = said["result"]
        return result

    async def page(self, url: str, size: tuple[int, int] = (1280, 800), *, phone: bool = False) -> Page:
        """Open a page with cookies of its own."""
        context = (await self.call("Target.createBrowserContext"))["browserContextId"]
        return await self.tab(context, url, size, phone=phone)

    async def tab(self, context: str, url: str, size: tuple[int, int] = (1280, 800), *, phone: bool = False) -> Page:
        """Open one more page of the same reader."""
        target = (await self.call("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            await self.call(f"{domain}.enable", session)
        scale = 2 if phone else 1
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            session,
            width=size[0],
            height=size[1],
            deviceScaleFactor=scale,
            mobile=phone,
        )
        if phone:
            await self.call("Emulation.setTouchEmulationEnabled", session, enabled=True, maxTouchPoints=1)
        await self.call("Page.navigate", session, url=url)
        return Page(self, session, target, context)


class Page:
    """One page."""

    def __init__(self, browser: Chromium, session: str, target: str, context: str) -> None:
        self.browser, self.session, self.target, self.context = browser, session, target, context

    async def run(self, script: str) -> Any:
        """Evaluate an expression."""
        result = await self.browser.call(
            "Runtime.evaluate", self.session, expression=script, awaitPromise=True, returnByValue=True
        )
        return result["result"].get("value")

    async def text(self) -> str:
        """What stands on the page."""
        return str(await self.run("document.body ? document.body.innerText : ''")).replace("\xa0", " ")

    async def show(self) -> None:
        """Have the page stand before others of its window."""
        await self.browser.call("Page.bringToFront", self.session)

    async def see(self, *texts: str) -> str:
        """Wait until one of some texts stands there; return that."""
        shown = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    shown = await self.text()
                    if found := next((each for each in texts if each in shown), None):
                        return found
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{texts} never came:\n{shown}") from None

    async def type_line(self, text: str) -> None:
        """Type into the field of the plain page, and send it."""
        await self.run(f"line.value = {json.dumps(text)}; document.querySelector('#form button').click()")

    async def press(self, text: str) -> None:
        """Type into the terminal, as its own keyboard does."""
        await self.run(f"visit.send({json.dumps(text)})")

    async def keeps(self, key: str, held: int = 0) -> bool:
        """Press a key; return whether the page leaves it to the browser, by its own `window.kept`."""
        code = CODES.get(key) or ord(key.upper())
        await self.run("window.kept = undefined")
        for type_ in ("rawKeyDown", "keyUp"):
            await self.browser.call(
                "Input.dispatchKeyEvent", self.session, type=type_, key=key, windowsVirtualKeyCode=code, modifiers=held
            )
        async with asyncio.timeout(PATIENCE):
            while (kept := await self.run("window.kept")) is None:
                await asyncio.sleep(0.05)
        return bool(kept)

    async def where(self, text: str) -> tuple[float, float]:
        """Where in the window a text of the terminal stands."""
        found = await self.run(
            f"""(() => {{ const one = cell(), words = {json.dumps(text)};
            const rows = [...document.querySelectorAll('.xterm-rows > div')];
            const texts = rows.map((each) => each.textContent.replaceAll('\\u00a0', ' '));
            const row = texts.findIndex((each) => each.includes(words)), column = texts[row].indexOf(words);
            return [one.left + (column + 1.5) * one.width, one.top + (row + 0.5) * one.height]; }})()"""
        )
        return found[0], found[1]

    async def move(self, x: float, y: float) -> None:
        """Point with the mouse."""
        await self.browser.call("Input.dispatchMouseEvent", self.session, type="mouseMoved", x=x, y=y)

    async def click(self, x: float, y: float) -> None:
        for type_ in ("mousePressed", "mouseReleased"):
            await self.browser.call(
                "Input.dispatchMouseEvent", self.session, type=type_, x=x, y=y, button="left", clickCount=1
            )

    async def tap(self, x: float, y: float) -> None:
        await self.browser.call(
            "Input.dispatchTouchEvent", self.session, type="touchStart", touchPoints=[{"x": x, "y": y}]
        )
        await self.browser.call("Input.dispatchTouchEvent", self.session, type="touchEnd", touchPoints=[])

    async def colours(self, x: float, y: float, width: float, height: float) -> set[tuple[int, int, int]]:
        """Return the colours within a part of the window."""
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        shot = await self.browser.call("Page.captureScreenshot", self.session, clip=clip)
        values = await self.run(
            f"""(async () => {{ const bytes = Uint8Array.from(atob({shot["data"]!r}), (each) => each.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes])), {{width, height}} = image;
            const paper = new OffscreenCanvas(width, height).getContext("2d");
            paper.drawImage(image, 0, 0);
            return [...paper.getImageData(0, 0, width, height).data]; }})()"""
        )
        return {(red, green, blue) for red, green, blue, _alpha in zip(*[iter(values)] * 4, strict=True)}

    async def picture(self, file: Path) -> None:
        shot = await self.browser.call("Page.captureScreenshot", self.session)
        file.write_bytes(base64.b64decode(shot["data"]))

    async def close(self) -> None:
        await self.browser.call("Target.closeTarget", targetId=self.target)


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Chromium]:
    """Run a browser with a profile in a folder."""
    assert PROGRAM is not None
    options = ("--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--lang=en")
    process = subprocess.Popen(
        [PROGRAM, *options, f"--user-data-dir={folder}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        port_file = folder / "DevToolsActivePort"
        async with asyncio.timeout(PATIENCE):
            while not port_file.exists() or len(port_file.read_text().split()) < 2:
                await asyncio.sleep(0.05)
        port, path = port_file.read_text().split()[:2]
        async with connect(f"ws://127.0.0.1:{port}{path}", max_size=None, proxy=None) as socket:
            yield Chromium(socket)
    finally:
        process.terminate()
        process.wait(30)
