"""Print the exact version of each library in this environment, as constraints for pip."""

from __future__ import annotations

import subprocess
import sys

HEADER = "# The developers' environment. `make lock` renews this file; pyproject.toml has the bounds for everybody."


def lock() -> str:
    """Return the constraints; setuptools, which some Pythons put into each environment, is no requirement of ours."""
    freeze = [sys.executable, "-m", "pip", "freeze", "--all", "--exclude-editable", "--exclude", "setuptools"]
    done = subprocess.run(freeze, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return f"{HEADER}\n{done.stdout}"


if __name__ == "__main__":
    print(lock(), end="")
