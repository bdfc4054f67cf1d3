"""What the boards of all games share, and the general board."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.games.exit_stage_right.board import ExitStageRightBoard
from cardtable.table.session import Session
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget, board_for
from cardtable.tui.drawing.canvas import VASTEST
from cardtable.tui.drawing.faces import BLOCKS
from cardtable.tui.widgets import animated
from tests.engine.walks import PROFILE
from tests.table import sittings
from tests.tui.boards.boards import LAYOUTS, SIZES, USUAL
from tests.tui.screens import NAMES, spot


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_a_game_that_begins_at_a_position_is_drawn(game: AnyGame) -> None:
    names = (game.seat_names or NAMES)[: game.seats[-1]]
    dealt = Session(game, game.options(), names, DealCode(1))
    session = sittings.sit_at(game, dealt.full_state(), names)
    for viewer in (session.turn, None):
        board = board_for(game.id)()
        board.show(session.look(viewer))
        for size in SIZES:
            assert board.drawn(*size).text().strip(), (viewer, size)


@LAYOUTS
@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_the_board_always_says_that_a_game_is_not_saved(game: AnyGame, size: tuple[int, int]) -> None:
    session = sittings.sit(game, game.seats[-1], 3)
    for viewer in (session.turn, None):
        board = board_for(game.id)()
        board.set_caption("not saved", is_warning=True)
        board.show(session.look(viewer))
        shown = board.drawn(*size).text()
        assert shown.count("not saved") + shown.count("Not saved.") == 1
        board.set_caption("QB9R-XBDB")
        assert "ot saved" not in board.drawn(*size).text()


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_a_table_larger_than_it_needs_is_centred_with_everything_on_it(game: AnyGame) -> None:
    session = sittings.sit(game, game.seats[0], 3)
    board = board_for(game.id)()
    board.show(session.look(session.turn))
    (width, height), lines = VASTEST, 2
    small, large = board.drawn(width, height + lines), board.drawn(width + 20, height + 10 + lines)
    assert large.line(0).strip() == small.line(0).strip()
    for y in range(1, height + lines):
        below = y + (10 if y >= height else 5)
        assert large.line(below) == " " * 10 * bool(small.line(y)) + small.line(y)
        for x in range(width):
            assert large.target_at(x + 10, below) == small.target_at(x, y)


def test_every_board_is_registered_for_its_own_game() -> None:
    assert all(game_id == board_for(game_id).GAME_ID for game_id in SHIPPED)
    assert board_for("exit-stage-right") is ExitStageRightBoard
    assert board_for("no such game") is BoardWidget


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_game_can_be_played_on_the_general_board(game: AnyGame) -> None:
    session = Session(game, game.options(), NAMES[: game.seats[0]], DealCode(1))
    board = BoardWidget(BLOCKS)
    board.show(session.look(session.turn))
    assert board.seen is not None
    assert [group.actions[0].action for group in board.groups] == list(board.seen.legal)
    for size in SIZES:
        for at, action in list(enumerate(board.seen.legal))[:: max(1, len(board.seen.legal) // 30)]:
            board.move_cursor(at)
            canvas = board.drawn(*size)
            row = spot(canvas, Target(at))[1]
            (text, ink), *_ = canvas.runs(row)
            assert ink == "cursor", (size, action)
            assert text.strip(" .").startswith(f"{at + 1} {action}"[: size[0] - 6]), size


def test_up_and_down_move_in_the_list_of_the_general_board() -> None:
    board = BoardWidget(BLOCKS)
    board.show(Session(GAME, GAME.options(), NAMES[:1], DealCode(1)).look(0))
    board.action_cycle(1)
    assert board.group == 1
    board.action_cycle(-1)
    board.action_cycle(-1)
    assert board.group == len(board.groups) - 1


@pytest.mark.parametrize("is_public", [True, False], ids=["public", "own"])
@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_nothing_that_follows_from_a_move_is_told_before_its_animation_has_shown_it(
    game: AnyGame, is_public: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The score and the result wait, and the status line is empty."""
    monkeypatch.setattr(animated, "Ticker", lambda *arguments: SimpleNamespace(stop=lambda: None))
    session = sittings.sit(game, game.seats[-1], 4)
    viewer = None if is_public else 0
    board, animated_moves = board_for(game.id)(), 0
    board.show(session.look(viewer))
    for key in range(200):
        sizes = SIZES if PROFILE == "deep" else (SIZES[key % len(SIZES)],)
        scores = {size: _score_in_title(board, size) for size in sizes}
        played = len(session.actions)
        sittings.play_on(session, Key(key), 1)
        seen = session.look(viewer)
        frames = board.frames_for(session.events_since(viewer, played), 2)
        board.show(seen, frames, notice="What follows.")
        animated_moves += bool(frames)
        for size in sizes if frames else ():
            text = board.drawn(*size).text()
            assert "What follows." not in text
            if seen.outcome is not None:
                assert seen.outcome.reason[:30] not in text
            if game.id != "wind-city":  # its title says that the hurricane is moving
                assert _score_in_title(board, size) == scores[size], size
        if frames:
            board.end_animation()
            assert "What follows." in board.drawn(*USUAL).text()
        if seen.outcome is not None:
            break
    assert animated_moves


def _score_in_title(board: BoardWidget, size: tuple[int, int]) -> str:
    """Return the right end of the title, which no moving card covers."""
    return board.drawn(*size).text().splitlines()[0].rstrip()[-12:]
