"""Signal handlers as a program finds them that is started at a prompt."""

from __future__ import annotations

import signal

IGNORED_IN_BACKGROUND = ("SIGINT", "SIGQUIT", "SIGHUP")
"""What a shell ignores for a command with `&`, and nohup for any command; children inherit it."""


def restore_handlers() -> None:
    """Give each of these signals its usual handler where it is ignored."""
    for name in IGNORED_IN_BACKGROUND:
        number = getattr(signal, name, None)  # Windows has only the first
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)
