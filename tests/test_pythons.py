"""The Pythons for `make pythons` are found wherever they are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.pythons import pythons


def add(folder: Path, name: str, script: str) -> Path:
    """Add a program to a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="there are no shell scripts")
def test_the_latest_of_each_version_from_3_11_on_is_found_on_the_path_and_in_pyenv_and_uv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pyenv, uv = tmp_path / "path", tmp_path / "pyenv", tmp_path / "uv"
    monkeypatch.setenv("PATH", str(path))
    add(path, "pyenv", f"echo {pyenv}")
    add(path, "uv", f"echo {uv}")
    add(path, "python3.10", "echo 3 10 9")
    add(path, "python3.12", "echo 3 12 1")
    add(path, "python3.12-config", "echo 3 12 99")
    add(path, "python3.13", "echo not installed; exit 127")
    latest = add(pyenv / "versions" / "3.12.4" / "bin", "python3.12", "echo 3 12 4")
    add(uv / "cpython-3.12.4" / "bin", "python3.12", "echo 3 12 4")
    other = add(uv / "cpython-3.14.0" / "bin", "python3.14", "echo 3 14 0")
    assert pythons() == {(3, 12): latest, (3, 14): other}
