"""Reading a page: its contents, its search and its position, and the rules at the right section."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.rooms.kit.goto import ToRules
from cardtable.table.pages import read_page
from cardtable.tui.app import CardTable
from cardtable.tui.screens.dialogs import TextDialog
from cardtable.tui.screens.reader import Contents, Reader
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.tui.screens import (
    MOVES,
    app_of,
    click,
    on,
    press,
    run,
    screen_text,
    set_up,
    sit,
    stand_still,
    strips,
    type_text,
    wait_for,
)


def rules(app: CardTable) -> None:
    app.open(ToRules("rummy-like"))


def top_line(pilot: Pilot[int]) -> str:
    return screen_text(pilot).splitlines()[1].strip()


def title(pilot: Pilot[int]) -> str:
    return screen_text(pilot).splitlines()[0]


async def find(pilot: Pilot[int], words: str) -> None:
    await press(pilot, "slash")
    await type_text(pilot, words)
    await stand_still(pilot)


def test_a_page_has_contents_a_search_and_a_position() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: title(pilot).endswith("more below"))
        reader = pilot.app.screen
        assert isinstance(reader, Reader)

        await press(pilot, "c")
        assert isinstance(pilot.app.screen, Contents)
        menu = pilot.app.screen.query_one(Menu)
        labels = [item.label for item in menu.items]
        assert labels[:2] == ["Goal", "In short"]
        assert "  Leading" in labels
        await click(pilot, menu, labels.index("Set-up"))
        await stand_still(pilot)
        assert top_line(pilot) == "Set-up"
        assert not title(pilot).endswith("more below")
        await press(pilot, "c")
        assert pilot.app.screen.query_one(Menu).item == menu.items[labels.index("Set-up")]
        await press(pilot, "down", "enter")
        await stand_still(pilot)
        assert top_line(pilot) == "A trick"

        await find(pilot, "no such words")
        assert isinstance(pilot.app.screen, TextDialog)
        assert "'no such words' isn't on this page." in screen_text(pilot)
        await press(pilot, "escape")
        await find(pilot, "AFTERWARDS   everybody has TWELVE chards")
        (place,) = reader.page.matches
        assert "1/1" in title(pilot)
        assert "Afterwards" in screen_text(pilot)
        await find(pilot, "bust")
        first, count = reader.page.match, len(reader.page.matches)
        assert f"{first + 1}/{count}" in title(pilot)
        assert reader.page.matches[first] > place
        await press(pilot, "n")
        assert f"{first + 2}/{count}" in title(pilot)
        await press(pilot, *["N"] * (first + 2))
        assert f"{count}/{count}" in title(pilot)
        await stand_still(pilot)
        line = reader.page.match_line
        assert reader.top_line <= line < reader.top_line + 22

        await pilot.resize_terminal(60, 20)
        await press(pilot, "N")
        await stand_still(pilot)
        assert f"{count - 1}/{count}" in title(pilot)
        await press(pilot, "end")
        assert title(pilot).endswith("100%")

    run(play, begin=rules)


# The rules


def test_the_rules_open_at_the_section_about_the_chosen_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key, section in (("home", "Play a Single face up"), ("c", "Refill")):
            await press(pilot, key, "r")
            await wait_for(pilot, lambda: "Exit Stage Right: rules" in screen_text(pilot))
            await stand_still(pilot)
            assert top_line(pilot) == section
            await press(pilot, "q")

    run(play, sit(moves=MOVES[:-1]))


def test_after_a_refusal_the_rules_open_at_the_ruling_that_it_cites() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "f", "r")
        await wait_for(pilot, lambda: "- ES-6 " in screen_text(pilot))
        assert top_line(pilot).startswith("- ES-6 ")
        assert any("ES-6" in segment.text and segment.style and segment.style.bold for segment in strips(pilot)[1])
        await press(pilot, "q")
        assert on(pilot, TableScreen)

    run(play, sit())


@pytest.mark.parametrize("width", [40, 80])
def test_diagrams_and_tables_in_the_rules_are_complete(width: int) -> None:
    pictures = re.findall(r"^```board .*\n((?:(?!```).*\n)*)", read_page("tradewinds"), re.MULTILINE)

    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).open(ToRules("tradewinds"))
        await wait_for(pilot, lambda: on(pilot, Reader) and "Rulings" in screen_text(pilot))
        told = screen_text(pilot)
        lines = {line.strip() for line in told.splitlines()}
        assert {line.strip() for picture in pictures for line in picture.splitlines()} - lines == set()
        assert not re.search(r"^ *\| ", told, re.MULTILINE)
        assert re.search(r"^ South +0 +4$", told, re.MULTILINE)

    run(play, size=(width, 700))


@pytest.mark.parametrize("where", ["lobby", "set-up"])
def test_the_rules_open_from_everywhere(where: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        if where == "lobby":
            await press(pilot, "q")
        await press(pilot, "r")
        await wait_for(pilot, lambda: on(pilot, Reader))
        assert "Exit Stage Right: rules" in screen_text(pilot)

    run(play)
