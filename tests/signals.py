"""Signal handlers as in a program started at a prompt."""

from __future__ import annotations

import signal

IGNORED_IN_BACKGROUND = ("SIGINT", "SIGQUIT", "SIGHUP")
"""The signals that a shell ignores for a command with `&`, or nohup for any command; child processes inherit that."""


def restore_handlers() -> None:
    """Restore the default handlers of these signals if they are ignored."""
    for name in IGNORED_IN_BACKGROUND:
        number = getattr(signal, name, None)  # Windows has only SIGINT
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)
