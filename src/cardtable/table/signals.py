"""The signals that end or pause the program, as far as the operating system has them."""

from __future__ import annotations

import signal

LEAVE_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)
"""The signals that end the program. Its exit code is then 128 plus the signal's number."""

PAUSE_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTSTP", "SIGCONT") if hasattr(signal, name))
"""The signals that suspend the program, as Ctrl+Z does, and that resume it."""
