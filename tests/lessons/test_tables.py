"""Tests of reading a script's tables: valid TOML is read as Python reads it, and long keys never reach its parser."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardtable.lessons.tables import DEEPEST, read_tables

CHAIN = ".".join("a" * (DEEPEST + 1))
"""A key with one part too many."""
PIECES = (
    *(
        "a",
        "b1",
        ".",
        " . ",
        "=",
        " = ",
        "1",
        "1.5",
        ",",
        "\n",
        " ",
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        "#",
        "\\",
        "\\u0041",
    ),
    *(
        '"',
        "'",
        '"""',
        "'''",
        '""',
        "''",
        '\\"',
        "a = ",
        "\n[a",
        '"a"',
        "'b'",
        "\r\n",
        "[x]\n",
        'k = """',
        "k = '''",
        "é",
    ),
    *(CHAIN, f"{CHAIN} = 1\n", f"\n[{CHAIN}]\n", CHAIN.replace("a", '"a"')),
)
"""Pieces that scripts are made of, and others that make them invalid."""


def parsed(text: str) -> tuple[Any, int]:
    """Return the result of Python's parser, or None, and the number of parts of the longest key that it parsed."""
    longest, parser = 0, tomllib._parser  # type: ignore[attr-defined]  # a private module
    real = parser.parse_key

    def parse_key(src: str, pos: int) -> Any:
        nonlocal longest
        at, key = real(src, pos)
        longest = max(longest, len(key))
        return at, key

    with patch.object(parser, "parse_key", parse_key):
        try:
            return tomllib.loads(text), longest
        except (ValueError, RecursionError):
            return None, longest


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@example(f'a = """"{CHAIN}""""" # {CHAIN}\nb = 1')
@example(f"a = ''''{CHAIN}'''''\n{CHAIN} = 1")
@example(f'a = """\\\n   """\n{CHAIN} = 1')
@example(f'a = """\\"""{CHAIN}"""')
@example(f'a = "\\\\"\n{CHAIN} = "b"')
@example(f'"""{CHAIN}""" = 1')
@example(f"a = {{ {CHAIN} = 1 }}")
@example(f"a = {CHAIN}")
def test_no_valid_script_is_refused_and_no_long_key_is_parsed(text: str) -> None:
    expected, longest = parsed(text)
    with patch("cardtable.lessons.tables.tomllib.loads", side_effect=tomllib.loads) as loads:
        try:
            found = read_tables(text)
        except ValueError:
            found = None
    if expected is not None and longest <= DEEPEST and _depth(expected) <= DEEPEST:
        assert found == expected
    if loads.called:
        assert longest <= DEEPEST


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


@pytest.mark.parametrize("form", ["{}=1", "x=1\n{} = 1", "[x]\n{}=1", "[{}]", "[[ {} ]]", "x={{{}=1}}", "x=[{{{}=1}}]"])
def test_a_key_has_at_most_twelve_parts(form: str) -> None:
    line = 1 + form.count("\n")
    for part, dot in product(["a", '"a"', "'a'", '"."', "'#'", '"\\""'], [".", " . ", "\t.\t"]):
        with pytest.raises(ValueError, match=rf"^line {line} has a key with more than 12 parts\.$"):
            read_tables(form.format(dot.join([part] * (DEEPEST + 1))))
        text = form.format(dot.join([part] * (DEEPEST - 2)))
        assert read_tables(text) == tomllib.loads(text)


def test_a_key_of_twelve_parts_is_read() -> None:
    text = CHAIN.removesuffix(".a") + " = 1"
    assert read_tables(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", [f"# {CHAIN}", f'a="{CHAIN}"', f"a='{CHAIN}'", f'a="""\n{CHAIN}=1\n"""', "a='[[[[[[[[[[[[['"]
)
def test_keys_in_texts_and_comments_do_not_count(text: str) -> None:
    assert read_tables(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["a=" + "[" * 13, "a=" + "{a=" * 13, "a=[" + "{a=[" * 7, "a=" + "[" * 12 + "]" * 12])
def test_brackets_nested_too_deep_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="nested too deep"):
        read_tables(text)


def test_every_script_is_read_as_python_reads_it() -> None:
    scripts = list((Path(__file__).parents[2] / "rules").glob("**/*.toml"))
    assert len(scripts) > 30
    for path in scripts:
        text = path.read_text("utf-8")
        assert read_tables(text) == tomllib.loads(text)
