"""Exercises from mistakes, in the saved-games database."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.players.known_games import knowledge_of
from cardtable.practice.answers import answer_sentence, best_sentence, mistake_label, rival_of
from cardtable.practice.decisions import decisions_of
from cardtable.practice.exercises import PracticeExercise, exercises_of, is_right
from cardtable.practice.mistakes import Mistakes, load_mistakes, save_mistakes, worth_repeating
from cardtable.practice.review import Candidate, Interval, Review, Verdict
from cardtable.practice.words import action_text
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.table.lazy_archive import LazyArchive
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.practice.move_reviews import candidate, reviewed, worse
from tests.table.saved_games import failing

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)
GAME = finished_game()
FIRST, SECOND = blamable(GAME)[3:5]
REVIEW = review_of(GAME, {FIRST: Verdict.MISTAKE, SECOND: Verdict.INACCURACY})
CLEAN = review_of(GAME, {})


@pytest.fixture
def store(store: LazyArchive) -> LazyArchive:
    """Return the saved games, with one game and its exercises."""
    save_mistakes(store.archive, store.add_game(GAME), GAME, REVIEW, NOW)
    return store


def numbers(archive: Archive) -> list[int]:
    return [each.exercise.decided.number for each in load_mistakes(archive)]


def only(review: Review, *moves: int) -> Review:
    """Return the review as it was when only these moves were reviewed."""
    return replace(review, moves=tuple(move for move in review.moves if move.number in moves))


# Positions


def test_every_blamed_move_becomes_an_exercise_in_its_own_position() -> None:
    exercises = exercises_of(GAME, REVIEW)
    assert [exercise.title for exercise in exercises] == [f"Move {FIRST} again", f"Move {SECOND} again"]
    for exercise, number in zip(exercises, (FIRST, SECOND), strict=True):
        assert exercise.seen.state == GAME.view_at(0, number - 1)
        assert exercise.played == str(GAME.actions[number - 1])
        assert exercise.seen.legal


def test_the_move_once_played_is_wrong_and_the_best_one_is_right() -> None:
    exercise = exercises_of(GAME, REVIEW)[0]
    by_text = {str(action): action for action in exercise.seen.legal}
    played, best = (exercise.known(by_text[each.action]) for each in (exercise.decided.played, exercise.decided.best))
    assert played is not None
    assert not is_right(played)
    assert best is not None
    assert is_right(best)
    assert best.played == exercise.decided.best


def by_margin(*blamed: int) -> Review:
    """Return the review where win chances aren't calibrated; each of these moves gave away 1.2 Completes."""
    decisions = {each.number: each for each in decisions_of(GAME)}
    others = {
        number: next(each for each in decisions[number].legal if each != decisions[number].played) for number in blamed
    }
    return reviewed(GAME, [worse(decisions[at], other, None) for at, other in others.items()], calibrated=False)


def test_a_clear_loss_of_margin_becomes_an_exercise_too(store: LazyArchive) -> None:
    review = by_margin(FIRST, SECOND)
    unsure = replace(review.moves[SECOND - 1], margin_loss=Interval(1.2, 0.4, 2.0))
    review = replace(review, moves=(*review.moves[: SECOND - 1], unsure, *review.moves[SECOND:]))
    save_mistakes(store.archive, 1, GAME, review, NOW)
    (mistake,) = load_mistakes(store.archive)
    exercise = mistake.exercise
    assert exercise.decided.number == FIRST
    played, best = (
        exercise.known(GAME.game.parse(each.action)) for each in (exercise.decided.played, exercise.decided.best)
    )
    assert played is not None
    assert best is not None
    assert (is_right(played), is_right(best)) == (False, True)
    assert answer_sentence(exercise, played).startswith(
        f"No: {action_text(GAME.game, exercise.played)} is the move you played, expected margin +0.2 Completes"
    )
    known = (exercise.decided.played.action, exercise.decided.best.action)
    other = next(str(each) for each in exercise.seen.legal if str(each) not in known)
    third = replace(played, played=candidate(other, margin=0.1))
    name = action_text(GAME.game, other)
    assert answer_sentence(exercise, third).startswith(f"No: {name} isn't good enough, expected margin +0.1 Completes")
    assert ": gave away 1.2 Completes, due" in mistake_label(mistake, NOW)


