"""The program's entry point: the script `cardtable` and `python -m cardtable`.

It imports almost nothing, so Ctrl+C is handled as soon as any of our own code runs.
"""

from __future__ import annotations

# Python has already loaded it, while importing `signal` takes long.
import _signal  # type: ignore[import-not-found]


def run() -> int:
    """Run the command line and return the exit code.

    Until a game or the app handles signals itself, Ctrl+C ends the process as it would any other.  A KeyboardInterrupt
    could be raised in the middle of an import, where we can't always catch it or stop it from printing a traceback.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from cardtable.cli import main

    return main()
