"""The work on a review: it is saved and goes on later, and what an older version saved gets what it lacks."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from cardtable.engine.cards import is_hidden
from cardtable.engine.games import SHIPPED
from cardtable.players.process import ThinkingProcess
from cardtable.practice.decisions import decisions_of, fingerprint
from cardtable.practice.exercises import PracticeExercise
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import load_mistakes
from cardtable.practice.review import Review, share
from cardtable.practice.saved_reviews import load_review, save_review
from cardtable.practice.words import STOPPED
from cardtable.rooms.kit.goto import ToPracticeExercises, ToReplay, ToReview, ToWhatIf
from cardtable.rooms.kit.response import AskText, Say
from cardtable.rooms.kit.review_work import REVIEW_NOT_SAVED, ReviewWork
from cardtable.rooms.review import (
    CHOOSE_A_MOVE,
    NO_BETTER,
    NO_MISTAKE,
    NONE_SO_FAR,
    NOT_REVIEWED,
    ONLY_MISTAKE,
    ReviewRoom,
    ask_whose,
)
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.table.lazy_archive import LazyArchive, SavedGame
from cardtable.table.session import Session
from tests.plain.judges import Judge, seat
from tests.practice.move_reviews import reviewed, worse
from tests.practice.plausible_reviews import review_of
from tests.rooms.examples import refusal
from tests.table.saved_games import failing
from tests.table.sittings import played

PATIENCE = 60


def finished_game() -> Session:
    return played(SHIPPED["exit-stage-right"], seats=1)


@pytest.fixture
def store(store: LazyArchive) -> LazyArchive:
    """Return the saved games with a finished game."""
    store.add_game(finished_game())
    return store


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    return seat(Judge(), monkeypatch)


def older(session: Session) -> Review:
    """Return a complete review without what tells luck apart."""
    review = review_of(session, stage=len(STAGES))
    moves = tuple(replace(move, usual=None, simulations=STAGES[-1]) for move in review.moves)
    return replace(review, moves=moves)


def work_on(session: Session, store: LazyArchive) -> None:
    work = ReviewWork(session, SavedGame(store, 1))
    work.start()
    work.wait(PATIENCE)
    assert not work.is_running
    work.close()


def saved_review(session: Session, store: LazyArchive) -> Review | None:
    return load_review(store.archive, 1, fingerprint(session))


# Saving
def test_a_review_goes_on_where_it_was_closed(store: LazyArchive, judge: Judge) -> None:
    session = finished_game()
    judge.most, judge.is_interrupted = 4, False
    work = ReviewWork(session, SavedGame(store, 1))
    work.start()
    while len(work.review.moves) < judge.most:
        work.wait(0.01)
    assert work.is_running
    work.close()
    assert work.take_faults() == []
    saved = saved_review(session, store)
    assert saved is not None
    assert len(saved.moves) == 4
    judge.most, judge.asked = sys.maxsize, []
    work_on(session, store)
    quick = [number for number, simulations in judge.asked if simulations == STAGES[0]]
    assert quick == list(range(5, len(session.actions) + 1))


def test_nothing_is_saved_before_the_first_verdict(store: LazyArchive) -> None:
    session = finished_game()
    work = ReviewWork(session, SavedGame(store, 1))
    work.save_stage()
    work.close()
    assert saved_review(session, store) is None


def test_a_review_that_cannot_be_saved_is_finished_and_says_so_once(
    store: LazyArchive, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = ReviewWork(finished_game(), SavedGame(store, 1))
    assert work.is_saved
    monkeypatch.setattr(Archive, "save_progress", failing(StorageFault.DISK_FULL))
    work.start()
    work.wait(PATIENCE)
    assert work.take_faults() == []
    work.save_stage()
    assert work.take_faults() == [f"The disk is full. {REVIEW_NOT_SAVED}"]
    work.close()
    assert work.take_faults() == []
    assert work.is_complete
    assert not work.is_saved


def test_a_saved_review_is_read_where_its_exercises_cannot_be_saved(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = finished_game()
    save_review(store.archive, 1, review_of(session, stage=len(STAGES)))
    monkeypatch.setattr(Archive, "save_progress", failing(StorageFault.DISK_FULL))
    work = ReviewWork(session, SavedGame(store, 1))
    assert work.is_complete
    assert work.take_faults() == [f"The disk is full. {REVIEW_NOT_SAVED}"]
    work.close()


def test_a_review_that_ends_early_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: ThinkingProcess) -> None:
        raise OSError

    monkeypatch.setattr(ThinkingProcess, "start", fail)
    work = ReviewWork(finished_game(), None)
    work.start()
    work.wait(PATIENCE)
    assert not work.is_running
    assert work.take_faults() == [STOPPED]
    work.close()
    assert work.take_faults() == []


# Reviews of an older version
def test_luck_is_found_for_an_older_review_and_its_verdicts_stay(store: LazyArchive, judge: Judge) -> None:
    session = finished_game()
    before = older(session)
    assert share(before) is None
    save_review(store.archive, 1, before)
    work_on(session, store)
    after = load_review(store.archive, 1, before.fingerprint)
    assert after is not None
    assert share(after) is not None
    assert after.stage == len(STAGES)
    assert {simulations for _, simulations in judge.asked} == {STAGES[1]}
    assert [replace(move, usual=None) for move in after.moves] == _rounded(before)
    judge.asked.clear()
    work_on(session, store)
    assert not judge.asked


def _rounded(review: Review) -> list[object]:
    """Return the moves as they are saved."""
    archive = LazyArchive()
    number = archive.add_game(finished_game())
    save_review(archive.archive, number, review)
    saved = load_review(archive.archive, number, review.fingerprint)
    archive.close()
    assert saved is not None
    return list(saved.moves)


def test_a_complete_review_gets_the_exercises_that_it_lacks(store: LazyArchive, judge: Judge) -> None:
    session = finished_game()
    review = review_of(session, stage=len(STAGES), is_calibrated=False)
    save_review(store.archive, 1, review)
    assert not load_mistakes(store.archive)
    work_on(session, store)
    lessons = [move.number for move in review.moves if move.is_lesson]
    assert lessons
    assert sorted(each.exercise.decided.number for each in load_mistakes(store.archive)) == lessons
    assert not judge.asked


# Move by move
# Several people
def test_every_person_of_a_game_has_a_review_of_their_own(store: LazyArchive) -> None:
    """Check also that the mistakes of each become exercises, in which the others' hands stay hidden."""
    session = played(SHIPPED["rummy-like"], seats=3)
    number = store.add_game(session)
    ask = ask_whose(session, number, None)
    assert ask is not None
    places = [answer.take() for answer in ask.choices]
    assert places == [ToReview(session, number, person) for person in range(3)]
    for person in range(3):
        decision = next(each for each in decisions_of(session, person) if len(each.legal) > 1)
        better = next(each for each in decision.legal if each != decision.played)
        blame = [worse(decision, better, None)]
        save_review(store.archive, number, reviewed(session, blame, calibrated=False, person=person))
    for person in range(3):
        room = ReviewRoom(ReviewWork(session, SavedGame(store, number), person=person))
        assert room.work.is_complete
        assert {each.seat for each in room.decisions} == {person}
        assert [room.decisions[at].seat for at in room.errors] == [person]
        room.next_mistake()
        assert refusal(room, "what-if").startswith("What-if lines need a game with one person")
    exercises = [each.exercise for each in load_mistakes(store.archive)]
    assert sorted(each.seat for each in exercises) == [0, 1, 2]
    for exercise in exercises:
        hands = exercise.seen.state.chards
        assert [any(map(is_hidden, hand)) for hand in hands] == [seat != exercise.seat for seat in range(3)]


