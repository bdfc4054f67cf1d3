"""What the next player sees: their own hand, and no trace of how the last move was chosen."""

from __future__ import annotations

from textual import events
from textual.pilot import Pilot

from cardtable.engine.games.exit_stage_right.model import FaceDown
from cardtable.tui.screens.reader import Reader
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.screens import (
    Play,
    act,
    board_on,
    hands_of,
    lift_curtain,
    on,
    press,
    rest,
    run,
    screen_text,
    settle,
    sit,
    sit_at,
    table_of,
    tap,
)

ROWS = stage("HRC FRC . . .", "PGS FGS . . .", "HBT FBT . . .")
HAND = "R G B H C"


def next_screen(first_turn: Play) -> tuple[str, str]:
    """Return the screen and the log of the next player, after the first player's turn."""
    seen: list[str] = []

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await first_turn(pilot)
        await lift_curtain(pilot)
        await rest(pilot)
        seen.append(screen_text(pilot))
        await press(pilot, "l")
        seen.append(screen_text(pilot))

    run(play, sit_at(state(ROWS, [HAND, HAND])))
    screen, log = seen
    return screen, log


def test_the_next_player_cannot_tell_which_single_was_played_face_down() -> None:
    async def first(pilot: Pilot[int]) -> None:
        await tap(pilot, "down")
        await press(pilot, "enter")

    async def last(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.move_cursor(len(board.groups) - 2, 1)
        assert isinstance(board.choice and board.choice.action, FaceDown)
        await press(pilot, "enter")

    async def after_many_keys(pilot: Pilot[int]) -> None:
        await tap(pilot, "end", "u", "3", "r", "q", "slash", "x", "escape", "l", "q", "d", "n", "f", "f", "f")
        board_on(pilot).move_cursor(1, 1)
        await press(pilot, "enter")

    assert next_screen(first) == next_screen(last) == next_screen(after_many_keys)


def test_the_log_of_the_next_player_hides_what_they_did_not_see() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, str(table_of(pilot).session.look(0).legal[0]))
        await lift_curtain(pilot)
        await press(pilot, "l")
        assert on(pilot, Reader)
        assert "Ann plays" in screen_text(pilot)
        assert "draws" not in screen_text(pilot)

    run(play, sit(2, first=1))


def test_the_next_hand_is_shown_only_after_the_curtain() -> None:
    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        hands = [" ".join(card.name for card in hand) for hand in hands_of(table.session)]
        await lift_curtain(pilot)
        assert [group.name for group in table.board.groups[:-1]] == hands[0].split()
        await act(pilot, str(table.board.seen.legal[0]) if table.board.seen else "")
        await lift_curtain(pilot)
        assert [group.name for group in table.board.groups[:-1]] == hands[1].split()

    run(play, sit(2, first=1))


def test_cards_cannot_be_selected_with_the_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        driver = pilot.app._driver
        assert driver is not None
        for event, x, button in ((events.MouseDown, 8, 1), (events.MouseMove, 40, 1), (events.MouseUp, 40, 1)):
            driver.send_message(event(None, x, 19, 0, 0, button, shift=False, meta=False, ctrl=False))
            await settle(pilot)
        await press(pilot, "ctrl+c")
        assert pilot.app.screen.get_selected_text() is None
        assert not pilot.app.clipboard

    run(play, sit())
