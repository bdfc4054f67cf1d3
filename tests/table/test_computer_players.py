"""Sessions with computer players: undo, redo, thinking, resuming and playing on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import Computer
from cardtable.games import GAMES
from cardtable.table.recording import open_session, record_of
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.saved_games import number_of, saved_games_in
from tests.table.sittings import COMPUTERS, play_on, sit, sit_at, sittings, truth

STAGE = GAMES["exit-stage-right"]
EASY = Computer("easy", 1)
ONLY_COMPUTERS = "There's nothing to undo: so far only computer players have played."
QUIET: dict[str, Any] = {"draw": "none", "first": 1}
"""Options with which playing a Single reveals nothing."""


def take(session: Session, actions: int = 1) -> None:
    """Play a Single this many times, with each person seeing the table in turn."""
    for _ in range(actions):
        session.act(session.game.legal(truth(session))[0])
        session.mark_seen()


def one_person(**options: Any) -> Session:
    """Return a game of a person and two computer players, with the person to move."""
    return sit(STAGE, 3, computers=(None, EASY, EASY), **QUIET, **options)


# Who plays


def test_who_plays() -> None:
    session = sit(STAGE, 3, computers=(None, EASY, None))
    assert session.people == {0, 2}
    assert not session.has_one_person
    assert [session.computer_at(seat) for seat in range(3)] == [None, EASY, None]
    assert one_person().has_one_person
    assert sit(STAGE, 2).computer_at(1) is None
    assert not sit(STAGE, 2).has_one_person
    alone = sit(STAGE, 2, computers=(EASY, EASY))
    assert (alone.people, alone.has_one_person, alone.computer) == (frozenset(), True, EASY)


# One person


def test_undo_goes_back_to_the_persons_last_decision() -> None:
    session = one_person()
    take(session, 3)
    assert (session.turn, len(session.actions)) == (0, 3)
    before = session.actions
    session.undo()
    assert (session.turn, session.actions) == (0, ())
    session.redo()
    assert (session.turn, session.actions) == (0, before), "with what the computer players answered"
    assert session.why_no_redo() == "There's nothing to redo."


def test_undo_while_a_computer_player_is_to_move() -> None:
    session = one_person()
    take(session, 2)
    assert session.computer == EASY
    session.undo()
    assert (session.turn, session.actions) == (0, ())
    session.redo()
    assert len(session.actions) == 2
    assert session.computer == EASY, "the next answer had not been given yet"


def test_redo_stops_at_the_persons_next_decision() -> None:
    session = one_person()
    take(session, 6)
    before = session.actions
    session.undo()
    session.undo()
    assert session.actions == ()
    session.redo()
    assert session.actions == before[:3]
    session.redo()
    assert session.actions == before


def test_another_action_ends_redo() -> None:
    session = one_person()
    take(session, 3)
    session.undo()
    session.act(session.look(0).legal[1])
    assert session.why_no_redo() == "There's nothing to redo."


def test_before_a_persons_first_action_nothing_can_be_undone() -> None:
    session = sit(STAGE, 3, computers=(EASY, EASY, None), **QUIET)
    take(session, 2)
    assert session.turn == 2
    assert session.why_no_undo() == session.look(2).no_undo == ONLY_COMPUTERS
    with pytest.raises(ValueError, match="only computer players"):
        session.undo()
    take(session)
    session.undo()
    assert len(session.actions) == 2


def test_an_answered_action_is_no_slip() -> None:
    session = one_person()
    take(session)
    session.undo()
    assert session.undone == 0, "nobody had answered"
    take(session, 3)
    session.undo()
    assert session.undone == 1, "the answers count once"
    session.redo()
    session.undo()
    assert session.undone == 2


def test_a_finished_game_of_one_person_can_be_undone() -> None:
    session = one_person()
    play_on(session, Key(3), 1_000)
    assert session.outcome is not None
    session.undo()
    assert session.turn == 0
    assert session.undone == 1


# Several people


def test_a_person_cannot_undo_what_another_person_has_seen() -> None:
    session = sit(STAGE, 3, computers=(None, EASY, None), **QUIET)
    take(session)
    assert session.why_no_undo() == "", "a computer player sees nothing that a person shouldn't"
    session.undo()
    assert session.undone == 0
    session.redo()
    take(session)
    assert session.turn == 2
    assert session.why_no_undo() == "Too late to undo: Cleo has already seen the table."
    take(session)
    assert session.why_no_undo() == "Too late to undo: Ann has already seen the table."


def test_answers_are_undone_while_no_other_person_has_seen_the_table() -> None:
    session = sit(STAGE, 3, computers=(None, EASY, None), **QUIET)
    for _ in range(2):
        session.act(session.game.legal(truth(session))[0])
    session.undo()
    assert (session.turn, session.actions, session.undone) == (0, (), 1)


def test_an_answer_that_revealed_cards_cannot_be_undone_among_people() -> None:
    session = sit(STAGE, 3, computers=(None, EASY, None), first=1)
    take(session)
    assert session.why_no_undo() == "You can't undo this: it revealed hidden cards."


@each_game
@given(data=st.data())
def test_undo_and_redo_are_opposites(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game, most=30, with_computers=True))
    before, state = session.actions, truth(session)
    if session.why_no_undo():
        return
    session.undo()
    assert session.turn is not None
    assert session.computer is None, "a person decides again"
    assert before[: len(session.actions)] == session.actions
    assert open_session(record_of(session)).actions == session.actions
    while len(session.actions) < len(before):
        session.redo()
    assert (session.actions, truth(session)) == (before, state)


# Thinking


@each_game
def test_the_key_to_think_is_the_same_in_the_same_game(game: AnyGame, tmp_path: Path) -> None:
    seats = game.seats[-1]
    session, other = (sit(game, seats, code, computers=COMPUTERS[:seats]) for code in (7, 8))
    saved_games = saved_games_in(tmp_path)
    saved_games.save(session)
    keys = [session.thinking_key()]
    for _ in range(10):
        play_on(session, Key(3), 1)
        keys.append(session.thinking_key())
    assert len(set(keys)) == len(keys), "the key differs from move to move"
    assert keys[0] != other.thinking_key(), "and from game to game"
    again = saved_games.load(number_of(session))
    assert again.thinking_key() == keys[-1]
    assert sit_at(game, truth(session)).thinking_key() == sit_at(game, truth(session)).thinking_key()
    saved_games.close()


def test_an_answer_is_thought_out_again_after_an_undo() -> None:
    session = one_person()
    take(session)
    key = session.thinking_key()
    take(session, 2)
    session.undo()
    take(session)
    assert session.thinking_key() == key


# Saved games and replays


@each_game
def test_a_resumed_game_has_the_same_computer_players(game: AnyGame, tmp_path: Path) -> None:
    seats = game.seats[-1]
    session = sit(game, seats, 7, computers=COMPUTERS[:seats])
    saved_games = saved_games_in(tmp_path)
    saved_games.save(session)
    play_on(session, Key(3), 9)
    if not session.why_no_undo():
        session.undo()
    saved_games.close()
    again = saved_games_in(tmp_path)
    resumed = again.resume(number_of(session))
    assert record_of(resumed) == record_of(session)
    assert (resumed.computers, resumed.people) == (session.computers, session.people)
    again.close()


def test_a_game_goes_on_from_a_replay_with_its_computer_players() -> None:
    session = one_person()
    take(session, 7)
    replay = Replay(session)
    replay.go(3)
    new = replay.play_on()
    assert (new.computers, new.actions, new.inherited_actions) == (session.computers, session.actions[:3], 3)


def test_nobody_plays_on_in_a_game_of_several_people() -> None:
    session = sit(STAGE, 3, computers=(None, EASY, None), **QUIET)
    take(session, 2)
    assert Replay(session).why_cannot_play_on()
    assert not Replay(one_person()).why_cannot_play_on()
