"""The common part of lessons and exercises."""

from __future__ import annotations

from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToRules
from cardtable.rooms.kit.public import RULES_BY_NUMBER
from cardtable.rooms.kit.response import Leave, OwnWay, Response
from cardtable.rooms.kit.two_sides import HEARD, ShowSide, TwoSides
from cardtable.table.seen import Seen

PROGRESS_NOT_SAVED = "Your progress isn't being saved:"
IN_SIGHT = "The screen shows the table and the question."
"""The reason why the commands that read something out in plain mode have no key."""


class LearningRoom(TwoSides):
    """A room with a table and text that asks a question about the table."""

    game: AnyGame
    plays_on_board = True

    said = ""
    """The reply to the player's last answer or command, in Markdown."""

    @property
    def seen(self) -> Seen:
        """The table that the question is about, with the legal actions."""
        raise NotImplementedError  # lessons and exercises have their own

    def give(self, answer: Any) -> Response | None:
        """Answer with an action. Raise ValueError with a sentence if an action can't answer the question."""
        raise NotImplementedError  # lessons and exercises have their own

    @property
    def acts_on_board(self) -> bool:
        """Whether the learner answers the question on the board."""
        raise NotImplementedError  # lessons and exercises have their own

    @property
    def rules_place(self) -> str:
        """The place where the rules open: a ruling or a heading."""
        raise NotImplementedError  # lessons and exercises have their own

    def _acts_on_hidden_board(self) -> bool:
        return self.hidden == "table" and self.acts_on_board

    @Command(
        "go to the table to answer",
        keys=("enter",),
        also=("space",),
        label="Table",
        exists=_acts_on_hidden_board,
        no_words=HEARD,
    )
    def to_table(self) -> Response:
        return ShowSide("table")

    @Command("the table and the question again", words=("look",), no_key=IN_SIGHT)
    def look(self) -> Response:
        return OwnWay("look")

    @Command("what is on the table", words=("board",), no_key=IN_SIGHT)
    def board(self) -> Response:
        return OwnWay("board")

    @Command("the score", words=("scores", "score"), no_key=IN_SIGHT)
    def scores(self) -> Response:
        return OwnWay("scores")

    @Command("your hand", words=("hand",), no_key=IN_SIGHT)
    def hand(self) -> Response:
        return OwnWay("hand")

    @Command("the rules about this", words=("rules",), takes="NUMBER", typing=RULES_BY_NUMBER)
    def rules(self, place: str) -> Response:
        return ToRules(self.game.id, place or self.rules_place)

    @Command("leave", keys=("q",), also=("escape",), label="Leave", words=("quit", "q"))
    def leave(self) -> Response:
        return Leave()
