"""`cardtable games`: what is kept."""

from __future__ import annotations

import sys

from cyclopts import App

from cardtable.commands.kept import opened_shelf
from cardtable.store.listing import list_games
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.entries import line, title

app = App(name="games")
NONE = "No game has been played here yet.\n"


@app.default
def games() -> int:
    """List every game with its number: those that are under way, those that are over, and those that are damaged."""
    if not may_exist(archive_file()):
        sys.stdout.write(NONE)
        return 0
    with opened_shelf() as shelf:
        listing = list_games(shelf.archive)
        for is_over, heading in ((False, "Under way:"), (True, "Over:")):
            listed = [entry for entry in listing.entries if (entry.outcome is not None) == is_over]
            if listed:
                sys.stdout.write(f"{heading}\n")
                sys.stdout.writelines(f"{entry.id:>4}  {line(entry)}\n" for entry in listed)
        if listing.damaged:
            sys.stdout.write("Damaged; `cardtable doctor --mend` recovers what it can:\n")
            sys.stdout.writelines(f"{game.id:>4}  {title(game)}\n" for game in listing.damaged)
        elif not listing.entries:
            sys.stdout.write(NONE)
    return 0
