"""A what-if line: a table where moves are tried out without being saved."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToWhatIf
from cardtable.rooms.kit.response import Leave, Response
from cardtable.rooms.table import TableRoom
from cardtable.table.result_words import ending_of
from cardtable.table.session import Session
from cardtable.table.what_if import what_if, what_if_name, what_if_sentence

OF_OTHER_GAMES = (
    "new-deal", "same-deal", "review", "practice", "share", "play",
    "substitute", "agree", "refuse", "message", "messages",
)  # fmt: skip
"""The ids of commands about a game that has been played to its end, and about people elsewhere."""


class WhatIfRoom(TableRoom, without=OF_OTHER_GAMES):
    """A table where players try out moves without saving. When they leave, they return to the previous place."""

    level = None
    can_continue = False

    def __init__(self, origin: Session, at: int) -> None:
        """Begin with the position after the first `at` moves of a game."""
        super().__init__(what_if(origin, at), None)
        self.origin, self.at = origin, at
        self.heading, self.note = what_if_name(at), what_if_sentence(origin)
        self.origin_ending = f"The game itself: {ending_of(origin).result}" if origin.turn is None else ""
        self._counts = origin.turn is not None
        """Whether the next move or hint here counts as a hint in the game."""

    @property
    def caption(self) -> str:
        return "what if"

    def _before_play(self) -> None:
        """Count this what-if line once as a hint in the game, before the player's first move or hint here."""
        if self._counts and self.session.computer is None:
            self.origin.note_hint()
            self._counts = False

    @property
    def after_the_end(self) -> tuple[Sequence[Command], Sequence[Command]]:
        """The commands after the end of the line: another line, and the way back."""
        return [self.command("what-if"), self.command("leave")], []

    @property
    def ending(self) -> str:
        """A sentence about the result of the line."""
        return f"{self.heading}: {ending_of(self.session).result}"

    def end_label(self, command_id: str) -> str:
        return self.command(command_id).name(self)

    def _why_not_again(self) -> str:
        is_new = len(self.session.actions) == self.session.inherited_actions and not self.session.redoable_actions
        return "Nothing has been played here yet." if is_new else ""

    @Command("begin another line from the same move", label="Start again", words=("again",), why_not=_why_not_again)
    def what_if(self) -> Response:
        return Leave(ToWhatIf(self.origin, self.at))

    @Command("go back to where you were", keys=("q",), label="Back", words=("quit", "q", "back"))
    def leave(self) -> Response:
        return Leave()
