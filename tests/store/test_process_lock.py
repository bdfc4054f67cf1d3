"""The lock of a process that is just starting."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardtable.store.process_lock import FOLDER, ProcessLock, running_processes


@pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be removed there")
def test_a_lock_file_removed_before_it_is_locked_is_created_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process that removes abandoned locks can see the file in the moment before it is locked."""
    import fcntl

    flock, removed = fcntl.flock, list[str]()

    def remove_once_and_lock(descriptor: int, operation: int) -> None:
        if not removed:
            for path in (tmp_path / FOLDER).iterdir():
                path.unlink()
                removed.append(path.stem)
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", remove_once_and_lock)
    lock = ProcessLock(tmp_path)
    assert removed == running_processes(tmp_path) == [lock.name]
    lock.close()
