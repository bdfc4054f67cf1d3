"""Computer players at the table."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode, Key
from cardtable.formats.computers import Computer, Level, ProgramAtSeat
from cardtable.players.at_table import choose
from cardtable.players.hints import Hint, HintsQuestion
from cardtable.players.process import exchange
from cardtable.players.worker import Question
from cardtable.rooms.table import AFTER_HURRYING
from cardtable.store.settings import Settings
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.tui import thinking as thinking_module
from cardtable.tui.screens import computers
from cardtable.tui.screens.dialogs import Dialog
from cardtable.tui.screens.hand_over import HandOverScreen, PublicMoment
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.thinking import Thinker
from tests.table.sittings import move_to
from tests.tui.screens import (
    NAMES,
    board_on,
    flowing_text,
    lift_curtain,
    press,
    press_later,
    run,
    screen_text,
    sit,
    table_of,
    wait_for,
)
from tests.tui.table.computer_players import EASY, MEDIUM, PERSON, WAITING, has_played, sit_with
from tests.tui.table.round_ends import PASSED, before_a_round_ends


@pytest.mark.usefixtures("at_once")
def test_one_person_plays_against_a_computer_player_without_a_curtain() -> None:
    session = sit_with("clash", PERSON, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        await wait_for(pilot, lambda: session.turn == 0)
        opening = len(session.actions)
        assert table.viewer == 0
        assert "Bob: FRS, draws 1 card." in screen_text(pilot)
        assert not isinstance(pilot.app.screen, HandOverScreen)
        await press(pilot, "e")
        if session.turn == 0:  # a pair of cards ends the turn
            await press(pilot, "enter", "e")
        await wait_for(pilot, lambda: session.turn == 0 and len(session.actions) > opening + 1)
        assert table.board.seen == session.look(0)
        await press(pilot, "u")
        assert len(session.actions) == opening, "undo goes back to the person's own decision"
        assert session.undone == 1

    run(play, session)


def test_the_players_are_told_why_a_program_did_not_move(monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    """Its own words are shown as they are, without markup."""
    session = sit_with("clash", PERSON, ProgramAtSeat("medium", 1, "./mybot"))

    async def choose_badly(thinker: Thinker, seen: Seen, computer: Computer, key: Key) -> Any:
        thinker.notice = "The program ended: [bold]no."
        return seen.legal[0]

    monkeypatch.setattr(Thinker, "choose", choose_badly)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: "The program ended: [bold]no." in screen_text(pilot))
        await wait_for(pilot, lambda: session.turn == 0)
        assert screen_text(pilot).count("The program ended") == 1

    run(play, session)


@pytest.mark.usefixtures("at_once")
def test_nobody_else_sees_a_hand_while_a_computer_player_moves() -> None:
    session = sit_with("rummy-like", PERSON, EASY, PERSON)

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        await lift_curtain(pilot)
        while session.turn == 0:
            assert table.viewer == 0
            await press(pilot, "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, PublicMoment))
        assert table.viewer is None
        assert "Pass the keyboard to Cleo." in screen_text(pilot)
        assert "Bob plays a Chard face down." in screen_text(pilot), "the move is told on the way"
        await press_later(pilot, "u")
        assert session.turn == 0, "undo goes back over the computer player's move"
        assert isinstance(pilot.app.screen, HandOverScreen), "Cleo may be at the keyboard"

    run(play, session)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("game_id", "computers_here"), [("exit-stage-right", 2), ("tradewinds", 3), ("rummy-like", 2)])
def test_enter_that_hurries_computer_players_plays_nothing(game_id: str, computers_here: int) -> None:
    session = sit_with(game_id, PERSON, *[MEDIUM] * computers_here)

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        while session.turn == 0:
            table.act(session.look(0).legal[0])
        await wait_for(pilot, lambda: computers.GO_ON in screen_text(pilot))
        while session.turn != 0:
            before = len(session.actions)
            await press(pilot, "enter")
            await wait_for(pilot, partial(has_played, session, before))
        played = session.actions
        await press(pilot, "enter")
        assert session.actions == played
        assert AFTER_HURRYING in flowing_text(pilot)
        await press(pilot, "enter")
        assert len(session.actions) > len(played)

    run(play, session, settings=WAITING)


@pytest.mark.usefixtures("at_once")
def test_enter_just_after_a_computer_players_move_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "REACTION_SECONDS", 600)
    session = sit_with("clash", PERSON, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: session.turn == 0)
        played = session.actions
        await press(pilot, "enter")
        assert session.actions == played
        await press(pilot, "right", "enter")
        assert session.actions != played, "an arrow shows that the player has seen the table"

    run(play, session)


@pytest.mark.usefixtures("at_once")
def test_computer_players_alone_can_be_watched_paused_and_stepped() -> None:
    session = sit_with("tradewinds", EASY, MEDIUM, EASY, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: len(session.actions) == 1)
        await wait_for(pilot, lambda: computers.GO_ON in screen_text(pilot))
        await press(pilot, "space")
        assert computers.PAUSED in flowing_text(pilot)
        assert "enter One move  space Go on" in screen_text(pilot)
        await press(pilot, "enter")
        await wait_for(pilot, lambda: len(session.actions) == 2)
        await wait_for(pilot, lambda: "Paused" in screen_text(pilot))
        await press(pilot, "space")
        while session.turn is not None:
            before = len(session.actions)
            await press(pilot, "enter")
            await wait_for(pilot, partial(has_played, session, before))
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, Dialog))

    run(play, session, settings=WAITING)


@pytest.mark.usefixtures("at_once")
def test_the_end_of_a_round_against_a_computer_player_has_a_screen_of_its_own() -> None:
    session = before_a_round_ends("clash")
    session = Session(session.game, PASSED.options, NAMES[:2], DealCode(0), None, (PERSON, MEDIUM))
    move_to(session, PASSED)

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        await wait_for(pilot, lambda: session.turn == 0 or isinstance(pilot.app.screen, PublicMoment))
        if session.turn == 0 and not isinstance(pilot.app.screen, PublicMoment):
            table.act(session.game.parse("pass"))
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, PublicMoment))
        assert "Press Enter to go on." in screen_text(pilot)
        assert "Pass the keyboard" not in screen_text(pilot)
        await press_later(pilot, "enter")
        await wait_for(pilot, lambda: table.viewer == 0)

    run(play, session)


def test_leaving_ends_the_thinking() -> None:
    session = sit_with("wind-city", Computer("hard", 100_000), PERSON)

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        assert table.computers.is_playing
        process = table.computers.thinker.start()
        await press(pilot, "q")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, Lobby))
        await wait_for(pilot, lambda: process.poll() is not None)

    run(play, session)


def is_running(process: int) -> bool:
    """Return whether a process is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_another_process_chooses_the_same_action(level: Level) -> None:
    session = sit_with("exit-stage-right", Computer(level, 40))
    seen, key = session.look(0), session.thinking_key()

    async def ask() -> Any:
        thinker = Thinker()
        try:
            return await thinker.choose(seen, Computer(level, 40), key)
        finally:
            thinker.stop()

    assert asyncio.run(ask()) == choose(seen, Computer(level, 40), key).action


