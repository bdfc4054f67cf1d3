"""Rules pages show what the program draws, offer what it offers, and say what they have to, in the usual order.

`CARDTABLE_WRITE_GOLDENS=1` draws every diagram of the pages anew, and writes their tables of options and presets.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from cardtable.commands.rules import TO_ASCII
from cardtable.engine import Game
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.wind_city.board import BOARD, name_of, play_area
from cardtable.formats.options import fields_of, files_of
from cardtable.table.page_text import DEFAULT_WIDTH, page_text
from cardtable.table.pages import section, summary, without_diagrams
from tests.diagrams import DRAWN, RULES, TABLE, WIDEST, diagrams, redrawn

WRITE = os.environ.get("CARDTABLE_WRITE_GOLDENS") == "1"
PAGES = sorted(path.stem for path in RULES.glob("*.md"))
GAME_PAGES = [game.page.removesuffix(".md") for game in SHIPPED.values()]
ENDS = ("The end", "Scoring", "The end of a round")
ORDER = ("Goal", "In short", "What you need", "Set-up", "A t", "|".join(ENDS), "Options", "Rulings")
"""How the headings of a game's page begin, in their order; there may be others between them."""
SHOWN = re.compile(r"^```board (\S+)\n((?:(?!```).*\n)*)```\n\n(In words: .+\n(?:\S.*\n)*)", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")

each_page = pytest.mark.parametrize("page", PAGES)
each_game_page = pytest.mark.parametrize("page", GAME_PAGES)
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def read(page: str) -> str:
    return (RULES / f"{page}.md").read_text("utf-8")


def drawings(page: str) -> list[tuple[str, str, str]]:
    """Name, drawing and words of each diagram of a page."""
    return SHOWN.findall(read(page))


@each_page
def test_a_page_shows_what_is_drawn(page: str) -> None:
    fresh = redrawn(page, read(page))
    if WRITE:
        (RULES / f"{page}.md").write_text(fresh, "utf-8")
    assert read(page) == fresh, "CARDTABLE_WRITE_GOLDENS=1 draws it anew"


@each_page
def test_each_diagram_stands_on_its_page_once_and_with_words(page: str) -> None:
    shown = [name for name, _, _ in drawings(page)]
    assert sorted(shown) == sorted(diagrams(page))
    assert shown == DRAWN.findall(read(page))
    for _, _, words in drawings(page):
        assert len(words.split()) > 6
        assert words.rstrip().endswith(".")
        assert not re.search(r"^(\d+[.)]|[-+*|#]) ", words, re.MULTILINE), "it would begin a list"


def test_every_file_of_diagrams_belongs_to_a_page() -> None:
    assert {path.stem for path in (RULES / "diagrams").glob("*.toml")} == {page for page in PAGES if drawings(page)}


@each_game_page
def test_a_game_has_three_diagrams_and_one_of_a_turn(page: str) -> None:
    assert len(drawings(page)) >= 3
    assert any(diagram.play for diagram in diagrams(page).values())


@each_page
def test_a_drawing_is_whole_on_the_smallest_terminal_and_in_ascii(page: str) -> None:
    for name, picture, _ in drawings(page):
        assert picture.strip(), name
        assert max(map(len, picture.splitlines())) <= WIDEST, name
        assert picture.translate(TO_ASCII).isascii(), name


@each_page
@pytest.mark.parametrize("width", [WIDEST, DEFAULT_WIDTH])
def test_a_drawing_is_whole_where_the_page_is_read(page: str, width: int) -> None:
    lines = {line.strip() for line in page_text(read(page), width).splitlines()}
    assert {line.strip() for _, picture, _ in drawings(page) for line in picture.splitlines()} - lines == set()


def test_a_diagram_follows_its_position() -> None:
    """Were the pages compared with themselves, everything above would hold for no reason."""
    page = read("exit_stage_right")
    assert "│[█]│" in page
    assert redrawn("exit_stage_right", page.replace("│[█]│", "│[ ]│")) == page
    assert redrawn("exit_stage_right", page.replace(" to 4, Filled", " to 5, Filled")) == page
    assert redrawn("exit_stage_right", page.replace("| Drawing | after", "| Drawing | before")) == page


def test_without_its_drawings_a_page_has_their_words() -> None:
    for page in GAME_PAGES:
        told = without_diagrams(read(page))
        assert "```board" not in told
        assert not re.search("[│╭·▞]", told)
        assert told.count("In words: ") == len(drawings(page))


# Options


@each_game
def test_a_page_tells_every_option_and_every_preset(game: Game[Any, Any, Any]) -> None:
    told = section((RULES / game.page).read_text("utf-8"), "Options")
    assert [found[1] for found in TABLE.finditer(told)] == ["option", "preset"]
    rows = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("|")]
    options = {row[0]: row[1:] for row in rows if len(row) == 4}
    for field in fields_of(game):
        usual, others, number = options[field.title]
        assert (usual, number) == (field.label(field.default), field.ruling)
        assert others
    assert len(options) == 2 + len(fields_of(game)) + len(files_of(game)), "with the heads and the line below them"
    assert [name for row in rows if len(row) == 2 for name in re.findall(r"\*\*(.+)\*\*", row[0])] == [
        preset.name for preset in game.presets
    ]


