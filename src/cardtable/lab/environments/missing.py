"""The error for a missing optional library, with a message that tells the user how to install it."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from types import ModuleType


class MissingLibrary(ImportError):
    """An error for a missing optional library. The message says how to install the library."""


def require(module: str, title: str, extra: str) -> ModuleType:
    """Import an optional library's module. Raise MissingLibrary if the library isn't installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        cure = f"`pip install 'cardtable[{extra}]'` installs it"
        if extra == "openspiel" and _is_intel_mac():
            cure = "it has no wheel for Macs with Intel processors"
        raise MissingLibrary(f"{title} isn't installed; {cure}.", name=error.name) from None


def _is_intel_mac() -> bool:
    """Return whether this is a Mac with an Intel processor. OpenSpiel has no wheel for such a Mac."""
    return sys.platform == "darwin" and platform.machine() != "arm64"
