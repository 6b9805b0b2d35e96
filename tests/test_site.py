"""Links of the documents, and the built site."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pytest

import naishi

pytestmark = pytest.mark.ci

PROJECT = Path(__file__).parent.parent
DOCS = PROJECT / "docs"
SITE = tomllib.loads((PROJECT / "zensical.toml").read_text("utf-8"))["project"]
PAGES = sorted(DOCS.rglob("*.md"))
DOCUMENTS = sorted([*PROJECT.glob("*.md"), *(PROJECT / "naishi").rglob("*.md"), *PAGES])
LINK = re.compile(r"\[[^]\[]*\]\(([^)\s]+)\)|\b(?:src|srcset)=\"([^\"]+)\"")
FETCHED = {"link": "href", "script": "src", "img": "src", "source": "srcset", "iframe": "src"}
"""What a browser asks for by itself."""


def links(document: Path) -> Iterator[str]:
    """The links of a document to files of ours, code left out."""
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    yield from (one or other for one, other in LINK.findall(text) if not urlsplit(one or other).scheme)


def headings(document: Path) -> set[str]:
    """The names by which parts of a document are linked."""
    found = re.findall(r"^#+ +(.*?)(?: *\{.*\})?$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in found}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(PROJECT)))
def test_links_of_a_document_lead_somewhere(document: Path) -> None:
    def leads(link: str) -> bool:
        path, _hash, part = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        return target.exists() and (not part or target.suffix != ".md" or part in headings(target))

    assert [link for link in links(document) if not leads(link)] == []


def test_every_page_is_in_the_contents_once() -> None:
    def pages(entries: object) -> Iterator[str]:
        if isinstance(entries, str):
            yield entries
        elif isinstance(entries, dict | list):
            for entry in entries.values() if isinstance(entries, dict) else entries:
                yield from pages(entry)

    assert sorted(pages(SITE["nav"])) == sorted(page.relative_to(DOCS).as_posix() for page in PAGES)


class Page(HTMLParser):
    """What a page of the site has and leads to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids, self.links, self.fetched = set[str](), list[str](), list[str]()
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called, and what it leads to."""
        given = dict(attrs)
        self.ids |= {value for name in ("id", "name") if (value := given.get(name))}
        if tag == "a" and (link := given.get("href")):
            self.links.append(link)
        if (name := FETCHED.get(tag)) and (link := given.get(name)) and given.get("rel") != "canonical":
            self.fetched.append(link)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as the README says, beside a checkout that stays as it is."""
    if find_spec("zensical") is None:
        pytest.skip("the extra docs isn't installed")
    place = tmp_path_factory.getbasetemp() / "site"
    if "PYTEST_XDIST_WORKER" in os.environ:  # whoever needs it first builds it for all
        place = place.parent.parent / "site"
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            build_site(place)
    return place / str(SITE["site_dir"])


def build_site(place: Path) -> None:
    place.mkdir()
    for name in ("naishi", "scripts", *(path.name for path in PROJECT.glob("*.md"))):
        (place / name).symlink_to(PROJECT / name)
    shutil.copy(PROJECT / "zensical.toml", place)
    shutil.copytree(DOCS, place / "docs")
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    result = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "No issues found" in result.stdout + result.stderr


def test_every_link_of_the_site_leads_to_a_page_and_a_part_of_it(site: Path) -> None:
    pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
    assert len(pages) == len(PAGES)
    dead = []
    for file, page in pages.items():
        for link in [*page.links, *page.fetched]:
            parts = urlsplit(link)
            if parts.scheme in {"http", "https"}:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file() or (parts.fragment and target in pages and parts.fragment not in pages[target].ids):
                dead.append((file.name, link))
    assert dead == []


def test_what_is_a_list_in_a_document_is_one_on_the_site(site: Path) -> None:
    texts = {
        file.stem: re.sub(r"<pre.*?</pre>", "", file.read_text("utf-8"), flags=re.DOTALL)
        for file in site.rglob("*.html")
    }
    assert [
        (name, line)
        for name, text in texts.items()
        for line in re.findall(r"^(?:<p>)?(?:\*|\d+\.) .*", text, re.MULTILINE)
    ] == []


def test_nothing_of_the_site_is_fetched_from_elsewhere(site: Path) -> None:
    asked = {link for file in site.rglob("*.html") for link in Page(file).fetched}
    styles = "".join(file.read_text("utf-8") for file in site.rglob("*.css"))
    asked |= set(re.findall(r"(?:@import|url\()\s*[\"']?([^\"')\s]+)", styles))
    assert [link for link in asked if urlsplit(link).netloc] == []


def test_the_reference_has_what_the_library_offers(site: Path) -> None:
    page = Page(site / "reference" / "game.html")
    offered = {name for name in dir(naishi) if not name.startswith("_")} - {"TYPE_CHECKING"}
    modules = {name for name in offered if isinstance(getattr(naishi, name), ModuleType)}
    assert [name for name in sorted(offered - modules) if f"naishi.{name}" not in page.ids] == []
