"""Tables of every game that need as much room as possible, and what each board must show of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.games.clash.model import Options as ClashOptions
from cardtable.engine.games.exit_stage_right import GAME as STAGE
from cardtable.engine.games.rummy_like.model import Options as RummyOptions
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Canvas
from tests.games import clash_positions, tradewinds_positions
from tests.games.exit_stage_right_positions import stage, state
from tests.tui import screens
from tests.tui.boards import clash_boards, rummy_like_boards, tradewinds_boards, wind_city_boards
from tests.tui.boards.boards import HEIGHTS, WIDTHS, BoundedCanvas, StrictCanvas
from tests.tui.screens import MOVES, some_sizes

LONG_NAMES = ("漢字漢字漢字漢字漢字", "[red]Bob[/] and so on", "x" * 20, "Ann", "Y" * 20, "Cleo")


class StrictStage(StrictCanvas):
    """A strict canvas on which a preview may cover the frames of cards and what is written at their feet."""

    def may_cover(self, old: str, under: str, ink: str) -> bool:
        is_number = old.isdigit() and ink in ("gold", "loss", "won", "lost")
        return is_number or not old.isalnum() or under.strip("╰─╯") in ("Red", "Green", "Blue", "centre")


class StrictTable(StrictCanvas):
    """A strict canvas on which text may cover an empty place."""

    def may_cover(self, old: str, under: str, ink: str) -> bool:
        return under.strip(" ╎.") == ""


@dataclass(frozen=True)
class TightTables:
    """The tables of one game."""

    boards: Callable[[], Iterable[BoardWidget]]
    """Boards with the cursor at the places where they need the most room."""
    cards: Callable[[Any, int], Iterable[Card]]
    """The cards that are shown at every size, each as often as it is listed, given a view and its seat."""
    canvas: type[Canvas] = StrictCanvas
    sizes: Callable[[int], Iterable[tuple[int, int]]] = lambda turn: some_sizes(WIDTHS, HEIGHTS, turn)
    """The sizes of the board with this number."""


def _on_the_stage() -> Iterator[BoardWidget]:
    full = stage("HRC HGS HBT PRC PGS", "PBT FRC FGS FBT HRS", "HGT HBC PRS PGT PBC")
    rich = "R G B H C P F S T"
    nine = state(full, rich, draw="", complete_deck="", won=12, options=STAGE.options(hand_size=9, draw="none"))
    bare = state(stage(), rich, options=STAGE.options(hand_size=9, draw="none"))
    six = screens.sit(6, names=LONG_NAMES, first=1)
    played = screens.sit(moves=MOVES[:8])
    for session in (
        screens.sit(), screens.sit_at(nine), screens.sit_at(bare), six, screens.sit(1, hand_size=9), played
    ):  # fmt: skip
        board = screens.board_of(session, session.turn)
        for group in (0, len(board.groups) - 1):
            board.move_cursor(group)
            yield board


def _in_rummy_like() -> Iterator[BoardWidget]:
    for position in rummy_like_boards.MOMENTS.values():
        late = position._replace(scores=(99, 98, 97), options=RummyOptions(target=100))
        board = rummy_like_boards.board_of(rummy_like_boards.sit_at(late, LONG_NAMES[:3]))
        for group in (0, len(board.groups) // 2, len(board.groups) - 1):
            board.move_cursor(group, 1)
            yield board


def _in_clash() -> Iterator[BoardWidget]:
    full = clash_positions.state("H R C", "HRC", ("HRS HRT HGC HGS HGT HBC HBS", "P G T F B S R"), draw=(16, 16))
    mixed = clash_positions.state(
        "P R T", "PRT", ("P F R B C S HGT", "P G T F B S R"), draw=(10, 10), scores=(99, 98),
        options=ClashOptions(target=100),
    )  # fmt: skip
    for position in (mixed, full, clash_boards.MATCHED, clash_boards.CHAIN):
        board = clash_boards.board_of(clash_boards.sit_at(position, LONG_NAMES[:2]))
        for group in (0, 3, 6, 7):
            for action in range(len(board.groups[group].actions)):
                board.move_cursor(group, action)
                yield board


def _in_tradewinds() -> Iterator[BoardWidget]:
    state, north, south, west = (
        tradewinds_positions.state, tradewinds_positions.NORTH, tradewinds_positions.SOUTH, tradewinds_positions.WEST
    )  # fmt: skip
    high = ("RRRRGGGGBBBB HHHHPPPPFFFF .", "CCC SSSSTTTTC .", ". . .")
    piles = tradewinds_boards.sit_at(state(high, "HRC HRS HGC HGS HBC HBS", south))
    sides = ("+ + +", "+ - -", "- + +", "- + +")
    gone = tradewinds_boards.sit_at(state(("R . .",) + (". . .",) * 2, "HRC", west, sides=sides, rest=north))
    tables = [*((piles, at) for at in range(3)), (gone, 0)]
    for turns, is_open in product((0, 1, 2, 3, 14), (False, True)):
        tables.append((tradewinds_boards.sit(turns, LONG_NAMES[:4], open_hands=is_open), 0))
    tables += [(tradewinds_boards.sit(turns, true_cards=9), 0) for turns in (0, 13, 24)]
    for session, at in tables:
        board = tradewinds_boards.board_of(session, at=at)
        for panel in ("score", "wants", "collected"):
            board.shows_wants, board.shows_collected = panel == "wants", panel == "collected"
            yield board


def _in_wind_city() -> Iterator[BoardWidget]:
    for phase in wind_city_boards.PHASES:
        for seats in (2, 4, 5):
            yield wind_city_boards.board_of(wind_city_boards.sit_till(phase, seats))


USUAL_SIZES = (
    (160, 49), (160, 48), (120, 39), (119, 40), (80, 23), (79, 23), (60, 19), (59, 19), (40, 11), (200, 60)
)  # fmt: skip
TIGHT: Mapping[str, TightTables] = {
    "exit-stage-right": TightTables(
        _on_the_stage,
        lambda view, seat: (*view.hands[seat], *(card for row in view.stage for card in row if card)),
        StrictStage,
    ),
    "tradewinds": TightTables(
        _in_tradewinds, lambda view, seat: view.hands[seat], sizes=lambda turn: (*USUAL_SIZES, (80, 18), (40, 16))
    ),
    "rummy-like": TightTables(
        _in_rummy_like,
        lambda view, seat: (*view.tricards[seat], *view.drawn, *([view.led] if view.led else [])),
        StrictTable,
    ),
    "wind-city": TightTables(
        _in_wind_city, lambda view, seat: (), BoundedCanvas, lambda turn: (*USUAL_SIZES, (80, 15))
    ),
    "clash": TightTables(_in_clash, lambda view, seat: (*view.hands[seat], *(pile[0] for pile in view.piles))),
}
