"""A guest's process has nothing of the host's: neither environment nor open files, and it has limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from cardtable.serve.limits import Limits

LIMITS = Limits()
AS_GUEST = """
import json, os, pty, resource, sys
from pathlib import Path
from cardtable.serve.guest_process import Start, become_guest
from cardtable.serve.terminals import environment_of
folder, secret = sys.argv[1:]
Path(secret).write_text("the host's")
kept_open = open(secret)
ours, theirs = pty.openpty()
terminal = environment_of("xterm-kitty")
start = Start(1, "mia", "Mia", folder, "/host/archive", terminal, "", False, 1 << 30, 128, 1 << 28, 3600)
parent = os.getpid()
if os.fork() == 0:
    os.close(ours)
    become_guest(start, theirs, parent)
    limits = [getattr(resource, f"RLIMIT_{name}") for name in ("AS", "NOFILE", "FSIZE", "CPU", "CORE")]
    found = {
        "environment": dict(os.environ),
        "files": sorted(os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd")[:-1]),
        "limits": [resource.getrlimit(each) for each in limits],
        "is_leader": os.getsid(0) == os.getpid() == os.getpgid(0),
        "has_terminal": os.isatty(0) and sys.__stdin__.isatty() and os.ttyname(1) == os.ttyname(2),
        "folder": os.getcwd(),
    }
    print(json.dumps(found))
    os._exit(0)
os.close(theirs)
data = b""
try:
    while chunk := os.read(ours, 65536):
        data += chunk
except OSError:
    pass
os.write(1, data)
"""


def test_a_guest_s_process_is_clean(tmp_path: Path) -> None:
    folder = tmp_path / "mia"
    folder.mkdir()
    environment = {**os.environ, "SSH_AUTH_SOCK": "/secret", "LD_PRELOAD": "", "EDITOR": "vi", "TZ": "Europe/Oslo"}
    command = [sys.executable, "-c", AS_GUEST, str(folder), str(tmp_path / "secret")]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["environment"] == {
        "PATH": os.environ["PATH"],
        "LANG": found["environment"]["LANG"],
        **({"LC_ALL": os.environ["LC_ALL"]} if "LC_ALL" in os.environ else {}),
        "TZ": "Europe/Oslo",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "CARDTABLE_GUEST": "mia",
        "CARDTABLE_DATA": str(folder),
        "HOME": str(folder),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
    assert len({*found["files"]}) == 1
    assert found["files"][0].startswith("/dev/pts/")
    most = (LIMITS.memory, LIMITS.files, LIMITS.file_size, LIMITS.processor_seconds, 0)
    assert found["limits"] == [[each, each] for each in most]
    assert found["is_leader"]
    assert found["has_terminal"]
    assert found["folder"] == str(folder)
