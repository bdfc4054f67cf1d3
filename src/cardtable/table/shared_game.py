"""Shared tables, where people play one game, each at their own screen.

The saved-games database has the log of the game, and every process follows it. A move that can't be saved isn't played.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from sys import maxsize
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar
from zlib import crc32

from cardtable.engine.chance import CODE_SYMBOLS, DealCode
from cardtable.engine.game import IllegalAction, Seat
from cardtable.engine.phrases import counted, join_words, read_number
from cardtable.formats.computers import Computer, ProgramAtSeat, read_level
from cardtable.formats.text import fold_name, player_names, safe_text, same_name
from cardtable.store import shared_games
from cardtable.store.archive import Archive, GameStatus
from cardtable.store.errors import Behind, GameNotFound, StorageError, StorageFault, TakenOver, UnreadableGame
from cardtable.store.here import who_is_here
from cardtable.store.powers import is_guest
from cardtable.store.shared_games import LogPlace, Note, SharedLog, SharedSeat
from cardtable.table.lazy_archive import Saver
from cardtable.table.recording import open_session
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session, fresh_code
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive

POLL_SECONDS = 0.1
"""The time between two checks for changes, in seconds."""
LIVENESS_SECONDS = 1.0
"""The time between two checks that the processes at the table are still running, in seconds."""
ATTEMPTS = 5
"""The maximum number of attempts to take a seat while other people are taking seats."""
LET_COMPUTER_PLAY, BACK = "let computer play", "back"
ASK_UNDO, AGREE, REFUSE, WITHDRAW, SETTLED = "ask undo", "agree", "refuse", "withdraw", "settled"
MESSAGE, MESSAGES = "message", "messages"
"""The kinds of notes with which people ask and answer, send messages, and let a computer player go on."""
NEXT_TABLE = "next table"
"""The kind of the note with the code of the table where the same people play again."""
NO_TABLE = "There's no table with that code. Check the code; if it's right, the game has been deleted."
TABLE_BUSY = "the table is busy. Try again in a moment."
OVER = "The game at that table is over."


class NotPlayed(IllegalAction):
    """An error for a move that couldn't be saved at a shared table, and so wasn't played."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who sits down at a shared table."""

    name: str
    """The name that everybody sees. If it is empty, the person gets the seat's usual name."""
    identity: str = ""
    """Text that only this person has, such as the fingerprint of a key. On one computer, the name is enough."""

    @classmethod
    def named(cls, text: str) -> Person:
        """Return a person with the name that was typed. Raise RequestError if no part of it can be shown."""
        if not (name := safe_text(text)):
            raise RequestError("A name needs a visible character.")
        return cls(name)

    @property
    def key(self) -> str:
        """The text by which the table recognises the person."""
        name = fold_name(self.name)
        if name.startswith(shared_games.GUEST):
            name = f"named {name}"  # so that nobody becomes a guest by typing a name
        return self.identity or name