@pytest.fixture
def room(store: LazyArchive) -> ReviewRoom:
    """Return the room of a complete review with several mistakes."""
    session = finished_game()
    save_review(store.archive, 1, review_of(session, stage=len(STAGES)))
    return ReviewRoom(ReviewWork(session, SavedGame(store, 1)))


def test_the_cursor_goes_through_moves_and_mistakes(room: ReviewRoom) -> None:
    errors, last = room.errors, len(room.decisions) - 1
    assert len(errors) > 3
    for command, at in (
        ("step", 0),
        ("step-back", None),
        ("step-back", None),
        ("next-mistake", errors[0]),
        ("next-mistake", errors[1]),
        ("next-mistake", errors[2]),
        ("mistake-before", errors[1]),
        ("mistake-before", errors[0]),
        ("mistake-before", None),
        ("last", last),
        ("step", None),
        ("last", last),
        ("summary", None),
    ):
        assert room.do(command) is None
        assert room.at == at, command
    room.go(errors[-1])
    assert room.do("next-mistake") is None
    assert room.at == errors[0], "after the last comes the first"


def test_a_single_mistake_is_said_to_be_the_only_one(room: ReviewRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewRoom, "errors", [2])
    assert (room.do("next-mistake"), room.at) == (None, 2)
    assert (room.do("next-mistake"), room.at) == (Say(ONLY_MISTAKE), 2)


