"""The entry point of the script `cardtable` and of `python -m cardtable`.

This module imports almost nothing, so that the handler for Ctrl+C is installed before anything else happens.
"""

from __future__ import annotations

# Python has already loaded `_signal`; importing `signal` takes longer.
import _signal  # type: ignore[import-not-found]  # typeshed has no stub for it


def run() -> int:
    """Run the command line and return the exit code.

    Until a game or the app handles signals itself, Ctrl+C simply ends the process. A KeyboardInterrupt during an import
    can't always be caught, and would print a traceback.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from cardtable.cli import main

    return main()
