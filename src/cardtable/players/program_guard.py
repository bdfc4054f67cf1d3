"""A process that runs a program and ends it with all its children: `python -I -S` this file and the command.

It passes its own input on to the program, which writes straight to this process's output.  When the input ends, because
Cardtable has stopped the program or was itself killed, the program has half a second to end.  Only the standard library
is imported, so that it starts fast.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time

FAREWELL_SECONDS = 0.5
"""How long a program may take to end once its input has ended."""
_SET_CHILD_SUBREAPER = 36
"""The number of a Linux system call's option: orphaned descendants become this process's children."""


def main() -> None:
    """Run the command in the arguments until it ends or the input does."""
    adopt_orphans()
    program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603  the player's
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, lambda *_: end(program))
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(lines, program), daemon=True).start()
    threading.Thread(target=_pass_on, args=(lines, program), daemon=True).start()
    program.wait()
    end(program)


def _receive(lines: queue.SimpleQueue[bytes], program: subprocess.Popen[bytes]) -> None:
    """Read the input to its end, and then end the program."""
    with contextlib.suppress(OSError):
        while data := os.read(0, 65536):
            lines.put(data)
    lines.put(b"")
    with contextlib.suppress(subprocess.TimeoutExpired):
        program.wait(FAREWELL_SECONDS)
    end(program)


def _pass_on(lines: queue.SimpleQueue[bytes], program: subprocess.Popen[bytes]) -> None:
    """Write the input to the program, which may not read it."""
    assert program.stdin is not None, "the program has a pipe"
    with contextlib.suppress(OSError):
        while data := lines.get():
            program.stdin.write(data)
            program.stdin.flush()
        program.stdin.close()


def adopt_orphans() -> None:
    """On Linux, become the parent of every descendant whose own parent ends, so that all of them can be found."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end(program: subprocess.Popen[bytes]) -> None:
    """Kill the program with all its descendants, and end this process."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(program.pid)], capture_output=True, check=False)  # noqa: S603, S607
    else:
        with contextlib.suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
        for _ in range(100):  # killing one makes its children ours
            if not kill_children():
                break
            time.sleep(0.01)
    os._exit((program.returncode or 0) & 0xFF)


def kill_children() -> bool:
    """Kill the children of this process, where the system lists them, and return whether there were any."""
    found, own = False, os.getpid()
    if sys.platform != "linux":
        return found
    for name in os.listdir("/proc"):  # noqa: PTH208  pathlib would have to be imported
        if name.isdecimal() and parent_of(name) == own:
            found = True
            with contextlib.suppress(OSError):
                os.kill(int(name), signal.SIGKILL)
    with contextlib.suppress(OSError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return found


def parent_of(process: str) -> int:
    """Return the number of a process's parent, or 0 if the process has ended."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123  see above
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return 0


if __name__ == "__main__":
    main()
