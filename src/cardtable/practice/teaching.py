"""Which lesson teaches what a player missed: chosen by what the better move does."""

from __future__ import annotations

import re
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    EMPTY_ROW,
    Action,
    FaceDown,
    Refill,
    Shifted,
    State,
)
from cardtable.lessons.library import LessonEntry, find_lesson, lesson_about
from cardtable.players.games.exit_stage_right_sure import keeps_winning
from cardtable.practice.calibration import singles_left
from cardtable.practice.decisions import Decision
from cardtable.practice.review import MoveReview

LAST_SINGLES = 5
"""With this many Singles left or fewer, the end decides what is best."""
_CROWD = 3
"""The number of Completes in a row that makes it worth naming."""
_RULING = re.compile(r"\b[A-Z]{2}-\d+\b")


def lesson_for(game: AnyGame, decision: Decision, move: MoveReview) -> tuple[LessonEntry, str] | None:
    """Return the lesson about the better move, and what it shows, such as `when to refill`; None if there is none."""
    better = game.parse(move.best.action)
    if isinstance(decision.view, State):
        name, shows = _choose(decision.view, decision.legal, better, decision.played)
        return find_lesson(GAME.id, name), shows
    ruling = _RULING.search(game.explain(decision.view, better))
    found = lesson_about(game.id, ruling[0]) if ruling is not None else None
    return None if found is None else (found[0], "how such a move works")


def _choose(state: State, legal: tuple[Any, ...], better: Action, played: Action) -> tuple[str, str]:
    """Return the name of a lesson of Exit Stage Right, and what it shows."""
    sure = keeps_winning(state, legal)
    if better in sure and played not in sure:
        return "13-a-sure-way", "how to keep a sure win"
    if singles_left(state) <= LAST_SINGLES:
        return "07-last-turns", "what counts in the last turns"
    if isinstance(better, Refill):
        return _choose_refill(state, better, played)
    if isinstance(played, Refill):
        return "10-few-at-a-time", "when not to refill"
    if isinstance(better, FaceDown):
        if COLUMNS - state.stage[better.row].count(None) >= _CROWD:
            return "11-a-crowd", "when to send a full row to the right, face down"
        return "06-counting", "when to play face down"
    if _jumps(state, better) > _jumps(state, played):
        return "04-jumping", "how to use jumps"
    return "06-counting", "how to compare what your Singles do"


def _choose_refill(state: State, better: Refill, played: Action) -> tuple[str, str]:
    if all(row == EMPTY_ROW for row in state.stage):
        return "10-few-at-a-time", "why to refill an empty stage"
    if isinstance(played, Refill) and len(played.rows) >= len(better.rows):
        return "10-few-at-a-time", "why to bring out few Completes at a time"
    return "11-a-crowd", "when to bring out more Completes"


def _jumps(state: State, action: Action) -> int:
    """Return how many Completes jump to the right."""
    shifted = next(event for event in GAME.preview(state, action) if isinstance(event, Shifted))
    return sum(move.goes_right and move.end - move.source.column > 1 for move in shifted.moves)
