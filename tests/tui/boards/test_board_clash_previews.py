"""What the Clash board shows of a play: where its cards go before, and the animation."""

from __future__ import annotations

from itertools import islice

import pytest

from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import PILE_OF, Played
from cardtable.games.clash.board import ClashBoard, layout_for
from tests.games.clash_positions import state
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, LAYOUTS, hold, places, random_turns, shown
from tests.tui.boards.clash_boards import CHAIN, MATCHED, board_of, sit, sit_at


def marks(board: ClashBoard, size: tuple[int, int]) -> dict[int, str]:
    """Return the texts in strong style below the piles or, on a small screen, above them."""
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found, x = {}, 0
    for text, ink in canvas.runs(layout.top - 1 if size == COMPACT else layout.below_piles):
        pile = next((pile for pile in range(4) if layout.pile_x(pile) == x), None)
        if ink == "strong" and pile is not None:
            found[pile] = text
        x += len(text)
    return found


@LAYOUTS
def test_the_marks_at_the_piles_predict_the_play(size: tuple[int, int]) -> None:
    for session in islice(random_turns(sit(code=11), 11), 0, 90, 3):
        board = board_of(session)
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            expected = {}
            if board.is_legal:
                now = GAME.view(truth(session), None)
                events = GAME.apply(truth(session), board.choice.action).events
                for card in (card for event in events if isinstance(event, Played) for card in event.cards):
                    pile = now.piles[PILE_OF[card]]
                    expected[PILE_OF[card]] = f"{pile[0].code} > {card.code}" if pile else card.code
            assert marks(board, size) == expected


def test_a_card_to_be_played_is_shown_on_its_pile_with_a_heavy_border() -> None:
    board = board_of(sit_at(MATCHED))
    board.move_cursor(0, 3)
    text = shown(board)
    assert [text.count(f"┏{code}") for code in "HBTFC"] == [2, 2, 2, 0, 0], "each is on a pile and in the hand"


def test_each_legal_action_shows_its_effect() -> None:
    cases = [
        (CHAIN, 6, 1, "all piles match"),
        (CHAIN, 0, 1, "ends turn, draw 1"),
        (MATCHED, 7, 0, "may end round"),
        (MATCHED._replace(played=1), 7, 0, "ends turn"),
        (state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), 0, 0, "draw 7"),
        (state("H R S", "FGC", ("F", "R G"), played=1), 0, 0, "round over, +2"),
        (state("H R S", "FGC", ("F G", "R"), passed=True, played=0), 2, 0, "round over, -1"),
    ]
    for position, group, action, effect in cases:
        board = board_of(sit_at(position))
        board.move_cursor(group, action)
        (line,) = [line for line in shown(board).splitlines() if line[44:45] == ">"]
        assert line.endswith(f" {effect}"), line


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_an_animation_moves_every_card_to_its_pile(steps: int) -> None:
    for session in islice(random_turns(sit(code=31), 31), 0, 60, 3):
        before = session.look(session.turn)
        board = board_of(session)
        story = session.act(before.legal[0])
        session.mark_seen()
        played = [card for event in story if isinstance(event, Played) for card in event.cards]
        frames = board.build_frames(before, story, steps)
        assert len(frames) == (max(min(steps, 2), steps - before.state.played) if played else 0), "ever faster"
        for frame in frames[:-1]:
            assert [card for card, _ in frame.moving] == played
        if frames:
            assert frames[-1].moving == ()
            assert all(card in frames[-1].tops for card in played)
            for each in frames:
                hold(board, each)
                assert shown(board)
