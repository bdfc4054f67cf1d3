"""The fields of the engine's types."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any


def field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass or a named tuple."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else kind._fields
