"""The version of Cardtable."""

from __future__ import annotations


def version() -> str:
    """Return the installed version, or `unknown` if Cardtable isn't installed as a package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed_version

    try:
        return installed_version("cardtable")
    except PackageNotFoundError:
        return "unknown"
