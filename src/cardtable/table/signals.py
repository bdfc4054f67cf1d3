"""The signals that end a game or pause it, as far as the system has them."""

from __future__ import annotations

import signal

LEAVE = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name))
"""What asks us to leave; the exit code is 128 and the signal's number."""

PAUSE = tuple(getattr(signal, name) for name in ("SIGTSTP", "SIGCONT") if hasattr(signal, name))
"""What stops us, as Ctrl+Z does, and what lets us go on."""
