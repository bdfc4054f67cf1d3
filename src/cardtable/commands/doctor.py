"""`cardtable doctor`: check the installation and the saved games, and fix some problems with --repair.

The report is printed line by line, for screen readers and for bug reports. It never shows a card, a deal or a player's
name. If a check fails, a line says so and the next check runs.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import switch, text_flag
from cardtable.commands.progress_line import ProgressLine
from cardtable.engine.phrases import counted, plural
from cardtable.formats.streams import is_terminal
from cardtable.formats.text import safe_text
from cardtable.formats.version import version

if TYPE_CHECKING:
    from cardtable.store.errors import StorageError

MAX_LINE_CELLS = 400
"""The maximum width of a line in the report, in columns. It leaves room for a long path."""
PROBLEM = "Problem: "
"""The start of every line that reports a problem."""

_TITLES = {
    "DATA": "Data folder",
    "SETTINGS": "Settings",
    "PROGRAMS": "Programs that play",
    "ARCHIVE": "Saved games",
    "PART": "Part of the saved games",
    "LOCKS": "Lock folder",
    "LOGS": "Log folder",
    "QUARANTINED": "Quarantined",
}
_PLACE_FAULTS = {
    "MISSING": "it doesn't exist and can't be created",
    "NOT_A_FOLDER": "it isn't a folder",
    "NOT_A_FILE": "it isn't an ordinary file",
    "NOT_WRITABLE": "it can't be written to",
    "NOT_PRIVATE": "other users can read it",
}

app = App(name="doctor", usage="cardtable doctor [OPTIONS]")


@app.default
def doctor(
    *,
    repair: Annotated[
        bool,
        switch(
            "--repair",
            "Quarantine a damaged database, recover its games, make files private and remove stale locks.",
        ),
    ] = False,
    export: Annotated[
        str | None,
        text_flag(
            "--export",
            "FOLDER",
            "Write each saved game to its own file in this folder. "
            "Anyone with these files can reconstruct every hidden card. "
            "Games in progress at shared tables are left out.",
        ),
    ] = None,
) -> int:
    """Check the installed versions, the terminal, your files and the database of saved games.

    The exit code is 0 if everything is fine, or 1 if there is a problem. Nothing is changed without --repair.
    """
    if repair:
        _print_part("Repairs", _repair)
    problems = sum(
        _print_part(title, lines)
        for title, lines in (
            ("Versions", _versions),
            ("Terminal", _terminal),
            ("Files", _files),
            ("Database", _database),
        )
    )
    if export is not None:
        problems += _print_part("Export", lambda: _export(Path(export)))
    _print(_verdict(problems))
    return 1 if problems else 0


def _print_part(title: str, lines: Callable[[], Iterator[str]]) -> int:
    """Print one part of the report, and return the number of problems that it lists."""
    _print(f"{title}:")
    problems = 0
    try:
        for line in lines():
            _print(f"  {line}")
            problems += line.startswith(PROBLEM)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  one failed check must not end the report
        _print(f"  {PROBLEM}this check failed ({type(error).__name__}).")
        problems += 1
    return problems


def _print(line: str) -> None:
    indent = line[: len(line) - len(line.lstrip())]
    sys.stdout.write(f"{indent}{safe_text(line, MAX_LINE_CELLS)}\n")


def _verdict(problems: int) -> str:
    if not problems:
        return "No problems found."
    return f"{counted(problems, 'problem')} found. `cardtable doctor --repair` repairs what it can."


def _versions() -> Iterator[str]:
    from importlib import metadata

    yield f"cardtable: {version()}"
    yield f"Python: {platform.python_version()} ({platform.python_implementation()})"
    for package in ("textual", "rich", "pydantic"):
        try:
            yield f"{package}: {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            yield f"{PROBLEM}{package} isn't installed as a package."
    yield f"SQLite: {sqlite3.sqlite_version}"
    yield f"System: {platform.platform()}"


def _terminal() -> Iterator[str]:
    from cardtable.table.request_error import suggest_plain_mode
    from cardtable.tui.terminal.checks import colourless, draws_ambiguous_wide, why_no_screen

    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        yield f"Standard {name}: {'a terminal' if is_terminal(stream) else 'not a terminal'}"
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        yield f"{name}: {safe_text(os.environ.get(name), 60, fallback='not set')}"
    yield f"Colours: {_colours(colourless(os.environ))}"
    yield f"Size: {_size()}"
    yield f"Encoding: {safe_text(getattr(sys.stdout, 'encoding', None), 40, fallback='none')}"
    yield f"Lines and blocks: {'two cells wide' if draws_ambiguous_wide(sys.stdin, sys.stdout) else 'one cell wide'}"
    reason = why_no_screen(sys.stdin, sys.stdout, os.environ)
    yield f"{reason} {suggest_plain_mode()}" if reason else "The app can run here."


def _colours(unwanted: bool) -> str:
    from rich.console import Console

    if unwanted:
        return "none, because NO_COLOR is set"
    known = {"standard": "16", "256": "256", "truecolor": "16 million", "windows": "16"}
    return known.get(Console(file=sys.stdout).color_system or "", "none")


def _size() -> str:
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return "unknown"
    return f"{size.columns} columns, {size.lines} lines"


def _files() -> Iterator[str]:
    from cardtable.store.checkup import count_open_windows, locations, stale_locks
    from cardtable.store.errors import StorageError, StorageFault
    from cardtable.store.paths import data_folder
    from cardtable.store.read_only import why_not_writable
    from cardtable.table.storage_words import storage_sentence

    for place in locations():
        name = f"{_TITLES[place.kind.name]}: {place.path}"
        if place.fault is not None:
            yield f"{PROBLEM}{name}: {_PLACE_FAULTS[place.fault.name]}."
        else:
            yield f"{name}: {'not created yet' if place.mode is None else 'exists, writable, private'}."
    if why_not_writable(data_folder()) == StorageFault.DISK_FULL:  # a read-only folder has its own line in the report
        yield f"{PROBLEM}{storage_sentence(StorageError(StorageFault.DISK_FULL))}"
    yield f"Cardtable windows open: {count_open_windows()}"
    if locks := len(stale_locks()):
        yield f"{counted(locks, 'stale lock')} left behind when a program was killed. This does no harm."


def _database() -> Iterator[str]:
    from cardtable.store.checkup import check_archive
    from cardtable.store.paths import archive_file
    from cardtable.store.quarantine import quarantined_databases

    with ProgressLine("Checking games") as report:
        result = check_archive(archive_file(), report)
    if not result.exists:
        yield "Not created yet."
    elif result.fault is not None:
        yield f"{PROBLEM}{_database_fault(result.fault)}"
    else:
        yield f"The file is sound: version {result.version}, {_games(result.games)}."
    for game in result.examples:
        yield f"{PROBLEM}game {game.number} is damaged. Intact moves: {game.sound_length} of {game.length}."
    if more := result.damaged - len(result.examples):
        yield f"{PROBLEM}{_games(more, 'more ')} {'is' if more == 1 else 'are'} damaged."
    for path in quarantined_databases(archive_file()):
        yield _describe_quarantined(path)


def _database_fault(fault: StorageError) -> str:
    """Describe a fault in a sentence that doesn't name the database, because the heading already does."""
    from cardtable.store.checkup import MAX_FAULTS
    from cardtable.store.errors import StorageFault
    from cardtable.table.storage_words import storage_sentence

    if fault.reason is StorageFault.FAULTS_FOUND:
        more = " or more" if fault.detail == MAX_FAULTS else ""
        return f"SQLite finds {fault.detail}{more} {'error' if fault.detail == 1 else 'errors'} in the file."
    return {
        StorageFault.NOT_A_FILE: "It isn't an ordinary file.",
        StorageFault.DAMAGED: "It's damaged.",
        StorageFault.WRONG_TABLES: "Its tables aren't the ones that Cardtable created.",
    }.get(fault.reason) or storage_sentence(fault)


