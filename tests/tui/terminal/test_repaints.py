"""How often one key paints the board and asks the session for a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from cardtable.engine.game import Seat
from cardtable.engine.games import SHIPPED
from cardtable.store.settings import Settings
from cardtable.table.seen import Seen
from cardtable.table.session import Session, fresh_code
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.screens.board_screen import STEPS
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.widgets.animated import AnimatedDrawing
from cardtable.tui.widgets.key_bar import KeyBar
from tests.tui.screens import board_on, key_bar, lift_curtain, press, press_later, rest, run, settle, sit, table_of


@dataclass
class Counts:
    """The number of paints and of views."""

    paints: int = 0
    looks: int = 0


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    """Return counts that keep counting; a test may set them to 0."""
    found, drawn, look = Counts(), BoardWidget.drawn, Session.look

    def count_paint(self: BoardWidget, width: int, height: int) -> Canvas:
        found.paints += width > 0  # there is nothing to paint before the layout
        return drawn(self, width, height)

    def count_look(self: Session, viewer: Seat | None) -> Seen:
        found.looks += 1
        return look(self, viewer)

    monkeypatch.setattr(BoardWidget, "drawn", count_paint)
    monkeypatch.setattr(Session, "look", count_look)
    return found


def test_a_played_move_paints_the_board_once(counts: Counts) -> None:
    async def play(pilot: Pilot[int]) -> None:
        counts.paints = counts.looks = 0
        await press(pilot, "enter")
        assert len(table_of(pilot).session.actions) == 1
        assert counts == Counts(paints=1, looks=1)

    run(play, sit())


@pytest.mark.parametrize("persons", [(0, 0), (0, 1)], ids=["one player", "two players"])
def test_a_move_that_ends_a_turn_paints_each_board_once(counts: Counts, persons: tuple[int, int]) -> None:
    """The table is painted for the next seat of the same person; or it hides the hand, below a board for everybody."""

    async def play(pilot: Pilot[int]) -> None:
        if len(set(persons)) > 1:
            await lift_curtain(pilot)
        counts.paints = counts.looks = 0
        await press(pilot, "enter")
        assert len(table_of(pilot).session.actions) == 1
        assert counts == Counts(paints=len(set(persons)), looks=1)

    run(play, sit(2, persons=persons))


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_move_of_a_game_paints_the_board_once(counts: Counts, game_id: str) -> None:
    """This includes moves without an animation or a choice, and moves after which the board moves the cursor."""
    game = SHIPPED[game_id]
    seats = game.seats[0]
    session = Session(game, game.options(), game.seat_names or tuple("ABCDE"[:seats]), fresh_code(), (0,) * seats)

    async def play(pilot: Pilot[int]) -> None:
        for _ in range(12):
            board, counts.paints, counts.looks = board_on(pilot), 0, 0
            assert board.seen is not None
            before = len(session.actions)
            board.post_message(BoardWidget.ActionChosen(board.seen.legal[-1]))
            await settle(pilot)
            if isinstance(pilot.app.screen, PublicMoment):  # the end of a round has a screen of its own
                await press_later(pilot, "enter")
                continue
            played = len(session.actions) - before
            assert counts == Counts(paints=played, looks=played), board.text()

    run(play, session)


def test_an_animation_paints_each_frame_once(
    counts: Counts, endless_animations: Callable[[AnimatedDrawing], None]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        await press(pilot, "right", "enter", "enter")
        assert board.seen is not None
        await press(pilot, "c")
        assert board.choice is not None
        story = table_of(pilot).session.game.preview(board.seen.state, board.choice.action)
        frames = len(board.frames_for(story, STEPS["fast"]))
        counts.paints = counts.looks = 0
        await press(pilot, "enter")
        while board.is_animating:
            endless_animations(board)
            await rest(pilot)
        assert counts == Counts(paints=frames + 1, looks=1)

    run(play, sit(), settings=Settings(speed="fast"))


def test_new_keys_on_the_key_bar_lay_nothing_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layout would render every widget again, although the bar keeps its size."""
    layouts = list[bool]()
    refresh = KeyBar.refresh

    def note(
        self: KeyBar, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Any:
        layouts.append(layout)
        return refresh(self, *regions, repaint=repaint, layout=layout, recompose=recompose)

    async def play(pilot: Pilot[int]) -> None:
        assert "enter" in key_bar(pilot)
        monkeypatch.setattr(KeyBar, "refresh", note)
        await press(pilot, "end")  # the deck, when nothing can be refilled
        assert "enter" not in key_bar(pilot)
        assert layouts
        assert not any(layouts)

    run(play, sit())
