"""Which of the exercises that are due to offer first, because one poor game can give twenty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardtable.practice.mistakes import Mistake
from cardtable.practice.progress import MOST_NEW
from cardtable.practice.review import CLEAR_LOSS, STEPS, MoveReview
from cardtable.practice.teaching import lesson_for


def split(due: Sequence[Mistake]) -> tuple[list[Mistake], list[Mistake]]:
    """Return the exercises to offer first, and the others.

    The first ones are those that were tried before, and the most instructive of the new ones: the largest sure
    mistakes, of as many kinds as possible. Few stay in their order.
    """
    tried = [each for each in due if each.repetition.is_answered]
    new = [each for each in due if not each.repetition.is_answered]
    if len(new) <= MOST_NEW:
        return list(due), []
    seen, order = Counter[str](), list[tuple[int, Mistake]]()
    for each in sorted(new, key=_size, reverse=True):
        kind = _kind(each)
        order.append((seen[kind], each))
        seen[kind] += 1
    ranked = [each for _, each in sorted(order, key=lambda pair: pair[0])]
    return [*tried, *ranked[:MOST_NEW]], ranked[MOST_NEW:]


def _size(mistake: Mistake) -> float:
    """Return how much a move certainly gave away, in the smallest amounts that a review marks."""
    move: MoveReview = mistake.puzzle.decided
    return move.margin_loss.low / CLEAR_LOSS if move.loss is None else move.loss.low / STEPS[0]


def _kind(mistake: Mistake) -> str:
    """Return the theme of a mistake, such as `when not to refill`."""
    puzzle = mistake.puzzle
    decision = puzzle.decision(puzzle.game.parse(puzzle.played))
    better = puzzle.game.parse(puzzle.decided.best.action)
    found = lesson_for(puzzle.game, decision.view, decision.legal, better, decision.played)
    return "" if found is None else found[1]
