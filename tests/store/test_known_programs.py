"""The list of programs that the player has allowed to play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cardtable.store import known_programs
from cardtable.store.checkup import ContentKind, locations
from cardtable.store.known_programs import allow_program, folder_of_program, programs_file


@pytest.fixture(autouse=True)
def other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process has allowed, so that it reads the file like any other process."""
    monkeypatch.setattr(known_programs, "_allowed_now", _Nothing())


class _Nothing(dict[str, str]):
    def __setitem__(self, key: str, value: str) -> None:
        pass


def test_a_program_is_remembered_with_the_folder_of_its_last_start(tmp_path: Path) -> None:
    assert folder_of_program("./mybot") is None
    allow_program("./mybot", tmp_path)
    allow_program("./other", tmp_path)
    allow_program("./mybot", tmp_path / "new")
    assert folder_of_program("./mybot") == tmp_path / "new"
    assert folder_of_program("./other") == tmp_path
    assert folder_of_program("./mybot --fast") is None
    assert ContentKind.PROGRAMS in {each.kind for each in locations()}


def test_only_so_many_programs_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_programs, "MAX_PROGRAMS", 3)
    for number in range(5):
        allow_program(f"./bot {number}", tmp_path)
    assert [number for number in range(5) if folder_of_program(f"./bot {number}")] == [2, 3, 4]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"./mybot": 3}', "null"])
def test_a_damaged_list_knows_no_program(text: str, tmp_path: Path) -> None:
    allow_program("./other", tmp_path)
    programs_file().write_text(text)
    assert folder_of_program("./mybot") is None
    allow_program("./mybot", tmp_path)
    assert folder_of_program("./mybot") == tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions as on Unix")
def test_a_list_that_others_could_have_written_knows_no_program(tmp_path: Path) -> None:
    allow_program("./mybot", tmp_path)
    assert programs_file().stat().st_mode & 0o777 == 0o600
    programs_file().chmod(0o620)
    assert folder_of_program("./mybot") is None
    programs_file().chmod(0o600)
    assert folder_of_program("./mybot") == tmp_path
    programs_file().rename(tmp_path / "elsewhere")
    programs_file().symlink_to(tmp_path / "elsewhere")
    assert folder_of_program("./mybot") is None
