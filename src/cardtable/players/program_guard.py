"""A guard process that runs a program and ends it with all its children.

The command is `python -I -S`, followed by this file and the program's command. The guard passes its input to the
program. The program writes straight to the guard's output. The input ends if Cardtable stops the program or if
Cardtable itself is killed. The program then has half a second to end. On Linux, a program that kills the guard dies
too. A program that pauses the guard gains nothing, because the guard resumes when Cardtable ends. The guard imports
only the standard library, so it starts fast.
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
"""The time between the end of the program's input and the moment when the program is killed."""
_SET_PDEATHSIG = 1
"""An option of Linux's `prctl` that sets the signal this process gets when its parent ends."""
_SET_CHILD_SUBREAPER = 36
"""An option of Linux's `prctl` that makes orphaned descendants children of this process."""


def main() -> None:
    """Run the command in the arguments until the command or the input ends."""
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
    """Read the input to its end, then end the program."""
    with contextlib.suppress(OSError):
        while data := os.read(0, 65536):
            lines.put(data)
    lines.put(b"")
    with contextlib.suppress(subprocess.TimeoutExpired):
        program.wait(FAREWELL_SECONDS)
    end(program)


def _pass_on(lines: queue.SimpleQueue[bytes], program: subprocess.Popen[bytes]) -> None:
    """Write the input to the program. If the program doesn't read it, only this thread waits."""
    assert program.stdin is not None, "the program has a pipe"
    with contextlib.suppress(OSError):
        while data := lines.get():
            program.stdin.write(data)
            program.stdin.flush()
        program.stdin.close()


def adopt_orphans() -> None:
    """Become the parent of every orphaned descendant (Linux only), so that all descendants can be found."""
    _control_process(_SET_CHILD_SUBREAPER, 1)


def _control_process(option: int, value: int) -> None:
    """Call `prctl` for this process on Linux. On other systems, do nothing."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end(program: subprocess.Popen[bytes]) -> None:
    """Kill the program and all its descendants, then end this process."""
    if sys.platform == "win32":
        kill = ["taskkill", "/F", "/T", "/PID", str(program.pid)]
        subprocess.run(kill, capture_output=True, check=False)  # noqa: S603  no text of the program's is in it
    else:
        with contextlib.suppress(OSError):
            os.killpg(program.pid, signal.SIGKILL)
        kill_children()
    os._exit((program.returncode or 0) & 0xFF)


def kill_children(spared: Collection[int] = ()) -> None:
    """Kill this process's children in other sessions, and their descendants, if the system can list processes."""
    if sys.platform != "linux":
        return
    for _ in range(100):  # if a process is killed, its children become ours
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
    """Return a process's parent and session as numbers, or zeros if the process has ended."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123  see above
            fields = file.read().rpartition(b")")[2].split()
            return int(fields[1]), int(fields[3])
    except (OSError, IndexError, ValueError):
        return 0, 0


if __name__ == "__main__":
    main()