def test_a_computer_player_whose_process_is_killed_plays_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit_with("wind-city", MEDIUM, MEDIUM)
    seen, key = session.look(session.turn), session.thinking_key()

    def kill_and_ask(process: subprocess.Popen[bytes], question: Question) -> Any:
        process.kill()
        return exchange(process, question)

    monkeypatch.setattr(thinking_module, "exchange", kill_and_ask)

    async def ask() -> Any:
        thinker = Thinker()
        try:
            return await thinker.choose(seen, Computer("hard", 100_000), key)
        finally:
            thinker.stop()

    assert asyncio.run(ask()) in seen.legal


@pytest.mark.parametrize("error", [ValueError("read of closed file"), EOFError(), BrokenPipeError()])
def test_a_table_that_closes_while_a_player_thinks_logs_no_fault(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    session = sit_with("wind-city", MEDIUM, MEDIUM)
    question = HintsQuestion(session.look(session.turn), session.thinking_key())
    thinker, logged = Thinker(), list[BaseException]()

    def stop_and_ask(process: subprocess.Popen[bytes], question: Question) -> Any:
        thinker.stop()
        raise error

    monkeypatch.setattr(thinking_module, "exchange", stop_and_ask)
    monkeypatch.setattr(thinking_module, "write_fault_log", lambda errors, folder: logged.extend(errors))
    assert asyncio.run(thinker.answer(question)) is None
    assert not logged


def test_a_process_that_has_ended_is_replaced() -> None:
    thinker = Thinker()
    first = thinker.start()
    first.kill()
    first.wait()
    second = thinker.start()
    assert second.poll() is None
    for stream in (first.stdin, first.stdout):
        assert stream is not None
        assert stream.closed
    thinker.stop()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs Unix signals")
def test_no_process_is_left_when_the_program_is_killed() -> None:
    start = "from cardtable.tui.thinking import Thinker; print(Thinker().start().pid, flush=True)"
    program_text = f"{start}; import time; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", program_text], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        thinking = int(program.stdout.readline())
        assert is_running(thinking)
        program.kill()
    for _ in range(6000):
        if not is_running(thinking):
            return
        asyncio.run(asyncio.sleep(0.01))
    raise AssertionError("the other process goes on")