# What a page has to say


@each_game_page
def test_a_page_goes_its_usual_way(page: str) -> None:
    headings = re.findall(r"^## (.+)$", read(page), re.MULTILINE)
    at = [next(n for n, heading in enumerate(headings) if re.match(wanted, heading)) for wanted in ORDER]
    assert at == sorted(at)
    assert headings[0] == "Goal"
    assert headings[-1] == "Rulings"


@each_game
def test_a_page_opens_with_players_sides_and_time(game: Game[Any, Any, Any]) -> None:
    opening = " ".join((RULES / game.page).read_text("utf-8").partition("## ")[0].split())
    numbers = ("no", "one", "two", "three", "four", "five", "six")
    wanted = " to ".join(dict.fromkeys((numbers[game.seats[0]], numbers[game.seats[-1]])))
    assert re.search(rf"\b{wanted} players\b", opening, re.IGNORECASE)
    assert re.search(r"against each other|each for themselves|on the same side", opening)
    assert re.search(r"\b(minutes|hour)\b", opening)


@each_game_page
def test_a_page_has_a_table_of_the_set_up_and_an_example_of_the_end(page: str) -> None:
    assert "| players |" in section(read(page), "Set-up")
    end = next(name for name in ENDS if f"## {name}\n" in read(page))
    assert re.search("example|Ann has left", section(read(page), end))


@each_game_page
def test_a_summary_says_what_to_type(page: str) -> None:
    game = SHIPPED[page.replace("_", "-")]
    told = re.findall(r"`([^`]+)`", summary(read(page)))
    assert told
    for text in told:
        assert game.parse(text)


@pytest.mark.parametrize(("prefix", "least"), [("DK", 5), ("TW", 15), ("RM", 15), ("CL", 11), ("ES", 18), ("WC", 19)])
def test_no_ruling_is_lost(prefix: str, least: int) -> None:
    """Numbers are never taken back: there are at least so many."""
    (page,) = [page for page in PAGES if f"- {prefix}-1 " in read(page)]
    assert len(re.findall(rf"^- {prefix}-\d+ ", read(page), re.MULTILINE)) >= least


@pytest.mark.parametrize("page", [*GAME_PAGES, "deck"])
def test_a_ruling_gives_its_reason(page: str) -> None:
    """Either what the source says, or does not say, or why it is best so."""
    reason = r"\b(texts?|ours|our|so|since|because|otherwise|cannot|may mean|nobody|told|only)\b"
    rulings = re.findall(r"^- ([A-Z]{2}-\d+) (.+(?:\n +\S.*)*)", section(read(page), "Rulings"), re.MULTILINE)
    assert rulings
    assert [number for number, said in rulings if not re.search(reason, said, re.IGNORECASE)] == []


@each_page
def test_every_link_leads_somewhere(page: str) -> None:
    for link in LINK.findall(read(page)):
        target, _, heading = link.partition("#")
        assert not target.startswith("http")
        path = RULES / target if target else RULES / f"{page}.md"
        assert path.is_file(), link
        if heading:
            names = re.findall(r"^#+ (.+)$", Path(path).read_text("utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", name).lower().replace(" ", "-") for name in names]


@each_page
def test_words_written_by_hand_name_what_is_laid(page: str) -> None:
    """Where they are not told by the engine, cards and spaces that are named lie in the position."""
    for name, _, _ in drawings(page):
        diagram = diagrams(page)[name]
        if diagram.words and diagram.position:
            laid = f"{diagram.position.lay} {diagram.play}".upper()
            named = re.findall(r"\b([HPF])[a-z]+-([RGB])[a-z]+-([CST])[a-z]+", diagram.words)
            spaces = re.findall(r"\b[A-J]\d+\b", diagram.words)
            stations = {name_of(space) for space in play_area(BOARD, 5).stations}
            assert [card for card in map("".join, named) if card not in laid] == [], name
            assert [space for space in spaces if space not in laid and space not in stations] == [], name


def test_the_board_of_wind_city_is_told_with_all_its_stations() -> None:
    told = re.search(r"stations are ([A-Z0-9, and]+)\.", diagrams("wind_city")["board"].words)
    assert told
    assert set(re.findall(r"[A-J]\d+", told[1])) == {name_of(space) for space in play_area(BOARD, 5).stations}
