"""What the Tradewinds board shows of a turn: the flights and the gain before, and the animation."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import OFF, PILES, Blew, State, TurnedUp
from cardtable.engine.games.tradewinds.words import name_points
from cardtable.engine.phrases import signed
from cardtable.tui.boards.tradewinds import TradewindsBoard, layout_for
from cardtable.tui.canvas import Canvas
from cardtable.tui.faces import Size
from tests.games.tradewinds_positions import EAST, NORTH, SOUTH, WEST, state
from tests.table.sittings import truth
from tests.tui.boards import COMPACT, LARGE, MEDIUM, USUAL, shown
from tests.tui.tradewinds_boards import ALL_SIZES, LAYOUTS, WIDE, all_boards, board_of, sit, sit_at, wind_of


def marks(board: TradewindsBoard, size: tuple[int, int]) -> list[str]:
    """Return the mark of each pile of the grid; empty if it has none."""
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found = []
    for at in range(len(PILES)):
        left, top = layout.x(at % 3), layout.y(at // 3)
        width = layout.card.width if layout.card is Size.LARGE else layout.pitch
        found.append("".join(_marks(canvas, y, left, left + width) for y in range(top, top + layout.card.height)))
    return found


def _marks(canvas: Canvas, y: int, left: int, right: int) -> str:
    x, found = 0, ""
    for text, ink in canvas.runs(y):
        found += text.strip() if ink == "gold" and left <= x < right else ""
        x += len(text)
    return found


def expected_mark(event: Blew, pile: int) -> str:
    """Return the marks that the flights of the event lead to."""
    for source, target, cards in event.flights:
        if source == pile:
            arrow = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}[event.seat]
            if target == OFF:
                scoring = sum(card in event.scored for card in cards)
                counts = (("+", scoring), ("-", len(cards) - scoring))
                return arrow + "".join(f"{sign}{count}" for sign, count in counts if count)
            return arrow * len(cards) + PILES[target] if len(cards) < 3 else f"{len(cards)}{arrow}{PILES[target]}"
    return ""


@LAYOUTS
def test_marks_predict_the_flights(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=2):
        event = wind_of(session, board)
        for at, mark in enumerate(marks(board, size)):
            expected = expected_mark(event, at)
            assert mark.replace(" ", "") in (expected, expected.strip("<>^v")), f"{board.choice} {PILES[at]}"


@LAYOUTS
def test_many_flights_from_one_pile_are_counted(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". RRCHC? .", ". . ."), "HRC", EAST)
    assert marks(board_of(sit_at(here)), size)[4].strip("< ") == "+5"


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, WIDE])
def test_the_wind_that_collects_shows_its_gain(size: tuple[int, int]) -> None:
    for session, board in all_boards():
        event = wind_of(session, board)
        arrow = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}[event.seat]
        gain = f"{arrow} {name_points(event) or 0}"
        narrow = gain.replace(" ", "") if size == WIDE else gain
        assert gain in shown(board, size) or narrow in shown(board, size)


@LAYOUTS
def test_each_card_of_the_hand_shows_its_gain(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=4):
        text = shown(board, size)
        for at, action in enumerate(session.look(session.turn).legal):
            event = GAME.apply(truth(session), action).events[0]
            assert isinstance(event, Blew)
            gain = name_points(event) or "0"
            labels = {COMPACT: f"{at + 1} {signed(event.net)}", LARGE: gain}
            assert labels.get(size, f"{at + 1} {action.card.code} {gain}") in text


def test_face_down_cards_are_not_previewed() -> None:
    here = state((". . .", "S? Tr? .", ". . ."), "FRT HRC", EAST)
    assert marks(board_of(sit_at(here), at=1), USUAL)[4] == "<B1"


@pytest.mark.parametrize("steps", [1, 3, 6])
@pytest.mark.parametrize("seat", range(4))
def test_an_animation_follows_the_order_of_the_flights(seat: int, steps: int) -> None:
    for turns in range(seat, 24, 4):
        session = sit(turns, first="north")
        before, board = session.look(session.turn), board_of(session)
        story = session.act(before.legal[-1])
        frames = board.build_frames(before, story, steps)
        event = next(event for event in story if isinstance(event, Blew))
        waves = [depth for rank in ranks(event) for depth in range(max(len(cards) for _, _, cards in rank))]
        assert len(frames) == steps * len(waves) + 1
        assert [sorted(card.code for card, _, _ in frame.moving) for frame in frames[:-1:steps]] == [
            sorted(cards[depth].code for _, _, cards in rank if depth < len(cards))
            for rank in ranks(event)
            for depth in range(max(len(cards) for _, _, cards in rank))
        ]
        _check_last_frame(frames[-1], truth(session), story)
        for frame in (frames[0], frames[-1]):
            board._frames = [frame]
            for size in ALL_SIZES:
                assert shown(board, size)


def ranks(event: Blew) -> list[list[Any]]:
    """Return the flights, one line across the wind after the other, the downwind edge first."""
    across = [at // 3 if event.seat in (NORTH, SOUTH) else at % 3 for at in range(9)]
    order = (2, 1, 0) if event.seat in (NORTH, WEST) else (0, 1, 2)
    found = [[flight for flight in event.flights if across[flight[0]] == line] for line in order]
    return [rank for rank in found if rank]


def _check_last_frame(last: Any, after: State, story: tuple[Event, ...]) -> None:
    """Check that the animation ends at the new table, before cards are turned up."""
    assert last.moving == ()
    turned = {pile for event in story if isinstance(event, TurnedUp) for pile in event.piles}
    for at, (shown_pile, pile) in enumerate(zip(last.table, after.grid, strict=True)):
        assert shown_pile.face_up == (() if at in turned else pile.face_up)
        assert len(shown_pile.face_down) == len(pile.face_down) + (at in turned)
