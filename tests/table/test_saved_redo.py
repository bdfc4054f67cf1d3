"""Undone moves that can still be redone after the game was left and continued."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardtable.formats.computers import Computer
from cardtable.games import GAMES
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from tests.table.saved_games import number_of, saved_games_in, saver_of
from tests.table.sittings import STAGE, played, sit

CLASH = GAMES["clash"]
EASY = Computer("easy", 1)


def played_in(store: LazyArchive, session: Session, moves: int) -> Session:
    """Save the session, play this many more moves in it, and return it."""
    store.save(session)
    for _ in range(moves):
        session.act(session.look(session.turn).legal[0])
    return session


def left_and_continued(store: LazyArchive, session: Session) -> Session:
    """Return the game after it was left and continued."""
    saver_of(session).leave(session)
    return store.resume(number_of(session))


def test_undone_moves_are_redone_after_the_game_was_left(saved_games: LazyArchive) -> None:
    session = played_in(saved_games, sit(STAGE, 1), 5)
    actions = session.actions
    for _ in range(3):
        session.undo()
    later = left_and_continued(saved_games, session)
    assert later.actions == actions[:2]
    assert later.redoable_actions == actions[2:]
    assert later.undone == session.undone == 3
    later.redo()
    again = left_and_continued(saved_games, later)
    assert (again.actions, again.redoable_actions) == (actions[:3], actions[3:])
    again.redo()
    again.redo()
    assert again.actions == actions
    assert left_and_continued(saved_games, again).redoable_actions == ()


def test_the_end_of_a_game_is_redone(saved_games: LazyArchive) -> None:
    session = played(STAGE, 1, persons=(0,))
    saved_games.save(session)
    actions = session.actions
    session.undo()
    later = left_and_continued(saved_games, session)
    assert later.turn is not None
    later.redo()
    assert later.actions == actions
    assert later.turn is None


def test_what_computer_players_answered_is_redone_too(saved_games: LazyArchive) -> None:
    session = Session(CLASH, CLASH.options(), ("Ann", "Ada"), sit(CLASH, 2).opening, computers=(None, EASY))
    played_in(saved_games, session, 40)
    for _ in range(3):
        session.undo()
    redoable = session.redoable_actions
    later = left_and_continued(saved_games, session)
    assert later.redoable_actions == redoable
    later.redo()
    assert len(later.redoable_actions) < len(redoable)


def test_a_move_after_an_undo_forgets_what_was_undone(saved_games: LazyArchive) -> None:
    session = played_in(saved_games, sit(STAGE, 1), 3)
    session.undo()
    later = left_and_continued(saved_games, session)
    later.act(later.look(0).legal[-1])
    assert left_and_continued(saved_games, later).redoable_actions == ()
    assert not saved_games.archive.progress_names("redo")


def test_several_people_redo_only_before_they_leave(saved_games: LazyArchive) -> None:
    session = played_in(saved_games, sit(STAGE, 2, draw="none"), 2)
    session.undo()
    assert session.redoable_actions
    assert left_and_continued(saved_games, session).redoable_actions == ()


@pytest.mark.parametrize(
    "value",
    [None, 5, [], {}, {"after": 1, "moves": ["Red"]}, {"moves": ["Red"]}, {"after": "x", "moves": "Red"}],
    ids=repr,
)
def test_damaged_moves_and_those_of_another_position_are_ignored(saved_games: LazyArchive, value: Any) -> None:
    session = played_in(saved_games, sit(STAGE, 1), 3)
    session.undo()
    saver_of(session).leave(session)
    saved_games.archive.save_progress(f"redo {number_of(session)}", value)
    later = saved_games.resume(number_of(session))
    assert (later.actions, later.redoable_actions, later.undone) == (session.actions, (), session.undone)


@pytest.mark.parametrize("wrong", ["nonsense", "Hollow down top", 7, None])
def test_moves_that_cannot_be_played_end_what_can_be_redone(saved_games: LazyArchive, wrong: object) -> None:
    session = played_in(saved_games, sit(STAGE, 1), 4)
    actions = session.actions
    session.undo()
    session.undo()
    saver_of(session).leave(session)
    name = f"redo {number_of(session)}"
    saved = saved_games.archive.progress(name)
    saved_games.archive.save_progress(name, saved | {"moves": [*saved["moves"][:1], wrong]})
    later = saved_games.resume(number_of(session))
    assert (later.actions, later.redoable_actions) == (actions[:2], actions[2:3])


def test_a_game_that_was_taken_over_saves_nothing(saved_games: LazyArchive, tmp_path: Path) -> None:
    session = played_in(saved_games, sit(STAGE, 1), 3)
    session.undo()
    other = saved_games_in(tmp_path)
    theirs = other.resume(number_of(session), take_over=True)
    saver_of(session).leave(session)
    assert other.archive.progress_names("redo") == []
    assert saver_of(theirs).saved_games.archive.entry(number_of(theirs)).holder == other.holder
    other.close()


def test_a_deleted_game_saves_nothing(saved_games: LazyArchive) -> None:
    session = played_in(saved_games, sit(STAGE, 1), 1)
    session.undo()
    saver_of(session).leave(session)
    assert saved_games.archive.entries() == []
    assert saved_games.archive.progress_names("redo") == []
