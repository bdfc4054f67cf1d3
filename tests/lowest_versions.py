"""Print the lowest version of each dependency that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest_versions() -> dict[str, str]:
    """Return the lower bound of each requirement of the package and of its tests, by name."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    found = {}
    for requirement in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        bound = re.fullmatch(r"([\w-]+)>=([\d.]+)(,<[\d.]+)?", requirement)
        if bound is None:
            raise ValueError(f"{requirement!r} has no lower bound in the form name>=version.")
        found[bound[1]] = bound[2]
    return found


if __name__ == "__main__":
    print("\n".join(f"{name}=={version}" for name, version in lowest_versions().items()))
