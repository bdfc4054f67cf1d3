"""What the Rummy-like board shows of a choice: the hand that it leaves, and the animation."""

from __future__ import annotations

import re
from itertools import islice, product
from typing import Any

import pytest

from cardtable.engine.game import seen_by
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import KINDS, Led, Played, Sent
from cardtable.engine.games.rummy_like.trick import chain
from cardtable.games.rummy_like.board import layout_for
from cardtable.tui.drawing.faces import ASCII
from tests.games.rummy_like_positions import C
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, FEW_LAYOUTS, LARGE, MEDIUM, SIZES, VAST, hold, places, random_turns, shown
from tests.tui.boards.rummy_like_boards import CALLS, LEADS, PLAYS, board_of, captions, sit, sit_at
from tests.tui.screens import usually


@FEW_LAYOUTS
def test_the_counts_predict_the_hand(size: tuple[int, int]) -> None:
    """A kind that would leave the hand shows how many are kept: `2 left` or `3>2`, as there is room."""
    for session in islice(random_turns(sit(code=11), 11), 0, 90, 2):
        board, viewer = board_of(session), session.turn
        assert viewer is not None
        layout = layout_for(size[0], size[1] - 2)
        held = truth(session).chards[viewer] + truth(session).picked
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            gone: tuple[Any, ...] = ()  # a Chard played with a lead comes back
            if board.is_legal:
                events = GAME.apply(truth(session), board.choice.action).events
                first = seen_by(events[0], viewer)
                gone = first.cards if isinstance(first, Sent) else ()
                if isinstance(first, Played) and chain(truth(session))[0] != viewer:
                    gone = (first.card,)
            row = board.drawn(*size).text().splitlines()[layout.counts if layout.small else layout.table]
            for at, kind in enumerate(KINDS):
                before, after = held.count(kind), held.count(kind) - gone.count(kind)
                column = row[layout.kind_x(at) : layout.kind_x(at) + layout.pitch].strip()
                words = f"{after or 'none'} left" if size in (VAST, LARGE) else f"{after} left"
                change = f"{before}>{after}" if layout.small else words
                assert column == change if kind in gone else not re.search("left|>", column), (row, kind)


def test_the_chard_to_be_played_is_shown_and_matching_kinds_are_marked() -> None:
    board = board_of(sit_at(PLAYS))
    board.action_pick(1)
    assert len(re.findall("┏H[━+]", shown(board))) == 2
    assert captions(board) == {"H": "2 left", "R": "match"}
    assert "*R" in shown(board, COMPACT)
    board = board_of(sit_at(LEADS))
    board.move_cursor(2)
    assert "┏FRT" in shown(board)
    assert captions(board) == {"F": "match", "R": "match"}


def test_tricards_show_how_many_chards_a_choice_would_leave() -> None:
    board = board_of(sit_at(PLAYS))
    board.action_pick(1)
    assert "Hollow   3 \u2192 2 of 4" in shown(board)
    assert "Hollow 3\u21922 " in shown(board, MEDIUM)
    board.signs = ASCII
    assert "Hollow   3 > 2 of 4" in shown(board)
    board.action_pick(2)
    assert "Hollow   3 of 4" in shown(board), "Partial can't be played"


def test_tricards_are_marked_under_the_sets_that_they_score() -> None:
    board = board_of(sit_at(CALLS))
    rows = shown(board).splitlines()
    layout = layout_for(80, 21)
    for at, card in enumerate(CALLS.tricards[C]):
        block = "\n".join(row[layout.own_pitch * at :][: layout.own_pitch] for row in rows[layout.own_top :][:3])
        assert card.code in block
        for kind in card.characteristics:
            count = sum(chard.name == kind.name for chard in CALLS.chards[C])
            assert re.search(rf"{kind.name} +{count} of 4( \+1)?", block)
        assert ("+1" in block) == ("Square" in block)
    large, borders = layout_for(120, 37), rows[layout.counts]
    row = shown(board, LARGE).splitlines()[large.values]
    in_row = [row[large.kind_x(at) :][: large.pitch].strip() for at in range(9)]
    assert in_row == ["", "", "+3", "+1", "+1", "+1", "+1", "+2", ""]
    assert [borders[layout.kind_x(at) :][2:4].strip("─╌") for at in range(9)] == in_row


@pytest.mark.parametrize("steps", usually([3], [3, 6, 12]))
def test_an_animation_shows_every_card_that_moves(steps: int) -> None:
    for session in islice(random_turns(sit(code=31), 31), 0, 60, 2):
        before = session.look(session.turn)
        board = board_of(session)
        story = session.act(before.legal[0])
        session.mark_seen()
        frames = board.build_frames(before, story, steps)
        moving = [event for event in story if isinstance(event, Led | Played | Sent)]
        assert len(frames) >= steps * len(moving)
        for size, frame in product(SIZES, frames):
            hold(board, frame)
            assert shown(board, size)
