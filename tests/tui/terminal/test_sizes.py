"""Every size of the terminal: too small, as small as possible, and changing."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.tui.screens.lobby import Lobby
from tests.tui.forms import start
from tests.tui.screens import (
    MOVES,
    SHORT,
    actions_of,
    board_on,
    on,
    play_out,
    press,
    rest,
    run,
    screen_text,
    set_up,
    settle,
    sit,
    strips,
    table_of,
    tap_at,
    usually,
)


def test_resizing_keeps_the_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.move_cursor(2, 1)
        before = table_of(pilot).session.full_state()
        for size in ((120, 40), (60, 20), (40, 12), (20, 5), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await rest(pilot)
            assert len(strips(pilot)) == size[1]
        assert (board.group, board.action_index) == (2, 1)
        assert table_of(pilot).session.full_state() is before
        assert board.text() == board.drawn(80, 23).text()

    run(play, sit(moves=MOVES))


def test_a_terminal_that_is_too_small_asks_for_the_smallest_size() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert screen_text(pilot).splitlines()[0] == "Please enlarge to 40x12."
        await press(pilot, "enter")
        assert actions_of(pilot) == [], "nothing can be played on an invisible table"

    run(play, sit(), size=(39, 11))


def test_every_screen_works_at_the_smallest_size() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "Exit Stage Right" in screen_text(pilot)
        await set_up(pilot)
        assert "[ Start ]" in screen_text(pilot)
        await press(pilot, "up")
        assert "> Options" in screen_text(pilot)
        await press(pilot, "enter", "end")
        assert "> Deal" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Esc closes" in screen_text(pilot)
        await press(pilot, "escape")
        await start(pilot)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play, size=(40, 12))


@pytest.mark.parametrize(
    ("size", "margin"), [((160, 50), 20), ((200, 60), 40), ((160, 49), 0), ((159, 60), 0)], ids=str
)
def test_pages_are_in_the_middle_of_a_very_large_terminal(size: tuple[int, int], margin: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key, title in (
            ("o", "Settings"),
            ("l", "Learn a game"),
            ("g", "Saved games"),
            ("r", "Exit Stage Right: rules"),
        ):
            await press(pilot, key)
            lines = [line for line in screen_text(pilot).splitlines() if line]
            assert lines[0].startswith(" " * margin + title), key
            assert min(len(line) - len(line.lstrip()) for line in lines) == margin
            assert max(map(len, lines)) <= size[0] - margin
            await press(pilot, "q")

    run(play, size=size)


@pytest.mark.parametrize("size", [(160, 50), (200, 60)], ids=str)
def test_a_click_on_a_card_in_the_middle_of_a_very_large_terminal_chooses_it(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        lines = screen_text(pilot).splitlines()
        (y,) = [y for y, line in enumerate(lines) if "───5╯" in line]
        await tap_at(pilot, lines[y].index("───5╯"), y)
        assert board_on(pilot).group == 4

    run(play, sit(moves=MOVES), size=size)


@pytest.mark.parametrize("size", [(160, 50), (200, 60)], ids=str)
def test_the_result_is_in_the_middle_of_a_very_large_terminal(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        lines = screen_text(pilot).splitlines()
        margin = (size[0] - 120) // 2
        filled = [y for y, line in enumerate(lines[1:-2]) if line]
        assert {lines[1 + y][:margin].strip() for y in filled} == {""}
        assert abs(filled[0] - (len(lines) - 4 - filled[-1])) <= 2, "as much room above as below"
        assert lines[-2].startswith(" " * margin + "> n New deal")

    run(play, sit(**SHORT), size=size)


@pytest.mark.parametrize("key", usually(["slash", "q"], ["question_mark", "r", "l", "slash", "q", "d"]))
def test_pages_and_dialogs_survive_every_size(key: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, key)
        screen = pilot.app.screen
        for size in ((10, 10), (1, 1), (300, 4), (3, 100), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert pilot.app._exception is None, size
        assert pilot.app.screen is screen

    session = sit(2, persons=(0, 0))
    session.act(session.look(session.turn).legal[0])
    run(play, session)


@pytest.mark.parametrize("width", [1, 2, 4, 6])
def test_ctrl_c_is_harmless_in_the_narrowest_terminal(width: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key in ("ctrl+c", "ctrl+p", "ctrl+c", "escape"):
            await press(pilot, key)
            assert pilot.app._exception is None, key

    run(play, sit(), size=(width, 30))
