"""The message that says how to install an optional library."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class MissingLibrary(ImportError):
    """An optional library is missing; the message says how to install it."""


def require(module: str, title: str, extra: str) -> ModuleType:
    """Import an optional library's module; raise MissingLibrary if it isn't installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise MissingLibrary(
            f"{title} isn't installed; `pip install 'cardtable[{extra}]'` installs it.", name=error.name
        ) from None
