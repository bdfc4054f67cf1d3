"""Rules, code and tests say the same numbers: what is cited is written, what is written is obeyed and tested."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cardtable.engine import Game
from cardtable.engine.games import SHIPPED

ROOT = Path(__file__).parents[1]
DECK = ("deck.md", "DK")
PAGES: tuple[tuple[str, str], ...] = (DECK, *((game.page, game.prefix) for game in SHIPPED.values()))
"""Each page that has to be there, and the prefix of its rulings."""

PREFIXES = "|".join(prefix for _, prefix in PAGES)
CITE = re.compile(rf"\b(?:{PREFIXES})-\d+\b")
WRITTEN = re.compile(rf"^- ({CITE.pattern}) ", re.MULTILINE)
NAMED = re.compile(rf"^ *(?:async )?def test_((?:{PREFIXES.lower()})_\d+)_\w", re.MULTILINE)
WIDEST = 100

UNCITED = (
    ("TW-8", "it explains examples of the text"),
    ("CL-9", "it corrects an example of the text; no code could do otherwise"),
    ("RM-11", "it corrects an example of the text; no code could do otherwise"),
    ("ES-14", "it corrects examples of the text; no code could do otherwise"),
    ("ES-18", "it explains an example of the text"),
)
"""Rulings that no line of code cites, and why."""

each_page = pytest.mark.parametrize(("page", "prefix"), PAGES, ids=[prefix for _, prefix in PAGES])
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def read(name: str) -> str:
    return (ROOT / "rules" / name).read_text("utf-8")


def written(names: Iterable[str]) -> list[str]:
    """The rulings of these pages, in the order in which they stand there."""
    return [number for name in names for number in WRITTEN.findall(read(name))]


def every_page() -> list[str]:
    return sorted(path.name for path in (ROOT / "rules").glob("*.md"))


def cited(paths: Iterable[Path]) -> dict[str, str]:
    """Each ruling that is cited in these files, and one file that does."""
    return {number: str(path) for path in sorted(paths) for number in CITE.findall(path.read_text("utf-8"))}


def sources() -> Iterable[Path]:
    return (ROOT / "src").rglob("*.py")


def trials() -> Iterable[Path]:
    return (path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))


def named() -> set[str]:
    """The rulings after which a test is named."""
    return {each.upper().replace("_", "-") for path in trials() for each in NAMED.findall(path.read_text("utf-8"))}


def test_what_the_code_cites_is_written() -> None:
    known = set(written(every_page()))
    assert {number: path for number, path in cited(sources()).items() if number not in known} == {}


def test_what_the_pages_cite_is_written() -> None:
    known = set(written(every_page()))
    pages = cited(ROOT / "rules" / name for name in every_page())
    assert {number: path for number, path in pages.items() if number not in known} == {}


def test_what_is_written_is_cited_by_the_code() -> None:
    not_cited = set(written(page for page, _ in PAGES)) - cited(sources()).keys()
    assert not_cited == {number for number, _ in UNCITED}


def test_what_is_written_has_a_test_of_its_name() -> None:
    assert set(written(page for page, _ in PAGES)) - named() == set()


def test_no_test_is_named_after_a_ruling_that_is_not_there() -> None:
    assert named() - set(written(every_page())) == set()


@each_page
def test_a_page_lists_its_rulings_without_holes(page: str, prefix: str) -> None:
    numbers = written([page])  # those about slips in the source rules may come last
    assert sorted(numbers) == sorted(f"{prefix}-{number}" for number in range(1, len(numbers) + 1))
    assert numbers


@each_page
def test_a_ruling_says_something_and_ends_like_a_sentence(page: str, prefix: str) -> None:
    rulings = re.findall(rf"^- ({prefix}-\d+) +(\S.*(?:\n +\S.*)*)", read(page), re.MULTILINE)
    assert [number for number, _ in rulings] == written([page])
    for number, said in rulings:
        assert len(said.split()) >= 8, number
        assert said.rstrip("*_ ").endswith((".", ")")), number


@pytest.mark.parametrize("page", every_page())
def test_no_line_of_a_page_is_too_wide(page: str) -> None:
    assert [line for line in read(page).splitlines() if len(line) > WIDEST] == []


@each_game
def test_a_game_has_its_page_and_a_prefix_of_its_own(game: Game[Any, Any, Any]) -> None:
    assert (ROOT / "rules" / game.page).is_file()
    assert read(game.page).startswith(f"# {game.title}\n")
    assert re.fullmatch(r"[A-Z]{2}", game.prefix)
    assert [prefix for _, prefix in PAGES].count(game.prefix) == 1
    assert game.page == f"{game.id.replace('-', '_')}.md"


@each_game
def test_an_option_cites_a_ruling_of_its_own_game(game: Game[Any, Any, Any]) -> None:
    assert {each.metadata["ruling"] for each in fields(game.options)} <= set(written([game.page]))


def test_the_patterns_find_what_they_are_for() -> None:
    """Were a pattern to find nothing, everything above would hold for no reason."""
    assert CITE.findall("ES-4, (TW-12) and DK-1; not ES-, es-4, XES-4 or ES-4x") == ["ES-4", "TW-12", "DK-1"]
    assert WRITTEN.findall("- ES-4 It is so.\n  - ES-5 Not.\nES-6 Nor.\n- ES-17 But so.\n") == ["ES-4", "ES-17"]
    assert NAMED.findall("def test_es_4_x() -> None:\n    def test_dk_12_y(self)\ndef test_es_4()") == ["es_4", "dk_12"]
    assert {"DK-1", "ES-4"} <= cited(sources()).keys()
    assert {"DK-1", "ES-4"} <= named()