class Table(Saver):
    """A person's place at a shared table: it saves that person's moves and follows everybody else's."""

    _changes: ClassVar[Any] = shared_games

    def __init__(self, saved_games: LazyArchive, number: int, log: SharedLog) -> None:
        super().__init__(saved_games, number)
        archive = saved_games.archive
        self.code = archive.entry(number).code
        """The code with which other people join."""
        self.own: tuple[Seat, ...] = ()
        """The seats of the person at this screen, or an empty tuple for a spectator."""
        self.seats: Sequence[SharedSeat] = ()
        """The seats of all people."""
        self.is_lost = False
        """Whether the person is now at this table in another window, or the game has been deleted."""
        self.notes: Sequence[Note] = ()
        """The notes of everybody at the table, such as messages."""
        self.copies_to: LazyArchive | None = None
        """The person's own saved games, which get a copy of the finished game. None if they have the table itself."""
        self._is_copied = False
        self.trouble = ""
        """The reason why the table can't be read now, or an empty string if it can."""
        self._log = log
        self._version = -1
        self._running = dict[str, bool]()
        self._watching: list[str] | None = None
        self._checked_at = 0.0

    @property
    def own_games(self) -> LazyArchive:
        return self.saved_games if self.copies_to is None else self.copies_to

    @property
    def _archive(self) -> Archive:
        return self.saved_games.archive

    @property
    def game_number(self) -> int:
        """The game's number in the database."""
        assert self.number is not None, "a shared game is saved"
        return self.number

    # Following

    def refresh(self) -> bool:
        """Read the log and the seats again if another process has written. Return whether anything has changed."""
        before = self._state
        try:
            self._read()
            self.trouble = ""
        except (GameNotFound, LookupError):
            self.is_lost = True
        except (StorageError, UnreadableGame) as error:
            self.trouble = storage_sentence(error)
        return self._state != before

    @property
    def _state(self) -> tuple[Any, ...]:
        log = self._log
        return log.place, log.record.names, self.seats, self.is_lost, self.trouble, self.last_note

    @property
    def last_note(self) -> int:
        """The number of the last note, or 0 if there is none."""
        return self.notes[-1].number if self.notes else 0

    def _read(self) -> None:
        version = self._archive.data_version()
        if version == self._version:
            return
        self._log = shared_games.read_log(self._archive, self.game_number)
        self.read_seats()
        self._read_notes()
        self._version = version

    def _read_notes(self) -> None:
        new = shared_games.notes_since(self._archive, self.game_number, self.last_note)
        self.notes = (*self.notes, *(note for note in new if note.who < len(self._log.record.names)))

    def read_seats(self) -> None:
        """Read who has which seat."""
        self.seats = shared_games.read_seats(self._archive, self.game_number)
        holders = {each.seat: each.holder for each in self.seats}
        self.is_lost = any(holders.get(seat) != self.saved_games.holder for seat in self.own)

    def apply_seats(self, session: Session) -> None:
        """Give the session the names of people who have joined, and computer players for people who have left."""
        if self._log.record.names != session.names and not session.actions:
            session.rename(self._log.record.names)
        session.is_waiting = self.free_seats > 0
        session.stand_ins = {each.seat: stand_in(each.stand_in) for each in self.seats if each.stand_in}
        session.stood_in = self._stood_in(session)
        words = {each.seat: self._presence_of(each) for each in self.seats}
        session.presence = {seat: word for seat, word in words.items() if word}

    def _stood_in(self, session: Session) -> tuple[tuple[Seat, range], ...]:
        """Return the places in the log where a computer player has gone on for a person, as the notes tell them."""
        begun: dict[Seat, int] = {}
        found: list[tuple[Seat, range]] = []
        for note in self.notes:
            number = read_number(note.text.rpartition(" ")[2])
            if number is None:
                continue
            if note.kind == LET_COMPUTER_PLAY:
                begun[seat_in(note)] = number
            elif note.kind == BACK and (start := begun.pop(seat_in(note), None)) is not None and " " in note.text:
                found.append((seat_in(note), range(start + 1, number + 1)))
            elif note.kind == SETTLED:  # the moves after this place have been undone
                begun = {seat: min(start, number) for seat, start in begun.items()}
                found = [(seat, range(moves.start, min(moves.stop, number + 1))) for seat, moves in found]
        found += [(seat, range(start + 1, maxsize)) for seat, start in begun.items() if seat in session.stand_ins]
        return tuple(found)

    def is_behind(self, session: Session) -> bool:
        """Return whether the session isn't at the end of the log."""
        return self.place_of(session) != self._log.place

    def next_action(self, session: Session) -> Any | None:
        """Return the action that comes next in the log, or None if there is none yet.

        If other people have undone actions that the session still has, undo them here first.
        """
        log, own = self._log.record.actions, tuple(map(str, session.actions))
        same = next((at for at, (one, other) in enumerate(zip(log, own, strict=False)) if one != other), None)
        common = min(len(log), len(own)) if same is None else same
        if common < len(own):
            session.rewind(common)
        session.undone, session.hinted = self._log.record.undone, self._log.record.hinted
        return session.game.parse(log[common]) if common < len(log) else None

    # Who is here

    def is_here(self, seat: SharedSeat) -> bool:
        """Return whether the person of a seat is at the table. This is checked once a second."""
        if monotonic() - self._checked_at > LIVENESS_SECONDS:
            self.forget_who_is_here()
        if seat.holder not in self._running:
            with suppress(StorageError):
                self._running[seat.holder] = self.saved_games.is_running(seat.holder)
        return self._running.get(seat.holder, False)

    def forget_who_is_here(self) -> None:
        """Forget which processes are running, so that this is checked again when it matters."""
        self._running.clear()
        self._watching = None
        self._checked_at = monotonic()

    @property
    def watchers(self) -> list[str]:
        """The names of those who watch the table. This is checked as often as `is_here`."""
        if self._watching is None:
            here = who_is_here(self.saved_games.path.parent, self.saved_games.lock_name)
            self._watching = [each.name for each in here if each.watched == self.code]
        return self._watching

    def person_at(self, seat: Seat | None) -> SharedSeat | None:
        """Return the seat of a person, or None for a computer player's seat."""
        return next((each for each in self.seats if each.seat == seat), None)

    @property
    def free_seats(self) -> int:
        """The number of seats that nobody has taken yet."""
        return sum(not each.person for each in self.seats)

    @property
    def thinks_here(self) -> bool:
        """Whether this process moves for computer players: the first of the people who are here is at this screen."""
        first = next((each for each in self.seats if self.is_here(each)), None)
        return first is not None and first.seat in self.own

    def _presence_of(self, seat: SharedSeat) -> str:
        """Return a word about the person of a seat, such as `away`. It is empty for people who are here."""
        if not seat.person:
            return "free"
        if seat.stand_in:
            return seat.stand_in
        if seat.seat in self.own:
            return ""
        if not self.is_here(seat):
            return "gone"
        return "away" if seat.is_away else ""

    def waiting_for(self, session: Session) -> str:
        """Return a sentence that says what the table is waiting for when it isn't this person's turn."""
        if self.trouble:
            return self.trouble
        if self.free_seats:
            how = (
                f"press j in the lobby, or type join {self.code}" if is_guest() else f"type: cardtable join {self.code}"
            )
            return f"Waiting for {counted(self.free_seats, 'player')}. To join, {how}"
        if session.turn is None:
            return ""
        word = session.presence.get(session.turn, "")
        about = f", who is {word}" if word in ("away", "gone") else ""
        return f"Waiting for {session.names[session.turn]}{about}."

    # Playing

    def _write(self, session: Session, status: GameStatus, write_change: Any) -> None:
        place = self.place_of(session)
        try:
            write_change(self._archive, self.game_number, self.saved_games.holder, place, status)
        except StorageError as error:
            is_busy = error.reason is StorageFault.BUSY
            reason = TABLE_BUSY if is_busy else self.saved_games.reason(error)
            raise NotPlayed(f"Not played: {reason}") from None
        record = replace(self._log.record, actions=status.actions, undone=status.undone, hinted=status.hinted)
        self._log = SharedLog(record, self._place(status.actions), self._log.start)

    def place_of(self, session: Session) -> LogPlace:
        """Return the place in the log that the session has reached."""
        return self._place(tuple(map(str, session.actions)))

    def _place(self, actions: Sequence[str]) -> LogPlace:
        checksum = self._log.start
        for action in actions:
            checksum = crc32(action.encode(), checksum)
        return LogPlace(len(actions), checksum)

    # Seats

    def note_away(self, *, is_away: bool) -> None:
        """Tell the other processes whether the person here hasn't pressed a key for a while."""
        with suppress(StorageError):
            shared_games.note_away(self._archive, self.game_number, self.saved_games.holder, is_away=is_away)
            self.read_seats()

    def let_computer_play(self, seat: Seat, level: str) -> None:
        """Let a computer player play for a person who has left, until that person is back."""
        found = self.person_at(seat)
        assert found is not None, "a person has the seat"
        with suppress(TakenOver):
            shared_games.set_stand_in(self._archive, self.game_number, found, level)
            self.write_note(LET_COMPUTER_PLAY, f"{seat} {self._log.place.length}")
        self.read_seats()

    # Notes

    def write_note(self, kind: str, text: str) -> None:
        """Write a note from the person here for everybody at the table. Raise StorageError if that fails."""
        shared_games.add_note(self._archive, self.game_number, kind, self.own[0], text)
        self._read_notes()

    def news_for(self, session: Session) -> list[str]:
        """Return a sentence, once, about the moves that a computer player has made for the person here."""
        own = self.own[0]
        about_own = (
            note for note in reversed(self.notes) if note.kind in (LET_COMPUTER_PLAY, BACK) and seat_in(note) == own
        )
        if (let := next(about_own, None)) is None or let.kind != LET_COMPUTER_PLAY:
            return []
        with suppress(StorageError):
            self.write_note(BACK, f"{own} {len(session.actions)}")
        moves = range(read_number(let.text.partition(" ")[2]) or 0, len(session.actions))
        made = sum(session.game.turn(session.view_at(None, at)) == own for at in moves)
        who = session.names[let.who]
        return [f"{who} let a computer player go on for you. It has made {counted(made, 'move', none='no')}."]

    def undo_by_consent(self, session: Session) -> None:
        """Remove the last move by a person, and all later moves, from the log. Everybody then follows the log."""
        length = session.last_decision()
        assert length is not None, "a person has played"
        turn = session.game.turn(session.view_at(None, length))
        actions = tuple(map(str, session.actions[:length]))
        status = GameStatus(actions, session.undone + 1, session.hinted, turn, None)
        with suppress(Behind):
            shared_games.undo_by_consent(
                self._archive, self.game_number, self.saved_games.holder, self.place_of(session), status
            )
        self._version = -1

    # Leaving

    def is_taken_over(self) -> bool:
        return self.is_lost

    def will_delete(self, session: Session) -> bool:
        others = (each for each in self.seats if each.seat not in self.own)
        return bool(self.own) and not session.actions and not any(each.person for each in others)

    def delete_if_unplayed(self, session: Session) -> None:
        with suppress(StorageError, TakenOver):
            self._read()
            if self.will_delete(session):
                self._archive.delete(self.game_number, "")

    def leave(self, session: Session) -> None:
        if session.turn is None and self.copies_to is not None and self.own and not self._is_copied:
            with suppress(StorageError):
                self.copies_to.add_game(session)
            self._is_copied = True
        self.delete_if_unplayed(session)
        with suppress(StorageError):
            if self.own:
                shared_games.leave_seats(self._archive, self.game_number, self.saved_games.holder)


