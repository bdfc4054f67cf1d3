"""Rules pages have up-to-date diagrams and tables of options, and all required sections.

`CARDTABLE_WRITE_GOLDENS=1` redraws every diagram and rewrites the tables of options and presets.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from cardtable.engine.game import Game
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.wind_city.board import BOARD, name_of, play_area
from cardtable.formats.options import fields_of, files_of
from cardtable.table.page_text import DEFAULT_WIDTH, TO_ASCII, page_text
from cardtable.table.pages import section, summary, without_diagrams
from tests.diagrams import DIAGRAM, MAX_WIDTH, RULES, TABLE, diagrams, redraw

WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
PAGES = sorted(path.stem for path in RULES.glob("*.md"))
GAME_PAGES = [game.page.removesuffix(".md") for game in SHIPPED.values()]
ENDS = ("The end", "Scoring", "The end of a round")
ORDER = ("Goal", "In short", "What you need", "Set-up", "A t", "|".join(ENDS), "Options", "Rulings")
"""Patterns of the required headings of a game's page, in order; other headings may come between them."""
SHOWN = re.compile(r"^```board (\S+)\n((?:(?!```).*\n)*)```\n\n(In words: .+\n(?:\S.*\n)*)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")

each_page = pytest.mark.parametrize("page", PAGES)
each_game_page = pytest.mark.parametrize("page", GAME_PAGES)
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def read(page: str) -> str:
    return (RULES / f"{page}.md").read_text("utf-8")


def drawings(page: str) -> list[tuple[str, str, str]]:
    """Return the name, drawing and description of each diagram on a page."""
    return SHOWN.findall(read(page))


@each_page
def test_a_pages_diagrams_are_up_to_date(page: str) -> None:
    redrawn = redraw(page, read(page))
    if WRITE:
        (RULES / f"{page}.md").write_text(redrawn, "utf-8")
    assert read(page) == redrawn, "CARDTABLE_WRITE_GOLDENS=1 redraws it"


@each_page
def test_each_diagram_is_on_its_page_once_with_a_description(page: str) -> None:
    shown = [name for name, _, _ in drawings(page)]
    assert sorted(shown) == sorted(diagrams(page))
    assert shown == DIAGRAM.findall(read(page))
    for _, _, words in drawings(page):
        assert len(words.split()) > 6
        assert words.rstrip().endswith(".")
        assert not re.search(r"^(\d+[.)]|[-+*|#]) ", words, re.MULTILINE), "it would start a list"


def test_every_file_of_diagrams_belongs_to_a_page() -> None:
    assert {path.stem for path in (RULES / "diagrams").glob("*.toml")} == {page for page in PAGES if drawings(page)}


@each_game_page
def test_a_game_has_three_diagrams_including_one_of_a_turn(page: str) -> None:
    assert len(drawings(page)) >= 3
    assert any(diagram.play for diagram in diagrams(page).values())


@each_page
def test_diagrams_fit_the_smallest_terminal_and_work_in_ascii(page: str) -> None:
    for name, picture, _ in drawings(page):
        assert picture.strip(), name
        assert max(map(len, picture.splitlines())) <= MAX_WIDTH, name
        assert picture.translate(TO_ASCII).isascii(), name


@each_page
@pytest.mark.parametrize("width", [MAX_WIDTH, DEFAULT_WIDTH])
def test_diagrams_are_not_wrapped_on_screen(page: str, width: int) -> None:
    lines = {line.strip() for line in page_text(read(page), width).splitlines()}
    assert {line.strip() for _, picture, _ in drawings(page) for line in picture.splitlines()} - lines == set()


def test_redrawing_corrects_a_wrong_page() -> None:
    """Otherwise the tests above would pass without checking anything."""
    page = read("exit_stage_right")
    assert "│[█]│" in page
    assert redraw("exit_stage_right", page.replace("│[█]│", "│[ ]│")) == page
    assert redraw("exit_stage_right", page.replace(" to 4, Filled", " to 5, Filled")) == page
    assert redraw("exit_stage_right", page.replace("| Drawing | after", "| Drawing | before")) == page


def test_a_page_without_drawings_has_their_descriptions() -> None:
    for page in GAME_PAGES:
        text = without_diagrams(read(page))
        assert "```board" not in text
        assert not re.search("[│╭·▞]", text)
        assert text.count("In words: ") == len(drawings(page))


def test_a_page_without_drawings_does_not_explain_their_signs() -> None:
    for page in GAME_PAGES:
        prose, *about_sources = re.split(
            "^(?=We know the rules only)", without_diagrams(read(page)), flags=re.MULTILINE
        )
        assert not re.search("picture|heavy|thick|this is the board|draw the grid", prose, re.IGNORECASE)
        assert all("picture of the board" in each for each in about_sources)


# Options


