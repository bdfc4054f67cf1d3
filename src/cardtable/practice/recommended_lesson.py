"""The lesson to recommend after a mistake. The choice depends on the effects of the better move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.games import clash, exit_stage_right, tradewinds
from cardtable.engine.games.clash.model import PlayPair, PlayThree
from cardtable.engine.games.exit_stage_right.model import COLUMNS, EMPTY_ROW, Action, FaceDown, Refill, State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.tradewinds.model import Blew
from cardtable.games.exit_stage_right.player.sure import by_the_book, keeps_winning
from cardtable.lessons.library import LessonEntry, find_lesson
from cardtable.players.calibration import singles_left

SURE_WAY = "13-a-sure-way"
"""The lesson about the sure way to win. This lesson is recommended only if a move gave up a certain win."""
LAST_SINGLES = 5
"""The lesson about the last turns is recommended only while at most this many Singles are left."""
_CROWD = 3
"""The minimum number of Completes in a row that counts as a crowd."""


class _Topic(NamedTuple):
    lesson: str
    shows: str
    """The topic as a phrase that follows the word `shows`, such as `when to refill`."""


def lesson_for(
    game: AnyGame, view: Any, legal: Sequence[Any], better: Any, played: Any
) -> tuple[LessonEntry, str] | None:
    """Return the lesson that teaches why the better action was better, with a phrase about its topic.

    Return None if the game has no such lesson.
    """
    if game.id not in _CHOICES:
        return None
    topic = _CHOICES[game.id](view, legal, better, played)
    return find_lesson(game.id, topic.lesson), topic.shows


def _in_exit_stage_right(state: State, legal: Sequence[Action], better: Action, played: Action) -> _Topic:
    sure = keeps_winning(state, legal) if by_the_book(state.options) else ()
    if better in sure and played not in sure:
        return _Topic(SURE_WAY, "how to keep a sure win")
    if singles_left(state) <= LAST_SINGLES:
        return _Topic("07-last-turns", "what counts in the last turns")
    if isinstance(better, Refill):
        return _about_refill(state, better, played)
    if isinstance(played, Refill):
        return _Topic("10-few-at-a-time", "when not to refill")
    if isinstance(better, FaceDown):
        if COLUMNS - state.stage[better.row].count(None) >= _CROWD:
            return _Topic("11-a-crowd", "when to send a full row to the right, face down")
        return _Topic("06-counting", "when to play face down")
    if _count_jumps(state, better) > _count_jumps(state, played):
        return _Topic("04-jumping", "how Completes gain columns by jumping")
    return _Topic("06-counting", "how to compare what your Singles do")


def _about_refill(state: State, better: Refill, played: Action) -> _Topic:
    if all(row == EMPTY_ROW for row in state.stage):
        return _Topic("10-few-at-a-time", "why to refill an empty stage")
    if isinstance(played, Refill) and len(played.rows) >= len(better.rows):
        return _Topic("10-few-at-a-time", "why to bring out few Completes at a time")
    return _Topic("11-a-crowd", "when to bring out more Completes")


def _count_jumps(state: State, action: Action) -> int:
    """Return the number of Completes that jump to the right."""
    return sum(move.goes_right and move.jumps for move in foresee(state, action).moves)


def _in_tradewinds(view: Any, legal: Sequence[Any], better: Any, played: Any) -> _Topic:
    if _net(view, better) > _net(view, played):
        return _Topic("07-plus-and-minus", "how to weigh what scores against what deducts")
    return _Topic("09-together", "how to leave points for the players after you")


def _net(view: Any, action: Any) -> int:
    return next(event for event in tradewinds.GAME.preview(view, action) if isinstance(event, Blew)).net


def _in_clash(view: Any, legal: Sequence[Any], better: Any, played: Any) -> _Topic:
    if isinstance(better, PlayThree | PlayPair):
        return _Topic("06-making-them-match", "how to make the piles match")
    return _Topic("09-playing-well", "how to look ahead before you play")


_CHOICES: dict[str, Callable[[Any, Sequence[Any], Any, Any], _Topic]] = {
    clash.GAME.id: _in_clash,
    exit_stage_right.GAME.id: _in_exit_stage_right,
    tradewinds.GAME.id: _in_tradewinds,
}
