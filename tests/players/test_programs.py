"""Programs as players: the lines sent to them, their answers, and their failures."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import AnyGame, start
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import ProgramAtSeat
from cardtable.players import ComputerPlayer, at_table, knowledge_of
from cardtable.players import programs as programs_module
from cardtable.players.at_table import choose, close_programs, program_notice
from cardtable.players.from_text import check_player, player_from_text, split_players
from cardtable.players.player import ProgramFault, ProgramGivenUp
from cardtable.players.program_process import (
    ProgramEnded,
    ProgramFlooded,
    ProgramMissing,
    ProgramProcess,
    ProgramTimedOut,
)
from cardtable.players.programs import BadAnswer, ProgramPlayer, WrongProtocol
from cardtable.players.protocol import game_line, legal_line, parse_game_line, parse_position_line, position_line
from cardtable.store.known_programs import allow_program
from cardtable.store.paths import log_folder
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.players.bots import FIRST, command

ROOT = Path(__file__).parents[2]
CLASH = SHIPPED["clash"]
ASKS = DealCode.parse("K7QF-2M9X")
PATIENCE = 60
"""Seconds that anything may take on a busy machine."""
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the children of a process")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs the time that they need on a busy machine."""
    for limit in ("START_SECONDS", "GRACE_SECONDS", "SIMULATION_SECONDS"):
        monkeypatch.setattr(programs_module, limit, PATIENCE)


def table(game: AnyGame = CLASH, code: DealCode = ASKS) -> Session:
    names = tuple(f"Player {seat + 1}" for seat in range(game.seats[-1]))
    return Session(game, game.options(), names, code)


def first_choice(session: Session) -> Seen:
    """Play the forced moves, and return the view of the first seat with a choice."""
    while len((seen := session.look(session.turn)).legal) == 1:
        session.act(seen.legal[0])
    return seen


def seen_from(game: AnyGame, state: Any) -> Seen:
    seat = game.turn(state)
    view = game.view(state, seat)
    names = tuple(map(str, range(game.seat_count(state))))
    return Seen(game, seat, names, seat, view, game.legal(view), (), None, "", "", 0)


def lines_to(seen: Seen) -> tuple[str, ...]:
    return game_line(seen), position_line(seen), legal_line(seen)


# Lines sent to a program


@each_game
def test_a_program_is_sent_nothing_that_its_seat_may_not_see(game: AnyGame) -> None:
    """With other hidden cards, the lines are the same, and the engine finds the same view in them."""
    key, differs = Key(7), False
    state = start(game, game.options(), game.seats[-1], ASKS.key()).state
    for number in range(60):
        if not (legal := game.legal(state)):
            break
        if number % 6 == 0:
            seen = seen_from(game, state)
            other = game.determinize(state, seen.viewer, Key(number))
            differs = differs or other != state
            assert lines_to(seen_from(game, other)) == lines_to(seen)
            header = parse_game_line(game_line(seen).partition(" ")[2])
            read = parse_position_line(position_line(seen).partition(" ")[2], header)
            assert (read.state, read.legal, read.viewer) == (seen.state, seen.legal, seen.viewer)
        at, key = draw_below(key, len(legal))
        state = game.advance(state, legal[at], None)
    assert differs


def test_the_log_tells_what_happened_since_the_seats_last_action() -> None:
    session = table()
    seen = first_choice(session)
    before = len(seen.log)
    session.act(seen.legal[0])
    while session.turn != seen.viewer:
        session.act(session.look(session.turn).legal[0])
    log = json.loads(position_line(session.look(seen.viewer)).partition(" ")[2])["log"]
    told = [event for events in session.look(seen.viewer).log[before + 1 :] for event in events]
    assert log == [CLASH.describe(event, session.names).strip() for event in told]


# Programs that play


EXAMPLES = {"longest.py": Path(sys.executable).as_posix(), "any.sh": "sh"}
"""The examples that can run here; Windows has no shell that understands the second one."""


