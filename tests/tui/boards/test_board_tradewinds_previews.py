"""What the Tradewinds board shows of a turn: the flights and the gain before, and the animation."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import OFF, PILES, WINDS, Blew, State, TurnedUp
from cardtable.engine.games.tradewinds.words import name_points
from cardtable.engine.phrases import signed
from cardtable.games.tradewinds.board import TradewindsBoard, layout_for
from cardtable.tui.drawing.canvas import Canvas
from tests.games.tradewinds_positions import EAST, NORTH, SOUTH, WEST, state
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, LARGE, MEDIUM, USUAL, VAST, hold, shown
from tests.tui.boards.tradewinds_boards import (
    ALL_SIZES,
    LAYOUTS,
    NARROW,
    WIDE,
    all_boards,
    board_of,
    sit,
    sit_at,
    wind_of,
)


def marks(board: TradewindsBoard, size: tuple[int, int]) -> list[str]:
    """Return the mark of each pile of the grid in a layout with marks; empty if it has none."""
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found = []
    for at in range(len(PILES)):
        left, top = layout.x(at % 3), layout.y(at // 3)
        found.append(
            "".join(_marks(canvas, y, left, left + layout.pitch) for y in range(top, top + layout.card.height))
        )
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
            return f"{len(cards) if len(cards) > 1 else ''}{arrow}{PILES[target]}"
    return ""


MARKED = pytest.mark.parametrize("size", [MEDIUM, WIDE, NARROW, COMPACT])
"""The layouts with a mark on each pile."""
ROOMY = pytest.mark.parametrize("size", [LARGE, USUAL])
"""The layouts with arrows in the gaps between the piles."""


@MARKED
def test_marks_predict_the_flights(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=2):
        event = wind_of(session, board)
        for at, mark in enumerate(marks(board, size)):
            expected = expected_mark(event, at)
            assert mark.replace(" ", "") in (expected, expected.strip("<>^v")), f"{board.choice} {PILES[at]}"


@MARKED
def test_many_flights_from_one_pile_are_counted(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". RRCHC? .", ". . ."), "HRC", EAST)
    assert marks(board_of(sit_at(here)), size)[4].strip("< ") == "+5"


def gaps(board: TradewindsBoard, size: tuple[int, int]) -> dict[tuple[int, int], str]:
    """Return the letters, or the number, in each gap between two piles: (line across the wind, gap) -> text."""
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    assert board.seen is not None
    is_down = board.seen.state.turn in (NORTH, SOUTH)
    found = {}
    for line in range(3):
        for gap in range(2):
            if is_down:
                x, y = layout.x(line), layout.y(gap) + layout.card.height
                text = _marks(canvas, y, x, x + layout.pitch)
            else:
                x, y = layout.x(gap) + layout.card.width, layout.y(line) + 1
                rows = range(y, y + layout.card.height - 2)
                text = "".join(_marks(canvas, row, x, layout.x(gap + 1)) for row in rows)
            found[line, gap] = "".join(each for each in text if each.isalnum())
    return found


@ROOMY
@pytest.mark.parametrize("first", WINDS)
def test_arrows_predict_what_crosses_each_gap(size: tuple[int, int], first: str) -> None:
    for session, board in all_boards(every=2, first=first):
        event = wind_of(session, board)
        is_down, is_back = event.seat in (NORTH, SOUTH), event.seat in (EAST, SOUTH)
        for (line, gap), text in gaps(board, size).items():
            crossing = []
            for source, target, cards in event.flights:
                places = [divmod(at, 3) if is_down else divmod(at, 3)[::-1] for at in (source, max(target, 0))]
                start = places[0][0]
                end = places[1][0] if target != OFF else 0 if is_back else 2
                if places[0][1] == line and min(start, end) <= gap < max(start, end):
                    crossing += [card.code for card in cards]
            assert text in ("".join(crossing), str(len(crossing)))


@ROOMY
def test_singles_that_leave_stand_at_the_edge_with_their_points(size: tuple[int, int]) -> None:
    for seat, row, column in ((NORTH, 2, 1), (SOUTH, 0, 1), (EAST, 1, 0), (WEST, 1, 2)):
        piles = [["." for _ in range(3)] for _ in range(3)]
        piles[row][column] = "R?"
        board = board_of(sit_at(state(tuple(map(" ".join, piles)), "HRC", seat)))
        event = GAME.apply(board.seen.state, board.choice.action).events[0]  # type: ignore[union-attr]  # both exist
        assert isinstance(event, Blew)
        sign = {NORTH: "▼", EAST: "◄", SOUTH: "▲", WEST: "►"}[seat]
        tab = f"{sign} R {'+1' if event.scored else '-1'}"
        canvas = board.drawn(*size)
        layout = layout_for(size[0], size[1] - 2)
        (y,) = [y for y in range(canvas.height) if tab in canvas.line(y)[: layout.panel]]
        x = canvas.line(y).index(tab)
        assert (tab, "won" if event.scored else "lost") in [(text, ink) for text, ink in canvas.runs(y)]
        assert {NORTH: y == layout.bottom, SOUTH: y == layout.top - 1, EAST: x < layout.left, WEST: x > layout.right}[
            seat
        ]


@pytest.mark.parametrize("size", [MEDIUM, WIDE])
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
            short = f"{at + 1} {signed(event.net)}"
            labels = {COMPACT: short, NARROW: short} | dict.fromkeys((VAST, LARGE, USUAL), gain)
            assert labels.get(size, f"{at + 1} {action.card.code} {gain}") in text


def test_face_down_cards_are_not_previewed() -> None:
    here = state((". . .", "S? Tr? .", ". . ."), "FRT HRC", EAST)
    board = board_of(sit_at(here), at=1)
    assert marks(board, WIDE)[4] == "<B1"
    assert gaps(board, USUAL)[1, 0] == "T"


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
            hold(board, frame)
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
