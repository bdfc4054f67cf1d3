"""Run the command `cardtable` as `python -m cardtable`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Imported here, because a bot's process loads this module too and doesn't need the command line.
    from cardtable.entry import run

    sys.exit(run())
