"""What several of the test modules here use."""

from __future__ import annotations

import asyncio

from tests.naishi.transports.web.chromium import Page


async def insist(page: Page, key: str, text: str) -> None:
    """Press a key until something comes of it: what is pressed before a screen is painted is dropped."""
    async with asyncio.timeout(60):
        while text not in await page.text():
            await page.press(key)
            for _look in range(40):
                if text in await page.text():
                    break
                await asyncio.sleep(0.05)
