"""Helpers for tests that play a whole round in the app, with keys or with the mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.screens.hand_over import HandOverScreen
from tests.tui.boards.boards import places
from tests.tui.screens import board_on, click, find_spot, lift_curtain, on, press, table_of

Choose = Callable[[Pilot[int], int, int], Awaitable[None]]
"""A function that chooses an action with keys or with the mouse, by the numbers of its group and of itself."""


async def play_out(pilot: Pilot[int], choose: Choose, *, last: tuple[type[Any], ...] = ()) -> None:
    """Play until the game is over: the last legal action if it's of one of these kinds, otherwise the first."""
    session, board = table_of(pilot).session, board_on(pilot)
    for _ in range(300):
        if on(pilot, HandOverScreen):
            await lift_curtain(pilot)
        elif board.prompt:
            await press(pilot, "enter")
        elif session.turn is None:
            return
        else:
            legal = session.look(session.turn).legal
            playable = [place for place in places(board) if board.groups[place[0]].actions[place[1]].action in legal]
            await choose(pilot, *playable[-1 if isinstance(legal[-1], last) else 0])
    raise AssertionError("the game never ends")


async def by_mouse(pilot: Pilot[int], group: int, action: int) -> None:
    """Choose an action with clicks alone."""
    board, taken = board_on(pilot), len(table_of(pilot).session.actions)
    if board.group != group:
        await click(pilot, board, next(each for each in visible_targets(board) if each.group == group))
    while board.action_index != action:  # scroll to an action that is out of sight
        visible = [each for each in visible_targets(board) if each.group == group]
        await click(pilot, board, min(visible, key=lambda each: abs(each.action_index - action)))
    if len(table_of(pilot).session.actions) == taken:
        await click(pilot, board, Target(group, action))


def visible_targets(board: BoardWidget) -> list[Target]:
    """Return the actions that a click can choose."""
    return [each for _, each in board.canvas._targets if isinstance(each, Target) and find_spot(board.canvas, each)]
