"""`cardtable doctor`: what there is, whether it is sound, and how to mend it.

Line by line, for screen readers and for whoever is asked for help: no card, no deal and no name of a player is told.
Whatever is met, a line says so and the next question is asked.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from cardtable.commands.progress import ProgressLine
from cardtable.commands.version import version
from cardtable.engine.phrases import counted, plural
from cardtable.formats.text import safe_text

if TYPE_CHECKING:
    from cardtable.store.errors import StorageError

LONGEST_LINE = 400
"""Cells; a path may be long."""
WRONG = "Wrong: "
"""How a line begins that tells of something that should be mended."""

_TITLES = {
    "DATA": "Data folder",
    "SETTINGS": "Settings",
    "ARCHIVE": "Archive",
    "PART": "Part of the archive",
    "LOCKS": "Folder of locks",
    "LOGS": "Folder of logs",
    "QUARANTINED": "Set aside",
}
_PLACE_FAULTS = {
    "MISSING": "it is not there, and cannot be made",
    "NOT_A_FOLDER": "it is no folder",
    "NOT_A_FILE": "it is no ordinary file",
    "NOT_WRITABLE": "it cannot be written",
    "NOT_PRIVATE": "others may read it",
}

app = App(name="doctor")


@app.default
def doctor(
    *,
    mend: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Set a damaged archive aside and save its games, close what is open to others, remove old locks.",
        ),
    ] = False,
    export: Annotated[
        str | None,
        Parameter(
            metavar="FOLDER",
            show_default=False,
            help="Write every game into a file of its own in this folder; who reads it can lay out every hidden card.",
        ),
    ] = None,
) -> int:
    """See whether all is sound: versions, terminal, where things are kept, the archive of games.

    The exit code is 0 where all is sound, and 1 where something is wrong. Nothing is changed without --mend.
    """
    if mend:
        _say("Mending", _mending)
    wrong = sum(
        _say(title, lines)
        for title, lines in (
            ("Versions", _versions),
            ("Terminal", _terminal),
            ("Kept", _kept),
            ("Archive", _archive),
        )
    )
    if export is not None:
        wrong += _say("Export", lambda: _exported(Path(export)))
    _print(_verdict(wrong))
    return 1 if wrong else 0


def _say(title: str, lines: Callable[[], Iterator[str]]) -> int:
    """Print a part; how much of it is wrong."""
    _print(f"{title}:")
    wrong = 0
    try:
        for line in lines():
            _print(f"  {line}")
            wrong += line.startswith(WRONG)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  whatever it is, the rest is still wanted
        _print(f"  {WRONG}no more could be found out here ({type(error).__name__}).")
        wrong += 1
    return wrong


def _print(line: str) -> None:
    indent = line[: len(line) - len(line.lstrip())]
    sys.stdout.write(f"{indent}{safe_text(line, LONGEST_LINE)}\n")


def _verdict(wrong: int) -> str:
    if not wrong:
        return "All is sound."
    are = "is" if wrong == 1 else "are"
    return f"{counted(wrong, 'thing')} {are} wrong; cardtable doctor --mend mends what can be mended."


def _versions() -> Iterator[str]:
    from importlib import metadata

    yield f"cardtable: {version()}"
    yield f"Python: {platform.python_version()} ({platform.python_implementation()})"
    for package in ("textual", "rich", "pydantic"):
        try:
            yield f"{package}: {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            yield f"{WRONG}{package} is not installed as a package."
    yield f"SQLite: {sqlite3.sqlite_version}"
    yield f"System: {platform.platform()}"


def _terminal() -> Iterator[str]:
    from cardtable.tui.terminal import colourless, draws_ambiguous_wide, why_no_screen

    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        yield f"Standard {name}: {'a terminal' if _is_terminal(stream) else 'no terminal'}"
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        yield f"{name}: {safe_text(os.environ.get(name), 60, fallback='not set')}"
    yield f"Colours: {_colours(colourless(os.environ))}"
    yield f"Size: {_size()}"
    yield f"Encoding: {safe_text(getattr(sys.stdout, 'encoding', None), 40, fallback='none')}"
    yield f"Lines and blocks: {'two cells wide' if draws_ambiguous_wide(sys.stdin, sys.stdout) else 'one cell wide'}"
    yield why_no_screen(sys.stdin, sys.stdout, os.environ) or "The table can be drawn."


def _is_terminal(stream: object) -> bool:
    try:
        return bool(getattr(stream, "isatty", lambda: False)())
    except ValueError:  # closed
        return False


def _colours(unwanted: bool) -> str:
    from rich.console import Console

    if unwanted:
        return "none, as NO_COLOR asks"
    known = {"standard": "16", "256": "256", "truecolor": "16 million", "windows": "16"}
    return known.get(Console(file=sys.stdout).color_system or "", "none")


def _size() -> str:
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return "not known"
    return f"{size.columns} columns, {size.lines} lines"


def _kept() -> Iterator[str]:
    from cardtable.store.checkup import count_open_windows, locations, stale_locks
    from cardtable.store.errors import StorageError, StorageFault
    from cardtable.store.paths import data_folder
    from cardtable.store.read_only import why_not_writable
    from cardtable.table.storage_words import explain

    for place in locations():
        where = f"{_TITLES[place.kind.name]}: {place.path}"
        if place.fault is not None:
            yield f"{WRONG}{where}: {_PLACE_FAULTS[place.fault.name]}."
        else:
            yield f"{where}: {'not there yet' if place.mode is None else 'there, writable, private'}."
    if why_not_writable(data_folder()) == StorageFault.DISK_FULL:  # of a read-only folder its own line tells
        yield f"{WRONG}{explain(StorageError(StorageFault.DISK_FULL))}"
    yield f"Cardtables that are open: {count_open_windows()}"
    if locks := len(stale_locks()):
        were = "was" if locks == 1 else "were"
        yield f"{WRONG}{counted(locks, 'lock')} {were} left behind by programs ended by force."


def _archive() -> Iterator[str]:
    from cardtable.store.checkup import check_archive
    from cardtable.store.paths import archive_file
    from cardtable.store.quarantine import quarantined_databases

    with ProgressLine("Checking games") as tell:
        found = check_archive(archive_file(), tell)
    if not found.exists:
        yield "There is none yet."
    elif found.fault is not None:
        yield f"{WRONG}{_file_fault(found.fault)}"
    else:
        yield f"The file is sound: version {found.version}, {_games(found.games)}."
    for find in found.examples:
        yield f"{WRONG}game {find.number} is damaged: {find.sound_length} of {find.length} actions are sound."
    if more := found.damaged - len(found.examples):
        yield f"{WRONG}{_games(more, 'more ')} {'is' if more == 1 else 'are'} damaged."
    for path in quarantined_databases(archive_file()):
        yield from _told_of(path)


def _file_fault(fault: StorageError) -> str:
    """Say what is wrong with the archive, which the heading has named."""
    from cardtable.store.checkup import MAX_FAULTS
    from cardtable.store.errors import StorageFault
    from cardtable.table.storage_words import explain

    if fault.reason is StorageFault.FAULTS_FOUND:
        return f"SQLite finds {fault.detail}{' or more' if fault.detail == MAX_FAULTS else ''} faults in it."
    return {
        StorageFault.NOT_A_FILE: "It is no ordinary file.",
        StorageFault.DAMAGED: "It is damaged.",
        StorageFault.WRONG_TABLES: "Its tables are not those that were made.",
    }.get(fault.reason) or explain(fault)


def _told_of(path: Path) -> Iterator[str]:
    from cardtable.store.database_files import open_copy
    from cardtable.store.errors import StorageError
    from cardtable.store.found_games import find_games
    from cardtable.table.storage_words import explain

    try:
        with open_copy(path) as db, ProgressLine("Checking games") as tell:
            are_whole = [find.is_unchanged for find in find_games(db, tell)]
    except StorageError as error:
        yield f"Set aside: {path.name}. {explain(error)}"
        return
    yield f"Set aside: {path.name}, with {_games(len(are_whole))}, {sum(are_whole):,} of them whole."


def _games(number: int, more: str = "") -> str:
    return f"{number:,} {more}{plural(number, 'game')}"


def _mending() -> Iterator[str]:
    from cardtable.store.archive import Archive
    from cardtable.store.checkup import check_archive, make_all_private, remove_stale_copies, remove_stale_locks
    from cardtable.store.errors import StorageError
    from cardtable.store.paths import archive_file
    from cardtable.store.quarantine import quarantined_databases
    from cardtable.store.salvage import recover_database, recover_into
    from cardtable.table.storage_words import explain, recovery_notice, saved_words

    for place, failure in make_all_private():
        done = "closed to others" if failure is None else f"it cannot be closed to others ({failure.strerror})"
        yield f"{_TITLES[place.kind.name]}: {done}."
    if removed := remove_stale_locks():
        yield f"Old locks removed: {removed}"
    if removed := remove_stale_copies():
        yield f"Old copies removed: {removed}"
    path = archive_file()
    aside = quarantined_databases(path)
    with ProgressLine("Checking games") as tell:
        found = check_archive(path, tell)
    if not found.is_ours:
        yield "What stands in the place of the archive is no archive that this version can read; it is left as it is."
        return
    try:
        if found.fault is not None or found.damaged:
            with ProgressLine("Saving games") as tell:
                archive, recovery = recover_database(path, report=tell)
            archive.close()
            yield recovery_notice(recovery)
        for kept in aside:
            with Archive(path) as archive, ProgressLine("Saving games") as tell:
                saved = recover_into(archive, kept, tell)
            if saved.whole or saved.partial:
                yield f"From {kept.name}: {saved_words(saved)}."
    except StorageError as error:
        yield explain(error)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _exported(folder: Path) -> Iterator[str]:
    from cardtable.store.database_files import open_copy, open_read_only
    from cardtable.store.errors import StorageError
    from cardtable.store.exporting import export_games
    from cardtable.store.paths import archive_file
    from cardtable.store.quarantine import quarantined_databases
    from cardtable.table.storage_words import explain, saved_words

    yield f"To {folder}. Who reads these files can lay out every hidden card."
    path = archive_file()
    sources = [(path, open_read_only)] if _is_file(path) else []
    for each, opened in [*sources, *((kept, open_copy) for kept in quarantined_databases(path))]:
        try:
            with ProgressLine("Writing games") as tell:
                saved = export_games(each, folder, opened, tell)
        except StorageError as error:
            yield f"{WRONG}{each.name}: {explain(error)}"
        else:
            yield f"{WRONG if saved.unwritten else ''}From {each.name}: {saved_words(saved)}."
