"""The board and the cards on Wind City's page are the same as in its data files.

`CARDTABLE_WRITE_GOLDENS=1` rewrites the cards on the page.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from cardtable.engine.games.wind_city.board import MAX_BEACH_HOUSES, SECTIONS
from tests.test_page_tables import table

RULES = Path(__file__).parents[1] / "rules"
PAGE = RULES / "wind_city.md"
WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
CARDS = re.compile(r"(?<=^\| card \| 1 \| 2 \| 3 \| 4 \| 5 \|\n)\| --- .*\n(?:\|.*\n)*", re.MULTILINE)
"""The table of cards on the page, without its header."""


def load(name: str) -> Any:
    """Return the content of a data file."""
    return json.loads((RULES / "wind_city" / name).read_text("utf-8"))


def name_of(row: int, column: int) -> str:
    """Return a space's name, given its row and column from 0."""
    return f"{'ABCDEFGHIJ'[column]}{row + 1}"


def cell(action: dict[str, Any]) -> str:
    """Return the page's text for an action."""
    what = "house" if action["kind"] == "house" else f"{action['direction']} {action['steps']}"
    return f"{what} for {action['cost']}"


def card_rows() -> str:
    """Return the expected rows of the table of cards."""
    rows = [["---"] * 6, *([str(number), *map(cell, card)] for number, card in enumerate(load("cards.json"), 1))]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def test_the_page_has_every_card() -> None:
    if WRITE:
        PAGE.write_text(CARDS.sub(card_rows(), PAGE.read_text("utf-8")), "utf-8")
    (printed,) = CARDS.findall(PAGE.read_text("utf-8"))
    assert printed == card_rows(), "CARDTABLE_WRITE_GOLDENS=1 rewrites the cards"


def test_the_page_has_the_board() -> None:
    board = load("board.json")
    stations = [name_of(*station) for station in board["stations"]]
    rows = table("wind-city", "What you need", "section")
    first = 1
    for number, (section, row_range, listed, players) in enumerate(rows):
        height = board["section_rows"] if number else board["sea_rows"]
        assert row_range == f"{first} to {first + height - 1}", section
        inside = [name for name in stations if first <= int(name[1:]) < first + height]
        assert listed == ", ".join(inside), section
        in_use = [seats for seats, sections in SECTIONS.items() if number <= sections]
        assert [int(digit) for digit in re.findall(r"\d", players)] == sorted({in_use[0], in_use[-1]}), section
        first += height
    assert len(rows) == 1 + max(SECTIONS.values())
    assert first == 20, "nineteen rows"
    assert board["columns"] == 10


def test_the_page_has_the_limits_of_beach_houses() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    assert "at least one beach house and may have at most three, or at most two with five players" in text
    assert [MAX_BEACH_HOUSES[seats] for seats in (2, 3, 4, 5)] == [3, 3, 3, 2]


def test_only_houses_are_worth_points() -> None:
    """Money is called coins, as at the table, so that nobody takes a price for a loss of points."""
    text = " ".join(PAGE.read_text("utf-8").split())
    assert {int(number) for number in re.findall(r"(\d+) points?\b", text)} == {10, 20}
    assert not re.search(r"\b(?:pay|pays|paid|earn|earns|costs?)\b(?: \S+){0,3} points\b", text)
