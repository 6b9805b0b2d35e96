"""Pictures of screens as files of a repository."""

from __future__ import annotations

import re

from tests.naishi_tui.desk import Desk
from tests.naishi_tui.waiting import settle


async def picture(at: Desk) -> str:
    """Draw as SVG what is on the screen."""
    await settle(at.pilot)
    return plain(at.app.export_screenshot(title="Naishi", simplify=True))


def plain(svg: str) -> str:
    """Leave out what a picture need not have: fonts from the network, numbers drawn by chance, empty words."""
    svg = re.sub(r"@font-face\s*{.*?}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code,", "").replace("&#160;", "\N{NO-BREAK SPACE}")
    svg = re.sub(r"<text[^>]*>\s*</text>", "", svg)
    svg = re.sub(r"<clipPath id=\"[^\"]*line-\d+\">.*?</clipPath>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r" clip-path=\"url\(#[^)]*line-\d+\)\"", "", svg)
    svg = svg.replace(' shape-rendering="crispEdges"', "")
    svg = re.sub(r"<style>(?! rect)", "<style> rect { shape-rendering: crispEdges }", svg)
    return re.sub(r"terminal-(\d+-)?", "", svg).strip() + "\n"