def _describe_quarantined(path: Path) -> str:
    from cardtable.store.database_files import open_copy
    from cardtable.store.errors import StorageError
    from cardtable.store.found_games import find_games
    from cardtable.table.storage_words import storage_sentence

    try:
        with open_copy(path) as db, ProgressLine("Checking games") as report:
            are_complete = [game.is_unchanged for game in find_games(db, report)]
    except StorageError as error:
        return f"Quarantined: {path.name}. {storage_sentence(error)}"
    return f"Quarantined: {path.name}, with {_games(len(are_complete))} ({sum(are_complete):,} complete)."


def _games(number: int, more: str = "") -> str:
    return f"{number:,} {more}{plural(number, 'game')}"


def _repair() -> Iterator[str]:
    from cardtable.store.archive import Archive
    from cardtable.store.checkup import check_archive, make_all_private, remove_stale_copies, remove_stale_locks
    from cardtable.store.errors import StorageError
    from cardtable.store.paths import archive_file
    from cardtable.store.quarantine import quarantined_databases
    from cardtable.store.salvage import recover_database, recover_into
    from cardtable.table.storage_words import recovery_notice, saved_words, storage_sentence

    for place, failure in make_all_private():
        result = "made private" if failure is None else f"it can't be made private ({failure.strerror})"
        yield f"{_TITLES[place.kind.name]}: {result}."
    if count := remove_stale_locks():
        yield f"Stale locks removed: {count}"
    if count := remove_stale_copies():
        yield f"Stale copies removed: {count}"
    path = archive_file()
    quarantined = quarantined_databases(path)
    with ProgressLine("Checking games") as report:
        database = check_archive(path, report)
    if not database.is_ours:
        yield f"{path.name} isn't a database that this version can read, so it's left unchanged."
        return
    try:
        if database.fault is not None or database.damaged:
            with ProgressLine("Recovering games") as report:
                archive, recovery = recover_database(path, report=report)
            archive.close()
            yield recovery_notice(recovery)
        for damaged_path in quarantined:
            with Archive(path) as archive, ProgressLine("Recovering games") as report:
                saved = recover_into(archive, damaged_path, report)
            if saved.whole or saved.partial:
                yield f"From {damaged_path.name}: {saved_words(saved)}."
    except StorageError as error:
        yield storage_sentence(error)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _export(folder: Path) -> Iterator[str]:
    from cardtable.store.database_files import open_copy, open_read_only
    from cardtable.store.errors import StorageError
    from cardtable.store.paths import archive_file
    from cardtable.store.quarantine import quarantined_databases
    from cardtable.store.salvage import export_games
    from cardtable.table.storage_words import saved_words, storage_sentence

    yield f"To {folder}. Anyone with these files can reconstruct every hidden card."
    path = archive_file()
    sources = [(path, open_read_only)] if _is_file(path) else []
    for source, open_source in [*sources, *((quarantined, open_copy) for quarantined in quarantined_databases(path))]:
        try:
            with ProgressLine("Writing games") as report:
                saved = export_games(source, folder, open_source, report)
        except StorageError as error:
            yield f"{PROBLEM}{source.name}: {storage_sentence(error)}"
        else:
            yield f"{PROBLEM if saved.unwritten else ''}From {source.name}: {saved_words(saved)}."
