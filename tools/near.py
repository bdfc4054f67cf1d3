"""Run the tests that are near the changed files, so that nobody waits for all of them after each change.

Run as `python -m tools.near [--steps N] [FILE ...] [-- PYTEST ARGUMENTS]`.  Without files, git says what has changed
since the last commit.  A test is near if it imports a changed module in at most N steps: directly in one step, through
another module of `src` in two.  Helpers of tests don't count as steps.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STEPS = 1
"""The steps by default."""
MAX_STEPS = 3


def main(arguments: list[str]) -> int:
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(prog="python -m tools.near")
    parser.add_argument("--steps", type=int, default=STEPS, choices=range(1, MAX_STEPS + 1))
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args(arguments[:end])
    changed = {path.resolve() for path in options.files} or changed_files()
    found = [path for path in near(changed, import_graph(python_files()), options.steps) if path.exists()]
    if not found:
        print("No test imports what has changed. `make test` runs all tests.")
        return 0
    print(f"{len(found)} test files are near the {len(changed)} changed files.", flush=True)
    return subprocess.call(
        [sys.executable, "-m", "pytest", *(str(path.relative_to(ROOT)) for path in found), *arguments[end + 1 :]]
    )


def changed_files() -> set[Path]:
    """Return the files that differ from the last commit, with those that git doesn't know yet."""
    listed = ("git", "diff", "--name-only", "HEAD"), ("git", "ls-files", "--others", "--exclude-standard")
    lines = [subprocess.check_output(command, cwd=ROOT, encoding="utf-8").splitlines() for command in listed]
    return {ROOT / line for own in lines for line in own}


def python_files() -> dict[str, Path]:
    """Return the Python files of `src`, `tests` and `tools` by the names under which they are imported."""
    found = {}
    for folder, files in ((ROOT / "src", "cardtable/**/*.py"), (ROOT, "tests/**/*.py"), (ROOT, "tools/*.py")):
        for path in folder.glob(files):
            found[".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def import_graph(modules: dict[str, Path]) -> dict[Path, set[Path]]:
    """Return which files import each file, late imports inside functions included."""
    importers = defaultdict[Path, set[Path]](set)
    for path in modules.values():
        for name in _imports(path):
            if name in modules:
                importers[modules[name]].add(path)
    return importers


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def near(changed: Iterable[Path], importers: dict[Path, set[Path]], steps: int) -> list[Path]:
    """Return the test files that import a changed file in at most so many steps, and the changed tests themselves."""
    seen = found = with_helpers(changed, importers)
    for _ in range(steps):
        found = with_helpers({importer for path in found for importer in importers.get(path, ())} - seen, importers)
        seen = seen | found
    return sorted(filter(_is_test, seen))


def with_helpers(paths: Iterable[Path], importers: dict[Path, set[Path]]) -> set[Path]:
    """Return these files, and what imports those of them that are helpers of tests, directly or not."""
    found, waiting = set[Path](), list(paths)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            if _is_helper(path):
                waiting += importers.get(path, ())
    return found


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") and path.suffix == ".py"


def _is_helper(path: Path) -> bool:
    return ROOT / "tests" in path.parents and not _is_test(path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
