"""Every loader of files, with sound files and a check of what it accepts.

A new loader needs a line in `LOADERS`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, play
from cardtable.engine.games import SHIPPED
from cardtable.formats.deal_line import parse_deal_line
from cardtable.formats.notation import format_game, format_position, parse_game, parse_position, read_record_file
from cardtable.formats.option_files import load_option
from cardtable.formats.options import OptionFile, describe_options, files_of
from cardtable.formats.position import dump_position, load_position
from cardtable.formats.record import dump_record, load_record
from cardtable.formats.strict_json import BadFile, read_text
from cardtable.lessons.reading import read_file as read_lesson
from cardtable.store.archive import Archive, GameStatus
from cardtable.store.checkup import check_archive
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.privacy import DATABASE_SUFFIXES
from cardtable.store.salvage import recover_database
from cardtable.store.settings import Settings, load_settings, save_settings
from cardtable.table.command_lines import deal_text
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import open_session, record_of
from cardtable.table.session import Session
from cardtable.table.storage_words import recovery_notice, storage_sentence
from tests.table.mutations import check_sentence
from tests.table.sittings import NAMES, looks, play_on, sit, truth

MEMORY = 200_000_000
"""Memory that any input may take, in bytes."""
REFUSALS = (BadFile, StorageError)
SHM = Path("/dev/shm")


class Loader(NamedTuple):
    """A loader, which refuses a file with a one-sentence exception, or returns something consistent."""

    name: str
    sound: Callable[[], tuple[bytes, ...]]
    """Sound files."""
    read: Callable[[Path], None]
    """Reads a file and tries everything that can be done with the result."""


def judge(loader: Loader, content: bytes) -> bool:
    """Return whether the loader accepted the file; fail if it refused without a sentence.

    tests/hostile/test_limits.py limits the cost.
    """
    with tempfile.TemporaryDirectory(dir=SHM if SHM.is_dir() else None) as folder:
        path = Path(folder) / "archive.sqlite3"
        path.touch(0o600)
        path.write_bytes(content)
        try:
            loader.read(path)
        except REFUSALS as refused:
            check_sentence(storage_sentence(refused))
            return False
        return True


# Records and positions


@cache
def _sessions() -> tuple[Session, ...]:
    """Return an unfinished game of each kind, and a finished one."""
    sessions = [sit(game, seats, 70 + seats) for game in SHIPPED.values() for seats in {game.seats[0], game.seats[-1]}]
    for luck, session in enumerate(sessions):
        play_on(session, Key(luck), 9)
    over = sit(SHIPPED["exit-stage-right"], 1, 4)
    play_on(over, Key(1), 1_000)
    return (*sessions, over)


def _records() -> tuple[bytes, ...]:
    """Return records without checksums, as these would reveal any change."""
    return tuple(json.dumps({**json.loads(dump_record(record_of(each))), "sum": ""}).encode() for each in _sessions())


def _read_record(path: Path) -> None:
    record = load_record(read_text(path, "record"))
    assert load_record(dump_record(record)) == record
    session = open_session(record)
    again = record_of(session)
    assert replace(again, actions=record.actions) == record  # which may spell them differently
    assert load_record(dump_record(again)) == again
    _try_all_of(session)


def _try_all_of(session: Session) -> None:
    for look in looks(session):
        assert look.names == session.names
    assert describe_options(session.game, session.options, len(session.names)) is not None
    if session.turn is not None:
        session.act(session.look(session.turn).legal[0])


def _positions() -> tuple[bytes, ...]:
    return tuple(dump_position(each.game, truth(each)).encode() for each in _sessions())


def _read_position(path: Path) -> None:
    game, state = load_position(read_text(path, "position"))
    assert load_position(dump_position(game, state)) == (game, state)
    for _ in range(3):
        seat, legal = game.turn(state), game.legal(state)
        assert bool(legal) == (seat is not None) == (game.outcome(state) is None)
        assert len(set(map(str, legal))) == len(legal)
        for viewer in (None, *range(len(state.hands) if hasattr(state, "hands") else 1)):
            game.view(state, viewer)
        if seat is None:
            break
        state = play(game, state, legal[-1]).state


# Settings and options


def _settings() -> tuple[bytes, ...]:
    return (
        b'{"theme": "nord", "cards": "ascii", "speed": "slow", "names": ["Ann", "Ben"], "keys": {"undo": "z"}}',
        b"{}",
    )


def _read_settings(path: Path) -> None:
    path.rename(path.with_name("settings.json"))
    with patch.dict(os.environ, CARDTABLE_DATA=str(path.parent)):
        found = load_settings()
        for each in fields(Settings):
            value = getattr(found, each.name)
            words = value if isinstance(value, tuple) else [*value, *value.values()] if isinstance(value, dict) else ()
            assert isinstance(value, str | tuple | dict)
            assert all(isinstance(word, str) and word.isprintable() for word in words)
        save_settings(found)
        assert load_settings() == found


def option_of(game: AnyGame, name: str) -> OptionFile:
    return next(file for file in files_of(game) if file.name == name)


def _ours(name: str) -> tuple[bytes, ...]:
    return ((Path(__file__).parents[2] / "rules" / "wind_city" / f"{name}.json").read_bytes(),)


def _read_option(name: str) -> Callable[[Path], None]:
    game = SHIPPED["wind-city"]

    def read(path: Path) -> None:
        chosen = load_option(option_of(game, name), path)
        options = game.options(**{name: chosen})
        for seats in game.seats:
            if faults := game.validate_options(game.resolve_defaults(options, seats), seats):
                raise BadFile(faults[0])
        session = Session(game, options, NAMES[:2], DealCode(7))
        play_on(session, Key(3), 6)
        record = record_of(session)
        assert load_record(dump_record(record)) == record
        _try_all_of(open_session(record))

    return read


# Archives


@cache
def _archives() -> tuple[bytes, ...]:
    """Return a database with several games and an empty one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.sqlite3"
        saved_games = LazyArchive(path)
        empty = LazyArchive(Path(folder) / "empty" / "archive.sqlite3")
        assert empty.archive.entries() == []
        for session in _sessions():
            again = open_session(record_of(session))
            saved_games.save(again, "2026-11-20").release()
        saved_games.archive.save_progress("lesson exit-stage-right 01", {"done": True})
        saved_games.close()
        empty.close()
        return path.read_bytes(), empty.path.read_bytes()