def seat_in(note: Note) -> Seat:
    """Return the seat that a note is about, or -1 if the note is damaged."""
    number = read_number(note.text.partition(" ")[0])
    return -1 if number is None else number


def table_of(session: Session) -> Table | None:
    """Return the shared table where a session is played, or None if it is played at one screen."""
    return session.journal if isinstance(session.journal, Table) else None


def keep_copy_in(saved_games: LazyArchive, session: Session) -> None:
    """Copy the game to these saved games when it is over."""
    if (table := table_of(session)) is not None:
        table.copies_to = saved_games


def stand_in(level: str) -> Computer:
    """Return the computer player that plays for a person who has left. It is medium unless the level is easy."""
    with suppress(ValueError):
        if read_level(level) != "hard":
            return Computer(read_level(level), 1)
    return Computer("medium", 1)


# Opening a table


def why_not_shared(session: Session) -> str:
    """Return the reason why a new game can't be played at a shared table. The result is empty if it can."""
    if len(session.people) < 2:
        return "At a shared table, at least two seats are for people."
    if len(set(session.persons)) < len(session.persons):
        return "At a shared table, each person has one seat."
    if any(isinstance(computer, ProgramAtSeat) for computer in session.computers):
        return "Programs can't play at a shared table."
    return ""


def host(saved_games: LazyArchive, session: Session, person: Person | None = None) -> Session:
    """Open a shared table for a new game, and take its first seat for a person. Return the session.

    By default, that person has the name that the session has for the seat. Raise RequestError if the game can't be
    shared.
    """
    if reason := why_not_shared(session):
        raise RequestError(reason)
    seats = [seat for seat, _ in enumerate(session.names) if session.computer_at(seat) is None]
    standard = player_names(session.game.seat_names[: len(session.names)], len(session.names))
    person = person or Person(session.names[seats[0]])
    names = [name if at not in seats else standard[at] for at, name in enumerate(session.names)]
    names[seats[0]] = person.name
    session.rename(tuple(names))
    try:
        archive, code = saved_games.archive, fresh_table_code(saved_games)
        with archive.transaction():
            number = saved_games.add_game(session, code=code)
            shared_games.add_seats(archive, number, dict.fromkeys(seats, ""))
            free = SharedSeat(seats[0], "", "")
            shared_games.take_seat(archive, number, free, person.key, saved_games.holder)
    except StorageError as error:
        raise RequestError(saved_games.reason(error)) from None
    return _sit(saved_games, number, (seats[0],))


