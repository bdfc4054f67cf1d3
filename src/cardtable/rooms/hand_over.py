"""Passing the keyboard on: the table while no hand is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.public import UNDO, PublicRoom, why_no_replay
from cardtable.rooms.kit.response import Help, OwnWay, Response
from cardtable.rooms.table import TableRoom
from cardtable.table.seen import Seen


class HandOverRoom(PublicRoom):
    """The table while players pass the keyboard and no hand is shown."""

    def __init__(self, table: TableRoom, since: int = 0, *, may_undo: bool = True) -> None:
        """Wait at this table. A replay from here begins after the first `since` moves."""
        super().__init__(table.session)
        table.viewer = None
        self.table = table
        self.public = self.session.look(None)
        self.since, self.may_undo = since, may_undo
        self.has_more: Callable[[], bool] = lambda: False
        """A function that returns whether the news is too long for the screen."""
        self.is_animated = False
        """True while the last move is being animated, so that any key press only ends the animation."""

    @property
    def seen(self) -> Seen:
        own = self.session.own_seat
        return self.public if own is None else replace(self.public, log=self.session.look(own).log)

    @property
    def number(self) -> int | None:
        return self.table.number

    @property
    def hands_over(self) -> bool:
        """Whether the keyboard can pass to another person now."""
        return self.table.keyboard.is_shared

    @property
    def offers_undo(self) -> bool:
        """Whether the last move can be undone without asking everybody."""
        return self.can("undo") is True and not self.session.why_no_undo()

    @Command(
        "see the end of the move at once",
        keys=("enter", "space"),
        label="Skip",
        need=9,
        no_words="Plain mode has no animations.",
        exists=lambda room: room.is_animated,
    )
    def skip(self) -> Response:
        return OwnWay("skip")

    @Command(
        "say that you're at the keyboard",
        keys=("space",),
        label="I'm here",
        need=9,
        words=("",),
        exists=lambda room: not room.is_animated and room.hands_over,
    )
    def ready(self) -> Response:
        return OwnWay("ready")

    @Command(
        "go on with the game",
        keys=("space", "enter"),
        label="Go on",
        need=9,
        no_words="Plain mode goes on by itself.",
        exists=lambda room: not room.is_animated and not room.hands_over,
    )
    def go_on(self) -> Response:
        return OwnWay("ready")

    @Command(
        "read more of what has happened",
        keys=("up",),
        label="More",
        need=8,
        group="arrows",
        no_words="Plain mode reads out everything.",
        exists=lambda room: not room.is_animated and room.has_more(),
    )
    def up(self) -> Response:
        return OwnWay("up")

    @Command(
        "read on",
        keys=("down",),
        label="More",
        need=8,
        group="arrows",
        after="up",
        no_words="Plain mode reads out everything.",
        exists=lambda room: not room.is_animated and room.has_more(),
    )
    def down(self) -> Response:
        return OwnWay("down")

    @replace(UNDO, exists=lambda room: room.may_undo and not room.is_animated)
    def undo(self) -> Response:
        return self.table.undo()

    @Command(
        "replay what has happened since your last turn",
        label="Replay",
        words=("replay",),
        why_not=why_no_replay,
    )
    def replay(self) -> Response:
        return self.replay_from(self.since)

    @Command("list what you can do here", keys=("?",), words=("help", "?"))
    def help(self) -> Response:
        """List the commands. The key bar has no room for this command."""
        return Help()
