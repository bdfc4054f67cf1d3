"""Names and typed text are shown literally or not at all, and are never obeyed and never crash the app."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.formats.text import player_names, safe_text
from cardtable.rooms.kit.goto import ToScript
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog, TextDialog
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.set_up import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.form import Form
from tests.lessons.scripts import POSITION, lesson
from tests.tui.learn.learning import TELL, open_steps, text_of
from tests.tui.screens import (
    MOVES,
    flowing_text,
    lift_curtain,
    open_place,
    press,
    rest,
    run,
    screen_text,
    set_up,
    settle,
    sit,
    strips,
    table_of,
    tap,
    tap_at,
    type_text,
    usually,
    wait_for,
)
from tests.tui.terminal.payloads import CONTROL, LONG, MARKUP

SIXES = [MARKUP[at : at + 6] for at in range(0, len(MARKUP), 6)]


@pytest.fixture(autouse=True)
def triggered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of actions that markup has triggered; it must stay empty."""
    found: list[str] = []
    monkeypatch.setattr(CardTable, "bell", lambda self: found.append("bell"))
    monkeypatch.setattr(CardTable, "action_quit", lambda self: found.append("quit"))
    monkeypatch.setattr(CardTable, "open_url", lambda self, url, new_tab=True: found.append(url))
    return found


def named(names: tuple[str, ...], **options: Any) -> Session:
    """Return a game of players with these names."""
    return sit(len(names), names=player_names(names, len(names)), first=1, **options)


def check_clean(pilot: Pilot[int]) -> None:
    """Check that the screen contains no control characters, links or click actions."""
    for strip in strips(pilot):
        for segment in strip:
            assert not {unicodedata.category(each) for each in segment.text} & {"Cc", "Cf", "Cs", "Co"}
            meta = segment.style.meta if segment.style else {}
            assert "@click" not in meta
            assert not (segment.style and segment.style.link)


def shows_twice(pilot: Pilot[int], text: str) -> bool:
    return screen_text(pilot).count(text) == 2


async def click_on(pilot: Pilot[int], text: str) -> None:
    """Click on the middle of a text on the screen."""
    for y, line in enumerate(screen_text(pilot).splitlines()):
        if text in line:
            await tap_at(pilot, line.index(text) + len(text) // 2, y)
            return
    raise AssertionError(f"{text!r} is not on the screen\n{screen_text(pilot)}")


@pytest.mark.parametrize("names", usually(SIXES[:1], SIXES), ids=["first", "second", "third"])
def test_names_are_shown_literally_at_the_table(names: tuple[str, ...], triggered: list[str]) -> None:
    session = named(names)

    async def play(pilot: Pilot[int]) -> None:
        for seat in range(6):
            name = session.names[seat]
            call = f"Pass the keyboard to {name}." if seat else f"{name}, it's your turn:"
            assert call in screen_text(pilot)
            check_clean(pilot)
            await lift_curtain(pilot)
            text = screen_text(pilot)
            assert all(each[:16] in text for each in session.names)
            check_clean(pilot)
            await press(pilot, "enter")
            assert f"{name} plays " in screen_text(pilot)
            assert f"Pass the keyboard to {session.names[(seat + 1) % 6]}." in flowing_text(pilot)
            check_clean(pilot)
        assert triggered == []

    run(play, session)


@pytest.mark.parametrize("names", usually(SIXES[:1], SIXES), ids=["first", "second", "third"])
def test_names_are_shown_literally_in_the_log(names: tuple[str, ...], triggered: list[str]) -> None:
    session = named(names, open_hands=True)

    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, *["enter"] * 6, "l")
        await rest(pilot)
        assert isinstance(pilot.app.screen, Reader)
        for name in session.names:
            assert f" {name} plays " in screen_text(pilot)
            await click_on(pilot, f" {name} plays ")
        check_clean(pilot)
        assert isinstance(pilot.app.screen, Reader)
        assert triggered == []

    run(play, session, size=(80, 40))


@pytest.mark.parametrize("names", usually(SIXES[:1], SIXES), ids=["first", "second", "third"])
def test_names_are_shown_literally_in_the_form(names: tuple[str, ...], triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await tap(pilot, "down", "left")
        form = pilot.app.screen.query_one(Form)
        for seat, name in enumerate(names):
            form.at = 3 + seat
            await tap(pilot, "enter")
            pilot.app.screen.query_one(Input).value = name
            await rest(pilot)
            assert name in screen_text(pilot)
            check_clean(pilot)
            await press(pilot, "enter")
            assert safe_text(name) in screen_text(pilot)
            form.at = 3 + seat
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, TextDialog)
            await press(pilot, "escape")
        pilot.app.screen.query_one(Form).at = 0
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PublicMoment)
        assert table_of(pilot).session.names == player_names(names, 6)
        assert triggered == []

    run(play)


