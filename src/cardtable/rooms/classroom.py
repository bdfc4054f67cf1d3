"""A pupil's page of a class: what there is to do, with ticks beside what is finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardtable.classroom.draw import last_draw, take_drawn_seat
from cardtable.classroom.standing import Standing, standings
from cardtable.engine.phrases import counted
from cardtable.players.at_table import seat_computers
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToClass, ToExercises, ToGame, ToLesson, ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import AskText, Goto, Leave, Response
from cardtable.rooms.kit.shared import open_by_code
from cardtable.rooms.kit.tables import note_place
from cardtable.store.errors import StorageError
from cardtable.table.dealing import DealRequest, new_session
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.classroom.course import ClassItem

IN_THE_LIST = "It's in the list, and the cursor starts on the next item."
ALL_DONE = "You have finished everything."


class ClassRow(NamedTuple):
    """An item of the class, for a pupil."""

    number: int
    item: ClassItem
    standing: Standing
    why_closed: str = ""
    """The reason why the pupil can't open the item yet, or an empty string if the item is open."""

    @property
    def about(self) -> str:
        """The item's text and how far the pupil has got."""
        words = self.standing.words
        return " ".join(
            filter(None, (self.item.text, f"{words[:1].upper()}{words[1:]}." if words else "", self.why_closed))
        )

    @property
    def heard(self) -> str:
        """The row as plain mode reads it out."""
        words = self.standing.words or ("later" if self.why_closed else "")
        title = f"{self.number} {self.item.title}{f' ({words})' if words else ''}"
        return f"{title}: {self.item.text}" if self.item.text else f"{title}."


class ClassRoom(Room):
    """A class as a pupil sees it."""

    def __init__(self, records: Records) -> None:
        """Open the page. Raise BadScript if the class file can't be read."""
        assert records.desk is not None, "the guest is in a class"
        self._records, self.desk = records, records.desk
        self.course = self.desk.course
        self.rows: list[ClassRow] = []
        self.fault = ""
        """The reason why the progress can't be read, or an empty string if it can."""
        self.has_tables = False
        """Whether the teacher has drawn tables for the class."""
        self.refresh()

    def come_back(self) -> None:
        """Tell the others that the pupil is at this page again, and read the progress again."""
        note_place(self._records, ToClass())
        self.refresh()

    def look_for_news(self) -> bool:
        """Return whether the teacher has sent a message, as with each draw. If so, read everything again."""
        has_news = self.desk.last_line != self._last_line
        if has_news:
            self.refresh()
        return has_news

    def refresh(self) -> None:
        """Read the pupil's progress again."""
        self._last_line = self.desk.last_line
        course, self.fault = self.course, ""
        found = [Standing()] * len(course.items)
        try:
            found = standings(self._records.saved_games.archive, course)
            self.has_tables = bool(last_draw(self._records.tables))
        except StorageError as error:
            self.fault = storage_sentence(error)
        self.rows, missing = [], ""
        for number, (item, standing) in enumerate(zip(course.items, found, strict=True), 1):
            self.rows.append(
                ClassRow(number, item, standing, missing if course.is_fixed and not standing.is_done else "")
            )
            if not standing.is_done and not missing:
                missing = f"First finish {number}, {item.title}."

    @property
    def title(self) -> str:
        """The heading of the page."""
        return self.course.title

    @property
    def summary(self) -> str:
        """The teacher's latest message, the text of the class, and how much the pupil has finished."""
        done = sum(row.standing.is_done for row in self.rows)
        line = self._last_line
        counts = ALL_DONE if done == len(self.rows) else f"{done} of {counted(len(self.rows), 'item')} finished."
        about = " ".join(filter(None, (self.course.text, counts)))
        return about if line is None else f"{line.sentence}\n{about}"

    @property
    def next_row(self) -> ClassRow:
        """The first row that isn't finished, or the first one if all are."""
        return next((row for row in self.rows if not row.standing.is_done), self.rows[0])

    def open(self, text: str) -> Response:
        """Open the item with this number. Raise ValueError with a sentence if that isn't possible."""
        row = next((row for row in self.rows if str(row.number) == text.strip()), None)
        if row is None:
            raise ValueError(f"Type a number from 1 to {len(self.rows)}.")
        if row.why_closed:
            raise ValueError(row.why_closed)
        return self._place(row.item)

    def _place(self, item: ClassItem) -> Goto:
        match item.kind:
            case "lesson":
                return ToLesson(item.game_id, item.name)
            case "exercises" | "test":
                return ToExercises(item.game_id, is_test=item.kind == "test")
        assert item.deal is not None, "only deals and levels are left"
        code = str(item.deal.deal_code)
        for entry in self._records.saved_games.archive.entries():
            if entry.outcome is None and (entry.kind, entry.deal) == (item.game_id, code) and not entry.is_shared:
                return ToGame(entry.id)
        request = DealRequest(deal=item.deal.line(), names=(self.desk.name,), options={})
        return ToTable(new_session(item.deal.game, request, seat_computers))

    @Command("the next item that you haven't finished", words=("next", ""), typing="Enter does the same",
             no_key=IN_THE_LIST)  # fmt: skip
    def next(self) -> Response:
        return self.open(str(self.next_row.number))

    @Command("your table of the games that the teacher has opened for all", keys=("t",), label="Your table",
             words=("table",), exists=lambda room: room.has_tables)  # fmt: skip
    def table(self) -> Response:
        try:
            code = take_drawn_seat(self._records.tables, self.desk.guest, self.desk.name)
        except LookupError as refusal:
            raise ValueError(str(refusal.args[0])) from None
        except StorageError as error:
            raise ValueError(storage_sentence(error)) from None
        return open_by_code(self._records, code)

    @Command("the list again", words=("list",), no_key="The screen shows it.")
    def list(self) -> None:
        """Show the room again."""
        self.refresh()

    @Command("open the teacher's page, with the teacher's code", keys=("T",), words=("teacher",), takes="CODE")
    def teacher(self, code: str) -> Response:
        if not code:
            return AskText("The teacher's code:", self.teacher, longest=40)
        self.desk.become_teacher(code)
        return Leave(ToClass())

    @Command("to the lobby with all games", keys=("q",), also=("escape",), label="Lobby", words=("quit", "q", "lobby"))
    def leave(self) -> Response:
        return Leave()
