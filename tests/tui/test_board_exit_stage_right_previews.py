"""What the Exit Stage Right board shows of a move: its arrows and its effect before, and the animation."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import COLUMNS, FaceUp, Movement, Refill, Shifted
from cardtable.table.session import Session
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.exit_stage_right.layout import Layout, layout_for
from cardtable.tui.canvas import Canvas
from tests.games.exit_stage_right_positions import stage, state
from tests.table.sittings import truth
from tests.tui.boards import COMPACT, FEW_LAYOUTS, LARGE, MEDIUM, USUAL, places, shown
from tests.tui.exit_stage_right_boards import PAIRS, random_game
from tests.tui.screens import board_of, hands_of, sit, sit_at, usually


def test_every_card_in_the_hand_shows_its_effect_face_up() -> None:
    session = sit()
    for size in (LARGE, USUAL, MEDIUM):
        board = board_of(session)
        head = shown(board, size).splitlines()[layout_for(size[0], size[1] - board.status_lines(size[0])).hand_top]
        for card in hands_of(session)[0]:
            assert f"{effect(session, FaceUp(card)).strip()}" in head


def arrows(canvas: Canvas, layout: Layout, row: int) -> list[tuple[int, str]]:
    """Return the texts of arrows on a row of the stage, with their columns."""
    found = []
    for y in range(layout.y(row), layout.y(row) + layout.card.height):
        x = 0
        for text, ink in canvas.runs(y):
            found += [(x, text)] if ink in ("gold", "loss") and x < (layout.panel or layout.right) else []
            x += len(text)
    return sorted(found)


def arrow(move: Movement, layout: Layout) -> tuple[int, str]:
    """Return the column and the text of a move's arrow."""
    right, x, room = way_of(move), layout.x(move.source.column), layout.pitch - layout.card.width
    sign, where_to = ">" if right else "<", str(move.target.column + 1) if move.target.zone == "stage" else ""
    if layout.card.height == 1:
        return x, sign
    text = sign + where_to
    return (x + layout.card.width - max(0, len(text) - room) if right else x - min(len(text), room)), text


def way_of(move: Movement) -> bool:
    """Return whether the card goes right."""
    end = {"won": COLUMNS, "lost": -1}.get(move.target.zone, move.target.column)
    return end > move.source.column


def check_arrows(board: BoardWidget, session: Session, size: tuple[int, int]) -> None:
    """Check that the arrows on the board are the moves of the shift that follows."""
    assert board.choice is not None
    step = GAME.apply(truth(session), board.choice.action)
    moves = next(event for event in step.events if isinstance(event, Shifted)).moves
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for row in range(3):
        assert arrows(canvas, layout, row) == sorted(arrow(move, layout) for move in moves if move.source.row == row)


@FEW_LAYOUTS
@pytest.mark.parametrize("seats", usually([4], [1, 4]))
def test_arrows_predict_the_shift(seats: int, size: tuple[int, int]) -> None:
    for session in islice(random_game(seats, 11), 0, None, 2):
        board = board_of(session, session.turn)
        for place in places(board):
            board.move_cursor(*place)
            if board.is_legal and not isinstance(board.choice and board.choice.action, Refill):
                check_arrows(board, session, size)


@pytest.mark.parametrize("size", [USUAL, MEDIUM, COMPACT], ids=str)
@pytest.mark.parametrize(("row", "sign"), [(". . FGC PGS .", ">5"), (". FGC . PGS .", "<2")])
def test_a_preview_says_where_a_jumping_card_lands(row: str, sign: str, size: tuple[int, int]) -> None:
    board = board_of(sit_at(state(stage(middle=row), "F", won=25)))
    assert sign in board.drawn(*size).text()


def test_a_refill_shows_card_backs_for_new_cards_and_arrows_for_the_others() -> None:
    rows = stage("HRC . . . .", ". . PGS . .")
    board = board_of(sit_at(state(rows)))
    board.refill()
    canvas = board.drawn(*USUAL)
    layout = layout_for(80, 21)
    assert [board.choice and board.choice.label, canvas.text().count("┏━━━━━┓")] == ["top bottom", 2]
    assert [text for row in range(3) for _, text in arrows(canvas, layout, row)] == ["<", "<2"]


def test_an_illegal_choice_has_no_preview() -> None:
    board = board_of(sit_at(PAIRS))
    board.move_cursor(0, 1)
    layout = layout_for(80, 21)
    assert not any(arrows(board.drawn(*USUAL), layout, row) for row in range(3))


def test_each_action_shows_its_effect() -> None:
    for session in islice(random_game(1, 5), 0, None, 3):
        board = board_of(session)
        if board.offers_rest:
            break
        for group, each in enumerate(board.groups):
            board.move_cursor(group)
            lines = [line[56:] for line in shown(board).splitlines()[3 : 3 + len(each.actions)]]
            for listed, line in zip(each.actions, lines, strict=True):
                assert line[2:].startswith(listed.label)
                assert line.removeprefix(f"{line[:2]}{listed.label}").strip() == effect(session, listed.action)


def effect(session: Session, action: Any) -> str:
    """Return how many more cards go right than left, which is the same for all refills, or that a play is illegal."""
    if action not in session.look(session.turn).legal:
        return "not now"
    if isinstance(action, Refill):
        return ""
    shifted = next(event for event in GAME.apply(truth(session), action).events if isinstance(event, Shifted))
    right = sum(move.target.zone == "won" or move.target.column > move.source.column for move in shifted.moves)
    right -= sum(move.target.zone == "lost" and move.target.column > move.source.column for move in shifted.moves)
    left = len(shifted.moves) - right
    return f"{right - left:+d}"


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
            board._frames = frames[-1:]
            text = shown(board)
            assert all(card.code in text for row in session.look(0).state.stage for card in row if card)
