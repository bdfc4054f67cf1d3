"""The programs that the player has allowed on this computer, each with its starting folder.

A game's file names the programs at its seats, and the file may come from another person. A program is therefore started
only if the player has typed its command here before.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from cardtable.formats.strict_json import BadFile, parse_json, read_text
from cardtable.store.paths import data_folder, make_private, write_private
from cardtable.store.privacy import is_own_file

MAX_PROGRAMS = 200
"""The maximum number of remembered programs."""
_WRITABLE_FOR_OTHERS = 0o022 if os.name == "posix" else 0
_allowed_now: dict[str, str] = {}
"""The programs allowed in this process, remembered here in case the file isn't writable."""


def programs_file() -> Path:
    """Return the path of the file that lists the allowed programs."""
    return data_folder() / "programs.json"


def allow_program(command: str, folder: Path) -> None:
    """Remember that this command may start a program in this folder."""
    known = _load()
    known.pop(command, None)
    _allowed_now[command] = str(folder)
    path = programs_file()
    with suppress(OSError):
        make_private(path.parent)
        newest = dict([*known.items(), (command, str(folder))][-MAX_PROGRAMS:])
        write_private(path, json.dumps(newest, indent=1) + "\n")


def folder_of_program(command: str) -> Path | None:
    """Return the folder in which to start a program, or None if the player hasn't allowed the program here."""
    folder = _allowed_now.get(command) or _load().get(command)
    return None if folder is None else Path(folder)


def _load() -> dict[str, str]:
    """Return the commands and their folders. If other users can write to the file, it counts as empty."""
    path = programs_file()
    try:
        if not is_own_file(path) or path.stat().st_mode & _WRITABLE_FOR_OTHERS:
            return {}
        found = parse_json(read_text(path, "list of programs"), "list of programs")
    except (BadFile, OSError):
        return {}
    return (
        {name: folder for name, folder in found.items() if isinstance(folder, str)} if isinstance(found, dict) else {}
    )
