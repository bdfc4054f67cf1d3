"""Snapshots of the screens of a game, at several sizes, in blocks and in ASCII."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.table.session import Session
from tests.tui.screens import (
    MOVES,
    SHORT,
    golden,
    lift_curtain,
    play_out,
    press,
    run,
    screen_picture,
    screen_text,
    set_up,
    sit,
    stand_still,
)


def shot(
    name: str, *keys: str, session: Session | None = None, size: tuple[int, int] = (80, 24), ascii_only: bool = False
) -> None:
    """Press keys, at the table of a session or in the set-up form, and compare the screen with its snapshot."""

    async def play(pilot: Pilot[int]) -> None:
        if session is None:
            await set_up(pilot)
        await press(pilot, *keys)
        await stand_still(pilot)
        golden(f"{name}.txt", screen_text(pilot))

    run(play, session, size=size, ascii_only=ascii_only)


def test_snapshot_of_the_lobby() -> None:
    async def play(pilot: Pilot[int]) -> None:
        golden("lobby.txt", screen_text(pilot))

    run(play)


def test_snapshot_of_the_set_up_form() -> None:
    shot("set-up", "down", "left")
    shot("set-up-options", "end", "enter")


def test_snapshot_of_a_text_dialog() -> None:
    shot("ask", "up", "enter", "end", "enter", *"k7qf", "enter")


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("face-up", ("2",)),
        ("face-down", ("2", "f")),
        ("unknown-key", ("2", "x")),
        ("refill", ("c", "up", "up")),
        ("typed", ("slash", *"blue")),
        ("help", ("question_mark", "k")),
        ("rules", ("f", "r")),
        ("log", ("l",)),
        ("leave", ("q",)),
    ],
)
def test_snapshots_of_the_table_in_mid_game(name: str, keys: tuple[str, ...]) -> None:
    shot(f"table-{name}", *keys, session=sit(moves=MOVES[:-1]))


def test_snapshots_of_passing_the_keyboard() -> None:
    async def play(pilot: Pilot[int]) -> None:
        golden("curtain.txt", screen_text(pilot))
        await lift_curtain(pilot)
        golden("table-of-two.txt", screen_text(pilot))
        await press(pilot, "enter")
        golden("waiting.txt", screen_text(pilot))

    run(play, sit(2))


def test_snapshot_of_the_result() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        golden("result.txt", screen_text(pilot))

    run(play, sit(**SHORT))


@pytest.mark.parametrize("signs", ["blocks", "ascii"])
@pytest.mark.parametrize("size", [(160, 50), (120, 40), (80, 24), (60, 20), (40, 12)], ids=str)
def test_snapshots_of_the_table_at_every_size(size: tuple[int, int], signs: str) -> None:
    name = f"table-{size[0]}x{size[1]}-{signs}"
    shot(name, "2", "f", session=sit(moves=MOVES), size=size, ascii_only=signs == "ascii")


def test_snapshot_of_the_table_at_the_start() -> None:
    shot("table-start", session=sit())


def test_snapshot_picture_of_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "2", "f")
        golden("table.svg", screen_picture(pilot))

    run(play, sit(moves=MOVES))
