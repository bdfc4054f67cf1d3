"""What-if lines: those of a finished game have its cards, and those of a game in progress tell nothing new."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.formats.opening import StartPosition
from cardtable.table.session import Session
from cardtable.table.what_if import ALREADY_OVER, what_if, what_if_sentence, why_no_what_if
from tests.engine.walks import each_game
from tests.table.sittings import COMPUTERS, NAMES, play_on, sit, truth

CODE = DealCode(99)


class Quiet:
    """A journal that saves nothing."""

    def before_action(self, session: Session, action: Any, state: Any) -> None: ...
    def before_undo(self, session: Session, state: Any, undone: int) -> None: ...
    def before_hint(self, session: Session, hinted: int) -> None: ...


def under_way(game: AnyGame, seats: int, moves: int, opening: int = 5) -> Session:
    """Return a game of one person, with computer players at the other seats."""
    computers = COMPUTERS[1:seats] if seats > 1 else ()
    session = sit(game, seats, opening, computers=(None, *(each or COMPUTERS[3] for each in computers))[:seats])
    play_on(session, Key(3), moves)
    session.journal = Quiet()
    return session


@each_game
def test_a_line_of_a_game_in_progress_begins_with_what_the_player_sees(game: AnyGame) -> None:
    session = under_way(game, game.seats[0], 12)
    for at in (0, 5, 12):
        line = what_if(session, at, CODE)
        seat = line.turn if line.turn is not None and line.computer is None else 0
        assert line.look(seat).state == session.view_at(seat, at)
        assert line.computers == session.computers
    assert len(session.actions) == 12


@each_game
def test_a_line_of_a_game_in_progress_depends_only_on_what_the_player_sees(game: AnyGame) -> None:
    session = under_way(game, game.seats[0], 12)
    person = next(seat for seat in range(len(session.names)) if session.computer_at(seat) is None)
    other = game.determinize(session.view_at(person, 12), person, Key(77))
    twin = Session(game, session.options, session.names, StartPosition(other), session.persons, session.computers)
    twin.journal = Quiet()
    assert truth(what_if(session, 12, CODE)) == truth(what_if(twin, 0, CODE))


def test_the_deck_of_a_game_in_progress_is_shuffled_each_time() -> None:
    session = under_way(GAME, 1, 8)
    decks = {truth(what_if(session, 8)).complete_deck for _ in range(4)}
    assert len(decks) == 4
    assert truth(session).complete_deck not in decks
    assert "shuffled again" in what_if_sentence(session)


def test_a_line_of_a_finished_game_has_its_cards_and_leaves_it_as_it_is() -> None:
    session = under_way(GAME, 1, 999)
    actions = session.actions
    line = what_if(session, 7)
    assert truth(line) == session.look_at(None, 7, all_open=True).state
    line.replay(actions[7:])
    assert line.outcome == session.outcome
    while not line.why_no_undo():
        line.undo()
    assert len(line.actions) == 7
    assert session.actions == actions
    assert "shuffled" not in what_if_sentence(session)


@pytest.mark.parametrize("moves", [12, 999])
def test_there_is_no_line_where_several_people_play(moves: int) -> None:
    session = sit(CLASH, 2, 5, target=0)
    play_on(session, Key(3), moves)
    with pytest.raises(ValueError, match="one person"):
        what_if(session, 3)


def test_there_is_no_line_after_the_end() -> None:
    session = under_way(GAME, 1, 999)
    assert why_no_what_if(session, len(session.actions)) == ALREADY_OVER


def test_a_line_of_a_game_in_progress_must_begin_at_the_table_that_notes_the_hint() -> None:
    session = under_way(GAME, 1, 8)
    session.journal = None
    assert "counts as a hint" in why_no_what_if(session, 8)


def test_nobody_with_several_hidden_hands_gets_other_cards_than_they_know() -> None:
    session = Session(GAME, GAME.options(), NAMES[:2], DealCode(5), (0, 0))
    session.journal = Quiet()
    assert "several hidden hands" in why_no_what_if(session, 0)
