"""A strict JSON parser for files from outside.

Every error is a BadFile with a message for the player. Some input that Python's parser accepts is rejected here:
repeated fields, NaN and Infinity, lone surrogates, and numbers with thousands of digits. Our files contain only whole
numbers, so fractions are rejected, too.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from cardtable.formats.text import safe_text

MAX_SIZE = 1_000_000
"""The maximum size of a file in bytes, and the maximum length of a string in characters."""
MAX_DIGITS = 20
"""The maximum number of digits in a number. A 64-bit key has up to 20 digits."""
MAX_FIELDS = 1_000
"""The maximum number of fields in one object."""
MAX_MESSAGE = 200
_WORDS = ("true", "false", "null")


class BadFile(ValueError):
    """An error for unusable input, such as a file from outside. The message is a printable sentence for the player."""

    def __init__(self, sentence: str) -> None:
        super().__init__(safe_text(sentence, MAX_MESSAGE)[:MAX_MESSAGE])


def read_text(path: Path, what: str) -> str:
    """Return the text of a regular UTF-8 file of at most MAX_SIZE bytes. A byte order mark is allowed."""
    try:
        return _decode(_read_bytes(path, what), what)
    except OSError as error:
        reason = safe_text(error.strerror, 60, fallback="unknown reason")
        raise BadFile(f"Can't read the {what} '{safe_text(path.name, 60)}': {reason}.") from None


def _read_bytes(path: Path, what: str) -> bytes:
    # Without O_NONBLOCK, opening a FIFO that has no writer would block forever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        descriptor = os.open(path, flags)
    except ValueError:  # a NUL, or a character that the file system can't encode
        raise BadFile(f"The name of the {what} isn't a valid file name.") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadFile(f"The {what} isn't an ordinary file.")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(MAX_SIZE + 1)
    finally:
        os.close(descriptor)
    if content is None:  # /proc/kmsg claims to be a regular file, but has nothing to read yet
        raise BadFile(f"The {what} isn't an ordinary file.")
    if len(content) > MAX_SIZE:
        raise _too_large(what)
    return content


def _decode(content: bytes, what: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"This {what} isn't valid UTF-8 text (byte {error.start + 1}).") from None


def _too_large(what: str) -> BadFile:
    return BadFile(f"This {what} is too large: the limit is {MAX_SIZE:,} bytes.")


def parse_json(text: str, what: str) -> Any:
    """Return the value of JSON text. Raise BadFile if the text can't come from one of our files."""
    if len(text) > MAX_SIZE:
        raise _too_large(what)
    try:
        value = _decoder(what).decode(text)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise BadFile(_describe_error(error, what)) from None
    except UnicodeEncodeError:
        raise BadFile(f"This {what} contains half a character (a lone surrogate).") from None
    except RecursionError:
        raise BadFile(f"This {what} is nested too deeply.") from None
    return value


def format_json(fields: Mapping[str, Any], unfolded: Collection[str]) -> str:
    """Return readable JSON with one field per line. Each item of the `unfolded` fields also has its own line."""
    lines = [
        f"  {_compact(name)}: {_unfolded(value) if name in unfolded and value else _compact(value)}"
        for name, value in fields.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _unfolded(value: Mapping[str, Any] | list[Any]) -> str:
    if isinstance(value, Mapping):
        items = [f"{_compact(name)}: {_compact(item)}" for name, item in value.items()]
        return "{\n    " + ",\n    ".join(items) + "\n  }"
    return "[\n    " + ",\n    ".join(map(_compact, value)) + "\n  ]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def quote(value: object) -> str:
    """Return a short form of a JSON value that is safe in an error message."""
    match value:
        case str():
            return f"'{safe_text(value)}'"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return safe_text(json.dumps(value), MAX_DIGITS + 1)


def _decoder(what: str) -> json.JSONDecoder:
    def parse_integer(digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            raise BadFile(f"This {what} has a number with {len(digits)} digits; the limit is {MAX_DIGITS}.")
        return int(digits)

    def refuse_number(number: str) -> None:
        raise BadFile(f"This {what} has the number {safe_text(number)}; only whole numbers are allowed.")

    def unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) > MAX_FIELDS:
            raise BadFile(f"This {what} has an object with {len(pairs)} fields; the limit is {MAX_FIELDS:,}.")
        fields: dict[str, Any] = {}
        for name, value in pairs:
            if name in fields:
                raise BadFile(f"This {what} has the field {quote(name)} twice in one object.")
            fields[name] = value
        return fields

    return json.JSONDecoder(
        parse_int=parse_integer,
        parse_float=refuse_number,
        parse_constant=refuse_number,
        object_pairs_hook=unique_fields,
    )


def _describe_error(error: json.JSONDecodeError, what: str) -> str:
    if not error.doc.strip():
        return f"This {what} is empty."
    rest = error.doc[error.pos :].strip()
    if error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in _WORDS):
        return f"This {what} is incomplete: its end is missing."
    return f"This {what} isn't valid JSON: there's an error at line {error.lineno}, column {error.colno}."
