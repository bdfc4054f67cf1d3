"""The player's mistakes, saved as exercises in the saved-games database. They stay after their games are deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import Field, TypeAdapter

from cardtable.engine.game import AnyGame
from cardtable.formats.position import dump_position, load_position
from cardtable.formats.text import safe_text
from cardtable.practice.decisions import fingerprint
from cardtable.practice.exercises import PracticeExercise, exercises_of, name_of
from cardtable.practice.review import Candidate, MoveReview, Review
from cardtable.practice.saved_names import MISTAKE
from cardtable.practice.saved_reviews import rounded
from cardtable.practice.schedule import Repetition, repeat
from cardtable.store.clock import current_time
from cardtable.store.errors import GameNotFound, StorageError
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.store.archive import Archive

MAX_TITLE_WIDTH = 60
MAX_CERTAIN = 2
"""The maximum number of exercises from one game about moves that lowered the certain margin.

More of them would teach the same thing again.
"""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An exercise about a move in one of the player's games."""

    exercise: PracticeExercise
    game: int
    """The number of the game. The game may have been deleted."""
    day: date
    """The date on which the game ended."""
    repetition: Repetition

    @property
    def order(self) -> tuple[object, ...]:
        """The key for sorting. Exercises that need repetition come first, in the order of their dates."""
        return self.repetition.holds, self.repetition.due, self.game, self.exercise.decided.number


class _SavedMistake(NamedTuple):
    """A saved mistake. The field names are the same as in the database."""

    position: str
    names: tuple[str, ...]
    played: str
    title: str
    game: Annotated[int, Field(ge=0)]
    day: date
    review: MoveReview
    repetition: Repetition


_ADAPTER = TypeAdapter(_SavedMistake)


class Mistakes:
    """The exercises from the player's games."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        self._archive = archive
        self._unsaved: dict[str, Repetition] = {}
        """The repetitions that couldn't be saved."""
        self._fault = ""

    def all(self) -> list[Mistake]:
        """Return all exercises. Due exercises come first, and invalid rows are left out."""
        try:
            return load_mistakes(self._archive(), self._unsaved) if may_exist(archive_file()) else []
        except StorageError as error:
            self._fault = storage_sentence(error)
            return []

    def take_fault(self) -> str:
        """Return a sentence about the latest storage error since the last call, or an empty string if none occurred."""
        fault, self._fault = self._fault, ""
        return fault

    def note(self, mistake: Mistake, is_right: bool, now: datetime | None = None) -> Repetition:
        """Save the first answer to an exercise in a sitting. Return the exercise's new schedule."""
        after = repeat(mistake.repetition, is_right, now or current_time())
        name = mistake.exercise.name
        try:
            self._archive().save_progress(name, _dump(mistake.exercise, mistake.game, mistake.day, after))
            self._unsaved.pop(name, None)
        except StorageError as error:
            self._fault = storage_sentence(error)
            self._unsaved[name] = after
        return after


def load_mistakes(archive: Archive, unsaved: Mapping[str, Repetition] | None = None) -> list[Mistake]:
    """Return all exercises. Due exercises come first, and invalid rows are left out.

    `unsaved` contains repetitions, keyed by name, that are newer than the saved ones. Raise StorageError if the
    database can't be read.
    """
    newer = unsaved or {}
    rows = archive.all_progress(MISTAKE)
    found = (_load(name, value, newer.get(name)) for name, value in rows.items())
    return sorted((each for each in found if each is not None), key=lambda each: each.order)


def save_mistakes(archive: Archive, number: int, session: Session, review: Review, now: datetime | None = None) -> None:
    """Save an exercise for each mistake in the review of a saved game.

    Of the moves that lowered the certain margin, only the worst count. Delete the exercises about moves that the review
    no longer marks, except exercises with an answer. Raise StorageError if the database can't be written.
    """
    now, game = now or current_time(), fingerprint(session)
    saved = archive.all_progress(f"{MISTAKE}{game} ")
    exercises = {exercise.name: exercise for exercise in worth_repeating(exercises_of(session, review))}
    reviewed = {name_of(game, move.number) for move in review.moves}
    day, changed = _day_of(archive, number, now), dict[str, object]()
    for name, exercise in exercises.items():
        before = _load(name, saved.get(name))
        repetition = Repetition(now) if before is None else before.repetition
        if (value := _dump(exercise, number, day, repetition)) != saved.get(name):
            changed[name] = value
    unblamed = {name: _load(name, saved[name]) for name in (saved.keys() & reviewed) - exercises.keys()}
    deleted = [name for name, each in unblamed.items() if each is None or not each.repetition.is_answered]
    if changed or deleted:  # a read-only disk is no problem if nothing changes
        with archive.transaction():
            for name, value in changed.items():
                archive.save_progress(name, value)
            for name in deleted:
                archive.delete_progress(name)


def worth_repeating(exercises: list[PracticeExercise]) -> list[PracticeExercise]:
    """Return a game's exercises, with only the worst `MAX_CERTAIN` of those about the certain margin."""
    certain = [exercise for exercise in exercises if exercise.decided.is_by_certain_margin]
    left_out = sorted(certain, key=lambda exercise: -exercise.decided.cost)[MAX_CERTAIN:]
    return [exercise for exercise in exercises if exercise not in left_out]


def _day_of(archive: Archive, number: int, now: datetime) -> date:
    """Return the local date on which a game ended, or today if the game has been deleted."""
    try:
        then = archive.entry(number).touched
    except GameNotFound:
        then = now
    return then.astimezone().date()


def _dump(exercise: PracticeExercise, game: int, day: date, repetition: Repetition) -> object:
    row = _SavedMistake(
        position=dump_position(exercise.game, exercise.state),
        names=exercise.names,
        played=exercise.played,
        title=exercise.title,
        game=game,
        day=day,
        review=exercise.decided,
        repetition=repetition,
    )
    fields = zip(_SavedMistake._fields, json.loads(_ADAPTER.dump_json(row)), strict=True)
    return {name: rounded(value) if name == "review" else value for name, value in fields}


def _load(name: str, value: object, unsaved: Repetition | None = None) -> Mistake | None:
    """Return the exercise in a row, or None if the row is invalid."""
    if not isinstance(value, dict):
        return None
    try:
        row = _ADAPTER.validate_python(tuple(value[field] for field in _SavedMistake._fields))
        game, state = load_position(row.position)
        return Mistake(_exercise(name, row, game, state), row.game, row.day, unsaved or row.repetition)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _exercise(name: str, row: _SavedMistake, game: AnyGame, state: object) -> PracticeExercise:
    """Return the exercise in a row with a valid position. Raise ValueError if other parts don't match the position."""
    seat, legal = game.turn(state), set(map(str, game.legal(state)))
    moves = (row.review.played, row.review.best, *row.review.others)
    if (
        seat is None
        or len(row.names) != game.seat_count(state)
        or row.played != row.review.played.action
        or not all(each.action in legal and _is_finite(each) for each in moves)
    ):
        raise ValueError(name)
    names = tuple(safe_text(each, fallback=f"Player {at}") for at, each in enumerate(row.names, 1))
    title = safe_text(row.title, MAX_TITLE_WIDTH, fallback=f"Move {row.review.number} again")
    return PracticeExercise(name, title, game, state, seat, names, row.played, row.review)


def _is_finite(candidate: Candidate) -> bool:
    """Return whether the numbers are in a plausible range. Anyone can edit the database."""
    numbers = (*candidate.margin, *(candidate.chance or ()))
    return all(-1_000 < number < 1_000 for number in numbers)
