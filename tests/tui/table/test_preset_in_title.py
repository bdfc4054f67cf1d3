"""The title bar tells which preset a game follows."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right.model import Options
from cardtable.table.session import Session
from tests.tui.screens import lift_curtain, press, run, screen_text, table_of


def session(game_id: str, options: Any, seats: int) -> Session:
    game = SHIPPED[game_id]
    return Session(game, game.resolve_defaults(options, seats), ("Ann", "Ben")[:seats], DealCode(1))


def title(pilot: Pilot[int]) -> str:
    return screen_text(pilot).split("\n")[0].strip()


@pytest.mark.parametrize(
    ("size", "options", "seats", "expected"),
    [
        ((80, 24), Options(refill_count="all", empty_grid="refill-first"), 1, "Challenge  deal 0000-0001  "),
        (
            (80, 24),
            Options(refill_count="all", empty_grid="refill-first", hand_size=9),
            1,
            "Challenge  deal 0000-0001  ",
        ),
        ((80, 24), Options(), 1, "Exit Stage Right  deal 0000-0001  "),
        ((80, 24), Options(refill_count="all", empty_grid="refill-first", first=1), 2, "Challenge  Ann's turn  "),
        (
            (120, 40),
            Options(refill_count="all", empty_grid="refill-first"),
            1,
            "Exit Stage Right  Challenge  deal 0000-0001  ",
        ),
        ((60, 20), Options(refill_count="all", empty_grid="refill-first"), 1, "Challenge  "),
        ((60, 20), Options(), 1, "draw deck "),
        ((60, 20), Options(refill_count="all", empty_grid="refill-first", first=1), 2, "Ann's turn  "),
    ],
)
def test_the_title_of_a_challenge_says_so(size: tuple[int, int], options: Options, seats: int, expected: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        if seats > 1:
            await lift_curtain(pilot)
        assert title(pilot).startswith(expected)

    run(play, session("exit-stage-right", options, seats), size=size)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_game_names_its_presets_once(game_id: str) -> None:
    game = SHIPPED[game_id]
    for preset in game.presets[1:]:

        async def play(pilot: Pilot[int], name: str = preset.name) -> None:
            assert title(pilot).lower().count(name.lower()) == 1

        seats = game.seats[0]
        alone = Session(game, preset.options, ("Ann", "Ben", "Cleo", "Dan")[:seats], DealCode(1), (0,) * seats)
        run(play, alone)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_usual_rules_have_no_name_in_the_title(game_id: str) -> None:
    game = SHIPPED[game_id]
    seats = game.seats[0]

    async def play(pilot: Pilot[int]) -> None:
        assert game.presets[0].name not in title(pilot)

    run(play, Session(game, game.options(), ("Ann", "Ben", "Cleo", "Dan")[:seats], DealCode(1), (0,) * seats))


def test_a_replay_names_the_preset_too() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "w")
        assert pilot.app.screen is not table_of(pilot)
        assert title(pilot).startswith("Challenge  deal 0000-0001  ")

    run(play, session("exit-stage-right", Options(refill_count="all", empty_grid="refill-first"), 1))
