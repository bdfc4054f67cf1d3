"""Only the Unix driver needs modules and signals that Windows lacks."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

SRC = Path(__file__).parents[1] / "src"
UNIX_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
UNIX_SIGNALS = ("SIGALRM", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGTSTP", "SIGUSR1", "SIGWINCH")
UNIX_FUNCTIONS = ("fchmod", "fork", "geteuid", "getuid", "killpg", "mkfifo", "O_CLOEXEC", "O_NOCTTY", "O_NOFOLLOW")
UNIX_ONLY = {"cardtable.tui.terminal.driver"}
"""Modules that are imported only after checking `os.name`."""
LINUX_ONLY = "cardtable.serve"
"""A package that is imported only after checking `sys.platform`."""
NEED_EXTRAS = {"cardtable.lab.environments.aec", "cardtable.lab.environments.spiel"}
"""Modules that need a library of an extra."""
MODULES = sorted(
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__") for path in SRC.rglob("*.py")
)
AS_ON_WINDOWS = f"""
import importlib, os, signal, sys
import cyclopts, filelock, platformdirs, pydantic, textual.app  # these support Windows themselves
for name in {UNIX_MODULES}:
    sys.modules[name] = None
for name in {UNIX_SIGNALS}:
    if hasattr(signal, name):
        delattr(signal, name)
for name in {UNIX_FUNCTIONS}:
    if hasattr(os, name):
        delattr(os, name)
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_every_other_module_can_be_imported_on_windows() -> None:
    modules = [name for name in MODULES if name not in UNIX_ONLY | NEED_EXTRAS and not name.endswith("__main__")]
    modules = [name for name in modules if not f"{name}.".startswith(f"{LINUX_ONLY}.")]
    done = subprocess.run(
        [sys.executable, "-c", AS_ON_WINDOWS, *modules], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_unix_driver_and_the_server_are_imported_only_inside_functions() -> None:
    for path in SRC.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                assert node.module not in UNIX_ONLY, path
                assert path.parent.name == "serve" or not f"{node.module}.".startswith(f"{LINUX_ONLY}."), path
