"""Press every command of every room, and print what was opened outside the player's folder and the program's own files.

`python -m tests.serve.press_everything FOLDER TABLES OUTSIDE [ROOM ...]` presses as a guest if CARDTABLE_GUEST is set.
The folder TABLES with the shared tables counts as the player's, too. Every question is answered in every way, and every
text that a command takes is the name of a file in OUTSIDE. With names of rooms, it presses only the commands of these.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtable.players.process import COMMAND
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Ask, AskText, Leave, Response, Think
from cardtable.rooms.lobby import LobbyRoom
from cardtable.store.errors import StorageError
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.shared_game import Person
from tests.rooms.examples import ARGUMENTS, EXAMPLES, OPENED

ROOT = Path(__file__).parents[2]
READABLE = tuple(
    str(path)
    for path in (
        *(ROOT / "src", ROOT / "rules", ROOT / "tests", ROOT / ".venv"),
        *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")),
        *("/usr/share/zoneinfo", "/etc/localtime", "/dev/null", "/dev/urandom", "/proc/self", "/proc/stat"),
        *(
            "/proc/cpuinfo",
            "/sys/devices/system/cpu",
            "/usr/lib",
            "/lib",
            "/etc/ld.so.cache",
            sys.prefix,
            sys.base_prefix,
        ),
    )
)
"""What the program itself reads: its own code and rules, its libraries, and the system's time zones."""
CHANGING = ("os.", "shutil.", "pty.", "socket.", "urllib.", "webbrowser.", "ftplib.", "http.", "smtplib.", "glob.")
"""The starts of the names of other events that count."""
HARMLESS = ("os.listdir", "os.scandir", "os.walk", "os.fork", "os.putenv", "os.unsetenv", "os.fwalk", "os.getxattr")
DEPTH = 4
"""The number of questions that are answered one after the other."""


class Listener:
    """What has been opened while it listens, apart from the player's folder and the program's own files."""

    def __init__(self, *folders: Path) -> None:
        self._folders = tuple(str(folder.resolve()) for folder in folders)
        self.is_on = False
        self.doing = ""
        self.found = set[str]()
        sys.addaudithook(self._hear)

    def _hear(self, event: str, values: tuple[Any, ...]) -> None:
        if not self.is_on:
            return
        self.is_on = False  # what this function does itself doesn't count
        try:
            if (what := self._outside(event, values)) is not None:
                self.found.add(f"{self.doing}\t{event} {what}")
        finally:
            self.is_on = True

    def _outside(self, event: str, values: tuple[Any, ...]) -> str | None:
        match event, values:
            case "open", (str() | bytes() | os.PathLike() as path, mode, flags):
                writes = (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or any(
                    each in (mode or "") for each in "wax+"
                )
                return self._far(path, () if writes and str(path) != os.devnull else READABLE)
            case "sqlite3.connect", (path,):
                text = os.fsdecode(path).removeprefix("file:").partition("?")[0]
                return None if text == ":memory:" else self._far(text, ())
            case "subprocess.Popen", (_, arguments, *_):
                return None if tuple(arguments[1 : 1 + len(COMMAND)]) == COMMAND else str(arguments)
            case str(), _ if event in HARMLESS:
                return self._far(values[0], READABLE) if event in HARMLESS[:3] and values and values[0] else None
            case str(), _ if event.startswith(CHANGING):
                paths = [each for each in values if isinstance(each, str | bytes | os.PathLike)]
                far = [each for path in paths if (each := self._far(path, ())) is not None]
                is_open_file = bool(values) and isinstance(values[0], int)
                return ", ".join(far) or (None if paths or is_open_file else str(values)[:80])
        return None

    def _far(self, path: Any, near: tuple[str, ...]) -> str | None:
        """Return the path unless it is in the player's folder or in one of these folders."""
        if isinstance(path, int):
            return None
        text = os.path.realpath(os.fsdecode(path))
        return None if text.startswith((*self._folders, *near)) else text


def press_all(listener: Listener, tables: Path, outside: Path, kinds: Collection[str]) -> None:
    """Run every command in every example of these kinds, or of all, with all that follows from it."""
    texts = {
        **ARGUMENTS,
        "FILE": str(outside / "game.json"),
        "NUMBER FILE": f"1 {outside / 'record.json'}",
        "DEAL": str(outside / "game.json"),
        "CODE": str(outside / "game.json"),
    }
    for kind, make in EXAMPLES.items():
        for command in kind.commands if not kinds or kind.__name__ in kinds else ():
            for room in (*make(), *([at_tables(tables)] if kind is LobbyRoom else [])):
                if not room.can(command.id) and command.needs is None:
                    continue
                listener.doing = f"{kind.__name__}: {command.id}"
                listener.is_on = True
                with suppress(ValueError, RequestError, StorageError):
                    follow(room.do(command.id, texts.get(command.takes, "")), outside, DEPTH)
                listener.is_on = False
            while OPENED:
                OPENED.pop().close()


def at_tables(tables: Path) -> LobbyRoom:
    """Return the lobby of somebody who sits at the tables in a folder."""
    OPENED.append(Records(LazyArchive(), LazyArchive(tables / "archive.sqlite3"), Person("Mia", "guest mia")))
    return LobbyRoom(OPENED[-1], "")


def follow(response: Response | None, outside: Path, depth: int) -> None:
    """Answer a question in every way."""
    if depth == 0:
        return
    match response:
        case Ask():
            for choice in response.choices:
                with suppress(ValueError, RequestError, StorageError):
                    follow(choice.take(), outside, depth - 1)
        case AskText():
            for text in (str(outside / "asked.json"), str(outside / "game.json"), "~/asked.json", "1"):
                with suppress(ValueError, RequestError, StorageError):
                    follow(response.take(text), outside, depth - 1)
        case Think(question, take, _):
            with suppress(ValueError, RequestError, StorageError):
                follow(take(question.answer()), outside, depth - 1)
        case Leave(then):
            follow(then, outside, depth - 1)
        case _:
            pass


def main() -> None:
    folder, tables, outside = map(Path, sys.argv[1:4])
    listener = Listener(folder, tables)
    press_all(listener, tables, outside, sys.argv[4:])
    print(*sorted(listener.found), "pressed", sep="\n")


if __name__ == "__main__":
    main()
