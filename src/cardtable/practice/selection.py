"""The order of exercises from mistakes. Only a few are offered at once, because one poor game can lead to twenty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from cardtable.players.calibration import A_WIN
from cardtable.practice.mistakes import Mistake
from cardtable.practice.progress import MAX_NEW
from cardtable.practice.review import MoveReview
from cardtable.practice.words import topic_of

NO_EXERCISES = "You have no exercises yet. Review a finished game: each mistake in it becomes an exercise."


class Selection(NamedTuple):
    """All exercises, in the order in which the player gets them."""

    offered: list[Mistake]
    """The exercises to solve now, all about the same game. If no exercise is due, these are extra practice."""
    later: list[Mistake]
    """The due exercises that aren't offered yet."""
    others: list[Mistake]
    """The exercises that aren't due."""
    due: int
    """The number of exercises that are due."""


def select(mistakes: Sequence[Mistake], now: datetime) -> Selection:
    """Select from the due exercises. If none is due, select from those not yet solved for good, or else from all."""
    due = [each for each in mistakes if each.repetition.is_due(now)]
    first, later = _split(due)
    first = first or [each for each in mistakes if not each.repetition.holds] or list(mistakes)
    offered = [each for each in first if each.exercise.game is first[0].exercise.game]
    names = {each.exercise.name for each in offered}
    later = [each for each in (*first, *later) if due and each.exercise.name not in names]
    others = [each for each in mistakes if not each.repetition.is_due(now) and each.exercise.name not in names]
    return Selection(offered, later, others, len(due))


def _split(due: Sequence[Mistake]) -> tuple[list[Mistake], list[Mistake]]:
    """Return the exercises to offer first and the exercises to offer later.

    The first exercises are the ones that the player has tried before and the most instructive new ones. The most
    instructive exercises are about the mistakes that certainly lost the most, of as many kinds as possible. If only a
    few exercises are new, all exercises come first, in their original order.
    """
    tried = [each for each in due if each.repetition.is_answered]
    new = [each for each in due if not each.repetition.is_answered]
    if len(new) <= MAX_NEW:
        return list(due), []
    seen, order = Counter[str](), list[tuple[int, Mistake]]()
    for each in sorted(new, key=_size, reverse=True):
        kind = _kind(each)
        order.append((seen[kind], each))
        seen[kind] += 1
    ranked = [each for _, each in sorted(order, key=lambda pair: pair[0])]
    return [*tried, *ranked[:MAX_NEW]], ranked[MAX_NEW:]


def _size(mistake: Mistake) -> float:
    """Return the certain loss from a move, as a margin. A loss of win chance counts as in `cost`."""
    move: MoveReview = mistake.exercise.decided
    return move.margin_loss.low + (A_WIN * move.loss.low if move.loss is not None else 0.0)


def _kind(mistake: Mistake) -> str:
    """Return the theme of a mistake, such as `when not to refill`."""
    exercise = mistake.exercise
    decision = exercise.decision(exercise.game.parse(exercise.played))
    better = exercise.game.parse(exercise.decided.best.action)
    topic = topic_of(exercise.game, decision, better)
    return "" if topic is None else topic.shows
