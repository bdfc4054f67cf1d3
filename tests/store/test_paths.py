from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cardtable.store.paths import NOWHERE, data_folder, log_folder, make_private
from tests.tui.terminal.pty_tools import python

ASK = "from cardtable.store.paths import data_folder, log_folder; print(data_folder(), log_folder(), sep='\\n')"


def asked(cwd: Path, **environ: str) -> list[Path]:
    """Return both folders as a process with just this environment finds them."""
    paths = {"PYTHONPATH": str(Path(__file__).parents[2] / "src")}
    done = subprocess.run(python("-c", ASK), cwd=cwd, env=paths | environ, capture_output=True, check=True, text=True)
    return [Path(line) for line in done.stdout.splitlines()]


def test_the_folder_can_be_chosen(tmp_path: Path) -> None:
    environ = {"CARDTABLE_DATA": str(tmp_path)}
    assert data_folder(environ) == tmp_path
    assert log_folder(environ) == tmp_path / "log"
    assert not log_folder(environ).exists()


def test_the_folder_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert data_folder({"CARDTABLE_DATA": "here"}) == tmp_path / "here"
    assert data_folder({"CARDTABLE_DATA": "~/here"}) == Path("~/here").expanduser()


@pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"CARDTABLE_DATA": ""}, {"XDG_DATA_HOME": "relative"}])
def test_the_default_folder_is_the_systems(tmp_path: Path, environ: dict[str, str]) -> None:
    for folder in asked(tmp_path, **environ):
        assert folder.is_absolute()
        assert "~" not in folder.parts
        assert "cardtable" in str(folder)
        assert tmp_path not in folder.parents


def test_the_home_folder_is_the_systems(tmp_path: Path) -> None:
    data, log = asked(tmp_path, HOME=str(tmp_path))
    assert tmp_path in data.parents
    assert tmp_path in log.parents


def test_nothing_is_saved_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    pwd = pytest.importorskip("pwd")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert data_folder({}) == log_folder({}) == NOWHERE
    assert data_folder({"CARDTABLE_DATA": "~/here"}) == NOWHERE
    with pytest.raises(OSError, match="Not a directory"):
        make_private(data_folder({}))


def test_nothing_is_saved_if_the_working_directory_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert data_folder({"CARDTABLE_DATA": "here"}) == NOWHERE


def test_new_folders_are_private_and_existing_ones_unchanged(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private(tmp_path / "a" / "b")
    make_private(tmp_path / "a" / "b")
    assert [(tmp_path / path).stat().st_mode & 0o777 for path in ("a/b", "a", ".")] == [0o700, 0o700, 0o755]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_created_raises_os_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        make_private(tmp_path / "a")
