"""A session: acting, options, players and deal codes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN
from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.engine.game import AnyGame, BadOptions, IllegalAction, start
from cardtable.games import GAMES
from cardtable.table.session import Session, fresh_code
from tests.engine.walks import each_game
from tests.table.sittings import STAGE, code_of, first_single, looks, sit, sit_at, sittings, truth


# Acting
@each_game
@given(data=st.data())
def test_a_session_follows_the_rules(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    state = start(game, session.options, len(session.names), code_of(session).key()).state
    for action in session.actions:
        state = game.apply(state, action).state
    assert truth(session) == state
    assert session.turn == game.turn(state)


@each_game
@given(data=st.data())
def test_an_illegal_action_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    session, other = data.draw(sittings(game)), data.draw(sittings(game))
    before, taken_back = looks(session), list(session._undone_actions)
    legal = game.legal(truth(session))
    for action in (*other.actions, "nonsense", None):
        if action not in legal:
            with pytest.raises(IllegalAction, match=r"\S"):
                session.act(action)
    assert looks(session) == before
    assert session._undone_actions == taken_back


def test_act_returns_the_actors_view_of_the_events() -> None:
    session = sit(STAGE, 2, first=1)
    events = session.act(first_single(session))
    assert events == session.look(0).log[-1]
    assert events != session.look(1).log[-1]
    drew = next(event for event in events if type(event).__name__ == "Drew")
    assert FACE_DOWN not in (getattr(drew, name) for name in drew.SECRET_FIELDS)


def test_impossible_options_are_refused() -> None:
    with pytest.raises(BadOptions, match="1 to 6 players, not 7"):
        Session(STAGE, STAGE.options(), tuple("ABCDEFG"), DealCode(0))
    with pytest.raises(BadOptions, match="With 6 players"):
        sit(STAGE, 6, hand_size=9)


def test_a_session_has_resolved_options() -> None:
    assert sit(STAGE, 6).options == STAGE.resolve_defaults(STAGE.options(), 6)


def test_each_seat_is_a_player_by_default() -> None:
    assert sit(STAGE, 3).persons == (0, 1, 2)
    assert not sit(STAGE, 3).has_one_player
    assert sit(STAGE, 3, persons=(1, 1, 1)).has_one_player
    assert sit(STAGE, 1).has_one_player


# The deal code
def test_fresh_codes_differ() -> None:
    codes = {fresh_code().value for _ in range(50)}
    assert len(codes) == 50
    assert all(0 <= code < 1 << CODE_BITS for code in codes)


# Positions
def test_a_game_may_start_from_a_position() -> None:
    dealt = Session(GAMES["clash"], GAMES["clash"].options(), ("A", "B"), DealCode(3))
    dealt.act(dealt.look(dealt.turn).legal[0])
    session = sit_at(dealt.game, dealt.full_state(), dealt.names, (0, 0))
    assert (session.has_one_player, session.deal_code, session.options) == (True, None, dealt.options)
    seat = session.turn
    assert session.look(seat).state == dealt.look(seat).state
    assert session.look(seat).log == ((),)
    assert session.why_no_undo() == "There's nothing to undo yet."
    session.act(session.look(seat).legal[-1])
    session.undo()
    assert session.look(seat).state == dealt.look(seat).state
