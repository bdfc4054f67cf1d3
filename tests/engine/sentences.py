"""Checks of the texts that games return."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from cardtable.table.pages import read_page
from tests.engine.facts import FACTS
from tests.engine.walks import AnyGame

RULING = re.compile(r"\b[A-Z]{2}-\d+\b")


def attempt(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """Return the result and "", or None and the message of the ValueError."""
    try:
        return read(text), ""
    except ValueError as refusal:
        return None, str(refusal)


@cache
def rulings_on_page(game: AnyGame) -> set[str]:
    """Return the game's rulings that its rules page mentions."""
    return {each for each in RULING.findall(read_page(game.page)) if each.startswith(f"{game.prefix}-")}


def is_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def is_sentence(text: str) -> bool:
    return is_line(text) and not text[0].islower() and text.endswith(".")


def is_refusal(game: AnyGame, text: str) -> bool:
    """Return whether the text is a sentence that cites a ruling of the game or doesn't need one."""
    cited = set(RULING.findall(text))
    unruled_refusals = any(re.fullmatch(pattern, text) for pattern in FACTS[game.id].unruled_refusals)
    return is_sentence(text) and cited <= rulings_on_page(game) and bool(cited or unruled_refusals)