@pytest.mark.parametrize("name", ["[/]", "[red]Bob", "[@click=app.quit]x[/]", "[/"])
def test_an_error_in_the_form_shows_names_literally(name: str, triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await tap(pilot, "down", "right")
        form = pilot.app.screen.query_one(Form)
        for seat in (0, 1):
            form.at = 3 + seat
            await tap(pilot, "enter")
            pilot.app.screen.query_one(Input).value = name
            await tap(pilot, "enter")
        pilot.app.screen.query_one(Form).at = 0
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, SetUpScreen)
        assert f"Players 1 and 2 can't both be called {safe_text(name)}." in screen_text(pilot)
        await click_on(pilot, "can't both")
        check_clean(pilot)
        assert triggered == []

    run(play)


def test_a_pasted_name_is_made_safe(triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        form = pilot.app.screen.query_one(Form)
        driver = pilot.app._driver
        assert driver is not None
        for payload in (*CONTROL, *LONG):
            form.at = 2
            await tap(pilot, "enter", "ctrl+u")
            driver.send_message(events.Paste(payload))
            await settle(pilot)
            await rest(pilot)
            check_clean(pilot)
            await press(pilot, "enter")
            name = form.rows[2].text
            assert name == safe_text(name), payload[:20]
            check_clean(pilot)
        pilot.app.screen.query_one(Form).at = 0
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TableScreen)
        assert set(triggered) <= {"bell"}, "Textual rings the bell if a text is too long"

    run(play)


def test_a_typed_action_is_shown_literally(triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, "slash")
        for payload in MARKUP:
            await type_text(pilot, payload)
            assert isinstance(pilot.app.screen, ActionDialog)
            assert screen_text(pilot).splitlines()[-2].strip(), "there is a message"
            check_clean(pilot)
        assert triggered == []

    run(play, sit(moves=MOVES))


def test_a_typed_deal_code_is_shown_literally(triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await tap(pilot, "up", "enter", "end", "enter")
        for payload in (*MARKUP, *CONTROL[:12]):
            for text in (payload, f"{payload} · QB9R-XBDB"):
                await type_text(pilot, text)
                assert isinstance(pilot.app.screen, TextDialog)
                answers = ("A deal code ", "A deal line must ")
                assert any(answer in screen_text(pilot) for answer in answers[text != payload :])
        assert triggered == []

    run(play)


def test_a_notice_is_shown_literally(triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for payload in MARKUP:
            table_of(pilot).board.say(payload)
            await settle(pilot)
            await rest(pilot)
            assert payload in screen_text(pilot)
            check_clean(pilot)
        assert triggered == []

    run(play, sit())


def test_dialogs_and_pages_show_text_literally(triggered: list[str]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for payload in MARKUP[::2]:
            pilot.app.push_screen(ChoiceDialog(payload, ()))
            await rest(pilot)
            assert payload in screen_text(pilot)
            pilot.app.pop_screen()
            pilot.app.push_screen(Reader(payload, payload))
            await wait_for(pilot, partial(shows_twice, pilot, payload))
            check_clean(pilot)
            pilot.app.pop_screen()
        assert triggered == []

    run(play, sit())


def test_the_text_of_a_script_is_shown_literally() -> None:
    async def play(pilot: Pilot[int]) -> None:
        payloads = [each.replace("\\", "\\\\").replace('"', '\\"') for each in MARKUP]
        steps = [f'kind = "tell"\ntext = "{each}"' for each in payloads]
        steps += [
            f'kind = "ask"\ntext = "A"\nchoices = ["{each}", "b"]\nanswer = "b"\nhint = "{each}"' for each in payloads
        ]
        screen = await open_steps(pilot, *steps)
        for at, payload in enumerate([*MARKUP, *MARKUP]):
            assert payload.strip() in screen_text(pilot)
            if at >= len(MARKUP):
                await press(pilot, "1")
                assert f"No. {payload}" in text_of(screen)
                await press(pilot, "2")
            await press(pilot, "n")
        assert pilot.app.is_running

    run(play)


def test_the_title_of_a_script_is_shown_literally() -> None:
    async def play(pilot: Pilot[int]) -> None:
        head = 'title = "[@click=app.quit]x[/]"\nabout = "[red]"\nrulings = ["ES-5"]\n'
        await open_place(pilot, ToScript(lesson(TELL, head=head, position=POSITION)))
        assert "[@click=app.quit]x[/]" in screen_text(pilot)

    run(play)
