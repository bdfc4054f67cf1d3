"""The names, keys, words and folders of guests."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from cardtable.serve.guests import FILE, Guests, clean_name


def test_a_guest_is_found_by_name_and_key_after_a_restart(tmp_path: Path) -> None:
    guests = Guests(tmp_path)
    mia, ben = guests.add("Mia", key="SHA256:abc"), guests.add("Ben", word="seven winds")
    again = Guests(tmp_path)
    assert again.with_key("SHA256:abc") == mia
    assert again.with_name("ｍｉａ") == mia
    assert again.with_name("Ben") == ben
    assert again.with_key("SHA256:other") is None
    assert again.with_key("") is None


def test_a_word_is_only_kept_as_a_hash(tmp_path: Path) -> None:
    ben = Guests(tmp_path).add("Ben", word="seven winds")
    file = tmp_path / "ben" / FILE
    assert "seven" not in file.read_text("utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "ben/data").stat().st_mode) == 0o700
    assert ben.is_word("seven winds")
    assert not ben.is_word("seven wind")
    assert not ben.is_word("")


def test_a_guest_without_key_and_word_is_nobody_s(tmp_path: Path) -> None:
    mia = Guests(tmp_path).add("Mia", key="SHA256:lost")
    assert not mia.is_word("")
    file = tmp_path / "mia" / FILE
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "key": ""}), "utf-8")
    guests = Guests(tmp_path)
    assert guests.add("MIA", key="SHA256:new").id == "mia"
    assert guests.with_key("SHA256:lost") is None


@pytest.mark.parametrize(
    ("name", "folder"), [("Zoë O'Hara", "zoe-o-hara"), ("../../etc", "etc"), ("小林", "guest"), ("Mia", "mia-2")]
)
def test_folders_have_plain_names(tmp_path: Path, name: str, folder: str) -> None:
    guests = Guests(tmp_path)
    (tmp_path / "mia").mkdir()
    assert guests.add(name, key="SHA256:a").id == folder


def test_a_damaged_guest_counts_as_none_but_keeps_the_folder(tmp_path: Path) -> None:
    Guests(tmp_path).add("Mia", key="SHA256:a")
    for content in ("", "[]", '{"name": 3}', '{"name": "\\u0007"}', "\udc80"):
        (tmp_path / "mia" / FILE).write_bytes(content.encode("utf-8", "surrogateescape"))
        assert Guests(tmp_path).with_name("Mia") is None
    assert Guests(tmp_path).add("Mia", key="SHA256:b").id == "mia-2"


def test_plain_mode_is_remembered(tmp_path: Path) -> None:
    guests = Guests(tmp_path)
    assert guests.prefer_plain(guests.add("Mia", key="SHA256:a"), plain=True).plain
    assert Guests(tmp_path).with_key("SHA256:a") == guests.with_key("SHA256:a")


@pytest.mark.parametrize(
    ("typed", "name"), [("  Mia  ", "Mia"), ("Zoe\u0308", "Zoë"), ("A" * 20, "A" * 20), ("小林 7", "小林 7")]
)
def test_a_name_is_cleaned(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize("typed", ["", "   ", "\x1b", "--", "A" * 21, "Mi\x07a", "Mia\u202e", "小" * 11])
def test_other_names_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        clean_name(typed)
