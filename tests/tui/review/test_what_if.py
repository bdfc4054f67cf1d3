"""What-if lines in the app, from the table and from a replay: played, undone and left again."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.rooms.kit.goto import ToSavedReplay
from cardtable.table.lazy_archive import LazyArchive
from cardtable.tui.app import CardTable
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.result import ResultDialog
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.screens.what_if import WhatIfScreen
from tests.table.sittings import play_on
from tests.tui.screens import MOVES, flowing_text, on, press, rest, run, screen_text, sit


def line_of(pilot: Pilot[int]) -> WhatIfScreen:
    screen = pilot.app.screen
    assert isinstance(screen, WhatIfScreen)
    return screen


def test_a_line_at_the_table_is_marked_counts_as_a_hint_and_leaves_the_game_as_it_is() -> None:
    session = sit(1, MOVES)
    before = session.actions

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "i")
        assert session.hinted == 0, "only a move here counts"
        table, *_ = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
        text = screen_text(pilot)
        assert re.match(" *Exit Stage Right  what if .*╌╌╌", text), "marked without colour, too"
        assert "Your first move here counts as a hint." in flowing_text(pilot)
        assert "Each play moves" not in text, "no tips for beginners"
        shuffled = "The deck is shuffled again: you don't know its order."
        assert f"What if, from move {len(MOVES) + 1}: {shuffled}" in text
        first, line = line_of(pilot), line_of(pilot).session
        await press(pilot, "enter", "enter")
        assert len(line.actions) == 2
        assert f"What if, from move {len(MOVES) + 1}: " in screen_text(pilot)
        await press(pilot, "u", "u")
        assert len(line.redoable_actions) == 2
        await press(pilot, "i")
        assert line_of(pilot) is not first
        assert session.hinted == 1, "the new line hasn't been used"
        await press(pilot, "enter")
        await press(pilot, "q")
        assert pilot.app.screen is table
        assert "what if" not in screen_text(pilot)

    app = run(play, session)
    assert session.actions == before
    assert session.hinted == 2
    store = LazyArchive(app.records.saved_games.path)
    (entry,) = store.archive.entries()
    store.close()
    assert (entry.length, entry.hinted) == (len(before), 2)


def test_a_line_is_named_without_a_colon_if_nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "i", "enter")
        monkeypatch.setattr(line_of(pilot).board, "status", lambda seen: "")
        line_of(pilot).board.redraw()
        await rest(pilot)
        text = screen_text(pilot)
        assert f"What if, from move {len(MOVES) + 1}" in text
        assert f"What if, from move {len(MOVES) + 1}:" not in text

    run(play, sit(1, MOVES))


def test_a_line_from_a_replay_leads_back_to_the_same_move() -> None:
    session = sit(1)
    play_on(session, Key(1), 999)
    saved = LazyArchive()
    number = saved.add_game(session)
    saved.close()

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "right", "right", "w")
        line = line_of(pilot)
        assert "What if, from move 4: Nothing here is saved." in screen_text(pilot)
        line.session.replay(line.room.origin.actions[3:-1])
        line.act(line.room.origin.actions[-1])
        await rest(pilot)
        assert on(pilot, ResultDialog)
        assert "What if, from move 4: You " in screen_text(pilot)
        assert "The game itself: You " in screen_text(pilot)
        await press(pilot, "i")
        assert len(line_of(pilot).session.actions) == 3
        await press(pilot, "q")
        assert on(pilot, ReplayScreen)
        assert "move 3 of " in screen_text(pilot)
        await press(pilot, "end", "w")
        assert "The game is over here." in screen_text(pilot)

    def begin(app: CardTable) -> None:
        app.open(ToSavedReplay(number))

    run(play, begin=begin)
