"""Reviews in words: `cardtable review`, and the command `review` after a game, in a replay and in the lobby."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from cardtable import cli
from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.formats.record import dump_record
from cardtable.plain.lobby import choose_and_play
from cardtable.plain.review import HOW_TO_GO_ON
from cardtable.plain.review_report import CAN_GO_ON
from cardtable.plain.view import view_of
from cardtable.practice.decisions import fingerprint
from cardtable.practice.judge import STAGES
from cardtable.practice.review import Review
from cardtable.practice.saved_reviews import load_review
from cardtable.practice.words import MAY_CHANGE
from cardtable.rooms.kit.goto import ToReview
from cardtable.rooms.review import NO_MISTAKES
from cardtable.store.errors import StorageFault
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from tests.plain.judges import BLUNDER, Judge, seat
from tests.plain.transcripts import opened, transcript
from tests.table.saved_games import failing
from tests.table.sittings import COMPUTERS, play_on, played, sit

ES = SHIPPED["exit-stage-right"]
ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]
TITLE = "Review, Exit Stage Right, deal 0000-0007."


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    return seat(Judge(), monkeypatch)


def save(session: Session) -> int:
    """Save a game, and return its number."""
    store = LazyArchive()
    try:
        return store.add_game(session)
    finally:
        store.close()


def saved_review(session: Session) -> Review | None:
    """Return the review that is saved with game 1."""
    store = LazyArchive()
    try:
        return load_review(store.archive, 1, fingerprint(session))
    finally:
        store.close()


def alone() -> Session:
    return played(ES, seats=1)


def run(capsys: Capture, *words: str) -> tuple[int, list[str], str]:
    """Run `cardtable review`; return the exit code, the lines of the review and what is said about the work."""
    code = cli.main(["review", *words])
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


# The command
def test_a_review_tells_the_result_the_mistakes_and_the_lessons(capsys: Capture, judge: Judge) -> None:
    session = alone()
    save(session)
    code, lines, err = run(capsys, "1", "--plain")
    length, name = len(session.actions), session.actions[BLUNDER - 1]
    assert (code, err) == (0, f"Reviewing: check 1 of 2, 0 of {length} moves.\n")
    assert lines[0] == TITLE
    assert lines[1].startswith("You lost by ")
    assert "Turning points:" in lines
    at = lines.index("Moves to learn from:")
    assert lines[at - 1] == f"To hear the table before move {BLUNDER}, replay the game and type go {BLUNDER - 1}."
    blame, better, lesson = lines[at + 1 :]
    lost = "expected margin from +1.4 to +0.2 Completes and your win chance from 62% to 40%"
    assert blame == f"Move {BLUNDER}: {name} was a blunder: it lowered your {lost}."
    assert better.startswith("Better was ")
    assert "expected margin +1.4 Completes, between +1.0 and +1.8, win chance 62%. " in better
    assert lesson.startswith("Lesson ")


def test_a_complete_review_is_saved_and_read_out_at_once(capsys: Capture, judge: Judge) -> None:
    save(alone())
    first = run(capsys, "1", "--plain")[1]
    asked = len(judge.asked)
    assert run(capsys, "1", "--plain") == (0, first, "")
    assert len(judge.asked) == asked


def test_a_quick_review_stops_after_the_first_verdicts_and_can_go_on(capsys: Capture, judge: Judge) -> None:
    save(alone())
    _, lines, _ = run(capsys, "1", "--plain", "--quick")
    assert {simulations for _, simulations in judge.asked} == {STAGES[0]}
    assert lines[-1] == f"{MAY_CHANGE} {CAN_GO_ON}"
    _, lines, _ = run(capsys, "1", "--plain")
    assert {simulations for _, simulations in judge.asked} == set(STAGES)
    assert MAY_CHANGE not in " ".join(lines)


def test_a_review_stops_a_minute_after_it_began(capsys: Capture, judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    session = alone()
    save(session)
    judge.most, judge.is_interrupted = len(session.actions), False
    monkeypatch.setattr("cardtable.plain.review_report.SAVE_SECONDS", 0.01)
    monkeypatch.setattr("cardtable.plain.review_report.MAX_SECONDS", -1.0)
    code, lines, _ = run(capsys, "1", "--plain")
    assert (code, lines[-1]) == (0, f"{MAY_CHANGE} {CAN_GO_ON}")


def test_without_a_terminal_the_review_is_in_words(capsys: Capture, judge: Judge) -> None:
    save(alone())
    assert run(capsys, "1")[1][0] == TITLE


def test_a_game_in_a_file_is_reviewed_without_saving(capsys: Capture, judge: Judge, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(dump_record(record_of(alone())), "utf-8")
    code, lines, _ = run(capsys, str(path), "--plain", "--quick")
    assert (code, lines[-1]) == (0, MAY_CHANGE)
    assert not (tmp_path / "data" / "archive.sqlite3").exists()


def test_any_moves_can_be_read_out(capsys: Capture, judge: Judge) -> None:
    session = alone()
    save(session)
    _, lines, _ = run(capsys, "1", "--moves", "2,4-5")
    told = [line for line in lines if line.startswith("Move ") and " was " in line]
    assert [line.partition(":")[0] for line in told] == ["Move 2", "Move 4", "Move 5"]
    assert "It brought: expected margin +1.0 Complete, between +0.6 and +1.4, win chance 50%." in lines
    _, lines, _ = run(capsys, "1", "--moves", "all")
    assert sum(line.startswith("Move ") and " was " in line for line in lines) == len(session.actions)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "Which game? Give a file or a number from `cardtable games`."),
        ("1 --moves x", "--moves needs move numbers, such as 12 or 3,10-15, or the word 'all'."),
        ("1 --moves 900", "None of these moves is yours. Your first is move 1, and your last is move "),
        ("7", "There's no saved game 7. `cardtable games` lists your saved games."),
        ("/no/such/file", "Can't read the record 'file': No such file or directory."),
    ],
)
def test_an_invalid_request_gets_one_sentence(capsys: Capture, words: str, sentence: str) -> None:
    save(alone())
    code, lines, err = run(capsys, *words.split())
    assert (code, lines, err.count("\n")) == (2, [], 1)
    assert err.startswith(sentence)


def test_on_a_terminal_the_app_opens_with_the_review(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int | None]] = []

    def go(place: ToReview, plain: bool, ascii_only: bool) -> int:
        shown.append((place.session.game.id, place.number))
        return 0

    monkeypatch.setattr("cardtable.tui.terminal.checks.why_no_screen", lambda *streams: None)
    monkeypatch.setattr("cardtable.commands.review.go", go)
    save(alone())
    assert run(capsys, "1") == (0, [], "")
    assert shown == [(ES.id, 1)]


def test_options_in_words_are_refused_where_the_app_would_open(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.tui.terminal.checks.why_no_screen", lambda *streams: None)
    assert run(capsys, "1", "--moves", "3") == (2, [], "--moves works only with --plain.\n")
    assert run(capsys, "1", "--quick") == (2, [], "--quick works only with --plain.\n")


def unfinished() -> Session:
    return played(ES, seats=1, most=3)


def without_people() -> Session:
    session = sit(SHIPPED["clash"], 2, 7, None, (COMPUTERS[3], COMPUTERS[2]), target=0)
    play_on(session, Key(4), 20_000)
    return session


NOT_REVIEWED = {
    "unfinished": (unfinished, "This game isn't finished. Finish it first, then review it."),
    "several people": (lambda: played(ES, seats=2), "Several people played this game. Add --seat and a name: Ann or"),
    "computers": (without_people, "Only computer players played this game, but reviews are about people's moves."),
    "wind city": (lambda: played(SHIPPED["wind-city"], most=3), "There are no reviews of Wind City: its moves can't"),
}


@pytest.mark.parametrize("kind", NOT_REVIEWED)
def test_a_game_that_cannot_be_reviewed_gets_one_sentence(capsys: Capture, kind: str) -> None:
    make, sentence = NOT_REVIEWED[kind]
    save(make())
    code, lines, err = run(capsys, "1", "--plain")
    assert (code, lines, err.count("\n")) == (2, [], 1)
    assert err.startswith(sentence)


def test_a_damaged_game_and_a_record_of_another_version_get_one_sentence(capsys: Capture, tmp_path: Path) -> None:
    record = json.loads(dump_record(record_of(alone())))
    path = tmp_path / "game.json"
    for change in ({"version": 99}, {"actions": ["red"] * 40}, {"actions": 3}):
        path.write_text(json.dumps({**record, **change}), "utf-8")
        code, lines, err = run(capsys, str(path), "--plain")
        assert (code, lines, err.count("\n")) == (2, [], 1)


# Interrupted
def test_ctrl_c_keeps_what_is_done_and_the_next_review_goes_on(capsys: Capture, judge: Judge) -> None:
    session = alone()
    save(session)
    judge.most = 10
    code, lines, err = run(capsys, "1", "--plain")
    assert (code, lines) == (130, [])
    kept = "This review is saved; the next one goes on from here."
    assert err.endswith(f"Stopped (check 1 of 2, 10 of {len(session.actions)} moves). {kept}\n")
    review = saved_review(session)
    assert review is not None
    assert len(review.moves) == 10
    judge.most, judge.asked = sys.maxsize, []
    assert run(capsys, "1", "--plain", "--quick")[0] == 0
    assert [number for number, _ in judge.asked] == list(range(11, len(session.actions) + 1))


def test_a_review_goes_on_after_kill_9(capsys: Capture, judge: Judge) -> None:
    session = alone()
    save(session)
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    command = (sys.executable, "-m", "tests.plain.judges", "1", "5")
    killed = subprocess.run(command, env=environ, capture_output=True, timeout=60, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert run(capsys, "1", "--plain", "--quick")[0] == 0
    assert [number for number, _ in judge.asked] == list(range(6, len(session.actions) + 1))


def test_a_move_at_which_the_analysis_fails_is_left_out(capsys: Capture, judge: Judge) -> None:
    session = alone()
    save(session)
    judge.fails_at = BLUNDER
    code, lines, _ = run(capsys, "1", "--plain", "--quick")
    assert (code, lines[-2]) == (0, NO_MISTAKES)
    assert f"Reviewed: {len(session.actions) - 1} of {len(session.actions)} moves." in lines


def test_a_review_that_cannot_be_saved_is_still_read_out(
    capsys: Capture, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(alone())
    monkeypatch.setattr("cardtable.rooms.kit.review_work.save_review", failing(StorageFault.DISK_FULL))
    code, lines, err = run(capsys, "1", "--plain", "--quick")
    assert (code, lines[0], lines[-1]) == (0, TITLE, MAY_CHANGE)
    assert err.endswith("The disk is full. The review isn't being saved.\n")


# Several people
@pytest.mark.parametrize("whose", ["Bob", "bob", "2"])
def test_one_of_several_people_is_reviewed(capsys: Capture, judge: Judge, whose: str) -> None:
    session = played(SHIPPED["clash"])
    save(session)
    code, lines, _ = run(capsys, "1", "--plain", "--quick", "--seat", whose)
    assert (code, lines[0]) == (0, "Review for Bob, Clash, Single round, deal 0000-0007.")
    own = [at for at in range(len(session.actions)) if session.look_at(None, at).turn == 1]
    assert [number - 1 for number, _ in judge.asked] == own


def test_a_seat_without_a_person_is_refused_with_the_names(capsys: Capture) -> None:
    session = sit(SHIPPED["clash"], 2, 7, None, (None, COMPUTERS[2]), target=0)
    play_on(session, Key(4), 20_000)
    save(session)
    for whose in ("Bob", "2", "Zoe"):
        code, _, err = run(capsys, "1", "--seat", whose)
        assert (code, err) == (2, "Add --seat and a name: Ann.\n")


def test_plain_mode_asks_whose_moves_to_review(judge: Judge) -> None:
    output = opened(ToReview(played(SHIPPED["clash"])), "Bob", "quit")
    asked, _, rest = output.partition("Whose moves would you like to review?")
    assert asked == ""
    assert "Review for Bob, Clash, Single round, deal 0000-0007." in rest


# Move by move
def test_the_better_moves_are_heard_on_request(judge: Judge) -> None:
    output = opened(ToReview(alone()), "", "better", "all")
    summary, mistake, better, whole, _ = output.split("Press Enter for the next mistake, or type help:\n")
    assert HOW_TO_GO_ON in summary
    assert ["Better was " in part for part in (summary, mistake, better, whole)] == [False, False, True, True]


def test_after_the_whole_review_its_moves_can_be_heard_one_by_one(judge: Judge) -> None:
    session = alone()
    output = opened(ToReview(session), "", "next", "move 2", "better", "practise", "previous", "move 99", "lesson")
    blame = f"Move {BLUNDER}: {session.actions[BLUNDER - 1]} was a blunder"
    parts = output.split("Press Enter for the next mistake, or type help:\n")
    assert [part.count(blame) for part in parts] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert parts[2] == "This is the only mistake.\n"
    assert parts[3].startswith(f"Move 2: {session.actions[1]} was ")
    assert "It brought: expected margin +1.0 Complete, between +0.6 and +1.4, win chance 50%.\n" in parts[3]
    assert parts[4] == "No other move was better.\n"
    assert parts[5] == "This move wasn't a mistake, so there's nothing to practise.\n"
    assert parts[6].startswith("You lost by ")
    assert parts[7].startswith("Type move and the number of one of your moves. Your first is move 1, and ")
    assert parts[8] == "Go to a move first.\n"


def test_the_table_before_a_move_can_be_heard_from_the_review(judge: Judge) -> None:
    session = alone()
    output = opened(ToReview(session), "next", "table")
    view, seen = view_of(session.game), session.look_at(0, BLUNDER - 1)
    heard = output.split("Press Enter for the next mistake, or type help:\n")[2].splitlines()
    assert heard[: len(view.table(seen))] == list(dict.fromkeys(view.table(seen)))
    assert set(view.hand(seen)) <= set(heard)


def test_a_review_leads_to_an_exercise_and_to_the_table_before_a_move(judge: Judge) -> None:
    output = opened(ToReview(alone()), "next", "practise", "show me", "", "replay", "quit", "all", "quit")
    assert f"Move {BLUNDER} again.\n" in output
    assert f"Move {BLUNDER - 1} of " in output
    assert output.count(TITLE) == 2


# During other conversations
def test_the_lobby_reviews_a_finished_game_and_saves_its_review(judge: Judge) -> None:
    session = alone()
    save(session)
    save(unfinished())
    output = transcript(choose_and_play, "review", "1", "quit", "review 2")
    assert "\n1 Exit Stage Right" in output
    assert "Moves to learn from:\n" in output
    assert output.count("This game isn't finished. Finish it first, then review it.\n") == 1
    assert saved_review(session) is not None


def test_after_the_end_of_a_game_the_review_is_offered(capsys: Capture, judge: Judge) -> None:
    typed = "\n".join([*["1"] * 36, "review", "", ""])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", StringIO(typed))
        assert cli.main(["play", "exit-stage-right", "--seed", "K7QF-2M9X", "--plain"]) == 0
    output = capsys.readouterr().out
    assert (
        output.count(
            "Press Enter to leave, or type new or review; more: same, replay, practice, share, undo, log, save, help.\n"
        )
        == 2
    )
    assert "Moves to learn from:\n" in output
    judge.asked = []
    assert run(capsys, "1", "--plain")[0] == 0
    assert judge.asked == []
