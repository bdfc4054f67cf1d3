"""The lesson that a mistake in Exit Stage Right leads to. The choice depends on the effects of the better move."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.games.exit_stage_right.model import COLUMNS, EMPTY_ROW, Action, FaceDown, Refill, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.games.exit_stage_right.player.calibration import singles_left
from cardtable.games.exit_stage_right.player.sure import by_the_book, keeps_winning
from cardtable.players.knowledge import LessonTopic

LAST_SINGLES = 5
"""The lesson about the last turns is recommended only while at most this many Singles are left."""
_CROWD = 3
"""The minimum number of Completes in a row that counts as a crowd."""


def topic(state: State, legal: Sequence[Action], better: Action, played: Action) -> LessonTopic:
    """Return the topic of a mistake."""
    sure = keeps_winning(state, legal) if by_the_book(state.options) else ()
    if better in sure and played not in sure:
        return LessonTopic("13-a-sure-way", "how to keep a sure win", is_certain=True)
    if singles_left(state) <= LAST_SINGLES:
        return LessonTopic("07-last-turns", "what counts in the last turns")
    if isinstance(better, Refill):
        return _about_refill(state, better, played)
    if isinstance(played, Refill):
        return LessonTopic("10-few-at-a-time", "when not to refill")
    if isinstance(better, FaceDown):
        if COLUMNS - state.stage[better.row].count(None) >= _CROWD:
            return LessonTopic("11-a-crowd", "when to send a full row to the right, face down")
        return LessonTopic("06-counting", "when to play face down")
    if _count_jumps(state, better) > _count_jumps(state, played):
        return LessonTopic("04-jumping", "how Completes gain columns by jumping")
    return LessonTopic("06-counting", "how to compare what your Singles do")


def _about_refill(state: State, better: Refill, played: Action) -> LessonTopic:
    if all(row == EMPTY_ROW for row in state.stage):
        return LessonTopic("10-few-at-a-time", "why to refill an empty stage")
    if isinstance(played, Refill) and len(played.rows) >= len(better.rows):
        return LessonTopic("10-few-at-a-time", "why to bring out few Completes at a time")
    return LessonTopic("11-a-crowd", "when to bring out more Completes")


def _count_jumps(state: State, action: Action) -> int:
    """Return the number of Completes that jump to the right."""
    return sum(move.goes_right and move.jumps for move in foresee(state, action).moves)
