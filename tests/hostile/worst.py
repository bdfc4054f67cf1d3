"""The worst files: as large as each loader allows, and as slow or memory-hungry as possible."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from cardtable.formats.deal_line import MAX_LINE_LENGTH
from cardtable.formats.short_form import MAX_LENGTH as MAX_FIELDS
from cardtable.formats.strict_json import MAX_SIZE
from cardtable.lessons.reading import LARGEST as MAX_LESSON
from cardtable.store.database import MAX_VALUE_BYTES
from tests.hostile.loaders import LOADERS, rows_changed


class Worst(NamedTuple):
    """A worst file."""

    case: str
    content: bytes
    is_quick: bool = False
    """Whether every test run tries it, not just the long one; such files come first."""


def _sound(loader: str) -> tuple[bytes, ...]:
    return next(each.sound() for each in LOADERS if each.name == loader)


def _filled(before: str, item: str, after: str, size: int) -> str:
    """Repeat the item as often as fits."""
    return before + item * ((size - len((before + after).encode())) // len(item.encode())) + after


def _dumped(tree: Any) -> str:
    return json.dumps(tree, separators=(",", ":"))


# JSON

PARTS = (
    *("[", "[[[[]]]],", "[],", '{"":', '"\\u0000",', '"a",', "1,", "{},", '{"":0},', '{"a":{}},', "[{}],", "-1,"),
    *('{"a":1,"b":2},', '"\\ud83d\\ude00",', "[[],[]],", '"\U0001f600",', "12345678901234567890,", "null,"),
)


def _json() -> Iterator[Worst]:
    for part in PARTS:
        yield Worst(part, _filled("[", part, "0]", MAX_SIZE).encode(), is_quick=part in ("[", "[[[[]]]],"))
    yield Worst("a text", _filled('"', "\\u0000", '"', MAX_SIZE).encode())


def _grown(tree: Any, size: int = MAX_SIZE) -> Iterator[tuple[str, Any]]:
    """Yield the tree with each list in turn as long as possible, by repeating its first or last item.

    Of sibling lists, only one is used.
    """
    left = size - len(_dumped(tree)) - 100
    alike = {tuple(key if isinstance(key, str) else 0 for key in path): path for path in _lists(tree)}
    for path in alike.values():
        for which in (0, -1):
            copy = json.loads(_dumped(tree))
            holder = copy
            for key in path:
                holder = holder[key]
            item = holder[which] if holder else which
            holder += [item] * (left // (len(_dumped(item)) + 1))
            yield f"{'.'.join(map(str, path))} {item!s:.20}", copy


def _lists(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to each list in a tree."""
    if isinstance(tree, list):
        yield path
    for key in tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ():
        yield from _lists(tree[key], (*path, key))


def _of_each_game(loader: str) -> Iterator[Any]:
    """Return one file of each game."""
    trees = map(json.loads, reversed(_sound(loader)))
    yield from {tree["game"]: tree for tree in trees}.values()


def _of_game(loader: str, game: str) -> Any:
    return next(tree for tree in _of_each_game(loader) if tree["game"] == game)