def test_a_move_is_found_by_its_number(room: ReviewRoom) -> None:
    room.do("move-number", "3")
    assert room.at == 2
    ask = room.do("move-number")
    assert isinstance(ask, AskText)
    ask.take("2")
    assert room.at == 1
    for text in ("0", "x", str(len(room.decisions) + 1)):
        with pytest.raises(ValueError, match=r"one of your moves\. Your first is move 1, and your last is move \d+\."):
            room.do("move-number", text)
    assert room.at == 1


def test_the_better_move_is_shown_on_request_and_known_from_then_on(room: ReviewRoom) -> None:
    room.do("next-mistake")
    assert room.move is not None
    assert str(room.shown_action) == room.move.played.action
    assert room.can("lesson") is None
    room.do("better")
    assert str(room.shown_action) == room.move.best.action
    assert (room.can("better"), room.can("played"), room.can("lesson")) == (False, True, True)
    room.do("played")
    assert str(room.shown_action) == room.move.played.action
    first = room.at
    room.do("better")
    room.do("next-mistake")
    assert not room.shows_better
    assert room.told == {first}


def test_a_mistake_is_practised_as_one_that_the_player_knows_or_not(room: ReviewRoom) -> None:
    room.do("next-mistake")
    for is_known in (False, True):
        place = room.do("practise")
        assert isinstance(place, ToPracticeExercises)
        exercise = place.source.next()
        assert isinstance(exercise, PracticeExercise)
        assert exercise.decided == room.move
        assert place.source.is_known == is_known
        room.do("better")


def test_what_starts_from_a_move_starts_before_it(room: ReviewRoom) -> None:
    with pytest.raises(ValueError, match=CHOOSE_A_MOVE):
        room.do("what-if")
    room.go(4)
    assert room.do("what-if") == ToWhatIf(room.session, 4)
    place = room.do("replay-here")
    assert isinstance(place, ToReplay)
    assert (place.replay.at, place.replay.viewer, place.number) == (4, 0, 1)


def test_where_nothing_can_be_done_the_player_hears_why(room: ReviewRoom) -> None:
    for at, move in enumerate(room.work.review.moves):
        room.go(at)
        refusals = {name: room.command(name).why_not(room) for name in ("better", "practise")}
        assert refusals == {
            "better": "" if move.best.action != move.played.action else NO_BETTER,
            "practise": "" if move.is_lesson else NO_MISTAKE,
        }
    unreviewed = ReviewRoom(ReviewWork(room.session, None))
    assert unreviewed.command("next-mistake").why_not(unreviewed) == NONE_SO_FAR
    unreviewed.go(0)
    assert unreviewed.command("better").why_not(unreviewed) == NOT_REVIEWED
    assert unreviewed.command("practise").why_not(unreviewed) == NOT_REVIEWED


# Whose moves


def test_several_people_are_asked_whose_moves_to_review_once_and_one_person_never() -> None:
    session = played(SHIPPED["rummy-like"], seats=3)
    ask = ask_whose(session, 7, None)
    assert ask is not None
    assert ask.question == "Whose moves would you like to review?"
    assert [each.label for each in ask.choices] == list(session.names)
    assert ask.choices[1].take() == ToReview(session, 7, 1)
    assert ask_whose(session, 7, 1) is None
    assert ask_whose(finished_game(), 7, None) is None, "somebody played alone"
