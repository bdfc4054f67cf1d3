"""Reading: the contents of a page, its search and its position, and the keys of each game."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.games import GAMES
from cardtable.tui.app import CardTable
from cardtable.tui.key_help import key_rows
from cardtable.tui.screens.dialogs import TextDialog
from cardtable.tui.screens.reader import Contents, Reader
from cardtable.tui.widgets.menu import Menu
from tests.tui.screens import click, press, run, screen_text, sit, stand_still, wait_for


def rules(app: CardTable) -> None:
    app.action_rules("rummy-like")


def top_line(pilot: Pilot[int]) -> str:
    return screen_text(pilot).splitlines()[1].strip()


def title(pilot: Pilot[int]) -> str:
    return screen_text(pilot).splitlines()[0]


async def find(pilot: Pilot[int], words: str) -> None:
    await press(pilot, "slash")
    pilot.app.screen.query_one(Input).value = words
    await press(pilot, "enter")
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


@pytest.mark.parametrize("game_id", ["wind-city", "tradewinds", "clash"])
def test_the_keys_page_lists_each_key_of_the_game_once(game_id: str) -> None:
    from cardtable.engine.chance import DealCode
    from cardtable.table.session import Session

    game = GAMES[game_id]
    seats = game.seats[0]
    session = Session(game, game.options(), ("Ann", "Bob", "Cleo", "Dan")[:seats], DealCode(7), (0,) * seats)

    async def play(pilot: Pilot[int]) -> None:
        rows = key_rows(pilot.app.screen)
        names = [key for keys, _ in rows for key in keys.split(", ")]
        assert len(names) == len(set(names))
        signs = ("1 [1] 11", "1!", "1:40/140")
        digits = [keys for keys, _ in rows if keys.startswith("1") and keys not in signs]
        assert digits == (["1-5"] if game_id == "wind-city" else ["1 to 9"])
        assert not {"Next action", "Last card, or the deck"} & {what for _, what in rows}

    run(play, session)


def test_the_keys_of_another_game_are_not_listed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert {"f", "c", "p"} <= {keys for keys, _ in key_rows(pilot.app.screen)}
        assert "e" not in {keys for keys, _ in key_rows(pilot.app.screen)}

    run(play, sit())
