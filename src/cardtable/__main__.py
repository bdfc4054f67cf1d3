"""`python -m cardtable` is the command `cardtable`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Imported here, because a process started for a bot reads this module too and needs no command line.
    from cardtable.entry import run

    sys.exit(run())
