"""Files that are written whole or not at all: the system itself refuses every byte after so many, as a full disk does."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games import GAMES
from cardtable.table.files import write_new
from cardtable.table.record import dumps, open_session, read_file, record_of
from cardtable.table.settings import Settings, load_settings, save_settings, settings_file
from tests.table.sittings import play_on, sit


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process grows beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_settings_are_kept_whole_or_stay_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path))
    before, after = Settings(speed="slow"), Settings(speed="fast", cards="ascii")
    save_settings(after)
    enough = settings_file().stat().st_size
    for size in range(enough):
        save_settings(before)
        with room_for(size), pytest.raises(OSError, match="File too large"):
            save_settings(after)
        assert load_settings() == before
        assert list(tmp_path.iterdir()) == [settings_file()], "nothing is left lying about"
    with room_for(enough):
        save_settings(after)
    assert load_settings() == after


def test_settings_that_are_a_link_stay_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    (tmp_path / "mine.json").write_text("{}")
    settings_file().symlink_to(tmp_path / "mine.json")
    save_settings(Settings(speed="slow"))
    assert settings_file().is_symlink()
    assert load_settings() == Settings(speed="slow")


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    session = sit(GAMES["clash"], 2, 7)
    play_on(session, Key(1), 20)
    path, text = tmp_path / "evening.json", dumps(record_of(session))
    for size in range(0, len(text.encode()), 97):
        with room_for(size), pytest.raises(ValueError, match="cannot be saved there: File too large"):
            write_new(str(path), text)
        assert list(tmp_path.iterdir()) == []
    with room_for(len(text.encode())):
        write_new(str(path), text)
    assert record_of(open_session(read_file(path))) == record_of(session)
