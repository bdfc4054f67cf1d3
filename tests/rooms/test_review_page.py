"""The review of a game as both front ends tell it."""

from __future__ import annotations

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.plain.review_report import review_lines, reviewed_move_lines
from cardtable.practice.decisions import decisions_of
from cardtable.rooms.kit.review_page import MAX_LISTED, ReviewPage
from cardtable.tui.screens.review_text import ReviewText
from tests.practice.plausible_reviews import review_of
from tests.table.sittings import played


def page_of(game_id: str, seats: int) -> ReviewPage:
    session = played(SHIPPED[game_id], seats, persons=(0,) * seats)
    return ReviewPage(session, decisions_of(session), review_of(session))


each_review = pytest.mark.parametrize(("game_id", "seats"), [("exit-stage-right", 1), ("tradewinds", 4), ("clash", 2)])


@each_review
def test_both_front_ends_list_the_same_moves_in_the_same_order(game_id: str, seats: int) -> None:
    page = page_of(game_id, seats)
    lines, shown = list(review_lines(page, tells_better=False)), ReviewText(page, False, False).summary()
    assert lines[0] == f"{shown.heading}."
    told = [line.split()[1] for line in lines if line.startswith("Move ") and " was " in line]
    assert told == [f"{choice.split()[1]}:" for choice in shown.choices]
    assert len(told) == min(MAX_LISTED, len(page.lessons)) > 0
    assert all(sentence in shown.text for sentence in page.summary())
    assert set(page.summary(is_spoken=True)) <= set(lines)


@each_review
def test_both_front_ends_say_the_same_about_each_move(game_id: str, seats: int) -> None:
    page = page_of(game_id, seats)
    shown, parts = ReviewText(page, False, False), set[tuple[bool, ...]]()
    for at, decision in enumerate(page.decisions):
        move = page.reviewed(at)
        written, spoken = page.about(decision, move), page.about(decision, move, is_spoken=True)
        parts.add(tuple(map(bool, written)))
        assert [*map(bool, written)] == [*map(bool, spoken)]
        pane = shown.about_move(at, tells_better=True)
        assert all(part in f"{pane.text} {pane.hint}" for part in written)
        read = list(reviewed_move_lines(page, decision, move, in_detail=True))
        assert read == [f"Move {move.number}: {spoken.blame}", *filter(None, spoken[1:])]
        hidden = shown.about_move(at, tells_better=False)
        assert written.better not in f"{hidden.text} {hidden.hint}"
        assert list(reviewed_move_lines(page, decision, move, tells_better=False)) == read[:1]
    assert any(compared for *_, compared in parts)
