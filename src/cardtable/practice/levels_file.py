"""The file with the levels. Reading it takes much less time than loading the levels in it."""

from __future__ import annotations

from functools import cache
from importlib import resources

from cardtable.engine.chance import DealCode
from cardtable.engine.games.info import PRACTISED

FILE = "levels.toml"


@cache
def levels_text() -> str:
    """Return the text of the levels that come with Cardtable."""
    folder = resources.files("cardtable.games") / PRACTISED.id.replace("-", "_") / "practice"
    return (folder / FILE).read_text(encoding="utf-8")


def is_in_levels(deal_code: DealCode) -> bool:
    """Return whether the file has this deal code."""
    return str(deal_code) in levels_text()
