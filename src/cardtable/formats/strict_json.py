"""JSON from outside, read strictly: whatever is wrong with it is one exception with one sentence for the player.

What Python's reader lets pass is refused: a field named twice, NaN and Infinity, half of a surrogate pair, a number of
five thousand digits.  There are only whole numbers in our files, so a fraction is refused as well.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from cardtable.formats.text import safe_text

LARGEST = 1_000_000
"""Bytes of a file, and characters of a text, that are read at all."""
LONGEST_NUMBER = 20
"""Digits; a key of 64 bits has as many."""
MOST_FIELDS = 1_000
"""Fields of one object."""
LONGEST_SENTENCE = 200
_WORDS = ("true", "false", "null")


class BadFile(ValueError):
    """A file or text from outside cannot be used; one printable sentence for the player says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(safe_text(sentence, LONGEST_SENTENCE)[:LONGEST_SENTENCE])


def read_text(path: Path, what: str) -> str:
    """The text of a file, which must be a regular one, not too large, in UTF-8; a byte order mark is forgiven."""
    try:
        return _decoded(_bytes_of(path, what), what)
    except OSError as error:
        reason = safe_text(error.strerror, 60, fallback="no reason is given")
        raise BadFile(f"The {what} cannot be read: {reason}.") from None


def _bytes_of(path: Path, what: str) -> bytes:
    # Without O_NONBLOCK, opening a FIFO that nobody writes to would wait for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        descriptor = os.open(path, flags)
    except ValueError:  # a NUL, or what the file system cannot encode
        raise BadFile(f"No file can have the name that was given for the {what}.") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadFile(f"The {what} is not an ordinary file.")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(LARGEST + 1)
    finally:
        os.close(descriptor)
    if content is None:  # /proc/kmsg and its like say that they are ordinary, and then have nothing to be read yet
        raise BadFile(f"The {what} is not an ordinary file.")
    if len(content) > LARGEST:
        raise _too_large(what)
    return content


def _decoded(content: bytes, what: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"This {what} is not text in UTF-8: byte {error.start + 1} does not belong there.") from None


def _too_large(what: str) -> BadFile:
    return BadFile(f"This {what} is larger than {LARGEST:,} bytes, which none of ours is.")


def read_json(text: str, what: str) -> Any:
    """What the text says; BadFile where it is not the JSON that we write."""
    if len(text) > LARGEST:
        raise _too_large(what)
    try:
        found = _reader(what).decode(text)
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise BadFile(_no_json(error, what)) from None
    except UnicodeEncodeError:
        raise BadFile(f"This {what} holds half of a character (a lone surrogate).") from None
    except RecursionError:
        raise BadFile(f"This {what} is nested too deep.") from None
    return found


def write_json(fields: Mapping[str, Any], unfolded: Collection[str]) -> str:
    """The fields as JSON for people to read too: one a line, and for the unfolded ones each of their items a line."""
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


def shown(value: object) -> str:
    """A value out of JSON in a few words, safe to put in a sentence."""
    match value:
        case str():
            return f"'{safe_text(value)}'"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return safe_text(json.dumps(value), LONGEST_NUMBER + 1)


def _reader(what: str) -> json.JSONDecoder:
    def whole(digits: str) -> int:
        if len(digits) > LONGEST_NUMBER:
            raise BadFile(f"This {what} holds a number of {len(digits)} digits, which none of ours does.")
        return int(digits)

    def refused(number: str) -> None:
        raise BadFile(f"This {what} holds the number {safe_text(number)}, and numbers are whole here.")

    def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(pairs) > MOST_FIELDS:
            raise BadFile(f"This {what} holds an object of {len(pairs)} fields, which none of ours does.")
        fields: dict[str, Any] = {}
        for name, value in pairs:
            if name in fields:
                raise BadFile(f"This {what} says {shown(name)} twice in one object.")
            fields[name] = value
        return fields

    return json.JSONDecoder(parse_int=whole, parse_float=refused, parse_constant=refused, object_pairs_hook=once_each)


def _no_json(error: json.JSONDecodeError, what: str) -> str:
    if not error.doc.strip():
        return f"This {what} is empty."
    rest = error.doc[error.pos :].strip()
    if error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in _WORDS):
        return f"This {what} is cut off: its end is missing."
    return f"This {what} is not JSON: line {error.lineno}, column {error.colno} cannot be read."
