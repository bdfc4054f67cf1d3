"""Progress alone: compared with computer players on the same deals, and mistakes over time."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.players.par import ParQuestion
from cardtable.practice.baselines import (
    BaselineRun,
    DealKey,
    load_baselines,
    play_quickly,
    questions_of,
    save_baselines,
)
from cardtable.practice.decisions import decisions_of
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.progress import ExerciseProgress, ProgressReport, ReviewedGame, progress_report
from cardtable.practice.progress_words import (
    CLEAR_LOSSES,
    MISTAKES,
    NO_GAMES,
    WHAT_COUNTS,
    comparison_lines,
    exercise_text,
    mistake_lines,
    mistakes_sentence,
    progress_lines,
)
from cardtable.practice.review import Verdict
from cardtable.practice.saved_reviews import save_review
from cardtable.store.archive import Archive
from cardtable.table.grades import Par
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.practice.move_reviews import reviewed, worse
from tests.table.entries import options_text, row

NOW = datetime(2026, 11, 22, 20).astimezone()  # in the evening of a day here, wherever that is
CHALLENGE = {"refill_count": "all", "empty_grid": "refill-first", "hand_size": 5}
KEY = DealKey("QB9R-XBDB", options_text("exit-stage-right", 1, **CHALLENGE))


def with_entries(monkeypatch: pytest.MonkeyPatch, *entries: Any) -> None:
    """Let these be the saved games."""
    monkeypatch.setattr(Archive, "entries", lambda self: list(entries))


def deal(number: int, margin: int, **more: Any) -> Any:
    """Return the row of a game in the Challenge, each with its own deal."""
    return row(number, margin, **{"deal": f"QB9R-XBD{number}", **CHALLENGE, **more})


# Compared with computer players


def test_only_the_first_game_of_a_deal_counts_and_only_without_help(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_entries(
        monkeypatch,
        deal(1, 3),
        deal(2, 9, deal="QB9R-XBD1"),  # the cards were known
        deal(3, 5, hinted=1),
        deal(4, 7, deal="QB9R-XBD3"),  # after a game with a hint
        deal(5, -2),
        deal(6, 4, hand_size=7),
        deal(7, 4, refill_count="up-to", empty_grid="allowed"),
        deal(8, 4, draw="none"),
        deal(9, 4, options="{}"),
        row(10, 4, seats=2),
        replace(deal(11, 4), outcome=None, turn=0),
    )
    report = progress_report(store.archive, NOW)
    assert [(group.hand_size, group.rules, group.games, group.won, group.margin) for group in report.groups] == [
        (5, "By the book", 1, 1, 4),
        (5, "Challenge", 2, 1, 0.5),
        (5, "drawing none, refilling every empty centre cell, empty stage it must be refilled first", 1, 1, 4),
        (7, "Challenge", 1, 1, 4),
    ]
    assert report.left_out == 4
    assert dict(report.unplayed) == {"easy": 5, "medium": 5, "hard": 5}


@pytest.mark.parametrize(
    ("helped", "words"),
    [
        ([{"hinted": 1}], "Your finished game doesn't count."),
        ([{"hinted": 1}, {"undone": 2}], "None of your 2 finished games counts."),
    ],
)
def test_games_that_do_not_count_are_mentioned(
    helped: list[dict[str, int]], words: str, store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_entries(monkeypatch, *(deal(number, 3, **help_taken) for number, help_taken in enumerate(helped)))
    assert comparison_lines(progress_report(store.archive, NOW)) == [f"{words} {WHAT_COUNTS}"]


def test_old_games_get_their_pars_on_demand(store: LazyArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    with_entries(monkeypatch, deal(1, 3), deal(2, 1), deal(3, 2, options="{}"))
    report = progress_report(store.archive, NOW)
    pars = [each for each in report.all_questions() if isinstance(each, ParQuestion)]
    assert [str(each.deal) for each in pars] == ["QB9R-XBD2", "QB9R-XBD1"]
    save_baselines(store.archive, {pars[0].name: Par(5, 1), pars[1].name: Par(3, 2)})
    report = progress_report(store.archive, NOW)
    assert "Grades: par 1, win 1." in comparison_lines(report)
    assert not any(isinstance(each, ParQuestion) for each in report.all_questions())


def test_a_level_is_compared_on_the_deals_it_has_played(store: LazyArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    with_entries(monkeypatch, *(deal(number, number) for number in range(5)))
    questions = progress_report(store.archive, NOW).questions()
    assert [question.computer.level for question in questions] == ["easy"] * 5 + ["medium"] * 5 + ["hard"] * 5
    assert questions[0].key.deal == "QB9R-XBD4"  # the latest first
    save_baselines(store.archive, play_quickly(questions[:7], 60))
    report = progress_report(store.archive, NOW)
    easy, medium = report.groups[0].levels
    assert (easy.level, easy.games, easy.own_margin) == ("easy", 5, 2)
    assert (medium.level, medium.games, medium.own_margin, medium.own_won) == ("medium", 2, 3.5, 2)
    assert len(report.questions()) == 8
    lines = comparison_lines(report)
    assert lines[1] == "You: +2.0 a game over 5 games, 80% won."
    assert lines.pop(2) == "Grades: loss 1; 4 without a par yet."
    assert lines[2].startswith("- easy on the same deals: ")
    assert "medium on 2 of these deals: " in lines[3]
    assert lines[3].endswith("You on these: +3.5, 100% won.")
    assert lines[4] == "Medium and hard still have to play some of these deals. The Practice room plays them for you."
    assert comparison_lines(report, is_playing=True)[5] == "Medium and hard are still playing some of these deals."


def test_another_process_plays_the_same_games_and_can_be_stopped() -> None:
    (easy, medium, hard) = questions_of(GAME, [KEY], {})
    run = BaselineRun([easy, medium])
    run.start()
    assert run.wait(60)
    results = run.take()
    assert results == play_quickly([easy, medium, hard], 60)
    assert run.take() == {}
    stopped = BaselineRun([hard] * 50)
    stopped.start()
    stopped.stop()
    assert not stopped._thread.is_alive()
    assert questions_of(GAME, [KEY], results) == [hard]


def test_bad_rows_and_deals_that_cannot_be_dealt_are_left_out(store: LazyArchive) -> None:
    (easy, *_) = questions_of(GAME, [KEY], {})
    bad_rows: tuple[object, ...] = (None, {"margin": "3", "won": True}, {"margin": 3}, {"margin": 10**9, "won": True})
    for bad in bad_rows:
        store.archive.save_progress(easy.name, bad)
        assert load_baselines(store.archive) == {}
    damaged = (DealKey("nonsense!", KEY.options), DealKey(KEY.deal, "{"), DealKey(KEY.deal, '{"hand_size": 99}'))
    assert questions_of(GAME, damaged, {}) == []


# Mistakes over time


def review(store: LazyArchive, code: int, *verdicts: Verdict) -> tuple[int, Session]:
    """Save a finished game with a review that blames as many moves; return its number."""
    session = finished_game(code)
    number = store.add_game(session)
    found = review_of(session, dict(zip(blamable(session), verdicts, strict=False)))
    save_review(store.archive, number, found)
    save_mistakes(store.archive, number, session, found, NOW)
    return number, session


def test_the_report_has_the_mistakes_of_each_reviewed_game_and_the_exercises(store: LazyArchive) -> None:
    first, _ = review(store, 1, Verdict.MISTAKE, Verdict.BLUNDER, Verdict.INACCURACY, Verdict.MISTAKE)
    second, _ = review(store, 2)
    store.add_game(finished_game(3))
    report = progress_report(store.archive, NOW)
    assert [(each.number, each.inaccuracies, each.mistakes, each.blunders) for each in report.reviewed] == [
        (first, 1, 2, 1),
        (second, 0, 0, 0),
    ]
    assert (report.exercises.total, report.exercises.due, report.exercises.next_due) == (4, 4, NOW)


def test_games_judged_by_margin_are_counted_apart(store: LazyArchive) -> None:
    review(store, 1, Verdict.MISTAKE)
    session = finished_game(2)
    number = store.add_game(session)
    decisions = [each for each in decisions_of(session) if len(each.legal) > 1][:2]
    moves = [worse(each, next(other for other in each.legal if other != each.played), None) for each in decisions]
    save_review(store.archive, number, reviewed(session, moves, calibrated=False))
    by_chance, by_margin = progress_report(store.archive, NOW).reviewed
    assert (by_chance.errors, by_chance.clear_losses) == (1, None)
    assert (by_margin.number, by_margin.mistakes, by_margin.clear_losses) == (number, 0, 2)
    lines = mistake_lines([by_chance, by_margin], NOW)
    assert lines == [
        f"# {MISTAKES}",
        "1 in the only game judged by win chance.",
        f"# {CLEAR_LOSSES}",
        "2 in the only game judged by margin.",
    ]


def test_the_review_of_another_game_does_not_count(store: LazyArchive) -> None:
    number, _ = review(store, 1, Verdict.MISTAKE)
    other = store.add_game(finished_game(2))
    store.archive.save_progress(f"review {other}", store.archive.progress(f"review {number}"))
    assert [each.number for each in progress_report(store.archive, NOW).reviewed] == [number]


def test_a_damaged_review_is_left_out(store: LazyArchive) -> None:
    number, _ = review(store, 1, Verdict.MISTAKE)
    value = store.archive.progress(f"review {number}")
    bad_rows: tuple[object, ...] = ([], {**value, "moves": value["moves"][1:]}, {**value, "length": "many"})
    for bad in bad_rows:
        store.archive.save_progress(f"review {number}", bad)
        assert progress_report(store.archive, NOW).reviewed == ()


# In words


def games(*errors: int) -> list[ReviewedGame]:
    return [ReviewedGame(at, NOW - timedelta(days=40 - at), each, 0, 0) for at, each in enumerate(errors)]


@pytest.mark.parametrize(
    ("errors", "words"),
    [
        ((3,), "3 in the only game judged by win chance"),
        ((3, 2, 0), "On average 1.7 in 3 games judged by win chance"),
        ((6, 4, 1, 0), "On average 0.5 in your last 2 games judged by win chance, 5 in your first 2"),
        (
            (9,) * 10 + (5,) * 7 + (2,) * 10,
            "On average 2 in your last 10 games judged by win chance, 9 in your first 10",
        ),
    ],
)
def test_the_last_games_are_compared_with_the_first_ones(errors: tuple[int, ...], words: str) -> None:
    assert mistakes_sentence(games(*errors), "win chance") == f"{words}."


def test_there_is_a_chart_but_not_in_words_alone() -> None:
    report = ProgressReport(reviewed=tuple(games(4, 3, 2, 0)))
    drawn, ascii_only, spoken = (progress_lines(report, NOW, sign=sign, width=60) for sign in ("█", "#", ""))
    assert drawn[0] == NO_GAMES
    assert "Each reviewed game, 13 October to 16 October:" in drawn
    assert sum(line.startswith("    ") for line in drawn) == 6
    assert "".join(ascii_only).isascii()
    assert not any(line.startswith("    ") for line in spoken)
    assert json.dumps(spoken).isascii()


# Exercises


@pytest.mark.parametrize(
    ("exercises", "text"),
    [
        (ExerciseProgress(), "none yet: a review turns mistakes into exercises."),
        (ExerciseProgress(total=12, due=3), "3 due of 12."),
        (ExerciseProgress(total=12, due=3, holding=4), "3 due of 12; 4 solved for good."),
        (
            ExerciseProgress(total=19, due=18, new=18, holding=1),
            "5 exercises to start with; 13 more after them; 1 solved for good.",
        ),
        (ExerciseProgress(total=4, holding=4), "all 4 solved for good."),
        (
            ExerciseProgress(total=4, holding=1, next_due=NOW + timedelta(days=3)),
            "none due of 4; the next is due on 25 November; 1 solved for good.",
        ),
    ],
)
def test_exercises_are_counted_in_one_sentence(exercises: ExerciseProgress, text: str) -> None:
    assert exercise_text(exercises, NOW) == text