@pytest.mark.parametrize("name", [name for name, runs in EXAMPLES.items() if shutil.which(runs)])
def test_the_examples_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that they answer every question with a legal action, in games of two and of six."""
    monkeypatch.chdir(ROOT)
    for game_id, moves in (("clash", 30), ("wind-city", 12)):
        session = table(SHIPPED[game_id])
        with ProgramPlayer(f"{EXAMPLES[name]} examples/programs/{name}") as player:
            for _ in range(moves):
                if not (seen := first_choice(session)).legal:  # the game is over, as moves at random can be few
                    session = table(SHIPPED[game_id])
                    seen = first_choice(session)
                choice = player.choose(seen, Key(0), 1)
                assert choice.fault is None
                session.act(choice.action)


def test_the_example_in_python_is_short() -> None:
    text = (ROOT / "examples" / "programs" / "longest.py").read_text("utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= 40


def test_a_program_chooses_and_says_how_good_that_is(tmp_path: Path) -> None:
    seen = first_choice(table())
    with ProgramPlayer(command(tmp_path)) as player:
        choice = player.choose(seen, Key(0), 1)
        assert (choice.action, choice.value, choice.fault, player.name) == (seen.legal[0], 0.25, None, "Bot")


def test_a_program_can_be_sent_to_another_process(tmp_path: Path) -> None:
    seen = first_choice(table())
    with ProgramPlayer(command(tmp_path)) as player:
        player.choose(seen, Key(0), 1)
        with pickle.loads(pickle.dumps(player)) as other:
            assert other.choose(seen, Key(0), 1).action == seen.legal[0]


def test_a_program_is_told_a_time_or_simulations(tmp_path: Path) -> None:
    seen = first_choice(table())
    told = tmp_path / "told"
    with ProgramPlayer(command(tmp_path, f"open({str(told)!r}, 'a').write(line); {FIRST}")) as player:
        for simulations in (1, 600):
            player.choose(seen, Key(0), simulations)
    assert told.read_text() == "go time 1000\ngo simulations 600\n"


# Programs that fail

SAY = "say('best ' + {!r})"
BAD = {
    "raise ValueError('no \\x1b[2J idea')": (ProgramEnded, "ValueError: no [2J idea. A medium"),
    "time.sleep(60)": (ProgramTimedOut, "took too long. A medium"),
    "[say('x' * 99) for _ in range(20_000)]": (ProgramFlooded, "wrote too much. A medium"),
    "[print('x' * 99, file=sys.stderr) for _ in range(20_000)]": (ProgramFlooded, "wrote too much. A medium"),
    "print('x' * 20_000)": (ProgramFlooded, "wrote too much. A medium"),
    SAY.format("nonsense"): (BadAnswer, "can't play 'nonsense'. A medium"),
    SAY.format("\x1b]0;title\x07"): (BadAnswer, "can't play ']0;title'. A medium"),
    SAY.format("End"): (BadAnswer, "can't play 'End'. A medium"),
    SAY.format(""): (BadAnswer, "can't play 'nothing'. A medium"),
    "sys.exit()": (ProgramEnded, "ended. A medium"),
}


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't wait long for programs that never answer."""
    monkeypatch.setattr(programs_module, "MOVE_MILLISECONDS", 50)
    monkeypatch.setattr(programs_module, "GRACE_SECONDS", 0.2)


