"""Where the program starts, as the script `cardtable` and as `python -m cardtable`.

It imports next to nothing, so that Ctrl+C finds its handler as soon as there is anything of ours to interrupt.
"""

from __future__ import annotations

# Python has loaded it already, while `signal` takes long to import.
import _signal  # type: ignore[import-not-found]


def run() -> int:
    """Run the command line; the exit code.

    Until a game or the app handles signals itself, Ctrl+C ends the process as it ends any other.  A KeyboardInterrupt
    would come in the middle of an import, where parts of it can neither be caught nor kept from printing a traceback.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from cardtable.cli import main

    return main()
