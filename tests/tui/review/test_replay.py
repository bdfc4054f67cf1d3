"""Moving through a replay: with keys, with the mouse and with autoplay; nothing can be played there."""

from __future__ import annotations

import re

import pytest
from textual import events
from textual.pilot import Pilot

from cardtable.engine.game import AnyGame
from cardtable.rooms import replay as replay_room
from cardtable.store.settings import Settings
from cardtable.table.replay import OPEN, Replay
from cardtable.tui.board.widget import board_for
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.faces import ASCII, BLOCKS
from cardtable.tui.screens.replay import ReplayScreen
from tests.engine.walks import PROFILE, each_game
from tests.table.sittings import played
from tests.tui.review.replaying import CLASH, WINDS, move_number, progress_line, screen_of, watch
from tests.tui.screens import on, press, rest, screen_text, tap, tap_at, wait_for

# Keys


def test_keys_step_by_move_turn_and_round() -> None:
    async def play(pilot: Pilot[int]) -> None:
        length = screen_of(pilot).room.replay.length
        for keys, place in (
            (["right"], 1),
            (["right", "right"], 3),
            (["left"], 2),
            (["down"], 3),
            (["pagedown"], 4),
            (["right_square_bracket"], 8),
            (["right", "pageup"], 8),
            (["left_square_bracket"], 4),
            (["up"], 3),
            (["end"], length),
            (["right"], length),
            (["home"], 0),
            (["left"], 0),
        ):
            await press(pilot, *keys)
            assert move_number(pilot) == place, keys

    watch(play, played(WINDS))


def test_the_bar_shows_the_position_and_the_view() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert progress_line(pilot).startswith("move 0 of 24, turn 1, round 1, Ann's view ")
        assert "Before the first move. " in screen_text(pilot)
        await press(pilot, *["right"] * 5)
        assert progress_line(pilot).startswith("move 5 of 24, turn 6, round 2, Ann's view ")
        assert "'s turn." in screen_text(pilot)
        await press(pilot, "end")
        assert progress_line(pilot).endswith("━━●")
        outcome = screen_of(pilot).room.replay.look().outcome
        assert outcome is not None
        assert outcome.reason in screen_text(pilot)
        await press(pilot, "right")
        assert "This is the end of the game." in screen_text(pilot)

    watch(play, played(WINDS))


def test_the_bar_does_not_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        starts = set()
        for keys in (["home"], ["right"], ["end"], ["home", "space"], ["space", "o"], ["v", "2"]):
            await press(pilot, *keys)
            starts.add(re.search("[━●]", progress_line(pilot)).start())  # type: ignore[union-attr]  # the line has a bar
        assert len(starts) == 1

    watch(play, played(WINDS))


def test_going_back_shows_the_same_screens() -> None:
    async def play(pilot: Pilot[int]) -> None:
        shown = []
        for _ in range(6):
            shown.append(screen_text(pilot))
            await press(pilot, "right")
        for text in reversed(shown):
            await press(pilot, "left")
            assert screen_text(pilot) == text

    watch(play, played(CLASH))


@each_game
def test_nothing_can_be_played_in_a_replay(game: AnyGame) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = screen_of(pilot).room.replay.session
        before = session.actions
        await press(pilot, "right", "right", "o")
        picture = screen_of(pilot).board
        assert (picture.groups, picture.has_focus) == ((), False)
        for y in range(1, 22, 4):
            for x in range(1, 80, 9):
                await tap_at(pilot, x, y)
        await press(pilot, "enter", "1", "e", "f", "s", "slash", "u")
        assert session.actions == before
        assert move_number(pilot) == 2
        assert on(pilot, ReplayScreen)

    watch(play, played(game))


# Mouse


def test_a_click_on_the_bar_goes_there_and_a_click_on_its_text_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        bar = screen_of(pilot).bar
        start = progress_line(pilot).index("●")
        y, left, right = bar.region.y, start, 79
        await tap_at(pilot, right, y)
        await rest(pilot)
        assert move_number(pilot) == 24
        await tap_at(pilot, left, y)
        await rest(pilot)
        assert move_number(pilot) == 0
        x = (left + right) // 2
        await tap_at(pilot, x, y)
        await rest(pilot)
        assert 11 <= move_number(pilot) <= 13
        assert progress_line(pilot)[x] == "●", "the mark is under the pointer"
        await tap_at(pilot, 2, y)
        assert screen_of(pilot).room.is_playing
        await tap_at(pilot, 2, y)
        assert not screen_of(pilot).room.is_playing

    watch(play, played(WINDS))


def test_a_click_can_reach_every_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        bar = screen_of(pilot).bar
        meanings = {bar.canvas.target_at(x, 0) for x in range(80)}
        assert set(range(25)) <= meanings

    watch(play, played(WINDS))


def test_the_mouse_wheel_steps_by_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for kind, place in ((events.MouseScrollDown, 1), (events.MouseScrollDown, 2), (events.MouseScrollUp, 1)):
            driver = pilot.app._driver
            assert driver is not None
            driver.send_message(kind(None, 10, 10, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await rest(pilot)
            assert move_number(pilot) == place

    watch(play, played(WINDS))


# Autoplay


def test_autoplay_stops_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_room, "PAUSES", (0.01,) * 5)

    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, "space")
        assert "playing" in progress_line(pilot)
        await wait_for(pilot, lambda: move_number(pilot) == 24)
        await wait_for(pilot, lambda: "playing" not in progress_line(pilot))
        await tap(pilot, "space")
        assert move_number(pilot) < 24
        await wait_for(pilot, lambda: move_number(pilot) == 24)

    watch(play, played(WINDS))


@pytest.mark.usefixtures("endless_animations")
def test_a_step_forward_is_animated_and_a_jump_is_not() -> None:
    async def play(pilot: Pilot[int]) -> None:
        animated = []
        for key in ("right", "right", "left", "pagedown"):
            await tap(pilot, key)
            animated.append(screen_of(pilot).board.is_animating)
        assert animated == [True, True, False, False]

    watch(play, played(WINDS), settings=Settings(speed="slow"))


@each_game
def test_every_move_can_be_animated_in_every_view(game: AnyGame) -> None:
    replay = Replay(played(game, most=60))
    if replay.session.turn is not None:
        replay = Replay(replay.session, own=[0])
    for viewer in (None, 0, OPEN):
        if viewer not in replay.viewers:
            continue
        replay.viewer = viewer
        usual = (ASCII,) if viewer == 0 else (BLOCKS,)
        for signs in (BLOCKS, ASCII) if PROFILE == "deep" else usual:
            board = board_for(game.id)(signs)
            replay.to_start()
            before = replay.look()
            while replay.at < replay.length:
                replay.forward()
                board.seen = after = replay.look()
                for frame in board.build_frames(before, replay.last_events(), 2):
                    board.paint(Canvas(80, 21), after, frame)
                before = after