@pytest.mark.parametrize("go", BAD)
def test_medium_moves_for_a_program_that_fails(go: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    seen = first_choice(table())
    if "sleep" in go:  # the others need not be quick, whatever else the computer does
        request.getfixturevalue("hurried")
    with ProgramPlayer(command(tmp_path, go)) as player:
        choice = player.choose(seen, Key(5), 1)
    kind, sentence = BAD[go]
    assert type(choice.fault) is kind
    assert sentence in program_notice(choice)
    assert program_notice(choice).isprintable()
    assert choice.action == ComputerPlayer(knowledge_of(CLASH), "medium").choose(seen, Key(5), 1).action


def test_the_reason_is_told_however_late_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = ProgramProcess._read_errors

    def read_late(process: ProgramProcess, program: subprocess.Popen[bytes], lines: SimpleQueue[str | None]) -> None:
        program.wait()
        time.sleep(0.1)  # as a thread may have to on a busy machine
        read(process, program, lines)

    monkeypatch.setattr(ProgramProcess, "_read_errors", read_late)
    with ProgramPlayer(command(tmp_path, "raise ValueError('no idea')")) as player:
        fault = player.choose(first_choice(table()), Key(5), 1).fault
    assert str(fault).endswith("ended: ValueError: no idea.")


def test_a_program_that_is_told_to_stop_can_still_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ProgramProcess.read
    seconds = iter([PATIENCE, 0, PATIENCE])  # the time to answer `go` is over at once

    def read(process: ProgramProcess, word: str, _: float) -> str:
        return asked(process, word, next(seconds))

    monkeypatch.setattr(ProgramProcess, "read", read)
    seen = first_choice(table())
    with ProgramPlayer(command(tmp_path, f"sys.stdin.readline(); {FIRST}")) as player:
        assert player.choose(seen, Key(5), 1).fault is None


def test_a_program_is_told_why_its_answer_was_refused(tmp_path: Path) -> None:
    seen, told = first_choice(table()), tmp_path / "told"
    before = f"def note(line): open({str(told)!r}, 'a').write(line)"
    go = "say('best nonsense'); note(sys.stdin.readline())"
    with ProgramPlayer(command(tmp_path, go, before=before)) as player:
        player.choose(seen, Key(5), 1)
        wait_for(lambda: told.exists() and told.read_text().endswith("\n"))
    assert told.read_text().startswith("refused ")


def test_after_three_faults_a_program_is_not_started_again(tmp_path: Path) -> None:
    seen, starts = first_choice(table()), tmp_path / "starts"
    bad = command(tmp_path, "sys.exit()", before=f"open({str(starts)!r}, 'a').write('.')")
    with ProgramPlayer(bad) as player:
        faults = [player.choose(seen, Key(0), 1).fault for _ in range(5)]
        assert [type(fault) for fault in faults] == [ProgramEnded] * 3 + [ProgramGivenUp] * 2
        assert str(faults[2]).endswith("It isn't asked again.")
        assert starts.read_text() == "..."
        player.begin_game()
        assert type(player.choose(seen, Key(0), 1).fault) is ProgramEnded


@pytest.mark.parametrize(
    ("text", "kind"),
    [("./nothing-here", ProgramMissing), ("'", ProgramMissing), (f"{sys.executable} -I -S -c pass", ProgramEnded)],
)
def test_a_program_that_cannot_start_is_a_fault(text: str, kind: type[ProgramFault]) -> None:
    assert type(ProgramPlayer(text).choose(first_choice(table()), Key(0), 1).fault) is kind


def test_a_program_of_another_version_is_refused(tmp_path: Path) -> None:
    with ProgramPlayer(command(tmp_path, before="say('ready 9')")) as player:
        fault = player.choose(first_choice(table()), Key(0), 1).fault
    assert type(fault) is WrongProtocol
    assert "needs version 9 of the protocol" in str(fault)


# Processes

CHILDREN = """
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"], start_new_session=True)
open({path!r}, "w").write(f"{os.getpid()} {child.pid}")
"""


def wait_for(condition: Any) -> None:
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@on_linux
@pytest.mark.parametrize("go", [FIRST, "time.sleep(600)"])
def test_a_program_ends_with_its_children(go: str, tmp_path: Path, hurried: None) -> None:
    pids = tmp_path / "pids"
    player = ProgramPlayer(command(tmp_path, go, before=CHILDREN.replace("{path!r}", repr(str(pids)))))
    player.choose(first_choice(table()), Key(0), 1)
    processes = list(map(int, pids.read_text().split()))
    assert len(processes) == 2
    player.close()
    wait_for(lambda: not any(map(is_alive, processes)))


@on_linux
def test_a_program_ends_with_its_children_when_cardtable_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    bot = command(tmp_path, "time.sleep(600)", before=CHILDREN.replace("{path!r}", repr(str(pids))))
    script = f"from cardtable.players.program_process import *; p = ProgramProcess({bot!r}); p.start(); input()"
    host = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE)
    try:
        wait_for(lambda: pids.exists() and len(pids.read_text().split()) == 2)
        processes = list(map(int, pids.read_text().split()))
        assert all(map(is_alive, processes))
    finally:
        os.kill(host.pid, signal.SIGKILL)
        host.wait()
        assert host.stdin is not None
        host.stdin.close()
    wait_for(lambda: not any(map(is_alive, processes)))


def check_that_they_end(expected: list[int], processes: list[int]) -> None:
    """Wait for the end of the expected processes, and end all of them in any case."""
    try:
        wait_for(lambda: not any(map(is_alive, expected)))
    finally:
        for process in filter(is_alive, processes):
            os.kill(process, signal.SIGKILL)


