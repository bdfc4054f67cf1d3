"""A room with a table and text. A small screen shows one of them at a time."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.response import Response

HEARD = "Plain mode reads out both the table and the text."
"""The reason why commands for small screens have no words in plain mode."""


@dataclass(frozen=True, slots=True)
class ShowSide(Response):
    """Show the `table` or the `text` on a screen that has room for only one of the two."""

    side: str


class TwoSides(Room):
    """A room with a table and text. A small screen shows one of them at a time."""

    hidden = ""
    """The side that a small screen hides while it shows the other side: `table` or `text`."""

    @Command(
        "show the table",
        keys=("t",),
        label="Table",
        need=9,
        exists=lambda room: room.hidden == "table",
        no_words=HEARD,
    )
    def table(self) -> Response:
        return ShowSide("table")

    @Command(
        "show the text",
        keys=("t",),
        label="Text",
        need=9,
        exists=lambda room: room.hidden == "text",
        no_words=HEARD,
    )
    def text(self) -> Response:
        return ShowSide("text")
