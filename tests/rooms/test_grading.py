"""The grade at the end of a game alone, with and without a par in time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.formats.codec import options_text
from cardtable.rooms.kit.grading import Grading
from cardtable.rooms.table import TableRoom
from cardtable.table.grades import Par
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.pars import load_par, par_name, save_par
from cardtable.table.session import Session
from tests.table.saved_games import saver_of
from tests.table.sittings import play_on, sit


def saved_session(saved_games: LazyArchive) -> Session:
    """Return a short game alone that is saved."""
    session = sit(GAME, 1, hand_size=5, draw="none")
    saved_games.save(session)
    return session


def name_of(session: Session) -> str:
    """Return the name under which the par of a game is saved."""
    return par_name(str(session.deal_code), options_text(session.options))


def test_par_is_worked_out_while_one_plays_and_saved(
    saved_games: LazyArchive, monkeypatch: pytest.MonkeyPatch, work_out_par: Callable[[Grading], None]
) -> None:
    monkeypatch.setattr(Grading, "_work_out", work_out_par)
    session = saved_session(saved_games)
    room = TableRoom(session, saver_of(session))
    while session.turn is not None:
        assert room.grading.result is None
        room.act(GAME.legal(room.session.look(0).state)[0])
    room.grading.wait(60)
    result = room.grading.result
    assert result is not None
    assert result.par is not None
    room.close()
    assert load_par(saved_games.archive, name_of(session)) == result.par
    assert result.par.certain == 0, "these rules have no sure way"
    again = Grading(session, saved_games)
    assert not again.is_awaited
    assert again.result == result


def test_a_par_that_is_not_ready_costs_nothing(saved_games: LazyArchive) -> None:
    session = saved_session(saved_games)
    grading = Grading(session, saved_games)
    play_on(session, Key(1), 999)
    grading.wait(0)
    assert grading.result is not None
    assert grading.result.par is None
    save_par(saved_games.archive, name_of(session), Par(2, 1))
    later = Grading(session, saved_games)
    later.wait(0)
    assert later.par == Par(2, 1)
    grading.close()


def test_the_par_of_an_earlier_version_is_kept_until_it_is_worked_out_again(
    saved_games: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Grading]()

    def ask(grading: Grading) -> None:
        asked.append(grading)

    monkeypatch.setattr(Grading, "_work_out", ask)
    session = saved_session(saved_games)
    saved_games.archive.save_progress(name_of(session), {"par": 2, "medium": 1})
    grading = Grading(session, saved_games)
    grading.begin()
    assert grading.par == Par(2, 1)
    assert asked == [grading]
    save_par(saved_games.archive, name_of(session), Par(3, 1, 0))
    Grading(session, saved_games).begin()
    assert asked == [grading]


def test_a_game_that_is_not_graded_needs_no_par() -> None:
    session = sit(GAME, 2, draw="none")
    grading = Grading(session, None)
    play_on(session, Key(1), 999)
    assert not grading.is_awaited
    assert grading.result is None