async def rest_a_while(pilot: Pilot[int]) -> None:
    """Give computer players the time for several moves."""
    for _ in range(5):
        await press(pilot)
        await asyncio.sleep(0.02)


def test_computer_players_wait_while_another_screen_covers_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    session = sit_with("clash", MEDIUM, MEDIUM)
    may_choose = asyncio.Event()

    async def choose_later(thinker: Thinker, seen: Seen, computer: Computer, key: Key) -> Any:
        await may_choose.wait()
        return choose(seen, computer, key).action

    monkeypatch.setattr(Thinker, "choose", choose_later)
    monkeypatch.setattr(Thinker, "start", lambda thinker: None)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: table_of(pilot).computers.is_playing)
        await press(pilot, "l")
        may_choose.set()
        await rest_a_while(pilot)
        assert isinstance(pilot.app.screen, LogScreen)
        assert not session.actions
        await press(pilot, "escape")
        await wait_for(pilot, lambda: len(session.actions) == 1)

    run(play, session, settings=WAITING)


@pytest.mark.usefixtures("at_once")
def test_computer_players_wait_at_the_end_of_a_round() -> None:
    session = sit_with("clash", MEDIUM, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, PublicMoment))
        ended = len(session.actions)
        await rest_a_while(pilot)
        assert len(session.actions) == ended
        assert pilot.app.screen_stack[-2] is table_of(pilot)
        await press_later(pilot, "enter")
        await wait_for(pilot, lambda: len(session.actions) > ended)

    run(play, session)


@pytest.mark.usefixtures("at_once")
def test_a_game_played_on_from_a_replay_replaces_the_table() -> None:
    session = sit_with("clash", PERSON, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: session.turn == 0)
        before = table_of(pilot)
        await press(pilot, "w", "p", "p")
        await wait_for(pilot, lambda: pilot.app.screen is not before)
        assert pilot.app.screen is table_of(pilot), "there is one table, on top"
        assert table_of(pilot).session.computers == session.computers

    run(play, session)


def test_closing_the_hints_leaves_the_cursor_where_it_was() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        assert board.seen is not None
        await press(pilot, "4")
        before = board.group, board.action_index, board.is_chosen
        assert before == (3, 0, True)
        hints = [Hint(action, "", "", str(action)) for action in (board.seen.legal[0], board.seen.legal[1])]
        table_of(pilot).answer(table_of(pilot).room.give_hints(hints))
        await press(pilot, "down")
        assert (board.group, board.action_index) == (1, 0)
        await press(pilot, "escape")
        assert (board.group, board.action_index, board.is_chosen) == before
        table_of(pilot).answer(table_of(pilot).room.give_hints(hints))
        await press(pilot, "enter")
        assert (board.group, board.action_index) == (0, 0)

    run(play, sit(1))


@pytest.mark.usefixtures("at_once", "endless_animations")
def test_enter_during_an_animation_also_goes_on_to_the_next_computer_player() -> None:
    session = sit_with("rummy-like", MEDIUM, MEDIUM, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        hurried = 0
        while hurried < 3:
            await wait_for(pilot, lambda: table_of(pilot).board.is_animating or computers.GO_ON in screen_text(pilot))
            hurried += table_of(pilot).board.is_animating
            played = len(session.actions)
            await press(pilot, "enter")
            await wait_for(pilot, partial(has_played, session, played))

    run(play, session, settings=Settings(speed="slow", pace="enter"))
