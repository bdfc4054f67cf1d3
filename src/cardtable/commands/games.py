"""`cardtable games`: what is kept."""

from __future__ import annotations

import sys

from cyclopts import App

from cardtable.commands.kept import opened_shelf
from cardtable.table.entries import line
from cardtable.table.places import archive_file, may_be_there

app = App(name="games")
NONE = "No game has been played here yet.\n"


@app.default
def games() -> int:
    """List every game with its number: those that are under way, then those that are over."""
    if not may_be_there(archive_file()):
        sys.stdout.write(NONE)
        return 0
    with opened_shelf() as shelf:
        entries = shelf.archive.entries()
        for is_over, heading in ((False, "Under way:"), (True, "Over:")):
            listed = [entry for entry in entries if (entry.outcome is not None) == is_over]
            if listed:
                sys.stdout.write(f"{heading}\n")
                sys.stdout.writelines(f"{entry.id:>4}  {line(entry)}\n" for entry in listed)
        if not entries:
            sys.stdout.write(NONE)
    return 0