@each_game
def test_a_page_has_every_option_and_preset(game: Game[Any, Any, Any]) -> None:
    text = section((RULES / game.page).read_text("utf-8"), "Options")
    assert [found[1] for found in TABLE.finditer(text)] == ["option", "preset"]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    options = {row[0]: row[1:] for row in rows if len(row) == 4}
    for field in fields_of(game):
        default, others, number = options[field.title]
        assert (default, number) == (field.label(field.default), field.ruling)
        assert others
    assert len(options) == 2 + len(fields_of(game)) + len(files_of(game)), "plus the header and the line below it"
    assert [name for row in rows if len(row) == 2 for name in re.findall(r"\*\*(.+)\*\*", row[0])] == [
        preset.name for preset in game.presets
    ]


# Required sections


@each_game_page
def test_a_page_has_the_required_headings_in_order(page: str) -> None:
    headings = re.findall(r"^## (.+)$", read(page), re.MULTILINE)
    at = [next(n for n, heading in enumerate(headings) if re.match(wanted, heading)) for wanted in ORDER]
    assert at == sorted(at)
    assert headings[0] == "Goal"
    assert headings[-1] == "Rulings"


@each_game
def test_a_page_starts_with_players_sides_and_time(game: Game[Any, Any, Any]) -> None:
    opening = " ".join((RULES / game.page).read_text("utf-8").partition("## ")[0].split())
    numbers = ("no", "one", "two", "three", "four", "five", "six")
    wanted = " to ".join(dict.fromkeys((numbers[game.seats[0]], numbers[game.seats[-1]])))
    assert re.search(rf"\b{wanted} players\b", opening, re.IGNORECASE)
    assert re.search(r"against each other|each for themselves|on the same side", opening)
    assert re.search(r"\b(minutes|hour)\b", opening)


@each_game_page
def test_a_page_has_a_set_up_table_and_an_example_of_scoring(page: str) -> None:
    assert "| players |" in section(read(page), "Set-up")
    end = next(name for name in ENDS if f"## {name}\n" in read(page))
    assert re.search("example|Ann has left", section(read(page), end))


@each_game_page
def test_a_summary_says_what_to_type(page: str) -> None:
    game = SHIPPED[page.replace("_", "-")]
    examples = re.findall(r"`([^`]+)`", summary(read(page)))
    assert examples
    for text in examples:
        assert game.parse(text)


@pytest.mark.parametrize(("prefix", "count"), [("DK", 5), ("TW", 15), ("RM", 15), ("CL", 11), ("ES", 18), ("WC", 19)])
def test_no_ruling_is_removed(prefix: str, count: int) -> None:
    (page,) = [page for page in PAGES if f"- {prefix}-1 " in read(page)]
    assert len(re.findall(rf"^- {prefix}-\d+ ", read(page), re.MULTILINE)) >= count


@pytest.mark.parametrize("page", [*GAME_PAGES, "deck"])
def test_a_ruling_gives_its_reason(page: str) -> None:
    """The reason is the source rules, their gaps, or an explanation."""
    reason = r"\b(texts?|ours|our|so|since|because|otherwise|cannot|may mean|nobody|told|only)\b"
    rulings = re.findall(r"^- ([A-Z]{2}-\d+) (.+(?:\n +\S.*)*)", section(read(page), "Rulings"), re.MULTILINE)
    assert rulings
    assert [number for number, text in rulings if not re.search(reason, text, re.IGNORECASE)] == []


@each_page
def test_every_link_leads_to_a_file_and_heading(page: str) -> None:
    for link in LINK.findall(read(page)):
        target, _, heading = link.partition("#")
        assert not target.startswith("http")
        path = RULES / target if target else RULES / f"{page}.md"
        assert path.is_file(), link
        if heading:
            names = re.findall(r"^#+ (.+)$", Path(path).read_text("utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", name).lower().replace(" ", "-") for name in names]


@each_page
def test_hand_written_descriptions_name_cards_and_spaces_of_the_position(page: str) -> None:
    for name, _, _ in drawings(page):
        diagram = diagrams(page)[name]
        if diagram.words and diagram.position:
            position = f"{diagram.position.lay} {diagram.play}".upper()
            named = re.findall(r"\b([HPF])[a-z]+-([RGB])[a-z]+-([CST])[a-z]+", diagram.words)
            spaces = re.findall(r"\b[A-J]\d+\b", diagram.words)
            stations = {name_of(space) for space in play_area(BOARD, 5).stations}
            assert [card for card in map("".join, named) if card not in position] == [], name
            assert [space for space in spaces if space not in position and space not in stations] == [], name


def test_the_description_of_wind_citys_board_names_every_station() -> None:
    listed = re.search(r"stations are ([A-Z0-9, and]+)\.", diagrams("wind_city")["board"].words)
    assert listed
    assert set(re.findall(r"[A-J]\d+", listed[1])) == {name_of(space) for space in play_area(BOARD, 5).stations}