def fresh_table_code(saved_games: LazyArchive) -> str:
    """Return a code that no shared table has yet."""
    while True:
        code = str(fresh_code())
        with suppress(LookupError):
            shared_games.find_table(saved_games.archive, code)
            continue
        return code


def join(saved_games: LazyArchive, code: str, person: Person, *, replaces: bool = False) -> Session:
    """Sit down at the table with this code, at the person's own seat or else at a free one. Return the session.

    If the person is already there in another window, `replaces` says whether this one replaces it. Raise RequestError
    with a sentence if the person can't sit down.
    """
    try:
        number = find_table(saved_games, code)
        for _ in range(ATTEMPTS):
            with suppress(TakenOver, Behind):
                return _sit(saved_games, number, (_take(saved_games, number, person, replaces=replaces),))
    except (StorageError, GameNotFound, UnreadableGame) as error:
        raise RequestError(storage_sentence(error)) from None
    raise RequestError("Others are just sitting down at that table. Try again.")


def play_again(session: Session) -> Session:
    """Sit down at the next table of the same people, which the first of them opens. Return the session of its new game.

    Raise RequestError with a sentence if that isn't possible.
    """
    table = table_of(session)
    assert table is not None, "the game was played at a shared table"
    own = table.person_at(table.own[0])
    assert own is not None, "a person has the seat"
    saved_games, copies_to = table.saved_games, table.copies_to
    try:
        with saved_games.archive.transaction():
            notes = shared_games.notes_since(saved_games.archive, table.game_number, 0)
            code = next((note.text for note in notes if note.kind == NEXT_TABLE), "") or _open_next(table, session)
    except StorageError as error:
        raise RequestError(saved_games.reason(error)) from None
    following = join(saved_games, code, Person(session.names[own.seat], own.person), replaces=True)
    if copies_to is not None:
        keep_copy_in(copies_to, following)
    return following


