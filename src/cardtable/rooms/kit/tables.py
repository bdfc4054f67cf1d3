"""The shared tables with a game in progress, and who is here: what the lobby and the lists say about them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtable.engine.phrases import counted, join_words
from cardtable.rooms.kit import goto
from cardtable.rooms.kit.response import Goto
from cardtable.store.here import Here, note_here, who_is_here
from cardtable.store.paths import may_exist

if TYPE_CHECKING:
    from cardtable.rooms.kit.records import Records
    from cardtable.store.rows import GameEntry
    from cardtable.store.shared_games import SharedSeat
    from cardtable.table.lazy_archive import LazyArchive

IN_LOBBY = "in the lobby"


@dataclass(frozen=True, slots=True)
class TableOffer:
    """A shared table with a game in progress, as one player sees it in a list."""

    entry: GameEntry
    seats: Sequence[SharedSeat]
    """The seats of people."""
    is_own: bool
    """Whether the player can come back to a seat there."""
    is_your_move: bool

    @property
    def free(self) -> int:
        """The number of seats that nobody has taken yet."""
        return sum(not each.person for each in self.seats)

    @property
    def about(self) -> str:
        """Whose move it is or what the table is waiting for, then who sits there. A narrow screen shows no names."""
        entry = self.entry
        others = [entry.names[each.seat] for each in self.seats if each.person and self._names(each.seat)]
        company = f"; with {join_words(others)}" if others else ""
        if self.free:
            return f"waiting for {counted(self.free, 'player')}{company}"
        if self.is_your_move or entry.turn is None:
            return f"your move{company}"
        return f"{entry.names[entry.turn]}'s move{company}"

    def _names(self, seat: int) -> bool:
        return bool(self.free) or seat != self.entry.turn


def read_tables(records: Records) -> list[TableOffer]:
    """Return all shared tables with a game in progress, the latest first. Raise StorageError if they can't be read."""
    from cardtable.store.shared_games import all_seats  # only now, because the lobby appears before it is loaded

    tables = records.tables
    if not may_exist(tables.path):
        return []
    tables.refresh()
    seats = all_seats(tables.archive)
    entries = sorted(map(tables.archive.entry, seats), key=lambda entry: (entry.touched, entry.id), reverse=True)
    return [_offer(records, entry, seats[entry.id]) for entry in entries if entry.is_shared]


def _offer(records: Records, entry: GameEntry, seats: list[SharedSeat]) -> TableOffer:
    if records.person is not None:
        own = [each.seat for each in seats if each.person == records.person.key]
        return TableOffer(entry, seats, bool(own), entry.turn in own)
    left = seats_left(records.tables, seats)
    is_only_one = len([each for each in seats if not each.is_guests]) == 1
    return TableOffer(entry, seats, bool(left), is_only_one and entry.turn in [each.seat for each in left])


def seats_left(tables: LazyArchive, seats: Sequence[SharedSeat]) -> list[SharedSeat]:
    """Return the seats that people at the computer with the tables have left. Guests' seats wait for the guests."""
    return [each for each in seats if each.person and not each.is_guests and not tables.is_running(each.holder)]


# Who is here


def others_here(records: Records) -> list[Here]:
    """Return everybody else who is here: all guests, and people at shared tables."""
    return who_is_here(records.tables.path.parent, records.tables.lock_name)


def note_place(records: Records, place: Goto | None = None) -> None:
    """Tell the others that the player is now at this place or, by default, in the lobby.

    A player at the computer with the tables is mentioned only while at a shared table.
    """
    from cardtable.store.errors import StorageError

    here = _at_shared_table(place) or Here("", _doing(place))
    if records.person is not None:
        here = here._replace(name=records.person.name)
    with suppress(StorageError):
        if here.name or records.tables.lock_name:
            note_here(records.tables.path.parent, records.tables.holder, here if here.name else None)


def _at_shared_table(place: Goto | None) -> Here | None:
    if not isinstance(place, goto.ToTable) or (code := getattr(place.session.journal, "code", "")) == "":
        return None
    session = place.session
    names = [name for seat, name in enumerate(session.names) if session.persons[seat] in (session.here or ())]
    return Here(names[0], f"at a table of {session.game.title}") if names else Here("Somebody", "watching", code)


def _doing(place: Goto | None) -> str:
    match place:
        case goto.ToTable(session):
            return f"playing {session.game.title}"
        case goto.ToLearn() | goto.ToLesson() | goto.ToScript() | goto.ToExercises():
            return "learning"
        case goto.ToClass() | goto.ToLookOver():
            return "at the class page"
        case goto.ToPractice() | goto.ToPracticeExercises() | goto.ToLevels() | goto.ToProgress():
            return "practising"
        case goto.ToReplay() | goto.ToReview():
            return "looking back at a game"
    return IN_LOBBY
