"""What the Exit Stage Right board shows of a move: its preview and its effect before, and the animation."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import COLUMNS, FaceUp, Movement, Refill, Shifted
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.games.exit_stage_right.board.layout import Layout, layout_for
from cardtable.table.session import Session
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.faces import Size
from tests.games.exit_stage_right_positions import stage, state
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, FEW_LAYOUTS, LARGE, MEDIUM, SIZES, USUAL, hold, places, shown
from tests.tui.boards.exit_stage_right_boards import PAIRS, random_game
from tests.tui.screens import board_of, hands_of, sit_at, usually

CROWD = stage("HRC HGS HBT PRC PGS", "PBT FRC FGS FBT HRS", "HGT HBC . PGT PBC")
"""A stage on which many cards jump, and others come to the cells of cards that leave."""


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM], ids=str)
@pytest.mark.parametrize("cards", [5, 7, 9])
def test_every_card_in_the_hand_shows_what_it_wins_and_loses_face_up(cards: int, size: tuple[int, int]) -> None:
    session = sit_at(state(CROWD, "R G B H C P F S T"[: 2 * cards - 1], won=3, options=GAME.options(hand_size=9)))
    board = board_of(session)
    canvas, layout = board.drawn(*size), layout_for(size[0], size[1] - board.status_lines(size[0]))
    face, pitch = layout.hand_for(cards, size[0])
    for at, card in enumerate(hands_of(session)[0]):
        x, y = layout.left + at * pitch, layout.hand_top + (2 if face is Size.STRIP else face.height)
        parts = ["".join(canvas.char_at(x + along, y + down) for along in range(pitch)) for down in range(2)]
        shift = foresee(session.look(0).state, FaceUp(card))
        if face is Size.MEDIUM:
            expected = f"+{len(shift.won)}" * bool(shift.won), f"-{len(shift.lost)}" * bool(shift.lost)
            assert (parts[0][:2].strip(), parts[0][2:].strip()) == expected
        else:
            expected = f"{len(shift.won)} won" * bool(shift.won), f"{len(shift.lost)} lost" * bool(shift.lost)
            assert tuple(part.strip(" │┃╰╯┗┛─━") for part in parts) == expected


def picture(canvas: Canvas, layout: Layout, row: int, column: int) -> list[str]:
    """Return the rows of a cell of the stage."""
    x, y, size = layout.x(column), layout.y(row), layout.card
    return ["".join(canvas.char_at(x + along, y + down) for along in range(size.width)) for down in range(size.height)]


def inks(canvas: Canvas, layout: Layout, row: int, column: int) -> set[str]:
    """Return the inks in the first row of a cell of the stage."""
    found, x = set(), 0
    for text, ink in canvas.runs(layout.y(row)):
        if x < layout.x(column) + layout.card.width and x + len(text) > layout.x(column):
            found.add(ink)
        x += len(text)
    return found


def check_preview(board: BoardWidget, session: Session, size: tuple[int, int]) -> None:
    """Check that the marks on the board are the movements of the shift that follows."""
    assert board.choice is not None
    events = GAME.apply(truth(session), board.choice.action).events
    shifted = next(event for event in events if isinstance(event, Shifted))
    layout, canvas = layout_for(size[0], size[1] - board.status_lines(size[0])), board.drawn(*size)
    for move in shifted.moves:
        sign, row, column = "><"[move.end < move.source.column], move.source.row, move.source.column
        if layout.card.height == 1:
            assert picture(canvas, layout, row, column)[0][0] == sign
        else:
            beside = layout.x(column) + layout.card.width if sign == ">" else layout.x(column) - 1
            y = layout.y(row) + layout.card.height // 2 + (1 if sign == "<" else -1)
            assert canvas.char_at(beside, y) == sign
        if move.target.zone == "stage":
            target = picture(canvas, layout, row, move.end)
            is_empty = shifted.stage[row][move.end] is None
            if is_empty or layout.card.height > 1:
                part = "".join(target if is_empty else target[-1:])
                assert move.card.code in part
                assert sign in part
        else:
            assert move.target.zone in inks(canvas, layout, row, column)
            lines = [canvas.line(layout.y(row) + down)[: layout.right + 5] for down in range(layout.card.height)]
            assert layout.card.height == 1 or move.target.zone.upper() in lines[-1]
    gone = {move.source[1:] for move in shifted.moves if move.target.zone != "stage"}
    for row, column in product(range(3), range(COLUMNS)):
        assert bool(inks(canvas, layout, row, column) & {"won", "lost"}) == ((row, column) in gone)


@FEW_LAYOUTS
@pytest.mark.parametrize("seats", usually([4], [1, 4]))
def test_previews_predict_the_shift(seats: int, size: tuple[int, int]) -> None:
    for session in islice(random_game(seats, 11), 0, None, 2):
        board = board_of(session, session.turn)
        for place in places(board):
            board.move_cursor(*place)
            if board.is_legal and not isinstance(board.choice and board.choice.action, Refill):
                check_preview(board, session, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_two_cards_that_jump_and_cards_that_leave_a_cell_that_others_reach(size: tuple[int, int]) -> None:
    session = sit_at(state(CROWD, "R G B H C P F S T", won=3, options=GAME.options(hand_size=9, draw="none")))
    board = board_of(session)
    for place in places(board):
        board.move_cursor(*place)
        if board.is_legal and not isinstance(board.choice and board.choice.action, Refill):
            check_preview(board, session, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("row", "where"), [(". . FGC PGS .", "FGC >"), (". FGC . PGS .", "< PGS")])
def test_a_preview_says_where_a_jumping_card_lands(row: str, where: str, size: tuple[int, int]) -> None:
    board = board_of(sit_at(state(stage(middle=row), "F", won=25)))
    board.move_cursor(0, 0)
    text = board.drawn(*size).text().replace(" ", "")
    assert where.replace(" ", "") in text or (size == COMPACT and "PGS<2" in text)


def test_a_refill_shows_card_backs_for_new_cards_and_arrows_for_the_others() -> None:
    rows = stage("HRC . . . .", ". . PGS . .")
    board = board_of(sit_at(state(rows)))
    board.refill()
    canvas = board.drawn(*USUAL)
    layout = layout_for(80, 21)
    assert [board.choice and board.choice.label, canvas.text().count("┏━━━━━┓")] == ["top bottom", 2]
    assert inks(canvas, layout, 0, 0) & {"won", "lost"} == {"lost"}
    assert "LOST" in picture(canvas, layout, 0, 0)[-1]
    assert "< PGS" in "".join(picture(canvas, layout, 1, 1))


def test_an_illegal_choice_has_no_preview() -> None:
    board = board_of(sit_at(PAIRS))
    board.move_cursor(0, 1)
    drawn = board.drawn(*USUAL)
    assert not any(ink in ("gold", "loss", "won", "lost") for y in range(2, 17) for _, ink in drawn.runs(y))


@pytest.mark.parametrize("size", [LARGE, USUAL], ids=str)
def test_each_action_shows_its_effect(size: tuple[int, int]) -> None:
    for session in islice(random_game(1, 5), 0, None, 3):
        board = board_of(session)
        if board.offers_rest:
            break
        layout = layout_for(size[0], size[1] - 2)
        for group, each in enumerate(board.groups):
            board.move_cursor(group)
            lines = [line[layout.panel :] for line in shown(board, size).splitlines()[3 : 3 + len(each.actions)]]
            for listed, line in zip(each.actions, lines, strict=True):
                assert line[2:].startswith(listed.label)
                found = line.removeprefix(f"{line[:2]}{listed.label}").split()
                assert found == effect(session, listed.action)[: 4 if size == LARGE else 2]


def effect(session: Session, action: Any) -> list[str]:
    """Return how many cards are won and lost and go right and left, or that an action is illegal."""
    if action not in session.look(session.turn).legal:
        return ["not", "now"]
    before, step = truth(session), GAME.apply(truth(session), action)
    shifted = next(event for event in step.events if isinstance(event, Shifted))
    right = sum(way_of(move) for move in shifted.moves)
    won, lost = len(step.state.won) - len(before.won), len(step.state.lost) - len(before.lost)
    return [str(number) for number in (won, lost, right, len(shifted.moves) - right)]


def way_of(move: Movement) -> bool:
    """Return whether the card goes right."""
    end = {"won": COLUMNS, "lost": -1}.get(move.target.zone, move.target.column)
    return end > move.source.column


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_an_animation_moves_every_card_to_its_target(steps: int) -> None:
    for session in islice(random_game(1, 31), 0, None, 5):
        before = session.look(0)
        board = board_of(session)
        story = session.act(before.legal[-1])
        (shifted,) = (event for event in story if isinstance(event, Shifted))
        frames = board.build_frames(before, story, steps)
        assert len(frames) == steps * len({way_of(move) for move in shifted.moves})
        cards = sum(card is not None for row in shifted.stage for card in row)
        for frame in frames:
            standing = sum(card is not None for row in frame.table for card in row)
            assert standing + len(frame.moving) in range(cards - 9, cards + 1)
        if frames:
            hold(board, frames[-1])
            text = shown(board)
            assert all(card.code in text for row in session.look(0).state.stage for card in row if card)
