from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtable.store.fault_log import MAX_FRAMES, MAX_LOGS, crash_message, write_fault_log

SECRET = "hollow-red-circle"


def caught(depth: int = 0) -> Exception:
    """Return an error with a secret in its message and every frame, raised `depth` calls further down."""

    def dig(left: int) -> None:
        hand = SECRET
        if left:
            dig(left - 1)
        try:
            dict[str, int]()[hand]
        except KeyError as error:
            raise ValueError(hand) from error

    with pytest.raises(ValueError, match=SECRET) as info:
        dig(depth)
    return info.value


def test_each_error_is_logged_once_without_its_message(tmp_path: Path) -> None:
    one = caught()
    assert one.__cause__ is not None
    one.__cause__.__context__ = one  # a cycle
    account = write_fault_log([one, ExceptionGroup(SECRET, [one, OSError(SECRET)]), one], tmp_path).read_text()
    errors = [line for line in account.splitlines() if "builtins." in line]
    assert errors == [
        "builtins.ValueError",
        "while handling builtins.KeyError",
        "builtins.ExceptionGroup",
        "one of them: builtins.OSError",
    ]
    assert account.count("test_fault_log.py:") == 3
    assert SECRET not in account


def test_infinite_recursion_is_abbreviated(tmp_path: Path) -> None:
    account = write_fault_log([caught(500)], tmp_path).read_text()
    assert account.count("  tests/store/test_fault_log.py:") + account.count("  test_fault_log.py:") == MAX_FRAMES + 1
    assert f"  ... {502 - MAX_FRAMES} more ..." in account


def test_old_logs_are_deleted(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("stays")
    written = [write_fault_log([caught()], tmp_path) for _ in range(MAX_LOGS + 3)]
    assert sorted(tmp_path.glob("fault-*.log")) == written[-MAX_LOGS:]
    assert (tmp_path / "mine.txt").exists()


def test_the_crash_message_names_the_error_and_the_log(tmp_path: Path) -> None:
    words = crash_message([caught()], tmp_path)
    (log,) = tmp_path.iterdir()
    assert words == (f"Cardtable stopped because of an internal error (ValueError). The details are in {log}.")


def test_the_crash_message_says_how_to_continue_the_game(tmp_path: Path) -> None:
    words = crash_message([caught()], tmp_path, 7)
    assert "(ValueError). Your game is saved: `cardtable resume 7` continues it. The details" in words


def test_the_crash_message_says_if_there_is_no_log() -> None:
    words = crash_message([caught()], Path(os.devnull, "log"))
    assert words.endswith("The details couldn't be written to a file (Not a directory).")


def test_escape_codes_in_a_folder_name_are_removed(tmp_path: Path) -> None:
    assert "\x1b" not in crash_message([caught()], tmp_path / "a\x1b[2Jb")
