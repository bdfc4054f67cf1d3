from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.formats.strict_json import MAX_SIZE, BadFile, format_json, parse_json, quote, read_text
from tests.table.mutations import check_sentence, read_or_refused

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text("abé"), inside, max_size=4),
)


def refusal(text: str) -> str:
    with pytest.raises(BadFile) as refused:
        parse_json(text, "record")
    check_sentence(str(refused.value))
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This record is empty."),
        (" \n", "This record is empty."),
        ("{", "This record is incomplete: its end is missing."),
        ('{"a": "b', "This record is incomplete: its end is missing."),
        ('{"a": tr', "This record is incomplete: its end is missing."),
        ('{"a": [1, 2', "This record is incomplete: its end is missing."),
        ("{'a': 1}", "This record isn't valid JSON: there's an error at line 1, column 2."),
        ('{"a": 1}\n}', "This record isn't valid JSON: there's an error at line 2, column 1."),
        ('{"a": "\x00"}', "This record isn't valid JSON: there's an error at line 1, column 8."),
        ("[" * 100_000, "This record is nested too deeply."),
        ('{"a":' * 100_000, "This record is nested too deeply."),
        ("9" * 5_000, "This record has a number with 5000 digits; the limit is 20."),
        ("-" + "9" * 21, "This record has a number with 22 digits; the limit is 20."),
        ("[NaN]", "This record has the number NaN; only whole numbers are allowed."),
        ("[-Infinity]", "This record has the number -Infinity; only whole numbers are allowed."),
        ("1e999", "This record has the number 1e999; only whole numbers are allowed."),
        ("1.0", "This record has the number 1.0; only whole numbers are allowed."),
        ('{"a": {"b": 1, "b": 2}}', "This record has the field 'b' twice in one object."),
        (r'{"a": "\ud800"}', "This record contains half a character (a lone surrogate)."),
        (r'{"\udfff": 1}', "This record contains half a character (a lone surrogate)."),
        (" " * (MAX_SIZE + 1), "This record is too large: the limit is 1,000,000 bytes."),
    ],
)  # fmt: skip
def test_invalid_json_is_refused(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_an_object_with_too_many_fields_is_refused() -> None:
    assert "5000 fields" in refusal(json.dumps(dict.fromkeys(map(str, range(5_000)))))


@given(JSON)
def test_valid_json_is_parsed(value: object) -> None:
    assert parse_json(json.dumps(value), "record") == value
    assert parse_json(json.dumps(value, ensure_ascii=False), "record") == value


@given(st.text() | st.text('{}[]",:0123456789aeltrufns\\ \n'))
def test_any_text_is_parsed_or_refused_with_one_sentence(text: str) -> None:
    read_or_refused(lambda: parse_json(text, "record"))


@given(st.dictionaries(st.text("abc", min_size=1), JSON), st.sets(st.sampled_from(["a", "b", "ab"])))
def test_formatted_json_is_parsed_again(fields: dict[str, object], unfolded: set[str]) -> None:
    unfolded = {name for name in unfolded if isinstance(fields.get(name), list | dict)}
    text = format_json(fields, unfolded)
    assert parse_json(text, "record") == fields
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"), (True, "true"), (3, "3"), (2**64, "18446744073709551616"), ([1], "a list"), ({}, "an object"),
        ("red", "'red'"), ("\x1b[2J\u202e", "'[2J'"), ("x" * 500, f"'{'x' * 20}'"),
    ],
)  # fmt: skip
def test_a_quoted_value_is_short_and_safe(value: object, words: str) -> None:
    assert quote(value) == words


@given(st.text())
def test_every_message_is_printable_and_short(text: str) -> None:
    sentence = str(BadFile(f"It says {text * 50}."))
    assert sentence.isprintable()
    assert len(sentence) <= 200


# Files


def refusal_of_file(path: Path) -> str:
    with pytest.raises(BadFile) as refused:
        read_text(path, "record")
    check_sentence(str(refused.value))
    return str(refused.value)


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + "{é}".encode())
    assert read_text(path, "record") == "{é}"


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b'{"\xff"}')
    assert refusal_of_file(path) == "This record isn't valid UTF-8 text (byte 3)."


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b" " * MAX_SIZE)
    assert len(read_text(path, "record")) == MAX_SIZE
    path.write_bytes(b" " * (MAX_SIZE + 1))
    assert refusal_of_file(path) == "This record is too large: the limit is 1,000,000 bytes."


def test_a_missing_file_and_an_impossible_name(tmp_path: Path) -> None:
    assert refusal_of_file(tmp_path / "none.json") == "Can't read the record 'none.json': No such file or directory."
    assert refusal_of_file(tmp_path / ("x" * 5_000)).startswith("Can't read the record 'xxx")
    assert refusal_of_file(Path("a\0b")) == "The name of the record isn't a valid file name."


@pytest.mark.skipif(os.name != "posix", reason="the file system of POSIX")
def test_a_file_that_is_not_ordinary_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/null"), Path("/dev/zero")):
        assert refusal_of_file(path) == "The record isn't an ordinary file."


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="needs to count open files")
def test_no_file_is_left_open(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"{}")
    before = len(list(Path("/dev/fd").iterdir()))
    for each in (path, tmp_path) * 20:
        read_or_refused(lambda path=each: read_text(path, "record"))  # type: ignore[misc]  # a default in a lambda
    assert len(list(Path("/dev/fd").iterdir())) == before
