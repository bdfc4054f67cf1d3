"""The example game works like Cardtable's own once pip has installed it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from cardtable import cli
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.formats.notation import format_game, parse_game
from cardtable.formats.record import dump_record, load_record, replay_record
from cardtable.games import GAMES
from cardtable.lessons.library import lessons_of
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.plain.view import view_of
from cardtable.players.known_games import knowledge_of
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToLearn, ToLesson, ToRules
from cardtable.rooms.kit.key_changes import change_key
from cardtable.rooms.kit.keys import CHANGEABLE
from cardtable.store.schema import SCHEMA_VERSION
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget, board_for
from tests.builders import forget_packages
from tests.engine import laws
from tests.engine.facts import FACTS
from tests.engine.walks import tables, walk
from tests.lessons import test_shipped as lesson_laws
from tests.plain import test_learn as test_plain_lessons
from tests.plain import test_plain, test_typed_moves
from tests.plain.transcripts import opened
from tests.tui.boards import test_board_laws as board_laws
from tests.tui.boards import test_every_board
from tests.tui.boards.boards import SIZES
from tests.tui.learn.test_every_lesson import each_step
from tests.tui.screens import app_of, board_on, click, press, run, screen_text

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "next_of_kin"
ID = "next-of-kin"
PLAY = ("play", ID, "--plain", "--one-person", "--seed", "K7QF-2M9X", "--hand-size", "3")
PIP = ("-m", "pip", "--quiet", "install", "--no-deps", "--no-build-isolation", "--no-index")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which pip has installed the example."""
    target = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, *PIP, "--target", target, EXAMPLE], check=True)
    return target


