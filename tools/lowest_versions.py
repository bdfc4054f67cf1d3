"""Print the lowest version of each dependency that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def bounds() -> dict[str, tuple[str, str]]:
    """Return the lowest version of each requirement of the package and of its tests, and the first too high or ""."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    found = {}
    for requirement in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        bound = re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<([\d.]+))?", requirement)
        if bound is None:
            raise ValueError(f"{requirement!r} isn't in the form name>=version or name>=version,<version.")
        found[bound[1]] = (bound[2], bound[3] or "")
    return found


if __name__ == "__main__":
    print("\n".join(f"{name}=={lowest}" for name, (lowest, _) in bounds().items()))
