"""The common part of the lists in the Practice room: hearing them again, the rules, and leaving."""

from __future__ import annotations

from cardtable.engine.games.info import PRACTISED
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToRules
from cardtable.rooms.kit.response import Leave, Response


class PracticeList(Room):
    """A room with a list of what to practise in a game for one player."""

    @Command("hear the list again", words=("list",), no_key="The list is on the screen.")
    def list(self) -> None:
        """Show the room again."""

    @Command("the rules of the game", label="Rules", words=("rules",))
    def rules(self) -> Response:
        return ToRules(PRACTISED.id)

    @Command(
        "leave this list",
        keys=("q",),
        also=("escape",),
        label="Back",
        words=("quit", "q", ""),
        typing="Enter does the same",
    )
    def leave(self) -> Response:
        return Leave()
