"""What is wrong with a document, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError

from naishi.common.errors import NaishiError
from naishi.common.i18n import quoted


@contextmanager
def refused_as(kind: type[NaishiError]) -> Iterator[None]:
    """Turn pydantic's error about a document into one of ours, of a kind.

    Raises:
        NaishiError: Of that kind; its text is the first thing that is wrong.
    """
    try:
        yield
    except ValidationError as error:
        raise kind(first_error(error)) from None


def first_error(error: ValidationError) -> str:
    """Return the first of a document's validation errors as one line."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) if isinstance(part, int) else _plain(part) for part in first["loc"])
    cause = first.get("ctx", {}).get("error")
    what = str(cause) if isinstance(cause, ValueError) else first["msg"]
    return f"{where}: {what}" if where else what


def _plain(part: str) -> str:
    return part if part.isidentifier() and part.isascii() and len(part) <= 30 else quoted(part)
