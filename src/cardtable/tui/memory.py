"""Keeps an evening's memory flat: drops what Textual remembers of widgets that are gone."""

from __future__ import annotations

from contextlib import suppress

from textual._styles_cache import StylesCache


def forget_closed_widgets() -> None:
    """Let go of the drawn lines of closed widgets.

    In Textual 8.2 a cache on a method keeps the last 1,024 of them alive, pages of rules and all.  It costs nothing to
    fill again; where a later version has no such cache there is nothing to do.
    """
    with suppress(AttributeError):
        StylesCache.get_inner_outer.cache_clear()