def rows_changed(content: bytes, changes: list[tuple[str, str, int, Any]]) -> bytes:
    """Return the database after edits of its rows: table, column, row and a value of any type."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(_without_journal(content))
        for table, column, row, value in changes:
            key = "rowid" if table == "game" else "number" if table == "action" else "about"
            at = f"(SELECT {key} FROM {table} LIMIT 1 OFFSET {row})"
            try:
                db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {key} = {at}", (value,))
            except (sqlite3.Error, UnicodeEncodeError, OverflowError):
                continue
        return db.serialize()


def _without_journal(content: bytes) -> bytes:
    """Return the file without WAL mode in its header, as there is none in memory."""
    return content[:18] + b"\x01\x01" + content[20:] if content[18:20] == b"\x02\x02" else content


COLUMNS = {
    "game": (
        *("kind", "head", "names", "alone", "options", "deal", "started", "touched", "length", "undone", "hinted"),
        *("given", "daily", "turn", "outcome", "holder", "levels", "id"),
    ),
    "action": ("game", "number", "said", "sum"),
    "progress": ("about", "value", "touched"),
}


def _read_archive(path: Path) -> None:
    check_archive(path)
    before = {part: Path(f"{path}{part}").read_bytes() for part in DATABASE_SUFFIXES if Path(f"{path}{part}").exists()}
    try:
        archive = Archive(path)
    except StorageError as error:
        if not storage_sentence(error).startswith("The saved-games database is damaged"):
            raise
        # SQLite may have looked at its journal, but the file itself is unchanged.
        assert path.read_bytes() == before[""]
        archive, recovery = recover_database(path)
        check_sentence(recovery_notice(recovery).split(". ", 1)[1])
        (quarantined,) = path.parent.glob("archive-damaged-*.sqlite3")
        assert quarantined.read_bytes() == before[""]
        with archive:
            assert not archive.faults()
            _try_archive(archive)
        assert not check_archive(path).damaged
        return
    with archive:
        _try_archive(archive)


def _try_archive(archive: Archive) -> None:
    """Try everything that the program does with a database; a damaged game is refused by itself."""
    entries = archive.entries()
    for entry in entries:
        shown = (entry.kind, entry.deal, entry.daily, entry.holder, *entry.names, *entry.levels)
        assert all(text.isprintable() or not text for text in shown)
        if entry.outcome is not None:
            assert entry.outcome.reason.isprintable()
        str(entry.touched.astimezone())
    archive.all_progress("lesson")
    archive.faults()
    for number in archive.numbers()[:4]:
        for ask in (_open, _take):
            try:
                ask(archive, number)
            except (StorageError, UnreadableGame, BadFile, GameNotFound) as refused:
                check_sentence(storage_sentence(refused))
    session = sit(SHIPPED["clash"], 2, 5)
    record = record_of(session)
    number = archive.add_game(record, GameStatus(record.actions, 0, 0, session.turn, session.outcome), "me")
    assert archive.record(number) == record


def _open(archive: Archive, number: int) -> None:
    record = archive.record(number)
    assert load_record(dump_record(record)) == record
    open_session(record)


def _take(archive: Archive, number: int) -> None:
    archive.claim(number, "me", archive.entry(number).holder)
    archive.release(number, "me")


# Texts and lessons


def _texts() -> tuple[bytes, ...]:
    return tuple(format_game(record_of(each)).encode() for each in _sessions())


def _read_text(path: Path) -> None:
    record = read_record_file(path)
    again = record_of(open_session(record))
    assert replace(again, actions=record.actions) == record
    assert parse_game(format_game(again)) == again


def _short_positions() -> tuple[bytes, ...]:
    return tuple(format_position(each.game, truth(each)).encode() for each in _sessions())


def _read_short_position(path: Path) -> None:
    game, state = parse_position(read_text(path, "position"))
    assert parse_position(format_position(game, state)) == (game, state)


def _deal_lines() -> tuple[bytes, ...]:
    return tuple(deal_text(each).encode() for each in _sessions())


def _read_deal_line(path: Path) -> None:
    text = read_text(path, "deal")
    try:
        deal = parse_deal_line(text)
    except ValueError as error:
        raise BadFile(str(error)) from None
    assert str(deal.deal_code).isprintable()


def _lessons() -> tuple[bytes, ...]:
    folder = Path(__file__).parents[2] / "rules" / "exit_stage_right" / "lessons"
    return tuple(path.read_bytes() for path in sorted(folder.glob("*.toml")))


def _read_lesson(path: Path) -> None:
    read_lesson(path.rename(path.with_name("Lesson.toml")), SHIPPED["exit-stage-right"])


LOADERS = (
    Loader("text", _texts, _read_text),
    Loader("short position", _short_positions, _read_short_position),
    Loader("deal line", _deal_lines, _read_deal_line),
    Loader("lesson", _lessons, _read_lesson),
    Loader("record", _records, _read_record),
    Loader("position", _positions, _read_position),
    Loader("settings", _settings, _read_settings),
    Loader("board", lambda: _ours("board"), _read_option("board")),
    Loader("cards", lambda: _ours("cards"), _read_option("cards")),
    Loader("archive", _archives, _read_archive),
)