@pytest.fixture
def game(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """Yield the game while its package is installed."""
    monkeypatch.syspath_prepend(str(installed))
    forget_packages()
    yield GAMES[ID]
    for name in [name for name in sys.modules if name.partition(".")[0] == "next_of_kin"]:
        del sys.modules[name]
    forget_packages()


def cardtable(installed: Path, *words: str, typed: str = "") -> str:
    """Run the program in a new process with typed input, and return its output."""
    path = os.pathsep.join(map(str, (installed, ROOT / "src")))
    command, environment = [sys.executable, "-m", "cardtable", *words], os.environ | {"PYTHONPATH": path}
    done = subprocess.run(command, env=environment, input=typed, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def finish(session: Session) -> Session:
    while session.turn is not None:
        session.act(session.look(session.turn).legal[0])
    return session


def save_game(actions: int) -> int:
    """Save a game after this many actions, and return its number."""
    game, shelf = GAMES[ID], LazyArchive()
    session = Session(game, game.options(), ("A", "B"), DealCode(7))
    keeper = shelf.save(session)
    for _ in range(actions):
        session.act(session.look(session.turn).legal[0])
    keeper.release()
    shelf.close()
    assert keeper.number is not None
    return keeper.number


def test_the_examples_own_tests_pass(installed: Path) -> None:
    check_own_tests(installed, EXAMPLE)


def check_own_tests(package: Path, folder: Path) -> None:
    path = os.pathsep.join(map(str, (package, ROOT / "src")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests")]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def copy_game(*arguments: str | Path) -> str:
    """Run the script that copies the example, and return its messages."""
    command = [sys.executable, EXAMPLE.parent / "new_game.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_a_copy_under_a_new_name_passes_its_tests_and_has_no_trace_of_the_old_one(tmp_path: Path) -> None:
    assert copy_game("Last Card", "LC", tmp_path / "copy") == ""
    check_own_tests(tmp_path / "copy" / "src", tmp_path / "copy")
    for path in (tmp_path / "copy").rglob("*.*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert not re.search(r"next.?of.?kin|NK\b", f"{path} {path.read_text()}", re.IGNORECASE), path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Last Card 2", "LC"), "A title consists of words of letters, as in 'Last Card'. 'Last Card 2' doesn't."),
        (("Last Card", "ES"), "Rulings begin with two capital letters of their own, other than CL, DK, ES, NK, RL, "),
        (("Last Card", "LC", str(ROOT)), f"{ROOT} exists already. Choose another folder."),
        ((), "Copy the example game under a new name, as the start of a game of your own."),
    ],
)  # fmt: skip
def test_a_copy_that_cannot_be_made_says_why(arguments: tuple[str, ...], message: str) -> None:
    assert copy_game(*arguments).startswith(message)


def test_the_example_keeps_the_laws(game: AnyGame) -> None:
    for seats in game.seats:
        played = walk(game, seats, tables(game, seats)[0], Key(seats), Key(seats))
        assert game.outcome(played.last) is not None
        assert len(played.turns) <= (FACTS[ID].max_actions(played.options, seats) or 0)
        laws.check_laws(played, laws.LAWS, every=2)


@pytest.mark.deep  # all of tests/engine
def test_the_example_passes_all_engine_tests(installed: Path) -> None:
    path = os.pathsep.join(map(str, (installed, ROOT / "src")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", ID, "tests/engine"]
    environment = os.environ | {"PYTHONPATH": path, "CARDTABLE_PROFILE": "ci"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)], ids=str)
def test_the_example_can_be_played_on_its_board_with_keys_and_the_mouse(game: AnyGame, size: tuple[int, int]) -> None:
    session = Session(game, game.options(hand_size=3), ("Ann", "Bob"), DealCode(7), (0, 0))

    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        assert type(board) is board_for(ID) is not BoardWidget
        while session.turn is not None:
            played = len(session.actions)
            if played % 2:
                await press(pilot, "enter")
            else:
                await click(pilot, board, Target(board.hand_size))
                await click(pilot, board, Target(board.hand_size))
                assert str(session.actions[-1]) == "draw"
            assert len(session.actions) == played + 1

    run(play, session, size=size)
    assert session.outcome is not None


def test_the_examples_board_keeps_the_laws_of_boards(game: AnyGame) -> None:
    board_laws.test_the_cursor_reaches_every_legal_action(game)
    board_laws.test_players_have_no_choices_when_it_is_not_their_turn(game)
    board_laws.test_the_status_line_explains_the_choice_and_cites_a_ruling_if_it_is_refused(game)
    board_laws.test_nothing_hidden_is_on_the_board(game, SIZES[0])
    test_every_board.test_a_game_that_begins_at_a_position_is_drawn(game)
    test_every_board.test_a_table_larger_than_it_needs_is_centred_with_everything_on_it(game)
    for size in SIZES:
        board_laws.test_every_legal_action_can_be_clicked(game, size)
        board_laws.test_no_sentence_is_cut(game, size)
        board_laws.test_the_ascii_board_is_ascii(game, size)
        board_laws.test_nothing_hidden_is_on_the_board(game, size)
        test_every_board.test_the_board_always_says_that_a_game_is_not_saved(game, size)


def test_the_examples_lesson_keeps_the_laws_of_lessons(game: AnyGame) -> None:
    (entry,) = lessons_of(ID)
    lesson_laws.test_at_least_every_second_step_asks_for_something(entry)
    lesson_laws.test_every_wrong_answer_has_a_reply_in_words(entry)
    lesson_laws.test_the_lessons_are_numbered_in_order(game)
    path = next(EXAMPLE.rglob("*-a-short-game.toml"))
    lesson_laws.test_a_script_is_correct(path)
    lesson_laws.test_a_script_is_named_and_short(path)
    lesson_laws.test_no_hint_is_about_typing(path)
    lesson_laws.test_no_text_of_plain_mode_needs_eyes(path)
    lesson_laws.test_a_lesson_can_be_finished_and_resumed_at_any_step(path)


@pytest.mark.usefixtures("game")
def test_the_examples_lesson_can_be_taken_in_the_app() -> None:
    async def play(pilot: Pilot[int]) -> None:
        app_of(pilot).open(ToLearn(ID))
        await press(pilot)
        assert "A short game" in screen_text(pilot)
        assert "Exercises" not in screen_text(pilot)
        steps = [screen.room.walk.at async for screen in each_step(pilot, ID)]  # this checks the saved progress
        assert steps == list(range(len(lessons_of(ID)[0].load().script.steps)))

    run(play)


@pytest.mark.usefixtures("game")
def test_the_examples_lesson_can_be_taken_in_plain_mode() -> None:
    test_plain_lessons.test_right_answers_finish_a_shipped_lesson(lessons_of(ID)[0])
    output = opened(ToLesson(ID, "1"), *test_plain_lessons.right_answers(Walkthrough(lessons_of(ID)[0].load())))
    assert "Type play, back or again, or press Enter to go back:" in output  # there is no test
    output = opened(ToLearn(ID), "test", "1", "quit", "quit")
    assert "Next of Kin: 1 of 1 lesson done.\n1 A short game (done): How to " in output
    assert "Type the number of a lesson, list or quit, or press Enter for your next lesson:" in output
    assert "There is no lesson with that name or number." in output


def test_the_example_keeps_the_laws_of_plain_mode(game: AnyGame) -> None:
    test_typed_moves.test_the_example_of_a_ruling_is_one_of_this_game(game)
    test_plain.test_no_action_begins_with_the_name_of_a_command(game)
    session = Session(game, game.options(), ("Ann", "Bob", "Cleo"), DealCode(7))
    for _ in range(9):
        seen, view = session.look(session.turn), view_of(game)
        other = game.view(game.determinize(seen.state, seen.viewer, Key(5)), seen.viewer)
        assert view.table(replace(seen, state=other)) == view.table(seen)
        assert len([line for line in view.table(seen) if line.endswith("face down.")]) == 3  # the stock and two hands
        session.act(seen.legal[-1])


def test_hints_have_the_examples_own_reasons(game: AnyGame) -> None:
    session, knowledge = Session(game, game.options(hand_size=3), ("A", "B"), DealCode(5)), knowledge_of(game)
    reasons = list[str]()
    assert knowledge.reason is not None
    while session.turn is not None:
        seen = session.look(session.turn)
        ratings = knowledge.rate(seen.state, seen.legal, Random(0))
        reasons += [knowledge.reason(seen.state, each, seen.names) for each in seen.legal]
        session.act(max(zip(ratings, seen.legal, strict=True), key=lambda each: each[0])[1])
    assert "It leaves you 3 cards; no cards of yours would fit it." in reasons
    assert reasons[-2:] == ["It wins at once.", "You would then hold 2 cards."]


def test_the_examples_page_code_and_tests_have_the_same_rulings() -> None:
    rulings = re.findall(r"^- (NK-\d+) ", next(EXAMPLE.rglob("next_of_kin.md")).read_text("utf-8"), re.MULTILINE)
    assert rulings == [f"NK-{number}" for number in range(1, len(rulings) + 1)]
    code = "".join(path.read_text("utf-8") for path in EXAMPLE.glob("src/*/*.py"))
    assert set(re.findall(r"NK-\d+", code)) == set(rulings)
    tests = re.findall(r"def test_nk_(\d+)_", next(EXAMPLE.glob("tests/*.py")).read_text("utf-8"))
    assert [f"NK-{number}" for number in tests] == rulings


def test_the_lobby_lists_the_example_and_shows_its_rules(game: AnyGame) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert re.search(rf"{game.title} +2 to 4 players, against each other", screen_text(pilot))
        app_of(pilot).open(ToRules(ID))
        await press(pilot)
        assert "Next of Kin: rules" in screen_text(pilot)
        assert "27 Completes" in screen_text(pilot)

    run(play)


def test_the_command_line_lists_the_example(installed: Path) -> None:
    assert f"\n  {ID}\n      Play Completes that" in cardtable(installed, "play", "--help")


def test_the_example_can_be_played_saved_resumed_and_recorded(installed: Path, game: AnyGame) -> None:
    output = cardtable(installed, *PLAY, typed="1\n" * 60)
    assert "Next of Kin, Quick.\n" in output
    assert "The game is over: Player 1 has " in output
    assert not re.search(r"^Turn: ", output, re.MULTILINE), "the table doesn't give a seat's number"
    cardtable(installed, *PLAY, typed="1\n1\n")
    shelf = LazyArchive()
    session = shelf.resume(2)
    assert len(session.actions) == 2
    finish(session)
    shelf.close()
    again = LazyArchive()
    record = again.archive.record(2)
    again.close()
    assert record == record_of(session)
    assert replay_record(load_record(dump_record(record))) == (session.full_state(), session.actions)
    assert parse_game(format_game(record)) == record


@pytest.mark.usefixtures("game")
def test_a_new_key_may_not_be_one_of_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    peek = Command("look at the top of the stock", id="peek", keys=("k",), label="Peek", no_words="This is a test.")
    monkeypatch.setattr(board_for(ID), "commands", (peek,))
    with pytest.raises(ValueError, match=r"^k is already the key for 'Peek'\.$"):
        change_key({}, CHANGEABLE["undo"], "k")


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("actions", [0, 3])
def test_a_saved_game_is_listed_even_if_its_package_is_missing(
    actions: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    number = save_game(actions)
    monkeypatch.setattr("cardtable.games._entry_points", lambda: ())
    forget_packages()
    assert cli.main(["games"]) == 0
    assert f"   {number}  next-of-kin, A, B: {'AB'[actions % 2]}'s turn since " in capsys.readouterr().out
    assert cli.main(["resume", "1", "--plain"]) == 2
    missing = "This record is for a game that isn't installed: 'next-of-kin'."
    assert capsys.readouterr().err == f"Game {number} can't be opened. {missing}\n"


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("actions", [0, 3])
def test_a_saved_game_is_not_called_damaged_if_its_package_is_missing(
    actions: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A repair would discard a game that can be played as soon as the package is installed again."""
    number = save_game(actions)
    with monkeypatch.context() as gone:
        gone.setattr("cardtable.games._entry_points", lambda: ())
        forget_packages()
        cli.main(["doctor", "--repair"])
        output = capsys.readouterr().out
        assert f"The file is sound: version {SCHEMA_VERSION}, 1 game." in output
        assert "damaged" not in output
    forget_packages()
    shelf = LazyArchive()
    assert len(shelf.resume(number).actions) == actions
    shelf.close()
