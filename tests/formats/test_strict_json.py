from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.formats.strict_json import LARGEST, BadFile, read_json, read_text, shown, write_json
from tests.table.mutations import check_sentence, read_or_refused

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text("abé"), inside, max_size=4),
)


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        read_json(text, "record")
    check_sentence(str(refused.value))
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This record is empty."),
        (" \n", "This record is empty."),
        ("{", "This record is cut off: its end is missing."),
        ('{"a": "b', "This record is cut off: its end is missing."),
        ('{"a": tr', "This record is cut off: its end is missing."),
        ('{"a": [1, 2', "This record is cut off: its end is missing."),
        ("{'a': 1}", "This record is not JSON: line 1, column 2 cannot be read."),
        ('{"a": 1}\n}', "This record is not JSON: line 2, column 1 cannot be read."),
        ('{"a": "\x00"}', "This record is not JSON: line 1, column 8 cannot be read."),
        ("[" * 100_000, "This record is nested too deep."),
        ('{"a":' * 100_000, "This record is nested too deep."),
        ("9" * 5_000, "This record holds a number of 5000 digits, which none of ours does."),
        ("-" + "9" * 21, "This record holds a number of 22 digits, which none of ours does."),
        ("[NaN]", "This record holds the number NaN, and numbers are whole here."),
        ("[-Infinity]", "This record holds the number -Infinity, and numbers are whole here."),
        ("1e999", "This record holds the number 1e999, and numbers are whole here."),
        ("1.0", "This record holds the number 1.0, and numbers are whole here."),
        ('{"a": {"b": 1, "b": 2}}', "This record says 'b' twice in one object."),
        (r'{"a": "\ud800"}', "This record holds half of a character (a lone surrogate)."),
        (r'{"\udfff": 1}', "This record holds half of a character (a lone surrogate)."),
        (" " * (LARGEST + 1), "This record is larger than 1,000,000 bytes, which none of ours is."),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_an_object_of_too_many_fields_is_refused() -> None:
    assert "5000 fields" in refusal(json.dumps(dict.fromkeys(map(str, range(5_000)))))


@given(JSON)
def test_what_json_can_say_is_read(value: object) -> None:
    assert read_json(json.dumps(value), "record") == value
    assert read_json(json.dumps(value, ensure_ascii=False), "record") == value


@given(st.text() | st.text('{}[]",:0123456789aeltrufns\\ \n'))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    read_or_refused(lambda: read_json(text, "record"))


@given(st.dictionaries(st.text("abc", min_size=1), JSON), st.sets(st.sampled_from(["a", "b", "ab"])))
def test_what_is_written_is_read_again(fields: dict[str, object], unfolded: set[str]) -> None:
    unfolded = {name for name in unfolded if isinstance(fields.get(name), list | dict)}
    text = write_json(fields, unfolded)
    assert read_json(text, "record") == fields
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"), (True, "true"), (3, "3"), (2**64, "18446744073709551616"), ([1], "a list"), ({}, "an object"),
        ("red", "'red'"), ("\x1b[2J\u202e", "'[2J'"), ("x" * 500, f"'{'x' * 20}'"),
    ],
)  # fmt: skip
def test_how_a_value_is_shown(value: object, words: str) -> None:
    assert shown(value) == words


@given(st.text())
def test_a_refusal_is_printable_and_short_whatever_it_quotes(text: str) -> None:
    sentence = str(BadFile(f"It says {text * 50}."))
    assert sentence.isprintable()
    assert len(sentence) <= 200


# Files
def refused_file(path: Path) -> str:
    with pytest.raises(BadFile) as refused:
        read_text(path, "record")
    check_sentence(str(refused.value))
    return str(refused.value)


def test_a_byte_order_mark_is_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + "{é}".encode())
    assert read_text(path, "record") == "{é}"


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b'{"\xff"}')
    assert refused_file(path) == "This record is not text in UTF-8: byte 3 does not belong there."


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b" " * LARGEST)
    assert len(read_text(path, "record")) == LARGEST
    path.write_bytes(b" " * (LARGEST + 1))
    assert refused_file(path) == "This record is larger than 1,000,000 bytes, which none of ours is."


def test_no_file_and_no_such_name(tmp_path: Path) -> None:
    assert refused_file(tmp_path / "none.json") == "The record cannot be read: No such file or directory."
    assert refused_file(tmp_path / ("x" * 5_000)).startswith("The record cannot be read: ")
    assert refused_file(Path("a\0b")) == "No file can have the name that was given for the record."


@pytest.mark.skipif(os.name != "posix", reason="the file system of POSIX")
def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/null"), Path("/dev/zero")):
        assert refused_file(path) == "The record is not an ordinary file."


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs to count what is open")
def test_no_file_is_left_open(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"{}")
    before = len(list(Path("/dev/fd").iterdir()))
    for each in (path, tmp_path) * 20:
        read_or_refused(lambda path=each: read_text(path, "record"))  # type: ignore[misc]
    assert len(list(Path("/dev/fd").iterdir())) == before
