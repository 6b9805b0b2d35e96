"""Document models and their one-line errors; pydantic imported on first use."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Self

from naishi.common.i18n import NaishiError, quoted

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import CoreSchema


class Document:
    """A dataclass that is written and read as JSON, by the methods of pydantic's models.

    The rules are full of them; pydantic takes longer to import than all the rules, so it waits for the first document.
    """

    __slots__ = ()

    def model_dump(self, *, mode: Literal["json", "python"] = "python") -> dict[str, Any]:
        """Return the fields by their names; for JSON, as values that it knows."""
        fields: dict[str, Any] = self._adapter().dump_python(self, mode=mode)
        return fields

    def model_dump_json(self, *, indent: int | None = None) -> str:
        return self._adapter().dump_json(self, indent=indent).decode()

    @classmethod
    def model_validate(cls, fields: object) -> Self:
        """Make a document of its fields. Raises ValueError: pydantic's `ValidationError`: they don't fit."""
        document: Self = cls._adapter().validate_python(fields)
        return document

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> Self:
        """Read what `model_dump_json` wrote.

        Raises ValueError: pydantic's `ValidationError`: it isn't such a document.
        """
        document: Self = cls._adapter().validate_json(text)
        return document

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        return replace(self, **(update or {}))  # type: ignore[type-var]  # whatever inherits from it is a dataclass

    @classmethod
    @cache
    def _adapter(cls) -> "TypeAdapter[Any]":
        from pydantic import TypeAdapter

        return TypeAdapter(cls)


class Spelled:
    """What documents spell by its text: its `str`, which `from_text` reads."""

    __slots__ = ()

    @classmethod
    def from_text(cls, text: str) -> Any:
        raise NotImplementedError

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(
            lambda value: cls.from_text(value) if isinstance(value, str) else value,
            core_schema.is_instance_schema(cls),
            serialization=core_schema.plain_serializer_function_ser_schema(str, return_schema=core_schema.str_schema()),
        )


@contextmanager
def refused_as(kind: type[NaishiError]) -> Iterator[None]:
    """Turn pydantic's error about a document into one of ours, of a kind.

    Raises NaishiError: of that kind; its text is the first thing that is wrong.
    """
    from pydantic import ValidationError

    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) if isinstance(part, int) else _plain(part) for part in first["loc"])
        cause = first.get("ctx", {}).get("error")
        what = str(cause) if isinstance(cause, ValueError) else first["msg"]
        raise kind(f"{where}: {what}" if where else what) from None


def _plain(part: str) -> str:
    return part if part.isidentifier() and part.isascii() and len(part) <= 30 else quoted(part)