def test_the_best_answer_is_followed_by_the_same_reason_as_the_best_move() -> None:
    exercise = exercises_of(GAME, REVIEW)[0]
    best = exercise.known(GAME.game.parse(exercise.decided.best.action))
    assert best is not None
    assert best.verdict is Verdict.BEST
    sentence, reason = answer_sentence(exercise, best), best_sentence(exercise, best).split(". ")[-1]
    assert sentence.endswith(f". {reason}")
    assert reason not in answer_sentence(exercise, replace(best, best=exercise.decided.played)), "it isn't the best"


def test_a_wrong_answer_is_explained_without_the_better_move() -> None:
    """Check also that the reason for the best move compares it with the wrong answer."""
    exercise = exercises_of(GAME, REVIEW)[0]
    played, best = (GAME.game.parse(each.action) for each in (exercise.decided.played, exercise.decided.best))
    wrong, right = exercise.known(played), exercise.known(best)
    assert wrong is not None
    assert right is not None
    knowledge, view = knowledge_of(GAME.game), exercise.seen.state
    assert knowledge.fault is not None
    fault = knowledge.fault(view, best, played)
    assert fault
    assert f". {fault} The best move: " in answer_sentence(exercise, wrong)
    assert str(best) not in answer_sentence(exercise, wrong)
    assert rival_of(exercise, right, str(played)) == played


def test_an_answer_that_is_nearly_the_best_is_good_enough() -> None:
    exercise = exercises_of(GAME, REVIEW)[0]
    played = exercise.decided.played._replace(chance=Interval(0.57, 0.55, 0.59))
    nearly = replace(exercise.decided, verdict=Verdict.GOOD, played=played)
    name = action_text(GAME.game, played.action)
    assert (
        answer_sentence(exercise, nearly)
        == f"Good enough: {name}, expected margin +0.4 Completes (+0.1 to +0.7), win chance 57%."
    )


def test_only_the_worst_mistakes_about_the_certain_margin_are_saved() -> None:
    """Check that other mistakes in the game are all kept, and that the order stays the same."""
    other = exercises_of(GAME, REVIEW)[0]

    def certain(number: int, lost: float) -> PracticeExercise:
        best, played = (Candidate("Red", Interval(each, each, each), None) for each in (9.0, 9.0 - lost))
        move = replace(
            other.decided, number=number, best=best, played=played, loss=None, margin_loss=Interval(lost, lost, lost)
        )
        return replace(other, name=str(number), review=move)

    mild, worst, bad, mildest = (certain(at, lost) for at, lost in enumerate((2.0, 4.0, 3.0, 1.0)))
    assert worth_repeating([mild, worst, other, bad, mildest]) == [worst, other, bad]


def test_an_illegal_answer_is_explained() -> None:
    exercise = exercises_of(GAME, REVIEW)[0]
    absent = next(card for card in ("Red", "Green", "Blue", "Circle") if card not in map(str, exercise.seen.legal))
    with pytest.raises(ValueError, match=absent):
        exercise.question(exercise.game.parse(absent))


def test_a_question_about_an_answer_holds_no_hidden_card() -> None:
    exercise = exercises_of(GAME, REVIEW)[0]
    shuffled = exercise.game.determinize(exercise.state, 0, Key(5))
    assert shuffled != exercise.state
    answer = exercise.seen.legal[0]
    assert replace(exercise, state=shuffled).question(answer) == exercise.question(answer)


# Saving


def test_exercises_are_saved_once_and_survive_their_game(store: LazyArchive) -> None:
    before = load_mistakes(store.archive)
    assert [each.exercise for each in before] == exercises_of(GAME, REVIEW)
    save_mistakes(store.archive, before[0].game, GAME, REVIEW, NOW + timedelta(days=1))
    assert load_mistakes(store.archive) == before
    store.archive.delete(before[0].game, "")
    assert load_mistakes(store.archive) == before


def test_a_move_that_is_not_blamed_any_more_goes_away_unless_it_was_answered(store: LazyArchive) -> None:
    book = Mistakes(lambda: store.archive)
    book.note(book.all()[1], False, NOW)
    save_mistakes(store.archive, 1, GAME, CLEAN, NOW)
    assert numbers(store.archive) == [SECOND]


def test_a_review_in_progress_leaves_moves_it_has_not_reached(store: LazyArchive) -> None:
    save_mistakes(store.archive, 1, GAME, only(CLEAN, FIRST), NOW)
    assert numbers(store.archive) == [SECOND]


def test_a_refined_review_keeps_when_the_exercise_is_repeated(store: LazyArchive) -> None:
    book = Mistakes(lambda: store.archive)
    first = book.all()[0]
    after = book.note(first, True, NOW)
    refined = review_of(GAME, {FIRST: Verdict.BLUNDER, SECOND: Verdict.INACCURACY})
    save_mistakes(store.archive, 1, GAME, refined, NOW)
    found = next(each for each in book.all() if each.exercise.name == first.exercise.name)
    assert found.repetition == after
    assert found.exercise.decided.verdict is Verdict.BLUNDER


