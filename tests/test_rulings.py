"""Every ruling cited in code or pages exists, and every ruling is cited by the code and has a test."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cardtable.engine.game import Game
from cardtable.engine.games import SHIPPED

ROOT = Path(__file__).parents[1]
DECK = ("deck.md", "DK")
PAGES: tuple[tuple[str, str], ...] = (DECK, *((game.page, game.prefix) for game in SHIPPED.values()))
"""Each rules page, and the prefix of its rulings."""

PREFIXES = "|".join(prefix for _, prefix in PAGES)
CITE = re.compile(rf"\b(?:{PREFIXES})-\d+\b")
LISTED = re.compile(rf"^- ({CITE.pattern}) ", re.MULTILINE)
TESTED = re.compile(rf"^ *(?:async )?def test_((?:{PREFIXES.lower()})_\d+)_\w", re.MULTILINE)
MAX_WIDTH = 100

UNCITED = (
    ("TW-8", "it explains examples in the source rules"),
    ("CL-9", "it corrects an example in the source rules"),
    ("RM-11", "it corrects an example in the source rules"),
    ("ES-14", "it corrects examples in the source rules"),
    ("ES-18", "it explains an example in the source rules"),
)
"""The rulings that no code cites, each with the reason."""

each_page = pytest.mark.parametrize(("page", "prefix"), PAGES, ids=[prefix for _, prefix in PAGES])
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def read(name: str) -> str:
    return (ROOT / "rules" / name).read_text("utf-8")


def rulings_on(names: Iterable[str]) -> list[str]:
    """Return the rulings on these pages, in order."""
    return [number for name in names for number in LISTED.findall(read(name))]


def every_page() -> list[str]:
    return sorted(path.name for path in (ROOT / "rules").glob("*.md"))


def cited(paths: Iterable[Path]) -> dict[str, str]:
    """Return each ruling that these files cite, with one of the files."""
    return {number: str(path) for path in sorted(paths) for number in CITE.findall(path.read_text("utf-8"))}


def sources() -> Iterable[Path]:
    return (ROOT / "src").rglob("*.py")


def paths_of_tests() -> Iterable[Path]:
    return (path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))


def rulings_with_tests() -> set[str]:
    """Return the rulings that a test is named after."""
    return {
        each.upper().replace("_", "-") for path in paths_of_tests() for each in TESTED.findall(path.read_text("utf-8"))
    }


def test_every_ruling_cited_by_the_code_exists() -> None:
    known = set(rulings_on(every_page()))
    assert {number: path for number, path in cited(sources()).items() if number not in known} == {}


def test_every_ruling_cited_on_a_page_exists() -> None:
    known = set(rulings_on(every_page()))
    pages = cited(ROOT / "rules" / name for name in every_page())
    assert {number: path for number, path in pages.items() if number not in known} == {}


def test_every_ruling_is_cited_by_the_code() -> None:
    not_cited = set(rulings_on(page for page, _ in PAGES)) - cited(sources()).keys()
    assert not_cited == {number for number, _ in UNCITED}


def test_every_ruling_has_a_test_named_after_it() -> None:
    assert set(rulings_on(page for page, _ in PAGES)) - rulings_with_tests() == set()


def test_no_test_is_named_after_a_missing_ruling() -> None:
    assert rulings_with_tests() - set(rulings_on(every_page())) == set()


@each_page
def test_a_pages_rulings_are_numbered_without_gaps(page: str, prefix: str) -> None:
    numbers = rulings_on([page])  # not in order: those that correct the source rules may come last
    assert sorted(numbers) == sorted(f"{prefix}-{number}" for number in range(1, len(numbers) + 1))
    assert numbers


@each_page
def test_a_ruling_is_a_whole_sentence(page: str, prefix: str) -> None:
    rulings = re.findall(rf"^- ({prefix}-\d+) +(\S.*(?:\n +\S.*)*)", read(page), re.MULTILINE)
    assert [number for number, _ in rulings] == rulings_on([page])
    for number, text in rulings:
        assert len(text.split()) >= 8, number
        assert text.rstrip("*_ ").endswith((".", ")")), number


@pytest.mark.parametrize("page", every_page())
def test_no_line_of_a_page_is_too_long(page: str) -> None:
    assert [line for line in read(page).splitlines() if len(line) > MAX_WIDTH] == []


@each_game
def test_a_game_has_a_page_and_a_unique_prefix(game: Game[Any, Any, Any]) -> None:
    assert (ROOT / "rules" / game.page).is_file()
    assert read(game.page).startswith(f"# {game.title}\n")
    assert re.fullmatch(r"[A-Z]{2}", game.prefix)
    assert [prefix for _, prefix in PAGES].count(game.prefix) == 1
    assert game.page == f"{game.id.replace('-', '_')}.md"


@each_game
def test_an_option_cites_a_ruling_of_its_game(game: Game[Any, Any, Any]) -> None:
    assert {each.metadata["ruling"] for each in fields(game.options)} <= set(rulings_on([game.page]))


def test_the_patterns_find_rulings_and_tests() -> None:
    """Otherwise the tests above would pass without checking anything."""
    assert CITE.findall("ES-4, (TW-12) and DK-1; not ES-, es-4, XES-4 or ES-4x") == ["ES-4", "TW-12", "DK-1"]
    assert LISTED.findall("- ES-4 It is so.\n  - ES-5 Not.\nES-6 Nor.\n- ES-17 But so.\n") == ["ES-4", "ES-17"]
    assert TESTED.findall("def test_es_4_x() -> None:\n    def test_dk_12_y(self)\ndef test_es_4()") == [
        "es_4",
        "dk_12",
    ]
    assert {"DK-1", "ES-4"} <= cited(sources()).keys()
    assert {"DK-1", "ES-4"} <= rulings_with_tests()
