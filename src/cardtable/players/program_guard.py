"""A process that runs a program and ends it with all its children: `python -I -S` this file and the command.

It passes its own input on to the program, which writes straight to this process's output.  When the input ends, because
Cardtable has stopped the program or was itself killed, the program has half a second to end.  On Linux, a program that
kills this process is killed with it, and a program that pauses it gains nothing, because it resumes when Cardtable
ends.  Only the standard library is imported, so that it starts fast.
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
from collections.abc import Collection

FAREWELL_SECONDS = 0.5
"""The time that a program is given to end after its input has ended."""
_SET_PDEATHSIG = 1
"""An option of Linux's `prctl`: the signal that this process gets when its parent ends."""
_SET_CHILD_SUBREAPER = 36
"""An option of Linux's `prctl`: orphaned descendants become this process's children."""


def main() -> None:
    """Run the command in the arguments until it ends or the input does."""
    adopt_orphans()
    if sys.platform == "win32":
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)  # noqa: S603  the player's
    else:
        _control_process(_SET_PDEATHSIG, signal.SIGCONT)
        program = subprocess.Popen(  # noqa: S603  the player's
            sys.argv[1:],
            stdin=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: _control_process(_SET_PDEATHSIG, signal.SIGKILL),  # noqa: PLW1509  no thread runs yet
        )
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
    """On Linux, become the parent of every orphaned descendant, so that all of them can be found."""
    _control_process(_SET_CHILD_SUBREAPER, 1)


def _control_process(option: int, value: int) -> None:
    """Call Linux's `prctl` for this process; elsewhere, do nothing."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end(program: subprocess.Popen[bytes]) -> None:
    """Kill the program with all its descendants, and end this process."""
    if sys.platform == "win32":
        kill = ["taskkill", "/F", "/T", "/PID", str(program.pid)]
        subprocess.run(kill, capture_output=True, check=False)  # noqa: S603  no text of the program's is in it
    else:
        with contextlib.suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
        kill_children()
    os._exit((program.returncode or 0) & 0xFF)


def kill_children(spared: Collection[int] = ()) -> None:
    """Kill this process's children in other sessions, and theirs in turn, if the system can list them."""
    if sys.platform != "linux":
        return
    for _ in range(100):  # killing one makes its children ours
        doomed = [child for child in _children_in_other_sessions() if child not in spared]
        if not doomed:
            break
        for child in doomed:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)


def _children_in_other_sessions() -> list[int]:
    own, session = os.getpid(), os.getsid(0)
    found = []
    for name in os.listdir("/proc"):  # noqa: PTH208  pathlib would have to be imported
        if name.isdecimal():
            parent, its_session = _parent_and_session(name)
            if parent == own and its_session != session:
                found.append(int(name))
    return found


def _parent_and_session(process: str) -> tuple[int, int]:
    """Return the numbers of a process's parent and session, or zeros if the process has ended."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123  see above
            fields = file.read().rpartition(b")")[2].split()
            return int(fields[1]), int(fields[3])
    except (OSError, IndexError, ValueError):
        return 0, 0


if __name__ == "__main__":
    main()