def test_those_that_are_due_come_first(store: LazyArchive) -> None:
    book = Mistakes(lambda: store.archive)
    book.note(book.all()[0], True, NOW)
    assert [each.exercise.decided.number for each in book.all()] == [SECOND, FIRST]
    assert [each.repetition.is_due(NOW) for each in book.all()] == [True, False]
    assert all(each.repetition.is_due(NOW + timedelta(days=2)) for each in book.all())


def test_answers_count_in_this_sitting_if_they_cannot_be_saved(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Mistakes(lambda: store.archive)
    with monkeypatch.context() as patch:
        patch.setattr(Archive, "save_progress", failing(StorageFault.DISK_FULL))
        book.note(book.all()[0], True, NOW)
        assert book.take_fault() == "The disk is full."
        assert book.take_fault() == ""
        assert [each.repetition.is_due(NOW) for each in book.all()] == [True, False]


# Bad rows


def change(value: Any, path: str, new: object) -> Any:
    """Return the row with another value at this path."""
    changed = json.loads(json.dumps(value))
    *parents, last = path.split("/")
    place = changed
    for parent in parents:
        place = place[int(parent) if parent.isdecimal() else parent]
    place[int(last) if last.isdecimal() else last] = new
    return changed


BAD: list[tuple[str, object]] = [
    *(("position", bad) for bad in ("", "{", None, 7, '{"game": "chess"}')),
    *(("played", bad) for bad in ("Zebra", "", None)),
    ("names", []),
    ("names", ["Ann", "Ben"]),
    ("names", "Ann"),
    *(("day", bad) for bad in ("yesterday", None, "2026-13-01")),
    *(("game", bad) for bad in (-1, "seven", None)),
    ("repetition", None),
    ("repetition", []),
    ("repetition/0", "soon"),
    ("repetition/1", [0, 5, "2026-11-22T20:00:00Z"]),
    ("repetition/1", [2, 99, "2026-11-22T20:00:00Z"]),
    ("repetition/1", [float("nan"), 5, "2026-11-22T20:00:00Z"]),
    ("review", None),
    ("review", {}),
    ("review/best/0", "Zebra"),
    ("review/best/1/0", float("nan")),
    ("review/played/2/0", 1e300),
    ("review/verdict", "brilliant"),
]


@pytest.mark.parametrize("bad", ["2026-11-22T20:00:00", "1970-01-01T00:00:07Z", "9999-01-01T00:00:00Z"])
def test_an_exercise_with_a_bad_time_is_due_at_once(store: LazyArchive, bad: str) -> None:
    name, value = next(iter(store.archive.all_progress("mistake ").items()))
    store.archive.save_progress(name, change(value, "repetition/0", bad))
    assert len(numbers(store.archive)) == 2
    first = load_mistakes(store.archive)[0]
    assert first.exercise.name == name
    assert first.repetition.is_due(NOW)


@pytest.mark.parametrize(("path", "new"), BAD)
def test_an_invalid_row_is_left_out(store: LazyArchive, path: str, new: object) -> None:
    name, value = next(iter(store.archive.all_progress("mistake ").items()))
    without = {key: value[key] for key in value if key != path}
    damaged: tuple[object, ...] = (change(value, path, new), without, None, [])
    for bad in damaged:
        store.archive.save_progress(name, bad)
        if bad != value:
            assert numbers(store.archive) == [SECOND if name.endswith(f" {FIRST}") else FIRST]
            save_mistakes(store.archive, 1, GAME, REVIEW, NOW)
            assert sorted(numbers(store.archive)) == [FIRST, SECOND]


def test_text_from_a_row_is_safe_to_show(store: LazyArchive) -> None:
    name, value = next(iter(store.archive.all_progress("mistake ").items()))
    store.archive.save_progress(name, {**value, "title": "\x1b[31mred\n" * 99, "names": ["\x1b]0;x\a"]})
    found = next(each for each in load_mistakes(store.archive) if each.exercise.name == name)
    assert all(text.isprintable() and len(text) <= 60 for text in (found.exercise.title, *found.exercise.names))


def test_without_a_database_there_are_no_exercises_and_none_is_created(tmp_path: Path) -> None:
    store = LazyArchive()
    assert Mistakes(lambda: store.archive).all() == []
    assert not store.path.exists()
    store.close()
