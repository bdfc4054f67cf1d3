"""`cardtable games`: list the saved games."""

from __future__ import annotations

import sys

from cyclopts import App

from cardtable.commands.saved_games import open_saved_games
from cardtable.rooms.lobby import NO_GAMES
from cardtable.store.listing import list_games
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.entries import line, title

app = App(name="games")


@app.default
def games() -> int:
    """List your saved games with their numbers, including finished and damaged games."""
    if not may_exist(archive_file()):
        sys.stdout.write(f"{NO_GAMES}\n")
        return 0
    with open_saved_games() as saved_games:
        listing = list_games(saved_games.archive)
        for is_over, heading in ((False, "In progress:"), (True, "Finished:")):
            entries = [entry for entry in listing.entries if (entry.outcome is not None) == is_over]
            if entries:
                sys.stdout.write(f"{heading}\n")
                sys.stdout.writelines(f"{entry.id:>4}  {line(entry)}\n" for entry in entries)
        if listing.damaged:
            sys.stdout.write("Damaged (`cardtable doctor --repair` recovers what it can):\n")
            sys.stdout.writelines(f"{game.id:>4}  {title(game)}\n" for game in listing.damaged)
        elif not listing.entries:
            sys.stdout.write(f"{NO_GAMES}\n")
    return 0