@on_linux
@pytest.mark.parametrize("name", ["SIGKILL", "SIGSTOP"])
@pytest.mark.parametrize("cardtable_is_killed", [False, True], ids=["closed", "killed"])
def test_a_program_that_attacks_its_guard_ends_with_its_children(
    name: str, cardtable_is_killed: bool, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    before = f"import signal; {CHILDREN.strip()}; os.kill(os.getppid(), signal.{name}); time.sleep(600)"
    bot = command(tmp_path, before=before.replace("{path!r}", repr(str(pids))))
    start = f"ProgramProcess.adopt_orphans(); p = ProgramProcess({bot!r}); p.start()"
    script = f"from cardtable.players.program_process import *; {start}; sys.stdin.read(); p.stop()"
    host = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE)
    assert host.stdin is not None
    wait_for(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    processes = list(map(int, pids.read_text().split()))
    if cardtable_is_killed:
        host.kill()
    host.stdin.close()
    host.wait()
    expected = processes[:1] if cardtable_is_killed and name == "SIGKILL" else processes
    check_that_they_end(expected, processes)


@on_linux
@pytest.mark.parametrize(
    "words", ["play clash --plain --players me", "simulate clash --games 1 --workers 1 --players easy"]
)
def test_what_a_program_leaves_behind_ends_with_the_command(words: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    before = CHILDREN.replace("{path!r}", repr(str(pids))).replace("start_new", "stdout=-3, stderr=-3, start_new")
    bot = command(tmp_path, before=f"import signal; {before.strip()}; os.kill(os.getppid(), signal.SIGKILL)")
    *start, human = words.split()
    line = [sys.executable, "-m", "cardtable", "--data", str(tmp_path), *start, f"{human},program {bot}"]
    subprocess.run(line, input=b"1\n" * 9, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    processes = list(map(int, pids.read_text().split()))
    check_that_they_end(processes, processes)


@on_linux
def test_a_program_that_kills_its_guard_leaves_children_of_other_programs_alone(tmp_path: Path) -> None:
    """In somebody's own Python process, we can't tell which children are ours."""
    bot = command(tmp_path, before="import signal; os.kill(os.getppid(), signal.SIGKILL)")
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True)
    try:
        with ProgramPlayer(bot) as player:
            assert type(player.choose(first_choice(table()), Key(0), 1).fault) is ProgramEnded
        assert other.poll() is None
    finally:
        other.kill()
        other.communicate()


def test_a_program_is_not_told_where_the_saved_games_are(tmp_path: Path) -> None:
    told = tmp_path / "told"
    bot = command(tmp_path, before=f"open({str(told)!r}, 'w').write(str(os.environ.get('CARDTABLE_DATA')))")
    assert os.environ["CARDTABLE_DATA"]
    with ProgramPlayer(bot) as player:
        player.choose(first_choice(table()), Key(0), 1)
    assert told.read_text() == "None"


# At the table


def test_a_program_named_in_a_file_starts_only_if_the_player_let_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A saved game can come from anybody."""
    monkeypatch.setattr(at_table, "_logged", set[tuple[str, type[Exception]]]())
    seen, marker = first_choice(table()), tmp_path / "started"
    bot = ProgramAtSeat("medium", 1, command(tmp_path, before=f"open({str(marker)!r}, 'w')"))
    choice = choose(seen, bot, Key(0))
    assert not marker.exists()
    assert "has never played on this computer" in program_notice(choice)
    assert any("ProgramNotAllowed" in path.read_text() for path in log_folder().iterdir())
    allow_program(bot.program, tmp_path)
    assert choose(seen, bot, Key(0)).action == seen.legal[0]
    assert marker.exists()
    close_programs()


# Players from text


def test_players_come_from_text(tmp_path: Path) -> None:
    seen = first_choice(table())
    texts = split_players(f"easy, Hard:40,random,program {command(tmp_path)}")
    assert texts[:3] == ["easy", "hard:40", "random"]
    for text in texts:
        player = player_from_text(text, CLASH)
        assert player.choose(seen, Key(1), 5).action in seen.legal
        player.close()
    told = command(tmp_path, "say('best ' + legal[0]) if line.split()[1:] == ['simulations', '40'] else sys.exit()")
    program = player_from_text(f"program:40 {told}", CLASH)
    assert program.choose(seen, Key(1), 1).fault is None
    program.close()
    hard = player_from_text("hard:40", CLASH)
    assert hard.choose(seen, Key(1), 5) == ComputerPlayer(knowledge_of(CLASH), "hard").choose(seen, Key(1), 40)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "expert",
        "hard:",
        "hard:0",
        "random:3",
        "program",
        "program ./nothing-here",
        "program: ls",
        "program:0 ls",
        "program:x ls",
    ],
)
def test_a_wrong_player_gets_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        check_player(text)