def _open_next(table: Table, last: Session) -> str:
    """Open a table for a new deal of the last game with everybody at the same seats. Return the new table's code."""
    saved_games, code = table.saved_games, fresh_table_code(table.saved_games)
    session = Session(last.game, last.options, last.names, fresh_code(), last.persons, last.computers)
    number = saved_games.add_game(session, code=code)
    shared_games.add_seats(saved_games.archive, number, {each.seat: each.person for each in table.seats})
    shared_games.add_note(saved_games.archive, table.game_number, NEXT_TABLE, table.own[0], code)
    return code


def watch(saved_games: LazyArchive, code: str) -> Session:
    """Watch the table with this code, without seeing any hand. Return the session. Raise RequestError if that fails."""
    try:
        return _sit(saved_games, find_table(saved_games, code), ())
    except (StorageError, GameNotFound, UnreadableGame) as error:
        raise RequestError(storage_sentence(error)) from None


def find_table(saved_games: LazyArchive, code: str) -> int:
    """Return the number of the unfinished game with this table code. Raise RequestError if there is none."""
    try:
        number = shared_games.find_table(saved_games.archive, str(DealCode.parse(code)))
    except ValueError:
        raise RequestError(
            f"'{safe_text(code, 20)}' isn't the code of a table. A code has {CODE_SYMBOLS} symbols, like K7QF-2M9X."
        ) from None
    except LookupError:
        raise RequestError(NO_TABLE) from None
    if saved_games.archive.entry(number).outcome is not None:
        raise RequestError(OVER)
    return number


def _take(saved_games: LazyArchive, number: int, person: Person, *, replaces: bool) -> Seat:
    archive = saved_games.archive
    seats, names = shared_games.read_seats(archive, number), archive.entry(number).names
    if (own := next((each for each in seats if each.person and each.person == person.key), None)) is not None:
        if not replaces and own.holder != saved_games.holder and saved_games.is_running(own.holder):
            raise RequestError(f"{names[own.seat]} is already at this table. Choose another name, or watch the table.")
        shared_games.take_seat(archive, number, own, person.key, saved_games.holder)
        return own.seat
    if (free := next((each for each in seats if not each.person), None)) is None:
        raise RequestError(_about_full_table(seats, names))
    name = safe_text(person.name, fallback=names[free.seat])
    if any(same_name(name, other) for seat, other in enumerate(names) if seat != free.seat):
        raise RequestError(f"There's already somebody called {name} at this table. Choose another name.")
    key = replace(person, name=name).key
    shared_games.take_seat(archive, number, free, key, saved_games.holder, name)
    return free.seat


def _about_full_table(seats: Sequence[SharedSeat], names: Sequence[str]) -> str:
    players = join_words([names[each.seat] for each in seats], "or")
    return f"The table is full. You can watch it. If you have a seat there, give your name: {players}."


def _sit(saved_games: LazyArchive, number: int, own: tuple[Seat, ...]) -> Session:
    """Return the session of a shared game as it is now. `own` has the seats of the person at this screen."""
    log = shared_games.read_log(saved_games.archive, number)
    table = Table(saved_games, number, log)
    session = open_session(log.record)
    table.own = own
    session.here = frozenset(session.persons[seat] for seat in own)
    session.journal, session.is_resumed = table, False
    table.refresh()
    table.apply_seats(session)
    return session
