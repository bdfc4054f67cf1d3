"""`python -m cardtable` runs the command `cardtable`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Imported here because a bot's process also loads this module, and needs no command line.
    from cardtable.entry import run

    sys.exit(run())
