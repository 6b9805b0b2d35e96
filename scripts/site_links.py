"""Python-Markdown extension for the site's links to files, loaded by zensical."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

BESIDE_DOCS = re.compile(r"\]\((?:docs/([\w./-]+)|(SECURITY)\.md)((?:#[\w-]+)?)\)")
"""A link in a file outside docs/ that a page shows."""


class FromTheRoot(Preprocessor):
    """Have the links of a file of the project's root lead to pages."""

    def run(self, lines: list[str]) -> list[str]:
        """Rewrite the links of a page."""
        return [BESIDE_DOCS.sub(lambda found: f"]({found[1] or 'security.md'}{found[3]})", line) for line in lines]


class SourceNames(Treeprocessor):
    """Show a link to a file of the source as a name of code: the source isn't on the site."""

    def run(self, root: Element) -> None:
        """Rewrite the links of a page."""
        for link in root.iter("a"):
            path = link.get("href", "")
            if path.startswith("../") and path.endswith(".py"):
                link.tag = "code"
                link.attrib = {"title": path.removeprefix("../")}


class SiteLinks(Extension):
    """Both of them."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown calls it so
        """Take part in reading a page: after snippets, and once links are known."""
        md.preprocessors.register(FromTheRoot(md), "from_the_root", 31)
        md.treeprocessors.register(SourceNames(md), "source_names", 15)


def makeExtension(**options: Any) -> SiteLinks:  # noqa: N802 - Python-Markdown calls it so
    """Make the extension."""
    return SiteLinks(**options)
