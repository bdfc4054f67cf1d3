"""Which cardtable this is."""

from __future__ import annotations


def version() -> str:
    """As installed; `unknown` where it runs without being installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("cardtable")
    except PackageNotFoundError:
        return "unknown"
