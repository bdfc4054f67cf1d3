"""A game's review in plain mode: its progress, then the whole review in words, then the review move by move."""

from __future__ import annotations

from cardtable.engine.phrases import read_number
from cardtable.plain.review_report import finish, reviewed_move_lines, whole_review
from cardtable.plain.room import Places, PlainRoom
from cardtable.plain.view import view_of
from cardtable.rooms.kit.response import Goto, OwnWay, Response
from cardtable.rooms.review import ReviewRoom

HOW_TO_GO_ON = (
    "At each mistake, type practise to look for the better move. To hear it, type better. "
    "To hear the table before it, type table. To hear the whole review with the better moves, type all."
)
PROMPT = "Press Enter for the next mistake, or type help:"
PROMPT_WITHOUT_MISTAKES = "Type a move such as move {}, or quit or help:"


class PlainReview(PlainRoom):
    """A review that has been read out and can be heard again move by move."""

    room: ReviewRoom

    def __init__(self, places: Places, room: ReviewRoom) -> None:
        super().__init__(places)
        self.room = room

    def run(self) -> Goto | None:
        with self.lines.signals:
            finish(self.room.work, self.lines, self.say)
        return super().run()

    def prompt(self) -> str:
        return PROMPT if self.room.errors else PROMPT_WITHOUT_MISTAKES.format(self.room.decisions[0].number)

    def enter(self) -> None:
        self.lines.read_out(*whole_review(self.room, tells_better=False))
        if self.room.errors:
            self.say(HOW_TO_GO_ON)

    def show_room(self) -> None:
        """Read out the summary or the selected move. If the better move has been revealed, read it out too."""
        room = self.room
        if room.decision is None:
            self.say(*room.page.summary(is_spoken=True))
        elif room.move is None:
            self.say(f"Move {room.decision.number} isn't reviewed.")
        else:
            knows = room.knows_better
            self.say(*reviewed_move_lines(room.page, room.decision, room.move, tells_better=knows, in_detail=knows))
        room.shows_better = False  # it has been read out, and no board shows it

    def other(self, text: str) -> Response | None:
        """Go to the move whose number was typed."""
        return super().other(text) if read_number(text) is None else self.room.do("move-number", text)

    def answer(self, response: Response | None) -> bool:
        if response == OwnWay("look"):
            room, view = self.room, view_of(self.room.session.game)
            seen = room.session.look_at(room.seat, room.shown_at)
            self.say(*dict.fromkeys((*view.table(seen), *view.hand(seen))))
            return True
        if response == OwnWay("read-all"):
            self.lines.read_out(*whole_review(self.room))
            self.room.told.update(self.room.errors)
            return True
        return super().answer(response)
