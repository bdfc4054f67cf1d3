"""How far a pupil has got with each item of a class, according to the pupil's own saved games and progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from cardtable.classroom.course import ClassItem, Course
from cardtable.engine.phrases import counted, signed
from cardtable.formats.codec import options_text
from cardtable.lessons.answer_counts import ANSWERS, AnswerCounts
from cardtable.lessons.learning_record import QUESTIONS
from cardtable.lessons.library import find_lesson
from cardtable.store.archive import Archive
from cardtable.store.clock import UNKNOWN_TIME, parse_time
from cardtable.store.rows import GameEntry
from cardtable.table.entries import seats_of_people
from cardtable.table.grades import MAX_STARS, signs_of
from cardtable.table.pars import Pars


class Standing(NamedTuple):
    """How far a pupil has got with an item."""

    is_done: bool = False
    at: int = 0
    """The current step of a lesson, or the number of right answers."""
    of: int = 0
    """The number of steps, or of the right answers that are needed. 0 if the item needs neither."""
    tries: int = 0
    """The number of answers (in a lesson or exercises), finished tests or finished games."""
    result: str = ""
    """The result in brief, such as `8 of 10` or `2 stars, won by 4`."""
    signs: str = ""
    """The result in a few signs, such as `★★☆`."""
    when: datetime = UNKNOWN_TIME
    """The time of the last change."""
    counts: AnswerCounts = AnswerCounts()

    @property
    def has_begun(self) -> bool:
        """Whether the pupil has begun the item but not finished it."""
        return not self.is_done and (self.at > 0 or self.tries > 0)

    @property
    def words(self) -> str:
        """The standing in words, or an empty string if the pupil hasn't begun."""
        if self.is_done:
            return f"finished, {self.result}" if self.result else "finished"
        if self.of and self.has_begun:
            return f"{self.at} of {self.of}"
        return self.result or ("begun" if self.has_begun else "")


class _Row(NamedTuple):
    value: Any
    touched: datetime


def standings(archive: Archive, course: Course) -> list[Standing]:
    """Return a pupil's standing in each item of the course. Raise StorageError if the archive can't be read."""
    names = [name for item in course.items for name in (item.key, f"{ANSWERS}{item.key}")]
    touched = dict(archive.query("SELECT about, touched FROM progress"))
    rows = {name: _Row(archive.progress(name), parse_time(touched[name])) for name in names if name in touched}
    has_deals = any(item.deal for item in course.items)
    entries, pars = (archive.entries(), Pars.load(archive)) if has_deals else ([], Pars())
    return [_standing(item, rows, entries, pars) for item in course.items]


def _standing(item: ClassItem, rows: Mapping[str, _Row], entries: Sequence[GameEntry], pars: Pars) -> Standing:
    if item.deal is not None:
        return _of_deal(item, rows.get(item.key), entries, pars)
    counts = rows.get(f"{ANSWERS}{item.key}", _Row(None, UNKNOWN_TIME))
    row = rows.get(item.key, counts)
    found = AnswerCounts.from_data(counts.value)
    base = Standing(tries=found.total, when=max(row.touched, found.last), counts=found)
    match item.kind:
        case "lesson":
            return _of_lesson(item, row.value, base)
        case "exercises":
            is_done, at = found.right >= item.right, min(found.right, item.right)
            result = f"{found.right} of {found.total} right" if found.total else ""
            return base._replace(is_done=is_done, at=at, of=item.right, result=result)
        case _:
            return _of_test(item, row.value, base)


def _of_lesson(item: ClassItem, value: Any, base: Standing) -> Standing:
    data = value if isinstance(value, dict) else {}
    step, of = data.get("step"), steps_of(item.game_id, item.name)
    at = step if type(step) is int and 0 <= step <= of else 0
    return base._replace(is_done=data.get("done") is True, at=at, of=of)


@cache
def steps_of(game_id: str, name: str) -> int:
    """Return the number of steps of a lesson."""
    return len(find_lesson(game_id, name).tree.get("steps", ()))


def _of_test(item: ClassItem, value: Any, base: Standing) -> Standing:
    best = value.get("best") if isinstance(value, dict) else None
    if type(best) is not int:
        return base._replace(at=base.tries % QUESTIONS, of=QUESTIONS, tries=base.tries // QUESTIONS)
    score = f"{best} of {QUESTIONS}"
    tries = max(1, base.tries // QUESTIONS)
    return base._replace(is_done=best >= item.right, result=score, signs=f"{best}/{QUESTIONS}", tries=tries)


def _of_deal(item: ClassItem, row: _Row | None, entries: Sequence[GameEntry], pars: Pars) -> Standing:
    """Return the standing in a deal, for which any finished game is enough, or in a level, which needs a star."""
    assert item.deal is not None, "the item has a deal"
    code, options = str(item.deal.deal_code), options_text(item.deal.options)
    games = [each for each in entries if (each.kind, each.deal, each.options) == (item.game_id, code, options)]
    over = [each for each in games if each.outcome is not None]
    if not over:
        return Standing(at=int(bool(games)), when=max((each.touched for each in games), default=UNKNOWN_TIME))
    best = max(over, key=_points_ahead)
    when = max(each.touched for each in games)
    if item.level:
        stars = row.value.get("stars") if row is not None and isinstance(row.value, dict) else 0
        stars = stars if type(stars) is int and 0 <= stars <= MAX_STARS else 0
        return Standing(stars > 0, 0, 0, len(over), counted(stars, "star"), signs_of(stars), when)
    result, signs = _result(best, pars)
    return Standing(is_done=True, tries=len(over), result=result, signs=signs, when=when)


def _points_ahead(entry: GameEntry) -> int:
    """Return the margin of a solo game, or the points by which the pupil is ahead of the best computer player."""
    assert entry.outcome is not None, "the game is over"
    own = seats_of_people(entry)
    if entry.outcome.together or len(own) != 1:
        return entry.outcome.margin
    others = [points for seat, points in enumerate(entry.outcome.points) if seat not in own]
    return entry.outcome.points[own[0]] - max(others, default=0)


def _result(entry: GameEntry, pars: Pars) -> tuple[str, str]:
    """Return the result of a finished game, in words and in signs."""
    ahead = _points_ahead(entry)
    words = f"ahead by {ahead}" if ahead > 0 else f"behind by {-ahead}" if ahead else "a tie"
    graded = pars.result_of(entry)
    if graded is None or not graded.signs:
        return words, signed(ahead)
    return f"{graded.in_brief or 'no star'}, {words}", f"{graded.signs} {signed(ahead)}"
