"""Random keys, clicks, pastes and resizes never crash the app and never break the game."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from cardtable.engine.games import SHIPPED
from cardtable.lessons.library import lessons_of
from cardtable.rooms.kit.goto import ToExercises, ToLesson
from cardtable.tui.screens.lobby import Lobby
from tests.tui.screens import app_of, on, run, settle, sit, usually
from tests.tui.terminal.monkey import STEPS, Monkey, run_monkey

STARTS = (None, {"seats": 1}, {"seats": 6}, {"seats": 3, "persons": (0, 0, 1)}, {"seats": 2, "draw": "none"})

pytestmark = pytest.mark.usefixtures("no_quitting")


@pytest.mark.parametrize("number", range(len(STARTS)))
def test_random_input_is_harmless(number: int) -> None:
    start = STARTS[number]
    asyncio.run(run_monkey(None if start is None else sit(**start), Random(number), STEPS))


@pytest.mark.deep  # thousands of keys
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(20))
def test_a_lot_of_random_input_is_harmless(number: int) -> None:
    start = STARTS[number % len(STARTS)]
    asyncio.run(run_monkey(None if start is None else sit(**start), Random(1000 + number), 1000))


@pytest.mark.parametrize("number", usually([0], range(60)))
def test_random_input_in_a_lesson_is_harmless(number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # random keys may save a game to a file
    luck = Random(number)
    entries = [entry for game_id in SHIPPED for entry in lessons_of(game_id)]

    async def play(pilot: Pilot[int]) -> None:
        trail: deque[str] = deque(maxlen=30)
        monkey = Monkey(pilot, luck, trail)
        for _ in range(4):
            while not on(pilot, Lobby):
                pilot.app.pop_screen()
            entry = luck.choice(entries)
            if luck.random() < 0.3:
                app_of(pilot).open(ToExercises(entry.game_id, is_test=luck.random() < 0.5))
            else:
                app_of(pilot).open(ToLesson(entry.game_id, entry.name))
            await settle(pilot)
            for _ in range(30):
                await monkey.do_something()
                assert not app_of(pilot).faults, list(trail)
                assert pilot.app.is_running, list(trail)

    run(play)