def _records() -> Iterator[Worst]:
    storm = _of_game("record", "wind-city")
    for size, is_quick in ((495_000, True), (MAX_SIZE, False)):
        for stations in ([[9, 9]], [[row, column] for row in range(18) for column in range(10)]):
            repeated = stations * (size // len(_dumped(stations)) - 9)
            options = {**storm["options"], "board": {**storm["options"]["board"], "stations": repeated}}
            yield Worst(
                f"{len(repeated)} stations",
                _dumped({**storm, "options": options}).encode(),
                is_quick and stations == [[9, 9]],
            )
    for name in ("a", "\u0301", "\u200d\u0301", "\U0001f468\u200d"):
        seats = [{"name": _filled("A", name, "", 990_000), "person": 0}, *storm["seats"][1:]]
        yield Worst(f"name of {name!a}", json.dumps({**storm, "seats": seats}, ensure_ascii=False).encode())
    yield Worst("20,000 long actions", _dumped({**storm, "actions": ["e" * 45] * 20_000}).encode())
    for tree in _of_each_game("record"):
        for case, grown in _grown(tree):
            yield Worst(f"{tree['game']} {case}", _dumped(grown).encode())


def _positions() -> Iterator[Worst]:
    storm = _of_game("position", "wind-city")["state"]
    for name in ("two_family", "insured", "lapsing", "out", "plan"):
        yield _full_of_houses({**storm, name: [1825] * 190_000}, name, is_quick=name == "two_family")
    for tree in _of_each_game("position"):
        for case, grown in _grown(tree):
            yield Worst(f"{tree['game']} {case}", _dumped(grown).encode())


def _full_of_houses(state: Any, case: str, is_quick: bool) -> Worst:
    """Return a position with a house on each space of the largest board."""
    board = {"columns": 26, "sea_rows": 1, "section_rows": 9, "stations": []}
    land = [row * 100 + column for row in range(1, 19) for column in range(26)]
    state = {**state, "options": {**state["options"], "board": board}, "houses": [land, []]}
    tree = {**_of_game("position", "wind-city"), "state": state}
    return Worst(f"full of houses, {case}", _dumped(tree).encode(), is_quick)


# Lessons

CHAIN = ".".join("a" * 11)
LESSONS: Mapping[str, tuple[str, str, str]] = {
    "dotted key": ("a", ".a", "=1"),
    "dotted header": ("[a", ".a", "]"),
    "quoted parts": ("a", '."a"', "=1"),
    "dotted header of a list": ("[[a", ".a", "]]"),
    "spaced parts": ("a", " . 'a'", "=1"),
    "dotted key in a table": ("a={a", ".a", "=1}"),
    "dotted key after a text": ('a="""#\\""""\na', ".a", "=1"),
    "lists": ("a=", "[", ""),
    "tables": ("", "a={", ""),
    "lists in a list": ("a=[", "[],", "]"),
    "tables in a list": ("a=[", "{a=1},", "]"),
    "deep tables in a list": ("a=[", f"{{{CHAIN}=1}},", "]"),
    "the same list of tables": ("", f"[[{CHAIN}]]\n", ""),
    "numbers": ("a=[", "1,", "]"),
    "dates": ("a=[", "1979-05-27T07:32:00.999999Z,", "]"),
    "a long number": ("a=0x", "f", ""),
    "a long fraction": ("a=0.", "9", ""),
    "escapes": ('a="', "\\n", '"'),
    "quotes": ('a="""', '""\\"', '"""'),
    "open quotes": ("", '"', ""),
    "comments": ("", "#\n", ""),
    "steps": ("", "[[steps]]\nkind='tell'\n", ""),
    "numbers for steps": ("steps=[", "1,", "]"),
}
"""The start of a file, the part to repeat, and the end."""


def _lessons() -> Iterator[Worst]:
    size = MAX_LESSON
    for case, parts in LESSONS.items():
        content = _filled(*parts, size).encode()
        yield Worst(case, content, case in ("dotted key", "dotted header", "quoted parts"))
    for case, start, line in (
        ("many keys", "", "k{}=1\n"),
        ("deep header over many keys", f"[{CHAIN}.a]\n", "{}=1\n"),
        ("deep headers", "", f"[{{}}.{CHAIN}]\n"),
        ("deep keys", "", f"{{}}.{CHAIN}=1\n"),
        ("headers", "", "[{}]\n"),
    ):
        lines = [line.format(number) for number in range(size // len(line))]
        yield Worst(case, (start + "".join(lines))[: size - 20].rpartition("\n")[0].encode())
    sound = _sound("lesson")[0].decode()
    yield Worst("answers", _filled(sound + "\n", "a\n", "", size).encode())


# Texts


def _texts() -> Iterator[Worst]:
    sound = next(text for text in map(bytes.decode, _sound("text")) if '"clash"' in text)
    tags = sound.rpartition("]")[0] + "]\n"
    for case, parts in {
        "braces": (tags, "{", "*"),
        "seats": ("", '[Seat "a"]\n', ""),
        "actions": (tags, "1. end ", "*"),
        "words": (tags, "a ", "*"),
        "remarks": (tags, "{}", "*"),
        "spaces": ("", " ", ""),
        "brackets": ("", "[", ""),
        "a tag without end": ('[Seat "', "\\a", ""),
    }.items():
        yield Worst(case, _filled(*parts, MAX_SIZE).encode(), case == "braces")
    for case, item in (("letters", "a"), ("escapes", "\\\\"), ("words", "a "), ("marks", "\u0301")):
        before, after = sound.split('[Seat "', 1)
        yield Worst(f"a seat of {case}", _filled(before + '[Seat "', item, after, MAX_SIZE).encode())
        yield Worst(f"persons of {case}", _filled(tags + '[Persons "', item, '"]\n*', MAX_SIZE).encode())
    for number in ("{}.", "{}. end"):
        numbers = " ".join(number.format(at) for at in range(1, MAX_SIZE // (len(number) + 5)))
        yield Worst(f"numbers {number}", f"{tags}{numbers} *".encode())
    for case, options in _fields():
        yield Worst(f"options {case}", sound.replace("[Deal", f'[Options "{options}"]\n[Deal').encode())


def _fields() -> Iterator[tuple[str, str]]:
    """Return fields by name, as in an option or a position."""
    size = MAX_FIELDS - 1_000
    yield "a long name", _filled("a" * (size // 2) + "=[", ". ", "]", size)
    for before, item, after in (("", "a=", ""), ("", "[", ""), ("a=[", ". ", "]"), ("a=[", "[]", "]"), ("", "(", "")):
        yield before + item, _filled(before, item, after, size)
    names = ("".join("abcdefghij"[int(digit)] for digit in str(number)) for number in range(size // 9))
    yield "many names", " ".join(f"{name}=1" for name in names)


def _short_positions() -> Iterator[Worst]:
    for case, fields in _fields():
        yield Worst(case, f"clash rules=1 notation=1 {fields}".encode(), case == "a long name")
    for sound in {text.split()[0]: text for text in map(bytes.decode, _sound("short position"))}.values():
        for at in (found.end() for found in re.finditer(r"\[", sound)):
            for item in ("0 ", "r", "[]", ". "):
                content = _filled(sound[:at], item, sound[at:], MAX_FIELDS)
                yield Worst(f"{sound[:10]} {at} {item}", content.encode())


def _deal_lines() -> Iterator[Worst]:
    for before, item in (("clash ", "7 cards "), ("", "a "), ("", "·"), ("", "_"), ("clash ", "- "), ("clash ", "1 ")):
        yield Worst(before + item, _filled(before, item, "", MAX_LINE_LENGTH).encode(), is_quick=item == "7 cards ")
    yield Worst("far too long", b"clash " + b"a " * 490_000)


# Settings, boards and cards


def _settings() -> Iterator[Worst]:
    for name in ("theme", "cards"):
        yield Worst(name, _filled(f'{{"{name}": "', "a", '"}', MAX_SIZE).encode(), is_quick=name == "theme")
    yield from _json()


def _boards() -> Iterator[Worst]:
    board = json.loads(_sound("board")[0])
    for rows, columns in ((18, 10), (1, 1), (9, 1_000)):
        stations = [[row, column] for row in range(rows) for column in range(columns)]
        repeated = (stations * (MAX_SIZE // len(_dumped(stations)) + 1))[: MAX_SIZE // 10]
        yield Worst(f"{rows} rows of {columns}", _dumped({**board, "stations": repeated}).encode(), rows == 18)
    for case, tree in _grown(board):
        yield Worst(case, _dumped(tree).encode())


def _cards() -> Iterator[Worst]:
    for before, item, after in (("[[", "{},", "{}]]"), ("[", "[],", "[]]"), ("[[", "[],", "[]]]")):
        yield Worst(before + item, _filled(before, item, after, MAX_SIZE).encode(), is_quick=item == "{},")
    house = '{"kind":"house","cost":100},'
    yield Worst("a long card", _filled("[[", house, house[:-1] + "]]", MAX_SIZE).encode())
    for case, tree in _grown(json.loads(_sound("cards")[0])[:2]):
        yield Worst(case, _dumped(tree).encode())


# Archives


COLUMNS = (
    *(("game", "names"), ("progress", "value"), ("game", "outcome"), ("game", "options"), ("game", "head")),
    *(("game", "kind"), ("game", "deal"), ("game", "daily"), ("game", "touched"), ("action", "said")),
)


def _archives() -> Iterator[Worst]:
    content = _sound("archive")[0]
    for before, item, after in (("[", '{"":0},', "0]"), ("[", "[[[[]]]],", "0]"), ('{"a":"', "a", '"}')):
        value = _filled(before, item, after, MAX_VALUE_BYTES - 10_000)
        for table, column in COLUMNS:
            is_quick = column in ("names", "value") and "{" in item
            yield Worst(f"{table} {column} {item}", rows_changed(content, [(table, column, 0, value)]), is_quick)


WORST: Mapping[str, Callable[[], Iterator[Worst]]] = {
    "text": _texts,
    "short position": _short_positions,
    "deal line": _deal_lines,
    "lesson": _lessons,
    "record": _records,
    "position": _positions,
    "settings": _settings,
    "board": _boards,
    "cards": _cards,
    "archive": _archives,
    "json": _json,
}
